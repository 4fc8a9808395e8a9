// Pictures of a person's own, put among those of the game: sent one by one, asked about where a name is taken.

import { asked, make, toast } from "./elements.js";
import { reason, send } from "./sending.js";

/** The name of a file as that of a picture: plain letters, digits and hyphens; its own suffix, or the one that is wanted. */
function pictureName(name, suffix = "") {
  const dot = name.lastIndexOf(".");
  const [stem, own] = dot > 0 ? [name.slice(0, dot), name.slice(dot).toLowerCase()] : [name, ""];
  const plain = stem.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  return (plain.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "picture") + (suffix || own);
}

/** Send files to `pictures` + `folder`; the names that are there now. `suffix`: what templates ask for, or none. */
export async function bringIn(files, { pictures, folder, suffix = "", words }) {
  const done = [];
  let note = null;
  for (const [at, file] of [...files].entries()) {
    note?.remove();
    if (files.length > 1) note = toast(words.sending.replace("{number}", at + 1).replace("{of}", files.length), { seconds: 0 });
    const name = await put(file, folder + pictureName(file.name, suffix), pictures, words);
    if (name) done.push(name);
  }
  note?.remove();
  return done;
}

/** Send one file to be the picture of a name; the name, or nothing where it was refused or is not to be replaced. */
export async function put(file, name, pictures, words, replace = false) {
  const address = pictures + name.split("/").map(encodeURIComponent).join("/");
  const answer = await send("PUT", address, file, replace ? { replace: "1" } : {});
  if (answer?.status === 200) return answer.told.name;
  if (answer?.status === 409 && answer.told.taken) {
    const says = words.taken.replace("{name}", name);
    const choices = [["yes", words.replace, "primary"], ["", words.cancel, "quiet"]];
    const replaces = await asked([make("p", {}, says)], choices, { "aria-label": says });
    return replaces ? put(file, name, pictures, words, true) : null;
  }
  const why = answer ? reason(answer, words.refused) : words.lost;
  toast(`${file.name}: ${why}`, { kind: "red", seconds: 12 });
  return null;
}

/** Let files be dropped on an element. */
export function droppable(element, take) {
  const files = (event) => [...(event.dataTransfer?.items ?? [])].some((one) => one.kind === "file");
  element.addEventListener("dragover", (event) => {
    if (!files(event)) return;
    event.preventDefault();
    element.classList.add("dropping");
  });
  element.addEventListener("dragleave", ({ relatedTarget }) => element.contains(relatedTarget) || element.classList.remove("dropping"));
  element.addEventListener("drop", (event) => {
    if (!files(event)) return;
    event.preventDefault();
    event.stopPropagation();
    element.classList.remove("dropping");
    take([...event.dataTransfer.files]);
  });
}
