// The step in focus: its matrices, and the sum of one entry.
import { h } from "../base/elements.js";
import { whenChanged } from "../base/when_changed.js";
import { fitColumns, layout, tablesOf } from "./stage_tables.js";
import { sumLine } from "./sum_line.js";

/** `report` hears of a refused text, `visit` of the entry in focus, `watch` of what scrolls. */
export function stagePiece({ edit, set, visit, report, watch }) {
  const element = h("div", { class: "mh-stage" });
  const sum = sumLine();
  let state;
  let tables = [];
  let pointed = null;

  const actions = {
    edit,
    visit,
    report: () => report(lastProblem(element)),
    choose: (row, column) => set({ row, column }),
    point(at) {
      pointed = at;
      draw();
    },
  };
  const build = whenChanged(tablesKey, ({ stage }) => {
    tables = tablesOf(stage, actions);
    element.className = `mh-stage mh-${stage.kind}${isLong(stage) ? " mh-long" : ""}`;
    element.replaceChildren(...layout(stage.kind, tables, sum.element));
    for (const node of element.querySelectorAll(".mh-slot")) watch(node);
    for (const { name, element } of tables)
      element.parentElement.classList.toggle("mh-focus", name === stage.focus?.name);
    report("");
  });
  const forgetPointer = whenChanged(entryKey, () => {
    pointed = null;
  });
  function draw() {
    const chosen = chosenEntry(state);
    const entry = pointed ?? chosen;
    const letters = tables.map((table) => table.update(state, entry, chosen));
    fitColumns(tables, letters);
    if (state.stage.c) sum.update(state.stage, ...entry);
  }
  function update(now) {
    state = now;
    build(state);
    forgetPointer(state);
    draw();
  }
  return { element, update };
}

const tablesKey = (s) => [s.step, s.form, s.head, s.projection, s.resets];
const entryKey = (s) => [...tablesKey(s), s.row, s.column];

function lastProblem(element) {
  const refused = [...element.querySelectorAll("[aria-invalid=true]")];
  return refused.at(-1)?.getAttribute("aria-description") ?? "";
}

/** Too wide to stand around a corner on a narrow page. */
const isLong = ({ kind, a, c }) => kind === "product" && a.columns.length + c.columns.length > 8;

function chosenEntry({ row, column, stage: { c } }) {
  return [row, c ? Math.min(column, c.columns.length - 1) : 0];
}
