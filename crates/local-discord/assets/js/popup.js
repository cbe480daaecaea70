// A list of choices that opens at an element: for menus, suggestions and commands.

import { freshId, h } from "./dom.js";

/**
 * items: [{ label, icon?, detail?, hint?, selected?, data?, pick() }]. The list is driven by the keys that its owner hands to `key`.
 */
export class Popup {
  constructor(anchor, { label, testid, above = false, onClose } = {}) {
    this.anchor = anchor;
    this.above = above;
    this.testid = testid;
    this.onClose = onClose;
    this.items = [];
    this.active = -1;
    // Somebody has gone through the items with the keys.
    this.moved = false;
    this.list = h("ul.popup", { role: "listbox", id: freshId("list"), "aria-label": label });
    this.follow = () => this.place();
  }

  get open() {
    return this.list.isConnected;
  }

  /** Shows the items; `message` stands in for an empty list. */
  show(items, { message, title, active = 0 } = {}) {
    this.items = items;
    this.moved = false;
    this.list.replaceChildren();
    if (title) this.list.append(h("li.popup-title", { role: "presentation" }, title));
    if (!items.length && message) this.list.append(h("li.popup-message", { role: "presentation" }, message));
    items.forEach((item, index) => this.list.append(this.row(item, index)));
    if (!items.length && !message && !title) return this.close();
    if (!this.open) {
      document.body.append(this.list);
      addEventListener("scroll", this.follow, true);
      addEventListener("resize", this.follow);
    }
    this.place();
    this.activate(items.length ? Math.min(active, items.length - 1) : -1);
    return undefined;
  }

  row(item, index) {
    return h("li.popup-item", {
      role: "option", id: `${this.list.id}-${index}`, "aria-selected": item.selected ? "true" : "false",
      data: { testid: this.testid, ...item.data },
      // Keeps the focus where it is.
      onmousedown: (event) => event.preventDefault(),
      onmousemove: () => this.active !== index && this.activate(index),
      onclick: () => item.pick(),
    },
    item.mark !== undefined && h("span.popup-mark", { "aria-hidden": "true" }, item.mark),
    h("span.popup-words", {}, h("span.popup-label", {}, item.icon, item.label), item.detail && h("span.popup-detail", {}, item.detail)),
    item.hint && h("span.popup-hint", {}, item.hint));
  }

  place() {
    const box = this.anchor.getBoundingClientRect();
    if (!box.width && !box.height) return this.close();
    const width = Math.min(Math.max(box.width, 220), innerWidth - 16);
    const style = this.list.style;
    style.width = `${width}px`;
    style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
    const below = innerHeight - box.bottom - 12;
    const over = box.top - 12;
    const up = this.above || (below < 220 && over > below);
    style.maxHeight = `${Math.min(380, up ? over : below)}px`;
    style.top = up ? "auto" : `${box.bottom + 4}px`;
    style.bottom = up ? `${innerHeight - box.top + 6}px` : "auto";
    return undefined;
  }

  activate(index) {
    this.active = index;
    [...this.list.querySelectorAll(".popup-item")].forEach((row, at) => row.classList.toggle("active", at === index));
    const row = this.list.querySelectorAll(".popup-item")[index];
    row?.scrollIntoView({ block: "nearest" });
    if (row) this.anchorInput?.setAttribute("aria-activedescendant", row.id);
    else this.anchorInput?.removeAttribute("aria-activedescendant");
  }

  /** Ties the list to the field that drives it. */
  bind(input) {
    this.anchorInput = input;
    input.setAttribute("aria-controls", this.list.id);
  }

  /** Moves with the arrow keys. True when the key was used. */
  key(event) {
    if (!this.open || !this.items.length) return false;
    const last = this.items.length - 1;
    const to = { ArrowDown: this.active >= last ? 0 : this.active + 1, ArrowUp: this.active <= 0 ? last : this.active - 1,
      PageDown: Math.min(last, this.active + 8), PageUp: Math.max(0, this.active - 8) }[event.key];
    if (to === undefined) return false;
    event.preventDefault();
    this.moved = true;
    this.activate(to);
    return true;
  }

  /** Picks the active item. True when there was one. */
  pick() {
    if (!this.open || this.active < 0) return false;
    this.items[this.active].pick();
    return true;
  }

  close() {
    if (!this.open) return;
    this.list.remove();
    removeEventListener("scroll", this.follow, true);
    removeEventListener("resize", this.follow);
    this.anchorInput?.removeAttribute("aria-activedescendant");
    this.onClose?.();
  }
}
