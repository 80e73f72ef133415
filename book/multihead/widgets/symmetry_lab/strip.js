import { drawMatrix } from "../base/draw_matrix.js";
import { button, h, press, setText } from "../base/elements.js";
import { whenChanged } from "../base/when_changed.js";
import { figure, under } from "./figures.js";
import { seedText } from "./format.js";
import { lookUpOf, lookUpShares } from "./roles.js";

/** The runs side by side: which head does which look-up. A click opens one. */
export function strip(count, { open }) {
  const title = h("span"),
    progress = under(),
    cells = Array.from({ length: count }, (_, i) => cell(() => open(i)));
  const all = h("div", { class: "mh-runs" }, ...cells.map(({ element }) => element));
  return {
    element: figure(title, all, progress),
    update(state) {
      setText(title, stripTitle(state.settings, count));
      setText(progress, progressText(state.runs));
      cells.forEach(({ update }, i) => {
        update({ ...state, cell: state.runs.cells[i] });
      });
    },
  };
}

function cell(onclick) {
  const name = h("span", { class: "mh-run-name" }),
    canvas = h("canvas", { "aria-hidden": "true" }),
    lookUps = [h("span"), h("span")];
  const spokenOnly = (text) => h("span", { class: "mh-visually-hidden" }, text);
  const element = button(name, onclick, { class: "mh-button mh-run" });
  element.append(canvas, spokenOnly(" head 0: "), lookUps[0], spokenOnly(" head 1: "), lookUps[1]);
  const draw = whenChanged(
    ({ cell, runs, theme }) => [cell, cell.run?.step, isBehind(cell, runs), theme],
    ({ cell, runs, theme }) => {
      const run = isBehind(cell, runs) ? undefined : cell.run;
      const shares = run ? lookUpShares(run) : [[], []];
      drawMatrix(canvas, Float64Array.from(run ? shares.flat() : [0, 0, 0, 0]), 2, (s) => s, theme);
      for (const [head, node] of lookUps.entries())
        setText(node, run ? lookUpOf(shares[head]) : "…");
    },
  );
  return {
    element,
    update(state) {
      setText(name, runName(state.settings, state.cell));
      press(element, state.cell === state.runs.open);
      draw(state);
    },
  };
}

/** Whether a run has yet to catch up with the open one; while all train, it is an update late. */
export const isBehind = ({ run }, runs) => !run || run.step < runs.step - 1;

/** What tells a run of the strip from the others. */
function runName({ vary }, seeds) {
  if (vary === "data") return `data ${seeds.data_seed}`;
  return vary === "start" ? `weights ${seeds.seed}` : seedText(seeds);
}

/** Where the runs are: at the step of the one that is open, or on their way there. */
export function progressText(runs) {
  const { cells, step } = runs;
  const behind = cells.filter((cell) => isBehind(cell, runs));
  if (!behind.length) return `All ${cells.length} runs are at step ${step}.`;
  const least = Math.min(...behind.map(({ run }) => run?.step ?? 0));
  const which = `${behind.length} of the ${cells.length} runs`;
  return `${which} are still training: step ${least} of ${step}.`;
}

export function stripTitle({ vary, seed, data_seed }, count) {
  const what = {
    both: "each with its own initial weights and data",
    data: `all with the initial weights of seed ${seed}, each on its own data`,
    start: `each with its own initial weights, all on the data of seed ${data_seed}`,
  };
  return `${count} runs side by side, ${what[vary]}`;
}
