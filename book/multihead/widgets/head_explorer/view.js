// HeadExplorer: its pieces from top to bottom, and what they show.

import { visible } from "../base/format.js";
import { follow, put } from "../base/model.js";
import { followTheme } from "../base/theme.js";
import { coloursIn } from "./colours.js";
import { layerAndSeeds, queryAndKey, viewAndHeads } from "./controls.js";
import { legend } from "./legend.js";
import { emptyNote, panels } from "./panels.js";
import { openPattern } from "./patterns.js";
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
  const pieces = [
    viewAndHeads(model, data),
    layerAndSeeds(model, data),
    status(data),
    emptyNote(),
    grid,
    legend(data),
    cell,
    numbers,
    stepsTable(data),
    shareTable(data),
  ];

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
  el.append(...pieces.map(({ element }) => element));
  width = grid.element.clientWidth; // drawn at once in a page; in Jupyter it is not there yet
  const stopTheme = followTheme(el, (dark) => {
    theme = coloursIn(dark, data.allHeads);
    show(pieces);
  });
  const stopWidth = followWidth(grid.element, width, (now) => {
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
