// The editor of YAML, put together from CodeMirror. It lives in a shadow root: there its style sheets are made by script
// alone, which the page's security policy allows. It looks as editor.css says, with the colours of tokens.css.

import {
  Annotation, Compartment, EditorState, EditorView, HighlightStyle, autocompletion, bracketMatching, closeBrackets, closeBracketsKeymap,
  completionKeymap, defaultKeymap, drawSelection, dropCursor, foldGutter, foldKeymap, highlightActiveLine, highlightActiveLineGutter,
  highlightSelectionMatches, highlightSpecialChars, history, historyKeymap, indentOnInput, indentService, indentUnit, isolateHistory, keymap,
  lineNumbers, lintGutter, lintKeymap, redo, rectangularSelection, search, searchKeymap, setDiagnostics, syntaxHighlighting, tags, undo, yaml,
} from "../vendor/codemirror.js";
import { make } from "./elements.js";

const fromOutside = Annotation.define();

const ink = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], fontWeight: "700" },
  { tag: [tags.comment, tags.lineComment], color: "var(--ink-soft)", fontStyle: "italic" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--green)" },
  { tag: [tags.keyword, tags.meta, tags.typeName], color: "var(--blue)" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: "var(--ink-soft)" },
]);

/** An editor in `host`.

`text` is what it begins with; `label` its name for screen readers; `first` the number of its first line;
`words` CodeMirror's own phrases in another language;
`offers(text, position, explicit)` gives what may be written at a place; `changed(text)` is called after each change by a
person; `keys` are bindings of its own; `yaml` whether it is YAML. */
export function makeEditor(host, { text, label, first = 1, words = {}, offers = null, changed = () => {}, keys = [], yaml: isYaml = true }) {
  const root = host.attachShadow({ mode: "open" });
  root.append(make("link", { rel: "stylesheet", href: new URL("../css/editor.css", import.meta.url).href, onload: () => view.requestMeasure() }));
  const numbers = new Compartment();
  const numbered = (from) => lineNumbers({ formatNumber: (line) => String(line + from - 1) });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorState.phrases.of(words),
        numbers.of(numbered(first)),
        lintGutter(),
        foldGutter({ openText: "⌄", closedText: "›" }),
        highlightSpecialChars(),
        history({ minDepth: 2000 }),
        drawSelection(),
        dropCursor(),
        indentUnit.of("  "),
        indentOnInput(),
        indentService.of(indented),
        bracketMatching(),
        closeBrackets(),
        rectangularSelection(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSelectionMatches(),
        search({ top: false }),
        isYaml ? yaml() : [],
        syntaxHighlighting(ink),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ tabindex: "0", "aria-label": label, spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
        EditorState.lineSeparator.of("\n"),
        offers ? autocompletion({ override: [(context) => completed(context, offers)], icons: false }) : [],
        keymap.of([...keys, ...closeBracketsKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap, ...lintKeymap, ...defaultKeymap]),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          if (update.transactions.every((one) => one.annotation(fromOutside) || !one.docChanged)) return;
          changed();
        }),
      ],
    }),
  });
  return {
    view,
    get text() {
      return view.state.doc.toString();
    },
    /** Put another text in its place, changing no more than differs: the cursor and what can be undone stay. */
    replace(whole) {
      const change = difference(view.state.doc.toString(), whole);
      if (change) view.dispatch({ changes: change, annotations: [fromOutside.of(true), isolateHistory.of("full")] });
    },
    /** As `replace`, for what a person does elsewhere in the page; `changed` is not called. */
    write(whole) {
      const change = difference(view.state.doc.toString(), whole);
      if (change) view.dispatch({ changes: change, annotations: [fromOutside.of(true)], userEvent: "input.form" });
    },
    /** Say that the text now begins at another line of its file. */
    beginAt(line) {
      view.dispatch({ effects: numbers.reconfigure(numbered(line)) });
    },
    /** Show what is wrong: each with line and column from 1 within the text, level, message, hint, and fix. */
    problems(found) {
      const doc = view.state.doc;
      const marks = found.map((one) => mark(doc, one, view));
      view.dispatch(setDiagnostics(view.state, marks.sort((a, b) => a.from - b.from)));
    },
    mend: (fix) => mended(view, fix),
    /** Put the cursor at a line and column, from 1. */
    go(line, column = 1) {
      const at = place(view.state.doc, line, column);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
    },
    focus: () => view.focus(),
    undo: () => undo(view),
    redo: () => redo(view),
    /** Whether there is something to be done again. */
    get canRedo() {
      return redo({ state: view.state, dispatch() {} });
    },
  };
}

function place(doc, line, column) {
  const row = doc.line(Math.min(Math.max(line, 1), doc.lines));
  // Columns are told in characters; CodeMirror counts units of UTF-16.
  let units = 0;
  for (const sign of row.text) {
    if (--column <= 0) break;
    units += sign.length;
  }
  return row.from + Math.min(units, row.length);
}

/** How far a new line stands in: as the one above, or where that one's value or members go. */
function indented(context, position) {
  const above = context.lineAt(position, -1);
  const [, space, dashes] = /^(\s*)((?:-\s+)*)/.exec(above.text);
  const deeper = /:\s*([|>][-+0-9]*)?\s*(#.*)?$/.test(above.text) ? 2 : 0;
  return space.length + dashes.length + deeper;
}

/** Write what mends a problem: a text in place of some columns of a line. */
function mended(view, { line, start, end, text }) {
  const { doc } = view.state;
  view.dispatch({ changes: { from: place(doc, line, start), to: place(doc, line, end), insert: text } });
}

function mark(doc, one, view) {
  const from = place(doc, one.line, one.column);
  const to = Math.max(from, place(doc, one.line, one.end ?? one.column + 1));
  const actions = one.fix ? [{ name: one.fix.title, apply: () => mended(view, one.fix) }] : [];
  return {
    from,
    to,
    severity: one.level === "note" ? "info" : one.level,
    source: one.rule,
    message: one.hint ? `${one.message}\n${one.hint}` : one.message,
    actions,
  };
}

async function completed(context, offers) {
  const before = context.matchBefore(/[\w{+-]+$/);
  if (!context.explicit && !before) return null;
  const line = context.state.doc.lineAt(context.pos);
  const column = [...line.text.slice(0, context.pos - line.from)].length;
  const found = await offers(context.state.doc.toString(), line.number, column + 1);
  if (!found || !found.length || context.aborted) return null;
  const from = place(context.state.doc, line.number, found[0].start);
  return {
    from,
    options: found.map((one) => ({ label: one.label, apply: one.text, info: one.says || undefined, type: one.sort })),
    validFor: /^[\w{}+-]*$/,
  };
}

/** The one stretch in which two texts differ, as a change; null where they don't. */
export function difference(old, now) {
  if (old === now) return null;
  let from = 0;
  const least = Math.min(old.length, now.length);
  while (from < least && old.charCodeAt(from) === now.charCodeAt(from)) from += 1;
  let behind = 0;
  while (behind < least - from && old.charCodeAt(old.length - 1 - behind) === now.charCodeAt(now.length - 1 - behind)) behind += 1;
  return { from, to: old.length - behind, insert: now.slice(from, now.length - behind) };
}
