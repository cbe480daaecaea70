// What the page knows of the room, and who wants to hear of changes.

import { CHANNEL } from "./discord.js";
import { call } from "./net.js";

export const store = {
  guild: { name: "" },
  bot: { id: "", name: "Bot", online: false },
  people: new Map(),
  channels: new Map(),
  commands: [],
  /** What newcomers are greeted with, if the room has that. */
  welcome: null,
  /** person id -> channel id -> { all, named } */
  unread: {},
};

const listeners = new Set();
/** Calls `listener(kind, data)` on every change; returns the way to stop. */
export function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const tell = (kind, data) => [...listeners].forEach((listener) => listener(kind, data));

export async function load() {
  const state = await call("GET", "/room/state");
  store.guild = state.guild;
  store.bot = state.bot;
  store.people = new Map(state.people.map((p) => [p.id, p]));
  store.channels = new Map(state.channels.map((c) => [c.id, c]));
  store.commands = state.commands;
  store.welcome = state.welcome;
  store.unread = state.unread;
  tell("all");
}

/** Reads everything anew; again and again, until it can be read. */
const resync = () => load().then(() => tell("reload"), () => setTimeout(resync, 1000));

export const isText = (channel) => channel.kind === CHANNEL.TEXT;
export const isDm = (channel) => channel.kind === CHANNEL.DM;
export const isThread = (channel) => channel.kind === CHANNEL.PUBLIC_THREAD || channel.kind === CHANNEL.PRIVATE_THREAD;

export function canSee(channel, person) {
  if (channel.kind === CHANNEL.DM) return channel.recipient === person;
  if (channel.kind === CHANNEL.PRIVATE_THREAD) return channel.members.includes(person);
  return true;
}

/** The channels of a person: text channels each followed by its threads, and direct messages. */
export function channelsOf(person) {
  const seen = [...store.channels.values()].filter((c) => canSee(c, person));
  const byAge = (a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1);
  const text = seen.filter(isText).sort(byAge);
  const threads = seen.filter((c) => isThread(c) && !c.archived).sort(byAge);
  const guild = text.flatMap((c) => [c, ...threads.filter((t) => t.parent === c.id)]);
  return { guild, dms: seen.filter(isDm) };
}

export const channelName = (channel) => (isDm(channel) ? store.bot.name : channel.name);
export const channelTitle = (channel) => (isDm(channel) ? `@${store.bot.name}` : `#${channel.name}`);
export const unreadOf = (person, channel) => store.unread[person]?.[channel] ?? { all: 0, named: 0 };

/** The name of a person or of the bot. */
export function nameOf(id) {
  if (id === store.bot.id) return store.bot.name;
  return store.people.get(id)?.name;
}

/** Counts a message for everybody who has not got it before their eyes (`isWatched(person, channel)`). */
export function countUnread(message, isWatched) {
  const channel = store.channels.get(message.channel_id);
  if (!channel) return;
  for (const person of store.people.keys()) {
    const mine = message.room.only === null || message.room.only === person;
    if (!mine || !canSee(channel, person) || message.author.id === person || isWatched(person, channel.id)) continue;
    const counts = (store.unread[person] ??= {});
    const old = counts[channel.id] ?? { all: 0, named: 0 };
    counts[channel.id] = { all: old.all + 1, named: old.named + (message.room.pings.includes(person) ? 1 : 0) };
  }
  tell("unread");
}

export function clearUnread(person, channel) {
  if (store.unread[person]?.[channel]) {
    delete store.unread[person][channel];
    tell("unread");
  }
}

/** Takes in an event of the server. */
export function take(event) {
  switch (event.t) {
    case "person":
      store.people.set(event.person.id, event.person);
      return tell("people");
    case "channel":
      store.channels.set(event.channel.id, event.channel);
      return tell("channels");
    case "channel_gone":
      store.channels.delete(event.channel);
      return tell("channels");
    case "commands":
      store.commands = event.commands;
      return tell("commands");
    case "bot":
      store.bot.online = event.online;
      return tell("bot");
    case "read":
      return clearUnread(event.person, event.channel);
    case "resync":
      return resync();
    default:
      return tell(event.t, event);
  }
}
