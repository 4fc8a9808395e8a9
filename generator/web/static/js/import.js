// A spreadsheet is dropped or chosen: what it would change is shown first, and written when that is wanted.

import { droppable } from "./bring_in.js";
import { reason, send } from "./sending.js";
import { toast } from "./toast.js";

const place = document.getElementById("import");
const preview = document.getElementById("preview");
const apply = document.getElementById("apply");
let dropped = null;
let version = "";

if (place) begin();

function begin() {
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
  const words = JSON.parse(place.dataset.words);
  dropped = file;
  apply.hidden = true;
  const answer = await ask({});
  if (answer?.status !== 200) {
    refused(answer, words);
    return;
  }
  version = answer.told.version;
  tell(file.name, answer.told, words);
  apply.hidden = answer.told.diff.length === 0;
}

/** Bring a kind up to date from where its items are kept, and say what was changed. */
async function update(button) {
  const words = JSON.parse(place.dataset.words);
  button.disabled = true;
  const answer = await send("POST", place.dataset.address + encodeURIComponent(button.dataset.source), {});
  button.disabled = false;
  if (answer?.status !== 200) {
    refused(answer, words);
    return;
  }
  apply.hidden = true;
  tell(button.dataset.source, answer.told, words);
  if (answer.told.diff.length) toast(words.done);
}

/** What a sheet changes, counted and line by line. */
function tell(name, told, words) {
  const changed = Object.keys(told.changed).length;
  const counted = [[told.added.length, words.adds], [changed, words.changes], [told.same, words.same]].filter(([number]) => number);
  const says = document.createElement("p");
  says.textContent = `${name}: ${counted.map(([number, [one, more]]) => (number === 1 ? one : more.replace("#", number))).join(", ")}`;
  const lines = document.createElement("pre");
  lines.className = "difference";
  lines.tabIndex = 0;
  for (const line of told.diff) {
    const part = document.createElement({ "+": "ins", "-": "del" }[line[0]] ?? "span");
    part.textContent = `${line}\n`;
    lines.append(part);
  }
  if (told.more) lines.append(`… ${told.more}`);
  preview.replaceChildren(says, ...(told.diff.length ? [lines] : [words.nothing]));
}

async function carryOut() {
  const words = JSON.parse(place.dataset.words);
  const answer = await ask({ version });
  if (answer?.status !== 200) {
    refused(answer, words);
    return;
  }
  apply.hidden = true;
  preview.replaceChildren(words.done);
  toast(words.done);
  location.assign(`${encodeURIComponent(document.getElementById("import-kind").value)}/`);
}

function refused(answer, words) {
  const problems = answer?.told.problems ?? [];
  const says = document.createElement("p");
  says.textContent = problems.length ? words.wrong : reason(answer, words.lost);
  const list = document.createElement("ul");
  for (const one of problems.slice(0, 50)) {
    const line = document.createElement("li");
    line.textContent = `${one.file}: ${one.message}${one.hint ? `; ${one.hint}` : ""}`;
    list.append(line);
  }
  const note = document.createElement("div");
  note.className = "note red";
  note.append(says, list);
  preview.replaceChildren(note);
  apply.hidden = true;
}
