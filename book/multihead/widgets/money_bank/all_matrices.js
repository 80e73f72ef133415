// Every matrix in one folded table.
import { table, tableAlternative } from "../base/elements.js";
import { alike, show } from "./numbers.js";

export function allMatrices() {
  let state;
  const { element, refresh } = tableAlternative("Every matrix, as a table", () => build(state));
  const update = (now) => {
    state = now;
    refresh();
  };
  return { element, update };
}

function build({ all, chapter, form }) {
  const list = [...all.values()];
  const width = Math.max(...list.map((m) => m.columns.length));
  const numbers = Array.from({ length: width }, (_, j) => j);
  const rows = list.flatMap((m) =>
    m.values.map((row, i) => [
      `${m.name}, row ${i + 1}`,
      ...numbers.map((j) => entryText(row[j], chapter.get(m.name).values[i][j])),
    ]),
  );
  return table(
    `Every matrix of the worked example, ${form} form`,
    ["matrix", ...numbers.map((j) => `column ${j + 1}`)],
    rows,
  );
}

function entryText(x, original) {
  if (x === undefined) return "";
  return alike(x, original) ? show(x) : `${show(x)} (was ${show(original)})`;
}
