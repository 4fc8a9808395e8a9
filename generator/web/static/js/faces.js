// Pictures of faces: where one cannot be had, its place says so, until it can.

import { make } from "./elements.js";

/** Mind the pictures within an element; `data-words` around them say what is to be said. `changed` is told of those that show
something else. One pair of ears for all: events of loading do not rise, but can be caught on their way down. */
export function watchPictures(within, changed = (_) => {}) {
  const known = new WeakMap();
  const there = (picture) => {
    picture.hidden = false;
    picture.parentElement.querySelector(".no-face")?.remove();
    if (known.has(picture) && known.get(picture) !== picture.src) changed(picture);
    known.set(picture, picture.src);
  };
  const away = (picture) => {
    picture.hidden = true;
    if (picture.parentElement.querySelector(".no-face")) return;
    const [width, height] = ["width", "height"].map((name) => picture.getAttribute(name));
    const place = make("span", "no-face", `${picture.alt} ${picture.closest("[data-words]").dataset.words}`.trim());
    place.style.width = `${width}px`;
    place.style.aspectRatio = `${width} / ${height}`;
    picture.after(place);
  };
  within.addEventListener("load", ({ target }) => target.matches("img") && there(target), true); // drawings over them load too
  within.addEventListener("error", ({ target }) => away(target), true);
  for (const picture of within.querySelectorAll("img")) {
    if (picture.complete && picture.currentSrc) (picture.naturalWidth ? there : away)(picture);
  }
}
