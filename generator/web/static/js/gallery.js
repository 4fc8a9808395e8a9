// The gallery: filters and sizes at once, kept in the address; faces swapped as files change; arrows between faces.

import { make } from "./elements.js";
import { watchPictures } from "./faces.js";
import { Near, redirect, sourceOf } from "./near.js";
import { Selection } from "./selection.js";
import { mind, together, wanted } from "./refresh.js";
import { broadened, narrow } from "./width.js";
import "./work.js";

const WIDTHS = [80, 120, 176, 240, 336, 480]; // as in glimpses.py
const TALLEST = 1.6;
const FIRST = 250; // ms that changed pictures have before the rest of the page is asked for
const list = document.querySelector("ul.faces");
const form = document.getElementById("sieve");
const onSite = document.body.dataset.site !== undefined; // of files: nobody is there who could be asked
let near = null;
let pause = null;
let round = 0;
let selection = null;

const choosing = document.getElementById("chosen") && { key: "item", order: () => near?.shown.map(named) ?? [], handle: ".face", frames };

if (list) begin();
else if (choosing) new Selection(document.querySelector(".tabletop"), choosing); // which takes what is pasted

function begin() {
  const ratio = Number(list.dataset.ratio);
  list.style.setProperty("--ratio", ratio);
  watchPictures(list, flash);
  near = new Near(list);
  if (choosing) {
    selection = new Selection(list, choosing);
    selection.draggable();
    box();
  }
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
      else if (event.target.id === "field") sift(true);
      else soon();
    });
    form.querySelector("#field")?.addEventListener("change", () => sift(true));
  }
  document.getElementById("show-all")?.addEventListener("click", (event) => {
    event.preventDefault();
    for (const input of form.querySelectorAll("#q, #field, #value")) input.value = "";
    for (const input of form.querySelectorAll("#wrong")) input.checked = false;
    sift();
  });
  addEventListener("popstate", () => location.reload());
  if (onSite && form?.elements.q) {
    form.elements.q.value = new URLSearchParams(location.search).get("q") ?? "";
    if (form.elements.q.value) soon();
  }
  mind("faces", { first, wants, bring });
}

function frames(target) {
  return target.closest(".tabletop") && !target.closest(".face, .bar, a, button");
}

/** Give each face a box to choose it by. */
function box() {
  for (const face of near.all) if (!face.querySelector(".choose")) face.append(selection.box(face.querySelector("img")?.alt ?? face.textContent));
  selection.show();
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

function soon() {
  clearTimeout(pause);
  pause = setTimeout(() => sift(), 90);
}

/** Show those that the filter lets through; `offers`: the values of the chosen field as well. */
async function sift(offers = false) {
  clearTimeout(pause);
  keep();
  const mine = ++round;
  const options = query();
  options.delete("size");
  const filtered = ["q", "value", "wrong"].some((name) => options.get(name));
  let meant = null;
  if (offers) options.set("field", form.elements.field.value);
  if (filtered && onSite) {
    const words = options.get("q").toLowerCase().replaceAll("ß", "ss").split(/\s+/);
    meant = new Set(near.all.filter((face) => words.every((word) => face.dataset.words.includes(word))).map(named));
  } else if (filtered || offers) {
    options.set("values", "1");
    const answer = await fetch(`?${options}`, { headers: { accept: "application/json" } }).catch(() => null);
    if (!answer?.ok || mine !== round) return;
    const told = await answer.json();
    if (mine !== round) return;
    if (filtered) meant = new Set(told.items);
    if (offers) document.getElementById("values").replaceChildren(...told.values.map((value) => make("option", { value })));
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

/** Let changed pictures be drawn first, for a while: the whole page would keep the server from them. */
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

/** Let a face's pictures be drawn again; those far away wait. */
function redraw(face, number) {
  return [...face.querySelectorAll("img")].filter((picture) => {
    const address = new URL(sourceOf(picture), location.href);
    if (address.searchParams.get("v") === String(number)) return false;
    address.searchParams.set("v", number);
    return redirect(picture, address.href);
  });
}

/** Take up names, what is wrong, items that came or went. */
function bring(_, fresh) {
  const key = (face) => named(face) + (face.querySelector("a")?.search ?? "");
  const old = new Map(near.all.map((face) => [key(face), face]));
  const now = [...fresh.children].map((face) => taken(face, old.get(key(face))));
  const all = together(near.all, now, fresh.dataset.some, named);
  if (!all) return;
  list.dataset.order = fresh.dataset.order ?? "";
  near.take(all);
  count();
  if (selection) box();
}

/** A face as it is now: the one there, brought up to date, if there is one. */
function taken(face, mine) {
  if (!mine) return document.adoptNode(face);
  if (mine.className !== face.className) mine.className = face.className;
  if (mine.hidden !== face.hidden) mine.hidden = face.hidden;
  const [parts, there] = [face, mine].map((one) => [...one.children].filter((part) => !part.matches("a, .choose")));
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

/** To the field for words; also for Ctrl-F in a long list, at the first time. */
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
