// One item: its text in an editor, its faces as they would be, what is wrong; kept in step with the file.

import { live } from "./live.js";
import { anew, refreshed, replaced } from "./refresh.js";

const tableau = document.getElementById("tableau");
const holder = document.getElementById("editor");

keys();
if (tableau) watchPictures(tableau);
if (holder) {
  import("./writing.js").then(({ write }) => write(holder, { draw, problems, saved })).catch((error) => {
    if (!error.expected) console.error(error);
    refreshed("#tableau, #does, #wrong");
  });
} else {
  refreshed("#tableau, #does, #wrong, #source");
}

/** Show faces that are not saved: SVG texts by side, for one language. `sound` is whether they could be drawn. */
function draw(language, pictures, sound) {
  for (const picture of tableau?.querySelectorAll(`img[data-language="${CSS.escape(language)}"]`) ?? []) {
    const svg = pictures[picture.dataset.side];
    if (svg) {
      picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
      picture.hidden = false;
    }
    picture.parentElement.classList.toggle("stale", !sound);
  }
  const note = document.getElementById("last-good");
  if (note) note.hidden = sound;
}

/** Show what is wrong, below the editor; `go` leads to a place in it. */
function problems(found, go) {
  const place = document.getElementById("wrong");
  const level = found.some((one) => one.level === "error") ? "wrong" : found.length ? "doubtful" : "";
  for (const paper of tableau?.querySelectorAll(".paper") ?? []) {
    paper.classList.toggle("wrong", level === "wrong");
    paper.classList.toggle("doubtful", level === "doubtful");
  }
  const none = place.querySelector(".none");
  none.hidden = found.length > 0;
  let list = place.querySelector("ol.problems");
  list?.remove();
  if (!found.length) return;
  list = document.createElement("ol");
  list.className = "problems";
  for (const one of found) list.append(told(one, place.dataset, go));
  place.append(list);
}

function told(one, words, go) {
  const part = (name, className, ...inner) => {
    const made = document.createElement(name);
    made.className = className;
    made.append(...inner);
    return made;
  };
  const mark = part("span", "mark");
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  icon.setAttribute("class", "icon");
  icon.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${document.body.dataset.icons}#${one.level}`);
  icon.append(use);
  mark.append(icon);
  const button = part("button", "link", `${one.file}:${one.line}:${one.column}`);
  button.type = "button";
  button.addEventListener("click", () => go(one));
  const place = part("p", "place", button, `: ${words[one.level]} `, part("code", "", one.rule));
  const says = part("div", "", part("p", "", one.message), ...(one.hint ? [part("p", "hint", one.hint)] : []));
  return part("li", `problem ${one.level}`, mark, place, says);
}

/** After saving, or when the file was changed outside (`identifier` is null where no item is meant): what the item does, its neighbours and name, and the pictures as the server draws them. */
async function saved(identifier) {
  const path = identifier && location.pathname.replace(/[^/]*$/, encodeURIComponent(identifier));
  if (path && path !== location.pathname) history.replaceState(history.state, "", path + location.search);
  const fresh = await anew();
  if (!fresh?.getElementById("does")) return; // the item has gone meanwhile
  replaced(fresh, "#does, .opening .title, .opening .turn, .tabs [data-count]");
  document.title = fresh.title;
  for (const picture of tableau?.querySelectorAll("img") ?? []) {
    const { language, side } = picture.dataset;
    const now = fresh.querySelector(`#tableau img[data-language="${CSS.escape(language)}"][data-side="${side}"]`);
    if (now) {
      picture.src = now.getAttribute("src");
      picture.alt = now.alt;
      picture.parentElement.className = now.parentElement.className;
    }
  }
}

function watchPictures(within) {
  for (const picture of within.querySelectorAll("img")) {
    const check = () => {
      const there = picture.naturalWidth > 0;
      picture.hidden = !there;
      let place = picture.parentElement.querySelector(".no-face");
      if (there) place?.remove();
      else if (!place) {
        place = document.createElement("span");
        place.className = "no-face";
        place.textContent = `${picture.alt}: ${within.dataset.words}`;
        place.style.width = `${picture.width}px`;
        place.style.aspectRatio = `${picture.getAttribute("width")} / ${picture.getAttribute("height")}`;
        picture.after(place);
      }
    };
    picture.addEventListener("load", check);
    picture.addEventListener("error", check);
    if (picture.complete) check();
  }
}

/** Alt and Page Up or Down lead to the items before and behind. */
function keys() {
  document.addEventListener("keydown", (event) => {
    if (!event.altKey || !["PageUp", "PageDown"].includes(event.key)) return;
    const link = document.querySelector(`.turn a[rel="${event.key === "PageUp" ? "prev" : "next"}"]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });
}

export { live };
