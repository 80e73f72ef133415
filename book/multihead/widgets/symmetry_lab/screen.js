import { followTheme } from "../base/theme.js";
import { whenChanged } from "../base/when_changed.js";
import { labColours } from "./colours.js";

const MOVING_MS = 60; // between pictures while training: drawing every frame would double its time
const CALM_MS = 500; // between texts while training, and pictures where less motion is asked for

/** Hands the trainer's state on to all pieces; `words` in it says that texts are due too. */
export class Screen {
  #calm = matchMedia("(prefers-reduced-motion: reduce)");
  #drawn = 0;
  #textsDrawn = 0;
  #width = 0;
  #drawOpened;

  /** `opened`: pieces that show the open run; `others`: those that show more. */
  constructor(el, measured, controls, { opened, others }, trainer) {
    Object.assign(this, { controls, others, trainer });
    this.#drawOpened = whenChanged(
      ({ run, last, theme, width, words }) => [
        run,
        run.step,
        run.reached,
        last,
        theme,
        width,
        words,
      ],
      (state) => {
        for (const piece of opened) piece.update(state);
      },
    );
    this.#width = measured.clientWidth; // so that nothing moves after the first picture
    this.stopTheme = followTheme(el, (dark) => {
      this.theme = labColours(dark);
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
    return now - this.#drawn > (this.#calm.matches ? CALM_MS : MOVING_MS);
  }

  draw(now) {
    this.updateControls();
    if (!this.#width) return;
    const { run, runs, settings, playing, resting, last } = this.trainer;
    const words = (resting && !playing) || now - this.#textsDrawn >= CALM_MS;
    if (words) this.#textsDrawn = now;
    this.#drawn = now;
    const { theme } = this;
    const state = { run, runs, settings, last, theme, width: this.#width, words };
    this.#drawOpened(state);
    for (const piece of this.others) piece.update(state);
  }

  stop() {
    this.stopTheme();
    this.watcher.disconnect();
  }
}
