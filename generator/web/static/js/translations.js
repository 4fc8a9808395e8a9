// Texts side by side: what was written is saved kind by kind, and the words of the faces in their own file.

import { reason, send } from "./sending.js";
import { toast } from "./toast.js";

const table = document.getElementById("texts");
const state = document.getElementById("state");
const versions = JSON.parse(table.dataset.versions);
const several = table.tHead.rows[0].cells.length > 2;
const changed = () => [...table.querySelectorAll("textarea")].filter((one) => one.value !== one.defaultValue);

table.addEventListener("input", (event) => {
  event.target.closest("td").classList.toggle("changed", event.target.value !== event.target.defaultValue);
  state.textContent = changed().length ? state.dataset.unsaved : "";
});
document.getElementById("find").addEventListener("input", sift);
document.getElementById("lacking").addEventListener("change", sift);
document.getElementById("save")?.addEventListener("click", save);
addEventListener("beforeunload", (event) => changed().length && event.preventDefault());
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  save();
});

function sift() {
  const wanted = document.getElementById("find").value.trim().toLowerCase();
  const lacking = document.getElementById("lacking").checked;
  for (const row of table.tBodies[0].rows) {
    const text = `${row.cells[0].textContent} ${[...row.querySelectorAll("textarea")].map((one) => one.value).join(" ")}`.toLowerCase();
    row.hidden = (lacking && !("lacks" in row.dataset)) || !text.includes(wanted);
  }
}

/** What was written, by kind: inputs with what is to be sent. */
function written() {
  const kinds = new Map();
  for (const input of changed()) {
    const { kind } = input.closest("tr").dataset;
    kinds.set(kind, [...(kinds.get(kind) ?? []), input]);
  }
  return kinds;
}

function sent(kind, inputs) {
  const rows = new Map();
  for (const input of inputs) {
    const { item, field } = input.closest("tr").dataset;
    const key = kind ? item : field;
    const name = kind && several ? `${field}.${input.dataset.language}` : kind ? field : input.dataset.language;
    rows.set(key, { ...rows.get(key), [name]: input.value });
  }
  if (!kind) return ["translations", { version: versions[""], words: Object.fromEntries(rows) }];
  return [`${encodeURIComponent(kind)}/grid`, { version: versions[kind], rows: [...rows].map(([id, cells]) => ({ id, cells })) }];
}

async function save() {
  for (const [kind, inputs] of written()) {
    const [path, body] = sent(kind, inputs);
    const answer = await send("PUT", table.dataset.base + path, body);
    if (answer?.status !== 200) {
      const why = answer ? answer.told.wrong?.[0]?.message ?? reason(answer, "") : state.dataset.lost;
      state.textContent = `${state.dataset.refused} ${why}`.trim();
      toast(state.textContent, { kind: "red", seconds: 10 });
      return;
    }
    versions[kind] = answer.told.version;
    for (const input of inputs) settle(input);
  }
  state.textContent = state.dataset.saved;
}

function settle(input) {
  input.defaultValue = input.value;
  input.closest("td").classList.remove("changed");
  const row = input.closest("tr");
  const said = [...row.querySelectorAll("textarea")].map((one) => one.value !== "");
  const lacks = said.some(Boolean) && !said.every(Boolean);
  row.classList.toggle("doubtful", lacks);
  if (lacks) row.dataset.lacks = "";
  else delete row.dataset.lacks;
}
