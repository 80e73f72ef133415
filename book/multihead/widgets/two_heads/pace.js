const SLICE_MS = 8; // of the 16 of a frame
const UPDATES_PER_SECOND = 100; // 200 updates take two seconds
const LATE = 8; // a frame that came later than this many updates is not made up for

/** Trains pairs until `goal`, a slice of every frame: at a pace to watch, or at once. */
export class Pace {
  playing = false;
  #frame = 0;
  #due = 0;
  #before = 0;

  constructor(pairs, onFrame) {
    this.pairs = pairs;
    this.onFrame = onFrame;
  }

  play(goal) {
    this.goTo(goal, true);
  }

  goTo(step, playing = false) {
    this.playing = playing;
    this.goal = step;
    this.#before = performance.now();
    this.#due = 1;
    this.#frame ||= requestAnimationFrame((now) => this.#slice(now));
  }

  pause() {
    this.goTo(this.pairs.step);
  }

  stop() {
    cancelAnimationFrame(this.#frame);
  }

  #slice(now) {
    this.#train(now);
    const done = this.pairs.step === this.goal;
    if (done) this.playing = false;
    this.#frame = done ? 0 : requestAnimationFrame((next) => this.#slice(next));
    this.onFrame(done);
  }

  #train(now) {
    const { pairs, goal, playing } = this;
    if (pairs.step > goal) pairs.rewind(goal);
    const until = performance.now() + SLICE_MS;
    this.#due = Math.min(this.#due + ((now - this.#before) * UPDATES_PER_SECOND) / 1000, LATE);
    this.#before = now;
    while (pairs.step < goal && performance.now() < until && (!playing || this.#due >= 1)) {
      pairs.advance();
      this.#due--;
    }
  }
}
