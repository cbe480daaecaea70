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

/** Listens to the room for good: reconnects by itself, and says when everything has to be read anew. */
export function listen(onEvent, onState) {
  let wait = 250;
  let first = true;
  const connect = () => {
    const socket = new WebSocket(`ws://${location.host}/room/ws`);
    socket.onopen = () => {
      wait = 250;
      onState(true);
      if (!first) onEvent({ t: "resync" });
      first = false;
    };
    socket.onmessage = (message) => onEvent(JSON.parse(message.data));
    socket.onclose = () => {
      onState(false);
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, 4000);
    };
  };
  connect();
}
