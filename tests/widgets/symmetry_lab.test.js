// SymmetryLab's words, places and counts; its training is tested in training.test.js.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { stepAt } from "../../book/multihead/widgets/symmetry_lab/charts.js";
import { distanceRows } from "../../book/multihead/widgets/symmetry_lab/distance_rows.js";
import { drawnSteps, logPlace } from "../../book/multihead/widgets/symmetry_lab/drawing.js";
import { seedText, sizeText } from "../../book/multihead/widgets/symmetry_lab/format.js";
import {
  lookUpOf,
  lookUpShares,
  tally,
  tallyText,
} from "../../book/multihead/widgets/symmetry_lab/roles.js";
import { runText } from "../../book/multihead/widgets/symmetry_lab/status.js";
import { tableSteps } from "../../book/multihead/widgets/symmetry_lab/tables.js";
import { horizon } from "../../book/multihead/widgets/symmetry_lab/trainer.js";
import { newRun, to } from "./run_helpers.js";

const { learningRates } = JSON.parse(readFileSync(process.env.REFERENCE));

test("Python gets a row of three distances for each step up to the one that is shown", () => {
  const { history } = to(newRun(learningRates, { start: "random", W_O: "random" }), 5);
  const view = distanceRows(history, 2);
  const rows = [0, 1, 2].flatMap((s) => [history.qkv[s], history.out[s], history.pattern[s]]);
  assert.equal(view.byteLength, 8 * 9);
  assert.deepEqual(
    rows.map((_, i) => view.getFloat64(8 * i, true)),
    rows,
  );
});

// ---- Words and places ----------------------------------------------------------------------

test("only zero is called equal", () => {
  assert.deepEqual([0, 5e-324, 3.21e-9, 0.5, 12.345, 1234].map(sizeText), [
    "exactly 0",
    "4.9e-324",
    "3.2e-9",
    "0.500",
    "12.3",
    "1.2e+3",
  ]);
  assert.deepEqual([0, 1e-300, 1e-16, 10, 1e9].map(logPlace), [null, 0, 0, 1, 1]);
});

test("the status says how the heads differ", () => {
  const said = (settings, step) =>
    runText(to(newRun(learningRates, { epsilon: 1e-3, ...settings }), step));
  assert.match(
    said({ start: "equal", W_O: "equal" }, 2),
    /^Step 2, R² -?\d.*: the two heads are identical to the last bit\.$/,
  );
  assert.match(
    said({ start: "equal", W_O: "random" }, 0),
    /the weights differ, but the patterns are/,
  );
  assert.match(
    said({ start: "nudged", W_O: "equal" }, 0),
    /the patterns differ by only \d\.\de-4\./,
  );
  assert.match(
    said({ start: "random", W_O: "random" }, 150),
    /: head 0 attends [12] steps? back \(\d+\s%\), head 1 attends [12] steps? back \(\d+\s%\)\.$/,
  );
  assert.deepEqual(
    [
      { seed: 3, data_seed: 3 },
      { seed: 3, data_seed: 0 },
    ].map(seedText),
    ["seed 3", "weights 3, data 0"],
  );
});

// ---- Which head does what ----

test("the weight of a look-up is what a head's pattern has 1 or 2 back, round the ring", () => {
  const sizes = { pos: 4 };
  const back = (n) =>
    Float64Array.from({ length: 16 }, (_, i) => Number(((i >> 2) - (i % 4) + 4) % 4 === n));
  const mixed = back(1).map((x, i) => 0.75 * x + 0.25 * back(2)[i]);
  assert.deepEqual(lookUpShares({ patterns: [back(2), mixed], sizes }), [
    [0, 1],
    [0.75, 0.25],
  ]);
});

test("a head does a look-up that has more than two thirds of its attention weight", () => {
  const taken = [
    [0.7, 0.1],
    [0.1, 0.67],
    [0.63, 0.35],
    [0.3, 0.37],
    [0.3, 0.3],
  ].map(lookUpOf);
  assert.deepEqual(taken, ["1 back", "2 back", "both", "both", "none"]);
});

test("runs are counted by which head does which look-up", () => {
  const [one, two, none] = [
    [0.9, 0.1],
    [0, 1],
    [0, 0],
  ];
  const runs = (...roles) =>
    roles.map((shares) => ({
      sizes: { pos: 3 },
      patterns: shares.map(([a, b]) =>
        Float64Array.of(1 - a - b, b, a, a, 1 - a - b, b, b, a, 1 - a - b),
      ),
    }));
  const mixed = runs([one, two], [two, one], [two, one], [one, one]);
  assert.deepEqual(tally(mixed), { first: 1, second: 2, of: 4 });
  assert.equal(
    tallyText(tally(mixed)),
    "In 1 of the 4 runs, head 0 attends 1 step back and head 1 attends 2; " +
      "in 2, it is the reverse, " +
      "and in 1 the heads do not divide the " +
      "look-ups.",
  );
  assert.equal(
    tallyText(tally(runs([one, two]))),
    "In 1 of the 1 runs, head 0 attends 1 step back and head 1 attends 2; in 0, it is the reverse.",
  );
  assert.equal(
    tallyText(tally(runs([none, none], [one, none]))),
    "In none of the 2 runs does each head do one look-up.",
  );
});

test("the charts' axis grows by 400 steps up to the last", () => {
  const reach = [0, 1, 400, 401, 4000].map((step) => horizon(step, 4000));
  assert.deepEqual(reach, [400, 400, 400, 800, 4000]);
  assert.equal(horizon(401, 500), 500);
  assert.deepEqual(
    [0, 40, 95, 142, 999].map((x) => stepAt(x, 150, 400)),
    [0, 0, 216, 400, 400],
  );
});

test("lines and tables hold the last step", () => {
  const drawn = drawnSteps(3999),
    rows = tableSteps(3999, 7);
  assert.ok(drawn.length <= 501);
  assert.deepEqual([drawn[0], drawn.at(-1)], [0, 3999]);
  assert.deepEqual(rows.slice(0, 8), [0, 1, 2, 5, 7, 10, 20, 50]);
  assert.equal(rows.at(-1), 3999);
  assert.deepEqual(tableSteps(3, 1), [0, 1, 2, 3]);
});
