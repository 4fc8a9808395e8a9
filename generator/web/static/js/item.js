// One item: its text in an editor, its faces as they would be, what is wrong; kept in step with the file.

import { drawn, icon, make, pictured } from "./elements.js";
import { watchPictures } from "./faces.js";
import { mind, update } from "./refresh.js";

const tableau = document.getElementById("tableau");
const holder = document.getElementById("editor");

let desk = null; // where the item is written
if (tableau) watchPictures(tableau);
document.addEventListener("keydown", turn);
if (holder) {
  mind("wrong", { bring() {} }); // the editor tells it
  mind("tableau", { bring });
  import("./writing.js").then(({ write }) => write(holder, { draw, problems, saved })).then((one) => (desk = one)).catch((error) => {
    if (!error.expected) console.error(error);
    for (const part of ["wrong", "tableau"]) mind(part, {});
  });
}

/** Show faces that are not saved: SVG texts by side, for one language. `sound` is whether they could be drawn. */
function draw(language, pictures, sound) {
  for (const picture of tableau?.querySelectorAll(`img[data-language="${CSS.escape(language)}"]`) ?? []) {
    const svg = pictures[picture.dataset.side];
    if (svg) picture.src = pictured(svg);
    picture.parentElement.classList.toggle("stale", !sound);
  }
  const note = document.getElementById("last-good");
  if (note) note.hidden = sound;
}

/** Show what is wrong, below the editor and on the faces; `go` leads to a place in it, `mend` writes what mends one. What is
wrong in other files stays. */
function problems(found, go, mend) {
  const place = document.getElementById("wrong");
  const elsewhere = [...place.querySelectorAll(".elsewhere .problem")];
  const wrong = found.some((one) => one.level === "error") || elsewhere.some((one) => one.classList.contains("error"));
  const doubtful = found.some((one) => one.level === "warning") || elsewhere.some((one) => one.classList.contains("warning"));
  const level = wrong ? "wrong" : doubtful ? "doubtful" : "";
  for (const paper of tableau?.querySelectorAll(".paper") ?? []) {
    paper.classList.toggle("wrong", level === "wrong");
    paper.classList.toggle("doubtful", level === "doubtful");
  }
  place.querySelector(".none").hidden = found.length + elsewhere.length > 0;
  place.querySelector(":scope > ol.problems")?.remove();
  if (found.length) place.append(make("ol", "problems", ...found.map((one) => told(one, place.dataset, go, mend))));
  outline(found.flatMap((one) => one.spots));
}

/** Outline boxes of the faces: side, view and corners of each. */
function outline(spots) {
  for (const old of tableau?.querySelectorAll(".spot") ?? []) old.remove();
  for (const [side, viewBox, outlines] of spots) {
    for (const picture of tableau?.querySelectorAll(`img[data-side="${side}"]`) ?? []) {
      const boxes = outlines.map((points) => drawn("polygon", { points }));
      picture.after(drawn("svg", { class: "spot", viewBox, preserveAspectRatio: "none", "aria-hidden": "true" }, ...boxes));
    }
  }
}

function told(one, words, go, mend) {
  const button = make("button", { class: "link", onclick: () => go(one) }, `${one.file}:${one.line}:${one.column}`);
  const place = make("p", "place", button, `: ${words[one.level]} `, make("code", {}, one.rule));
  const says = [make("p", { lang: "en" }, one.message), one.hint && make("p", { class: "hint", lang: "en" }, one.hint)];
  if (one.fix) says.push(make("button", { class: "button", onclick: () => mend(one) }, icon("edit"), ` ${words.mend.replace("{text}", one.fix.text)}`));
  return make("li", `problem ${one.level}`, make("span", "mark", icon(one.level === "note" ? "info" : one.level)), make("div", {}, ...says, place));
}

/** After saving: the item may have another name. `identifier` is null where no item is meant. */
function saved(identifier) {
  const path = identifier && location.pathname.replace(/[^/]*$/, encodeURIComponent(identifier));
  const renamed = path && path !== location.pathname;
  if (renamed) history.replaceState(history.state, "", path + location.search);
  if (renamed || document.documentElement.dataset.server !== "there") return update(); // else an event has it done
}

/** Faces as the server draws them, where none is being changed here. */
function bring(_, fresh) {
  if (holder.classList.contains("unsaved")) return;
  for (const picture of tableau.querySelectorAll("img")) {
    const { language, side } = picture.dataset;
    const now = fresh.querySelector(`img[data-language="${CSS.escape(language)}"][data-side="${side}"]`);
    if (picture.src !== now.src) picture.src = now.src;
    picture.alt = now.alt;
    picture.parentElement.className = now.parentElement.className;
  }
}

/** Alt and Page or arrow up or down lead to the items before and behind, and to the same field; what is written is saved. */
async function turn(event) {
  const to = { PageUp: "prev", ArrowUp: "prev", PageDown: "next", ArrowDown: "next" }[event.key];
  const link = document.querySelector(`.turn a[rel="${to}"]`);
  if (!event.altKey || !to || !link || (event.key.startsWith("Arrow") && event.target.closest("select, .cm-editor, #yaml"))) return;
  event.preventDefault();
  const field = event.target.closest("[data-field]")?.dataset.field ?? "";
  if (desk?.dirty) await desk.save();
  if (!desk?.dirty) location.assign(`${link.href}#${field}`);
}
