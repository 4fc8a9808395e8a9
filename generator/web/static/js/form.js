// A form made of a kind's fields. It shows the values that the item's text says, and says which of them a person changes.
//
// Every widget is {element, set(value), get()}: a value is what the text says, as texts, lists and objects of such, and
// null where nothing is said. An input is labelled by its field's name; the parts of a field have theirs behind it.

import { moved, textOf, textValue, without } from "./values.js";

let numbers = 0;
let words = {};
let about = {};

/** A form in `host` of what its data say; `changed(name, value)` is called for what a person changes. */
export function makeForm(host, changed) {
  words = JSON.parse(host.dataset.words);
  about = JSON.parse(host.dataset.form);
  const note = made("p", "note amber", words.unread);
  note.hidden = true;
  const fields = new Map();
  for (const field of about.fields) {
    const widget = widgetOf(field, field.name, () => changed(field.name, widget.get()));
    const wrong = made("p", "wrong");
    wrong.hidden = true;
    const row = made("div", "value");
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
    /** Show other values again, also where somebody is at work. */
    again(now) {
      for (const one of fields.values()) one.last = undefined;
      document.activeElement?.closest?.("#fields") && document.activeElement.blur();
      this.show(now);
    },
  };
}

function made(name, className = "", ...inner) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...inner);
  return element;
}

function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${document.body.dataset.icons}#${name}`);
  svg.append(use);
  return svg;
}

function button(label, sign, act) {
  const pressed = made("button", "button quiet round", sign);
  pressed.type = "button";
  pressed.title = label;
  pressed.setAttribute("aria-label", label);
  pressed.addEventListener("click", act);
  return pressed;
}

/** An input below its name; of a part, the last word of the name is shown and all of it read out. */
function labelled(field, label, input, ...rest) {
  input.id ||= `value-${(numbers += 1)}`;
  const name = made("label", "", field.name || label);
  name.htmlFor = input.id;
  if (field.name !== label) input.setAttribute("aria-label", label);
  return made("div", "field", name, input, ...rest);
}

const SORTS = { text, number, flag, choice, list, record, "one-of": oneOf, word };

/** The widget of a field; `label` names its input, `path` is that of the field in rank below others. */
function widgetOf(field, label, changed) {
  return (SORTS[field.sort] ?? other)(field, label, changed);
}

function other(field, label) {
  const says = made("p", "hint", words.yaml);
  return { element: made("div", "field", made("span", "name", label), says), set() {}, get: () => null };
}

function word(field, label, changed) {
  const input = made("input");
  input.autocomplete = "off";
  input.addEventListener("input", changed);
  return {
    element: labelled(field, label, input),
    set: (value) => (input.value = typeof value === "string" ? value : ""),
    get: () => input.value || (field.required ? "" : null),
  };
}

function number(field, label, changed) {
  const input = made("input");
  input.autocomplete = "off";
  input.inputMode = field.words.length ? "text" : field.whole ? "numeric" : "decimal";
  const limits = { min: field.low, max: field.high };
  if (field.usual) input.placeholder = field.usual;
  input.setAttribute("role", "spinbutton");
  if (limits.min !== null) input.setAttribute("aria-valuemin", limits.min);
  if (limits.max !== null) input.setAttribute("aria-valuemax", limits.max);
  function look() {
    const now = Number(input.value);
    const known = input.value.trim() !== "" && !Number.isNaN(now);
    if (known) input.setAttribute("aria-valuenow", now);
    else input.removeAttribute("aria-valuenow");
    const outside = known && ((limits.min !== null && now < limits.min) || (limits.max !== null && now > limits.max));
    const strange = input.value.trim() !== "" && !known && !field.words.includes(input.value.trim());
    if (outside || strange) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
  function step(by) {
    const known = input.value.trim() !== "" && !Number.isNaN(Number(input.value));
    let now = known ? Number(input.value) + by : limits.min ?? (by > 0 ? 1 : 0);
    if (limits.min !== null) now = Math.max(limits.min, now);
    if (limits.max !== null) now = Math.min(limits.max, now);
    const sign = input.value.trim().startsWith("+") && now > 0 ? "+" : "";
    input.value = sign + String(Number(now.toFixed(6)));
    look();
    changed();
  }
  input.addEventListener("input", () => (look(), changed()));
  input.addEventListener("keydown", (event) => {
    if (!["ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    step(event.key === "ArrowUp" ? 1 : -1);
  });
  const said = range(field);
  const element = labelled(field, label, input);
  const row = made("div", "stepped");
  input.replaceWith(row);
  const [less, more] = [button(words.less, icon("minus"), () => step(-1)), button(words.plus, icon("plus"), () => step(1))];
  for (const one of [less, more]) one.tabIndex = -1; // arrow keys do the same
  row.append(less, input, more);
  if (said) row.append(made("span", "hint", said));
  return {
    element,
    set(value) {
      input.value = typeof value === "string" ? value : "";
      look();
    },
    get: () => input.value.trim() || null,
  };
}

function range({ low, high, words: also = [] }) {
  const says = low !== null && high !== null ? `${low}–${high}` : low !== null ? words.from.replace("{number}", low) : high !== null ? words.upTo.replace("{number}", high) : "";
  return [says, ...also].filter(Boolean).join(", ");
}

function flag(field, label, changed) {
  const input = made("input");
  input.type = "checkbox";
  input.setAttribute("role", "switch");
  input.addEventListener("change", changed);
  return {
    element: made("label", "switch", input, made("span", "", label)),
    set: (value) => (input.checked = value === null ? field.usual : value === "true"),
    get: () => String(input.checked),
  };
}

function choice(field, label, changed) {
  const select = made("select");
  const add = (value, says) => {
    const option = made("option", "", says);
    option.value = value;
    select.append(option);
  };
  if (!field.required) add("", `— ${words.none} —`);
  for (const one of field.options) add(one.value, one.label);
  const element = labelled(field, label, select);
  const thumbs = new Map();
  const pictured = field.options.filter((one) => one.file);
  if (pictured.length) {
    const row = made("div", "thumbs");
    for (const one of pictured) {
      const picture = made("img");
      picture.alt = "";
      picture.loading = "lazy";
      picture.src = about.pictures + one.file.split("/").map(encodeURIComponent).join("/");
      const thumb = made("button", "thumb", picture, made("span", "", one.label));
      thumb.type = "button";
      thumb.tabIndex = -1; // the list above does the same by keyboard
      thumb.addEventListener("click", () => {
        select.value = one.value;
        show();
        changed();
      });
      thumbs.set(one.value, thumb);
      row.append(thumb);
    }
    element.append(row);
  }
  const show = () => thumbs.forEach((thumb, value) => thumb.setAttribute("aria-pressed", String(value === select.value)));
  select.addEventListener("change", () => (show(), changed()));
  return {
    element,
    set(value) {
      const now = typeof value === "string" ? value : "";
      if (now && ![...select.options].some((one) => one.value === now)) add(now, now);
      if (!now && field.required && ![...select.options].some((one) => one.value === "")) add("", "—");
      select.value = now;
      show();
    },
    get: () => select.value || null,
  };
}

function text(field, label, changed) {
  const inputs = new Map();
  let one = false; // whether the text is the same in all languages
  let at = null;
  const several = about.languages.length > 1;
  const parts = made("div", "tongues");
  for (const [place, language] of about.languages.entries()) {
    const input = made("textarea");
    input.rows = 1;
    input.lang = language;
    input.setAttribute("aria-label", place && several ? `${label} (${language})` : label);
    input.addEventListener("input", changed);
    input.addEventListener("focus", () => (at = input));
    input.addEventListener("keydown", (event) => marks(event, input, changed));
    inputs.set(language, input);
    const tongue = made("span", "tongue-of", language);
    tongue.setAttribute("aria-hidden", "true");
    parts.append(several ? made("div", "tongue-part", tongue, input) : input);
  }
  const first = inputs.get(about.languages[0]);
  at = first;
  const element = made("fieldset", "field text-field", made("legend", "", field.name || label), signs(() => at, changed), parts);
  return {
    element,
    set(value) {
      one = typeof value === "string";
      const texts = textOf(value, about.languages);
      for (const [language, input] of inputs) {
        input.value = texts[language];
        input.placeholder = one && input !== first ? words.same.replace("{language}", about.languages[0]) : "";
      }
    },
    get() {
      const texts = Object.fromEntries([...inputs].map(([language, input]) => [language, input.value]));
      return textValue(texts, about.languages, { one, required: field.required });
    },
  };
}

/** Buttons for bold, italic and the game's icons, which go where the cursor is. */
function signs(at, changed) {
  const bar = made("div", "signs");
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", words.signs);
  const add = (label, sign, before, behind) => {
    const pressed = button(label, sign, () => wrap(at(), before, behind, changed));
    pressed.addEventListener("mousedown", (event) => event.preventDefault()); // the cursor stays in the text
    bar.append(pressed);
  };
  add(words.bold, made("b", "", "B"), "**", "**");
  add(words.italic, made("i", "", "I"), "_", "_");
  for (const [sign, file] of Object.entries(about.icons)) {
    const picture = made("img");
    picture.alt = "";
    picture.src = about.pictures + file.split("/").map(encodeURIComponent).join("/");
    add(sign, picture, sign, "");
  }
  return bar;
}

function wrap(input, before, behind, changed) {
  const { selectionStart: from, selectionEnd: to, value } = input;
  input.focus();
  input.setRangeText(before + value.slice(from, to) + behind, from, to, behind ? "select" : "end");
  if (behind) input.setSelectionRange(from + before.length, to + before.length);
  changed();
}

function marks(event, input, changed) {
  const signs = { b: "**", i: "_" }[event.key.toLowerCase()];
  if (!signs || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  wrap(input, signs, signs, changed);
}

function record(field, label, changed) {
  const parts = field.fields.map((part) => [part, widgetOf(part, `${label} ${part.name}`, changed)]);
  const element = made("fieldset", "record", made("legend", "", field.name || label), ...parts.map(([, widget]) => widget.element));
  let rest = {};
  return {
    element,
    set(value) {
      rest = isObject(value) ? { ...value } : {};
      for (const [part, widget] of parts) widget.set(rest[part.name] ?? null);
    },
    get() {
      const value = { ...rest };
      for (const [part, widget] of parts) {
        const now = widget.get();
        if (now === null || (now === "" && !part.required)) delete value[part.name];
        else value[part.name] = now;
      }
      return Object.keys(value).length || field.required ? value : null;
    },
  };
}

function oneOf(field, label, changed) {
  const select = made("select");
  select.setAttribute("aria-label", label);
  for (const part of field.fields) select.append(Object.assign(made("option", "", part.name), { value: part.name }));
  const place = made("div");
  const element = made("fieldset", "record one-of", made("legend", "", field.name || label), made("div", "field", select), place);
  let widget = null;
  function open(value) {
    const part = field.fields.find((one) => one.name === select.value);
    widget = part ? widgetOf(part, `${label} ${part.name}`, changed) : null;
    place.replaceChildren(...(widget ? [widget.element] : []));
    widget?.set(value);
  }
  select.addEventListener("change", () => (open(null), changed()));
  return {
    element,
    set(value) {
      const [name, inner] = isObject(value) ? Object.entries(value)[0] ?? ["", null] : [field.fields[0]?.name, null];
      select.value = name;
      open(inner);
    },
    get: () => (widget ? { [select.value]: widget.get() ?? "" } : null),
  };
}

function list(field, label, changed) {
  const rows = made("ol", "rows");
  const more = made("button", "button", icon("plus"), ` ${words.more}`);
  more.type = "button";
  const said = range({ low: field.low ?? null, high: field.high ?? null });
  const element = made("fieldset", "list", made("legend", "", field.name || label), rows, made("div", "row", more, made("span", "hint", said)));
  let widgets = [];
  const values = () => widgets.map((one) => one.get() ?? "");
  function show(now, focus = -1, which = "input, textarea, select") {
    widgets = now.map((_, place) => widgetOf({ ...field.of, name: String(place + 1) }, `${label} ${place + 1}`, changed));
    rows.replaceChildren(...widgets.map((widget, place) => row(widget, place, now.length)));
    widgets.forEach((widget, place) => widget.set(now[place]));
    rows.children[focus]?.querySelector(which)?.focus();
  }
  function turn(now, focus, which) {
    show(now, focus, which);
    changed();
  }
  function row(widget, place, count) {
    const named = (says) => says.replace("{number}", place + 1);
    const tools = made("div", "row-tools");
    const up = button(named(words.higher), icon("up"), () => turn(moved(values(), place, place - 1), place - 1, ".higher:enabled, .lower"));
    const down = button(named(words.lower), icon("down"), () => turn(moved(values(), place, place + 1), place + 1, ".lower:enabled, .higher"));
    up.classList.add("higher");
    down.classList.add("lower");
    [up.disabled, down.disabled] = [place === 0, place === count - 1];
    tools.append(up, down, button(named(words.remove), icon("close"), () => (turn(without(values(), place), Math.min(place, count - 2)), count === 1 && more.focus())));
    const element = made("li", "", widget.element, tools);
    draggable(element, place);
    return element;
  }
  let dragged = -1;
  function draggable(element, place) {
    const handle = made("span", "handle", "⠿");
    handle.setAttribute("aria-hidden", "true");
    handle.draggable = true;
    handle.addEventListener("dragstart", (event) => {
      dragged = place;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setDragImage(element, 0, 0);
    });
    handle.addEventListener("dragend", () => (dragged = -1));
    element.addEventListener("dragover", (event) => dragged >= 0 && event.preventDefault());
    element.addEventListener("drop", (event) => {
      if (dragged < 0) return;
      event.preventDefault();
      turn(moved(values(), dragged, place));
      dragged = -1;
    });
    element.prepend(handle);
  }
  more.addEventListener("click", () => {
    const last = widgets.at(-1)?.get();
    const fresh = isObject(last) && field.of.sort === "one-of" ? last : null;
    turn([...values(), fresh], widgets.length);
  });
  return {
    element,
    set: (value) => show(Array.isArray(value) ? value : []),
    get: () => (widgets.length ? values() : field.required ? [] : null),
  };
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
