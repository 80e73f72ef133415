import { palette } from "../base/colours.js";
import { button, h, setText, slider, statusLine } from "../base/elements.js";
import { follow, put } from "../base/model.js";
import { followTheme } from "../base/theme.js";
import { SIZES } from "../training/shapes.js";
import { TrainingLoop } from "../training/training_loop.js";
import { cellReading } from "./cell_reading.js";
import { pairPanel } from "./pair_panel.js";
import { Pairs } from "./pairs.js";
import { plainNumber, statusText, weightsText } from "./status.js";
import { apartTable } from "./tables.js";

const PER_SECOND = 100; // 200 updates take two seconds

function render({ model, el }) {
  const settings = model.get("_settings"),
    pairsOfModel = () => new Pairs({ ...settings, epsilon: model.get("epsilon") });
  const loop = new TrainingLoop(pairsOfModel(), (_, done) => {
    if (done) rest();
    else if (loop.playing) draw(false);
  });
  const reading = cellReading(SIZES.pos, (query, key) => weightsText(loop.runs, query, key)),
    equal = pairPanel("Identical heads", reading.follow),
    nudged = pairPanel("One head changed", reading.follow),
    status = statusLine(),
    all = apartTable(() => loop.runs);
  let theme;
  const draw = (words) => {
    equal.update(loop.runs.equal, theme, words);
    nudged.update(loop.runs.nudged, theme, words);
    steps.set(loop.runs.step);
    reading.refresh();
  };
  const rest = () => {
    const { step } = loop.runs;
    draw(true);
    setText(train, step < settings.lastStep ? "Train" : "Train again");
    setText(status, statusText(loop.runs));
    all.refresh();
    put(model, { step }); // a link to it, or Python, gets the same
  };
  const train = trainButton(loop, settings.lastStep, () => setText(status, "Training…")),
    steps = slider("Step", settings.lastStep, (step) => loop.goTo(step)),
    nudge = nudgeSlider(settings.nudges, (epsilon) => put(model, { epsilon }));
  el.classList.add("mh-widget", "mh-two-heads");
  el.append(
    h("div", { class: "mh-row" }, train, steps.element, nudge.element),
    h("div", { class: "mh-sides" }, equal.element, nudged.element),
    reading.element,
    status,
    all.element,
  );
  const stopTheme = followTheme(el, (dark) => {
    theme = palette(dark);
    draw(true);
  });
  const stopFollowing = follow(model, ["step", "epsilon"], (changed) => {
    if (changed.has("epsilon")) {
      loop.runs = pairsOfModel();
      nudge.set(model.get("epsilon"));
    } else if (model.get("step") === loop.goal) return;
    loop.goTo(model.get("step"));
  });
  nudge.set(model.get("epsilon"));
  loop.goTo(model.get("step"));
  return () => {
    loop.stop();
    stopTheme();
    stopFollowing();
  };
}

/** Trains on, or from the end anew; at once where less motion is asked for. */
function trainButton(loop, lastStep, begin) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const toggle = () => {
    if (loop.playing) return loop.pause();
    if (loop.runs.step === lastStep) loop.runs.rewind(0);
    begin();
    if (calm.matches) return loop.goTo(lastStep);
    loop.play(lastStep, PER_SECOND);
    setText(train, "Pause");
  };
  const train = button("Train", toggle, { class: "mh-button mh-train" });
  return train;
}

/** How much one head is changed, by powers of ten. */
function nudgeSlider([smallest, largest], choose) {
  const power = (epsilon) => Math.round(Math.log10(epsilon)),
    first = power(smallest);
  const { element, set } = slider("Changed by", power(largest) - first, (i) =>
    choose(Number(`1e${first + i}`)),
  );
  return { element, set: (epsilon) => set(power(epsilon) - first, plainNumber(epsilon)) };
}

export default { render };
