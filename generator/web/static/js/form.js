// A form made of a kind's fields. It shows the values that the item's text says, and says which of them a person changes.
//
// Every widget is {element, set(value), get()}: a value is what the text says, as texts, lists and objects of such, and
// null where nothing is said. An input is labelled by its field's name; the parts of a field have theirs behind it.

import { widgetOf } from "./form/groups.js";
import { make } from "./elements.js";
import { said } from "./form/parts.js";

/** A form in `host` of what its data say; `changed(name, value)` is called for what a person changes. */
export function makeForm(host, changed) {
  said.words = JSON.parse(host.dataset.words);
  said.about = JSON.parse(host.dataset.form);
  const note = make("p", "note amber", said.words.unread);
  note.hidden = true;
  const fields = new Map();
  for (const field of said.about.fields) {
    const widget = widgetOf(field, field.label, () => changed(field.name, widget.get()));
    const wrong = make("p", { class: "wrong", lang: "en" });
    wrong.hidden = true;
    const row = make("div", "value");
    row.dataset.field = field.name;
    row.append(widget.element, wrong);
    fields.set(field.name, { widget, wrong, row, last: undefined });
  }
  host.replaceChildren(note, ...[...fields.values()].map((one) => one.row));
  let values = {};

  function put(name, one) {
    const now = JSON.stringify(values[name] ?? null);
    if (now === one.last || one.row.contains(document.activeElement)) return;
    one.last = now;
    one.widget.set(values[name] ?? null);
  }

  host.addEventListener("focusout", () => setTimeout(() => fields.forEach((one, name) => one.row.contains(document.activeElement) || one.busy || put(name, one))));

  return {
    /** Show what the text says now; null where nobody can say. Fields in `waiting` are being changed. */
    show(now, waiting = {}) {
      note.hidden = now !== null;
      host.classList.toggle("stale", now === null);
      for (const { row } of fields.values()) row.inert = now === null;
      if (now === null) return;
      values = now;
      for (const [name, one] of fields) {
        one.busy = name in waiting;
        if (one.busy) one.last = undefined;
        else put(name, one);
      }
    },
    /** Say what is wrong with fields: messages by name. */
    problems(found) {
      for (const [name, one] of fields) {
        const says = found[name] ?? [];
        one.wrong.hidden = says.length === 0;
        one.wrong.textContent = says.join(" ");
        one.row.classList.toggle("wrong-value", says.length > 0);
      }
    },
    /** Lead to a field. */
    focus(name) {
      const row = fields.get(name)?.row;
      (row?.querySelector("input, textarea, select") ?? row?.querySelector("button"))?.focus();
    },
    /** Show other values again, also where somebody is at work. */
    again(now) {
      for (const one of fields.values()) one.last = undefined;
      document.activeElement?.closest?.("#fields") && document.activeElement.blur();
      this.show(now);
    },
  };
}
