// Values of a form as values of an item: nothing here knows of a page.

/** What is shown of a text in each language; one that is the same in all stands in the first. */
export function textOf(value, languages) {
  const texts = typeof value === "string" ? { [languages[0]]: value } : value && !Array.isArray(value) ? value : {};
  return Object.fromEntries(languages.map((language) => [language, typeof texts[language] === "string" ? texts[language] : ""]));
}

/** A text out of what stands in each language: one for all, an object, or null for none.

`one`: it was one for all, and stays so while no other language says anything. */
export function textValue(texts, languages, { one, required }) {
  const [first, ...others] = languages;
  const said = languages.filter((language) => texts[language] !== "");
  if (!others.length || (one && others.every((language) => texts[language] === ""))) {
    return texts[first] || (required ? "" : null);
  }
  if (!said.length) return required ? Object.fromEntries(languages.map((language) => [language, ""])) : null;
  return Object.fromEntries(said.map((language) => [language, texts[language]]));
}

/** A list with one member at another place. */
export function moved(list, from, to) {
  const rest = without(list, from);
  return [...rest.slice(0, to), list[from], ...rest.slice(to)];
}

/** A list without one member. */
export function without(list, place) {
  return list.filter((_, at) => at !== place);
}

/** The field that a line of an item's text belongs to; "" where it cannot be said. Lines count from 0. */
export function fieldAt(lines, line) {
  const key = /^(\s*(?:-\s+)?)([A-Za-z_][\w-]*):(\s|$)/;
  const start = lines.findIndex((one) => /^\s*-\s/.test(one));
  const depth = key.exec(lines[start] ?? "")?.[1].length;
  for (let at = Math.min(line, lines.length - 1); at >= start && start >= 0; at -= 1) {
    const found = key.exec(lines[at]);
    if (found && found[1].length === depth && (at === start || !found[1].includes("-"))) return found[2];
  }
  return "";
}

/** Rows of cells out of what a spreadsheet copies: tabs between cells, quotes round those with line breaks. */
export function cellsOf(pasted) {
  const rows = [[]];
  let cell = "";
  let quoted = false;
  const text = pasted.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') cell += text[(at += 1)];
      else quoted = false;
    } else if (sign === '"' && cell === "") quoted = true;
    else if (sign === "\t" || sign === "\n") {
      rows.at(-1).push(cell);
      cell = "";
      if (sign === "\n") rows.push([]);
    } else cell += sign;
  }
  rows.at(-1).push(cell);
  return rows;
}

/** How two cells are ordered: numbers by size and before words, empty ones last. */
export function order(a, b) {
  if (a === "" || b === "") return Number(a === "") - Number(b === "");
  const [one, other] = [Number(a), Number(b)];
  const [isOne, isOther] = [!Number.isNaN(one), !Number.isNaN(other)];
  if (isOne && isOther) return one - other;
  if (isOne !== isOther) return isOne ? -1 : 1;
  return a.localeCompare(b);
}
