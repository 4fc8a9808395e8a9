// Widgets that hold others: records, one of several sorts, lists that grow and are put in order.

import { moved, without } from "../values.js";
import { choice } from "./choices.js";
import { icon, make } from "../elements.js";
import { button, isObject, named, range, said } from "./parts.js";
import { text } from "./texts.js";
import { flag, number, other, word } from "./values.js";

const SORTS = { text, number, flag, choice, list, record, "one-of": oneOf, word };

/** The widget of a field; `label` names its input, `path` is that of the field in rank below others. */
export function widgetOf(field, label, changed) {
  return (SORTS[field.sort] ?? other)(field, label, changed);
}

function record(field, label, changed) {
  const parts = field.fields.map((part) => [part, widgetOf(part, `${label} ${part.label}`, changed)]);
  const element = make("fieldset", "record", make("legend", "", field.label || label), ...parts.map(([, widget]) => widget.element));
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
  const select = make("select", { "aria-label": label }, ...field.fields.map((part) => make("option", { value: part.name }, part.label)));
  const place = make("div");
  const element = make("fieldset", "record one-of", make("legend", "", field.label || label), make("div", "field", select), place);
  let widget = null;
  function open(value) {
    const part = field.fields.find((one) => one.name === select.value);
    widget = part ? widgetOf(part, `${label} ${part.label}`, changed) : null;
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
  const rows = make("ol", "rows");
  const more = make("button", "button", icon("plus"), ` ${said.words.more}`, named("", label));
  const limited = range({ low: field.low ?? null, high: field.high ?? null });
  const element = make("fieldset", "list", make("legend", "", field.label || label), rows, make("div", "row", more, make("span", "hint", limited)));
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
    const line = (says) => says.replace("{number}", place + 1);
    const tools = make("div", "row-tools");
    const up = button(line(said.words.higher), icon("up"), () => turn(moved(values(), place, place - 1), place - 1, ".higher:enabled, .lower"), label);
    const down = button(line(said.words.lower), icon("down"), () => turn(moved(values(), place, place + 1), place + 1, ".lower:enabled, .higher"), label);
    up.classList.add("higher");
    down.classList.add("lower");
    [up.disabled, down.disabled] = [place === 0, place === count - 1];
    tools.append(up, down, button(line(said.words.remove), icon("close"), () => (turn(without(values(), place), Math.min(place, count - 2)), count === 1 && more.focus()), label));
    const element = make("li", "", widget.element, tools);
    draggable(element, place);
    return element;
  }
  let dragged = -1;
  function draggable(element, place) {
    const handle = make("span", { class: "handle", "aria-hidden": "true", draggable: "true" }, "⠿");
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
