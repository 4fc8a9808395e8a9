// Undo and redo of a text, and what is done with its item as a whole.

import { send } from "./sending.js";
import { toast } from "./toast.js";

export class Steps {
  constructor(desk) {
    this.desk = desk;
  }

  /** What is not saved is undone here; then, change by change, what was saved, added, deleted or moved in this game. */
  undo() {
    return this.inTurn(async () => {
      if (this.desk.dirty && this.desk.editor.undo()) this.desk.changed();
      else await this.turn("undo", this.desk.words.undone, this.desk.words.noUndo);
    });
  }

  redo() {
    return this.inTurn(async () => {
      if (this.desk.editor.redo()) this.desk.changed();
      else await this.turn("redo", this.desk.words.redone, this.desk.words.noRedo);
    });
  }

  /** One step after the other, each once what the form says stands in the text; none on a page that is being left. */
  inTurn(step) {
    this.turns = (this.turns ?? Promise.resolve())
      .then(() => this.desk.settled())
      .then(() => this.desk.leaves || step())
      .catch(() => this.desk.show(this.desk.words.lost));
    return this.turns;
  }

  async turn(word, done, none) {
    const parts = this.desk.address.split("/");
    const [, game, kind, item] = parts[1] === "-" ? ["", parts[3], "", ""] : parts; // of a whole file
    if (this.desk.dirty) return;
    const answer = await send("POST", `/-/${word}/${game}`, {});
    if (answer?.status !== 200) {
      const why = answer?.status === 404 ? none : answer?.told.error ?? this.desk.words.lost;
      this.desk.show(why);
      toast(why);
      return;
    }
    const { told } = answer;
    const same = told.kind === decodeURIComponent(kind) && told.item === decodeURIComponent(item);
    if (told.kind && !(same && told.there)) {
      this.desk.leaves = true;
      location.assign(`/${[game, told.kind, told.there].map((part, at) => (at ? encodeURIComponent(part) : part)).join("/")}`);
      return;
    }
    await this.desk.look();
    await this.desk.page.saved(item ? decodeURIComponent(item) : null);
    this.desk.show(done);
  }

  /** Before an item is copied or moved, what was written is saved; before it is deleted, nobody has to be asked. */
  async arrange(event) {
    const form = event.target;
    if (this.desk.leaves || !this.desk.dirty) return;
    event.preventDefault();
    const { submitter } = event;
    if (submitter.value !== "delete") {
      await this.desk.save();
      if (this.desk.dirty) return;
    }
    this.desk.leaves = true;
    this.desk.forget();
    form.requestSubmit(submitter);
  }
}
