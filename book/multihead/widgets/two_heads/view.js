import { palette } from "../base/colours.js";
import { button, h, setText, statusLine } from "../base/elements.js";
import { follow, put } from "../base/model.js";
import { followTheme } from "../base/theme.js";
import { Pace } from "../training/pace.js";
import { Pairs } from "./pairs.js";
import { side } from "./side.js";
import { compared } from "./status.js";
import { apartTable } from "./tables.js";

const PER_SECOND = 100; // 200 updates take two seconds

function render({ model, el }) {
  const settings = model.get("_settings"),
    pairs = new Pairs(settings);
  const equal = side("Two equal heads"),
    nudged = side("One head nudged"),
    status = statusLine(),
    all = apartTable(pairs);
  const sides = h("div", { class: "mh-sides" }, equal.element, nudged.element);
  let look;
  const draw = (words) => {
    equal.update(pairs.equal, look, words);
    nudged.update(pairs.nudged, look, words);
  };
  const rest = () => {
    draw(true);
    setText(train, pairs.step < settings.lastStep ? "Train" : "Train again");
    setText(status, compared(pairs));
    all.refresh();
    put(model, { step: pairs.step }); // a link to it, or Python, gets the same
  };
  const pace = new Pace(pairs, (_, done) => {
    if (done) rest();
    else if (pace.playing) draw(false);
  });
  const train = trainButton(pace, settings.lastStep, () => setText(status, "Training…"));
  el.classList.add("mh-widget", "mh-two");
  el.append(sides, train, status, all.element);
  const stopTheme = followTheme(el, (dark) => {
    look = palette(dark);
    draw(true);
  });
  const stopFollowing = follow(model, ["step"], () => {
    if (model.get("step") !== pace.goal) pace.goTo(model.get("step"));
  });
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

export default { render };
