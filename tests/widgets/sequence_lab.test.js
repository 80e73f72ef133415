// SequenceLab: the model against PyTorch, what a head of layer 0 does to one of layer 1, its words.
import assert from "node:assert/strict";
import test from "node:test";
import {
  largestChange,
  runSequence,
} from "../../book/multihead/widgets/sequence_lab/run_sequence.js";
import { placeText, statusText } from "../../book/multihead/widgets/sequence_lab/status.js";
import { readWeights } from "../../book/multihead/widgets/token_model/weights.js";
import { assertClose, plainly, reference } from "./asserts.js";

function dataOf({ state, weights }) {
  const sizes = state._sizes;
  return {
    sizes,
    labels: state._symbols,
    seeds: state._seeds,
    allHeads: Array.from({ length: sizes.head }, (_, head) => head),
    weights: readWeights(Buffer.from(weights, "base64"), state._shapes, sizes.seed),
  };
}

const [data, byHand] = [dataOf(reference), dataOf(reference.by_hand)];

// ---- The model -----------------------------------------------------------------------------

test("patterns and next symbols are PyTorch's, with any heads off, in odd sizes", () => {
  assert.deepEqual(data.sizes, { seed: 3, symbol: 5, layer: 2, head: 6, query: 7 });
  assert.ok(reference.cases.length === 36);
  for (const { seed, tokens, on, patterns, next } of reference.cases) {
    const outputs = runSequence(data, { tokens, seed }, on);
    assertClose(outputs.patterns, patterns, 1e-9, `seed ${seed}, heads ${on}, ${tokens}: pattern`);
    assertClose(outputs.next, next, 1e-9, `seed ${seed}, heads ${on}, ${tokens}: next`);
  }
});

test("the patterns of layer 1 follow the heads of layer 0, and no others do", () => {
  const [tokens, seed] = [[0, 1, 2, 3, 0, 1, 2], 1];
  const { patterns: all } = runSequence(data, { tokens, seed }, data.allHeads);
  for (const off of data.allHeads) {
    const on = data.allHeads.filter((head) => head !== off);
    const { patterns } = runSequence(data, { tokens, seed }, on);
    const moved = data.allHeads.filter((h) => `${patterns[h]}` !== `${all[h]}`);
    assert.deepEqual(moved, off < 3 ? [3, 4, 5] : []);
  }
});

// ---- Shift, then match ---------------------------------------------------------------------

const { tokens } = reference.by_hand;
const QUERY = 7; // the second C, after which stands D

function seen(heads, more = {}) {
  const state = { tokens, seed: 0, query: QUERY, ...more };
  return { ...state, heads, outputs: runSequence(byHand, state, heads) };
}

test("shift, then match: the second C finds what came after the first", () => {
  const { patterns, next } = seen([0, 1, 2, 3]).outputs;
  for (let at = 1; at < tokens.length; at++) assert.ok(patterns[0][at][at - 1] > 0.99);
  assert.ok(patterns[2][QUERY][4] > 0.99);
  assert.ok(next[QUERY][4] > 0.9);
});

test("with the previous-token head ablated the other attends uniformly; no answer is left", () => {
  const { patterns, next } = seen([1, 2, 3]).outputs;
  assertClose(patterns[2][QUERY].slice(0, 8), Array(8).fill(1 / 8), 1e-9);
  assert.ok(next[QUERY][4] < 0.4);
  assertClose(seen([0, 1, 3]).outputs.patterns[0], seen([0, 1, 2, 3]).outputs.patterns[0], 1e-9);
});

// ---- Words ---------------------------------------------------------------------------------

const said = (before, now) => plainly(statusText(byHand, before, now));
const all = seen([0, 1, 2, 3]);

test("at first the status says what the last layer attends to, and the next symbol", () => {
  const text =
    "From 7 C, head 1.0 attends most to 4 D (after the earlier C), with weight 100 %; " +
    "the right next symbol, D, has probability 93 %. Switch a head off.";
  assert.equal(said(null, all), text);
});

test("a head that is ablated: whose pattern changed, how, and the next symbol", () => {
  assert.equal(
    said(all, seen([1, 2, 3])),
    "Head 0.0 is ablated: head 1.0 attends to 4 D (after the earlier C) " +
      "with weight 13 % instead of 100 %; " +
      "the right next symbol, D, has probability 14 % instead of 93 %.",
  );
  assert.equal(
    said(all, seen([0, 2, 3])),
    "Head 0.1 is ablated: from 7 C, no head attends differently; " +
      "the right next symbol, D, has probability 93 %, as before.",
  );
});

test("what else changed is said, then what is seen", () => {
  assert.equal(said(all, all), "");
  const edited = [0, 1, 2, 3, 1, 1, 2, 3, 4];
  const now = said(all, seen([0, 1, 2, 3], { tokens: edited }));
  assert.match(
    now,
    /^Position 4 holds A instead of D: from 7 C, head 1\.0 attends most to 4 A \(after/,
  );
  const other = seen([0, 1, 2, 3], { query: 2 });
  assert.match(
    said(all, other),
    /^A different position: from 2 B, .*the right next symbol, C, has/,
  );
  const last = seen([0, 1, 2, 3], { query: 8 });
  assert.match(said(all, last), /the most likely next symbol, A, has probability 93 %\.$/);
  const turned = seen([1, 2, 3], { query: 2 });
  assert.match(said(all, turned), /^Head 0\.0 is ablated; a different position: from 2 B, /);
});

test("a position is said with its relation to the one in focus", () => {
  const place = (key, state = all) => plainly(placeText(byHand, state, key));
  assert.deepEqual(
    [4, 6, 7, 1].map((key) => place(key)),
    ["4 D (after the earlier C)", "6 B (one step back)", "7 C (itself)", "1 A"],
  );
  const same = { ...all, tokens: Array(9).fill(1) };
  assert.equal(place(7, same), "7 A (after the earlier A)");
  assert.equal(place(0, same), "0 A");
});

test("the change that counts is the largest in the row in focus, and at least 0.5 %", () => {
  const rows = (...last) => last.map((row) => [[1, 0, 0], [0.5, 0.5, 0], row]);
  const before = rows([0.2, 0.3, 0.5], [0.2, 0.8, 0]);
  const moved = (...last) => largestChange(before, rows(...last), 2);
  const outputs = moved([0.1, 0.4, 0.5], [0.6, 0.3, 0.1]);
  assert.deepEqual(outputs, { head: 1, key: 1, was: 0.8, share: 0.3 });
  assert.equal(moved([0.2, 0.3, 0.5], [0.2, 0.8, 0]), null);
  assert.equal(moved([0.204, 0.296, 0.5], [0.2, 0.8, 0]), null);
  assert.equal(largestChange(before, rows([1, 0, 0], [0, 0, 1]), 1), null);
});
