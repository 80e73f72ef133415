// Runs for tests, and training them.
import { Run } from "../../book/multihead/widgets/training/run.js";

/** A run of the page; `rates` are the learning rates by optimiser. */
export function newRun(rates, settings) {
  const { optimizer = "adam" } = settings;
  return new Run({
    seed: 0,
    data_seed: settings.seed ?? 0,
    epsilon: 1e-8,
    lastStep: 400,
    optimizer,
    learningRate: rates[optimizer],
    ...settings,
  });
}

export function to(run, step) {
  while (run.step < step) run.advance();
  return run;
}
