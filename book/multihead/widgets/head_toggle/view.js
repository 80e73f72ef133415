import { palette } from "../base/colours.js";
import { h, setText, statusLine, tableAlternative } from "../base/elements.js";
import { follow } from "../base/model.js";
import { partButtons } from "../base/part_buttons.js";
import { followTheme } from "../base/theme.js";
import { headControls, meaningOfNumbers, stepAndSeeds } from "./controls.js";
import { openData } from "./data.js";
import { legend } from "./legend.js";
import { seedPanel } from "./seed_panel.js";
import { statusText } from "./status.js";
import { numberTables } from "./tables.js";
import { STATE, viewState } from "./view_state.js";

function render({ model, el }) {
  const get = (name) => model.get(name);
  const data = openData(get);
  let current = viewState(data, get);

  const heads = headControls(model, data);
  const seeds = stepAndSeeds(model, data);
  const meaning = meaningOfNumbers(data);
  const panels = [0, 1].map((nth) => seedPanel(data, nth));
  const key = legend(data);
  const tables = tableAlternative("All numbers as tables", () => numberTables(data, current));
  const status = statusLine();
  const elements = (pieces) => pieces.map(({ element }) => element);

  el.classList.add("mh-widget", "mh-toggle");
  el.append(
    partButtons(el, ["Patterns", "Outputs", "Errors"]),
    h("div", { class: "mh-row" }, heads.element, seeds.element),
    h("div", { class: "mh-panels" }, ...elements(panels)),
    status,
    meaning.element,
    key.element,
    tables.element,
  );

  const draw = () => {
    for (const piece of [heads, seeds, ...panels, meaning]) piece.update(current);
    el.classList.toggle("mh-two-seeds", current.seeds.length === 2);
    tables.refresh();
  };
  const stopTheme = followTheme(el, (dark) => {
    current = { ...current, theme: { dark, ...palette(dark) } };
    key.update(current.theme);
    draw();
  });
  setText(status, statusText(data, current, current));
  const stopFollowing = follow(model, STATE, () => {
    const before = current;
    current = { ...viewState(data, get), theme: before.theme };
    draw();
    setText(status, statusText(data, before, current));
  });
  return () => {
    stopFollowing();
    stopTheme();
  };
}

export default { render };
