// What changes on the disk, told to the page: `changed` and `resync` on `live`, an EventTarget.
//
// A browser keeps few connections to a server, and each open line of events takes one of them: a page listens while it is
// seen, and is told what it missed when it is seen again.

import { make } from "./elements.js";

export const live = new EventTarget();

const PATIENCE = 1500; // ms without the server before the page says so
const { game, now } = document.body.dataset;

let last = now ?? ""; // the event after which the page was made, then the last that was told
let source = null;
let gone = null;
let waiting = null;

/** Whether an event came after another, by their ids; nobody knows it of two runs of a server. */
export function later(id, other = "") {
  const [[run, number], [its, before]] = [id, other].map((one) => one.split("-"));
  return run !== its || Number(number) > Number(before);
}

function take({ type, lastEventId: id, data }) {
  if (!id || (last && !later(id, last))) return; // the page knows of it
  const missed = last && type === "hello"; // what a server that was away did not tell is not known
  last = id;
  const change = JSON.parse(data);
  if (missed || type === "resync") tell("resync", {});
  else if (type === "changed" && (!game || change.game === game)) tell("changed", { ...change, id });
}

function tell(type, detail) {
  live.dispatchEvent(new CustomEvent(type, { detail }));
}

function open() {
  const own = (source = new EventSource(`/events?since=${last}`));
  for (const type of ["hello", "resync", "changed"]) own.addEventListener(type, take);
  own.addEventListener("open", () => {
    clearTimeout(waiting);
    waiting = null;
    show(true);
  });
  own.addEventListener("error", () => {
    waiting ??= setTimeout(() => show(false), PATIENCE);
    // A browser does not come again after an answer that was no line of events.
    if (own.readyState === EventSource.CLOSED) setTimeout(() => own === source && open(), PATIENCE);
  });
}

function show(answers) {
  gone?.remove();
  gone = answers ? null : make("p", { class: "gone", role: "alert" }, document.body.dataset.gone);
  if (gone) document.body.prepend(gone);
  document.documentElement.dataset.server = answers ? "there" : "gone";
}

/** Listen from now on, while the page is seen. */
export function listen() {
  if ("site" in document.body.dataset) return; // its files do not change
  const turn = () => {
    source?.close();
    source = null;
    if (!document.hidden) open();
  };
  document.addEventListener("visibilitychange", turn);
  turn();
}
