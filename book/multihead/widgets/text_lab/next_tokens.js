// What the model says comes after the token in focus, and what the line costs it.
import { h, setText } from "../base/elements.js";
import { fmt, isolate } from "../base/format.js";
import { percent } from "../base/percent.js";
import { rightFirst } from "../base/ranked.js";
import { shareBar } from "../base/share_bar.js";
import { nextShares } from "./run_line.js";
import { placeName } from "./status.js";

const SHOWN = 5; // tokens

export function nextTokens(data) {
  const title = h("p", { class: "mh-name" }),
    loss = h("p", { class: "mh-loss" });
  const rows = Array.from({ length: SHOWN }, nextRow);
  const update = ({ tokens, at, line, baseline }) => {
    const next = tokens[at + 1];
    const shares = nextShares(line, at),
      before = baseline && nextShares(baseline, at);
    setText(title, `After ${placeName(data, tokens, at)} comes`);
    for (const [i, token] of rightFirst(shares, next, SHOWN).entries()) {
      const name = isolate(data.labels[token]) + (token === next ? " ✓" : "");
      rows[i].update(name, shares[token], before?.[token]);
    }
    setText(loss, lossText(line, baseline));
  };
  const bars = rows.map(({ element }) => element);
  const attributes = { class: "mh-next", role: "group", "aria-label": "The next token" };
  return { element: h("div", attributes, loss, title, ...bars), update };
}

/** A token, its probability now, and with all heads on, if some are off. */
function nextRow() {
  const bar = shareBar(),
    before = h("span", { class: "mh-note" });
  const update = (name, share, old) => {
    bar.update(name, share, percent(share));
    setText(
      before,
      old === undefined ? "" : `all heads on: ${percent(old)}${inPoints(share, old)}`,
    );
  };
  bar.element.append(before);
  return { element: bar.element, update };
}

/** The change as the two are written, in percentage points: " (-6)". */
function inPoints(share, old) {
  const points = Math.round(100 * share) - Math.round(100 * old);
  return points ? ` (${fmt(points, 0, true)})` : "";
}

function lossText(line, baseline) {
  const now = `The loss on this line is ${fmt(line.loss, 2)} nats per token`;
  if (!baseline) return `${now}.`;
  const change = fmt(line.loss - baseline.loss, 2, true);
  return `${now}; with all heads on ${fmt(baseline.loss, 2)} (${change}).`;
}
