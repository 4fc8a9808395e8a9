// A text of a file in the editor: checked while it is written, saved, kept in step with the file.
//
// Nothing that was typed is lost. It is kept in the browser until it is saved; a change of the file from outside is
// brought together with it by lines, or asked about; what can be undone goes back over saves and over outside changes.

import { whichText } from "./conflict.js";
import { makeEditor } from "./editor.js";
import { makeForm } from "./form.js";
import { savesByKey, toast } from "./elements.js";
import { live } from "./live.js";
import { send } from "./sending.js";
import { Steps } from "./steps.js";
import { turns } from "./turns.js";
import { forgetText, keepText, keptText } from "./unsaved.js";
import { fieldAt } from "./values.js";

const SLOW = 300; // ms after which a save that goes on is said
const CALM = 60; // ms without a keystroke after a face is drawn, before all is looked at that follows from the text
const PAUSE = 5; // ms without a keystroke before a text is checked; of several that wait, the last is checked alone

/** Begin to write in `holder`; `page` shows faces and problems: draw, problems, saved. */
export async function write(holder, page) {
  const words = JSON.parse(holder.dataset.words);
  const desk = new Desk(holder, page, words);
  await desk.begin();
  return desk;
}

class Desk {
  constructor(holder, page, words) {
    this.holder = holder;
    this.page = page;
    this.words = words;
    this.address = holder.dataset.text;
    this.languages = (holder.dataset.languages || "").split(",").filter(Boolean);
    this.ink = holder.dataset.ink;
    this.name = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    this.state = holder.querySelector(".state");
    this.busy = Promise.resolve();
    this.steps = new Steps(this);
    this.leaves = false; // for another page, so that nothing has to be asked
    this.waiting = {}; // what a form says that is not in the text yet, by field
  }

  async begin() {
    const now = await this.read();
    if (!now || now.unread) throw Object.assign(new Error("there is no text to be had"), { expected: true });
    this.base = now.text;
    this.version = now.version;
    this.line = now.line;
    this.holder.querySelector("pre")?.remove();
    this.editor = makeEditor(this.holder.querySelector(".text"), {
      text: now.text,
      label: this.words.label,
      first: now.line,
      words: this.words.phrases,
      yaml: !this.address.endsWith(".md"),
      offers: this.holder.dataset.offers ? (text, line, column) => this.offers(text, line, column) : null,
      changed: () => this.changed(),
      keys: [{ key: "Mod-s", preventDefault: true, run: () => (this.save(), true) }],
    });
    this.beginForm(now.values);
    this.tell(now.problems);
    this.holder.dataset.ready = "true";
    this.wire();
    this.recall();
    const place = new URLSearchParams(location.search);
    if (location.hash) this.form?.focus(location.hash.slice(1));
    if (!place.get("line")) return;
    const line = Number(place.get("line")) - this.line;
    this.editor.go(line + 1, Number(place.get("column")) || 1);
    this.form?.focus(fieldAt(now.text.split("\n"), line));
  }

  beginForm(values) {
    const fields = this.holder.querySelector("#fields");
    if (!fields) return;
    this.form = makeForm(fields, (name, value) => this.filled(name, value));
    this.form.show(values);
    const yaml = this.holder.querySelector("#yaml");
    if (new URLSearchParams(location.search).has("line") || values === null) yaml.open = true;
  }

  wire() {
    this.holder.querySelector("[data-do=save]").addEventListener("click", () => this.save());
    savesByKey(() => this.save());
    this.turning = turns((word) => this.steps[word](), (word) => (word === "undo" ? this.dirty : this.editor.canRedo));
    document.getElementById("arrange")?.addEventListener("submit", (event) => this.steps.arrange(event));
    addEventListener("beforeunload", (event) => {
      if (!this.dirty || this.leaves) return;
      this.keep();
      event.preventDefault();
    });
    for (const type of ["changed", "resync"]) live.addEventListener(type, () => this.look());
  }

  get dirty() {
    return this.editor.text !== this.base || Object.keys(this.waiting).length > 0;
  }

  // --- while it is written ---------------------------------------------------------------------------------------------

  changed() {
    this.keep();
    this.show(this.dirty ? this.words.unsaved : "");
    this.soon(PAUSE, () => this.draft());
  }

  /** Do something after a while, unless something is changed before. */
  soon(pause, act) {
    clearTimeout(this.pause);
    this.pause = setTimeout(act, pause);
  }

  /** Take what a person says of a field in the form. */
  filled(name, value) {
    this.waiting[name] = value;
    this.changed();
  }

  /** Have the text drawn, and what the form says written into it, and soon all of it checked; whether that was done. */
  draft() {
    const draws = this.holder.dataset.item && this.languages.length > 0;
    if (!draws) return this.inTurn(() => this.examine(this.languages[0] ?? "", false));
    return this.inTurn(async () => {
      for (const language of this.languages) if (!(await this.examine(language, true))) return false;
      this.soon(CALM, () => this.inTurn(() => this.examine(this.languages[0], false)));
      return true;
    });
  }

  /** One after the other; of a change that comes meanwhile, the next one tells. */
  inTurn(act) {
    clearTimeout(this.pause);
    this.drafting = (this.drafting ?? Promise.resolve()).then(act).catch(() => false);
    return this.drafting;
  }

  /** Send what is written to be looked at: `first` at the item alone, to see its face, or at all that follows from it. */
  async examine(language, first) {
    const page = language && new URLSearchParams(location.search).get("page");
    const { editor: { text }, version } = this;
    const values = { ...this.waiting };
    const fills = Object.keys(values).length > 0;
    const sent = { text, version, editor: this.name, ...(first ? { first } : {}), ...(fills ? { values } : {}) };
    const answer = await this.send("POST", "/draft", sent, { lang: language, ink: this.ink, page });
    if (!answer || this.editor.text !== text || this.version !== version) return false; // there is a newer one
    const { status, told } = answer;
    if (status === 409 && told.version) {
      await this.outside(told);
      return false;
    }
    if (fills && status !== 200) this.cannotFill(told.error);
    if (status !== 200) return false;
    if (fills) this.takeFilled(values, told.text);
    const done = Object.keys(this.waiting).length === 0;
    if (told.overtaken) return done;
    this.line = told.line;
    this.form?.show(told.values, this.waiting);
    if (told.problems) this.tell(told.problems);
    if (language && "front" in told) this.page.draw(language, { front: told.front, back: told.back }, told.sound);
    return done;
  }

  takeFilled(values, text) {
    for (const [name, value] of Object.entries(values)) if (this.waiting[name] === value) delete this.waiting[name];
    this.editor.write(text);
    this.keep();
    this.show(this.dirty ? this.words.unsaved : "");
  }

  cannotFill(why) {
    this.waiting = {};
    this.refuse(why ?? this.words.refused);
    this.read().then((now) => now && this.form.again(now.values));
  }

  /** Say why something was not done. */
  refuse(why) {
    this.show(why);
    toast(why, { kind: "red", seconds: 10 });
  }

  /** Wait until what the form says stands in the text. */
  async settled() {
    for (let attempt = 0; attempt < 5 && Object.keys(this.waiting).length; attempt += 1) await this.draft();
    return Object.keys(this.waiting).length === 0;
  }

  async offers(text, line, column) {
    const answer = await this.send("POST", this.holder.dataset.offers, { text, line, column });
    return answer?.status === 200 ? answer.told : [];
  }

  /** Show what is wrong in this text, of all that is told of its file; or all of it, where the file cannot be read. */
  tell(problems, all = false) {
    const last = this.line + this.editor.view.state.doc.lines - 1;
    const own = problems.filter((one) => one.line >= this.line && one.line <= last);
    this.editor.problems(all ? [] : own.map((one) => this.within(one)));
    const lines = this.editor.text.split("\n");
    const by = {};
    for (const one of own) (by[fieldAt(lines, one.line - this.line)] ??= []).push(one.message);
    this.form?.problems(by);
    this.page.problems(all ? problems : own, (one) => this.go(one), (one) => this.mend(one));
  }

  /** Write what mends a problem, and save. */
  mend(one) {
    this.editor.mend(this.within(one).fix);
    return this.save();
  }

  /** Lead to where a problem stands. */
  go(one) {
    const yaml = this.holder.querySelector("#yaml");
    if (yaml) yaml.open = true;
    this.editor.go(one.line - this.line + 1, one.column);
  }

  /** A problem with its lines counted in this text. */
  within(one) {
    const fix = one.fix && { ...one.fix, line: one.fix.line - this.line + 1 };
    return { ...one, line: one.line - this.line + 1, fix };
  }

  show(text) {
    this.state.textContent = text;
    this.holder.classList.toggle("unsaved", this.dirty);
    this.holder.querySelector("[data-do=save]").disabled = !this.dirty;
    this.turning?.();
    document.title = document.title.replace(/^• /, "");
    if (this.dirty) document.title = `• ${document.title}`;
  }

  // --- saving ----------------------------------------------------------------------------------------------------------

  save() {
    // A server that is slow, or hangs, is no reason to say nothing.
    const slow = setTimeout(() => this.show(this.words.saving), SLOW);
    this.busy = this.busy
      .then(() => this.put(slow))
      .catch(() => this.show(this.words.lost))
      .finally(() => clearTimeout(slow));
    return this.busy;
  }

  async put(slow) {
    if (!(await this.settled())) return this.show(this.words.lost);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const text = this.editor.text;
      const answer = await this.send("PUT", "", { text, version: this.version });
      if (!answer) {
        return this.refuse(this.words.lost);
      }
      if (answer.status === 409 && answer.told.version) {
        if (!(await this.outside(answer.told))) return;
        continue;
      }
      if (answer.status !== 200) {
        if (answer.told.problems?.length) this.tell(answer.told.problems);
        const why = answer.told.problems?.[0]?.message ?? answer.told.error ?? "";
        return this.refuse(`${this.words.refused} ${why}`.trim());
      }
      clearTimeout(slow); // the page takes up what was saved below, which may take longer
      const { told } = answer;
      this.base = text;
      this.version = told.version;
      this.line = told.line;
      this.editor.beginAt(told.line);
      this.forget();
      this.form?.show(told.values, this.waiting);
      this.tell(told.problems);
      this.show(this.dirty ? this.words.unsaved : this.words.saved);
      if (told.id) {
        const path = this.address.split("/");
        path[path.length - 2] = encodeURIComponent(told.id);
        if (this.holder.dataset.item) {
          this.address = path.join("/");
          this.holder.dataset.offers = this.address.replace(/text$/, "offers");
        }
        await this.page.saved(told.id);
      } else if (told.deleted) {
        location.assign("./"); // where it can be undone
      } else if (this.holder.dataset.item) {
        toast(this.words.gone, { seconds: 0 });
      }
      return;
    }
  }

  // --- the file changes from outside -----------------------------------------------------------------------------------

  look() {
    this.busy = this.busy
      .then(async () => {
        const now = await this.read();
        if (!now) {
          if (now === null) this.show(this.words.vanished);
          this.away ||= now === null;
          return;
        }
        if (now.unread) {
          this.away = true;
          this.show(this.words.unread);
          this.tell(now.unread, true);
          return;
        }
        if (this.away) {
          this.away = false;
          this.show(this.dirty ? this.words.unsaved : "");
          this.tell(now.problems);
        }
        if (now.version === this.version) return;
        await this.outside(now);
      })
      .catch(() => {});
    return this.busy;
  }

  /** Bring the file as it is now together with what is being written; whether that was done. */
  async outside(now) {
    const mine = this.editor.text;
    if (now.text === this.base || now.text === mine) {
      this.take(now, mine);
      return true;
    }
    if (mine === this.base) {
      this.take(now, now.text);
      if (now.text !== mine) this.show(this.words.outside);
      return true;
    }
    const answer = await this.send("POST", "/-/merge", { base: this.base, mine, theirs: now.text });
    if (this.editor.text !== mine) return this.outside(now); // more was written meanwhile
    if (!answer) return false;
    const both = answer.told.text ?? null;
    if (both !== null) {
      this.take(now, both);
      this.show(this.words.merged);
      toast(this.words.merged);
      return true;
    }
    const [own, other] = answer.told.values;
    const chosen = await whichText(this.words, mine, now.text, own && other && [{ ...own, ...this.waiting }, other]);
    this.editor.focus();
    if (!chosen) this.show(this.words.conflict);
    if (chosen === "mine") {
      this.take(now, this.editor.text);
      setTimeout(() => this.save());
    }
    else if (chosen === "theirs") this.take(now, now.text);
    else return false;
    return true;
  }

  take(now, text) {
    this.base = now.text;
    this.version = now.version;
    this.line = now.line;
    this.editor.beginAt(now.line);
    this.editor.replace(text);
    if (text === now.text && now.values !== undefined) this.form?.show(now.values, this.waiting);
    if (now.problems && text === now.text) this.tell(now.problems);
    if (this.dirty) this.changed();
    else {
      this.forget();
      this.show("");
    }
  }

  // --- what is kept in the browser -------------------------------------------------------------------------------------

  keep() {
    if (this.dirty) keepText(this.address, { base: this.base, version: this.version, text: this.editor.text });
    else this.forget();
  }

  forget() {
    forgetText(this.address);
  }

  /** What was written before and not saved: after a crash, or when somebody left all the same. */
  recall() {
    const kept = keptText(this.address);
    if (!kept || kept.text === this.base) {
      this.forget();
      return;
    }
    const now = { text: this.base, version: this.version, line: this.line, problems: null };
    this.base = kept.base;
    this.editor.replace(kept.text);
    this.busy = this.busy.then(() => this.outside(now)).then(() => {
      if (this.dirty) toast(this.words.recalled, { action: { label: this.words.discard, run: () => this.take({ ...now, text: this.base }, this.base) } });
      this.changed();
    });
  }

  // --- the server ------------------------------------------------------------------------------------------------------

  /** The text as it is in the file; null where there is no such item now, undefined where the server is away. */
  async read() {
    try {
      const answer = await fetch(this.address, { headers: { accept: "application/json" }, cache: "no-store" });
      if (answer.status === 409) return { unread: (await answer.json()).problems };
      return answer.ok ? await answer.json() : null;
    } catch {
      return undefined;
    }
  }

  /** Send something about this text; `path` is put behind its address. */
  send(method, path, body, query = {}) {
    return send(method, path.startsWith("/") && path !== "/draft" ? path : this.address + path, body, query);
  }
}
