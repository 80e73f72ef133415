import { h, setText } from "../base/elements.js";

/** A matrix as a table; `update(values, marked)` shows its numbers and marks some. */
export function numberGrid(name, rows, columns) {
  const cells = rows.map(() => Array.from({ length: columns }, () => h("td")));
  const caption = h("caption", {}, name);
  const names = rows.map((row) => h("th", { scope: "row" }, h("bdi", {}, row)));
  const element = h(
    "table",
    { class: "mh-grid" },
    caption,
    h("tbody", {}, ...cells.map((row, i) => h("tr", {}, names[i], ...row))),
  );
  const update = (values, marked, title = name) => {
    setText(caption, title);
    cells.forEach((row, i) => {
      row.forEach((cell, j) => {
        setText(cell, values[i][j] === null ? "·" : String(values[i][j]));
        cell.className = marked[i][j] ? "mh-in-head" : "";
      });
    });
  };
  return { element, update };
}
