// The gallery: filters and sizes at once, kept in the address; faces swapped as files change; arrows between faces.

import { live } from "./live.js";
import { anew } from "./refresh.js";
import { redirect, sourceOf, spare } from "./spared.js";
import "./work.js";

const WIDTHS = [80, 120, 176, 240, 336, 480]; // as in glimpses.py
const TALLEST = 1.6;
const FIRST = 250; // ms that changed pictures have before the rest of the page is asked for
const list = document.querySelector("ul.faces");
const form = document.getElementById("sieve");

if (list) begin();

function begin() {
  const ratio = Number(list.dataset.ratio);
  list.style.setProperty("--ratio", ratio);
  watchPictures(list);
  if (list.classList.contains("many")) spare(list);
  list.addEventListener("keydown", walk);
  document.addEventListener("keydown", shortcut);
  const more = form?.querySelector(".sieve-more");
  const narrow = matchMedia("(max-width: 47.99rem)");
  if (more && narrow.matches && !query().get("value") && !query().get("wrong")) more.open = false;
  // On a broad screen the heading is hidden: what was closed could not be opened.
  narrow.addEventListener("change", () => more && !narrow.matches && (more.open = true));
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
  live.addEventListener("changed", ({ detail }) => changed(detail));
  live.addEventListener("resync", () => refresh());
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
  let shown = 0;
  for (const face of list.children) {
    face.hidden = meant !== null && !meant.has(face.dataset.item);
    if (!face.hidden) shown += 1;
  }
  count(shown);
}

function count(shown) {
  const told = document.getElementById("how-many");
  const all = shown === list.children.length;
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
  const fresh = await anew(`?${options}`);
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
  for (const picture of list.querySelectorAll("img")) {
    picture.width = width;
    picture.height = Math.max(1, Math.round(width * ratio));
  }
  keep();
}

// --- what changes -----------------------------------------------------------------------------------------------------

let refreshing = false;
let stale = false;

function changed(detail) {
  const kind = document.body.dataset.kind;
  const items = new Set(detail.items?.[kind] ?? []);
  const pictures = [];
  if (items.size) {
    for (const face of list.children) {
      if (items.has(face.dataset.item)) pictures.push(...redraw(face, detail.number));
    }
  }
  // What one looks at comes first: the page anew would keep the server from drawing it.
  const soon = new Promise((done) => setTimeout(done, pictures.length ? FIRST : 0));
  Promise.race([soon, Promise.all(pictures.map(settled))]).then(refresh);
}

function settled(picture) {
  return new Promise((done) => {
    for (const sort of ["load", "error"]) picture.addEventListener(sort, done, { once: true });
  });
}

/** Let a face's pictures be drawn anew, and tell which. One that is far away waits until it is near. */
function redraw(face, number) {
  const redrawn = [];
  for (const picture of face.querySelectorAll("img")) {
    const address = new URL(sourceOf(picture));
    if (address.searchParams.get("v") === String(number)) continue;
    address.searchParams.set("v", number);
    if (redirect(picture, address.href)) redrawn.push(picture);
  }
  return redrawn;
}

/** Bring all but the pictures up to date: names, what is wrong, items that came or went. */
async function refresh() {
  stale = true;
  if (refreshing) return;
  refreshing = true;
  while (stale) {
    stale = false;
    const fresh = await anew();
    const now = fresh?.querySelector("ul.faces");
    if (!now) {
      if (fresh) location.reload();
      break;
    }
    bring(now);
    for (const selector of [".opening .tally", ".tabs [data-count]", "#unread"]) {
      const [old, its] = [document.querySelector(selector), fresh.querySelector(selector)];
      if (old && its && !old.isEqualNode(its)) old.replaceWith(document.adoptNode(its));
    }
    count([...list.children].filter((face) => !face.hidden).length);
  }
  refreshing = false;
}

function bring(now) {
  const old = new Map([...list.children].map((face) => [face.dataset.item + (face.querySelector("a")?.search ?? ""), face]));
  let place = list.firstElementChild;
  for (const face of [...now.children]) {
    const key = face.dataset.item + (face.querySelector("a")?.search ?? "");
    const mine = old.get(key);
    old.delete(key);
    if (!mine) {
      list.insertBefore(document.adoptNode(face), place);
      continue;
    }
    if (mine !== place) list.insertBefore(mine, place);
    else place = place.nextElementSibling;
    update(mine, face);
  }
  for (const face of old.values()) face.remove();
}

function update(mine, face) {
  if (mine.className !== face.className) mine.className = face.className;
  if (mine.hidden !== face.hidden) mine.hidden = face.hidden;
  const parts = [...face.children].slice(1);
  const there = [...mine.children].slice(1);
  if (parts.length !== there.length || parts.some((part, at) => !part.isEqualNode(there[at]))) {
    for (const part of there) part.remove();
    mine.append(...parts.map((part) => document.adoptNode(part)));
  }
  face.querySelectorAll("img").forEach((picture, at) => {
    const own = mine.querySelectorAll("img")[at];
    if (own && own.alt !== picture.alt) own.alt = picture.alt;
  });
}

// A picture that cannot be had: its place says so, until it can. One pair of ears for all pictures: events of loading
// do not rise, but can be caught on their way down.
function watchPictures(within) {
  const known = new WeakMap();
  within.addEventListener(
    "load",
    ({ target: picture }) => {
      if (picture.dataset.far) return;
      picture.hidden = false;
      picture.parentElement.querySelector(".no-face")?.remove();
      if (known.has(picture) && known.get(picture) !== picture.src) flash(picture);
      known.set(picture, picture.src);
    },
    true,
  );
  within.addEventListener("error", ({ target }) => without(target), true);
  for (const picture of within.querySelectorAll("img")) {
    if (!picture.complete || !picture.currentSrc) continue;
    if (picture.naturalWidth) known.set(picture, picture.src);
    else without(picture);
  }
}

function flash(picture) {
  const face = picture.closest(".face");
  face.classList.remove("changed");
  requestAnimationFrame(() => face.classList.add("changed"));
  setTimeout(() => face.classList.remove("changed"), 1000);
}

function without(picture) {
  const link = picture.parentElement;
  picture.hidden = true;
  if (link.querySelector(".no-face")) return;
  const place = document.createElement("span");
  place.className = "no-face";
  place.textContent = `${picture.alt}: ${list.dataset.words}`;
  place.style.width = `${picture.width || picture.getAttribute("width")}px`;
  place.style.aspectRatio = `${picture.getAttribute("width")} / ${picture.getAttribute("height")}`;
  link.append(place);
}

// --- keys -------------------------------------------------------------------------------------------------------------

function shortcut(event) {
  if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.target.closest("input, textarea, select")) {
    event.preventDefault();
    document.getElementById("q")?.focus();
  }
}

/** Arrows go from face to face, Home and End to the ends. */
function walk(event) {
  const link = event.target.closest(".face > a");
  if (!link || event.ctrlKey || event.metaKey || event.altKey) return;
  const faces = [...list.querySelectorAll(".face:not([hidden]) > a")];
  const at = faces.indexOf(link);
  const columns = getComputedStyle(list).gridTemplateColumns.split(" ").length;
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + columns, ArrowUp: at - columns, Home: 0, End: faces.length - 1 }[event.key];
  if (to === undefined || !faces[to]) return;
  event.preventDefault();
  faces[to].focus();
}
