// The part of Discord's Markdown that messages use, straight to elements.

import { emojiOf } from "./emoji.js";
import { h } from "./dom.js";
import { channelTitle, nameOf, store } from "./store.js";

/** A text with blocks: headings, small print, lists, quotes, code. `me` is the reading person's id. */
export function blocks(text, me) {
  const out = [];
  const pieces = text.split(/```(?:([a-zA-Z0-9+-]*)\n)?([\s\S]*?)```/);
  for (let i = 0; i < pieces.length; i += 3) {
    if (pieces[i]) out.push(...lines(pieces[i].replace(/^\n|\n$/g, ""), me));
    if (i + 2 < pieces.length) {
      const code = pieces[i + 2].replace(/^\n/, "").replace(/\n$/, "");
      out.push(h("pre.code", { tabindex: "0" }, h("code", {}, code)));
    }
  }
  return out;
}

function lines(text, me) {
  const out = [];
  let list = null;
  let paragraph = null;
  const close = () => {
    list = null;
    paragraph = null;
  };
  for (const line of text.split("\n")) {
    let match;
    if ((match = line.match(/^(#{1,3}) +(.+)$/))) {
      close();
      out.push(h(`h${match[1].length + 2}.md-h${match[1].length}`, {}, inline(match[2], me)));
    } else if ((match = line.match(/^-# +(.+)$/))) {
      close();
      out.push(h("p.subtext", {}, inline(match[1], me)));
    } else if ((match = line.match(/^(\s*)(?:[-*]|(\d+)\.) +(.+)$/))) {
      const tag = match[2] ? "ol" : "ul";
      paragraph = null;
      if (!list || list.tagName !== tag.toUpperCase()) {
        list = h(tag, match[2] ? { start: match[2] } : {});
        out.push(list);
      }
      list.append(h(match[1].length >= 2 ? "li.nested" : "li", {}, inline(match[3], me)));
    } else if ((match = line.match(/^> ?(.*)$/))) {
      list = null;
      if (!paragraph?.matches("blockquote")) {
        paragraph = h("blockquote");
        out.push(paragraph);
      } else paragraph.append(h("br"));
      paragraph.append(...inline(match[1], me));
    } else {
      list = null;
      if (!paragraph?.matches("p")) {
        paragraph = h("p");
        out.push(paragraph);
      } else paragraph.append(h("br"));
      paragraph.append(...inline(line, me));
    }
  }
  return out;
}

/** A text in words alone, for where it is only heard or glanced at; what is hidden stays so. */
export function plain(text) {
  const words = h("div", {}, blocks(text));
  words.querySelectorAll(".spoiler").forEach((hidden) => hidden.replaceWith("(hidden)"));
  words.querySelectorAll("br, li, :scope > *").forEach((element) => element.after(" "));
  return words.textContent.replace(/\s+/g, " ").trim();
}

const RULES = [
  [/^\\([^a-zA-Z0-9\s])/, (m) => m[1]],
  [/^(`+)([\s\S]*?[^`])\1(?!`)/, (m) => h("code.inline", {}, m[2].trim() || m[2])],
  [/^\*\*\*([\s\S]+?)\*\*\*/, (m, me) => h("strong", {}, h("em", {}, inline(m[1], me)))],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (m, me) => h("strong", {}, inline(m[1], me))],
  [/^__([\s\S]+?)__(?!_)/, (m, me) => h("u", {}, inline(m[1], me))],
  [/^~~([\s\S]+?)~~/, (m, me) => h("s", {}, inline(m[1], me))],
  [/^\|\|([\s\S]+?)\|\|/, (m, me) => spoiler(m[1], me)],
  [/^\*(?![\s*])([\s\S]*?[^\s*])\*(?!\*)/, (m, me) => h("em", {}, inline(m[1], me))],
  [/^_(?![\s_])([\s\S]*?[^\s_])_(?![\w])/, (m, me) => h("em", {}, inline(m[1], me))],
  [/^<@!?(\d+)>/, (m, me) => mention(m[1], me)],
  [/^<a?:(\w{2,32}):(\d+)>/, (m) => emojiOf({ id: m[2], name: m[1] }, true)],
  [/^<#(\d+)>/, (m) => channelMention(m[1])],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (m) => time(m[0], Number(m[1]), m[2] ?? "f")],
  [/^<\/([^:>]+):\d+>/, (m) => h("span.mention", {}, `/${m[1]}`)],
  [/^\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/, (m, me) => link(m[2], inline(m[1], me))],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => link(m[1], m[1])],
  [/^https?:\/\/[^\s<>]+[^\s<>.,:;"')\]]/, (m) => link(m[0], m[0])],
];
const PLAIN = /^(?:[^\\`*_~|<\[h]+|[\s\S])/;

/** A text without blocks, as nodes. */
export function inline(text, me) {
  const out = [];
  let rest = text;
  let before = "";
  while (rest) {
    let taken = null;
    for (const [pattern, make] of RULES) {
      // An underscore within a word is no emphasis.
      if (rest[0] === "_" && /\w$/.test(before)) break;
      const match = rest.match(pattern);
      if (match) {
        out.push(make(match, me));
        taken = match[0];
        break;
      }
    }
    if (taken === null) {
      taken = rest.match(PLAIN)[0];
      out.push(taken);
    }
    before = taken;
    rest = rest.slice(taken.length);
  }
  return out;
}

function spoiler(text, me) {
  const show = (event) => {
    event.currentTarget.classList.add("shown");
    // Without its label it is read aloud as what it says.
    event.currentTarget.removeAttribute("aria-label");
  };
  return h("button.spoiler", { type: "button", "aria-label": "Hidden text, press to show", onclick: show }, inline(text, me));
}

function mention(id, me) {
  const name = nameOf(id);
  return h(id === me ? "span.mention.me" : "span.mention", { data: { user: id } }, name ? `@${name}` : "@unknown");
}

function channelMention(id) {
  const channel = store.channels.get(id);
  if (!channel) return h("span.mention", {}, "#unknown");
  const open = (event) =>
    event.currentTarget.dispatchEvent(new CustomEvent("open-channel", { bubbles: true, detail: { channel: id } }));
  return h("button.mention", { type: "button", onclick: open }, channelTitle(channel));
}

/** A link: to a message of this room it opens the channel, elsewhere a new tab. */
function link(url, children) {
  const inside = url.match(/^https?:\/\/(?:discord\.com|[^/]+)\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/);
  if (inside && store.channels.has(inside[1])) {
    const open = (event) =>
      event.currentTarget.dispatchEvent(
        new CustomEvent("open-channel", { bubbles: true, detail: { channel: inside[1], message: inside[2] } }));
    const label = url === children ? channelTitle(store.channels.get(inside[1])) : children;
    return h("button.mention", { type: "button", onclick: open }, label);
  }
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, children);
}

const STYLES = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};

/** A moment, as `typed` in a message. One that no calendar has stays as it was typed. */
function time(typed, seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return typed;
  const full = date.toLocaleString([], STYLES.F);
  if (style === "R") {
    return h("time.stamp", { datetime: date.toISOString(), title: full, data: { relative: seconds } }, relative(seconds));
  }
  return h("time.stamp", { datetime: date.toISOString(), title: full }, date.toLocaleString([], STYLES[style]));
}

function relative(seconds) {
  const away = seconds - Date.now() / 1000;
  const units = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
  const [unit, size] = units.find(([, size]) => Math.abs(away) >= size) ?? ["second", 1];
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(Math.round(away / size), unit);
}

setInterval(() => {
  for (const stamp of document.querySelectorAll("time[data-relative]")) {
    stamp.textContent = relative(Number(stamp.dataset.relative));
  }
}, 5000);
