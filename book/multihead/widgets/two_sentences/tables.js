// What the widget shows, as tables.
import { h, table } from "../base/elements.js";
import { fmt, isolate } from "../base/format.js";
import { ranked } from "../base/ranked.js";
import { rowOf } from "./readings.js";

export function headTables(data, state) {
  return h("div", {}, headTable(data, state), rowTable(state));
}

const placed = (labels, at) => `${at} ${labels[at]}`;

/** What each head attends to most, or writes most from; as in the table without script. */
function headTable({ sizes }, state) {
  const rows = Array.from({ length: sizes.layer * sizes.head }, (_, index) => {
    const cells = state.readings.flatMap((reading, i) => {
      const row = rowOf(reading, index, state.view, state.places[i]);
      const [key] = ranked(row, 1);
      return [placed(state.labels[i], key), fmt(row[key], 2)];
    });
    return [`head ${Math.floor(index / sizes.head)}.${index % sizes.head}`, ...cells];
  });
  const [first, second] = state.readings.map((_, i) =>
    isolate(placed(state.labels[i], state.places[i])),
  );
  const what = state.view === "attends" ? "attends to most" : "writes most from";
  const caption =
    `What each head ${what}, for ${first} of “${isolate(state.first)}” and ` +
    `${second} of “${isolate(state.second)}”`;
  return table(caption, ["head", "first", "number", "second", "its number"], rows);
}

/** The row of the chosen head and word: weights, norms and parts, for both sentences. */
function rowTable(state) {
  const columns = state.readings.map((reading, i) => {
    const { n, norms } = reading;
    const row = (view) => rowOf(reading, state.index, view, state.places[i]);
    const [weights, parts] = [row("attends"), row("writes")];
    return (key) =>
      key < n
        ? [
            placed(state.labels[i], key),
            fmt(weights[key], 2),
            fmt(norms[state.index * n + key], 2),
            fmt(weights[key] * norms[state.index * n + key], 2),
            fmt(parts[key], 2),
          ]
        : ["–", "–", "–", "–", "–"];
  });
  const length = Math.max(...state.readings.map(({ n }) => n));
  const rows = Array.from({ length }, (_, key) => columns.flatMap((cells) => cells(key)));
  const header = ["key", "weight", "norm of v W_O", "weight × norm", "fraction"];
  return table(
    `The row of head ${state.layer}.${state.head}, in the first and in the second sentence`,
    [...header, ...header],
    rows,
  );
}
