// A matrix as a table whose numbers change in place.
import { h } from "../base/elements.js";
import { textEntries } from "./entries.js";
import { shape } from "./matrices.js";
import { alike } from "./numbers.js";
import { subscripted } from "./subscripts.js";

export const swatch = (head) => (head === null ? "" : `mh-head${head}`);

/** `least` leaves room for a finger. */
export const cellWidth = (letters, least = 46) =>
  `${letters < 5 ? least : Math.min(12 + 9 * letters, 104)}px`;

/**
 * `update(now, then, hot)` shows values, marks what differs from `then`, gives entries the class
 * `hot(i, j)`, and returns the letters of the longest.
 */
export function matrixTable(m, entries = textEntries(m)) {
  const cells = entries.map((row) => row.map((entry) => h("td", {}, entry.element)));
  const element = h(
    "table",
    { class: `mh-matrix ${swatch(m.head)}` },
    h("caption", {}, h("b", {}, ...subscripted(m.name)), ` ${shape(m)}`),
    h(
      "thead",
      {},
      ...(m.columnBand ? [bandRow(m)] : []),
      h("tr", {}, h("td"), ...m.columns.map((text) => h("th", { scope: "col" }, text))),
    ),
    h("tbody", {}, ...cells.map((row, i) => h("tr", {}, rowName(m, i), ...row))),
  );
  const update = (now, then, hot = () => "") => {
    const letters = entries.flatMap((row, i) =>
      row.map((entry, j) => {
        const x = now.values[i][j];
        const original = then.values[i][j];
        const classes = [!alike(x, original) && "mh-changed", hot(i, j)].filter(Boolean).join(" ");
        if (cells[i][j].className !== classes) cells[i][j].className = classes;
        return entry.update(x, original).length;
      }),
    );
    return Math.max(...letters);
  };
  return { element, update };
}

function bandRow({ columns, columnBand }) {
  const heads = Array.from({ length: columns.length / columnBand }, (_, head) =>
    h("th", { scope: "colgroup", colspan: columnBand, class: swatch(head) }, `head ${head + 1}`),
  );
  return h("tr", { class: "mh-bands" }, h("td"), ...heads);
}

function rowName({ rows, rowBand }, i) {
  const head = Math.floor(i / rowBand);
  return h(
    "th",
    { scope: "row", class: rowBand && swatch(head) },
    h("span", { class: "mh-band" }, i % rowBand === 0 ? `head ${head + 1}` : ""),
    ` ${rows[i]}`,
  );
}
