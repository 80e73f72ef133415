import { h } from "../base/elements.js";
import { follow, put } from "../base/model.js";
import { partButtons } from "../base/part_buttons.js";
import { followVisibility } from "../base/visibility.js";
import { SIZES } from "../training/shapes.js";
import { distanceChart, scoreChart } from "./charts.js";
import { moreControls, startRow, trainingRow, varyRow } from "./controls.js";
import { derivation } from "./derivation.js";
import { distanceRows } from "./distance_rows.js";
import { pair, under } from "./figures.js";
import { gradientFigure } from "./gradient_figure.js";
import { patternFigure } from "./pattern_figure.js";
import { Screen } from "./screen.js";
import { runStatus } from "./status.js";
import { strip } from "./strip.js";
import { historyTable, patternTable, stripTable } from "./tables.js";
import { Trainer } from "./trainer.js";

const SETTINGS = ["start", "W_O", "epsilon", "seed", "data_seed", "vary", "optimizer", "step"];
const LEGEND =
  "In a run's small picture, the top row is head 0, the bottom row head 1; on the left is the " +
  "attention weight 1 step back, on the right 2 steps back. Choose a run to open it. In its " +
  "patterns, rows are queries, columns are keys. The darker a cell, or on a dark page the " +
  "brighter, the larger the attention weight.";
const PARTS = ["Patterns", "Distance", "Runs", "Gradients", "More controls"];
const TELL_MS = 200; // between two messages to the model while training

function render({ model, el }) {
  const trainer = new Trainer(readSettings(model), (now, done) => {
    if (done || screen.isDue(now)) screen.draw(now);
    report(now, done);
  });
  const status = runStatus(),
    report = reporter(model, trainer, status);
  const actions = readerActions(model, trainer, () => screen.updateControls());
  const { inOrder, controls, pieces, charts, seeds } = layOut(model.get("_limits"), actions);
  el.classList.add("mh-widget", "mh-symmetrylab");
  el.append(partButtons(el, PARTS), ...inOrder(status.element));
  const screen = new Screen(el, charts, controls, pieces, trainer);
  const stopWatching = followVisibility(seeds, (isVisible) => trainer.watch(isVisible));
  const stopFollowing = follow(model, [...SETTINGS, "speed"], (changed) => {
    trainer.set(readSettings(model), changed);
    if (trainer.playing) screen.updateControls();
    else screen.draw(performance.now());
  });
  return () => {
    for (const piece of [trainer, status, screen]) piece.stop();
    stopWatching();
    stopFollowing();
  };
}

/** All pieces: those that are controls, those that show the open run or more, and their order. */
function layOut(limits, actions) {
  const start = startRow(actions),
    training = trainingRow(actions),
    vary = varyRow(actions),
    more = moreControls(limits, actions),
    seeds = strip(limits.seed[1] + 1, actions),
    patterns = patternFigure(SIZES),
    charts = [distanceChart(actions.goTo), scoreChart(actions.goTo)],
    gradients = derivation(gradientFigure()),
    tables = [historyTable(), patternTable()],
    all = stripTable();
  const chartPair = pair(...charts.map(element));
  return {
    controls: [start, training, vary, more],
    pieces: { opened: [patterns, ...charts, gradients, ...tables], others: [seeds, all] },
    charts: chartPair,
    seeds: seeds.element,
    inOrder: (status) => [
      h("div", { class: "mh-row" }, ...[start, training, vary].map(element)),
      ...[more, seeds].map(element),
      h("div", { class: "mh-open-run" }, patterns.element, chartPair),
      status,
      under(LEGEND),
      ...[gradients, ...tables, all].map(element),
    ],
  };
}

const element = (piece) => piece.element;

function readSettings(model) {
  const names = [...SETTINGS, "speed"];
  const settings = Object.fromEntries(names.map((name) => [name, model.get(name)]));
  const { learning_rates, step, seed } = model.get("_limits");
  const learningRate = learning_rates[settings.optimizer];
  return { ...settings, learningRate, lastStep: step[1], lastSeed: seed[1] };
}

/** What was shown becomes the state: a link to it, or Python, gets the same. */
function reporter(model, trainer, status) {
  let reportedAt = 0;
  const sendState = () => {
    const { run, playing, resting } = trainer;
    const step = playing || resting ? { step: run.step } : {};
    put(model, { ...step, distance: distanceRows(run.history, run.step) });
  };
  let rested = false;
  return (now, done) => {
    const { resting } = trainer;
    if (done || resting !== rested) status.update(trainer);
    if (done || (resting && !rested)) sendState();
    else if (!resting && now - reportedAt > TELL_MS) {
      reportedAt = now;
      sendState();
    }
    rested = resting;
  };
}

/** What the reader can do. A new start or optimiser shows the same step of new runs. */
function readerActions(model, trainer, updateControls) {
  const set = (traits) => put(model, traits);
  const goTo = (step) => {
    trainer.goTo(step);
    set({ step });
  };
  return {
    goTo,
    setSpeed: set,
    setRuns: (traits) => set(trainer.playing ? { ...traits, step: trainer.goal } : traits),
    setStrip: ({ vary }) =>
      set(vary === "both" ? { vary, data_seed: trainer.settings.seed } : { vary }),
    open(i) {
      const { seed, data_seed } = trainer.runs.cells[i];
      set({ seed, data_seed });
    },
    oneStep: () => goTo(Math.min(trainer.run.step + 1, trainer.settings.lastStep)),
    goOn: () => goTo(Math.min(trainer.last + 400, trainer.settings.lastStep)),
    toggle() {
      if (trainer.playing) trainer.pause();
      else trainer.play();
      updateControls();
    },
  };
}

export default { render };
