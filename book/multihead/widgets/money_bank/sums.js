// How an entry comes about, in pieces: `of` says whose entry one is, `up` is an exponent, after
// `turn` comes a new line. `=` joins what is equal to the last digit.
import { show, shownInFull } from "./numbers.js";
import { sourceColumn } from "./steps.js";

/** Above this, a power of e is no number to write down. */
const PLAIN_POWER = 12;

export function sumOf(stage, i, j) {
  const write = { joined: joinedSum, softmax: softmaxSum, product: productSum };
  return write[stage.kind](stage, i, j);
}

const entryName = (m, i, j) => `${m.name} [${m.rows[i]}, ${m.columns[j]}]`;
const start = ({ c }, i, j) => ({ text: `${entryName(c, i, j)} = ` });
const equals = (...numbers) => (shownInFull(...numbers) ? " = " : " ≈ ");
const term = (x, of) => ({ text: x < 0 ? `(${show(x)})` : show(x), of });
const added = (pieces) => pieces.flatMap((p, k) => (k ? [{ text: " + " }, p] : [p]));

function outcome(value, ...inputs) {
  const digits = String(Number(value.toPrecision(10))).replace("e+", "e");
  return [
    { text: equals(value, ...inputs) },
    { text: show(value), of: "c" },
    ...(shownInFull(value) ? [] : [{ text: ` (${digits})`, quiet: true }]),
  ];
}

function joinedSum(stage, i, j) {
  const [from, column] = sourceColumn(stage, j);
  const value = stage.c.values[i][j];
  return [start(stage, i, j), { text: entryName(from, i, column), of: "a" }, ...outcome(value)];
}

function softmaxSum(stage, i, j) {
  const row = stage.a.values[i];
  const top = Math.max(...row);
  const off = row.some((s) => !(Math.abs(s) <= PLAIN_POWER));
  const scores = off ? row.map((s) => s - top) : row;
  const powers = scores.map(Math.exp);
  const power = (s, k) => ({ text: "e", up: show(s), of: k === j ? "a" : undefined });
  return [
    ...(off ? [{ text: `Subtract the row's largest score, ${show(top)}, from each. ` }] : []),
    start(stage, i, j),
    power(scores[j], j),
    { text: " ÷ (" },
    ...added(scores.map(power)),
    { text: `)${equals(...powers)}` },
    term(powers[j]),
    { text: " ÷ (" },
    ...added(powers.map((p) => term(p))),
    { text: ")" },
    ...outcome(stage.c.values[i][j], ...powers),
  ];
}

function productSum(stage, i, j) {
  const { a, b, c, root } = stage;
  const row = a.values[i];
  const column = b.values.map((r) => r[j]);
  const terms = row.flatMap((x, k) => [
    ...(k ? [{ text: " + ", turn: k % b.rowBand === 0 }] : []),
    term(x, "a"),
    { text: " × " },
    term(column[k], "b"),
  ]);
  if (root) return [start(stage, i, j), ...dividedSum(terms, row, column, root, c.values[i][j])];
  const turn = b.rowBand ? [{ text: "", turn: true }] : [];
  return [
    start(stage, i, j),
    ...turn,
    ...terms,
    ...turn,
    ...outcome(c.values[i][j], ...row, ...column),
  ];
}

function dividedSum(terms, row, column, root, value) {
  const sum = row.reduce((s, x, k) => s + x * column[k], 0);
  return [
    { text: "(" },
    ...terms,
    { text: `) ÷ √${root}` },
    { text: equals(sum, ...row, ...column) },
    term(sum),
    { text: ` ÷ ${show(Math.sqrt(root))}` },
    ...outcome(value, sum, Math.sqrt(root)),
  ];
}

export function plainText(pieces) {
  return pieces
    .map(({ text, up }) => (up ? `${text}^${up.startsWith("-") ? `(${up})` : up}` : text))
    .join("");
}
