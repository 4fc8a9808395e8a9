// A choice among words, with their pictures where they have some; pictures are added here too, by a button or by a drop.

import { bringIn, droppable } from "../bring_in.js";
import { icon, make } from "../elements.js";
import { iconsButton, labelled, pictureOf, said } from "./parts.js";

export function choice(field, label, changed) {
  const select = make("select");
  const add = (value, says) => {
    select.append(make("option", { value }, says));
  };
  if (!field.required) add("", `— ${said.words.none} —`);
  for (const one of field.options) add(one.value, one.label);
  const element = labelled(field, label, select);
  const thumbs = new Map();
  // It scrolls, and what is in it is left out by keyboard.
  const row = make("div", { class: "thumbs", tabindex: 0, role: "group", "aria-label": said.words.pictures });
  const choose = (value) => {
    select.value = value;
    show();
    changed();
  };
  const show = () => thumbs.forEach((thumb, value) => thumb.setAttribute("aria-pressed", String(value === select.value)));
  for (const one of field.options.filter((one) => one.file)) row.append(thumbOf(one, choose, thumbs));
  if (row.children.length) element.append(row);
  if (field.before !== undefined) {
    const take = async (files) => {
      const names = await bringIn(files, { pictures: said.about.pictures, folder: field.before, suffix: field.after, words: said.words });
      names.forEach(use);
    };
    const use = (name) => {
      const value = name.slice(field.before.length, name.length - field.after.length);
      if (![...select.options].some((one) => one.value === value)) add(value, value);
      if (!thumbs.has(value)) row.append(thumbOf({ value, label: value, file: name }, choose, thumbs));
      else thumbs.get(value).querySelector("img").src += `?${Date.now()}`;
      element.append(row);
      row.after(adding);
      choose(value);
    };
    const adding = make("div", "row", addingButton(take));
    if (said.about.takes && field.before && field.after === ".svg") adding.append(iconsButton(({ file }) => use(file), label, field.before));
    element.append(adding);
    droppable(element, take);
  }
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

function thumbOf(one, choose, thumbs) {
  // The list above does the same by keyboard.
  const thumb = make("button", { class: "thumb", tabindex: -1, onclick: () => choose(one.value) }, pictureOf(one.file, true), make("span", {}, one.label));
  thumbs.set(one.value, thumb);
  return thumb;
}

function addingButton(take) {
  const input = make("input", {
    class: "unseen",
    type: "file",
    accept: ".svg,.png,.jpg,.jpeg,.webp,image/*",
    "aria-label": said.words.addPicture,
    onchange: () => take([...input.files]).then(() => (input.value = "")),
  });
  return make("label", "button quiet picture-add", icon("plus"), ` ${said.words.addPicture}`, input);
}
