// All that a step makes, where the stage does not show all.
import { button, h, press } from "../base/elements.js";
import { whenChanged } from "../base/when_changed.js";
import { matrixTable, swatch } from "./matrix_table.js";
import { subscripted } from "./subscripts.js";

/** Buttons that put a matrix on the stage, and the matrices small. */
export function overviewPieces(choose) {
  const picks = h("div", { class: "mh-group", role: "group", "aria-label": "Matrix" });
  const overview = h("div", { class: "mh-minis" });
  let minis = [];
  const build = whenChanged(
    ({ step, form }) => [step, form],
    ({ results, stage }) => {
      const focused = picks.matches(":focus-within");
      minis = results.length > 1 ? results.map((m) => mini(m, choose)) : [];
      picks.hidden = overview.hidden = !minis.length;
      picks.replaceChildren(...minis.map(({ pick }) => pick));
      if (focused) minis.find(({ name }) => name === focusOf(stage).name)?.pick.focus();
      overview.replaceChildren(
        h("p", { class: "mh-name" }, stage.c ? "All that this step makes" : "All six"),
        ...minis.map(({ element }) => element),
      );
      overview.classList.toggle("mh-six-matrices", minis.length > 2);
      for (const piece of [picks, overview]) piece.classList.toggle("mh-on-stage", !stage.c);
    },
  );
  const update = (state) => {
    build(state);
    for (const piece of minis) piece.update(state);
  };
  return { picks, element: overview, update };
}

const miniWidth = (letters) => `${Math.max(24, Math.min(8 + 7 * letters, 100))}px`;
const focusOf = (stage) => stage.c ?? stage.focus;

function mini(m, choose) {
  const { element, update } = matrixTable(m);
  const [, letter] = m.name.match(/^(?:W_)?([QKV])/) ?? [];
  const projection = letter ? { projection: letter } : {};
  const pick = button(
    h("span", {}, ...subscripted(m.name)),
    () => choose({ head: m.head, ...projection }),
    {
      class: `mh-button mh-pick ${swatch(m.head)}`,
    },
  );
  return {
    name: m.name,
    element,
    pick,
    update({ all, chapter, stage }) {
      const letters = update(all.get(m.name), chapter.get(m.name));
      element.style.setProperty("--mh-cell", miniWidth(letters));
      press(pick, m.name === focusOf(stage).name);
    },
  };
}
