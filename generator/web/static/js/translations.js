// Texts side by side: what was written is saved as one step.

import { savesByKey } from "./elements.js";
import { reason, refusedToSave, send } from "./sending.js";

const table = document.getElementById("texts");
const state = document.getElementById("state");
let versions = JSON.parse(table.dataset.versions);
const changed = () => [...table.querySelectorAll("textarea")].filter((one) => one.value !== one.defaultValue);

table.addEventListener("input", (event) => {
  event.target.closest("td").classList.toggle("changed", event.target.value !== event.target.defaultValue);
  state.textContent = changed().length ? state.dataset.unsaved : "";
});
document.getElementById("find").addEventListener("input", sift);
document.getElementById("lacking").addEventListener("change", sift);
document.getElementById("save")?.addEventListener("click", save);
addEventListener("beforeunload", (event) => changed().length && event.preventDefault());
savesByKey(save);

function sift() {
  const wanted = document.getElementById("find").value.trim().toLowerCase();
  const lacking = document.getElementById("lacking").checked;
  for (const row of table.tBodies[0].rows) {
    const text = `${row.cells[0].textContent} ${[...row.querySelectorAll("textarea")].map((one) => one.value).join(" ")}`.toLowerCase();
    row.hidden = (lacking && !("lacks" in row.dataset)) || !text.includes(wanted);
  }
}

async function save() {
  const inputs = changed();
  const texts = inputs.map((input) => {
    const { kind, item, path } = input.closest("tr").dataset;
    return { kind, item, path, language: input.dataset.language, text: input.value };
  });
  const answer = await send("PUT", table.dataset.address, { versions, texts });
  if (answer?.status !== 200) {
    refusedToSave(state, reason(answer, state.dataset.lost));
    return;
  }
  versions = answer.told.versions;
  for (const input of inputs) settle(input);
  state.textContent = state.dataset.saved;
}

function settle(input) {
  input.defaultValue = input.value;
  input.closest("td").classList.remove("changed");
  const row = input.closest("tr");
  const said = [...row.querySelectorAll("textarea")].map((one) => one.value !== "");
  const lacks = said.some(Boolean) && !said.every(Boolean);
  row.classList.toggle("doubtful", lacks);
  row.toggleAttribute("data-lacks", lacks);
}
