// HeadExplorer: its pieces from top to bottom, and what they show.

import { h } from "../base/elements.js";
import { visible } from "../base/format.js";
import { follow, put } from "../base/model.js";
import { openPattern } from "../base/patterns.js";
import { followTheme } from "../base/theme.js";
import { coloursIn } from "./colours.js";
import { layerAndSeeds, queryAndKey, viewAndHeads } from "./controls.js";
import { legend } from "./legend.js";
import { emptyNote, panels } from "./panels.js";
import { readout } from "./readout.js";
import { openVectors } from "./share_steps.js";
import { status } from "./status.js";
import { shareTable, stepsTable } from "./tables.js";

const TRAITS = ["heads", "layer", "seed", "step", "compare", "view", "query", "key"];

/** What the widget was made with, which does not change. */
function readData(get) {
  const pattern = openPattern(get);
  return {
    ...pattern,
    ...openVectors(get),
    allHeads: Array.from({ length: pattern.sizes.head }, (_, head) => head),
    names: { seed: get("_seeds"), step: get("_steps") },
    tokens: get("_tokens").map((token) => visible(token)),
    labels: get("_tokens").map((token) => visible(token, 14)),
  };
}

function render({ model, el }) {
  const data = readData((name) => model.get(name));
  let hover = null,
    width = 0,
    theme;
  const cell = queryAndKey(model, data, () => show(pointed)),
    grid = panels(data, onHover, (at) => at && put(model, at)),
    numbers = readout(data);
  const pointed = [grid, numbers];
  const controls = [viewAndHeads(model, data), layerAndSeeds(model, data), cell];
  const above = [numbers, emptyNote()];
  const beside = [status(data), legend(data), shareTable(data)];
  const below = [stepsTable(data)];
  const pieces = [...controls, ...above, grid, ...beside, ...below];
  const elements = (some) => some.map(({ element }) => element);
  const stage = h(
    "div",
    { class: "mh-stage" },
    grid.element,
    h("div", { class: "mh-beside" }, ...elements(beside)),
  );

  /** Show the traits and what only this page knows: the pointer, the width, the colours. */
  function show(some) {
    const traits = Object.fromEntries(TRAITS.map((name) => [name, model.get(name)]));
    const focus = hover ?? { query: traits.query, key: traits.key };
    const active = hover !== null || cell.element.contains(el.ownerDocument.activeElement);
    for (const piece of some) piece.update({ ...traits, focus, active, width, theme });
  }

  function onHover(at) {
    if (hover?.query === at?.query && hover?.key === at?.key) return;
    hover = at;
    show(pointed);
  }

  el.classList.add("mh-widget", "mh-explorer");
  const rows = h("div", { class: "mh-row" }, ...elements(controls));
  el.append(rows, ...elements(above), stage, ...elements(below));
  width = stage.clientWidth; // drawn at once in a page; in Jupyter it is not there yet
  const stopTheme = followTheme(el, (dark) => {
    theme = coloursIn(dark, data.allHeads);
    show(pieces);
  });
  const stopWidth = followWidth(stage, width, (now) => {
    width = now;
    show(pieces);
  });
  const stopTraits = follow(model, TRAITS, () => show(pieces));
  return () => {
    stopTraits();
    stopTheme();
    stopWidth();
  };
}

function followWidth(element, known, update) {
  let width = known;
  const watcher = new ResizeObserver(() => {
    if (element.clientWidth === width) return;
    width = element.clientWidth;
    update(width);
  });
  watcher.observe(element);
  return () => watcher.disconnect();
}

export default { render };
