import { table, tableAlternative } from "../base/elements.js";
import { fmt } from "../base/format.js";
import { percent } from "../base/percent.js";
import { whenChanged } from "../base/when_changed.js";
import { MATRICES } from "../training/shapes.js";
import { LINES } from "./drawing.js";
import { sizeText } from "./format.js";
import { LOOK_UPS, lookUpOf, lookUpShares, stepsBack } from "./roles.js";

export function tableSteps(reached, currentStep) {
  const some = [0, 1, 2, 5, 10, 20];
  for (let step = 50; step <= reached; step += 50) some.push(step);
  return [...new Set([...some, currentStep, reached])]
    .filter((step) => step <= reached)
    .sort((a, b) => a - b);
}

export function historyTable() {
  return runTable("The run as a table", ({ history, reached, step }) => {
    const lengths = [0, 1].flatMap((i) => MATRICES.map((name) => `head ${i}: |∇${name}|`));
    const distances = LINES.map(({ name }) => `distance of ${name}`);
    const rows = tableSteps(reached, step).map((s) => [
      String(s),
      fmt(history.loss[s], 4),
      fmt(history.r2[s]),
      ...LINES.map(({ series }) => sizeText(history[series][s])),
      ...history.gradients.flatMap((head) => MATRICES.map((name) => sizeText(head[name][s]))),
    ]);
    return table(
      "Loss, distance between the heads, and norm of each gradient, by step",
      ["step", "loss", "R²", ...distances, ...lengths],
      rows,
    );
  });
}

/** What each run of the strip came to. */
export function stripTable() {
  let cells;
  const percents = (shares) => [...shares.map(percent), lookUpOf(shares)];
  const { element, refresh } = tableAlternative("All runs as a table", () => {
    const rows = cells.map(({ seed, data_seed, run }) => [
      `weights ${seed}, data ${data_seed}`,
      ...(run ? [String(run.step), ...lookUpShares(run).flatMap(percents)] : Array(7).fill("–")),
    ]);
    const heads = [0, 1].flatMap((i) =>
      LOOK_UPS.map((back) => `head ${i}: ${stepsBack(back)}`).concat("look-up"),
    );
    return table(
      "Attention weight of each head on the two look-ups, and the look-up it does",
      ["run", "step", ...heads],
      rows,
    );
  });
  const update = whenChanged(
    ({ runs }) => [runs.cells, runs.complete && runs.step],
    ({ runs }) => {
      cells = runs.cells;
      refresh();
    },
  );
  return { element, update };
}

export function patternTable() {
  return runTable("Both patterns as a table", ({ patterns, sizes: { pos }, step }) => {
    const tokens = Array.from({ length: pos }, (_, i) => i);
    const rows = patterns.flatMap((pattern, i) =>
      tokens.map((query) => [
        `head ${i}, query ${query}`,
        ...tokens.map((token) => fmt(pattern[query * pos + token])),
      ]),
    );
    const header = ["head and query", ...tokens.map((token) => `key ${token}`)];
    return table(`Mean patterns at step ${step}`, header, rows);
  });
}

function runTable(summary, build) {
  let run;
  const { element, refresh } = tableAlternative(summary, () => build(run));
  const update = (state) => {
    run = state.run;
    if (state.words) refresh();
  };
  return { element, update };
}
