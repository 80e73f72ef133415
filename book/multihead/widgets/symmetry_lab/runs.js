import { newBuffers } from "../training/layer.js";
import { lookUps, newBatch } from "../training/look_ups.js";
import { Run } from "../training/run.js";
import { SIZES } from "../training/shapes.js";

const SHARED = ["start", "W_O", "epsilon", "optimizer", "learningRate"];

/** The seeds of a strip of runs, in which `vary` differs and of which one has those given. */
export function stripSeeds({ seed, data_seed, vary, lastSeed }) {
  const count = lastSeed + 1,
    shift = data_seed - seed + count;
  const seeds = {
    both: (i) => ({ seed: i, data_seed: (i + shift) % count }),
    data: (i) => ({ seed, data_seed: i }),
    start: (i) => ({ seed: i, data_seed }),
  };
  return Array.from({ length: count }, (_, i) => seeds[vary](i));
}

const sameSeeds = (a, b) => a.seed === b.seed && a.data_seed === b.data_seed;

/** Runs that differ in their seeds only. `run` is the one that is open; the others follow it. */
export class Runs {
  cells = [];
  watched = false;
  // Shared, or the runs would drive each other out of the processor's cache.
  #buffers = newBuffers(SIZES);
  #batch = newBatch();

  constructor(settings) {
    this.set(settings);
  }

  /** Keep those runs that still belong to the strip. */
  set(settings) {
    const isSameSetup = SHARED.every((name) => settings[name] === this.settings?.[name]);
    const old = isSameSetup ? this.cells : [];
    this.settings = settings;
    this.cells = stripSeeds(settings).map((seeds) => old.find((o) => sameSeeds(o, seeds)) ?? seeds);
    this.open = this.cells.find((cell) => sameSeeds(cell, settings));
    this.open.run ??= this.#newRun(this.open);
  }

  get run() {
    return this.open.run;
  }

  get step() {
    return this.run.step;
  }

  get complete() {
    return this.cells.every(({ run }) => run?.step === this.step);
  }

  advance() {
    this.run.advance();
  }

  rewind(step) {
    this.run.rewind(step);
  }

  /** One update of the run that is furthest behind the open one, if the strip is looked at. */
  catchUp() {
    const at = ({ run }) => run?.step ?? -1;
    const others = this.watched ? this.cells.filter((cell) => at(cell) !== this.step) : [];
    if (!others.length) return false;
    const cell = others.reduce((a, b) => (at(b) < at(a) ? b : a));
    if (!cell.run) cell.run = this.#newRun(cell);
    else if (cell.run.step < this.step) cell.run.advance();
    else cell.run.rewind(this.step);
    return true;
  }

  #newRun(seeds) {
    const batchAt = (step) => lookUps(seeds.data_seed, step, SIZES, this.#batch);
    return new Run({ ...this.settings, ...seeds }, { batchAt, buffers: this.#buffers });
  }
}
