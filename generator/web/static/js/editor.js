// The editor of YAML, put together from CodeMirror. It lives in a shadow root: there its style sheets are made by script
// alone, which the page's security policy allows. Its colours are those of tokens.css, which reach into it.

import {
  Annotation,
  Compartment,
  EditorState,
  EditorView,
  HighlightStyle,
  autocompletion,
  bracketMatching,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  defaultKeymap,
  drawSelection,
  dropCursor,
  foldGutter,
  foldKeymap,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSelectionMatches,
  highlightSpecialChars,
  history,
  historyKeymap,
  indentOnInput,
  indentService,
  indentUnit,
  isolateHistory,
  keymap,
  lineNumbers,
  lintGutter,
  lintKeymap,
  redo,
  rectangularSelection,
  search,
  searchKeymap,
  setDiagnostics,
  syntaxHighlighting,
  tags,
  undo,
  yaml,
} from "../vendor/codemirror.js";

const fromOutside = Annotation.define();

const look = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--raised)", fontSize: "0.9375rem", borderRadius: "var(--corner)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--code)", fontWeight: "400", lineHeight: "1.6", minHeight: "14rem", maxHeight: "70vh", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)", padding: "0.6rem 0" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selection)" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "var(--line-at-hand)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--ink-soft)", border: "none" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)", fontWeight: "700" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--sunk)", outline: "1px solid var(--edge)" },
  ".cm-selectionMatch": { backgroundColor: "var(--sunk)" },
  ".cm-searchMatch": { backgroundColor: "var(--amber-wash)", outline: "1px solid var(--amber)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--blue-wash)", outline: "2px solid var(--blue)" },
  ".cm-panels": { backgroundColor: "var(--sunk)", color: "var(--ink)", fontFamily: "var(--text)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--rule)" },
  ".cm-panel.cm-search": { padding: "0.5rem 2rem 0.5rem 0.5rem" },
  ".cm-panel.cm-search label": { fontSize: "0.875rem" },
  ".cm-textfield": { fontSize: "0.875rem", backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: "4px" },
  ".cm-button": { fontSize: "0.875rem", color: "var(--ink)", backgroundColor: "var(--raised)", backgroundImage: "none", border: "1px solid var(--edge)", borderRadius: "4px" },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: "4px", boxShadow: "var(--shade-lifted)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--code)", maxHeight: "16rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--ink)", color: "var(--paper)" },
  ".cm-completionDetail": { color: "inherit", fontStyle: "normal", opacity: "0.8" },
  ".cm-completionInfo": { maxWidth: "22rem", fontFamily: "var(--text)", padding: "0.5rem 0.75rem" },
  ".cm-completionIcon": { display: "none" },
  // Marks of what is wrong, without pictures: a wave below, a sign beside the line.
  ".cm-lintRange": { backgroundImage: "none", paddingBottom: "0" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--red) 1.5px", textUnderlineOffset: "3px" },
  ".cm-lintRange-info": { backgroundImage: "none", textDecoration: "underline dotted var(--blue) 1.5px", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--amber) 1.5px", textUnderlineOffset: "3px" },
  ".cm-lintPoint::after": { borderBottomColor: "var(--red)" },
  ".cm-gutter-lint": { width: "1.5em" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0 0 0 0.3em" },
  ".cm-lint-marker": { width: "1.1em", height: "1.1em", borderRadius: "3px", textAlign: "center", lineHeight: "1.1", fontFamily: "var(--text)", fontWeight: "700" },
  ".cm-lint-marker-error": { content: "none", backgroundColor: "var(--red)", color: "var(--paper)" },
  ".cm-lint-marker-warning": { content: "none", backgroundColor: "var(--amber)", color: "var(--paper)" },
  ".cm-lint-marker-info": { content: "none", backgroundColor: "var(--blue)", color: "var(--paper)" },
  ".cm-lint-marker-error::before, .cm-lint-marker-warning::before": { content: '"!"' },
  ".cm-lint-marker-info::before": { content: '"i"' },
  ".cm-diagnostic": { fontFamily: "var(--text)", padding: "0.5rem 0.75rem", maxWidth: "34rem", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--red)" },
  ".cm-diagnostic-info": { borderLeft: "4px solid var(--blue)" },
  ".cm-diagnostic-warning": { borderLeft: "4px solid var(--amber)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--ink)", color: "var(--paper)", padding: "0.2rem 0.6rem", borderRadius: "4px" },
  ".cm-diagnosticSource": { color: "var(--ink-soft)" },
});

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
  const numbers = new Compartment();
  const numbered = (from) => lineNumbers({ formatNumber: (line) => String(line + from - 1) });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        look,
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

function mark(doc, one, view) {
  const from = place(doc, one.line, one.column);
  const to = Math.max(from, place(doc, one.line, one.end ?? one.column + 1));
  const actions = one.fix
    ? [{ name: one.fix.title, apply: () => view.dispatch({ changes: { from: place(doc, one.fix.line, one.fix.start), to: place(doc, one.fix.line, one.fix.end), insert: one.fix.text } }) }]
    : [];
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
