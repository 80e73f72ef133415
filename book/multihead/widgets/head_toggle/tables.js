import { h, table } from "../base/elements.js";
import { fmt } from "../base/format.js";
import { answer, meanShares } from "./data.js";
import { amount } from "./format.js";

export function numberTables(data, { seeds }) {
  const patterns = seeds.flatMap((measured) => patternTables(data, measured));
  return h("div", {}, errorTable(data, seeds), answerTable(data, seeds), ...patterns);
}

function errorTable({ names }, seeds) {
  const columns = seeds.flatMap(({ seed }) =>
    ["on", "all heads", "change"].map((text) => `${names.seeds[seed]}, ${text}`),
  );
  const row = (text, pick) => [
    text,
    ...seeds.flatMap(({ now, full }) => [
      amount(pick(now)),
      amount(pick(full)),
      amount(pick(now) - pick(full), true),
    ]),
  ];
  const { outputs, positions } = names.whole;
  return table(
    "Mean squared errors with the heads that are on and with all heads",
    ["error", ...columns],
    [
      row("all", (errors) => errors.all),
      ...outputs.map((text, i) => row(`output ${text}`, (errors) => errors.outputs[i])),
      ...positions.map((text, i) => row(`position ${text}`, (errors) => errors.positions[i])),
    ],
  );
}

function answerTable(data, seeds) {
  const { sizes, names, target } = data;
  const difference = "output − target";
  const columns = seeds.flatMap(({ seed }) => [`${names.seeds[seed]}, output`, difference]);
  const numbers = namesOfNumbers(data);
  const answers = seeds.map((measured) => answer(data, measured));
  const rows = Array.from(target, (y, i) => [
    `${names.whole.positions[Math.floor(i / sizes.d_out)]}, ${numbers[i % sizes.d_out]}`,
    fmt(y, 2),
    ...answers.flatMap((output) => [fmt(output[i], 2), fmt(output[i] - y, 2, true)]),
  ]);
  return table("The example: target and output", ["position, output", "target", ...columns], rows);
}

/** A name for each number of an output, "t-1 no. 0" if several share one. */
function namesOfNumbers({ names, counts }) {
  return names.whole.outputs.flatMap((name, i) =>
    Array.from({ length: counts[i] }, (_, j) => (counts[i] > 1 ? `${name} no. ${j}` : name)),
  );
}

function patternTables(data, { seed, step, ownHeads }) {
  const { sizes, names } = data;
  const { positions } = names.whole;
  return ownHeads.map((head) => {
    const shares = meanShares(data, { seed, step }, head);
    const rows = positions.map((query, i) => [
      query,
      ...positions.map((_, j) => fmt(shares[i * sizes.pos + j], 2)),
    ]);
    return table(
      `Mean pattern of head ${head}, ${names.seeds[seed]}`,
      ["query", ...positions.map((key) => `key ${key}`)],
      rows,
    );
  });
}
