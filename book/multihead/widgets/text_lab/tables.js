// What the widget shows, as tables.
import { h, table } from "../base/elements.js";
import { fmt, isolate } from "../base/format.js";
import { headName } from "../base/head_name.js";
import { ranked } from "../base/ranked.js";
import { lookFrom, sharesAfter } from "./run_line.js";

const [BEST, MANY] = [3, 10]; // tokens: as in the table without script, and in that of its own
const inPercent = (share) => `${fmt(100 * share, 1)} %`;

export function textTables(data, shown) {
  const tables = [mostTable, shareTable, nextTable, ...(shown.found ? [costTable] : [])];
  return h("div", {}, ...tables.map((made) => made(data, shown)));
}

const placeOf = ({ labels }, tokens, at) => `${at} ${labels[tokens[at]]}`;

function headNames({ allHeads, sizes }, heads) {
  const off = (head) => (heads.includes(head) ? "" : ", off");
  return allHeads.map((head) => `head ${headName(head, sizes)}${off(head)}`);
}

function mostTable(data, { text, tokens, at, heads, line }) {
  const looks = headNames(data, heads).map((name, head) => {
    const shares = lookFrom(line, head, at);
    const [key] = ranked(shares, 1);
    return [name, placeOf(data, tokens, key), inPercent(shares[key])];
  });
  const shares = sharesAfter(line, at);
  const next = ranked(shares, BEST).map((token) => [
    "next token",
    data.labels[token],
    inPercent(shares[token]),
  ]);
  const loss = ["loss of the line", "nats a token", fmt(line.loss, 2)];
  const from = isolate(placeOf(data, tokens, at));
  const said = isolate(text.replaceAll("\n", " ⏎ "));
  const caption = `In “${said}”: what each head looks at most from ${from}, and what follows`;
  return table(caption, ["what", "most", "how much"], [...looks, ...next, loss]);
}

/** Each token: the share that the model gave it, with all heads on too, and each head's look. */
function shareTable(data, { tokens, at, heads, line, whole }) {
  const all = data.allHeads.map((head) => lookFrom(line, head, at));
  const rows = tokens.map((_, i) => [
    placeOf(data, tokens, i),
    ...[line, ...(whole ? [whole] : [])].map((one) => (i ? inPercent(one.given[i - 1]) : "–")),
    ...all.map((shares) => (i <= at ? inPercent(shares[i]) : "–")),
  ]);
  const header = ["token", "given", ...(whole ? ["all heads on"] : []), ...headNames(data, heads)];
  const from = isolate(placeOf(data, tokens, at));
  return table(`The share given to each token, and each head's look from ${from}`, header, rows);
}

function nextTable(data, { tokens, at, line, whole }) {
  const shares = sharesAfter(line, at),
    before = whole && sharesAfter(whole, at);
  const rows = ranked(shares, MANY).map((token) => [
    data.labels[token],
    inPercent(shares[token]),
    ...(before ? [inPercent(before[token])] : []),
  ]);
  const header = ["token", "share", ...(before ? ["all heads on"] : [])];
  return table(`What comes after ${isolate(placeOf(data, tokens, at))}`, header, rows);
}

function costTable(data, { tokens, heads, found }) {
  const names = headNames(data, heads);
  const rows = found.map(({ cost, at, was, share }, head) => [
    names[head],
    fmt(cost, 3, true),
    placeOf(data, tokens, at),
    `${inPercent(was)} → ${inPercent(share)}`,
  ]);
  const header = ["removed", "loss", "token that falls most", "its share"];
  return table("What removing each head changes, in nats a token", header, rows);
}
