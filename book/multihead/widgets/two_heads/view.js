import { palette } from "../base/colours.js";
import { button, h, setText, slider, statusLine } from "../base/elements.js";
import { follow, put } from "../base/model.js";
import { followTheme } from "../base/theme.js";
import { SIZES } from "../training/shapes.js";
import { Pace } from "../training/training_loop.js";
import { cellReading } from "./cell_reading.js";
import { side } from "./pair_panel.js";
import { Pairs } from "./pairs.js";
import { compared, plain, weightsAt } from "./status.js";
import { apartTable } from "./tables.js";

const PER_SECOND = 100; // 200 updates take two seconds

function render({ model, el }) {
  const settings = model.get("_settings"),
    pairsOfModel = () => new Pairs({ ...settings, epsilon: model.get("epsilon") });
  const pace = new Pace(pairsOfModel(), (_, done) => {
    if (done) rest();
    else if (pace.playing) draw(false);
  });
  const reading = cellReading(SIZES.pos, (query, key) => weightsAt(pace.runs, query, key)),
    equal = side("Two equal heads", reading.follow),
    nudged = side("One head nudged", reading.follow),
    status = statusLine(),
    all = apartTable(() => pace.runs);
  let look;
  const draw = (words) => {
    equal.update(pace.runs.equal, look, words);
    nudged.update(pace.runs.nudged, look, words);
    steps.set(pace.runs.step);
    reading.refresh();
  };
  const rest = () => {
    const { step } = pace.runs;
    draw(true);
    setText(train, step < settings.lastStep ? "Train" : "Train again");
    setText(status, compared(pace.runs));
    all.refresh();
    put(model, { step }); // a link to it, or Python, gets the same
  };
  const train = trainButton(pace, settings.lastStep, () => setText(status, "Training…")),
    steps = slider("Updates", settings.lastStep, (step) => pace.goTo(step)),
    nudge = nudgeSlider(settings.nudges, (epsilon) => put(model, { epsilon }));
  el.classList.add("mh-widget", "mh-two");
  el.append(
    h("div", { class: "mh-sides" }, equal.element, nudged.element),
    reading.element,
    h("div", { class: "mh-row" }, train, steps.element, nudge.element),
    status,
    all.element,
  );
  const stopTheme = followTheme(el, (dark) => {
    look = palette(dark);
    draw(true);
  });
  const stopFollowing = follow(model, ["step", "epsilon"], (changed) => {
    if (changed.has("epsilon")) {
      pace.runs = pairsOfModel();
      nudge.set(model.get("epsilon"));
    } else if (model.get("step") === pace.goal) return;
    pace.goTo(model.get("step"));
  });
  nudge.set(model.get("epsilon"));
  pace.goTo(model.get("step"));
  return () => {
    pace.stop();
    stopTheme();
    stopFollowing();
  };
}

/** Trains on, or from the end anew; at once where less motion is asked for. */
function trainButton(pace, lastStep, begin) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const toggle = () => {
    if (pace.playing) return pace.pause();
    if (pace.runs.step === lastStep) pace.runs.rewind(0);
    begin();
    if (calm.matches) return pace.goTo(lastStep);
    pace.play(lastStep, PER_SECOND);
    setText(train, "Pause");
  };
  const train = button("Train", toggle, { class: "mh-button mh-train" });
  return train;
}

/** How large the nudge is, by powers of ten. */
function nudgeSlider([smallest, largest], choose) {
  const power = (epsilon) => Math.round(Math.log10(epsilon)),
    first = power(smallest);
  const { element, set } = slider("Nudge", power(largest) - first, (i) =>
    choose(Number(`1e${first + i}`)),
  );
  return { element, set: (epsilon) => set(power(epsilon) - first, plain(epsilon)) };
}

export default { render };
