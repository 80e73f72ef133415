import { colourHeads } from "../base/colour_heads.js";
import { h, setText, statusLine } from "../base/elements.js";
import { follow, put } from "../base/model.js";
import { followTheme } from "../base/theme.js";
import { allMatrices } from "./all_matrices.js";
import { controlRow, stepButtons } from "./controls.js";
import { heading } from "./heading.js";
import { editsNote, overflowNote } from "./notes.js";
import { withEntry } from "./numbers.js";
import { overviewPieces } from "./overview.js";
import { scrollWatcher } from "./scrolling.js";
import { signTool } from "./sign_tool.js";
import { stagePiece } from "./stage.js";
import { openingText, statusText } from "./status.js";
import { PLACE_TRAITS, viewState } from "./view_state.js";

function render({ model, el }) {
  const arrays = Object.keys(model.get("_start"));
  const status = statusLine();
  const watcher = scrollWatcher();
  let resets = 0;
  const read = () => ({ ...viewState((name) => model.get(name)), resets });
  let state = read();

  const reset = () => {
    resets += 1;
    put(model, model.get("_start"));
    update(new Set(arrays)); // also where only a refused text goes
  };
  const pieces = makePieces(model, { reset, current: () => state, status, watcher });
  const draw = () => {
    for (const piece of pieces) piece.update?.(state);
  };
  function update(names) {
    const before = state;
    state = read();
    draw();
    const words = statusText(names, state, before);
    if (words) setText(status, words);
  }

  el.classList.add("mh-widget", "mh-money");
  el.append(...pieces.map(({ element }) => element));
  colourHeads(el, state.W_Q.length);
  const stopTheme = followTheme(el, () => {});
  setText(status, openingText(state));
  draw();
  const stopFollowing = follow(model, [...arrays, ...PLACE_TRAITS], update);
  return () => {
    stopFollowing();
    stopTheme();
    watcher.disconnect();
  };
}

/** The pieces from top to bottom. */
function makePieces(model, { reset, current, status, watcher }) {
  const set = (values) => put(model, values);
  const edit = (m, i, j, x) => {
    const [name, ...path] = m.path(i, j);
    set({ [name]: withEntry(model.get(name), path, x) });
  };
  const tool = signTool(edit);
  const visit = (entry) => {
    const { a, b } = current().stage;
    if (a?.name === entry.m.name) set({ row: entry.i });
    if (b?.name === entry.m.name) set({ column: entry.j });
    tool.visit(entry);
  };
  const error = h("p", { class: "mh-error", role: "alert" });
  const report = (problem) => setText(error, problem);
  const watch = (place) => watcher.observe(place);
  const overview = overviewPieces(set);
  watch(overview.element);
  return [
    stepButtons(model.get("_steps"), set),
    heading(),
    controlRow(model.get("_forms"), set, reset, tool),
    fixedHeight(overview.picks, stagePiece({ edit, set, visit, report, watch }), overview),
    { element: error },
    { element: status, update: tool.update }, // after the stage, which holds its entry
    overflowNote(),
    editsNote(),
    allMatrices(),
  ];
}

/** As tall in every step, so that what follows stays where it is. */
function fixedHeight(picks, ...pieces) {
  const nodes = [picks, ...pieces.map((piece) => piece.element)];
  const element = h("div", { class: "mh-fixed-height" }, ...nodes);
  const update = (state) => {
    for (const piece of pieces) piece.update(state);
  };
  return { element, update };
}

export default { render };
