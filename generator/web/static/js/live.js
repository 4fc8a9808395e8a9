// What changes on the disk, told to the page: `changed` and `resync` on `live`, an EventTarget.
//
// A browser keeps few connections to a server, and each open line of events takes one of them. So of all tabs one
// listens (who holds the lock) and tells the others by a channel; where there are no locks, each listens for itself.

export const live = new EventTarget();

const NAME = "pnp-events";
const PATIENCE = 1500; // ms without the server before the page says so
const game = document.body.dataset.game;

let last = "";
let source = null;
let channel = null;
let gone = null;
let waiting = null;
let there = null;

function take(message) {
  if (message.type === "who") {
    // A tab that has just come: whoever listens tells it how things stand.
    if (source && there !== null) channel.postMessage({ type: "state", there, id: last });
    return;
  }
  if (message.type === "state") {
    show(message.there);
    last ||= message.id ?? "";
    return;
  }
  if (message.type === "hello") {
    // Another tab listened until now, or the server was away: what was missed is not known.
    if (last && last !== message.id) tell("resync", {});
    last = message.id;
    return;
  }
  last = message.id || last;
  if (message.type === "resync") tell("resync", {});
  else if (message.type === "table") tell("table", message.data);
  else if (!game || message.data.game === game) tell("changed", message.data);
}

function tell(type, detail) {
  live.dispatchEvent(new CustomEvent(type, { detail }));
}

function pass(message) {
  channel?.postMessage(message);
  take(message);
}

function open() {
  source = new EventSource("/events");
  for (const type of ["hello", "resync", "changed", "table"]) {
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
  if (answers && gone) {
    gone.remove();
    gone = null;
  } else if (!answers && !gone) {
    gone = document.createElement("p");
    gone.className = "gone";
    gone.setAttribute("role", "alert");
    gone.textContent = document.body.dataset.gone;
    document.body.prepend(gone);
  }
  document.documentElement.dataset.server = answers ? "there" : "gone";
}

/** Begin to listen, once. */
export function listen() {
  if (source || channel || "public" in document.body.dataset) return; // what strangers see does not change
  if (navigator.locks && "BroadcastChannel" in window) {
    channel = new BroadcastChannel(NAME);
    channel.addEventListener("message", (event) => take(event.data));
    channel.postMessage({ type: "who" });
    navigator.locks.request(NAME, () => new Promise(() => open()));
  } else {
    open();
  }
}
