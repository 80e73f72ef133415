import { Run } from "./run.js";

const NEW_RUN = ["start", "W_O", "epsilon", "seed", "optimizer"]; // what begins again at step 0
const CHAPTER = 400; // steps the chapters train for; the charts grow by as much
const SLICE_MS = { playing: 4, jumping: 12 }; // of the 16 of a frame
const PER_SECOND = 60; // updates at slow speed

/** How far the axis of steps reaches: a whole number of 400s. */
export function horizon(step, lastStep) {
  return Math.min(Math.max(Math.ceil(step / CHAPTER), 1) * CHAPTER, lastStep);
}

/** Trains a run until `goal`, a slice of every frame; the charts reach to step `last`. */
export class Trainer {
  #frame = 0;
  #due = 0; // updates that slow speed allows by now
  #before = 0;

  constructor(settings, onSlice) {
    this.settings = settings;
    this.onSlice = onSlice;
    this.#restart();
  }

  set(settings, changed) {
    this.settings = settings;
    if (NEW_RUN.some((name) => changed.has(name))) this.#restart();
    else if (changed.has("step") && settings.step !== this.run.step) this.#goTo(settings.step);
  }

  play() {
    this.#goTo(horizon(this.run.step + 1, this.settings.lastStep), true);
  }

  pause() {
    this.playing = false;
    this.goal = this.run.step;
  }

  stop() {
    cancelAnimationFrame(this.#frame);
  }

  #restart() {
    this.run = new Run(this.settings);
    this.#goTo(this.settings.step);
  }

  #goTo(step, playing = false) {
    this.playing = playing;
    this.goal = step;
    this.last = horizon(Math.max(step, this.run.reached), this.settings.lastStep);
    this.#before = performance.now();
    this.#due = 1;
    this.#frame ||= requestAnimationFrame((now) => this.#slice(now));
  }

  #slice(now) {
    this.#train(now);
    const done = this.run.step >= this.goal;
    if (done) this.playing = false;
    this.#frame = done ? 0 : requestAnimationFrame((next) => this.#slice(next));
    this.onSlice(now, done);
  }

  #train(now) {
    const { run, goal, playing, settings } = this;
    if (run.step > goal) run.rewind(goal);
    const slow = playing && settings.speed === "slow";
    const until = performance.now() + SLICE_MS[playing ? "playing" : "jumping"];
    const due = this.#due + ((now - this.#before) * PER_SECOND) / 1000;
    this.#due = Math.min(due, 4); // a frame that came late is not made up for
    this.#before = now;
    while (run.step < goal && performance.now() < until && (!slow || this.#due >= 1)) {
      run.advance();
      if (slow) this.#due--;
    }
  }
}
