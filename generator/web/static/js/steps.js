// Undo and redo of a text, and what is done with its item as a whole.

import { sayThere, turnPage } from "./turns.js";

export class Steps {
  constructor(desk) {
    this.desk = desk;
  }

  /** What is not saved is undone here; then, change by change, what was saved of what this page shows. */
  undo() {
    return this.inTurn(async () => {
      if (this.desk.dirty && this.desk.editor.undo()) this.desk.changed();
      else await this.turn("undo");
    });
  }

  redo() {
    return this.inTurn(async () => {
      if (this.desk.editor.redo()) this.desk.changed();
      else await this.turn("redo");
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

  async turn(word) {
    const { desk } = this;
    if (desk.dirty) return;
    const parts = desk.address.split("/").map(decodeURIComponent);
    const [, game, kind, item] = parts[1] === "-" ? ["", parts[3], "", ""] : parts; // of a whole file
    const told = await turnPage(word, game, desk.words.lost);
    if (told.why) {
      desk.show(told.why);
      return;
    }
    const same = told.kind === kind && told.item === item;
    if (told.kind && !(same && told.there)) {
      desk.leaves = true;
      sayThere(told.told);
      location.assign(`/${[game, told.kind, told.there].map(encodeURIComponent).join("/")}`);
      return;
    }
    await desk.look();
    await desk.page.saved(item || null);
    desk.show(told.told);
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
