// Talking to the room's server.

/** Sends JSON and returns JSON; throws an Error with words for the person. */
export async function call(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body ? { "content-type": "application/json" } : undefined,
      body: body && JSON.stringify(body),
    });
  } catch {
    throw new Error("The room does not answer. Is its program still running?");
  }
  const text = await response.text();
  let data = {};
  try {
    data = text ? JSON.parse(text) : {};
  } catch {
    data = { error: text };
  }
  if (!response.ok) throw new Error(data.error || `The room refused this (${response.status}).`);
  return data;
}

export const interact = (person, channel, kind, details) =>
  call("POST", "/room/interactions", { person, channel, [kind]: details });

/**
 * Listens to the room for good: reconnects by itself, and says when everything has to be read anew. Events are handled
 * one after the other: while everything is read anew the later ones wait, or the older answer would wipe them out.
 */
export function listen(onEvent, onState) {
  let wait = 250;
  let handled = Promise.resolve();
  const next = (event) => {
    handled = handled.then(() => onEvent(event)).catch((error) => console.error(error));
  };
  const connect = () => {
    const socket = new WebSocket(`ws://${location.host}/room/ws`);
    socket.onopen = () => {
      wait = 250;
      onState(true);
      // The first time, too: nobody heard what happened since the page was read.
      next({ t: "resync" });
    };
    socket.onmessage = (message) => next(JSON.parse(message.data));
    socket.onclose = () => {
      onState(false);
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, 4000);
    };
  };
  connect();
}
