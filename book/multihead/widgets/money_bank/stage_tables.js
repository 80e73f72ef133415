// The tables of the step in focus, and where they stand.
import { h } from "../base/elements.js";
import { pointedEntries, typedEntries } from "./entries.js";
import { cellWidth, matrixTable } from "./matrix_table.js";
import { sourceColumn } from "./steps.js";

/** `update(state, entry, chosen)`: the entry of C written out, and the one pressed. */
export function tablesOf({ kind, matrices = [], a, b, c }, actions) {
  const tableIn = (m, slot) => stageTable(m, slot, m.path && typedEntries(m, actions));
  return [
    ...matrices.map((m) => tableIn(m, kind === "given" ? "given" : "part")),
    ...(a ? [tableIn(a, "a")] : []),
    ...(b ? [tableIn(b, "b")] : []),
    ...(c ? [outcomeTable(c, actions)] : []),
  ];
}

function stageTable(m, slot, entries) {
  const { element, update } = matrixTable(m, entries);
  const find = (stage) => stage[slot] ?? stage.matrices.find(({ name }) => name === m.name);
  return {
    slot,
    name: m.name,
    element,
    update: ({ stage, chapterStage }, entry) =>
      update(find(stage), find(chapterStage), highlights(stage, slot, m.name, entry)),
  };
}

function outcomeTable(c, actions) {
  const entries = pointedEntries(c, actions);
  const table = stageTable(c, "c", entries);
  const update = (state, entry, [row, column]) => {
    const letters = table.update(state, entry);
    for (const entry of entries.flat()) entry.press(entry === entries[row][column]);
    return letters;
  };
  return { ...table, update };
}

function highlights(stage, slot, name, [row, column]) {
  const [from, sourceIndex] = slot === "part" ? sourceColumn(stage, column) : [{ name }, column];
  const hot = {
    a: (i) => i === row && "mh-row-hot",
    b: (_, j) => j === column && "mh-column-hot",
    given: () => "",
  };
  const cell = (i, j) => from.name === name && i === row && j === sourceIndex && "mh-cell-hot";
  return hot[slot] ?? cell;
}

/** Each table has its place; parts share one. */
export function layout(kind, tables, sum) {
  const place = (slot, ...nodes) => h("div", { class: `mh-slot mh-slot-${slot}` }, ...nodes);
  const parts = tables.filter(({ slot }) => slot === "part");
  const places = tables.slice(parts.length).map(({ slot, element }) => place(slot, element));
  if (kind === "given") return places;
  if (kind === "joined") places.unshift(place("parts", ...parts.map(({ element }) => element)));
  if (kind === "softmax") places.splice(1, 0, h("span", { class: "mh-sign" }, "softmax →"));
  return [...places, sum];
}

/** B stands over C, so their columns are equally wide. */
export function fitColumns(tables, letters) {
  const column = ({ slot }) => (slot === "c" ? "b" : slot);
  for (const table of tables) {
    const longest = Math.max(...letters.filter((_, k) => column(tables[k]) === column(table)));
    const least = table.name === "Z′" && table.slot === "a" ? 40 : 46;
    table.element.style.setProperty("--mh-cell", cellWidth(longest, least));
  }
}
