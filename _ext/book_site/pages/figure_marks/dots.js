// Rows of dots: a median, and below it a dot for each training. A mark is { row, dot }; the median
// has no dot.
import {
  beside,
  idsOfRows,
  joined,
  MEDIAN_FIRST,
  NEAR,
  nearest,
  numberText,
  onAxis,
  placeOn,
} from "./scales.js";

export class Dots {
  constructor(drawn, ownRun) {
    const { x, box, ends, title } = drawn;
    const across = placeOn(x.ends, box[0], box[2]);
    Object.assign(this, drawn, { label: title || x.name });
    const ids = idsOfRows(drawn.links);
    this.down = placeOn(ends, box[1] + box[3], -box[3]);
    this.rows = drawn.series.map((one, i) => ({
      run: `${ownRun}.${i}`,
      ...one,
      ids: ids.splice(0, one.values.length),
      heads: one.heads?.[0] ?? 1,
      places: one.values.map((whole) => across(onAxis(x, whole))),
      middle: across(onAxis(x, one.median)),
      order: one.values.map((_, dot) => dot).sort((a, b) => one.values[a] - one.values[b]),
    }));
  }

  pick(x, y) {
    const { rows, down, below } = this;
    const row = nearest(rows.map((_, i) => Math.abs(y - down(i + below / 2))));
    const { places, middle } = rows[row];
    const far = places.map((place) => Math.hypot(place - x, down(row + below) - y));
    const dot = nearest(far);
    const ofMedian = Math.hypot(middle - x, down(row) - y) - MEDIAN_FIRST;
    if (Math.min(ofMedian, far[dot]) > NEAR) return null;
    return { row, dot: ofMedian < far[dot] ? null : dot };
  }

  start() {
    return { row: 0, dot: null };
  }

  move({ row, dot }, key) {
    if (key === "n") return null;
    if (key === "ArrowUp" || key === "ArrowDown") {
      const next = beside(row, key === "ArrowUp" ? -1 : 1, this.rows.length);
      const same = dot === null ? null : this.dotOf(next, this.training({ row, dot }).number, dot);
      return { row: next, dot: same };
    }
    const { order, values, median } = this.rows[row];
    const at =
      dot === null ? values.filter((value) => value < median).length - 0.5 : order.indexOf(dot);
    const [before, after] = [Math.ceil(at) - 1, Math.floor(at) + 1];
    const to = { ArrowLeft: before, ArrowRight: after, Home: 0, End: order.length }[key];
    return { row, dot: order[beside(to, 0, order.length)] };
  }

  place({ row, dot }) {
    const { name, heads } = this.rows[row];
    if (dot === null) return name;
    const number = Math.floor(dot / heads);
    return joined(name, `${this.each} ${number}`, heads > 1 && `head ${dot % heads}`);
  }

  value({ row, dot }) {
    const { median, values, heads } = this.rows[row];
    const middle = `median ${numberText(this.x, median)}`;
    return dot === null
      ? `${middle} of ${values.length / heads} ${this.each}s`
      : `${numberText(this.x, values[dot])} (${middle})`;
  }

  identify({ row, dot }) {
    const { name, run } = this.rows[row];
    return { name, run, dot };
  }

  /** The same training, or the median, in the row of the same name. */
  find({ name, run, dot }) {
    const row = this.rows.findIndex((one) => one.name === name && one.run === run);
    return row < 0 || !((dot ?? 0) in this.rows[row].values) ? null : { row, dot };
  }

  training({ row, dot }) {
    const { run, heads } = this.rows[row];
    return dot === null ? null : { run, number: Math.floor(dot / heads) };
  }

  link({ row, dot }) {
    return this.rows[row].ids[dot];
  }

  /** The dot of a training in another row, of the same head if it has as many. */
  dotOf(row, number, dot) {
    const { heads, values } = this.rows[row];
    const there = number * heads + (dot % heads);
    return there in values ? there : null;
  }

  shapes({ row, dot }) {
    const { middle, places, colour } = this.rows[row];
    return dot === null
      ? [{ tag: "circle", cx: middle, cy: this.down(row), r: 5, colour }]
      : [{ tag: "circle", cx: places[dot], cy: this.down(row + this.below), r: 4, colour }];
  }

  shapesOf({ run, number }) {
    return this.rows.flatMap((one, row) => {
      const dots = one.run === run ? one.heads : 0;
      const all = Array.from({ length: dots }, (_, head) => number * one.heads + head);
      return all.filter((dot) => dot in one.values).flatMap((dot) => this.shapes({ row, dot }));
    });
  }

  shapesNamed(name) {
    return this.rows.flatMap((one, row) =>
      one.name === name ? this.shapes({ row, dot: null }) : [],
    );
  }

  nameOf({ row }) {
    return this.rows[row].name;
  }
}
