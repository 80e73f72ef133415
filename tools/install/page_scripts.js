/* Writes what pages take from npm into .page-scripts, from node_modules; `make book` does it.

Each part has its licence beside it, which goes into the site with it. CodeMirror comes in pieces:
those that the editor uses become one module. The versions are those of package-lock.json. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildSync } from "esbuild";

const ROOT = join(import.meta.dirname, "..", "..");
const TARGET = process.argv[2] ?? join(ROOT, ".page-scripts");
const COPIED = {
  "search/minisearch.js": "minisearch/dist/umd/index.js",
  "search/minisearch.LICENSE.txt": "minisearch/LICENSE.txt",
  "reveal/reveal.js": "reveal.js/dist/reveal.js",
  "reveal/reveal.css": "reveal.js/dist/reveal.css",
  "reveal/notes.js": "reveal.js/dist/plugin/notes.js",
  "reveal/zoom.js": "reveal.js/dist/plugin/zoom.js",
  "reveal/reveal.LICENSE.txt": "reveal.js/LICENSE",
};
const EDITOR = {
  "@codemirror/commands": "defaultKeymap, history, historyKeymap, indentWithTab",
  "@codemirror/lang-python": "python",
  "@codemirror/language": "bracketMatching, indentOnInput, indentUnit, syntaxHighlighting",
  "@codemirror/state": "EditorState",
  "@codemirror/view": "drawSelection, EditorView, keymap, lineNumbers",
  "@lezer/highlight": "tagHighlighter, tags",
};
const PACKAGE = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/;

const npm = (path) => readFileSync(join(ROOT, "node_modules", path));

/** Bundle the editor; return it and the licences of all packages that went into it. */
function editor() {
  const parts = Object.entries(EDITOR);
  const lines = parts.map(([from, names]) => `export { ${names} } from "${from}";`);
  const { outputFiles, metafile } = buildSync({
    stdin: { contents: lines.join("\n"), resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    legalComments: "none",
    metafile: true,
    write: false,
  });
  const packages = Object.keys(metafile.inputs).flatMap((path) => PACKAGE.exec(path)?.[1] ?? []);
  const licences = new Set([...packages].sort().map((name) => npm(`${name}/LICENSE`).toString()));
  return {
    "editor/codemirror.js": outputFiles[0].contents,
    "editor/codemirror.LICENSE.txt": [...licences].join("\n\n"),
  };
}

const copied = Object.entries(COPIED).map(([name, path]) => [name, npm(path)]);
const files = { ...Object.fromEntries(copied), ...editor() };
rmSync(TARGET, { recursive: true, force: true });
for (const [name, content] of Object.entries(files)) {
  mkdirSync(dirname(join(TARGET, name)), { recursive: true });
  writeFileSync(join(TARGET, name), content);
}
