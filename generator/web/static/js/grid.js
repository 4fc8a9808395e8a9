// A kind's items as a table: cells that are changed, sorted, filtered, pasted into, filled down; saved all at once.

import { savesByKey } from "./elements.js";
import { mind, together, update, wanted } from "./refresh.js";
import { refusedToSave, send } from "./sending.js";
import { turnPage, turns } from "./turns.js";
import { cellsOf, order } from "./values.js";

const table = document.getElementById("cells");
const body = table.tBodies[0];
const state = document.getElementById("state");
const words = state.dataset;
const done = []; // changes that are not saved, each a list of [input, before, after]
const undone = [];
let saving = false;
const turning = turns((word) => (word === "undo" ? back(done, undone, 1, word) : back(undone, done, 2, word)), (word) => (word === "undo" ? done : undone).length > 0);
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
  document.getElementById("row")?.addEventListener("click", () => cells(fresh())[0]?.focus());
  const fill = document.getElementById("fill");
  fill?.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays in its cell
  fill?.addEventListener("click", fillDown);
  savesByKey(save);
  addEventListener("beforeunload", (event) => changed().length && event.preventDefault());
  mind("cells", { wants, bring });
  table.dataset.ready = "true";
}

function cell(element) {
  return element?.dataset?.column !== undefined;
}

function cells(row) {
  return [...row.querySelectorAll("[data-column]")];
}

/** The cell of a row in a column. */
function at(row, column) {
  return row?.querySelector(`[data-column="${CSS.escape(column)}"]`);
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
  turning();
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
  const told = await turnPage(word, document.body.dataset.game, words.lost);
  if (!told.why) await update();
  show(told.why ?? told.told);
}

// --- keys, ranges, paste ---------------------------------------------------------------------------------------------

function step(from, rows, columns) {
  const all = shown();
  const row = from.closest("tr");
  const place = cells(row).indexOf(from);
  const next = all[all.indexOf(row) + rows];
  return (next && (rows ? at(next, from.dataset.column) : cells(next)[place + columns])) ?? null;
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
  return all.slice(a, b + 1).map((row) => at(row, (held ?? to).dataset.column)).filter(Boolean);
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
  const here = event.target;
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!cell(here) || !/[\t\n]/.test(text.replace(/\n$/, ""))) return;
  event.preventDefault();
  const pasted = cellsOf(text);
  const names = [...document.getElementById("fresh").content.querySelectorAll("[data-column]")].map((input) => input.dataset.column);
  const first = names.indexOf(here.dataset.column);
  const changes = [];
  let rows = shown();
  const from = rows.indexOf(here.closest("tr"));
  for (const [place, values] of pasted.entries()) {
    const row = rows[from + place] ?? fresh();
    rows = shown();
    for (const [side, value] of values.entries()) {
      const input = at(row, names[first + side] ?? "");
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
      const input = at(rows[one.row]?.row, one.column);
      input?.setAttribute("aria-invalid", "true");
      if (input) input.title = one.message;
    }
    const why = wrong[0] ? `${wrong[0].column ? `${wrong[0].column}: ` : ""}${wrong[0].message}` : answer?.told.error ?? words.lost;
    show();
    refusedToSave(state, why);
    return;
  }
  for (const { row } of rows) for (const input of cells(row)) input.dataset.saved = input.value;
  for (const { row } of rows) if (!row.dataset.id) row.remove();
  done.length = undone.length = 0;
  const kind = document.body.dataset.kind;
  await update({ items: { [kind]: [...rows.map((one) => one.sent.id), ...answer.told.added] } });
  show(words.saved);
}

function wants(changes) {
  return wanted(table.dataset.order, changes, [...body.rows].filter((row) => row.className).map(named));
}

function named(row) {
  return row.dataset.id;
}

/** The rows as the server has them now, where nothing is being changed; the cell that is at work keeps the focus. */
function bring(_, now) {
  if (saving || changed().length) {
    if (now.dataset.version !== table.dataset.version) state.textContent = words.changed;
    return;
  }
  const focus = document.activeElement;
  const [row, column] = cell(focus) ? [focus.closest("tr").dataset.id, focus.dataset.column] : ["", ""];
  const fresh = [...now.tBodies[0].rows].map((one) => document.adoptNode(one));
  for (const one of fresh) remember(one);
  const rows = together([...body.rows].filter(named), fresh, now.dataset.some, named);
  if (!rows) return;
  [table.dataset.version, table.dataset.order] = [now.dataset.version, now.dataset.order];
  body.replaceChildren(...rows);
  const sorted = table.querySelector('th[aria-sort="ascending"], th[aria-sort="descending"]');
  if (sorted) {
    sorted.setAttribute("aria-sort", sorted.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending");
    sort(sorted.querySelector("button"));
  }
  filter(document.getElementById("find").value);
  if (column) at(body.querySelector(`tr[data-id="${CSS.escape(row)}"]`), column)?.focus();
}
