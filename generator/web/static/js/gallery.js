// The gallery: filters and sizes at once, kept in the address; faces swapped as files change; arrows between faces.

import { watchPictures } from "./faces.js";
import { Near, redirect, sourceOf } from "./near.js";
import { anew, mind, together, wanted } from "./refresh.js";
import { broadened, narrow } from "./width.js";
import "./work.js";

const WIDTHS = [80, 120, 176, 240, 336, 480]; // as in glimpses.py
const TALLEST = 1.6;
const FIRST = 250; // ms that changed pictures have before the rest of the page is asked for
const list = document.querySelector("ul.faces");
const form = document.getElementById("sieve");
let near = null;

if (list) begin();

function begin() {
  const ratio = Number(list.dataset.ratio);
  list.style.setProperty("--ratio", ratio);
  watchPictures(list, flash);
  near = new Near(list);
  addEventListener("hashchange", toNamed);
  toNamed();
  list.addEventListener("keydown", walk);
  document.addEventListener("keydown", shortcut);
  const more = form?.querySelector(".sieve-more");
  if (more && narrow() && !query().get("value") && !query().get("wrong")) more.open = false;
  // On a broad screen the heading is hidden: what was closed could not be opened.
  broadened(() => more && (more.open = true));
  if (form) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      sift();
    });
    form.addEventListener("input", (event) => {
      if (event.target.id === "size") resize(Number(event.target.value));
      else if (event.target.id === "field") offer().then(sift);
      else soon();
    });
    form.querySelector("#field")?.addEventListener("change", () => sift());
  }
  document.getElementById("show-all")?.addEventListener("click", (event) => {
    event.preventDefault();
    for (const input of form.querySelectorAll("#q, #field, #value")) input.value = "";
    form.querySelector("#wrong").checked = false;
    sift();
  });
  addEventListener("popstate", () => location.reload());
  mind("faces", { first, wants, bring });
}

// --- the address ------------------------------------------------------------------------------------------------------

function query() {
  const now = new URLSearchParams(location.search);
  now.delete("ui");
  for (const input of form?.elements ?? []) {
    if (!input.name || input.type === "hidden") continue;
    const usual = input.name === "size" ? list.dataset.usual : "";
    const value = input.type === "checkbox" ? (input.checked ? input.value : "") : input.value.trim();
    if (value && value !== usual) now.set(input.name, value);
    else now.delete(input.name);
  }
  if (!now.get("field") || !now.get("value")) {
    now.delete("value");
    now.delete("field");
  }
  return now;
}

function keep() {
  const now = query().toString();
  history.replaceState(history.state, "", now ? `?${now}` : location.pathname);
  // Links that change another option keep these.
  for (const link of document.querySelectorAll(".views .choice a")) {
    const there = new URL(link.href);
    for (const name of ["q", "field", "value", "wrong", "size"]) {
      const value = query().get(name);
      if (value) there.searchParams.set(name, value);
      else there.searchParams.delete(name);
    }
    link.href = there;
  }
}

// --- what is shown ----------------------------------------------------------------------------------------------------

let pause = null;
let round = 0;

function soon() {
  clearTimeout(pause);
  pause = setTimeout(sift, 90);
}

async function sift() {
  clearTimeout(pause);
  keep();
  const mine = ++round;
  const options = query();
  options.delete("size");
  const filtered = ["q", "value", "wrong"].some((name) => options.get(name));
  let meant = null;
  if (filtered) {
    const answer = await fetch(`?${options}`, { headers: { accept: "application/json" } }).catch(() => null);
    if (!answer?.ok || mine !== round) return;
    meant = new Set(await answer.json());
    if (mine !== round) return;
  }
  for (const face of near.all) face.hidden = meant !== null && !meant.has(named(face));
  near.take(near.all);
  count();
}

function count() {
  const told = document.getElementById("how-many");
  const shown = near.shown.length;
  const all = shown === near.all.length;
  told.textContent = all ? told.dataset.all : told.dataset.one.replace("#", shown);
  const none = document.getElementById("none-shown");
  if (none) none.hidden = shown > 0;
}

/** The values of the chosen field, as the server tells them. */
async function offer() {
  const options = query();
  const field = form.querySelector("#field").value;
  if (field) options.set("field", field);
  const values = form.querySelector("#values");
  values.replaceChildren();
  if (!field) return;
  const fresh = await anew(`?${options}`, ";");
  const offered = fresh?.querySelector("#values");
  if (offered) values.replaceChildren(...offered.children);
}

function resize(size) {
  const place = WIDTHS[size - 1];
  const ratio = Number(list.dataset.ratio);
  const width = Math.max(1, Math.round(Math.min(place, (TALLEST * place) / ratio)));
  for (const name of [...list.classList]) if (name.startsWith("size-")) list.classList.remove(name);
  list.classList.add(`size-${size}`);
  list.dataset.size = size;
  for (const face of near.all) {
    for (const picture of face.querySelectorAll("img")) {
      picture.width = width;
      picture.height = Math.max(1, Math.round(width * ratio));
    }
  }
  near.measure();
  keep();
}

// --- what changes -----------------------------------------------------------------------------------------------------

function wants(changes) {
  return wanted(list.dataset.order, changes, near.all.filter((face) => face.querySelector(".says")).map(named));
}

function named(face) {
  return face.dataset.item;
}

/** Let the pictures be drawn anew that a change concerns. They come first, for a while: the page anew would keep the
server from drawing what one looks at. */
async function first(changes) {
  const pictures = [];
  for (const change of changes ?? []) {
    const items = new Set(change.items?.[document.body.dataset.kind]);
    for (const face of items.size ? near.all : []) if (items.has(named(face))) pictures.push(...redraw(face, change.number));
  }
  const soon = new Promise((done) => setTimeout(done, FIRST));
  if (pictures.length) await Promise.race([soon, Promise.all(pictures.map(settled))]);
}

function settled(picture) {
  return new Promise((done) => {
    for (const sort of ["load", "error"]) picture.addEventListener(sort, done, { once: true });
  });
}

/** Let a face's pictures be drawn anew, and tell which. One that is far away waits until it is near. */
function redraw(face, number) {
  return [...face.querySelectorAll("img")].filter((picture) => {
    const address = new URL(sourceOf(picture), location.href);
    if (address.searchParams.get("v") === String(number)) return false;
    address.searchParams.set("v", number);
    return redirect(picture, address.href);
  });
}

/** Take up names, what is wrong, items that came or went; of a part of the list, what it says and in which order. */
function bring(_, fresh) {
  const key = (face) => named(face) + (face.querySelector("a")?.search ?? "");
  const old = new Map(near.all.map((face) => [key(face), face]));
  const now = [...fresh.children].map((face) => taken(face, old.get(key(face))));
  const all = together(near.all, now, fresh.dataset.some, named);
  if (!all) return;
  list.dataset.order = fresh.dataset.order ?? "";
  near.take(all);
  count();
}

/** A face as it is now: the one there, brought up to date, if there is one. */
function taken(face, mine) {
  if (!mine) return document.adoptNode(face);
  if (mine.className !== face.className) mine.className = face.className;
  if (mine.hidden !== face.hidden) mine.hidden = face.hidden;
  const [parts, there] = [face, mine].map((one) => [...one.children].slice(1));
  if (parts.length !== there.length || parts.some((part, at) => !part.isEqualNode(there[at]))) {
    for (const part of there) part.remove();
    mine.append(...parts.map((part) => document.adoptNode(part)));
  }
  face.querySelectorAll("img").forEach((picture, at) => {
    const own = mine.querySelectorAll("img")[at];
    if (own?.alt !== picture.alt) own.alt = picture.alt;
    if (sourceOf(own) !== picture.src) redirect(own, picture.src);
  });
  return mine;
}

function flash(picture) {
  const face = picture.closest(".face");
  face.classList.remove("changed");
  requestAnimationFrame(() => face.classList.add("changed"));
  setTimeout(() => face.classList.remove("changed"), 1000);
}

// --- keys -------------------------------------------------------------------------------------------------------------

/** To the field for words; also where one searches the page, which does not hold all of a long list. A second time it is
the browser that searches. */
function shortcut(event) {
  const control = event.ctrlKey || event.metaKey;
  const slash = event.key === "/" && !control && !event.target.closest("input, textarea, select");
  const words = document.getElementById("q");
  if (!words || words === document.activeElement || !(slash || (control && event.key === "f" && near.long))) return;
  event.preventDefault();
  words.focus();
}

/** To the item that the address names after its #. */
function toNamed() {
  const name = decodeURIComponent(location.hash.slice(1));
  if (name) near.go(near.shown.findIndex((face) => named(face) === name));
}

/** Arrows go from face to face, Home and End to the ends. */
function walk(event) {
  const link = event.target.closest(".face > a");
  if (!link || event.ctrlKey || event.metaKey || event.altKey) return;
  const at = near.shown.indexOf(link.parentElement);
  const columns = getComputedStyle(list).gridTemplateColumns.split(" ").length;
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + columns, ArrowUp: at - columns, Home: 0, End: near.shown.length - 1 }[event.key];
  if (to === undefined || !near.shown[to]) return;
  event.preventDefault();
  near.go(to);
}
