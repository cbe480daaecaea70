// The commands that can be typed, flattened: one entry for each subcommand.

import { isDm, store } from "./store.js";

const SUBCOMMAND = 1;
const GROUP = 2;

/** Every command of the channel as { id, name: "table join", description, path: ["join"], options }. */
export function entries(channel) {
  const dm = isDm(channel);
  const here = (command) => (command.contexts
    ? command.contexts.includes(dm ? 1 : 0)
    : !dm || command.dm_permission !== false);
  return store.commands.filter((c) => here(c) && (c.type ?? 1) === 1).flatMap((command) => flatten(command, command, [command.name], []));
}

/** The commands about a person, as { id, name }. */
export function aboutPeople(channel) {
  const place = isDm(channel) ? 1 : 0;
  return store.commands.filter((c) => c.type === 2 && (!c.contexts || c.contexts.includes(place)));
}

function flatten(command, at, words, path) {
  const options = at.options ?? [];
  if (!options.some((o) => o.type === SUBCOMMAND || o.type === GROUP)) {
    return [{ id: command.id, name: words.join(" "), description: at.description, path, options }];
  }
  return options.flatMap((o) => flatten(command, o, [...words, o.name], [...path, o.name]));
}

/** Entries that fit what was typed after the slash, best first. */
export function matching(list, typed) {
  const words = typed.toLowerCase().trimStart();
  const rank = (entry) => {
    if (entry.name === words) return 0;
    if (entry.name.startsWith(words)) return 1;
    if (entry.name.split(" ").some((part) => part.startsWith(words))) return 2;
    return entry.name.includes(words) ? 3 : 9;
  };
  return list.map((entry) => [rank(entry), entry]).filter(([r]) => r < 9)
    .sort((a, b) => a[0] - b[0] || a[1].name.localeCompare(b[1].name)).map(([, entry]) => entry);
}

/** What is typed after a command, as Discord reads it: words, then `name:value` of options. As [words, [option, value]s]. */
export function named(text, options) {
  const names = options.map((o) => o.name).join("|");
  const [words, ...rest] = names ? text.split(new RegExp(`(?:^|\\s)(${names}):`, "i")) : [text];
  const pairs = [];
  while (rest.length) {
    const [name, value] = rest.splice(0, 2);
    pairs.push([options.find((o) => o.name === name.toLowerCase()), value.trim()]);
  }
  return [words, pairs];
}
