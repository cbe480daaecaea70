// One option of a command that is being typed: a chip with a field and its suggestions.

import { OPTION } from "./discord.js";
import { freshId, h, lengthOf, toast } from "./dom.js";
import { interact } from "./net.js";
import { Popup } from "./popup.js";
import { isText, store } from "./store.js";

/** A name as it is compared: without the sign of a person or a channel. */
const bare = (name) => name.toLowerCase().replace(/^[@#]/, "");

export class Field {
  /** `form`: { box, context(): {person, channel, entry}, values(), own(field, text), next(field), submit(), remove(field), cancel() }. */
  constructor(form, option) {
    this.form = form;
    this.option = option;
    this.picked = null;
    this.turn = 0;
    const id = freshId("option");
    this.input = h("input.option-input", {
      id, type: "text", autocomplete: "off", spellcheck: "false", role: "combobox", "aria-expanded": "false",
      "aria-autocomplete": "list", "aria-label": `${option.name}: ${option.description}`,
      "aria-required": option.required ? "true" : null,
      inputmode: option.type === OPTION.INTEGER ? "numeric" : option.type === OPTION.NUMBER ? "decimal" : null,
      data: { testid: `option-${option.name}` },
    });
    this.error = h("span.option-error", { id: `${id}-error` });
    this.input.setAttribute("aria-describedby", this.error.id);
    const remove = !option.required && h("button.option-remove", {
      type: "button", "aria-label": `Remove ${option.name}`, tabindex: "-1", onclick: () => form.remove(this) }, "✕");
    this.element = h("span.option", {}, h("label.option-name", { for: id }, option.name), this.input, remove, this.error);
    this.popup = new Popup(form.box, {
      label: `Suggestions for ${option.name}`, testid: "suggestion", above: true,
      onClose: () => this.input.setAttribute("aria-expanded", "false"),
    });
    this.popup.bind(this.input);
    this.grow();
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("focus", () => this.suggest());
    this.input.addEventListener("blur", () => this.popup.close());
    this.input.addEventListener("keydown", (event) => this.key(event));
  }

  get empty() {
    return this.input.value.trim() === "" && this.picked === null;
  }

  /** What is sent: the value of the picked suggestion, or the text. */
  get value() {
    return this.picked ? this.picked.value : this.input.value.trim();
  }

  get closed() {
    return this.option.choices?.length > 0 || [OPTION.BOOLEAN, OPTION.USER, OPTION.CHANNEL, OPTION.MENTIONABLE].includes(this.option.type);
  }

  set(text) {
    this.input.value = text;
    this.typed();
  }

  grow() {
    this.input.style.width = `${Math.min(Math.max(this.input.value.length + 2, 8), 40)}ch`;
  }

  typed() {
    this.picked = null;
    const own = this.form.own(this, this.input.value);
    if (own !== this.input.value) this.input.value = own;
    this.complain("");
    this.grow();
    this.suggest();
  }

  complain(text) {
    this.error.textContent = text;
    this.element.classList.toggle("wrong", Boolean(text));
    this.input.setAttribute("aria-invalid", text ? "true" : "false");
  }

  /** What is wrong with it, in words; empty when nothing is. */
  check() {
    const { option } = this;
    if (this.empty) return option.required ? "needed" : "";
    const text = String(this.value);
    if (this.closed && !this.picked) {
      const begun = this.choices().filter((c) => bare(c.name).startsWith(bare(text)));
      const match = begun.find((c) => bare(c.name) === bare(text)) ?? (begun.length === 1 && begun[0]);
      if (!match) return "choose one of the list";
      this.picked = match;
    }
    if (option.type === OPTION.INTEGER && !/^[+-]?\d+$/.test(text)) return "a whole number";
    if (option.type === OPTION.NUMBER && Number.isNaN(Number(text))) return "a number";
    if ([OPTION.INTEGER, OPTION.NUMBER].includes(option.type)) {
      if (option.min_value !== undefined && Number(text) < option.min_value) return `at least ${option.min_value}`;
      if (option.max_value !== undefined && Number(text) > option.max_value) return `at most ${option.max_value}`;
    }
    if (option.type === OPTION.STRING) {
      if (option.min_length && lengthOf(text) < option.min_length) return `at least ${option.min_length} characters`;
      if (option.max_length && lengthOf(text) > option.max_length) return `at most ${option.max_length} characters`;
    }
    return "";
  }

  /** The choices that are known without asking the bot. */
  choices() {
    switch (this.option.type) {
      case OPTION.BOOLEAN:
        return [{ name: "True", value: "true" }, { name: "False", value: "false" }];
      case OPTION.USER:
      case OPTION.MENTIONABLE:
        return [...store.people.values(), store.bot].map((p) => ({ name: p.name, value: p.id }));
      case OPTION.CHANNEL:
        return [...store.channels.values()].filter(isText).map((c) => ({ name: `#${c.name}`, value: c.id }));
      default:
        return this.option.choices ?? [];
    }
  }

  suggest() {
    if (document.activeElement !== this.input) return undefined;
    if (this.option.autocomplete) return this.ask();
    const typed = this.picked ? "" : bare(this.input.value.trim());
    const fits = this.choices().filter((c) => bare(c.name).includes(typed));
    return this.show(fits, this.closed ? "Nothing fits" : undefined);
  }

  /** Asks the bot, a moment after the last key. */
  ask() {
    const turn = ++this.turn;
    clearTimeout(this.soon);
    this.soon = setTimeout(async () => {
      const { person, channel, entry } = this.form.context();
      const options = { ...this.form.values(), [this.option.name]: this.input.value };
      try {
        const details = { id: entry.id, path: entry.path, options, focused: this.option.name };
        const result = await interact(person, channel, "autocomplete", details);
        if (turn !== this.turn || document.activeElement !== this.input || this.picked) return;
        if (result.outcome === "choices") this.show(result.choices ?? [], "No suggestions");
        else this.show([], result.online ? "Loading the choices failed" : "The bot is not connected");
      } catch (error) {
        toast(error.message);
      }
    }, this.popup.open ? 90 : 0);
  }

  show(choices, message) {
    const { option } = this;
    const range = [option.min_value !== undefined && `at least ${option.min_value}`, option.max_value !== undefined && `at most ${option.max_value}`];
    const hint = range.filter(Boolean).join(", ");
    const title = `${option.name}: ${option.description}${hint ? ` (${hint})` : ""}`;
    const items = choices.map((choice) => ({
      label: choice.name, data: { value: choice.value }, pick: () => this.take(choice),
    }));
    this.popup.show(items, { title, message });
    this.input.setAttribute("aria-expanded", String(this.popup.open));
  }

  take(choice) {
    this.turn++;
    this.picked = choice;
    this.input.value = choice.name;
    this.complain("");
    this.grow();
    this.popup.close();
    this.form.next(this);
  }

  key(event) {
    if (this.popup.key(event)) return;
    const picks = this.popup.open && this.popup.active >= 0 && !this.picked;
    const skips = this.empty && !this.option.required && !this.popup.moved;
    if (event.key === "Enter") {
      event.preventDefault();
      if (picks && !skips) this.popup.pick();
      else this.form.submit();
    } else if (event.key === "Tab" && !event.shiftKey && picks && !(this.empty && !this.popup.moved)) {
      event.preventDefault();
      this.popup.pick();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (this.popup.open) this.popup.close();
      else this.form.cancel();
    } else if (event.key === "Backspace" && this.input.value === "") {
      event.preventDefault();
      this.form.remove(this);
    } else if (event.key === "Backspace" && this.picked) {
      // A picked suggestion goes as a whole.
      event.preventDefault();
      this.set("");
    }
  }

  close() {
    clearTimeout(this.soon);
    this.turn++;
    this.popup.close();
  }
}
