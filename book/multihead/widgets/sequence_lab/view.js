import { palette } from "../base/colours.js";
import { h, setText, statusLine, tableAlternative } from "../base/elements.js";
import { visible } from "../base/format.js";
import { follow, put } from "../base/model.js";
import { followTheme } from "../base/theme.js";
import { toggleGroup } from "../base/toggle_group.js";
import { readWeights } from "../token_model/weights.js";
import { headMaps } from "./head_maps.js";
import { nextPanel } from "./next_panel.js";
import { runSequence } from "./run_sequence.js";
import { sequenceRow, symbolChoice } from "./sequence.js";
import { statusText } from "./status.js";
import { sequenceTables } from "./tables.js";

const STATE = ["heads", "seed", "tokens", "query"];
const NOTE =
  "Below each symbol: the probability that the model gave it, from the symbols before it. ✓: the " +
  "symbol that comes next in the sequence. Shades are attention weights. In a pattern, rows are " +
  "queries, columns are keys; the framed row is the position chosen above.";

function render({ model, el }) {
  const data = readData((name) => model.get(name));
  const [sequence, symbol, seeds, next, layers] = [
    sequenceRow(model, data),
    symbolChoice(model, data),
    seedChoice(model, data),
    nextPanel(data),
    headMaps(model, data),
  ];
  const status = statusLine();
  const tables = tableAlternative("As a table", () => sequenceTables(data, viewState));
  let theme, viewState;
  const draw = () => {
    const before = viewState;
    viewState = { ...viewStateOf(data, model, before), theme };
    for (const piece of [sequence, symbol, seeds, next, layers]) piece.update(viewState);
    setText(status, statusText(data, before, viewState) || status.textContent);
    tables.refresh();
  };
  el.classList.add("mh-widget", "mh-sequencelab");
  el.append(
    sequence.element,
    h("div", { class: "mh-row" }, symbol.element, seeds.element),
    layers.element,
    next.element,
    status,
    h("p", { class: "mh-note" }, NOTE),
    tables.element,
  );
  const stopTheme = followTheme(el, (dark) => {
    theme = palette(dark);
    draw();
  });
  const stopFollowing = follow(model, STATE, draw);
  return () => {
    stopTheme();
    stopFollowing();
  };
}

/**
 * The state and what follows from it: `full` with all heads on, `outputs` with those that are on,
 * and `baseline`, which is `full` where there is something to compare with it.
 */
function viewStateOf(data, model, before) {
  const state = Object.fromEntries(STATE.map((name) => [name, model.get(name)]));
  const same = before?.seed === state.seed && `${before.tokens}` === `${state.tokens}`;
  const full = same ? before.full : runSequence(data, state, data.allHeads);
  if (state.heads.length === data.allHeads.length)
    return { ...state, full, outputs: full, baseline: null };
  return { ...state, full, outputs: runSequence(data, state, state.heads), baseline: full };
}

/** All that does not change; labels are the names of symbols, short enough for a button. */
function readData(get) {
  const [sizes, names] = [get("_sizes"), get("_symbols")];
  return {
    sizes,
    symbols: names.map((name) => visible(name)),
    labels: names.map((name) => visible(name, 8)),
    seeds: get("_seeds").map((name) => visible(name, 20)),
    allHeads: Array.from({ length: sizes.head }, (_, head) => head),
    weights: readWeights(get("_weights"), get("_shapes"), sizes.seed),
  };
}

function seedChoice(model, { seeds }) {
  const choices = seeds.map((name, seed) => [name, seed, `Seed ${name}`]);
  const { element, update } = toggleGroup("Seed", choices, (seed) => put(model, { seed }));
  element.hidden = choices.length < 2;
  return { element, update: (viewState) => update((seed) => viewState.seed === seed) };
}

export default { render };
