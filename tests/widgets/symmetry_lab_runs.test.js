// SymmetryLab's strip of runs, and what its settings do.
import assert from "node:assert/strict";
import test from "node:test";
import { Runs, stripSeeds } from "../../book/multihead/widgets/symmetry_lab/runs.js";
import { isBehind } from "../../book/multihead/widgets/symmetry_lab/strip.js";
import { Trainer } from "../../book/multihead/widgets/symmetry_lab/trainer.js";
import { Run } from "../../book/multihead/widgets/training/run.js";
import { fakeFrames } from "./fake_frames.js";

const SETTINGS = {
  start: "random",
  W_O: "random",
  epsilon: 1e-8,
  seed: 0,
  data_seed: 0,
  vary: "both",
  optimizer: "sgd",
  learningRate: 4,
  step: 0,
  speed: "fast",
  lastStep: 1000,
  lastSeed: 3,
};

// ---- The strip -----------------------------------------------------------------------------

test("the strip varies what it is told to, and always holds the open run", () => {
  const pairs = (settings) =>
    stripSeeds({ ...SETTINGS, ...settings }).map(({ seed, data_seed }) => [seed, data_seed]);
  const each = [0, 1, 2, 3];
  assert.deepEqual(pairs({ seed: 2, data_seed: 2 }), [...each.map((i) => [i, i])]);
  assert.deepEqual(pairs({ seed: 3, data_seed: 1 }), [
    [0, 2],
    [1, 3],
    [2, 0],
    [3, 1],
  ]);
  const data = pairs({ vary: "data", seed: 2 }),
    start = pairs({ vary: "start", data_seed: 1 });
  assert.deepEqual(data, [...each.map((i) => [2, i])]);
  assert.deepEqual(start, [...each.map((i) => [i, 1])]);
});

function alone(seed, data_seed, step) {
  const run = new Run({ ...SETTINGS, seed, data_seed });
  while (run.step < step) run.advance();
  return run;
}

function caughtUp(runs) {
  while (runs.catchUp());
  assert.ok(runs.complete);
  return runs;
}

test("a run of the strip is, bit for bit, the run of its seeds alone", () => {
  const runs = new Runs({ ...SETTINGS, vary: "data", seed: 1 });
  runs.watched = true;
  while (runs.step < 12) runs.advance();
  caughtUp(runs);
  for (const { seed, data_seed, run } of runs.cells)
    assert.deepEqual(run.weights, alone(seed, data_seed, 12).weights);
  const [, first] = runs.cells;
  const same = alone(1, 1, 0);
  assert.deepEqual(alone(1, 3, 0).weights, same.weights);
  assert.notDeepEqual(first.run.weights, runs.cells[3].run.weights);
});

test("going back and on again restores the same bits in every run", () => {
  const runs = new Runs({ ...SETTINGS, optimizer: "adam", learningRate: 0.03 });
  runs.watched = true;
  const weights = () => structuredClone(caughtUp(runs).cells.map(({ run }) => run.weights));
  const to = (step) => {
    if (runs.step > step) runs.rewind(step);
    while (runs.step < step) runs.advance();
    return weights();
  };
  const there = to(53),
    start = to(0);
  assert.notDeepEqual(start, there);
  assert.deepEqual(to(53), there);
  assert.deepEqual(to(0), start);
});

test("a run has yet to catch up until it is at most an update behind", () => {
  const runs = new Runs({ ...SETTINGS });
  runs.watched = true;
  for (let i = 0; i < 3; i++) runs.advance();
  const behind = () => runs.cells.filter((cell) => isBehind(cell, runs)).length;
  assert.equal(behind(), 3, "not made yet");
  while (runs.cells.some(({ run }) => (run?.step ?? 0) < 1)) runs.catchUp();
  assert.equal(behind(), 3, "two updates behind");
  while (runs.cells.some(({ run }) => run.step < 2)) runs.catchUp();
  assert.equal(behind(), 0);
});

test("runs that still belong to the strip are kept, and new starts are new runs", () => {
  const runs = new Runs(SETTINGS);
  runs.watched = true;
  runs.advance();
  const [zero, one] = caughtUp(runs).cells.map(({ run }) => run);
  runs.set({ ...SETTINGS, seed: 1, data_seed: 1 });
  assert.equal(runs.run, one);
  runs.set({ ...SETTINGS, vary: "data" });
  assert.equal(runs.run, zero);
  assert.equal(runs.cells[1].run, undefined);
  for (const change of [
    { start: "equal" },
    { W_O: "zero" },
    { epsilon: 0.1 },
    { optimizer: "adam" },
  ]) {
    const before = runs.run;
    runs.set({ ...SETTINGS, ...change });
    assert.notEqual(runs.run, before);
    runs.set(SETTINGS);
  }
});

// ---- What settings do ----------------------------------------------------------------------

/** A trainer on a page whose clock goes on by `tick` ms when it is read; `frame(ms)` draws one. */
function page(settings, tick = 1) {
  const { draw, isWaiting } = fakeFrames(tick);
  const all = { ...SETTINGS, ...settings };
  const trainer = new Trainer(all, () => {});
  const frame = (ms) => {
    draw(ms);
    return trainer.run.step;
  };
  const rest = () => {
    while (isWaiting()) frame(16);
    return trainer.run.step;
  };
  const set = (changes) => {
    Object.assign(all, changes);
    trainer.set({ ...all }, new Set(Object.keys(changes)));
  };
  return { trainer, frame, rest, set, isWaiting };
}

test("training ends with the chart's axis, and then begins again", () => {
  const { trainer, frame, rest, isWaiting } = page({ step: 398 });
  rest();
  trainer.play();
  assert.deepEqual([trainer.playing, trainer.goal, trainer.last], [true, 400, 400]);
  rest();
  assert.deepEqual([trainer.playing, trainer.run.step], [false, 400]);
  trainer.play();
  assert.deepEqual([trainer.run.step, trainer.goal, trainer.playing], [0, 400, true]);
  frame(16);
  trainer.pause();
  const paused = trainer.run.step;
  assert.ok(paused > 0 && paused < 400);
  assert.deepEqual([frame(16), isWaiting(), trainer.playing], [paused, false, false]);
  trainer.goTo(401);
  assert.equal(trainer.last, 800);
});

test("a step goes there and back; a new start shows the same step", () => {
  const { trainer, rest, set, isWaiting } = page({ step: 5 });
  rest();
  const { run } = trainer;
  set({ step: 3 });
  assert.equal(rest(), 3);
  assert.equal(trainer.run, run);
  assert.equal(run.reached, 5);
  for (const change of [{ start: "nudged" }, { W_O: "zero" }, { epsilon: 0.1 }, { seed: 1 }]) {
    const before = trainer.run;
    set(change);
    assert.notEqual(trainer.run, before);
    assert.equal(rest(), 3);
  }
  trainer.play();
  set({ optimizer: "adam", learningRate: 0.03, step: 1 });
  assert.equal(trainer.playing, false);
  assert.equal(rest(), 1);
  trainer.play();
  trainer.stop();
  assert.equal(isWaiting(), false);
});

test("a step that comes after a new seed, before any frame or later, counts", () => {
  for (const frames of [0, 1]) {
    const { frame, rest, set } = page({ step: 40 });
    rest();
    set({ seed: 1, data_seed: 1 });
    for (let i = 0; i < frames; i++) assert.ok(frame(16) > 0);
    set({ step: 0 });
    assert.equal(rest(), 0);
  }
});

test("opening a run and what the page itself reports do not end training", () => {
  const { trainer, frame, set } = page({ speed: "slow" }, 0);
  frame(16);
  trainer.play();
  set({ step: frame(50) });
  set({ seed: 2, data_seed: 2 });
  set({ speed: "fast" });
  assert.deepEqual([trainer.playing, trainer.goal], [true, 400]);
});
