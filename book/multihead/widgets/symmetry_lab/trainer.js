import { TrainingLoop } from "../training/training_loop.js";
import { Runs } from "./runs.js";

const NEW_RUNS = ["start", "W_O", "epsilon", "optimizer"];
const CHAPTER = 400; // steps the chapters train for; the charts grow by as much
const PER_SECOND = { slow: 100, fast: Infinity };

/** How far the axis of steps reaches: a whole number of 400s. */
export function horizon(step, lastStep) {
  return Math.min(Math.max(Math.ceil(step / CHAPTER), 1) * CHAPTER, lastStep);
}

/** Trains the strip's runs as the settings say; the charts reach to step `last`. */
export class Trainer {
  #loop;

  constructor(settings, onFrame) {
    this.settings = settings;
    this.runs = new Runs(settings);
    this.#loop = new TrainingLoop(this.runs, onFrame);
    this.#loop.goTo(settings.step);
  }

  get run() {
    return this.runs.run;
  }

  get playing() {
    return this.#loop.playing;
  }

  get goal() {
    return this.#loop.goal;
  }

  get last() {
    return horizon(Math.max(this.goal, this.run.reached), this.settings.lastStep);
  }

  /** Whether the run that is open is where it should be. */
  get resting() {
    return this.run.step === this.goal;
  }

  set(settings, changed) {
    const expected = this.playing ? this.run.step : this.goal;
    this.settings = settings;
    this.runs.set(settings);
    const isNewRun = NEW_RUNS.some((name) => changed.has(name));
    if (isNewRun || (changed.has("step") && settings.step !== expected))
      this.#loop.goTo(settings.step);
    else if (changed.has("speed") && this.playing && !this.resting) this.play();
    else this.#loop.wake();
  }

  /** Train to the end of the axis, or all of it once more. */
  play() {
    const { last, settings } = this;
    if (this.run.step === last) this.runs.rewind(0);
    this.#loop.play(last, PER_SECOND[settings.speed]);
  }

  goTo(step) {
    this.#loop.goTo(step);
  }

  pause() {
    this.#loop.pause();
  }

  /** The strip trains while someone can see it. */
  watch(isVisible) {
    this.runs.watched = isVisible;
    if (isVisible) this.#loop.wake();
  }

  stop() {
    this.#loop.stop();
  }
}
