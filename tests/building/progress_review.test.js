// What comes again, and when: once a thing, whatever the clock does, and never lost.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import "../../_ext/book_site/learners/progress/progress.js";

const listeners = {};
globalThis.addEventListener = (name, listen) => {
  listeners[name] = listen;
};
await import("../../_ext/book_site/learners/progress/review.js");
const { progress, review } = globalThis;
const THING = "review/one/a";

mock.timers.enable({ apis: ["Date"] });

/** Set the clock to a local day and hour. */
const goTo = (day, hour = 9) => mock.timers.setTime(new Date(2026, 10, day, hour).getTime());
const isDue = (name = THING) => review.isDue(review.read(name));

function start() {
  progress.forget();
  goTo(3);
}

test("a thing comes again after 2, 10 and 30 days, and then no more", () => {
  start();
  review.begin(THING);
  let day = 3;
  for (const [wait, next] of [
    [2, 10],
    [10, 30],
    [30, 0],
  ]) {
    goTo(day + wait - 1, 23);
    assert.equal(isDue(), false, `one day before ${wait}`);
    day += wait;
    goTo(day, 0);
    assert.equal(isDue(), true, `after ${wait} days, from midnight on`);
    assert.equal(review.answer(THING, true), next);
    assert.equal(isDue(), false);
  }
  goTo(day + 3000);
  assert.equal(isDue(), false);
  review.begin(THING);
  assert.equal(isDue(), false);
  goTo(day + 3005);
  assert.equal(isDue(), false);
});

test("a wrong answer begins again with two days", () => {
  start();
  review.begin(THING);
  goTo(5);
  review.answer(THING, true);
  goTo(15);
  assert.equal(review.answer(THING, false), 2);
  goTo(17);
  assert.equal(review.answer(THING, true), 10);
});

test("only the first answer to a thing that is due counts", () => {
  start();
  review.begin(THING);
  assert.equal(review.answer(THING, true), undefined);
  goTo(5);
  assert.equal(review.answer(THING, false), 2);
  assert.equal(review.answer(THING, true), undefined);
  goTo(7);
  assert.equal(review.answer(THING, true), 10);
  assert.equal(review.answer(THING, true), undefined);
  assert.equal(progress.all().size, 1);
});

test("a clock that was ahead loses nothing, and one that was behind multiplies nothing", () => {
  start();
  goTo(3 + 4000);
  review.begin(THING);
  goTo(4);
  assert.equal(isDue(), false);
  goTo(6);
  assert.equal(isDue(), true);
  review.answer(THING, true);
  goTo(6 - 9000);
  assert.equal(isDue(), false);
  assert.equal(review.answer(THING, true), undefined);
  goTo(7);
  review.begin(THING);
  assert.deepEqual([...progress.all().keys()], [THING]);
  assert.equal(progress.read(THING).step, 1);
});

test("what is damaged, or of another shape, is as if it were not there", () => {
  start();
  const hostile = [null, 3, "x", [], {}, { step: 0 }, { step: -1, due: 1 }, { step: 4, due: 1 }];
  for (const entry of [...hostile, { step: 0.5, due: 1 }, { step: 1, due: "soon" }]) {
    progress.write(THING, entry);
    assert.equal(isDue(), false, JSON.stringify(entry));
    review.begin(THING, 0);
    assert.equal(isDue(), true, JSON.stringify(entry));
  }
});

test("a missed guess begins, and one that is right or a second one does not", () => {
  start();
  listeners["mh-guessed"]({ detail: {} });
  assert.equal(progress.all().size, 0);
  listeners["mh-guessed"]({ detail: { missed: THING } });
  goTo(5);
  assert.equal(isDue(), true);
});

test("an exercise by hand counts with numbers that were not answered before", () => {
  start();
  const say = (isRight, seed) =>
    listeners["mh-answered"]({ detail: { name: THING, isRight, seed } });
  listeners["mh-answered"]({}); // code, or a draft
  assert.equal(progress.all().size, 0);
  say(false, "0");
  say(true, "0");
  goTo(5);
  say(true, "0");
  assert.equal(isDue(), true);
  say(true, "1");
  assert.equal(isDue(), false);
  assert.equal(progress.read(THING).step, 1);
  say(true, "2");
  goTo(15);
  say(true, "2");
  assert.equal(isDue(), true);
});
