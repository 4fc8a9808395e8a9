// Elements of the page, made without markup; what is said with them, and files that they save.

/** An element: its attributes, `on…` for events; a text in their place is its class. A button sends no form unless it says so.

@param {string} tag @param {string | Record<string, any>} [attributes] @param {any[]} inside @returns {any} */
export function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  const given = typeof attributes === "string" ? { class: attributes || null } : attributes;
  for (const [name, value] of Object.entries(tag === "button" ? { type: "button", ...given } : given)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...inside.filter((part) => part !== null && part !== undefined));
  return element;
}

/** A part of an SVG drawing. */
export function drawn(tag, attributes, ...inside) {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) drawing.setAttribute(key, value);
  drawing.append(...inside);
  return drawing;
}

/** An icon of the workshop's. */
export function icon(name) {
  return drawn("svg", { class: "icon", "aria-hidden": "true" }, drawn("use", { href: `${document.body.dataset.icons}#${name}` }));
}

/** What says things: the words by their keys, `{name}` standing for a value. */
export function speaker(words) {
  return (key, values = {}) => (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** The address of an SVG text as a picture. */
export function pictured(svg) {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/** The name that an answer gives to its file. */
export function fileName(headers, otherwise) {
  const [, coded, name] = /filename(\*?)=(?:UTF-8'')?"?([^";]+)"?/.exec(headers.get("content-disposition") ?? "") ?? [];
  return coded ? decodeURIComponent(name) : name ?? otherwise;
}

/** Have the browser save a file. */
export function saveAs(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Ask something: the value of the button that is pressed, "" where none is. `choices` are [value, label, look].

@returns {Promise<string>} */
export function asked(inside, choices, attributes = {}) {
  const buttons = choices.map(([value, label, look]) => make("button", { type: "submit", value, class: `button ${look}` }, label));
  const dialog = make("dialog", attributes, ...inside, make("form", { method: "dialog", class: "row" }, ...buttons));
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
    dialog.showModal();
  });
}

/** A word to whoever works here, below on the right, for a while; screen readers say it. `kind` is "" or "red"; `action` is
{label, run}, a button beside it. */
export function toast(text, { kind = "", action = null, seconds = 6 } = {}) {
  const place = document.getElementById("toasts");
  const act = () => {
    note.remove();
    action.run();
  };
  const note = make("div", `toast ${kind}`.trim(), make("span", {}, text), action && make("button", { onclick: act }, action.label));
  place.append(note);
  while (place.children.length > 4) place.firstElementChild.remove();
  if (seconds) setTimeout(() => note.remove(), seconds * 1000);
  return note;
}

/** Have Ctrl+S save. */
export function savesByKey(save) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  });
}
