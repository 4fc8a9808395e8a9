// Several items of a list or a table: chosen by click, keys or a frame; copied, moved, pasted, deleted in one step.

import { make, toast } from "./elements.js";
import { update } from "./refresh.js";
import { reason, send } from "./sending.js";
import { turnPage } from "./turns.js";

const bar = document.getElementById("chosen");
const MOVED = "text/x-pnp-items";

function typing(target) {
  return target.closest?.("input:not(.choose), textarea, select, dialog, .cm-editor");
}

/** What is chosen in `host`. `key`: of the ids in its members' data; `order()`: those seen; `handle`: where a click chooses
a member; `frames(target)`: whether a frame begins there. */
export class Selection {
  constructor(host, { key, order, handle, frames }) {
    this.host = host;
    this.member = `[data-${key}]`;
    this.key = key;
    this.order = order;
    this.chosen = new Set();
    this.anchor = null;
    this.words = JSON.parse(bar.dataset.words);
    host.addEventListener("click", (event) => this.click(event, handle), true);
    document.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("copy", (event) => typing(event.target) || !this.chosen.size || String(getSelection()) || this.copy(event));
    document.addEventListener("paste", (event) => {
      const text = event.clipboardData.getData("text/plain");
      if (!typing(event.target) && text.trim()) this.act("paste", { text });
    });
    bar.addEventListener("click", ({ target }) => this.act(target.closest("button")?.dataset.deed));
    addEventListener("pointerdown", (event) => event.button || event.pointerType !== "mouse" || !frames(event.target) || this.frame(event));
  }

  get ids() {
    return this.order().filter((id) => this.chosen.has(id));
  }

  idOf(target) {
    return target.closest?.(this.member)?.dataset[this.key];
  }

  /** A box to choose a member by. */
  box(name) {
    return make("input", { type: "checkbox", class: "choose", "aria-label": this.words.choose.replace("{name}", name) });
  }

  choose(ids) {
    this.chosen = new Set(ids);
    this.show();
  }

  /** Choose one besides the others, or no longer; with `far`, all from the one before to it. */
  add(id, far) {
    const all = this.order();
    const [from, to] = [this.anchor, id].map((one) => all.indexOf(one)).sort((a, b) => a - b);
    if (far && from >= 0) return this.choose([...this.chosen, ...all.slice(from, to + 1)]);
    this.anchor = id;
    if (!this.chosen.delete(id)) this.chosen.add(id);
    this.show();
  }

  show() {
    const { ids } = this;
    this.chosen = new Set(ids); // what is no longer seen is not chosen
    for (const box of this.host.querySelectorAll(".choose")) {
      box.checked = this.chosen.has(this.idOf(box));
      box.closest(this.member).classList.toggle("is-chosen", box.checked);
    }
    bar.hidden = !ids.length;
    bar.querySelector("strong").textContent = this.words.count.replace("{count}", this.chosen.size);
    const link = bar.querySelector("a");
    if (link) link.search = String(new URLSearchParams([["kind", document.body.dataset.kind], ...ids.map((id) => ["item", id])]));
  }

  click(event, handle) {
    const id = this.idOf(event.target);
    const box = event.target.matches(".choose");
    if (!id || !(box || ((event.ctrlKey || event.metaKey || event.shiftKey) && event.target.closest(handle)))) return;
    if (!box) event.preventDefault();
    event.stopPropagation();
    this.add(id, event.shiftKey);
  }

  press(event) {
    const control = event.ctrlKey || event.metaKey;
    const id = this.idOf(event.target);
    const key = event.key.toLowerCase();
    if (typing(event.target) || event.defaultPrevented) return;
    if (control && key === "a") this.choose(this.order());
    else if (control && "zy".includes(key)) this.turn(key === "y" || event.shiftKey ? "redo" : "undo");
    else if (key === " " && id && event.target.tagName === "A") this.add(id, event.shiftKey);
    else if (!this.chosen.size) return;
    else if (key === "escape") this.choose([]);
    else if (key === "delete") this.act("delete");
    else if (control && key === "d") this.act("duplicate");
    else return;
    event.preventDefault();
  }

  async act(word, more = {}) {
    if (word === "none") return this.choose([]);
    if (word === "copy") return this.copy();
    const told = word && (await this.send(word, more));
    if (!told) return;
    const at = this.order().indexOf(told.ids[0]);
    if (word === "delete") document.activeElement?.blur(); // what is at work would stay
    await update({ items: { [document.body.dataset.kind]: told.ids } });
    this.choose(word === "delete" ? [] : told.ids);
    if (word === "delete") this.host.querySelectorAll(`${this.member} a`)[at]?.focus();
    toast(told.told, { action: { label: this.words.undo, run: () => this.turn("undo") } });
  }

  async send(word, more) {
    const answer = await send("POST", bar.dataset.address, { do: word, items: this.ids, ...more });
    if (answer?.status === 200) return answer.told;
    toast(reason(answer, this.words.lost), { kind: "red" });
  }

  async turn(word) {
    const told = await turnPage(word, document.body.dataset.game, this.words.lost);
    if (!told.why) await update();
  }

  /** Copy what is chosen as text. */
  async copy(event = null) {
    event?.preventDefault();
    const told = await this.send("copy", {});
    if (!told) return;
    const written = await navigator.clipboard?.writeText(told.text).then(() => true, () => false);
    toast(written ? this.words.copied.replace("{count}", this.chosen.size) : this.words.notCopied, { kind: written ? "" : "red" });
  }

  frame(start) {
    const before = start.ctrlKey || start.shiftKey ? [...this.chosen] : [];
    const frame = make("div", "frame");
    const ends = new AbortController();
    const { clientX: x, clientY: y } = start;
    const move = ({ clientX, clientY }) => {
      const [[left, right], [top, bottom]] = [[x, clientX], [y, clientY]].map((pair) => pair.sort((a, b) => a - b));
      Object.assign(frame.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
      document.body.append(frame);
      const inside = [...this.host.querySelectorAll(this.member)].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      });
      this.choose([...before, ...inside.map((one) => this.idOf(one))]);
    };
    const end = () => {
      ends.abort();
      if (!frame.isConnected) this.choose(before);
      frame.remove();
    };
    start.preventDefault();
    addEventListener("pointermove", move, ends);
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, end, ends);
  }

  /** Let members be dragged into order. */
  draggable() {
    const { host } = this;
    let over = null;
    const mark = (one, behind = false) => {
      over?.classList.remove("drop-here", "drop-behind");
      over = one;
      over?.classList.add(behind ? "drop-behind" : "drop-here");
    };
    host.addEventListener("dragstart", (event) => {
      const id = this.idOf(event.target);
      if (!this.chosen.has(id)) this.choose([id]);
      event.dataTransfer.setData(MOVED, "");
    });
    host.addEventListener("dragover", (event) => {
      const one = event.target.closest(this.member);
      if (!one || !event.dataTransfer.types.includes(MOVED)) return;
      event.preventDefault();
      const { left, width } = one.getBoundingClientRect();
      mark(one, event.clientX > left + width / 2);
    });
    host.addEventListener("drop", (event) => {
      event.preventDefault();
      const all = this.order().filter((id) => !this.chosen.has(id) || id === this.idOf(over));
      const at = all.indexOf(this.idOf(over)) + Number(over.classList.contains("drop-behind"));
      if (!this.chosen.has(this.idOf(over))) this.act("move", { before: all[at] ?? "" });
    });
    host.addEventListener("dragend", () => mark(null));
  }
}
