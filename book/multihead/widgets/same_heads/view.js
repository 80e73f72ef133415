import { colourScale } from "../base/colour_scale.js";
import { palette, STOPS } from "../base/colours.js";
import { h, setText, statusLine, tableAlternative } from "../base/elements.js";
import { visible } from "../base/format.js";
import { follow, put } from "../base/model.js";
import { partButtons } from "../base/part_buttons.js";
import { openPattern } from "../base/patterns.js";
import { followTheme } from "../base/theme.js";
import { toggleGroup } from "../base/toggle_group.js";
import { similarityMap } from "./maps.js";
import { DEFINITIONS, MEASURE_NAMES, measureName, ORDER_NAMES } from "./names.js";
import { pairPanel } from "./pair_panel.js";
import { openSimilarity } from "./similarity.js";
import { statusText } from "./status.js";
import { headTable } from "./tables.js";

const STATE = ["layer", "measure", "order", "first", "second", "models"];

function render({ model, el }) {
  const data = readData((name) => model.get(name));
  const controls = controlRow(model, data),
    scale = h("div"),
    maps = ["trained", "untrained"].map((models) => similarityMap(model, data, models)),
    pair = pairPanel(model, data),
    note = mapNote(data),
    status = statusLine();
  const pieces = [controls, ...maps, note, pair];
  let theme, state;
  const all = tableAlternative("As a table", () => headTable(data, state));
  const draw = () => {
    const before = state;
    state = { ...Object.fromEntries(STATE.map((name) => [name, model.get(name)])), theme };
    for (const piece of pieces) piece.update(state);
    setText(status, statusText(data, before, state) || status.textContent);
    all.refresh();
  };
  el.classList.add("mh-widget", "mh-same-heads");
  el.append(
    partButtons(el, ["All heads", "Two heads"]),
    controls.element,
    h("div", { class: "mh-both" }, ...maps.map(({ element }) => element), scale),
    pair.element,
    status,
    note.element,
    all.element,
  );
  const stopTheme = followTheme(el, (dark) => {
    theme = palette(dark);
    scale.replaceChildren(similarityScale(STOPS[dark ? "dark" : "light"]));
    draw();
  });
  const stopFollowing = follow(model, STATE, draw);
  return () => {
    stopTheme();
    stopFollowing();
  };
}

function readData(get) {
  const tokens = get("_tokens");
  return {
    ...openSimilarity(get),
    pattern: openPattern(get),
    tokens: tokens.map((token) => visible(token)),
    labels: tokens.map((token) => visible(token, 7)),
  };
}

function controlRow(model, { sizes }) {
  const numbers = Array.from({ length: sizes.layer }, (_, i) => [String(i), i, `Layer ${i}`]);
  const groups = [
    ["measure", toggleGroup("Similarity of", MEASURE_NAMES, (measure) => put(model, { measure }))],
    ["order", toggleGroup("Sorted by", ORDER_NAMES, (order) => put(model, { order }))],
    ["layer", toggleGroup("Layer", numbers, (layer) => put(model, { layer }))],
  ];
  const update = (state) => {
    for (const [name, { update }] of groups) update((value) => value === state[name]);
  };
  return {
    element: h("div", { class: "mh-row" }, ...groups.map(([, each]) => each.element)),
    update,
  };
}

function similarityScale({ more, less }) {
  const ticks = [-1, -0.5, 0, 0.5, 1].map((x) => [(1 + x) / 2, x > 0 ? `+${x}` : String(x)]);
  return colourScale("similarity", [...less.slice(1).reverse(), ...more], ticks);
}

/** What the maps show, which depends on the measure. */
function mapNote({ sizes, matchedApart }) {
  const untrained = matchedApart
    ? "Untrained heads are matched among themselves."
    : "Untrained heads are in the order of the trained ones.";
  const element = h("p", { class: "mh-note" });
  const update = (state) =>
    setText(
      element,
      `Each head of ${sizes.seed} seeds is compared with each; on the diagonal, with itself. ` +
        `Similarity by ${measureName(state)}: ${DEFINITIONS[state.measure]}. ` +
        `A cluster has one head of each seed, and its heads are as similar as possible. ` +
        `${untrained} Choose a cell to see its two heads.`,
    );
  return { element, update };
}

export default { render };
