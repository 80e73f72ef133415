// SymmetryLab's strip of runs, and the pace at which it and TwoHeads train.
import assert from "node:assert/strict";
import test from "node:test";
import { Pace } from "../../book/multihead/widgets/symmetry_lab/pace.js";
import { Run } from "../../book/multihead/widgets/symmetry_lab/run.js";
import { Runs, stripSeeds } from "../../book/multihead/widgets/symmetry_lab/runs.js";
import { isBehind, stripTitle } from "../../book/multihead/widgets/symmetry_lab/strip.js";
import { Trainer } from "../../book/multihead/widgets/symmetry_lab/trainer.js";
import { fakeFrames } from "./frames.js";

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

// ---- Pace ----------------------------------------------------------------------------------

/** Runs whose updates cost nothing, `beside` them as many more; a clock that ticks when read. */
function atPace(tick = 0, beside = 0) {
  const { draw, deliver, isWaiting } = fakeFrames(tick);
  const runs = {
    step: 0,
    caughtUp: 0,
    advance() {
      this.step++;
    },
    rewind(step) {
      this.step = step - (step % 50);
    },
    catchUp() {
      if (this.caughtUp >= beside * this.step) return false;
      this.caughtUp++;
      return true;
    },
  };
  const seen = [];
  const pace = new Pace(runs, (_, done) => seen.push([runs.step, pace.playing, done]));
  const frame = (ms) => {
    draw(ms);
    return runs.step;
  };
  return { pace, runs, frame, seen, deliver, isWaiting };
}

for (const perSecond of [60, 100])
  test(`playing is ${perSecond} updates a second on any screen, and late frames are lost`, () => {
    const { pace, runs, frame, isWaiting } = atPace();
    pace.play(200, perSecond);
    for (let i = 0; i < 120; i++) frame(1000 / 120); // a second, on a fast screen
    assert.ok(Math.abs(runs.step - perSecond) <= 1, `${runs.step}`);
    for (let i = 0; i < 30; i++) frame(1000 / 30);
    assert.ok(Math.abs(runs.step - 2 * perSecond) <= 2, `${runs.step}`);
    const { step } = runs;
    assert.ok(frame(5000) <= step + 4);
    for (let i = 0; i < 120; i++) frame(1000 / 60);
    assert.deepEqual([runs.step, pace.playing, isWaiting()], [200, false, false]);
  });

test("training takes up to 12 ms of a frame, so the page keeps its pace", () => {
  const { pace, frame, seen, isWaiting } = atPace(1);
  pace.goTo(30);
  assert.deepEqual([frame(16), frame(16), frame(16)], [11, 22, 30]);
  assert.deepEqual(seen, [
    [11, false, false],
    [22, false, false],
    [30, false, true],
  ]);
  assert.equal(isWaiting(), false);
  pace.play(60, Infinity);
  assert.deepEqual([frame(16), frame(16)], [41, 52]);
  pace.goTo(3);
  assert.equal(frame(16), 3);
});

test("what is left until the next frame but one is for training too, in slices", () => {
  const { pace, runs, frame, seen, deliver } = atPace(1);
  pace.goTo(200);
  assert.equal(frame(16), 11);
  deliver();
  assert.equal(runs.step, 22);
  deliver();
  assert.deepEqual([runs.step, seen.length], [22, 1], "the rest is for the picture");
  assert.equal(frame(16), 33);
  pace.pause();
  deliver();
  assert.equal(runs.step, 33);
  pace.goTo(200);
  frame(16);
  const { step } = runs;
  pace.stop();
  deliver();
  assert.equal(runs.step, step);
});

test("a jump takes the open run there first, to watch all train side by side", () => {
  const jump = atPace(1, 2);
  jump.pace.goTo(10);
  assert.deepEqual([jump.frame(16), jump.runs.caughtUp], [10, 1]);
  while (jump.isWaiting()) jump.frame(16);
  assert.equal(jump.runs.caughtUp, 20);
  assert.deepEqual(jump.seen.at(-1), [10, false, true]);
  const watch = atPace(1, 2);
  watch.pace.play(10, Infinity);
  assert.deepEqual([watch.frame(16), watch.runs.caughtUp], [4, 7]);
  while (watch.isWaiting()) watch.frame(16);
  assert.deepEqual([watch.runs.step, watch.runs.caughtUp], [10, 20]);
});

test("a pause stops where it is, and what is dropped asks for no frame", () => {
  const { pace, frame, isWaiting } = atPace();
  pace.play(200, 100);
  const paused = frame(16);
  pace.pause();
  assert.deepEqual([frame(500), pace.playing, isWaiting()], [paused, false, false]);
  pace.play(200, 100);
  pace.stop();
  assert.equal(isWaiting(), false);
});

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

test("its title says what the runs share", () => {
  const title = (vary) => stripTitle({ vary, seed: 2, data_seed: 5 }, 16);
  assert.equal(title("both"), "16 runs side by side, each from a start and on data of its own");
  assert.equal(title("data"), "16 runs side by side, all from start 2, each on data of its own");
  assert.match(title("start"), /each from a start of its own, all on data 5$/);
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

test("nothing trains beside the open run while nobody sees the strip", () => {
  const runs = new Runs(SETTINGS);
  runs.advance();
  assert.equal(runs.catchUp(), false);
  assert.deepEqual(
    runs.cells.map(({ run }) => run?.step),
    [1, undefined, undefined, undefined],
  );
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

test("a strip that comes into view fills", () => {
  const { trainer, rest } = page({ step: 2 });
  rest();
  assert.equal(trainer.runs.complete, false);
  trainer.watch(true);
  rest();
  assert.ok(trainer.runs.complete);
});
