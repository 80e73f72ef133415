// What is said of heads, tokens and the line, in words.

import { capital, fmt, insteadOf, isolate } from "../base/format.js";
import { headName, headsText } from "../base/head_name.js";
import { percent } from "../base/percent.js";
import { ranked } from "../base/ranked.js";
import { headShares, nextShares } from "./run_line.js";

export const tokenName = ({ labels }, token) => `“${isolate(labels[token])}”`;

/** "5 “␣self”" */
export const placeName = (data, tokens, at) => `${at} ${tokenName(data, tokens[at])}`;

/** What a head attends to most from the token in focus. */
export function lookText(data, { tokens, at, line }, head) {
  const shares = headShares(line, head, at);
  const [key] = ranked(shares, 1);
  const name = `head ${headName(head, data.sizes)}`;
  return `${name} attends most to ${placeName(data, tokens, key)}: ${percent(shares[key])}`;
}

/** What the status says: what the reader changed, what came of it, and which head matters most. */
export function statusText(data, before, now) {
  const what = before ? whatChanged(data, before, now) : [];
  if (before && !what.length) return "";
  const same = before && !otherView(before, now);
  const view = `${lossChange(same && before, now)}; ${nextText(data, same && before, now)}`;
  const changes = what.length ? `${what.join("; ")}: ${view}` : view;
  return `${capital(changes)}. ${removalText(data, now)}`;
}

const otherView = (before, now) =>
  ["text", "query", "seed"].some((name) => before[name] !== now[name]);

function whatChanged(data, before, now) {
  const changes = headsText(data, before, now);
  if (before.seed !== now.seed) changes.push(`seed ${data.seeds[now.seed]}`);
  if (before.text !== now.text) changes.push("a different line");
  else if (before.query !== now.query) changes.push("a different token");
  return changes;
}

function lossChange(before, { line }) {
  const [loss, old] = [line, before?.line].map((run) => run && fmt(run.loss, 2));
  return `the loss is ${loss} nats per token${insteadOf(old, loss)}`;
}

function nextText(data, before, { tokens, at, line }) {
  const next = tokens[at + 1],
    shares = nextShares(line, at);
  const [best] = ranked(shares, 1);
  const token = next ?? best;
  const name = next === undefined ? "the most likely next token" : "the next token";
  const share = percent(shares[token]);
  const old = before && percent(nextShares(before.line, at)[token]);
  const probability = `${share}${insteadOf(old, share)}`;
  return `${name}, ${tokenName(data, token)}, has a probability of ${probability}`;
}

/** Of all heads the one whose ablation changes the loss most. */
function removalText(data, { tokens, removals }) {
  const sizesOf = removals.map(({ cost }) => Math.abs(cost));
  const head = sizesOf.indexOf(Math.max(...sizesOf));
  const { cost, at, was, share } = removals[head];
  const nats = `${fmt(Math.abs(cost), 2)} nats per token ${cost < 0 ? "lower" : "higher"}`;
  const place = placeName(data, tokens, at);
  const falls = `${place} has a probability of ${percent(share)} instead of ${percent(was)}`;
  const name = headName(head, data.sizes);
  return `Head ${name} matters most on this line: without it, the loss is ${nats}, and ${falls}.`;
}
