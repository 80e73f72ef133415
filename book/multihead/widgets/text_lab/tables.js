// What the widget shows, as tables.
import { h, table } from "../base/elements.js";
import { fmt, isolate } from "../base/format.js";
import { headName } from "../base/head_name.js";
import { ranked } from "../base/ranked.js";
import { headShares, nextShares } from "./run_line.js";

const [TOP, MOST_NEXT] = [3, 10]; // tokens: as in the table without script, and in that of its own
const inPercent = (share) => `${fmt(100 * share, 1)} %`;

export function textTables(data, viewState) {
  const tables = [mostTable, shareTable, nextTable, ...(viewState.removals ? [costTable] : [])];
  return h("div", {}, ...tables.map((build) => build(data, viewState)));
}

const placeOf = ({ labels }, tokens, at) => `${at} ${labels[tokens[at]]}`;

function headNames({ allHeads, sizes }, heads) {
  const off = (head) => (heads.includes(head) ? "" : ", off");
  return allHeads.map((head) => `head ${headName(head, sizes)}${off(head)}`);
}

function mostTable(data, { text, tokens, at, heads, line }) {
  const looks = headNames(data, heads).map((name, head) => {
    const shares = headShares(line, head, at);
    const [key] = ranked(shares, 1);
    return [name, placeOf(data, tokens, key), inPercent(shares[key])];
  });
  const shares = nextShares(line, at);
  const next = ranked(shares, TOP).map((token) => [
    "next token",
    data.labels[token],
    inPercent(shares[token]),
  ]);
  const loss = ["loss on the line, in nats per token", "–", fmt(line.loss, 2)];
  const from = isolate(placeOf(data, tokens, at));
  const lineText = isolate(text.replaceAll("\n", " ⏎ "));
  const attended = `what each head attends to most from ${from}`;
  const caption = `In “${lineText}”: ${attended}, and the most likely next tokens`;
  return table(caption, ["what", "token", "value"], [...looks, ...next, loss]);
}

/** Each token: its probability, with all heads on too, and the attention weight of each head. */
function shareTable(data, { tokens, at, heads, line, baseline }) {
  const all = data.allHeads.map((head) => headShares(line, head, at));
  const rows = tokens.map((_, i) => [
    placeOf(data, tokens, i),
    ...[line, ...(baseline ? [baseline] : [])].map((run) =>
      i ? inPercent(run.tokenShares[i - 1]) : "–",
    ),
    ...all.map((shares) => (i <= at ? inPercent(shares[i]) : "–")),
  ]);
  const header = [
    "token",
    "probability",
    ...(baseline ? ["all heads on"] : []),
    ...headNames(data, heads),
  ];
  const from = isolate(placeOf(data, tokens, at));
  return table(`The probability of each token, and attention weights from ${from}`, header, rows);
}

function nextTable(data, { tokens, at, line, baseline }) {
  const shares = nextShares(line, at),
    before = baseline && nextShares(baseline, at);
  const rows = ranked(shares, MOST_NEXT).map((token) => [
    data.labels[token],
    inPercent(shares[token]),
    ...(before ? [inPercent(before[token])] : []),
  ]);
  const header = ["token", "probability", ...(before ? ["all heads on"] : [])];
  return table(`The most likely tokens after ${isolate(placeOf(data, tokens, at))}`, header, rows);
}

function costTable(data, { tokens, heads, removals }) {
  const names = headNames(data, heads);
  const rows = removals.map(({ cost, at, was, share }, head) => [
    names[head],
    fmt(cost, 3, true),
    placeOf(data, tokens, at),
    `${inPercent(was)} → ${inPercent(share)}`,
  ]);
  const header = ["ablated", "loss", "token whose probability falls most", "its probability"];
  return table("What ablating each head changes, in nats per token", header, rows);
}
