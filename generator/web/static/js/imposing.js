// Finished pictures are dropped or chosen, sent all together, and come back as a PDF of sheets.

import { droppable } from "./bring_in.js";
import { dress } from "./desk.js";
import { fileName, make } from "./elements.js";
import { reason, send } from "./sending.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("imposing"));
/** @type {File[]} */
let files = [];

if (form) begin();

function begin() {
  dress(form);
  const words = JSON.parse(form.dataset.words);
  const chosen = document.getElementById("impose-chosen");
  const input = /** @type {HTMLInputElement} */ (document.getElementById("impose-files"));
  const behind = /** @type {HTMLInputElement} */ (document.getElementById("impose-behind"));
  const back = document.getElementById("impose-back");
  const button = form.querySelector("button.primary");
  const known = form.dataset.suffixes.split(",");

  function take(given) {
    files = given.filter((file) => known.some((suffix) => file.name.toLowerCase().endsWith(suffix)));
    const left = given.filter((file) => !files.includes(file)).map((file) => file.name);
    const [one, more] = words.chosen;
    chosen.textContent = `${files.length === 1 ? one : more.replace("#", files.length)} ${list(files.map((file) => file.name))}${left.length ? ` (– ${list(left)})` : ""}`;
    button.disabled = !files.length;
    show("");
  }

  droppable(document.getElementById("main"), take);
  input.addEventListener("change", () => input.files.length && take([...input.files]));
  const asksBack = () => {
    back.hidden = new FormData(form).get("backs") !== "file";
    behind.required = !back.hidden;
  };
  form.addEventListener("change", asksBack);
  asksBack();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const sent = back.hidden ? files : [...files, behind.files[0]];
    const bytes = sent.reduce((sum, file) => sum + file.size, 0);
    if (files.length > Number(form.dataset.most)) return show(words.many, "note red");
    if (bytes > Number(form.dataset.bytes)) return show(words.large, "note red");
    button.disabled = true;
    show(words.working);
    const told = `${JSON.stringify(sent.map((file) => [file.name, file.size]))}\n`;
    const answer = await send("POST", "/-/impose", new Blob([told, ...sent]), Object.fromEntries(new FormData(form)));
    button.disabled = false;
    if (!answer?.file) return show(answer ? reason(answer, words.lost) : words.lost, "note red");
    made(answer, words);
  });
}

function list(names) {
  return names.length > 8 ? `${names.slice(0, 8).join(", ")} …` : names.join(", ");
}

function show(text, look = "quiet") {
  document.getElementById("imposed").replaceChildren(...(text ? [make("p", look, text)] : []));
}

/** A way to the sheets, and what is worth knowing of them. */
function made({ file, headers }, words) {
  const name = fileName(headers, "cards-sheets.pdf");
  const way = make("a", { class: "button", href: URL.createObjectURL(file), download: name }, words.open.replace("{file}", name));
  const notes = decodeURIComponent(headers.get("x-pnp-notes") ?? "").split("\n").filter(Boolean);
  document.getElementById("imposed").replaceChildren(...notes.map((text) => make("p", "note", text)), way);
  way.focus();
}
