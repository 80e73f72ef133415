// The cells of a table. A mark is { row, column }.
import { beside, idsOfRows, joined, placeOn } from "./scales.js";

const STEPS = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};
const named = (name, label) => (label ? `${name} ${label}`.trim() : "");

export class Cells {
  constructor(drawn) {
    const { box, ends, first, title } = drawn;
    const [across, down] = [
      placeOn(ends[0], box[0], box[2]),
      placeOn(ends[1], box[1] + box[3], -box[3]),
    ];
    Object.assign(this, drawn, { label: title, ids: idsOfRows(drawn.links) });
    this.left = (column) => across(column + first - 0.5);
    this.top = (row) => down(row + first - 0.5);
  }

  pick(x, y) {
    const { left, top, rows, columns } = this;
    const column = Math.floor((x - left(0)) / (left(1) - left(0)));
    const row = Math.floor((y - top(0)) / (top(1) - top(0)));
    return row in rows && column in columns ? { row, column } : null;
  }

  start() {
    return { row: 0, column: 0 };
  }

  move({ row, column }, key) {
    if (!(key in STEPS)) return null;
    const [down, right] = STEPS[key];
    return {
      row: beside(row, down, this.rows.length),
      column: beside(column, right, this.columns.length),
    };
  }

  place({ row, column }) {
    const [ofRow, ofColumn] = this.names;
    return joined(named(ofRow, this.rows[row]), named(ofColumn, this.columns[column]));
  }

  value({ row, column }) {
    return this.texts[row][column];
  }

  identify(mark) {
    return { ...mark, labels: this.labels(mark) };
  }

  /** The cell of the same labels, if this table has it; they may stand in it twice. */
  find({ row, column, labels }) {
    const isIt = (mark) => this.labels(mark).join() === labels.join();
    const other = { row: this.rows.indexOf(labels[0]), column: this.columns.indexOf(labels[1]) };
    return [{ row, column }, other].find(isIt) ?? null;
  }

  labels({ row, column }) {
    return [this.rows[row], this.columns[column]];
  }

  training({ row }) {
    return this.run ? { run: this.run, number: row } : null;
  }

  /** What stands beside the words of a row that is said elsewhere on the page. */
  under({ column }) {
    return this.columns[column];
  }

  link({ row }) {
    return this.ids[row];
  }

  shapes({ row, column }) {
    return [this.rectangle(row, column, 1, 1)];
  }

  shapesOf({ run, number }) {
    return run === this.run && number in this.rows ? [this.wholeRow(number)] : [];
  }

  wholeRow(row) {
    return this.rectangle(row, 0, 1, this.columns.length);
  }

  rectangle(row, column, nRows, nColumns) {
    const [x, y] = [this.left(column), this.top(row)];
    const [width, height] = [this.left(column + nColumns) - x, this.top(row + nRows) - y];
    return { tag: "rect", x, y, width, height };
  }
}
