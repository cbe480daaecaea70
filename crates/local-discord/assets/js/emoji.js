// Little pictures in words and on buttons.

import { h } from "./dom.js";

/** An emoji: a sign, or a picture of the bot's own. `heard`: whether its name is to be read aloud. */
export function emojiOf({ id, name }, heard) {
  if (!id) return h("span.emoji", { "aria-hidden": heard ? null : "true" }, name);
  return h("img.emoji", { src: `/emojis/${id}`, alt: heard ? `:${name}:` : "", title: `:${name}:`, draggable: "false" });
}
