import { follow, put } from "../base/model.js";
import { distanceChart, scoreChart } from "./charts.js";
import { settingsRow, startRow, trainingRow } from "./controls.js";
import { derivation } from "./derivation.js";
import { pair } from "./figures.js";
import { gradientFigure } from "./gradient_figure.js";
import { distanceRows } from "./history.js";
import { patternFigure } from "./pattern_figure.js";
import { Screen } from "./screen.js";
import { runStatus } from "./status.js";
import { historyTable, patternTable } from "./tables.js";
import { Trainer } from "./trainer.js";

const SETTINGS = ["start", "W_O", "epsilon", "seed", "optimizer", "step", "speed"];
const TELL_MS = 200; // between two messages to the model while training

function render({ model, el }) {
  const status = runStatus();
  let told = 0;
  const trainer = new Trainer(readSettings(model), (now, done) => {
    if (done || screen.isDue(now)) screen.draw(now);
    if (done || now - told > TELL_MS) {
      told = now;
      tell(model, trainer);
    }
    if (done) status.update(trainer);
  });
  const actions = readerActions(model, trainer, status, () => screen.updateControls());
  const rows = [
    startRow(actions),
    settingsRow(model.get("_limits"), actions),
    trainingRow(actions),
  ];
  const charts = [distanceChart(actions.goTo), scoreChart(actions.goTo)],
    views = [patternFigure(trainer.run.sizes), gradientFigure()],
    tables = [historyTable(), patternTable()];
  const chartPair = pair(...charts.map(element));
  el.classList.add("mh-widget", "mh-lab");
  el.append(...rows.map(element), status.element, chartPair);
  el.append(pair(...views.map(element)), derivation(), ...tables.map(element));
  const screen = new Screen(el, chartPair, rows, [...charts, ...views, ...tables], trainer);
  const stopFollowing = follow(model, SETTINGS, (changed) => {
    trainer.set(readSettings(model), changed);
    screen.updateControls();
  });
  return () => {
    for (const piece of [trainer, status, screen]) piece.stop();
    stopFollowing();
  };
}

const element = (piece) => piece.element;

function readSettings(model) {
  const settings = Object.fromEntries(SETTINGS.map((name) => [name, model.get(name)]));
  const { learning_rates, step } = model.get("_limits");
  return { ...settings, learningRate: learning_rates[settings.optimizer], lastStep: step[1] };
}

/** What was shown becomes the state: a link to it, or Python, gets the same. */
function tell(model, { run, playing, goal }) {
  const shown = playing || run.step === goal ? { step: run.step } : {};
  put(model, { ...shown, distance: distanceRows(run.history, run.reached) });
}

/** What the reader can do. A new start, seed or optimiser begins again at step 0. */
function readerActions(model, trainer, status, updateControls) {
  const goTo = (step) => put(model, { step });
  const play = () => {
    const { step } = trainer.run,
      { lastStep, seed } = trainer.settings;
    if (step >= lastStep) return status.say(`Step ${lastStep} is the last. Reset to train again.`);
    status.say(`Training from step ${step}, seed ${seed}.`);
    trainer.play();
    updateControls();
  };
  return {
    goTo,
    setSpeed: (traits) => put(model, traits),
    restart: (traits) => put(model, { ...traits, step: 0 }),
    oneStep: () => goTo(Math.min(trainer.run.step + 1, trainer.settings.lastStep)),
    toggle: () => (trainer.playing ? trainer.pause() : play()),
  };
}

export default { render };
