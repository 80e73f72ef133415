// What the widget shows, as tables.
import { h, table } from "../base/elements.js";
import { fmt, isolate } from "../base/format.js";
import { headName } from "../base/head_name.js";
import { ranked } from "../base/ranked.js";

const TOP = 3; // symbols, as in the table without script
const inPercent = (share) => fmt(100 * share, 2);

export function sequenceTables(data, viewState) {
  return h(
    "div",
    {},
    mostTable(data, viewState),
    shareTable(data, viewState),
    nextTable(data, viewState),
  );
}

const placeOf = ({ symbols }, tokens, at) => `${at} ${symbols[tokens[at]]}`;

function mostTable(data, { tokens, query, heads, outputs }) {
  const looks = outputs.patterns.map((pattern, head) => {
    const [key] = ranked(pattern[query], 1);
    const name = `head ${headName(head, data.sizes)}${heads.includes(head) ? "" : ", off"}`;
    return [name, placeOf(data, tokens, key), inPercent(pattern[query][key])];
  });
  const shares = outputs.next[query];
  const next = ranked(shares, TOP).map((symbol) => [
    "next symbol",
    data.symbols[symbol],
    inPercent(shares[symbol]),
  ]);
  const from = isolate(placeOf(data, tokens, query));
  const caption = `What each head attends to most from ${from}, and the most likely next symbols`;
  return table(caption, ["what", "most", "in %"], [...looks, ...next]);
}

function shareTable(data, { tokens, query, outputs }) {
  const names = data.allHeads.map((head) => `head ${headName(head, data.sizes)}`);
  const rows = tokens.map((token, at) => [
    placeOf(data, tokens, at),
    at ? inPercent(outputs.next[at - 1][token]) : "–",
    ...outputs.patterns.map((pattern) => inPercent(pattern[query][at])),
  ]);
  const from = isolate(placeOf(data, tokens, query));
  const caption = `The probability of each symbol, and attention weights from ${from}, in %`;
  return table(caption, ["position", "probability", ...names], rows);
}

function nextTable(data, { tokens, query, outputs }) {
  const rows = outputs.next[query].map((share, symbol) => [data.symbols[symbol], inPercent(share)]);
  const from = isolate(placeOf(data, tokens, query));
  return table(`What comes after ${from}`, ["symbol", "probability in %"], rows);
}
