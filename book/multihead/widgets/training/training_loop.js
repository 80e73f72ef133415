const SLICE_MS = 12; // at a time: input waits for no longer
const BUSY_MS = 28; // of two frames of a screen: the rest is for the picture
const LATE = 4; // a frame that came later than this many updates is not made up for

/**
 * Trains `runs` until step `goal`, a slice of every frame: at a pace to watch, or at once. `runs`
 * has a `step`, `advance()` and `rewind(step)`, and perhaps `catchUp()` for what trains beside
 * it: one update, or false where none is due.
 */
export class TrainingLoop {
  playing = false;
  #perSecond = Infinity;
  #frame = 0;
  #due = 0; // updates that the pace allows by now
  #before = 0;
  #began = 0; // the frame
  #between = new MessageChannel();

  constructor(runs, onFrame) {
    this.runs = runs;
    this.onFrame = onFrame;
    this.#between.port1.onmessage = () => this.#sliceBetween();
  }

  play(goal, perSecond) {
    this.playing = true;
    this.#perSecond = perSecond;
    this.#due = 1;
    this.#begin(goal);
  }

  goTo(step) {
    this.playing = false;
    this.#perSecond = Infinity;
    this.#begin(step);
  }

  pause() {
    this.goTo(this.runs.step);
  }

  /** Go on where more has become due. */
  wake() {
    this.#begin(this.goal);
  }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#between.port1.close();
  }

  #begin(goal) {
    this.goal = goal;
    this.#before = performance.now();
    this.#frame ||= requestAnimationFrame((now) => this.#slice(now));
  }

  #slice(now) {
    this.#began = performance.now();
    const more = this.#train(now);
    const done = !more && this.runs.step === this.goal;
    if (done) this.playing = false;
    this.#frame = done ? 0 : requestAnimationFrame((next) => this.#slice(next));
    this.onFrame(now, done);
    if (more) this.#goOnBetween();
  }

  /** Go on before the next frame, once the browser has seen to input. */
  #goOnBetween() {
    const time = performance.now() - this.#began;
    if (time + SLICE_MS <= BUSY_MS) this.#between.port2.postMessage(null);
  }

  #sliceBetween() {
    if (this.#frame && this.#train(performance.now())) this.#goOnBetween();
  }

  /** Train for a slice; tell whether there is more to do by now. */
  #train(now) {
    const { runs, goal } = this,
      until = performance.now() + SLICE_MS;
    if (runs.step > goal) runs.rewind(goal);
    this.#earn(now);
    while (performance.now() < until) {
      if (!this.#update()) return false;
    }
    return true;
  }

  #earn(now) {
    const earned = ((now - this.#before) * this.#perSecond) / 1000;
    this.#due = this.#perSecond === Infinity ? Infinity : Math.min(this.#due + earned, LATE);
    this.#before = now;
  }

  /** One update: to watch, all train side by side; else the one that is open comes first. */
  #update() {
    const { runs, playing } = this;
    return playing ? runs.catchUp?.() || this.#advance() : this.#advance() || runs.catchUp?.();
  }

  #advance() {
    const { runs, goal } = this;
    if (runs.step === goal || this.#due < 1) return false;
    this.#due--;
    runs.advance();
    return true;
  }
}
