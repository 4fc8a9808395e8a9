// The rows of a grid as values, and those in the window as elements.

import { icon, make } from "../elements.js";

const MOST = 1500; // elements of rows up to which all of them are in the page
const MARGIN = 8; // rows above and below the window

/** A row out of what the page says of it: [id, cells, level, errors, messages by place]. */
export function rowOf([id, cells, level = "", errors = 0, wrong = {}]) {
  return { id, cells: [...cells], saved: cells, level, errors, wrong, refused: {}, element: null };
}

export function isChanged(row, place) {
  return (row.cells[place] ?? "") !== (row.saved[place] ?? "");
}

/** The rows of a table in `scroll`; `marked(row, place)`: whether a cell is marked. */
export class Rows {
  constructor(table, scroll, columns, words, marked) {
    this.table = table;
    this.body = table.tBodies[0];
    this.scroll = scroll;
    this.columns = columns;
    this.words = words;
    this.marked = marked;
    this.selection = null;
    this.shown = [];
    this.owners = new WeakMap();
    scroll.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(scroll);
  }

  get long() {
    return this.shown.length * (2 * this.columns.length + 4) > MOST;
  }

  /** The row and place of a cell's element, or null. */
  of(element) {
    const place = element?.dataset?.place;
    return place === undefined ? null : { row: this.owners.get(element.closest("tr")), place: Number(place) };
  }

  show(rows) {
    this.shown = rows;
    this.draw();
  }

  /** Have the rows of the window in the page, and the one at work. */
  draw() {
    const { shown, body, long } = this;
    this.table.classList.toggle("long", long);
    this.table.setAttribute("aria-rowcount", shown.length + 1);
    let [from, to] = [0, shown.length];
    if (long) {
      from = Math.max(0, Math.min(Math.floor(this.scroll.scrollTop / this.tall), shown.length) - MARGIN);
      to = Math.min(shown.length, from + Math.ceil(this.scroll.clientHeight / this.tall) + 2 * MARGIN);
    }
    const places = Array.from({ length: to - from }, (_, at) => from + at);
    const focus = shown.indexOf(this.owners.get(document.activeElement?.closest?.("tr")));
    if (focus >= 0 && focus < from) places.unshift(focus);
    if (focus >= to) places.push(focus);
    const wanted = [];
    let next = 0;
    for (const at of [...places, shown.length]) {
      if (at > next) wanted.push(this.room(at - next));
      if (at < shown.length) wanted.push(this.element(shown[at], at));
      next = at + 1;
    }
    const kept = new Set(wanted);
    for (const one of [...body.children]) {
      if (kept.has(one)) continue;
      one.remove();
      const row = this.owners.get(one);
      if (row) row.element = null;
    }
    let there = body.firstElementChild;
    for (const one of wanted) {
      if (one === there) there = there.nextElementSibling;
      else body.insertBefore(one, there);
    }
    this.selection?.show();
  }

  get tall() {
    if (!this.height && this.shown.length) {
      this.body.append(this.element(this.shown[0], 0));
      this.height = this.shown[0].element.offsetHeight;
    }
    return this.height || 1;
  }

  room(count) {
    const cell = make("td", { colspan: this.columns.length });
    cell.style.height = `${count * this.tall}px`;
    return make("tr", { class: "room", "aria-hidden": "true" }, cell);
  }

  /** Bring a cell into the window, and the focus to it. */
  go(row, place) {
    const at = this.shown.indexOf(row);
    if (at < 0) return null;
    if (!row.element?.isConnected) {
      this.scroll.scrollTop = at * this.tall - this.scroll.clientHeight / 2;
      this.draw();
    }
    const input = this.input(row, place);
    input?.focus();
    return input;
  }

  input(row, place) {
    return row.element?.querySelector(`[data-place="${place}"]`) ?? null;
  }

  element(row, at) {
    if (!row.element) {
      const head = row.id ? make("a", { href: encodeURIComponent(row.id) }, row.id) : make("span", "quiet", this.words.new);
      const box = row.id && this.selection?.box(row.id);
      const cells = this.columns.slice(1).map((column, place) => this.cell(row, column, place + 1));
      row.element = make("tr", { "data-id": row.id }, make("th", { scope: "row" }, box || null, head), ...cells);
      this.owners.set(row.element, row);
    }
    row.element.setAttribute("aria-rowindex", at + 2);
    this.paint(row);
    return row.element;
  }

  cell(row, column, place) {
    if (row.cells[place] === null) return make("td", { class: "elsewhere", title: this.words.elsewhere }, "…");
    const about = {
      "data-place": place,
      "data-column": column.name,
      "aria-label": `${column.label}, ${row.id || this.words.new}`,
      readonly: "reads" in this.table.dataset,
    };
    if (column.sort === "text") return make("td", "text", make("textarea", { ...about, rows: 1 }));
    const input = make("input", { ...about, autocomplete: "off", list: column.words.length ? "words" : null });
    if (!column.files) return make("td", column.sort, input);
    // The list of the input does the same by keyboard.
    return make("td", "pictured", make("button", { class: "pick", tabindex: -1, "aria-label": `${this.words.picture}: ${about["aria-label"]}` }), input);
  }

  paint(row) {
    if (!row.element) return;
    row.element.className = `${row.level} ${this.selection?.chosen.has(row.id) ? "is-chosen" : ""}`.trim();
    for (const input of row.element.querySelectorAll("[data-place]")) {
      const place = Number(input.dataset.place);
      const says = row.refused[place] ?? (isChanged(row, place) ? null : row.wrong[place]) ?? null;
      if (input.value !== row.cells[place]) input.value = row.cells[place];
      input.classList.toggle("changed", isChanged(row, place));
      input.classList.toggle("marked", this.marked(row, place));
      input.classList.toggle("doubtful", says !== null && row.level === "doubtful" && !row.refused[place]);
      if (says) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
      input.title = says ?? "";
      if (this.columns[place].files) this.picture(input.previousElementSibling, this.columns[place].files[row.cells[place]]);
    }
    row.element.cells[0].title = row.wrong[0] ?? "";
  }

  address(file) {
    return this.table.dataset.pictures + file.split("/").map(encodeURIComponent).join("/");
  }

  picture(button, file = "") {
    if (button.dataset.file === file) return;
    button.dataset.file = file;
    button.replaceChildren(file ? make("img", { src: this.address(file), alt: "", loading: "lazy" }) : icon("face"));
  }
}
