import {
  button,
  h,
  press,
  setText,
  slider,
  statusLine,
  table,
  tableAlternative,
} from "../base/elements.js";
import { fmt } from "../base/format.js";
import { follow, put } from "../base/model.js";
import { followTheme } from "../base/theme.js";
import { toggleGroup } from "../base/toggle_group.js";
import { headAtQuery } from "./head.js";
import { outputPanel, rowPanel, vectorText } from "./panels.js";
import {
  gateAt,
  isAt,
  LAST,
  numberAt,
  PRESETS,
  placeOf,
  placeOfGate,
  placeOfSink,
  sinkAt,
} from "./settings.js";
import { statusText } from "./status.js";

const TRAITS = ["sink", "gate", "null_score", "masked"];

function render({ model, el }) {
  const example = model.get("_example"),
    row = rowPanel(example.scores.length),
    output = outputPanel(),
    status = statusLine();
  const state = () => Object.fromEntries(TRAITS.map((name) => [name, model.get(name)]));
  const presets = toggleGroup("Show", PRESETS, (preset) =>
    put(model, { ...preset, masked: false }),
  );
  const sink = slider("Sink's logit", LAST + 1, (place) => put(model, { sink: sinkAt(place) }));
  const gate = slider("Gate's logit", LAST + 1, (place) => put(model, { gate: gateAt(place) }));
  const nullScore = slider("Null token's score", LAST, (place) =>
    put(model, { null_score: numberAt(place) }),
  );
  const mask = button("Mask the null token", () => put(model, { masked: !model.get("masked") }));
  const numbers = tableAlternative("As a table", () => numberTable(example, state()));
  const draw = () => {
    const now = state(),
      found = headAtQuery(example, now);
    presets.update((preset) => isAt(now, preset));
    sink.set(placeOfSink(now.sink), now.sink === null ? "no sink" : fmt(now.sink, 1));
    gate.set(placeOfGate(now.gate), now.gate === null ? "no gate" : fmt(now.gate, 1));
    nullScore.set(placeOf(now.null_score), fmt(now.null_score, 1));
    press(mask, now.masked);
    row.update(found, now);
    output.update(found);
    setText(status, statusText(example, now));
    numbers.refresh();
  };
  el.classList.add("mh-widget", "mh-idle");
  const sliders = [sink, gate, nullScore].map(({ element }) => element);
  el.append(
    h("div", { class: "mh-row" }, presets.element),
    h("div", { class: "mh-row" }, ...sliders, mask),
    h("div", { class: "mh-panels" }, row.element, output.element),
    status,
    numbers.element,
  );
  draw();
  const stopTheme = followTheme(el, () => {});
  const stopFollowing = follow(model, TRAITS, draw);
  return () => {
    stopTheme();
    stopFollowing();
  };
}

/** The row and what is written, with all vectors. */
function numberTable(example, state) {
  const found = headAtQuery(example, state);
  const { tokens, null: nullWeight, sink } = found.row;
  const [zero] = example.values.map((value) => value.map(() => 0));
  const rows = [
    ...example.values.map((value, i) => [`token ${i}`, fmt(tokens[i], 2), vectorText(value)]),
    ["null token", state.masked ? "masked" : fmt(nullWeight, 2), vectorText(zero)],
    ["sink", state.sink === null ? "no sink" : fmt(sink, 2), "–"],
    ["weighted sum", fmt(found.sumNorm, 2), vectorText(found.weightedSum)],
    ["gate", fmt(found.gate, 2), "–"],
    ["output", fmt(found.outputNorm, 2), vectorText(found.output)],
  ];
  const caption = "Attention weights, and norms as fractions of that at a working query";
  return table(caption, ["part", "number", "vector"], rows);
}

export default { render };
