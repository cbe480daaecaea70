// A channel as one person sees it: the messages and the box to write in.

import { aboutPeople } from "./commands.js";
import { Composer } from "./composer.js";
import { announce, h, icon, toast } from "./dom.js";
import { continues, drawMessage, summary } from "./message.js";
import { call, interact } from "./net.js";
import { Popup } from "./popup.js";
import { canSee, channelName, channelTitle, clearUnread, isDm, isText, isThread, nameOf, store, subscribe } from "./store.js";

const FAILED = "This interaction failed";

export class View {
  /** `pane`: { person, openChannel(id), openForm(spec) }. */
  constructor(pane, channel, { onClose } = {}) {
    this.pane = pane;
    this.person = pane.person;
    this.channel = channel;
    this.messages = [];
    this.failures = new Map();
    this.more = false;
    this.list = h("div.messages", { role: "log", "aria-live": "off", tabindex: "0", data: { testid: "messages" } });
    this.typing = h("p.typing", { "aria-hidden": "true" });
    this.latest = h("button.to-latest", { type: "button", hidden: true, onclick: () => this.toBottom() }, "Jump to the latest ↓");
    this.composer = new Composer(this);
    this.title = h("h2.view-title");
    this.settings = h("div.view-tools");
    this.element = h("section.view", { data: { testid: "view", channelId: channel } },
      h("header.view-head", {}, this.title, this.settings,
        onClose && h("button.plain.icon", { type: "button", "aria-label": "Close this side", data: { testid: "close-side" },
          onclick: onClose }, "✕")),
      this.list, this.latest, this.typing, this.composer.element);
    this.drawHead();
    this.list.addEventListener("scroll", () => this.onScroll());
    this.list.addEventListener("pointerdown", (event) => this.hold(event));
    this.closed = new AbortController();
    for (const kind of ["pointerup", "pointercancel"]) {
      // The click comes after the release.
      window.addEventListener(kind, () => setTimeout(() => this.letGo()), { signal: this.closed.signal });
    }
    this.element.addEventListener("open-channel", (event) => this.pane.openChannel(event.detail.channel));
    this.list.addEventListener("contextmenu", (event) => this.menu(event));
    this.stop = subscribe((kind, data) => this.hear(kind, data));
    // Pictures change the height after the fact: stay at the bottom if we were there.
    this.pinned = true;
    this.lastTop = 0;
    this.watch = new ResizeObserver(() => this.pinned && this.toBottom());
    this.watch.observe(this.list);
    this.list.addEventListener("load", () => this.pinned && this.toBottom(), true);
    this.reload();
  }

  close() {
    this.stop();
    this.closed.abort();
    this.watch.disconnect();
    this.composer.close();
    this.element.remove();
  }

  /** Whether the person has this channel before their eyes now. */
  get watched() {
    return !document.hidden && this.element.isConnected && this.element.offsetParent !== null;
  }

  drawHead() {
    const channel = store.channels.get(this.channel);
    if (!channel) return;
    const sign = isDm(channel) ? "@" : isThread(channel) ? icon("thread") : "#";
    this.element.dataset.channel = channelName(channel);
    this.element.setAttribute("aria-label", `${channelTitle(channel)} as ${nameOf(this.person)}`);
    this.title.replaceChildren(h("span.sign", { "aria-hidden": "true" }, sign), channelName(channel));
    this.list.setAttribute("aria-label", `Messages in ${channelTitle(channel)}`);
    this.settings.replaceChildren();
    if (isText(channel)) {
      const change = (event) => call("PATCH", `/room/channels/${channel.id}`, { bot_may_write: event.target.checked })
        .catch((error) => toast(error.message));
      const box = h("input", { type: "checkbox", onchange: change, data: { testid: "bot-may-write" } });
      box.checked = channel.bot_may_write;
      this.settings.append(h("label.switch", { title: "Off: the bot has no permission to write in this channel" },
        box, h("span", {}, "bot may write")));
    }
  }

  /** Reads the channel anew. What happens in it meanwhile may be missing from the answer: then it is read once more. */
  async reload() {
    const reading = { outdated: false };
    this.reading = reading;
    try {
      const page = await call("GET", `/room/messages?person=${this.person}&channel=${this.channel}`);
      // A later read knows more, even if its answer came first.
      if (this.reading !== reading) return;
      this.messages = page.messages;
      this.more = page.more;
      this.draw();
      this.toBottom();
      this.markRead();
      if (reading.outdated) this.reload();
    } catch (error) {
      if (this.reading === reading) this.list.replaceChildren(h("p.empty", {}, error.message));
    }
  }

  async older() {
    if (!this.more || this.loading || !this.messages.length) return;
    this.loading = true;
    try {
      const first = this.messages[0].id;
      const page = await call("GET", `/room/messages?person=${this.person}&channel=${this.channel}&before=${first}`);
      // What was read anew meanwhile may begin elsewhere: the page would leave a gap before it.
      if (this.messages[0]?.id !== first) return;
      const height = this.list.scrollHeight;
      this.messages.unshift(...page.messages);
      this.more = page.more;
      this.draw();
      this.list.scrollTop += this.list.scrollHeight - height;
    } catch (error) {
      toast(error.message);
    } finally {
      this.loading = false;
    }
  }

  draw() {
    this.list.replaceChildren(...this.messages.map((message, index) => this.elementOf(message, index)));
    if (!this.messages.length) this.list.append(this.welcome());
    else if (this.more) {
      this.list.prepend(h("button.linklike.older", { type: "button", onclick: () => this.older() }, "Show older messages"));
    }
  }

  welcome() {
    const channel = store.channels.get(this.channel);
    const words = isDm(channel)
      ? `This is where you and ${store.bot.name} write to each other. Nobody else sees it.`
      : "Nothing has been said here yet. Type / to see what the bot can do.";
    if (store.welcome && !isDm(channel)) return this.greeting(store.welcome);
    return h("div.empty", {}, h("p.empty-title", {}, channelTitle(channel)), h("p", {}, words));
  }

  /** What newcomers see, with a button that sends a command for them. */
  greeting({ title, words, label, command, options }) {
    const send = async (event) => {
      const known = store.commands.find((c) => c.name === command);
      if (!known) return toast(`${store.bot.name} is not ready yet.`);
      event.target.disabled = true;
      try {
        const result = await interact(this.person, this.channel, "command", { id: known.id, path: [], options });
        if (result.outcome === "failed") toast(result.error ?? "The bot did not answer.");
      } catch (error) {
        toast(error.message);
      }
      event.target.disabled = false;
      return undefined;
    };
    return h("div.empty", {}, h("p.empty-title", {}, title), h("p", {}, words),
      h("button.button.primary", { type: "button", data: { testid: "welcome" }, onclick: send }, label),
      h("p", {}, `Or type / to see what else ${store.bot.name} can do.`));
  }

  elementOf(message, index) {
    const context = {
      me: this.person,
      failed: this.failures.get(message.id),
      press: (component, values, element) => this.press(message, component, values, element),
      dismiss: () => this.dismiss(message),
      openChannel: (id) => this.pane.openChannel(id),
    };
    return drawMessage(message, context, continues(message, this.messages[index - 1]));
  }

  node(id) {
    return this.list.querySelector(`[data-message-id="${id}"]`);
  }

  /** While a button goes down and up its message stays as and where it is: a click on what was replaced or has gone
   * from under the pointer meanwhile would be lost. */
  hold(event) {
    this.letGo();
    this.held = event.target.closest("[data-message-id]")?.dataset.messageId;
  }

  letGo() {
    const { late, sinks } = this;
    this.held = this.late = this.sinks = undefined;
    if (late) this.redraw(late);
    if (sinks) this.toBottom();
  }

  /** Draws one message again where it stands; the focus stays on the same button, or else on the message. */
  redraw(id) {
    if (id === this.held) {
      this.late = id;
      return;
    }
    const index = this.messages.findIndex((m) => m.id === id);
    const old = this.node(id);
    if (index < 0 || !old) return;
    const focused = old.contains(document.activeElement) ? document.activeElement.dataset.customId ?? "" : null;
    const fresh = this.elementOf(this.messages[index], index);
    old.replaceWith(fresh);
    if (focused !== null) {
      const again = focused && [...fresh.querySelectorAll("[data-custom-id]")].find((e) => e.dataset.customId === focused && !e.disabled);
      // Where it is gone nothing else takes its place, or a second Enter would press what nobody has looked at.
      if (!again) fresh.tabIndex = -1;
      (again || fresh).focus({ preventScroll: true });
    }
    if (this.pinned) this.toBottom();
  }

  hear(kind, data) {
    if (kind === "reload") return this.reload();
    if (kind === "channels" || kind === "people") return this.drawHead();
    if (kind === "typing" && data.channel === this.channel) return this.showTyping();
    const message = data?.message;
    const where = message?.channel_id ?? data?.channel;
    if (["message", "edit", "message_gone"].includes(kind) && where === this.channel) this.reading.outdated = true;
    if (kind === "message" && message.channel_id === this.channel) return this.arrived(message);
    if (kind === "edit" && message.channel_id === this.channel) {
      const index = this.messages.findIndex((m) => m.id === message.id);
      if (index >= 0) {
        this.messages[index] = message;
        this.failures.delete(message.id);
        this.redraw(message.id);
      }
    }
    if (kind === "message_gone" && data.channel === this.channel) {
      this.messages = this.messages.filter((m) => m.id !== data.message);
      this.node(data.message)?.remove();
      if (!this.messages.length) this.draw();
    }
    return undefined;
  }

  arrived(message) {
    const mine = message.room.only === null || message.room.only === this.person;
    if (!mine || this.messages.some((m) => m.id === message.id)) return;
    if (!canSee(store.channels.get(this.channel) ?? {}, this.person)) return;
    if (!this.messages.length) this.list.replaceChildren();
    this.messages.push(message);
    this.list.append(this.elementOf(message, this.messages.length - 1));
    this.typing.textContent = "";
    const own = message.author.id === this.person || message.interaction?.user.id === this.person || message.room.only;
    if (this.pinned || own) this.toBottom();
    else this.latest.hidden = false;
    if (this.watched) {
      announce(`${nameOf(message.author.id) ?? "Somebody"}: ${summary(message)}`);
      this.markRead();
    }
  }

  showTyping() {
    this.typing.textContent = `${store.bot.name} is typing…`;
    clearTimeout(this.typingEnds);
    this.typingEnds = setTimeout(() => (this.typing.textContent = ""), 8000);
  }

  /** Only a scroll upwards lets go of the bottom: growing messages and shrinking windows do not. */
  onScroll() {
    const { scrollTop, scrollHeight, clientHeight } = this.list;
    if (scrollHeight - scrollTop - clientHeight < 40) this.pinned = true;
    else if (scrollTop < this.lastTop) this.pinned = false;
    this.lastTop = scrollTop;
    if (this.pinned) this.latest.hidden = true;
    if (this.list.scrollTop < 60) this.older();
  }

  toBottom() {
    this.sinks = Boolean(this.held);
    if (this.sinks) return;
    this.list.scrollTop = this.list.scrollHeight;
    this.lastTop = this.list.scrollTop;
    this.pinned = true;
    this.latest.hidden = true;
  }

  markRead() {
    const last = this.messages.at(-1);
    if (!last || !this.watched) return;
    clearUnread(this.person, this.channel);
    clearTimeout(this.readSoon);
    this.readSoon = setTimeout(() => {
      call("POST", "/room/read", { person: this.person, channel: this.channel, message: last.id }).catch(() => {});
    }, 200);
  }

  async dismiss(message) {
    try {
      await call("POST", "/room/dismiss", { person: this.person, channel: this.channel, message: message.id });
    } catch (error) {
      toast(error.message);
    }
  }

  /** The commands about a person, where somebody points at one. */
  menu(event) {
    const at = event.target.closest("[data-user]");
    const offered = at ? aboutPeople(store.channels.get(this.channel)) : [];
    if (!offered.length) return;
    event.preventDefault();
    const popup = new Popup(at, { label: `Commands about ${at.textContent}`, testid: "about" });
    const away = new AbortController();
    const close = () => (away.abort(), popup.close());
    const pick = (command) => async () => {
      close();
      try {
        const result = await interact(this.person, this.channel, "command", { id: command.id, target: at.dataset.user });
        if (result.outcome === "failed") toast(result.error ?? "The bot did not answer.");
      } catch (error) {
        toast(error.message);
      }
    };
    popup.show(offered.map((command) => ({ label: command.name, data: { command: command.name }, pick: pick(command) })), { title: at.textContent });
    setTimeout(() => document.addEventListener("click", close, { signal: away.signal }));
    document.addEventListener("keydown", (e) => e.key === "Escape" && close(), { signal: away.signal });
  }

  /** Uses a component and shows what comes of it. */
  async press(message, component, values, element) {
    this.failures.delete(message.id);
    element.classList.add("waiting");
    element.setAttribute("aria-busy", "true");
    try {
      const details = { message: message.id, custom_id: component.custom_id, values };
      const result = await interact(this.person, this.channel, "component", details);
      if (result.outcome === "failed") this.fail(message.id);
      if (result.outcome === "modal") this.pane.openForm({ ...result, view: this });
    } catch (error) {
      toast(error.message);
    }
    element.classList.remove("waiting");
    element.removeAttribute("aria-busy");
  }

  fail(id) {
    this.failures.set(id, store.bot.online ? FAILED : `${FAILED}: the bot is not connected`);
    this.redraw(id);
  }

  /** A line that only this view knows, as for a command that got no answer. */
  note(text) {
    const line = h("p.failed.alone", { role: "alert", data: { testid: "failed" } }, text,
      h("button.linklike", { type: "button", onclick: () => line.remove() }, "Dismiss"));
    this.list.append(line);
    this.toBottom();
  }
}
