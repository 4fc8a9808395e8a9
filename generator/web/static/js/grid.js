// A kind's items as a table: cells that are changed, sorted, filtered, pasted into, filled down; saved all at once.

import { live } from "./live.js";
import { anew } from "./refresh.js";
import { toast } from "./toast.js";
import { send } from "./sending.js";
import { cellsOf, order } from "./values.js";

const table = document.getElementById("cells");
const body = table.tBodies[0];
const state = document.getElementById("state");
const words = state.dataset;
const done = []; // changes that are not saved, each a list of [input, before, after]
const undone = [];
let saving = false;
let held = null; // the cell from which a range reaches to the one with the focus

begin();

function begin() {
  remember(body);
  body.addEventListener("focusin", (event) => cell(event.target) && (event.target.dataset.before = event.target.value));
  body.addEventListener("change", (event) => cell(event.target) && noted([[event.target, event.target.dataset.before ?? event.target.dataset.saved, event.target.value]]));
  body.addEventListener("input", () => show());
  body.addEventListener("keydown", keys);
  body.addEventListener("mousedown", (event) => {
    const at = event.target.closest("[data-column]");
    if (event.shiftKey && at && cell(document.activeElement)) {
      held ??= document.activeElement;
      setTimeout(() => mark(at));
    } else unmark();
  });
  body.addEventListener("paste", paste);
  for (const head of table.querySelectorAll("[data-sort]")) head.addEventListener("click", () => sort(head));
  document.getElementById("find").addEventListener("input", (event) => filter(event.target.value));
  document.getElementById("save")?.addEventListener("click", save);
  document.getElementById("undo")?.addEventListener("click", () => back(done, undone, 1, "undo"));
  document.getElementById("redo")?.addEventListener("click", () => back(undone, done, 2, "redo"));
  document.getElementById("row")?.addEventListener("click", () => cells(fresh())[0]?.focus());
  const fill = document.getElementById("fill");
  fill?.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays in its cell
  fill?.addEventListener("click", fillDown);
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    save();
  });
  addEventListener("beforeunload", (event) => changed().length && event.preventDefault());
  live.addEventListener("changed", look);
  live.addEventListener("resync", look);
  table.dataset.ready = "true";
}

function cell(element) {
  return element?.dataset?.column !== undefined;
}

function cells(row) {
  return [...row.querySelectorAll("[data-column]")];
}

function remember(within) {
  for (const input of within.querySelectorAll("[data-column]")) input.dataset.saved = input.value;
}

/** The rows that are shown, from above. */
function shown() {
  return [...body.rows].filter((row) => !row.hidden);
}

// --- what is changed -------------------------------------------------------------------------------------------------

function noted(changes) {
  const real = changes.filter(([, before, after]) => before !== after);
  if (real.length) {
    done.push(real);
    undone.length = 0;
    for (const [input, , after] of real) input.dataset.before = after;
  }
  show();
}

function put(changes) {
  const all = changes.map(([input, value]) => [input, input.value, value]);
  for (const [input, , value] of all) input.value = value;
  noted(all);
}

/** Rows with what was changed in them, for the server; and the rows themselves. */
function changed() {
  const rows = [];
  for (const row of body.rows) {
    const now = cells(row).filter((input) => input.value !== (input.dataset.saved ?? ""));
    if (now.length) rows.push({ row, sent: { id: row.dataset.id, cells: Object.fromEntries(now.map((input) => [input.dataset.column, input.value])) } });
  }
  return rows;
}

function show(says = null) {
  for (const input of body.querySelectorAll("[data-column]")) input.classList.toggle("changed", input.value !== (input.dataset.saved ?? ""));
  const open = changed().length > 0;
  state.textContent = says ?? (open ? words.unsaved : "");
  document.title = (open ? "• " : "") + document.title.replace(/^• /, "");
}

async function back(from, to, which, word) {
  document.activeElement?.blur?.();
  const last = from.pop();
  if (last) {
    for (const change of last) change[0].value = change[which];
    to.push(last);
    show();
    return;
  }
  if (changed().length) return;
  const [, game, kind] = table.dataset.address.split("/");
  const answer = await send("POST", `/-/${word}/${game}`, {});
  const none = word === "undo" ? words.noUndo : words.noRedo;
  if (answer?.status !== 200) {
    const why = answer?.status === 404 ? none : answer?.told.error ?? words.lost;
    show(why);
    return;
  }
  if (answer.told.kind !== decodeURIComponent(kind)) {
    location.assign(`/${game}/${[answer.told.kind, answer.told.there].filter(Boolean).map(encodeURIComponent).join("/")}`);
    return;
  }
  await reload();
  show(word === "undo" ? words.undone : words.redone);
}

// --- keys, ranges, paste ---------------------------------------------------------------------------------------------

function step(from, rows, columns) {
  const all = shown();
  const row = from.closest("tr");
  const place = cells(row).indexOf(from);
  const next = all[all.indexOf(row) + rows];
  const found = next && (rows ? next.querySelector(`[data-column="${CSS.escape(from.dataset.column)}"]`) : cells(next)[place + columns]);
  return found ?? null;
}

function keys(event) {
  const at = event.target;
  if (!cell(at)) return;
  const control = event.ctrlKey || event.metaKey;
  const [rows, columns] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], Enter: [event.shiftKey ? -1 : 1, 0] }[event.key] ?? [0, 0];
  if (control && event.key.toLowerCase() === "d") {
    event.preventDefault();
    fillDown();
  } else if (event.key === "Escape") {
    at.value = at.dataset.before ?? at.value;
    unmark();
    show();
  } else if ((rows || columns) && !control && !event.altKey) {
    const next = step(at, rows, columns);
    event.preventDefault();
    if (!next) return;
    if (event.shiftKey && event.key !== "Enter") held ??= at;
    else unmark();
    next.focus();
    next.select?.();
    if (held) mark(next);
  } else if (event.key === "Enter" && event.altKey && at.tagName === "TEXTAREA") {
    event.preventDefault();
    at.setRangeText("\n", at.selectionStart, at.selectionEnd, "end");
    show();
  }
}

/** The inputs of one column from the held cell to another. */
function range(to) {
  const all = shown();
  const [a, b] = [held ?? to, to].map((input) => all.indexOf(input.closest("tr"))).sort((x, y) => x - y);
  return all.slice(a, b + 1).map((row) => row.querySelector(`[data-column="${CSS.escape((held ?? to).dataset.column)}"]`)).filter(Boolean);
}

function mark(to) {
  for (const input of body.querySelectorAll(".marked")) input.classList.remove("marked");
  for (const input of range(to)) input.classList.add("marked");
}

function unmark() {
  held = null;
  for (const input of body.querySelectorAll(".marked")) input.classList.remove("marked");
}

/** The first cell of a range goes into those below it; without a range, the cell above into this one. */
function fillDown() {
  const at = document.activeElement;
  if (!cell(at)) return;
  const marked = range(at);
  const inputs = marked.length > 1 ? marked : [step(at, -1, 0), at].filter(Boolean);
  if (inputs.length < 2) return;
  put(inputs.slice(1).map((input) => [input, inputs[0].value]));
}

function paste(event) {
  const at = event.target;
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!cell(at) || !/[\t\n]/.test(text.replace(/\n$/, ""))) return;
  event.preventDefault();
  const pasted = cellsOf(text);
  const start = cells(at.closest("tr")).findIndex((input) => input === at);
  const column = cells(at.closest("tr"))[start].dataset.column;
  const names = [...document.getElementById("fresh").content.querySelectorAll("[data-column]")].map((input) => input.dataset.column);
  const first = names.indexOf(column);
  const changes = [];
  let rows = shown();
  const from = rows.indexOf(at.closest("tr"));
  for (const [place, values] of pasted.entries()) {
    const row = rows[from + place] ?? fresh();
    rows = shown();
    for (const [side, value] of values.entries()) {
      const input = row.querySelector(`[data-column="${CSS.escape(names[first + side] ?? "")}"]`);
      if (input) changes.push([input, value]);
    }
  }
  put(changes);
}

/** A row for a new item, at the end. */
function fresh() {
  const row = document.getElementById("fresh").content.querySelector("tr").cloneNode(true);
  body.append(row);
  remember(row);
  return row;
}

// --- sorted and filtered: how they are seen, not how they stand in the file ------------------------------------------

function sort(head) {
  const th = head.closest("th");
  const up = th.getAttribute("aria-sort") !== "ascending";
  for (const other of table.tHead.rows[0].cells) other.setAttribute("aria-sort", "none");
  th.setAttribute("aria-sort", up ? "ascending" : "descending");
  const place = Number(head.dataset.sort);
  const value = (row) => row.cells[place].querySelector("input, textarea")?.value ?? row.cells[place].textContent.trim();
  const rows = [...body.rows].map((row) => [value(row), row]).sort(([a], [b]) => (a === "" || b === "" || up ? order(a, b) : order(b, a)));
  body.append(...rows.map(([, row]) => row));
}

function filter(text) {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const row of body.rows) {
    const told = [row.dataset.id, ...cells(row).map((input) => input.value)].join("\n").toLowerCase();
    row.hidden = !wanted.every((word) => told.includes(word));
  }
}

// --- saving ----------------------------------------------------------------------------------------------------------

async function save() {
  if (saving) return;
  document.activeElement?.dispatchEvent?.(new Event("change", { bubbles: true }));
  const rows = changed();
  if (!rows.length) return;
  saving = true;
  const answer = await send("PUT", table.dataset.address, { version: table.dataset.version, rows: rows.map((one) => one.sent) });
  saving = false;
  for (const input of body.querySelectorAll('[aria-invalid="true"]')) {
    input.removeAttribute("aria-invalid");
    input.removeAttribute("title");
  }
  if (answer?.status !== 200) {
    const wrong = answer?.told.wrong ?? [];
    for (const one of wrong) {
      const input = rows[one.row]?.row.querySelector(`[data-column="${CSS.escape(one.column)}"]`);
      input?.setAttribute("aria-invalid", "true");
      if (input) input.title = one.message;
    }
    const why = wrong[0] ? `${wrong[0].column ? `${wrong[0].column}: ` : ""}${wrong[0].message}` : answer?.told.error ?? words.lost;
    show(`${words.refused} ${why}`);
    toast(`${words.refused} ${why}`, { kind: "red", seconds: 10 });
    return;
  }
  done.length = undone.length = 0;
  await reload();
  show(words.saved);
}

async function look() {
  if (saving || changed().length) {
    const page = await anew();
    if (page && page.getElementById("cells")?.dataset.version !== table.dataset.version) state.textContent = words.changed;
    return;
  }
  await reload();
}

/** The rows as the server has them now; the cell that is at work keeps the focus. */
async function reload() {
  const page = await anew();
  const now = page?.getElementById("cells");
  if (!now || (now.dataset.version === table.dataset.version && ![...body.rows].some((row) => !row.dataset.id) && !changed().length && sameRows(now))) return;
  const at = document.activeElement;
  const focus = cell(at) ? [at.closest("tr").dataset.id, at.dataset.column] : null;
  table.dataset.version = now.dataset.version;
  body.replaceChildren(...[...now.tBodies[0].rows].map((row) => document.adoptNode(row)));
  remember(body);
  const sorted = table.querySelector('th[aria-sort="ascending"], th[aria-sort="descending"]');
  if (sorted) {
    sorted.setAttribute("aria-sort", sorted.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending");
    sort(sorted.querySelector("button"));
  }
  filter(document.getElementById("find").value);
  if (focus) body.querySelector(`tr[data-id="${CSS.escape(focus[0])}"] [data-column="${CSS.escape(focus[1])}"]`)?.focus();
}

function sameRows(now) {
  return [...now.tBodies[0].rows].every((row) => body.querySelector(`tr[data-id="${CSS.escape(row.dataset.id)}"]`)?.className === row.className);
}
