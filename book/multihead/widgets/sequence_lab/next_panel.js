// What the model says comes after the position in focus.
import { h, setText } from "../base/elements.js";
import { isolate } from "../base/format.js";
import { percent } from "../base/percent.js";
import { rightFirst } from "../base/ranked.js";
import { shareBar } from "../base/share_bar.js";
import { placeName } from "./status.js";

const SHOWN = 4; // symbols

export function nextPanel(data) {
  const title = h("p", { class: "mh-name" }),
    before = h("p", { class: "mh-note" });
  const bars = Array.from({ length: Math.min(SHOWN, data.sizes.symbol) }, shareBar);
  const update = ({ tokens, query, outputs, baseline }) => {
    const right = tokens[query + 1],
      name = (symbol) => isolate(data.labels[symbol]);
    const shares = outputs.next[query];
    const symbols = rightFirst(shares, right, bars.length);
    setText(title, `After ${placeName(data, tokens, query)} comes`);
    for (const [i, symbol] of symbols.entries()) {
      const text = symbol === right ? `${name(symbol)} ✓` : name(symbol);
      bars[i].update(text, shares[symbol], percent(shares[symbol]));
    }
    const [first] = symbols;
    const old = baseline && percent(baseline.next[query][first]);
    setText(before, baseline ? `With all heads on: ${name(first)} ${old}` : "");
  };
  const element = h(
    "div",
    { class: "mh-next", role: "group", "aria-label": "The next symbol" },
    title,
    ...bars.map((bar) => bar.element),
    before,
  );
  return { element, update };
}
