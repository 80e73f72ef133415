// All that a step makes, where the stage does not show all.
import { button, h } from "../base/elements.js";
import { whenChanged } from "../base/when_changed.js";
import { cellWidth, matrixTable, swatch } from "./matrix_table.js";

/** Buttons that put a matrix on the stage, and the matrices small. */
export function overviewPieces(choose) {
  const picks = h("div", { class: "mh-group", role: "group", "aria-label": "Matrix" });
  const overview = h("div", { class: "mh-minis" });
  let minis = [];
  const build = whenChanged(
    ({ step, form }) => [step, form],
    ({ made, stage }) => {
      const focused = picks.matches(":focus-within");
      minis = made.length > 1 && stage.c ? made.map((m) => mini(m, choose)) : [];
      picks.hidden = overview.hidden = !minis.length;
      picks.replaceChildren(...minis.map(({ pick }) => pick));
      if (focused) minis.find(({ name }) => name === stage.c.name)?.pick.focus();
      overview.replaceChildren(
        h("p", { class: "mh-name" }, "All that this step makes"),
        ...minis.map(({ element }) => element),
      );
      overview.classList.toggle("mh-six", minis.length > 2);
    },
  );
  const update = (state) => {
    build(state);
    for (const piece of minis) piece.update(state);
  };
  return [{ element: picks }, { element: overview, update }];
}

function mini(m, choose) {
  const { element, update } = matrixTable(m);
  const projection = /^[QKV]/.test(m.name) ? { projection: m.name[0] } : {};
  const pick = button(m.name, () => choose({ head: m.head, ...projection }), {
    class: `mh-button mh-pick ${swatch(m.head)}`,
  });
  return {
    name: m.name,
    element,
    pick,
    update({ all, chapter, stage }) {
      const letters = update(all.get(m.name), chapter.get(m.name));
      element.style.setProperty("--mh-cell", cellWidth(letters));
      pick.setAttribute("aria-pressed", m.name === stage.c.name);
    },
  };
}
