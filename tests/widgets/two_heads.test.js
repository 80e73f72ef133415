// TwoHeads: what stays identical and what diverges, and its words.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Pairs, weightsApart } from "../../book/multihead/widgets/two_heads/pairs.js";
import {
  distanceText,
  plainNumber,
  statusText,
  weightsText,
} from "../../book/multihead/widgets/two_heads/status.js";

const { settings } = JSON.parse(readFileSync(process.env.REFERENCE));

function pairsAt(step) {
  const pairs = new Pairs(settings);
  while (pairs.step < step) pairs.advance();
  return pairs;
}

const steps = Array.from({ length: settings.lastStep + 1 }, (_, step) => step);

test("identical heads stay identical to the last bit, with a nudge they diverge", () => {
  const { equal, nudged, runs } = pairsAt(settings.lastStep);
  assert.deepEqual([...new Set(steps.map((step) => weightsApart(equal, step)))], [0]);
  assert.deepEqual([...new Set(equal.history.pattern)], [0]);
  const [first, second] = runs.equal.weights;
  assert.deepEqual(first, second);
  const apart = steps.map((step) => weightsApart(nudged, step));
  assert.ok(apart[0] > 1e-8 && apart[0] < 1e-6, `${apart[0]}`);
  assert.ok(apart.at(-1) > 1, `${apart.at(-1)}`);
  assert.ok(nudged.history.r2.at(-1) > 0.99);
  assert.ok(equal.history.r2.at(-1) < 0.7);
});

test("both pairs begin alike and train on the same batches", () => {
  const { equal, nudged } = new Pairs(settings).runs;
  assert.deepEqual(equal.weights[0], nudged.weights[0]);
  for (const step of [1, 2, 1]) assert.equal(equal.batchAt(step), nudged.batchAt(step));
  const [one, two] = [equal.batchAt(1), equal.batchAt(2)];
  assert.notDeepEqual(one.x, two.x);
});

test("going back shows what was seen, and trains nothing twice", () => {
  const pairs = pairsAt(120),
    there = structuredClone(pairs.nudged.patterns);
  pairs.rewind(7);
  assert.equal(pairs.step, 7);
  assert.deepEqual(pairs.nudged.patterns, pairsAt(7).nudged.patterns);
  assert.equal(distanceText(pairs.nudged), distanceText(pairsAt(7).nudged));
  while (pairs.step < 120) pairs.advance();
  assert.deepEqual(pairs.nudged.patterns, there);
  assert.equal(pairs.runs.nudged.step, 120);
});

// ---- Words ---------------------------------------------------------------------------------

test("numbers have no exponent, and only zero is called exactly 0", () => {
  assert.deepEqual([1.5e-8, 0.00031, 0.5, 7.93, 1234].map(plainNumber), [
    "0.000000015",
    "0.00031",
    "0.5",
    "7.9",
    "1200",
  ]);
  const { equal, nudged } = new Pairs(settings);
  assert.equal(distanceText(equal), "exactly 0");
  assert.match(distanceText(nudged), /^0\.000000\d+$/);
});

test("the status says what came of both pairs", () => {
  assert.match(statusText(new Pairs(settings)), /^Not trained yet/);
  assert.equal(
    statusText(pairsAt(20)),
    "After 20 steps, the identical heads are still identical. " +
      "The other two still have patterns that look the same.",
  );
  const long = pairsAt(settings.lastStep);
  assert.match(
    statusText(long),
    /The other two divide the work: head 0 attends 2 steps back, and head 1 attends 1 step back\.$/,
  );
  const [parting] = steps.filter((step) => long.nudged.history.pattern[step] > 0.1);
  assert.match(statusText(pairsAt(parting)), /The other two have begun to diverge\.$/);
  const pairs = pairsAt(20);
  const { nudged } = pairs;
  assert.match(statusText({ step: 20, equal: nudged, nudged }), /the identical heads differ\./);
});

test("a cell has the query's row and the key's column", () => {
  const sizes = { pos: 3 },
    pair = (...patterns) => ({ patterns, sizes });
  const [a, b, c, d] = [0, 10, 20, 30].map((from) =>
    Float64Array.from({ length: 9 }, (_, i) => from + i),
  );
  assert.equal(
    weightsText({ equal: pair(a, b), nudged: pair(c, d) }, 1, 2),
    "Query 1, key 2: mean attention weight 5.00 and 15.00 in the identical heads, " +
      "25.00 and 35.00 in the other two.",
  );
});
