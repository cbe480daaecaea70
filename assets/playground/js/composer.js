// The box under the messages: plain words, or a slash command with its options.

import { entries, matching } from "./commands.js";
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
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("blur", () => this.popup.close());
    this.input.addEventListener("focus", () => this.typed());
  }

  close() {
    this.popup.close();
    this.fields.forEach((field) => field.close());
  }

  focus() {
    (this.fields[0]?.input ?? this.input).focus();
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
    // A whole command and a space: the rest belongs to its first option.
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

  key(event) {
    if (this.popup.key(event)) return;
    if ((event.key === "Enter" || event.key === "Tab") && this.popup.open && this.popup.pick()) {
      event.preventDefault();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape" && this.popup.open) {
      event.preventDefault();
      this.popup.close();
    }
  }

  /** Turns to a command: its required options stand ready, `rest` goes into the first. */
  begin(entry, rest) {
    this.popup.close();
    this.entry = entry;
    this.fields = [];
    this.input.hidden = true;
    this.command.hidden = false;
    this.command.setAttribute("aria-label", `Command /${entry.name}`);
    this.drawCommand();
    entry.options.filter((o) => o.required).forEach((o) => this.add(o));
    if (!this.fields.length && rest.trim() && entry.options.length) this.add(entry.options[0]);
    if (this.fields.length) {
      this.fields[0].input.focus();
      if (rest) this.fields[0].set(rest);
    } else this.command.focus();
  }

  drawCommand() {
    const { entry } = this;
    const free = entry.options.filter((o) => !this.fields.some((f) => f.option === o));
    const more = free.map((option) => h("button.option-add", {
      type: "button", title: option.description, "aria-label": `Add option ${option.name}: ${option.description}`,
      data: { testid: `add-${option.name}` },
      onclick: () => this.add(option).input.focus(),
    }, `+ ${option.name}`));
    this.command.replaceChildren(
      h("button.command-name", { type: "button", "aria-label": `/${entry.name}, press to leave the command`, title: entry.description,
        onclick: () => this.leave() }, `/${entry.name}`),
      ...this.fields.map((f) => f.element), ...more);
    this.command.tabIndex = -1;
    this.command.onkeydown = (event) => {
      if (event.target !== this.command) return;
      if (event.key === "Enter") this.submit();
      if (event.key === "Escape" || event.key === "Backspace") this.leave();
      if (event.key === "Enter" || event.key === "Backspace") event.preventDefault();
    };
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

  /** After a pick: on to the next empty required field, or stay, so that Enter sends. */
  next(field) {
    const following = this.fields.find((f) => f !== field && f.empty && f.option.required);
    (following ?? field).input.focus();
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
    return (near ? near.input : this.command).focus();
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
    if (wrong.length) {
      wrong[0][0].input.focus();
      return;
    }
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
    waiting();
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
