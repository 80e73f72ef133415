// The pace at which SymmetryLab and TwoHeads train.
import assert from "node:assert/strict";
import test from "node:test";
import { TrainingLoop } from "../../book/multihead/widgets/training/training_loop.js";
import { fakeFrames } from "./fake_frames.js";

/** Runs whose updates cost nothing, `beside` them as many more; a clock that ticks when read. */
function newLoop(tick = 0, beside = 0) {
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
  const frames = [];
  const loop = new TrainingLoop(runs, (_, done) => frames.push([runs.step, loop.playing, done]));
  const frame = (ms) => {
    draw(ms);
    return runs.step;
  };
  return { loop, runs, frame, frames, deliver, isWaiting };
}

for (const perSecond of [60, 100])
  test(`playing is ${perSecond} updates a second on any screen, and late frames are lost`, () => {
    const { loop, runs, frame, isWaiting } = newLoop();
    loop.play(200, perSecond);
    for (let i = 0; i < 120; i++) frame(1000 / 120); // a second, on a fast screen
    assert.ok(Math.abs(runs.step - perSecond) <= 1, `${runs.step}`);
    for (let i = 0; i < 30; i++) frame(1000 / 30);
    assert.ok(Math.abs(runs.step - 2 * perSecond) <= 2, `${runs.step}`);
    const { step } = runs;
    assert.ok(frame(5000) <= step + 4);
    for (let i = 0; i < 120; i++) frame(1000 / 60);
    assert.deepEqual([runs.step, loop.playing, isWaiting()], [200, false, false]);
  });

test("training takes up to 12 ms of a frame, so the page keeps its pace", () => {
  const { loop, frame, frames, isWaiting } = newLoop(1);
  loop.goTo(30);
  assert.deepEqual([frame(16), frame(16), frame(16)], [11, 22, 30]);
  assert.deepEqual(frames, [
    [11, false, false],
    [22, false, false],
    [30, false, true],
  ]);
  assert.equal(isWaiting(), false);
  loop.play(60, Infinity);
  assert.deepEqual([frame(16), frame(16)], [41, 52]);
  loop.goTo(3);
  assert.equal(frame(16), 3);
});

test("what is left until the next frame but one is for training too, in slices", () => {
  const { loop, runs, frame, frames, deliver } = newLoop(1);
  loop.goTo(200);
  assert.equal(frame(16), 11);
  deliver();
  assert.equal(runs.step, 22);
  deliver();
  assert.deepEqual([runs.step, frames.length], [22, 1], "the rest is for the picture");
  assert.equal(frame(16), 33);
  loop.pause();
  deliver();
  assert.equal(runs.step, 33);
  loop.goTo(200);
  frame(16);
  const { step } = runs;
  loop.stop();
  deliver();
  assert.equal(runs.step, step);
});

test("a jump takes the open run there first, to watch all train side by side", () => {
  const jump = newLoop(1, 2);
  jump.loop.goTo(10);
  assert.deepEqual([jump.frame(16), jump.runs.caughtUp], [10, 1]);
  while (jump.isWaiting()) jump.frame(16);
  assert.equal(jump.runs.caughtUp, 20);
  assert.deepEqual(jump.frames.at(-1), [10, false, true]);
  const watch = newLoop(1, 2);
  watch.loop.play(10, Infinity);
  assert.deepEqual([watch.frame(16), watch.runs.caughtUp], [4, 7]);
  while (watch.isWaiting()) watch.frame(16);
  assert.deepEqual([watch.runs.step, watch.runs.caughtUp], [10, 20]);
});

test("a pause stops where it is, and what is dropped asks for no frame", () => {
  const { loop, frame, isWaiting } = newLoop();
  loop.play(200, 100);
  const paused = frame(16);
  loop.pause();
  assert.deepEqual([frame(500), loop.playing, isWaiting()], [paused, false, false]);
  loop.play(200, 100);
  loop.stop();
  assert.equal(isWaiting(), false);
});
