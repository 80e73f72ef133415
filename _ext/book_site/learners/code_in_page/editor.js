/* An editor of Python, in the colours that the page has for code. */

import {
  bracketMatching,
  defaultKeymap,
  drawSelection,
  EditorState,
  EditorView,
  history,
  historyKeymap,
  indentOnInput,
  indentUnit,
  indentWithTab,
  keymap,
  lineNumbers,
  python,
  syntaxHighlighting,
  tagHighlighter,
  tags,
} from "./codemirror.js";

// The classes that Pygments gives to code on the page.
const COLOURS = tagHighlighter([
  { tag: [tags.keyword, tags.self], class: "k" },
  { tag: [tags.bool, tags.null], class: "kc" },
  { tag: tags.comment, class: "c1" },
  { tag: [tags.string, tags.special(tags.string)], class: "s2" },
  { tag: tags.number, class: "mf" },
  { tag: tags.operator, class: "o" },
  { tag: tags.function(tags.definition(tags.variableName)), class: "nf" },
]);

/** Return an editor with a text; `onRun` is called by Ctrl-Enter, `onChange` after each change. */
export function pythonEditor(text, attributes, onRun, onChange) {
  const runKey = { key: "Mod-Enter", run: () => onRun() ?? true };
  const extensions = [
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    indentUnit.of("    "),
    python(),
    syntaxHighlighting(COLOURS),
    keymap.of([runKey, indentWithTab, ...defaultKeymap, ...historyKeymap]),
    EditorView.contentAttributes.of(attributes),
    EditorView.updateListener.of((update) => update.docChanged && onChange()),
  ];
  const view = new EditorView({ state: EditorState.create({ doc: text, extensions }) });
  return {
    element: view.dom,
    text: () => view.state.doc.toString(),
    focus: () => view.focus(),
    /** Put another text in place of all; one step back undoes it. */
    write: (other) =>
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: other } }),
  };
}
