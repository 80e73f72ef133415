import { button, group, h, setText, slider } from "../base/elements.js";
import { toggleGroup } from "../base/toggle_group.js";
import { fold } from "./figures.js";

/** Buttons of which one is down. `options` are the traits that each label sets. */
function choices(name, options, choose, isDown = agree) {
  const { element, update } = toggleGroup(name, Object.entries(options), choose);
  return { element, update: ({ settings }) => update((traits) => isDown(traits, settings)) };
}

const agree = (traits, settings) => Object.keys(traits).every((k) => settings[k] === traits[k]);

const isStart = ({ start, W_O }, settings) =>
  settings.start === start &&
  (start !== "equal" || (settings.W_O === "equal") === (W_O === "equal"));

export function startRow({ setRuns }) {
  const starts = {
    "All equal": { start: "equal", W_O: "equal" },
    "Q, K, V equal": { start: "equal", W_O: "random" },
    Nudged: { start: "nudged", W_O: "equal" },
    Random: { start: "random", W_O: "random" },
  };
  return row(choices("Initialisation", starts, setRuns, isStart));
}

export function trainingRow({ toggle, oneStep, goTo }) {
  return row(trainingButtons(toggle, oneStep, goTo), stepSlider(goTo));
}

function trainingButtons(toggle, oneStep, goTo) {
  const train = button("Train", toggle, { class: "mh-button mh-train" });
  const others = [button("One step", oneStep), button("Reset", () => goTo(0))];
  const update = ({ playing, run, last }) => {
    const start = run.step < last ? "Train" : "Train again";
    setText(train, playing ? "Pause" : start);
  };
  return { element: group("Training", train, ...others), update };
}

function stepSlider(goTo) {
  const { element, input, set } = slider("Step", 0, goTo);
  const update = ({ run: { step }, last }) => {
    input.max = last;
    set(step, `${step} of ${last}`);
  };
  return { element, update };
}

/** What differs from run to run in the strip. */
export function varyRow({ setStrip }) {
  const options = {
    "Weights and data": { vary: "both" },
    "Only data": { vary: "data" },
    "Only weights": { vary: "start" },
  };
  return row(choices("New in each run", options, setStrip));
}

/** What few readers change, folded away. */
export function moreControls({ epsilon }, { setRuns, setSpeed, goOn }) {
  const blocks = { Equal: { W_O: "equal" }, Zero: { W_O: "zero" }, Random: { W_O: "random" } };
  const optimizers = { Adam: { optimizer: "adam" }, SGD: { optimizer: "sgd" } };
  const speeds = { Slow: { speed: "slow" }, Fast: { speed: "fast" } };
  const { element, update } = row(
    choices("W_O", blocks, setRuns),
    choices("Optimiser", optimizers, setRuns),
    nudgeSlider(epsilon, setRuns),
    choices("Speed", speeds, setSpeed),
    longer(goOn),
  );
  return { element: fold("More controls", element), update };
}

/** The size of the nudge, by powers of ten. */
function nudgeSlider([smallest, largest], setRuns) {
  const power = (epsilon) => Math.round(Math.log10(epsilon)),
    first = power(smallest);
  const choose = (i) => setRuns({ epsilon: Number(`1e${first + i}`) });
  const { element, set } = slider("Nudge ε", power(largest) - first, choose);
  const update = ({ settings: { start, epsilon } }) => {
    element.hidden = start !== "nudged";
    set(power(epsilon) - first, String(epsilon));
  };
  return { element, update };
}

function longer(goOn) {
  const element = button("400 steps more", goOn);
  const update = ({ last, settings: { lastStep } }) => {
    element.disabled = last === lastStep;
  };
  return { element, update };
}

function row(...pieces) {
  const update = (state) => {
    for (const piece of pieces) piece.update(state);
  };
  return { element: h("div", { class: "mh-row" }, ...pieces.map((p) => p.element)), update };
}
