// A kind's items as a table: cells that are changed, sorted, filtered, pasted into, filled down; saved all at once.

import { make, savesByKey } from "./elements.js";
import { isChanged, rowOf, Rows } from "./grid/rows.js";
import { choosePicture } from "./icons.js";
import { mind, together, update, wanted } from "./refresh.js";
import { refusedToSave, send } from "./sending.js";
import { turnPage, turns } from "./turns.js";
import { Selection } from "./selection.js";
import { cellsOf, order } from "./values.js";

const MOST_OFFERED = 200; // words or pictures at a time
const table = document.getElementById("cells");
const body = table.tBodies[0];
const state = document.getElementById("state");
const words = state.dataset;
const saves = document.getElementById("save");
const fill = document.getElementById("fill");
const columns = JSON.parse(table.dataset.columns);
const done = []; // changes that are not saved, each a list of [row, place, before, after]
const undone = [];
let saving = false;
let all = read(table);
let before = ""; // what the cell at work said when it was entered
let held = null; // the cell from which a range reaches to the one with the focus
let reached = null; // that one
let marked = []; // rows of that range
const seen = new Rows(table, table.closest(".scroll"), columns, words, (row, place) => marked.includes(row) && places().includes(place));
const turning = turns((word) => (word === "undo" ? back(done, undone, 2, word) : back(undone, done, 3, word)), (word) => (word === "undo" ? done : undone).length > 0);

begin();

function begin() {
  body.addEventListener("focusin", ({ target }) => {
    const at = seen.of(target);
    if (fill) fill.disabled = !at;
    if (!at) return;
    before = target.value;
    offer(target);
    if (target.title) state.textContent = target.title;
  });
  body.addEventListener("input", ({ target }) => {
    const at = seen.of(target);
    if (!at) return;
    at.row.cells[at.place] = target.value;
    seen.paint(at.row);
    offer(target);
    show();
  });
  body.addEventListener("change", ({ target }) => settle(target));
  body.addEventListener("keydown", keys);
  body.addEventListener("mousedown", (event) => {
    const to = seen.of(event.target);
    if (event.shiftKey && to && seen.of(document.activeElement)) {
      held ??= seen.of(document.activeElement);
      setTimeout(() => mark(to));
    } else unmark();
  });
  body.addEventListener("click", ({ target }) => {
    const button = target.closest(".pick");
    if (button) choose(button.nextElementSibling);
  });
  body.addEventListener("paste", paste);
  body.addEventListener("copy", copy);
  for (const head of table.querySelectorAll("[data-sort]")) head.addEventListener("click", () => sort(head));
  document.getElementById("find").addEventListener("input", look);
  saves?.addEventListener("click", save);
  document.getElementById("row")?.addEventListener("click", () => {
    const row = fresh();
    look();
    seen.go(row, 1);
  });
  fill?.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays in its cell
  fill?.addEventListener("click", fillDown);
  savesByKey(save);
  addEventListener("beforeunload", (event) => changed().length && event.preventDefault());
  mind("cells", { wants, bring });
  if (document.getElementById("chosen")) {
    const frames = (target) => target.tagName === "TH" && body.contains(target);
    seen.selection = new Selection(body, { key: "id", order: () => seen.shown.map(named), handle: "th", frames });
  }
  look();
  show();
  table.dataset.ready = "true";
}

function read(page) {
  return JSON.parse(page.querySelector("script").textContent).map(rowOf);
}

// --- what is changed -------------------------------------------------------------------------------------------------

function settle(input) {
  const at = seen.of(input);
  if (!at || input.value === before) return;
  noted([[at.row, at.place, before, input.value]]);
  before = input.value;
}

function noted(changes) {
  const real = changes.filter(([, , old, now]) => old !== now);
  if (real.length) {
    done.push(real);
    undone.length = 0;
  }
  show();
}

/** Write into cells: [row, place, value]. */
function put(cells) {
  const changes = cells.map(([row, place, value]) => [row, place, row.cells[place], value]);
  for (const [row, place, , value] of changes) row.cells[place] = value;
  seen.draw();
  noted(changes);
}

function changed() {
  return all.filter((row) => row.cells.some((_, place) => isChanged(row, place)));
}

function show(says = null) {
  const open = changed().length > 0;
  state.textContent = says ?? (open ? words.unsaved : "");
  document.title = (open ? "• " : "") + document.title.replace(/^• /, "");
  if (saves) saves.disabled = !open;
  turning();
}

async function back(from, to, which, word) {
  document.activeElement?.blur?.();
  const last = from.pop();
  if (last) {
    for (const change of last) change[0].cells[change[1]] = change[which];
    to.push(last);
    seen.draw();
    show();
    return;
  }
  if (changed().length) return;
  const told = await turnPage(word, document.body.dataset.game, words.lost);
  if (!told.why) await update();
  show(told.why ?? told.told);
}

// --- keys, ranges, paste ---------------------------------------------------------------------------------------------

function keys(event) {
  const at = seen.of(event.target);
  if (!at) return;
  const control = event.ctrlKey || event.metaKey;
  const rows = { ArrowUp: -1, ArrowDown: 1, Enter: event.shiftKey ? -1 : 1 }[event.key] ?? 0;
  const side = held && event.shiftKey ? { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0 : 0;
  if (control && event.key.toLowerCase() === "z" && event.target.value === before) {
    event.preventDefault();
    document.getElementById(event.shiftKey ? "redo" : "undo")?.click();
  } else if (control && event.key.toLowerCase() === "d") {
    event.preventDefault();
    fillDown();
  } else if (side && seen.input(at.row, at.place + side)) {
    event.preventDefault();
    seen.go(at.row, at.place + side).select?.();
    mark({ row: at.row, place: at.place + side });
  } else if (event.key === "Escape") {
    put([[at.row, at.place, before]]);
    unmark();
  } else if (rows && !control && !event.altKey) {
    event.preventDefault();
    const next = seen.shown[seen.shown.indexOf(at.row) + rows];
    if (!next || next.cells[at.place] === null) return;
    if (event.shiftKey && event.key !== "Enter") held ??= at;
    else unmark();
    seen.go(next, at.place)?.select?.();
    if (held) mark({ row: next, place: at.place });
  } else if (event.key === "Enter" && event.altKey && event.target.tagName === "TEXTAREA") {
    event.preventDefault();
    event.target.setRangeText("\n", event.target.selectionStart, event.target.selectionEnd, "end");
    event.target.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

function range(to) {
  const [a, b] = [held ?? to, to].map(({ row }) => seen.shown.indexOf(row)).sort((x, y) => x - y);
  return seen.shown.slice(a, b + 1).filter((row) => row.cells[(held ?? to).place] !== null);
}

/** The places of the cells of a range in each of its rows. */
function places() {
  if (!held) return [];
  const [first, last] = [held.place, reached.place].sort((a, b) => a - b);
  return columns.map((_, place) => place).slice(first, last + 1);
}

function mark(to) {
  reached = to;
  marked = range(to);
  seen.draw();
}

function unmark() {
  if (!held) return;
  [held, reached, marked] = [null, null, []];
  seen.draw();
}

/** The first cell of a range goes into the others; without a range, the cell above into this one. */
function fillDown() {
  const at = seen.of(document.activeElement);
  if (!at) return;
  settle(document.activeElement);
  const above = seen.shown[seen.shown.indexOf(at.row) - 1];
  const [rows, sides] = marked.length > 1 ? [marked, places()] : [[above, at.row], [at.place]];
  const meant = sides.filter((place) => rows[0] && rows[0].cells[place] !== null);
  put(rows.slice(1).flatMap((row) => meant.map((place) => [row, place, rows[0].cells[place]])));
}

/** A range goes to the clipboard as spreadsheets have it. */
function copy(event) {
  if (marked.length * places().length < 2) return;
  event.preventDefault();
  const written = (cell) => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = marked.map((row) => places().map((place) => written(row.cells[place] ?? "")).join("\t"));
  event.clipboardData.setData("text/plain", `${lines.join("\n")}\n`);
}

function paste(event) {
  const at = seen.of(event.target);
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const many = marked.length * places().length > 1;
  if (!at || (!many && !/[\t\n]/.test(text.replace(/\n$/, "")))) return;
  event.preventDefault();
  const start = many ? { row: marked[0], place: places()[0] } : at;
  const from = seen.shown.indexOf(start.row);
  const cells = [];
  const [[only, ...others], ...more] = cellsOf(text);
  const pasted = many && !others.length && !more.length ? marked.map(() => places().map(() => only)) : cellsOf(text);
  for (const [down, values] of pasted.entries()) {
    const row = seen.shown[from + down] ?? fresh();
    for (const [side, value] of values.entries()) if (typeof row.cells[start.place + side] === "string") cells.push([row, start.place + side, value]);
  }
  seen.show([...seen.shown, ...all.filter((row) => !row.id && !seen.shown.includes(row))]);
  put(cells);
}

/** A row for a new item, at the end. */
function fresh() {
  const row = rowOf(["", columns.map(() => "")]);
  all.push(row);
  return row;
}

// --- what is offered -------------------------------------------------------------------------------------------------

/** Offer the words of a cell's column. */
function offer(input) {
  if (!input.list) return;
  const { words: known } = columns[input.dataset.place];
  const typed = known.some(([word]) => word === input.value) ? "" : input.value.toLowerCase();
  const meant = known.filter((one) => one.join(" ").toLowerCase().includes(typed)).slice(0, MOST_OFFERED);
  input.list.replaceChildren(...meant.map(([value, label]) => make("option", { value, label: label || null })));
}

async function choose(input) {
  const { row, place } = seen.of(input);
  const all = Object.entries(columns[place].files).map(([word, file]) => [word, seen.address(file)]);
  const value = await choosePicture(all, words.picture, words, [[" ", words.none, ""]]);
  if (value) put([[row, place, value.trim()]]);
  seen.go(row, place);
}

// --- how they are seen -----------------------------------------------------------------------------------------------

function sort(head) {
  const up = head.closest("th").ariaSort !== "ascending";
  for (const other of table.tHead.rows[0].cells) other.setAttribute("aria-sort", "none");
  head.closest("th").setAttribute("aria-sort", up ? "ascending" : "descending");
  seen.scroll.scrollTop = 0;
  look();
}

/** Show the rows with the words that are searched for, in the order that is asked for. */
function look() {
  const texts = document.getElementById("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  const meant = all.filter((row) => texts.every((text) => [row.id, ...row.cells].join("\n").toLowerCase().includes(text)));
  const sorted = [...table.tHead.rows[0].cells].find((head) => head.ariaSort !== "none");
  if (sorted) {
    const [place, up] = [sorted.cellIndex, sorted.ariaSort === "ascending"];
    const value = (row) => (place ? row.cells[place] ?? "" : row.id);
    meant.sort((a, b) => (value(a) === "" || value(b) === "" || up ? order(value(a), value(b)) : order(value(b), value(a))));
  }
  seen.show(meant);
}

// --- saving ----------------------------------------------------------------------------------------------------------

async function save() {
  if (saving) return;
  settle(document.activeElement);
  const rows = changed();
  if (!rows.length) return;
  saving = true;
  const cells = (row) => Object.fromEntries(columns.map(({ name }, place) => [name, row.cells[place]]).filter((_, place) => isChanged(row, place)));
  const sent = rows.map((row) => ({ id: row.id, cells: cells(row) }));
  const answer = await send("PUT", table.dataset.address, { version: table.dataset.version, rows: sent });
  saving = false;
  for (const row of all) row.refused = {};
  if (answer?.status !== 200) {
    const wrong = answer?.told.wrong ?? [];
    for (const one of wrong) if (rows[one.row]) rows[one.row].refused[Math.max(0, columns.findIndex(({ name }) => name === one.column))] = one.message;
    seen.draw();
    const first = wrong[0] && columns.find(({ name }) => name === wrong[0].column);
    const why = wrong[0] ? `${first ? `${first.label}: ` : ""}${wrong[0].message}` : answer?.told.error ?? words.lost;
    show();
    refusedToSave(state, why);
    return;
  }
  for (const row of rows) row.saved = [...row.cells];
  all = all.filter((row) => row.id);
  done.length = undone.length = 0;
  const ids = [...rows.map((row) => row.id).filter(Boolean), ...answer.told.added];
  await update({ items: { [document.body.dataset.kind]: ids } });
  show(savedAs(all.filter((row) => ids.includes(row.id) && row.errors)));
}

/** What is said of a save: how many errors are in it, and the first. */
function savedAs(wrong) {
  if (!wrong.length) return words.saved;
  const count = wrong.reduce((sum, row) => sum + row.errors, 0);
  const [first] = wrong;
  const [place, message] = Object.entries(first.wrong)[0];
  seen.go(first, Number(place));
  const says = `${first.cells.find((cell, at) => at > 0 && columns[at].sort === "text" && cell) || first.id}: ${message}`;
  return (count === 1 ? words.oneWrong : words.wrong.replace("{count}", count)).replace("{what}", says);
}

function wants(changes) {
  return wanted(table.dataset.order, changes, all.filter((row) => row.level).map(named));
}

function named(row) {
  return row.id;
}

/** The rows as the server has them now, unless something is being changed. */
function bring(_, now) {
  if (saving || changed().length) {
    if (now.dataset.version !== table.dataset.version) state.textContent = words.changed;
    return;
  }
  const at = seen.of(document.activeElement);
  const fresh = read(now);
  const rows = together(all, fresh, now.dataset.some, named);
  if (!rows || (now.dataset.some === "" && !fresh.length)) return;
  [table.dataset.version, table.dataset.order] = [now.dataset.version, now.dataset.order];
  all = rows;
  look();
  if (at) seen.go(all.find(({ id }) => id === at.row.id), at.place);
}
