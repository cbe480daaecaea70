// Building elements. Text always goes in as text: nothing here parses HTML.

/** Makes an element: h("button.plain", { type: "button", onclick }, "Text", child). */
export function h(tag, props = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "data") {
      for (const [name, word] of Object.entries(value)) if (word !== undefined) element.dataset[name] = word;
    }
    else if (key === "value") element.value = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  append(element, children);
  return element;
}

/** How many characters a text has, as the room counts them: an emoji is one. */
export const lengthOf = (text) => [...text].length;

export function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child);
  }
}

const ICONS = {
  eye: "M1 8s2.5-5 7-5 7 5 7 5-2.5 5-7 5-7-5-7-5zm7-2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  thread: "M2 2h12v9H7l-3 3v-3H2zm2.5 3v1.4h7V5zm0 2.6V9h5V7.6z",
};

/** A small drawing in the colour of the text: the same with every set of fonts. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  path.setAttribute("fill", "currentColor");
  path.setAttribute("fill-rule", "evenodd");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "drawing");
  svg.append(path);
  return svg;
}

let counter = 0;
/** An id that no other element has. */
export const freshId = (prefix) => `${prefix}-${++counter}`;

export const hueOf = (text) => [...text].reduce((sum, c) => (sum * 31 + c.codePointAt(0)) % 360, 7);

export function avatar(name, bot = false) {
  const letters = [...name.trim()].slice(0, 1).join("").toUpperCase() || "?";
  const element = h("span.avatar", { "aria-hidden": "true" }, letters);
  element.style.setProperty("--hue", bot ? 235 : hueOf(name));
  if (bot) element.classList.add("avatar-bot");
  return element;
}

/** Says something to people who cannot see the page. */
export function announce(text) {
  document.getElementById("announcer").textContent = text;
}

export function toast(text) {
  const box = document.getElementById("toasts");
  const close = h("button.plain", { type: "button", "aria-label": "Close this notice", onclick: () => item.remove() }, "✕");
  const item = h("div.toast", { data: { testid: "toast" } }, h("span", {}, text), close);
  box.append(item);
  while (box.children.length > 4) box.firstChild.remove();
  setTimeout(() => item.remove(), 8000);
}
