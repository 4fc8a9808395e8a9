// The page of all pictures: files come in by button and by drop, one takes the place of another, a search hides the rest.

import { bringIn, droppable, put } from "./bring_in.js";
import { toast } from "./elements.js";
import { takeIcon } from "./icons.js";
import { Near } from "./near.js";
import { mind } from "./refresh.js";

const page = document.getElementById("pictures");
const { pictures, wrapped } = page.dataset;
const words = JSON.parse(page.dataset.words);
const add = document.getElementById("add-pictures");
const find = document.getElementById("find");

const list = page.querySelector("ul.pictures");
const near = list && new Near(list);

if (near) {
  find.addEventListener("input", () => sift());
  mind("pictures", { bring: (_, fresh) => sift([...fresh.children]) });
}

async function take(files) {
  const folder = document.getElementById("folder").value.replace(/^\/+|\/*$/g, "");
  const place = folder ? `${folder}/` : "";
  // Where templates ask for SVG files, pixels are put into one.
  const suffix = wrapped.split(",").includes(place) ? ".svg" : "";
  const names = await bringIn(files, { pictures, folder: place, suffix, words });
  if (names.length) toast(words.added.replace("{names}", names.join(", ")));
}

if (add) {
  document.getElementById("take-icon").addEventListener("click", async () => {
    const taken = await takeIcon(words);
    if (taken) toast(words.iconTaken.replace("{sign}", taken.sign));
  });
  add.addEventListener("change", () => take([...add.files]).then(() => (add.value = "")));
  droppable(page, take);
}
page.addEventListener("change", async (event) => {
  const input = event.target.closest("input[data-replaces]");
  if (!input?.files.length) return;
  const name = await put(input.files[0], input.dataset.replaces, pictures, words, true);
  input.value = "";
  if (name) toast(words.replaced.replace("{name}", name));
});

/** Show the pictures whose names have the words that are searched for. */
function sift(all = near.all) {
  const wanted = find.value.trim().toLowerCase();
  for (const one of all) one.hidden = !one.dataset.name.toLowerCase().includes(wanted);
  near.take(all);
}
