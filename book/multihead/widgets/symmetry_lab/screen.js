import { followTheme } from "../base/theme.js";
import { labColours } from "./lab_colours.js";

const CALM_MS = 500; // between texts while training, and pictures where less motion is asked for

/** Hands the trainer's state on to all pieces; `words` in it says that texts are due too. */
export class Screen {
  #calm = matchMedia("(prefers-reduced-motion: reduce)");
  #drawn = 0;
  #width = 0;

  constructor(el, measured, controls, pieces, trainer) {
    Object.assign(this, { controls, pieces, trainer });
    this.stopTheme = followTheme(el, (dark) => {
      this.look = labColours(dark);
      this.draw(performance.now());
    });
    this.watcher = new ResizeObserver(() => {
      if (measured.clientWidth === this.#width) return;
      this.#width = measured.clientWidth;
      this.draw(performance.now());
    });
    this.watcher.observe(measured);
  }

  updateControls() {
    for (const piece of this.controls) piece.update(this.trainer);
  }

  isDue(now) {
    return !this.#calm.matches || now - this.#drawn > CALM_MS;
  }

  draw(now) {
    this.updateControls();
    if (!this.#width) return;
    const { run, playing, last } = this.trainer;
    const words = !playing || now - this.#drawn >= CALM_MS;
    if (words) this.#drawn = now;
    const state = { run, last, look: this.look, width: this.#width, words };
    for (const piece of this.pieces) piece.update(state);
  }

  stop() {
    this.stopTheme();
    this.watcher.disconnect();
  }
}
