// What changes on the disk, told to the page: `changed` and `resync` on `live`, an EventTarget.
//
// A browser keeps few connections to a server, and each open line of events takes one of them. So of all tabs one
// listens (who holds the lock) and tells the others by a channel; where there are no locks, each listens for itself.

import { make } from "./elements.js";

export const live = new EventTarget();

const NAME = "pnp-events";
const PATIENCE = 1500; // ms without the server before the page says so
const { game, now } = document.body.dataset;

let last = now ?? ""; // the event after which the page was made, then the last that was told
let source = null;
let channel = null;
let gone = null;
let waiting = null;
let there = null;

/** Whether an event came after another, by their ids; nobody knows it of two runs of a server. */
export function later(id, other = "") {
  const [[run, number], [its, before]] = [id, other].map((one) => one.split("-"));
  return run !== its || Number(number) > Number(before);
}

function take({ type, id, data, there: answers }) {
  if (type === "who") {
    // A tab that has just come: whoever listens tells it how things stand.
    if (source && there !== null) channel.postMessage({ type: "state", there, id: last });
    return;
  }
  if (type === "state") show(answers);
  if (!id || (last && !later(id, last))) return; // the page knows of it
  // What another tab, or a server that was away, did not tell is not known.
  const missed = last && (type === "hello" || type === "state");
  last = id;
  if (missed || type === "resync") tell("resync", {});
  else if (type === "changed" && (!game || data.game === game)) tell("changed", { ...data, id });
}

function tell(type, detail) {
  live.dispatchEvent(new CustomEvent(type, { detail }));
}

function pass(message) {
  channel?.postMessage(message);
  take(message);
}

function open() {
  source = new EventSource(`/events?since=${last}`);
  for (const type of ["hello", "resync", "changed"]) {
    source.addEventListener(type, (event) => pass({ type, id: event.lastEventId, data: JSON.parse(event.data) }));
  }
  source.addEventListener("open", () => {
    clearTimeout(waiting);
    waiting = null;
    there = true;
    pass({ type: "state", there });
  });
  source.addEventListener("error", () => {
    waiting ??= setTimeout(() => pass({ type: "state", there: (there = false) }), PATIENCE);
    // A browser does not come again after an answer that was no line of events.
    if (source.readyState === EventSource.CLOSED) setTimeout(open, PATIENCE);
  });
}

function show(answers) {
  gone?.remove();
  gone = answers ? null : make("p", { class: "gone", role: "alert" }, document.body.dataset.gone);
  if (gone) document.body.prepend(gone);
  document.documentElement.dataset.server = answers ? "there" : "gone";
}

/** Begin to listen, once. */
export function listen() {
  if (source || channel || "site" in document.body.dataset) return; // its files do not change
  if (navigator.locks && "BroadcastChannel" in window) {
    channel = new BroadcastChannel(NAME);
    channel.addEventListener("message", (event) => take(event.data));
    channel.postMessage({ type: "who" });
    navigator.locks.request(NAME, () => new Promise(() => open()));
  } else {
    open();
  }
}
