// One person's client: who, which channels, and one or two of them open.

import { append, avatar, h, icon, toast } from "./dom.js";
import { showForm, showModal } from "./form.js";
import { summary } from "./message.js";
import { call } from "./net.js";
import { canSee, channelName, channelsOf, channelTitle, isDm, isThread, nameOf, store, subscribe, unreadOf } from "./store.js";
import { View } from "./view.js";

export class Pane {
  /** `page`: { changed(), remove(pane), canRemove() }. `start`: { person, channel, side }. */
  constructor(page, start) {
    this.page = page;
    this.person = start.person;
    this.nav = h("nav.channels", { "aria-label": "Channels and direct messages" });
    this.views = h("div.views");
    this.notice = h("div.dm-notice", { hidden: true, role: "status" });
    this.head = h("header.pane-head");
    this.body = h("div.pane-body", {}, this.nav, h("div.pane-main", {}, this.notice, this.views));
    this.element = h("section.pane", { data: { testid: "pane" } }, this.head, this.body);
    this.nav.addEventListener("click", () => this.toggleNav(false));
    this.stop = subscribe((kind, data) => this.hear(kind, data));
    this.channel = this.known(start.channel) ?? channelsOf(this.person).guild[0]?.id;
    this.side = this.known(start.side);
    this.drawAll();
    this.drawViews();
  }

  known(id) {
    const channel = store.channels.get(id);
    return channel && canSee(channel, this.person) ? id : undefined;
  }

  close() {
    this.stop();
    this.main?.close();
    this.second?.close();
    this.element.remove();
  }

  get saved() {
    return { person: this.person, channel: this.channel, side: this.side };
  }

  watches(person, channel) {
    if (person !== this.person) return false;
    return [this.main, this.second].some((view) => view?.channel === channel && view.watched);
  }

  hear(kind, data) {
    if (kind === "message") return this.arrived(data.message);
    if (["people", "channels", "unread", "bot", "commands", "all"].includes(kind)) {
      if (this.channel && !this.known(this.channel)) this.openChannel(channelsOf(this.person).guild[0]?.id);
      if (this.side && !this.known(this.side)) this.openBeside(undefined);
      this.drawAll();
    }
    return undefined;
  }

  drawAll() {
    const person = store.people.get(this.person);
    if (!person) return;
    this.element.dataset.person = person.name;
    this.element.dataset.personId = person.id;
    this.element.setAttribute("aria-label", `${person.name}'s window`);
    this.nav.setAttribute("aria-label", `Channels and direct messages of ${person.name}`);
    this.drawHead(person);
    this.drawNav(person);
  }

  drawHead(person) {
    if (this.head.contains(document.activeElement) && this.head.querySelector("select") === document.activeElement) return;
    const options = [...store.people.values()].map((p) => h("option", { value: p.id, selected: p.id === person.id }, p.name));
    const total = this.totalUnread();
    this.head.replaceChildren();
    append(this.head, [
      h("button.plain.icon.nav-toggle", { type: "button", "aria-label": `Channels${total ? `, ${total} unread` : ""}`,
        "aria-expanded": String(this.element.classList.contains("nav-open")), data: { testid: "nav-toggle" },
        onclick: () => this.toggleNav() }, "☰", total ? h("span.badge", {}, total) : null),
      avatar(person.name),
      h("select.person-select", { "aria-label": "Who sits here", data: { testid: "person-select" },
        onchange: (event) => this.become(event.target.value) }, options),
      person.owner && h("span.tag.quiet", { title: "Made this room; may do everything on this server" }, "owner"),
      h("span.stretch"),
      this.page.canRemove() && h("button.plain.icon.wide-only", { type: "button", "aria-label": `Close ${person.name}'s window`,
        data: { testid: "close-pane" }, onclick: () => this.page.remove(this) }, "✕"),
    ]);
  }

  totalUnread() {
    const shown = [this.channel, this.side];
    const { guild, dms } = channelsOf(this.person);
    return [...guild, ...dms].filter((c) => !shown.includes(c.id))
      .reduce((sum, c) => sum + (isDm(c) ? unreadOf(this.person, c.id).all : unreadOf(this.person, c.id).named), 0);
  }

  toggleNav(open = !this.element.classList.contains("nav-open")) {
    this.element.classList.toggle("nav-open", open);
    this.head.querySelector(".nav-toggle")?.setAttribute("aria-expanded", String(open));
  }

  drawNav(person) {
    const { guild, dms } = channelsOf(this.person);
    const focused = this.nav.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const addChannel = h("button.plain.icon", { type: "button", "aria-label": "Add a channel", data: { testid: "add-channel", key: "add" },
      onclick: (event) => (event.stopPropagation(), this.askChannel()) }, "+");
    const messageBot = dms.length ? [] : [h("button.channel", { type: "button", data: { testid: "open-dm", key: "dm" },
      onclick: () => this.startDm() }, h("span.sign", { "aria-hidden": "true" }, "@"), `Write to ${store.bot.name}`)];
    this.nav.replaceChildren(
      h("div.nav-title", {}, h("h2", {}, store.guild.name), addChannel),
      h("ul", {}, guild.map((c) => this.navItem(c))),
      h("div.nav-title", {}, h("h2", {}, "Direct messages")),
      h("ul", {}, dms.map((c) => this.navItem(c)), messageBot.map((b) => h("li", {}, b))),
      h("span.stretch"), this.userArea(person));
    if (focused) this.nav.querySelector(`[data-key="${focused}"]`)?.focus();
  }

  navItem(channel) {
    const { all, named } = unreadOf(this.person, channel.id);
    const badge = isDm(channel) ? all : named;
    const open = this.channel === channel.id || this.side === channel.id;
    const sign = isDm(channel) ? "@" : isThread(channel) ? icon("thread") : "#";
    const item = h("button.channel", {
      type: "button", "aria-current": this.channel === channel.id ? "page" : null,
      data: { testid: "channel", channel: channelName(channel), unread: String(all), key: channel.id },
      onclick: () => this.openChannel(channel.id),
    }, h("span.sign", { "aria-hidden": "true" }, sign), h("span.channel-name", {}, channelName(channel)),
    badge > 0 && h("span.badge", {}, badge, h("span.visually-hidden", {}, " unread")),
    badge === 0 && all > 0 && h("span.visually-hidden", {}, ", unread"));
    item.classList.toggle("unread", all > 0);
    item.classList.toggle("open", open);
    item.classList.toggle("thread", isThread(channel));
    const beside = h("button.plain.icon.beside", { type: "button", "aria-label": `Open ${channelTitle(channel)} beside`,
      title: "Open beside", data: { testid: "open-beside", key: `beside-${channel.id}` },
      onclick: () => this.openBeside(channel.id) }, "◫");
    return h("li.channel-line", {}, item, this.channel === channel.id ? null : beside);
  }

  userArea(person) {
    const box = h("input", { type: "checkbox", role: "switch", data: { testid: "dms-open", key: "dms" },
      onchange: (event) => this.change({ dms_open: event.target.checked }) });
    box.checked = person.dms_open;
    return h("div.user-area", {}, avatar(person.name),
      h("span.user-words", {}, h("strong", {}, person.name),
        h("label.switch", { title: "Off: the bot cannot send direct messages to this person" }, box, h("span", {}, "DMs open"))),
      h("button.plain.icon", { type: "button", "aria-label": `Rename ${person.name}`, data: { testid: "rename", key: "rename" },
        onclick: (event) => (event.stopPropagation(), this.askName(person)) }, "✎"));
  }

  async change(change) {
    try {
      await call("PATCH", `/room/people/${this.person}`, change);
    } catch (error) {
      toast(error.message);
    }
  }

  askName(person) {
    showForm(this.element, {
      title: "Rename", action: "Rename", fields: [{ id: "name", label: "Name", value: person.name, max: 32 }],
      submit: ({ name }) => call("PATCH", `/room/people/${person.id}`, { name }),
    });
  }

  askChannel() {
    showForm(this.element, {
      title: "New channel", action: "Create", fields: [{ id: "name", label: "Name of the channel", max: 32, placeholder: "new-channel" }],
      submit: async ({ name }) => this.openChannel((await call("POST", "/room/channels", { name })).id),
    });
  }

  async startDm() {
    try {
      const channel = await call("POST", "/room/dms", { person: this.person });
      store.channels.set(channel.id, channel);
      this.openChannel(channel.id);
    } catch (error) {
      toast(error.message);
    }
  }

  /** Lets another person sit here. */
  become(person) {
    this.person = person;
    this.channel = this.known(this.channel) ?? channelsOf(person).guild[0]?.id;
    this.side = this.known(this.side);
    this.hideNotice();
    document.activeElement?.blur();
    this.drawViews();
    this.drawAll();
    this.page.changed();
  }

  openChannel(id) {
    if (this.known(id) === undefined) return;
    if (id === this.side) {
      this.second?.composer.focus();
      return;
    }
    this.channel = id;
    this.hideNotice();
    this.main?.close();
    this.main = new View(this, id);
    this.views.prepend(this.main.element);
    this.drawAll();
    this.page.changed();
    if (matchMedia("(hover: hover)").matches) this.main.composer.focus();
  }

  /** Opens a second channel under or beside the first; `undefined` closes it. */
  openBeside(id) {
    this.side = id === this.channel ? undefined : id;
    this.hideNotice();
    this.second?.close();
    this.second = this.side ? new View(this, this.side, { onClose: () => this.openBeside(undefined) }) : null;
    if (this.second) this.views.append(this.second.element);
    this.views.classList.toggle("split", Boolean(this.second));
    this.drawAll();
    this.page.changed();
  }

  drawViews() {
    this.main?.close();
    this.second?.close();
    this.second = null;
    this.main = this.channel ? new View(this, this.channel) : null;
    this.views.replaceChildren(this.main?.element ?? h("p.empty", {}, "There are no channels."));
    if (this.side) this.openBeside(this.side);
    else this.views.classList.remove("split");
  }

  /** Tells of a direct message that is not open. */
  arrived(message) {
    const channel = store.channels.get(message.channel_id);
    if (!channel || !isDm(channel) || channel.recipient !== this.person || message.author.id === this.person) return;
    if ([this.channel, this.side].includes(channel.id)) return;
    this.notice.hidden = false;
    this.notice.replaceChildren(
      h("span.dm-words", {}, h("strong", {}, `${nameOf(message.author.id)} wrote to you: `), summary(message)),
      h("button.button.primary.small", { type: "button", data: { testid: "notice-beside" }, onclick: () => this.openBeside(channel.id) }, "Open beside"),
      h("button.button.secondary.small", { type: "button", data: { testid: "notice-open" }, onclick: () => this.openChannel(channel.id) }, "Open"),
      h("button.plain.icon", { type: "button", "aria-label": "Close this notice", onclick: () => this.hideNotice() }, "✕"));
  }

  hideNotice() {
    this.notice.hidden = true;
  }

  openForm(answer) {
    showModal(this.element, answer);
  }
}
