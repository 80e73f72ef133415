import { h, setText } from "../base/elements.js";
import { fmt } from "../base/format.js";
import { shareBar } from "../base/share_bar.js";

/** The row: a bar for each token, for the null token, and for the sink. */
export function rowPanel(nTokens) {
  const bars = Array.from({ length: nTokens + 2 }, () => shareBar());
  bars.at(-1).element.classList.add("mh-sink");
  const element = panel(
    "The row: attention weights",
    "With the sink's weight, they sum to 1.",
    ...bars.map(({ element }) => element),
  );
  const update = ({ row }, { sink, masked }) => {
    row.tokens.forEach((weight, i) => {
      bars[i].update(`token ${i}`, weight, fmt(weight, 2));
    });
    bars.at(-2).update("null token", row.null, masked ? "masked" : fmt(row.null, 2));
    bars.at(-1).update("sink", row.sink, sink === null ? "no sink" : fmt(row.sink, 2));
  };
  return { element, update };
}

/** What is written: the norm of the weighted sum, the gate, and the norm of their product. */
export function outputPanel() {
  const [sum, gate, output] = [shareBar(), shareBar(), shareBar()],
    vector = h("p", {});
  output.element.classList.add("mh-output");
  const element = panel(
    "The head's output: norms",
    "1 is one value vector alone, as at a working query.",
    ...[sum, gate, output].map(({ element }) => element),
    vector,
  );
  const update = (found) => {
    sum.update("weighted sum", found.sumNorm, fmt(found.sumNorm, 2));
    gate.update("× gate", found.gate, fmt(found.gate, 2));
    output.update("= output", found.outputNorm, fmt(found.outputNorm, 2));
    setText(vector, `The output as a vector: (${vectorText(found.output)})`);
  };
  return { element, update };
}

export const vectorText = (vector) => vector.map((entry) => fmt(entry, 2)).join(", ");

function panel(title, meaning, ...nodes) {
  const attributes = { class: "mh-panel", role: "group", "aria-label": title };
  return h("div", attributes, h("b", {}, title), h("p", {}, meaning), ...nodes);
}
