// Lines over places: the median of each, and the trainings behind it. A mark is
// { line, number, step }; the median has no number.
import {
  beside,
  joined,
  MEDIAN_FIRST,
  minus,
  NEAR,
  nearest,
  numberText,
  onAxis,
  placeOn,
  summed,
} from "./scales.js";

const SIDES = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

export class Lines {
  constructor(drawn, ownRun) {
    const { x, y, box, title } = drawn;
    const across = placeOn(x.ends, box[0], box[2]);
    const down = placeOn(y.ends, box[1] + box[3], -box[3]);
    const rough = { ...y, unit: y.rough }; // the axis of the trainings
    const placesOn = (axis) => (wholes) => wholes.map((whole) => down(onAxis(axis, whole)));
    Object.assign(this, drawn, { rough, label: title || y.name });
    this.at = x.at.map((value) => across(x.log ? Math.log10(value) : value));
    this.series = drawn.series.map((one, i) => {
      const [median, values] = [summed(one.median), (one.values ?? []).map(summed)];
      const places = { middle: placesOn(y)(median), each: values.map(placesOn(rough)) };
      return { run: `${ownRun}.${i}`, ...one, median, values, ...places };
    });
  }

  /** All lines that are shown: a mark is one of them, at a step. */
  shown(every) {
    return this.series.flatMap(({ values, faint }, line) => [
      { line, number: null },
      ...[...values.keys()]
        .filter((number) => every || faint?.includes(number))
        .map((number) => ({ line, number })),
    ]);
  }

  places({ line, number }) {
    return number === null ? this.series[line].middle : this.series[line].each[number];
  }

  pick(x, y, every) {
    const step = nearest(this.at.map((place) => Math.abs(place - x)));
    const all = this.shown(every);
    const far = all.map((mark) => {
      const distance = Math.abs(this.places(mark)[step] - y);
      if (mark.number === null) return distance - MEDIAN_FIRST;
      return distance > NEAR ? Infinity : distance;
    });
    return { ...all[nearest(far)], step };
  }

  start() {
    return { line: 0, number: null, step: 0 };
  }

  move(mark, key, every) {
    const { line, number, step } = mark;
    if (key in SIDES) {
      const sign = Math.sign(this.at.at(-1) - this.at[0]) || 1; // an axis may count down
      return { ...mark, step: beside(step, sign * SIDES[key], this.at.length) };
    }
    if (key === "n") return line + 1 in this.series ? { line: line + 1, number: null, step } : null;
    const order = this.shown(every);
    order.sort((a, b) => this.places(a)[step] - this.places(b)[step]);
    const own = order.findIndex((one) => one.line === line && one.number === number);
    return { ...order[beside(own, key === "ArrowUp" ? -1 : 1, order.length)], step };
  }

  place({ line, number, step }) {
    const where = `${this.x.name} ${minus(this.x.at[step])}`;
    if (number === null) return where;
    return joined(
      this.series.length > 1 && this.series[line].name,
      `${this.each} ${number}`,
      where,
    );
  }

  value({ line, number, step }) {
    const { median, values } = this.series[line];
    const text = (row, axis = this.y) => numberText(axis, row[step]);
    if (number !== null) return `${text(values[number], this.rough)} (median ${text(median)})`;
    const isOne = this.series.length === 1;
    const all = this.series.map((one) => `${isOne ? "" : one.name} ${text(one.median)}`.trim());
    const kind = Math.max(...this.seeds) > 1 ? `median${isOne ? "" : "s"} ` : "";
    return kind + all.join("; ");
  }

  identify({ line, number, step }) {
    const { name, run } = this.series[line];
    return { name, run, number, at: this.x.at[step] };
  }

  /** The same training, or the median, at the same place of the line of the same name. */
  find({ name, run, number, at }) {
    const line = this.series.findIndex((one) => one.name === name && one.run === run);
    const step = this.x.at.indexOf(at);
    const isThere = line >= 0 && step >= 0 && (number ?? -1) < this.series[line].each.length;
    return isThere ? { line, number, step } : null;
  }

  training({ line, number }) {
    return number === null ? null : { run: this.series[line].run, number };
  }

  shapes(mark) {
    const { line, number, step } = mark;
    const [cx, cy] = [this.at[step], this.places(mark)[step]];
    const dot = { tag: "circle", cx, cy, r: 4.5, colour: this.series[line].colour };
    return number === null ? [dot] : [this.polyline(mark), dot];
  }

  shapesOf({ run, number }) {
    return this.series.flatMap((one, line) =>
      one.run === run && number in one.each ? [this.polyline({ line, number })] : [],
    );
  }

  shapesNamed(name) {
    return this.series.flatMap((one, line) =>
      one.name === name ? [this.polyline({ line, number: null })] : [],
    );
  }

  shapesOfEvery() {
    return this.shown(true)
      .filter(({ number }) => number !== null)
      .map((mark) => this.polyline(mark));
  }

  nameOf({ line }) {
    return this.series[line].name;
  }

  polyline(mark) {
    const places = this.places(mark);
    const points = this.at.map((x, i) => `${x.toFixed(1)},${places[i].toFixed(1)}`).join(" ");
    return { tag: "polyline", points, colour: this.series[mark.line].colour };
  }
}
