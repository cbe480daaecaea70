// Message components: containers, texts, sections, galleries, buttons, menus.

import { COMPONENT, STYLE } from "./discord.js";
import { freshId, h } from "./dom.js";
import { emojiOf } from "./emoji.js";
import { blocks } from "./markdown.js";
import { Popup } from "./popup.js";
import { isText, store } from "./store.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "secondary" };

/**
 * Draws components. `context`: { me, message, press(component, values, element) }.
 */
export function components(list, context) {
  return list.map((component) => one(component, context));
}

function one(component, context) {
  switch (component.type) {
    case COMPONENT.ROW:
      return h("div.row", {}, components(component.components, context));
    case COMPONENT.BUTTON:
      return button(component, context);
    case COMPONENT.LIST:
    case COMPONENT.USERS:
    case COMPONENT.ROLES:
    case COMPONENT.MENTIONABLES:
    case COMPONENT.CHANNELS:
      return select(component, context);
    case COMPONENT.SECTION:
      return h("div.section", {},
        h("div.section-words", {}, components(component.components, context)),
        h("div.section-side", {}, one(component.accessory, context)));
    case COMPONENT.TEXT:
      return h("div.text", {}, blocks(component.content, context.me));
    case COMPONENT.THUMBNAIL:
      return picture(component, "thumbnail");
    case COMPONENT.GALLERY:
      return h("div.gallery", { data: { count: Math.min(component.items.length, 4) } },
        component.items.map((item) => picture(item, "gallery-item")));
    case COMPONENT.FILE:
      return h("div.file", {}, link(component.file.url, component.file.url.split("/").pop()));
    case COMPONENT.SEPARATOR:
      return h("hr", { class: `separator spacing-${component.spacing ?? 1}${component.divider === false ? " bare" : ""}` });
    case COMPONENT.CONTAINER:
      return container(component, context);
    default:
      return h("p.unknown", {}, `(a component of type ${component.type} that this room cannot show)`);
  }
}

function container(component, context) {
  const element = h("div.container", {}, components(component.components, context));
  if (component.accent_color != null) {
    element.style.setProperty("--accent", `#${component.accent_color.toString(16).padStart(6, "0")}`);
    element.classList.add("accented");
  }
  return element;
}

/** The address of a file of this room, whatever name the page was opened by; null for other addresses. */
export function localPath(url) {
  const at = url.indexOf("/attachments/");
  return at >= 0 && /^http:\/\/(127\.|localhost|\[::1\])/.test(url) ? url.slice(at) : null;
}

function link(url, text) {
  return h("a", { href: localPath(url) ?? url, target: "_blank", rel: "noopener noreferrer" }, text);
}

function picture(item, className) {
  const path = localPath(item.media.url);
  const alt = item.description ?? "";
  // Pictures from elsewhere are not loaded: the room stays on this machine.
  if (!path) return h(`div.${className}`, {}, link(item.media.url, alt || item.media.url));
  const { width, height } = item.media;
  const image = h("img", { src: path, alt, width, height, loading: "lazy", draggable: "false" });
  const frame = h(`a.${className}`, { href: path, target: "_blank", rel: "noopener", "aria-label": alt || "Picture" }, image);
  if (item.spoiler) frame.classList.add("spoiler-picture");
  return frame;
}

function button(component, context) {
  const words = [
    component.emoji && emojiOf(component.emoji, !component.label),
    component.label && h("span.button-label", {}, component.label),
    component.style === STYLE.LINK && h("span", { "aria-hidden": "true" }, " ↗"),
  ];
  const look = `button.${STYLES[component.style] ?? "secondary"}`;
  if (component.style === STYLE.LINK) {
    return h(`a.${look}`, { href: component.url, target: "_blank", rel: "noopener noreferrer",
      "aria-disabled": component.disabled ? "true" : null, data: { testid: "button" } }, words);
  }
  return h(`button.${look}`, {
    type: "button", disabled: component.disabled || component.style === STYLE.PREMIUM,
    data: { testid: "button", customId: component.custom_id },
    onclick: (event) => context.press(component, [], event.currentTarget),
  }, words);
}

/** The choices of a menu: its own, or people and channels of the room. */
function choicesOf(component) {
  const people = () => [...store.people.values(), store.bot].map((p) => ({ label: p.name, value: p.id }));
  const channels = () => [...store.channels.values()].filter(isText)
    .map((c) => ({ label: `#${c.name}`, value: c.id }));
  switch (component.type) {
    case COMPONENT.LIST: return component.options;
    case COMPONENT.CHANNELS: return channels();
    case COMPONENT.ROLES: return [];
    default: return people();
  }
}

function select(component, context) {
  const max = component.max_values ?? 1;
  const min = component.min_values ?? 1;
  const chosen = new Set((component.options ?? []).filter((o) => o.default).map((o) => o.value));
  const words = () => choicesOf(component).filter((o) => chosen.has(o.value)).map((o) => o.label).join(", ")
    || component.placeholder || "Make a selection";
  const label = h("span.select-label", { id: freshId("select") }, words());
  const trigger = h("button.select", {
    type: "button", disabled: component.disabled, role: "combobox", "aria-haspopup": "listbox", "aria-expanded": "false",
    "aria-label": component.placeholder ?? "Menu", "aria-describedby": label.id,
    data: { testid: "select", customId: component.custom_id },
  }, label, h("span.select-arrow", { "aria-hidden": "true" }, "▾"));
  label.classList.toggle("placeholder", chosen.size === 0);
  const popup = new Popup(trigger, {
    label: component.placeholder ?? "Choices", testid: "select-option",
    onClose: () => {
      trigger.setAttribute("aria-expanded", "false");
      if (max > 1) finish();
    },
  });
  popup.bind(trigger);
  let before = "";
  const finish = () => {
    const now = [...chosen].sort().join("\n");
    if (now === before) return;
    if (chosen.size < min) return;
    before = now;
    context.press(component, [...chosen], trigger);
  };
  const toggle = (value) => {
    if (max === 1) {
      before = "";
      popup.close();
      context.press(component, [value], trigger);
      return;
    }
    if (!chosen.delete(value) && chosen.size < max) chosen.add(value);
    label.textContent = words();
    label.classList.toggle("placeholder", chosen.size === 0);
    show(popup.active);
  };
  const show = (active = 0) => {
    const items = choicesOf(component).map((option) => ({
      icon: option.emoji && emojiOf(option.emoji, false), label: option.label,
      detail: option.description, selected: chosen.has(option.value), data: { value: option.value },
      mark: max > 1 ? (chosen.has(option.value) ? "☑" : "☐") : undefined,
      pick: () => toggle(option.value),
    }));
    const title = max > 1 ? `Choose ${min === max ? max : `${min} to ${max}`}, then press Escape or click outside` : undefined;
    popup.show(items, { title, active, message: "Nothing to choose" });
  };
  const open = () => {
    before = [...chosen].sort().join("\n");
    trigger.setAttribute("aria-expanded", "true");
    show();
  };
  trigger.addEventListener("click", () => (popup.open ? popup.close() : open()));
  trigger.addEventListener("blur", () => popup.close());
  trigger.addEventListener("keydown", (event) => {
    if (popup.key(event)) return;
    if (!popup.open && ["ArrowDown", "ArrowUp"].includes(event.key)) {
      event.preventDefault();
      open();
    } else if (popup.open && ["Enter", " "].includes(event.key)) {
      event.preventDefault();
      popup.pick();
    } else if (popup.open && event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      popup.close();
    }
  });
  return trigger;
}
