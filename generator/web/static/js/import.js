// A spreadsheet is dropped or chosen: what it would change is shown first, and written when that is wanted.

import { droppable } from "./bring_in.js";
import { make, toast } from "./elements.js";
import { reason, send } from "./sending.js";

const place = document.getElementById("import");
const preview = document.getElementById("preview");
const apply = document.getElementById("apply");
let dropped = null;
let version = "";
let words = {};

if (place) begin();

function begin() {
  words = JSON.parse(place.dataset.words);
  const file = document.getElementById("import-file");
  droppable(place, ([one]) => look(one));
  file.addEventListener("change", () => file.files[0] && look(file.files[0]));
  for (const id of ["import-kind", "import-update"]) document.getElementById(id).addEventListener("change", () => dropped && look(dropped));
  apply.addEventListener("click", carryOut);
  for (const button of place.querySelectorAll("button[data-source]")) button.addEventListener("click", () => update(button));
}

function ask(query) {
  const kind = document.getElementById("import-kind").value;
  const update = document.getElementById("import-update").checked ? "1" : "";
  return send("PUT", place.dataset.address + encodeURIComponent(kind), dropped, { name: dropped.name, update, ...query });
}

async function look(file) {
  dropped = file;
  apply.hidden = true;
  const answer = await ask({});
  if (answer?.status !== 200) return refused(answer);
  version = answer.told.version;
  tell(file.name, answer.told);
  apply.hidden = answer.told.diff.length === 0;
}

/** Bring a kind up to date from where its items are kept, and say what was changed. */
async function update(button) {
  button.disabled = true;
  const answer = await send("POST", place.dataset.address + encodeURIComponent(button.dataset.source), {});
  button.disabled = false;
  if (answer?.status !== 200) return refused(answer);
  apply.hidden = true;
  tell(button.dataset.source, answer.told);
  if (answer.told.diff.length) toast(words.done);
}

/** What a sheet changes, counted and line by line. */
function tell(name, told) {
  const changed = Object.keys(told.changed).length;
  const counted = [[told.added.length, words.adds], [changed, words.changes], [told.same, words.same]].filter(([number]) => number);
  const says = counted.map(([number, [one, more]]) => (number === 1 ? one : more.replace("#", number))).join(", ");
  const part = (line) => make({ "+": "ins", "-": "del" }[line[0]] ?? "span", {}, `${line}\n`);
  const lines = make("pre", { class: "difference", tabindex: 0 }, ...told.diff.map(part), told.more ? `… ${told.more}` : null);
  preview.replaceChildren(make("p", {}, `${name}: ${says}`), told.diff.length ? lines : words.nothing);
}

async function carryOut() {
  const answer = await ask({ version });
  if (answer?.status !== 200) return refused(answer);
  apply.hidden = true;
  preview.replaceChildren(words.done);
  toast(words.done);
  location.assign(`${encodeURIComponent(document.getElementById("import-kind").value)}/`);
}

function refused(answer) {
  const problems = answer?.told.problems ?? [];
  const lines = problems.slice(0, 50).map((one) => make("li", {}, `${one.file}: ${one.message}${one.hint ? `; ${one.hint}` : ""}`));
  const says = problems.length ? words.wrong : reason(answer, words.lost);
  preview.replaceChildren(make("div", "note red", make("p", {}, says), make("ul", {}, ...lines)));
  apply.hidden = true;
}
