// One message, drawn for one person.

import { components, localPath } from "./components.js";
import { COMPONENT, THREAD_OPENED } from "./discord.js";
import { avatar, h, icon } from "./dom.js";
import { blocks, plain } from "./markdown.js";
import { nameOf, store } from "./store.js";

const clock = (date) => date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

export function shownTime(iso) {
  const date = new Date(iso);
  const today = new Date().toDateString() === date.toDateString();
  return today ? clock(date) : `${date.toLocaleDateString()} ${clock(date)}`;
}

/** Whether a message continues the one before it: same author, little later, nothing between. */
export function continues(message, before) {
  return Boolean(before) && before.author.id === message.author.id && !message.interaction && !message.interaction_metadata
    && !message.components.length && !before.components.length && !message.room.only && !before.room.only && message.type !== 18 && before.type !== 18
    && new Date(message.timestamp) - new Date(before.timestamp) < 7 * 60 * 1000;
}

/**
 * Draws a message. `context`: { me, failed, press(component, values, element), dismiss(), openChannel(id) }.
 * One that cannot be drawn does not take those around it down.
 */
export function drawMessage(message, context, compact) {
  try {
    return drawn(message, context, compact);
  } catch (error) {
    console.error(error);
    return h("article.message.system", { "aria-label": "A message that cannot be shown", data: { testid: "message", messageId: message.id } },
      h("p.unknown", {}, "(a message that this room cannot show)"));
  }
}

function drawn(message, context, compact) {
  const name = nameOf(message.author.id) ?? message.author.global_name ?? message.author.username;
  const bot = message.author.bot;
  const only = message.room.only !== null;
  const named = message.room.pings.includes(context.me);
  const article = h("article.message", {
    "aria-label": `${name}, ${shownTime(message.timestamp)}`,
    data: { testid: "message", messageId: message.id, author: name, ephemeral: String(only) },
  });
  for (const [flag, on] of Object.entries({ only, named, compact, "from-bot": bot })) article.classList.toggle(flag, on);
  if (message.type === THREAD_OPENED) {
    article.classList.add("system");
    article.append(threadLine(message, name, context));
    return article;
  }
  if (message.interaction) article.append(usedLine(message));
  const header = h("header.message-head", {},
    h("span.author", { data: { user: message.author.id } }, name), bot && h("span.tag", {}, "APP"),
    h("time.sent", { datetime: message.timestamp, title: new Date(message.timestamp).toLocaleString() },
      shownTime(message.timestamp)));
  const body = h("div.message-body", {});
  if (message.room.thinking) {
    body.append(h("p.thinking", { role: "status", data: { testid: "thinking" } },
      h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i")), `${name} is thinking…`));
  }
  if (message.content) body.append(h("div.text", {}, blocks(message.content, context.me)));
  message.embeds.forEach((embed) => body.append(drawEmbed(embed, context)));
  if ((message.flags & (1 << 15)) === 0) message.attachments.forEach((file) => body.append(drawFile(file)));
  body.append(...components(message.components, { ...context, message }));
  if (message.edited_timestamp && !isBoard(message)) body.append(h("span.edited", {}, "(edited)"));
  if (message.room.thread && message.thread) body.append(threadButton(message.thread, context));
  if (context.failed) body.append(h("p.failed", { role: "alert", data: { testid: "failed" } }, context.failed));
  if (only) body.append(onlyLine(context));
  article.append(compact ? h("span.gutter", { "aria-hidden": "true" }) : avatar(name, bot),
    h("div.message-main", {}, compact ? null : header, body));
  return article;
}

/** Messages made of components are edited all the time: the mark would only be noise, as in Discord's own client. */
const isBoard = (message) => (message.flags & (1 << 15)) !== 0;

function usedLine(message) {
  const user = nameOf(message.interaction.user.id) ?? message.interaction.user.global_name;
  return h("p.used", { data: { testid: "used" } }, h("span.used-line", { "aria-hidden": "true" }),
    h("strong", { data: { user: message.interaction.user.id } }, user), " used ", h("span.mention", {}, `/${message.interaction.name}`));
}

function onlyLine(context) {
  return h("p.only-line", {}, icon("eye"), " Only you can see this · ",
    h("button.linklike", { type: "button", data: { testid: "dismiss" }, onclick: context.dismiss }, "Dismiss message"));
}

function threadLine(message, name, context) {
  const thread = store.channels.get(message.room.thread);
  return h("p.thread-line", {}, icon("thread"), " ", h("strong", {}, name), " started a thread: ",
    thread
      ? h("button.linklike", { type: "button", onclick: () => context.openChannel(thread.id) }, thread.name)
      : message.content);
}

function threadButton(thread, context) {
  return h("button.thread-button", { type: "button", onclick: () => context.openChannel(thread.id) },
    icon("thread"), " ", thread.name, h("span.thread-open", {}, "Open thread ›"));
}

function drawFile(file) {
  const path = localPath(file.url);
  if (path && file.content_type?.startsWith("image/")) {
    return h("a.gallery-item.single", { href: path, target: "_blank", rel: "noopener" },
      h("img", { src: path, alt: file.description ?? file.filename, width: file.width, height: file.height }));
  }
  return h("div.file", {}, h("a", { href: path ?? file.url, target: "_blank", rel: "noopener" }, file.filename),
    h("span.subtext", {}, ` ${Math.ceil(file.size / 1024)} KB`));
}

function drawEmbed(embed, context) {
  const element = h("div.container.embed", {},
    embed.author?.name && h("p.embed-author", {}, embed.author.name),
    embed.title && h("p.embed-title", {}, embed.title),
    embed.description && h("div.text", {}, blocks(embed.description, context.me)),
    embed.fields?.length > 0 && h("dl.embed-fields", {}, embed.fields.map((field) =>
      h(field.inline ? "div.inline" : "div", {}, h("dt", {}, field.name), h("dd", {}, blocks(field.value, context.me))))),
    embed.footer?.text && h("p.subtext", {}, embed.footer.text));
  if (embed.color != null) {
    element.style.setProperty("--accent", `#${embed.color.toString(16).padStart(6, "0")}`);
  }
  element.classList.add("accented");
  return element;
}

/** A message in a few words, for the announcer and for notices. */
export function summary(message) {
  const texts = [message.content];
  const walk = (list) => list.forEach((c) => {
    if (c.type === COMPONENT.TEXT) texts.push(c.content);
    walk(c.components ?? []);
  });
  walk(message.components);
  return texts.map((text) => plain(text ?? "")).filter(Boolean).join(" ").slice(0, 200);
}
