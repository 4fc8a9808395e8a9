// The design of a face: boxes are chosen, dragged, nudged and resized, type is set; faces follow each act.

import { Acts, placed, sidesOf, within, written } from "./boxes.js";
import { make, pictured, savesByKey } from "./elements.js";
import { reason, refusedToSave, send } from "./sending.js";
import { sayThere, turnPage, turns } from "./turns.js";

const surface = document.getElementById("surface");
const about = JSON.parse(surface?.dataset.about ?? '{"boxes":[]}');
const state = document.getElementById("state");
const list = document.getElementById("boxes");
const snap = document.getElementById("snap");
const address = location.pathname;
const query = Object.fromEntries(new URLSearchParams(location.search));
const editor = Math.random().toString(36).slice(2);
const marks = new Map(); // by box, a button for each of its places
let acts = new Acts();
let chosen = null;
let waiting = 0;
let shows = () => {};

if (surface && about.boxes.length) begin();

function begin() {
  const area = ({ places: [[sides]] }) => sides[2] * sides[3];
  for (const box of [...about.boxes].sort((a, b) => area(b) - area(a))) {
    marks.set(box, box.places.map((_, place) => markOf(box, place)));
    surface.append(...marks.get(box));
  }
  list.append(new Option("—", ""), ...about.boxes.map((box) => new Option(box.name, box.number)));
  list.addEventListener("change", () => choose(about.boxes.find((box) => String(box.number) === list.value) ?? null));
  for (const input of document.querySelectorAll("[data-attribute]")) input.addEventListener("input", () => chosen && act({ [input.dataset.attribute]: input.value }, `type ${input.id}`));
  document.getElementById("save").addEventListener("click", save);
  shows = turns((word) => (acts[word]() ? changed() : turn(word)), (word) => (word === "undo" ? acts.done : acts.undone).length > 0);
  addEventListener("beforeunload", (event) => acts.done.length && event.preventDefault());
  savesByKey(save);
  const zoom = document.getElementById("zoom");
  surface.style.setProperty("--ratio", String(about.view[2] / about.view[3]));
  zoom.addEventListener("input", () => {
    surface.style.setProperty("--zoom", String(zoom.value / 100));
    surface.classList.toggle("zoomed", zoom.value > 100);
  });
  surface.style.setProperty("--step", `${500 / about.view[2]}% ${500 / about.view[3]}%`);
  document.getElementById("grid").addEventListener("change", ({ target }) => surface.classList.toggle("with-grid", target.checked));
  lay();
  surface.dataset.ready = "true";
}

function markOf(box, place) {
  const name = place ? `${box.name} ${place + 1}` : box.name;
  const grip = make("span", "grip");
  return make(
    "button",
    {
      class: "design-box",
      "aria-label": name,
      "aria-pressed": "false",
      onclick: () => choose(box),
      onkeydown: (event) => nudge(event, box, place),
      onpointerdown: (event) => drag(event, box, place, event.target === grip),
    },
    grip,
  );
}

function choose(box) {
  chosen = box;
  for (const [one, places] of marks) for (const mark of places) mark.setAttribute("aria-pressed", String(one === box));
  list.value = box ? String(box.number) : "";
  document.getElementById("numbers").hidden = !box;
  document.getElementById("type").hidden = !box?.text;
  document.getElementById("choose").hidden = Boolean(box);
  fill();
}

/** Show what the chosen box says. */
function fill() {
  if (!chosen) return;
  const now = { ...chosen.attributes, ...acts.changes[chosen.number] };
  sidesOf(chosen, acts.changes).forEach((value, at) => (now[["x", "y", "width", "height"][at]] = written(value)));
  for (const input of document.querySelectorAll("[data-attribute]")) {
    if (input !== document.activeElement) input.value = now[input.dataset.attribute] ?? "";
  }
}

/** Put each mark where its box is. */
function lay() {
  const [left, top, wide, high] = about.view;
  for (const [box, places] of marks) {
    places.forEach(({ style }, place) => {
      const [x, y, right, bottom] = placed(sidesOf(box, acts.changes, place), box.places[place][1]);
      style.left = `${(100 * (x - left)) / wide}%`;
      style.top = `${(100 * (y - top)) / high}%`;
      style.width = `${(100 * (right - x)) / wide}%`;
      style.height = `${(100 * (bottom - y)) / high}%`;
    });
  }
}

function act(values, key = "") {
  if (Object.values(values).some((value) => value === "") && Object.keys(values).some((name) => !name.startsWith("data-"))) return;
  acts.add({ [chosen.number]: values }, key && `${chosen.number} ${key}`);
  changed();
}

function changed() {
  lay();
  fill();
  state.textContent = acts.done.length ? state.dataset.unsaved : "";
  shows();
  clearTimeout(waiting);
  waiting = setTimeout(draft, 40);
}

/** Move the chosen box, or its corner, by a way in its own units.

@param {number[]} way @param {boolean} grown @param {number[]} from @param {number} step @param {string} [key] */
function shift([du, dv], grown, from, step, key = "") {
  const [x, y, width, height] = from;
  const least = (value) => Math.max(0.5, value);
  const values = grown
    ? { width: written(least(width + du), step), height: written(least(height + dv), step) }
    : { x: written(x + du, step), y: written(y + dv, step) };
  act(values, key);
}

function nudge(event, box, place) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!way || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  choose(box);
  const step = event.altKey ? 0.1 : 0.5;
  shift(within(way.map((one) => one * step), box.places[place][1]), event.shiftKey, sidesOf(box, acts.changes), 0.01);
}

function drag(event, box, place, grown) {
  if (event.button) return;
  choose(box);
  const mark = marks.get(box)[place];
  const from = sidesOf(box, acts.changes);
  const [, , wide] = about.view;
  const key = `drag ${Date.now()}`;
  const move = (now) => {
    const unit = wide / surface.clientWidth;
    const way = within([(now.clientX - event.clientX) * unit, (now.clientY - event.clientY) * unit], box.places[place][1]);
    shift(way, grown, from, snap.checked ? 0.5 : 0.01, key);
  };
  mark.setPointerCapture(event.pointerId);
  mark.addEventListener("pointermove", move);
  mark.addEventListener("lostpointercapture", () => mark.removeEventListener("pointermove", move), { once: true });
}

async function draft() {
  const body = { version: about.version, changes: acts.changes, editor };
  const answer = await send("POST", `${address}/draft`, body, query);
  if (answer?.status !== 200) {
    state.textContent = answer?.status === 409 && !answer.told.problems?.length ? state.dataset.stale : reason(answer, state.dataset.lost);
    return;
  }
  if (answer.told.overtaken) return;
  for (const face of answer.told.faces) {
    for (const picture of document.querySelectorAll(`img[data-what="${face.what}"][data-language="${face.language}"]`)) {
      if (face.svg) picture.src = pictured(face.svg);
    }
  }
  tell(answer.told.problems);
}

function tell(problems) {
  const place = document.getElementById("breaks");
  const lines = [place.dataset.title, ...problems].map((text) => make("p", {}, text));
  place.replaceChildren(...(problems.length ? [make("div", "note red", ...lines)] : []));
}

async function save() {
  clearTimeout(waiting);
  const answer = await send("PUT", address, { version: about.version, changes: acts.changes }, query);
  if (answer?.status !== 200) {
    refusedToSave(state, reason(answer, state.dataset.lost));
    return;
  }
  for (const box of about.boxes) {
    box.places = box.places.map(([, matrix], place) => [sidesOf(box, acts.changes, place), matrix]);
    box.attributes = { ...box.attributes, ...acts.changes[box.number] };
  }
  about.version = answer.told.version;
  acts = new Acts();
  shows();
  state.textContent = state.dataset.saved;
}

/** Undo, or do again, what was saved: then the page is another one. */
async function turn(word) {
  const { why, told } = await turnPage(word, surface.dataset.game, state.dataset.lost);
  if (why) {
    state.textContent = why;
    return;
  }
  sayThere(told);
  location.reload();
}
