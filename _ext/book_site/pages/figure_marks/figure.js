// One figure: what is lit in it, and what is read out below it.
import { Cells } from "./cells.js";
import { Dots } from "./dots.js";
import { heldTraining, hold, isSame, whenHeld } from "./held.js";
import { Lines } from "./lines.js";
import { overlay } from "./overlay.js";
import { joined } from "./scales.js";

const KINDS = { cells: Cells, dots: Dots, lines: Lines };
const LET_GO = "let go";
const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "n"];

/** Where a pointer is, in the units of a picture, which may be scaled and stands in its middle. */
function placeIn(svg, { clientX, clientY }) {
  const box = svg.getBoundingClientRect();
  const view = svg.viewBox.baseVal;
  const scale = Math.min(box.width / view.width, box.height / view.height);
  return {
    x: view.x + (clientX - box.x - (box.width - scale * view.width) / 2) / scale,
    y: view.y + (clientY - box.y - (box.height - scale * view.height) / 2) / scale,
  };
}

export class Figure {
  /** `bar` is where it speaks. */
  constructor(box, name, bar) {
    Object.assign(this, { box, name, bar });
    this.panels = []; // a drawing each, once the figure is approached
    this.lit = null; // { panel, mark }
    this.every = false;
    this.whenLit = () => {};
  }

  prepare() {
    if (this.panels.length) return;
    const svgs = this.box.querySelectorAll(":scope > svg");
    for (const [i, drawn] of JSON.parse(this.box.dataset.drawn).entries()) {
      if (!drawn.kind) continue;
      const panel = new KINDS[drawn.kind](drawn, `${this.name}.${i}`);
      this.panels.push(Object.assign(panel, { svg: svgs[i], draw: overlay(svgs[i]) }));
    }
    whenHeld(() => {
      this.drawAll("held", heldTraining(), (panel, held) => panel.shapesOf(held));
      this.say();
    });
  }

  /** Let one group of every panel show something, or nothing. */
  drawAll(group, what, shapes) {
    for (const panel of this.panels) panel.draw(group, what ? shapes(panel, what) : []);
  }

  /** The place that is lit, in any panel: the same cell, or the same training of the same row. */
  markIn(panel) {
    const { panel: own, mark } = this.lit;
    return panel === own
      ? mark
      : panel.constructor === own.constructor
        ? panel.find(own.identify(mark))
        : null;
  }

  light(lit) {
    if (lit || this.lit) this.bar.stand(lit);
    this.lit = lit;
    const training = lit?.panel.training(lit.mark);
    this.drawAll("lit", lit, (panel) => {
      const mark = this.markIn(panel);
      return [...(training ? panel.shapesOf(training) : []), ...(mark ? panel.shapes(mark) : [])];
    });
    this.say();
    this.whenLit(lit?.panel.nameOf?.(lit.mark));
  }

  lightNamed(name) {
    this.prepare();
    this.drawAll("named", name, (panel) => panel.shapesNamed?.(name) ?? []);
  }

  showEvery() {
    this.prepare();
    this.every = !this.every;
    this.drawAll("every", this.every, (panel) => panel.shapesOfEvery?.() ?? []);
    this.bar.press(this.every);
    return `${this.every ? "all training runs are" : "only medians are"} shown`;
  }

  lightAt(svg, event) {
    const panel = this.panels.find((one) => one.svg === svg);
    const point = panel && placeIn(svg, event);
    const mark = point && panel.pick(point.x, point.y, this.every);
    const again = this.lit && mark && this.isLit(panel, mark);
    this.light(mark ? { panel, mark } : null);
    return again;
  }

  /** Say whether this very training is lit, or what leads to the same place. */
  isLit(panel, mark) {
    const { panel: own, mark: lit } = this.lit;
    const link = panel.link?.(mark);
    if (link) return link === own.link?.(lit);
    const training = panel.training(mark);
    return Boolean(training && isSame(training, own.training(lit)));
  }

  /** Hold the training that is lit, or go to what says what the mark is; return what to say. */
  choose() {
    if (!this.lit) return "";
    const { panel, mark } = this.lit;
    const [link, training] = [panel.link?.(mark), panel.training(mark)];
    if (link) location.hash = link;
    else if (training) hold(training);
    return link || !training ? this.text() : this.heldText() || LET_GO;
  }

  /** Do what a key asks for; return what to say, or nothing if it asks for nothing here. */
  press(key) {
    this.prepare();
    if (KEYS.includes(key)) this.light(this.lit ? this.moved(key) : this.start(0));
    else if (key === "a") return this.showEvery();
    else if (key === "Enter") return this.choose();
    else if (key === "Escape") return this.letGo();
    else return "";
    return this.text();
  }

  letGo() {
    const held = heldTraining();
    if (!held && !this.lit) return "";
    if (held) hold(held);
    this.light(null);
    return LET_GO;
  }

  start(i) {
    const panel = this.panels[i % this.panels.length];
    return { panel, mark: panel.start() };
  }

  moved(key) {
    const { panel, mark } = this.lit;
    const next = panel.move(mark, key, this.every);
    return next ? { panel, mark: next } : this.start(this.panels.indexOf(panel) + 1);
  }

  say() {
    this.bar.say(this.text() || this.heldText());
  }

  heldText() {
    const held = heldTraining();
    const panel = held && this.panels.find((one) => one.shapesOf(held).length);
    return panel ? `held: ${panel.each ?? panel.names[0]} ${held.number}` : "";
  }

  text() {
    if (!this.lit) return "";
    const { panel, mark } = this.lit;
    const row = document.getElementById(panel.link?.(mark));
    const said = row?.querySelector("th").textContent;
    const place = said ? joined(said, panel.under?.(mark)) : panel.place(mark);
    const values = this.panels.flatMap((one) => {
      const here = this.markIn(one);
      if (!here) return [];
      return this.panels.length > 1 ? `${one.label} ${one.value(here)}` : one.value(here);
    });
    const training = panel.training(mark);
    const end = training && isSame(training, heldTraining()) ? ", held" : "";
    return `${place}: ${values.join("; ")}${end}`;
  }
}
