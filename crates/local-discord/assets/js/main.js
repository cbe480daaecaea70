// The page: up to four people side by side.

import { avatar, h, toast } from "./dom.js";
import { showForm } from "./form.js";
import { call, listen } from "./net.js";
import { Pane } from "./pane.js";
import { countUnread, load, store, subscribe, take } from "./store.js";

const MOST = 4;
const KEY = "local-room-panes";
const panes = [];
const host = document.getElementById("panes");

const page = {
  changed: save,
  remove(pane) {
    panes.splice(panes.indexOf(pane), 1);
    pane.close();
    arranged();
  },
  canRemove: () => panes.length > 1,
};

function save() {
  try {
    localStorage.setItem(KEY, JSON.stringify(panes.map((p) => p.saved)));
  } catch {
    // A browser without storage forgets the arrangement, nothing else.
  }
}

function saved() {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? list.filter((p) => store.people.has(p?.person)).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function arranged() {
  host.dataset.count = panes.length;
  document.getElementById("add-pane").disabled = panes.length >= MOST;
  panes.forEach((pane) => pane.drawAll());
  save();
}

function addPane(start) {
  const pane = new Pane(page, start);
  panes.push(pane);
  host.append(pane.element);
  arranged();
  return pane;
}

/** Somebody who sits nowhere yet, or the first person. */
function nextPerson() {
  const seated = panes.map((p) => p.person);
  return [...store.people.keys()].find((id) => !seated.includes(id)) ?? [...store.people.keys()][0];
}

function askPerson() {
  showForm(document.body, {
    title: "Add a person", action: "Add", fields: [{ id: "name", label: "Name", max: 32, placeholder: "Cyd" }],
    submit: async ({ name }) => {
      const person = await call("POST", "/room/people", { name });
      store.people.set(person.id, person);
      if (panes.length < MOST && matchMedia("(min-width: 1000px)").matches) addPane({ person: person.id });
      else panes[0].become(person.id);
    },
  });
}

function drawTop() {
  document.getElementById("guild-name").textContent = store.guild.name;
  const state = document.getElementById("bot-state");
  state.replaceChildren(avatar(store.bot.name, true), h("span", {}, `${store.bot.name} is ${store.bot.online ? "here" : "not connected"}`));
  state.classList.toggle("online", store.bot.online);
  let unread = 0;
  for (const counts of Object.values(store.unread)) for (const c of Object.values(counts)) unread += c.named || 0;
  document.title = `${unread ? `(${unread}) ` : ""}${store.guild.name || "Local room"}`;
}

const watched = (person, channel) => panes.some((pane) => pane.watches(person, channel));

async function start() {
  try {
    await load();
  } catch (error) {
    toast(error.message);
    setTimeout(start, 1500);
    return;
  }
  subscribe((kind) => ["all", "bot", "unread"].includes(kind) && drawTop());
  drawTop();
  const before = saved();
  const people = [...store.people.keys()];
  const first = before.length ? before : people.slice(0, store.welcome ? 1 : 2).map((person) => ({ person }));
  first.forEach(addPane);
  document.getElementById("add-pane").addEventListener("click", () => addPane({ person: nextPerson() }));
  document.getElementById("add-person").addEventListener("click", askPerson);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) panes.forEach((pane) => [pane.main, pane.second].forEach((view) => view?.markRead()));
  });
  listen((event) => {
    if (event.t === "message") countUnread(event.message, watched);
    return take(event);
  }, (connected) => document.body.classList.toggle("disconnected", !connected));
  document.body.dataset.ready = "true";
}

start();
