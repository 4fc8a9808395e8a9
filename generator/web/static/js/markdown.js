// Markdown as the manual is written in it, as elements: headings, paragraphs, lists, tables, code, links. Nothing in it
// is taken as HTML.

/** The name of a heading in addresses, as GitHub makes it. */
export function slug(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");
}

/** Blocks of a text: {kind, level, text, items, rows, lines}. */
export function blocks(source) {
  const lines = source.replace(/\r/g, "").split("\n");
  const found = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    const fence = /^\s*```/.exec(line);
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (!line.trim() || /^<!--.*-->$/.test(line.trim())) at += 1;
    else if (fence) {
      const end = lines.findIndex((one, place) => place > at && /^\s*```/.test(one));
      found.push({ kind: "code", text: lines.slice(at + 1, end < 0 ? lines.length : end).join("\n") });
      at = end < 0 ? lines.length : end + 1;
    } else if (heading) {
      found.push({ kind: "heading", level: heading[1].length, text: heading[2] });
      at += 1;
    } else if (line.trim().startsWith("|")) {
      const rows = [];
      for (; at < lines.length && lines[at].trim().startsWith("|"); at += 1) rows.push(cells(lines[at]));
      found.push({ kind: "table", rows: rows.filter((row) => !row.every((cell) => /^:?-+:?$/.test(cell))) });
    } else if (/^\s*([-*]|\d+\.)\s/.test(line)) {
      const items = [];
      const ordered = /^\s*\d/.test(line);
      for (; at < lines.length && lines[at].trim(); at += 1) {
        const item = /^\s*(?:[-*]|\d+\.)\s+(.*)$/.exec(lines[at]);
        if (item) items.push(item[1]);
        else if (items.length) items[items.length - 1] += ` ${lines[at].trim()}`;
      }
      found.push({ kind: "list", ordered, items });
    } else {
      const text = [];
      for (; at < lines.length && lines[at].trim() && !/^(#{1,6}\s|\s*```|\|)/.test(lines[at]); at += 1) text.push(lines[at].trim());
      found.push({ kind: "paragraph", text: text.join(" ") });
    }
  }
  return found;
}

function cells(line) {
  return line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** Parts of a line: {kind: text, code, bold, italic, link, picture}. */
export function spans(text) {
  const found = [];
  const sign = /`([^`]+)`|\*\*(.+?)\*\*|(?<![\p{L}\p{N}])_([^_]+)_(?![\p{L}\p{N}])|\*([^*\s][^*]*)\*|!\[([^\]]*)\]\(([^)]+)\)|\[((?:[^\]`]|`[^`]*`)+)\]\(([^)]+)\)/gu;
  let at = 0;
  for (const part of text.matchAll(sign)) {
    if (part.index > at) found.push({ kind: "text", text: text.slice(at, part.index) });
    const [, code, bold, italic, starred, alt, source, words, to] = part;
    if (code !== undefined) found.push({ kind: "code", text: code });
    else if (bold !== undefined) found.push({ kind: "bold", parts: spans(bold) });
    else if (italic !== undefined || starred !== undefined) found.push({ kind: "italic", parts: spans(italic ?? starred) });
    else if (source !== undefined) found.push({ kind: "picture", text: alt, from: source });
    else found.push({ kind: "link", to, parts: spans(words) });
    at = part.index + part[0].length;
  }
  if (at < text.length) found.push({ kind: "text", text: text.slice(at) });
  return found;
}

/** Elements for a text; `address(to)` gives that of a link or picture, or nothing if it is not here. */
export function elements(source, address) {
  const make = (name, ...inner) => {
    const one = document.createElement(name);
    one.append(...inner);
    return one;
  };
  const inline = (text) => set(spans(text));
  const set = (parts) =>
    parts.map((part) => {
      if (part.kind === "code") return make("code", part.text);
      if (part.kind === "bold") return make("strong", ...set(part.parts));
      if (part.kind === "italic") return make("em", ...set(part.parts));
      const to = address(part.to ?? part.from ?? "");
      if (part.kind === "picture") return to ? Object.assign(make("img"), { src: to, alt: part.text }) : make("em", part.text);
      if (part.kind === "link" && to) return Object.assign(make("a", ...set(part.parts)), { href: to });
      return part.kind === "link" ? make("span", ...set(part.parts)) : part.text;
    });
  let heading = "";
  let tables = 0;
  return blocks(source).map((block) => {
    if (block.kind === "heading") {
      [heading, tables] = [block.text.replace(/[`*]/g, ""), 0];
      return Object.assign(make(`h${Math.min(6, block.level + 1)}`, ...inline(block.text)), { id: slug(block.text.replace(/`/g, "")) });
    }
    if (block.kind === "code") return Object.assign(make("pre", make("code", block.text)), { tabIndex: 0 });
    if (block.kind === "list") return make(block.ordered ? "ol" : "ul", ...block.items.map((item) => make("li", ...inline(item))));
    if (block.kind === "table") return table(block.rows, make, inline, `${heading} ${(tables += 1)}`);
    return make("p", ...inline(block.text));
  });
}

function table(rows, make, inline, label) {
  const [head, ...body] = rows;
  const headed = head.some((cell) => cell);
  const top = make("tr", ...head.map((cell) => make(cell ? "th" : "td", ...inline(cell))));
  const made = make("table", ...(headed ? [make("thead", top)] : []), make("tbody", ...body.map((row) => make("tr", ...row.map((cell) => make("td", ...inline(cell)))))));
  made.className = "table";
  const scroll = make("div", made);
  scroll.className = "scroll";
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", label);
  return scroll;
}
