// TwoHeads: what stays equal and what parts, its pace and its words.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { favourite, sharesBack } from "../../book/multihead/widgets/symmetry_lab/measures.js";
import { Pace } from "../../book/multihead/widgets/two_heads/pace.js";
import { Pairs, weightsApart } from "../../book/multihead/widgets/two_heads/pairs.js";
import { apartWords, compared, plain } from "../../book/multihead/widgets/two_heads/said.js";
import { fakeFrames } from "./frames.js";

const { settings } = JSON.parse(readFileSync(process.env.REFERENCE));

function pairsAt(step) {
  const pairs = new Pairs(settings);
  while (pairs.step < step) pairs.advance();
  return pairs;
}

const steps = Array.from({ length: settings.lastStep + 1 }, (_, step) => step);

test("equal heads stay equal to the last bit, with a nudge they part", () => {
  const { equal, nudged } = pairsAt(settings.lastStep);
  assert.deepEqual([...new Set(steps.map((step) => weightsApart(equal, step)))], [0]);
  assert.deepEqual([...new Set(equal.history.pattern)], [0]);
  const [first, second] = equal.weights;
  assert.deepEqual(first, second);
  const apart = steps.map((step) => weightsApart(nudged, step));
  assert.ok(apart[0] > 1e-8 && apart[0] < 1e-6, `${apart[0]}`);
  assert.ok(apart.at(-1) > 1, `${apart.at(-1)}`);
  assert.ok(nudged.history.r2.at(-1) > 0.99);
  assert.ok(equal.history.r2.at(-1) < 0.7);
});

test("both pairs begin alike and train on the same batches", () => {
  const { equal, nudged } = new Pairs(settings);
  assert.deepEqual(equal.weights[0], nudged.weights[0]);
  for (const step of [1, 2, 1]) assert.equal(equal.batchAt(step), nudged.batchAt(step));
  const [one, two] = [equal.batchAt(1), equal.batchAt(2)];
  assert.notDeepEqual(one.x, two.x);
});

test("going back to the start and training again gives the same heads", () => {
  const pairs = pairsAt(120),
    there = structuredClone(pairs.nudged.weights);
  pairs.rewind(0);
  assert.equal(pairs.step, 0);
  assert.equal(pairs.nudged.step, 0);
  while (pairs.step < 120) pairs.advance();
  assert.deepEqual(pairs.nudged.weights, there);
});

// ---- Pace ----------------------------------------------------------------------------------

/** Pairs whose updates cost nothing, on a page whose clock goes on by `tick` ms when it is read. */
function page(tick = 0) {
  const { draw, isWaiting } = fakeFrames(tick);
  const pairs = {
    step: 0,
    advance() {
      this.step++;
    },
    rewind(step) {
      this.step = step - (step % 50);
    },
  };
  const seen = [];
  const pace = new Pace(pairs, (done) => seen.push([pairs.step, pace.playing, done]));
  const frame = (ms) => {
    draw(ms);
    return pairs.step;
  };
  return { pace, pairs, frame, seen, isWaiting };
}

test("playing is 100 updates a second on any screen; a late frame is not made up for", () => {
  const { pace, pairs, frame, isWaiting } = page();
  pace.play(200);
  for (let i = 0; i < 120; i++) frame(1000 / 120); // a second, on a fast screen
  assert.ok(Math.abs(pairs.step - 100) <= 1, `${pairs.step}`);
  const { step } = pairs;
  assert.ok(frame(5000) <= step + 8);
  for (let i = 0; i < 60; i++) frame(1000 / 60);
  assert.deepEqual([pairs.step, pace.playing, isWaiting()], [200, false, false]);
});

test("a frame keeps half of its time for the reader, and a jump draws no pace", () => {
  const { pace, frame, seen } = page(1);
  pace.goTo(20);
  assert.deepEqual([frame(16), frame(16), frame(16)], [7, 14, 20]);
  assert.deepEqual(seen.at(-1), [20, false, true]);
  pace.goTo(3);
  assert.equal(frame(16), 3);
});

test("a pause stops where it is, and what is dropped asks for no frame", () => {
  const { pace, frame, isWaiting } = page();
  pace.play(200);
  const paused = frame(16);
  pace.pause();
  assert.deepEqual([frame(500), pace.playing, isWaiting()], [paused, false, false]);
  pace.play(200);
  pace.stop();
  assert.equal(isWaiting(), false);
});

// ---- Words ---------------------------------------------------------------------------------

test("numbers have no exponent, and only zero is called exactly 0", () => {
  assert.deepEqual([1.5e-8, 0.00031, 0.5, 7.93, 1234].map(plain), [
    "0.000000015",
    "0.00031",
    "0.5",
    "7.9",
    "1200",
  ]);
  const { equal, nudged } = new Pairs(settings);
  assert.equal(apartWords(equal), "exactly 0");
  assert.match(apartWords(nudged), /^0\.000000\d+$/);
});

test("the status says what came of both pairs", () => {
  assert.match(compared(new Pairs(settings)), /^Not trained yet/);
  assert.equal(
    compared(pairsAt(20)),
    "After 20 updates the equal heads are equal to the last bit. The others still look the same.",
  );
  const long = pairsAt(settings.lastStep);
  assert.match(
    compared(long),
    /equal to the last bit\. The others do two jobs: head 0 looks 2 back, head 1 looks 1 back\.$/,
  );
  const [parting] = steps.filter((step) => long.nudged.history.pattern[step] > 0.1);
  assert.match(compared(pairsAt(parting)), /The others have begun to part\.$/);
  const pairs = pairsAt(20);
  assert.match(compared({ ...pairs, step: 20, equal: pairs.nudged }), /the equal heads differ\./);
});

test("shares by how far back add up to 1 and hold the favourite", () => {
  const mean = Float64Array.of(0.2, 0, 0.8, 0.9, 0.1, 0, 0, 1, 0); // query by key, on a ring
  const shares = [...sharesBack(mean, 3)];
  assert.ok(Math.abs(shares[0] + shares[1] + shares[2] - 1) < 1e-12);
  assert.ok(Math.abs(shares[1] - 0.9) < 1e-12);
  assert.equal(favourite(mean, 3).back, 1);
});
