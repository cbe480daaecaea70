// The box under the messages: plain words, or a slash command with its options.

import { entries, matching, named } from "./commands.js";
import { OPTION } from "./discord.js";
import { h, toast } from "./dom.js";
import { Field } from "./field.js";
import { call, interact } from "./net.js";
import { Popup } from "./popup.js";
import { channelTitle, nameOf, store } from "./store.js";

export class Composer {
  constructor(view) {
    this.view = view;
    this.entry = null;
    this.fields = [];
    const channel = store.channels.get(view.channel);
    const title = channelTitle(channel);
    this.input = h("textarea.words", {
      rows: "1", placeholder: `Message ${title}, or / for commands`, "aria-label": `Message ${title} as ${nameOf(view.person)}`,
      role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list", autocomplete: "off", maxlength: "2000",
      data: { testid: "composer" },
    });
    this.command = h("div.command", { hidden: true, role: "group", data: { testid: "command" } });
    this.send = h("button.send", { type: "button", "aria-label": "Send", data: { testid: "send" }, onclick: () => this.submit() }, "➤");
    this.box = h("div.composer-box", {}, this.input, this.command, this.send);
    this.element = h("footer.composer", {}, this.box);
    this.popup = new Popup(this.box, {
      label: "Commands", testid: "command-option", above: true,
      onClose: () => this.input.setAttribute("aria-expanded", "false"),
    });
    this.popup.bind(this.input);
    // What is typed behind a command's options: the name of another one.
    this.tail = h("input.option-input.tail", {
      type: "text", autocomplete: "off", spellcheck: "false", role: "combobox", "aria-expanded": "false",
      "aria-autocomplete": "list", data: { testid: "more-options" },
    });
    this.more = new Popup(this.box, {
      label: "Options", testid: "option-name", above: true, onClose: () => this.tail.setAttribute("aria-expanded", "false"),
    });
    this.more.bind(this.tail);
    this.tail.addEventListener("input", () => this.offer());
    this.tail.addEventListener("focus", () => this.offer());
    this.tail.addEventListener("blur", () => this.more.close());
    this.tail.addEventListener("keydown", (event) => this.tailKey(event));
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("keydown", (event) => this.key(event, this.popup));
    this.input.addEventListener("blur", () => this.popup.close());
    this.input.addEventListener("focus", () => this.typed());
  }

  close() {
    this.popup.close();
    this.more.close();
    this.fields.forEach((field) => field.close());
  }

  focus() {
    (this.fields[0]?.input ?? (this.entry ? this.tail : this.input)).focus();
  }

  get channel() {
    return store.channels.get(this.view.channel);
  }

  typed() {
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, 160)}px`;
    const text = this.input.value;
    if (!text.startsWith("/") || text.includes("\n")) return this.popup.close();
    const all = entries(this.channel);
    const words = text.slice(1);
    // A whole command and a space: the rest belongs to its options.
    const whole = words.includes(" ") && all.filter((e) => words.toLowerCase().startsWith(`${e.name} `))
      .sort((a, b) => b.name.length - a.name.length)[0];
    if (whole) return this.begin(whole, words.slice(whole.name.length + 1));
    const found = matching(all, words);
    const items = found.slice(0, 50).map((entry) => ({
      label: `/${entry.name}`, detail: entry.description, mark: "/", data: { command: entry.name },
      hint: entry.options.filter((o) => o.required).map((o) => o.name).join(" "),
      pick: () => this.begin(entry, ""),
    }));
    const none = store.commands.length ? "No command fits" : "The bot has no commands yet";
    this.popup.show(items, { title: `Commands of ${store.bot.name}`, message: none });
    return this.input.setAttribute("aria-expanded", "true");
  }

  key(event, popup) {
    if (popup.key(event)) return;
    if ((event.key === "Enter" || event.key === "Tab") && popup.pick()) {
      event.preventDefault();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape" && popup.open) {
      event.preventDefault();
      popup.close();
    }
  }

  tailKey(event) {
    const leaves = event.key === "Escape" ? !this.more.open : event.key === "Backspace" && this.tail.value === "";
    if (!leaves) return this.key(event, this.more);
    event.preventDefault();
    const last = event.key === "Backspace" && this.fields.at(-1);
    return last ? last.input.focus() : this.leave();
  }

  /** Offers the options that are not there yet; a name with a colon, or words that begin none, turn into a field. */
  offer() {
    const typed = this.tail.value.trim().toLowerCase();
    const [words, pairs] = named(this.tail.value, this.entry.options);
    const free = this.free();
    const begun = free.filter((o) => o.name.startsWith(typed));
    const first = words.trim() && !begun.length && !this.fields.length && free[0]?.type === OPTION.STRING;
    if (first || pairs.length) {
      this.tail.value = first ? "" : words.trim();
      return this.fill(first ? [[free[0], words.trimStart()], ...pairs] : pairs);
    }
    const items = begun.map((option) => ({
      label: option.name, detail: option.description, data: { option: option.name },
      pick: () => {
        this.tail.value = "";
        this.fill([[option, ""]]);
      },
    }));
    const none = free.length ? `No other option of /${this.entry.name} fits` : `/${this.entry.name} has no other options`;
    this.more.show(items, { message: typed && none, active: typed ? 0 : -1 });
    return this.tail.setAttribute("aria-expanded", String(this.more.open));
  }

  /** Gives options their values; the last one goes on being typed. */
  fill(pairs) {
    for (const [option, value] of pairs) {
      const field = this.fields.find((f) => f.option === option) ?? this.add(option);
      field.set(value);
      field.input.focus();
    }
  }

  free() {
    return this.entry.options.filter((o) => !this.fields.some((f) => f.option === o));
  }

  /** Turns to a command: its required options stand ready, `rest` goes on being typed. */
  begin(entry, rest) {
    this.popup.close();
    this.entry = entry;
    this.fields = [];
    this.input.hidden = true;
    this.command.hidden = false;
    this.command.setAttribute("aria-label", `Command /${entry.name}`);
    this.tail.setAttribute("aria-label", `More options of /${entry.name}`);
    this.tail.value = "";
    this.drawCommand();
    entry.options.filter((o) => o.required).forEach((o) => this.add(o));
    if (!this.fields.length) this.tail.value = rest;
    this.focus();
    if (this.fields.length && rest) this.fields[0].set(rest);
  }

  drawCommand() {
    const { entry } = this;
    const more = this.free().map((option) => h("button.option-add", {
      type: "button", title: option.description, "aria-label": `Add option ${option.name}: ${option.description}`,
      data: { testid: `add-${option.name}` },
      onclick: () => this.add(option).input.focus(),
    }, `+ ${option.name}`));
    this.command.replaceChildren(
      h("button.command-name", { type: "button", "aria-label": `/${entry.name}, press to leave the command`, title: entry.description,
        onclick: () => this.leave() }, `/${entry.name}`),
      ...this.fields.map((f) => f.element), this.tail, ...more);
  }

  add(option) {
    const field = new Field(this, option);
    this.fields.push(field);
    this.drawCommand();
    return field;
  }

  // What a field asks of its form:

  context() {
    return { person: this.view.person, channel: this.view.channel, entry: this.entry };
  }

  values() {
    return Object.fromEntries(this.fields.filter((f) => !f.empty).map((f) => [f.option.name, f.value]));
  }

  /** What was typed into a field, without what belongs to others: `gin variant:okla` in that of the game is `gin`. */
  own(field, text) {
    const [words, pairs] = named(text, this.entry.options);
    if (!pairs.length) return text;
    const own = pairs.filter(([option]) => option === field.option).map(([, value]) => value);
    this.fill(pairs.filter(([option]) => option !== field.option));
    return [words.trim(), ...own].filter(Boolean).join(" ");
  }

  /** After a pick: on to the next empty required field, or behind all of them, where Enter sends. */
  next(field) {
    const following = this.fields.find((f) => f !== field && f.empty && f.option.required);
    (following?.input ?? this.tail).focus();
  }

  remove(field) {
    const at = this.fields.indexOf(field);
    if (field.option.required || at < 0) {
      const before = this.fields[at - 1];
      return before ? before.input.focus() : this.leave();
    }
    field.close();
    this.fields.splice(at, 1);
    this.drawCommand();
    const near = this.fields[at - 1] ?? this.fields[at];
    return (near?.input ?? this.tail).focus();
  }

  cancel() {
    this.leave();
  }

  /** Back to plain words. */
  leave() {
    this.fields.forEach((field) => field.close());
    this.fields = [];
    this.entry = null;
    this.command.hidden = true;
    this.input.hidden = false;
    this.input.value = "";
    this.input.focus();
  }

  submit() {
    return this.entry ? this.useCommand() : this.say();
  }

  async say() {
    const content = this.input.value.trim();
    if (!content) return;
    this.input.value = "";
    this.input.style.height = "auto";
    try {
      await call("POST", "/room/messages", { person: this.view.person, channel: this.view.channel, content });
    } catch (error) {
      this.input.value = content;
      toast(error.message);
    }
  }

  async useCommand() {
    const wrong = this.fields.map((f) => [f, f.check()]).filter(([, words]) => words);
    this.fields.forEach((f) => f.complain(""));
    wrong.forEach(([f, words]) => f.complain(words));
    if (wrong.length || this.tail.value.trim()) return (wrong[0]?.[0].input ?? this.tail).focus();
    const { entry, view } = this;
    const options = this.values();
    this.leave();
    const waiting = this.waiting(entry);
    try {
      const result = await interact(view.person, view.channel, "command", { id: entry.id, path: entry.path, options });
      if (result.outcome === "failed") {
        view.note(result.online ? `/${entry.name}: the application did not respond. ` : `/${entry.name}: the bot is not connected. `);
      }
      if (result.outcome === "modal") view.pane.openForm({ ...result, view });
    } catch (error) {
      toast(error.message);
    }
    return waiting();
  }

  /** Shows that a command is under way, where that takes longer than a moment. */
  waiting(entry) {
    const line = h("p.sending", { role: "status" }, `Sending /${entry.name}…`);
    const timer = setTimeout(() => this.element.append(line), 400);
    return () => {
      clearTimeout(timer);
      line.remove();
    };
  }
}
