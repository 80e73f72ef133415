// The worked example as arithmetic: every matrix of the layer, and any entry's sum written out.
// Numbers are nested lists; weights are in wide form, the head axis first, as in example.py.
import { fmt } from "../base/text.js";

// ---- The layer -----------------------------------------------------------------------------

export function transpose(a) {
  return a[0].map((_, j) => a.map((row) => row[j]));
}

export function product(a, b) {
  return a.map((row) => b[0].map((_, j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));
}

/** Each row's shares. The largest score is taken off first, so that no power overflows. */
export function softmax(scores) {
  return scores.map((row) => {
    const top = Math.max(...row),
      powers = row.map((s) => Math.exp(s - top));
    const sum = powers.reduce((a, b) => a + b, 0);
    return powers.map((p) => p / sum);
  });
}

/** The weights of a form: the paper's heads keep the first d_model / heads columns, and rows of W_O. */
export function inForm({ W_Q, W_K, W_V, W_O }, form) {
  if (form === "wide") return { W_Q, W_K, W_V, W_O };
  const width = W_Q[0].length / W_Q.length;
  const columns = (heads) => heads.map((w) => w.map((row) => row.slice(0, width)));
  return {
    W_Q: columns(W_Q),
    W_K: columns(W_K),
    W_V: columns(W_V),
    W_O: W_O.map((w) => w.slice(0, width)),
  };
}

/** Everything the layer computes; ∞ and NaN arise and spread as they do in NumPy. */
export function work(numbers, form) {
  const { X } = numbers,
    weights = inForm(numbers, form);
  const [Q, K, V] = [weights.W_Q, weights.W_K, weights.W_V].map((heads) =>
    heads.map((w) => product(X, w)),
  );
  const root = Math.sqrt(Q[0][0].length);
  const scores = Q.map((q, i) =>
    product(q, transpose(K[i])).map((row) => row.map((s) => s / root)),
  );
  const pattern = scores.map(softmax);
  const Z = pattern.map((p, i) => product(p, V[i]));
  const Z_prime = X.map((_, pos) => Z.flatMap((z) => z[pos]));
  return {
    weights,
    Q,
    K,
    V,
    scores,
    pattern,
    Z,
    Z_prime,
    output: product(Z_prime, weights.W_O.flat()),
  };
}

// ---- Numbers in and out --------------------------------------------------------------------

/** What was typed as a number, or undefined. A comma may be the decimal sign. */
export function readNumber(text) {
  const plain = text.trim().replace(/[−–]/g, "-").replace(",", ".");
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
  return Number.isFinite(value) ? value + 0 : undefined; // -0 becomes 0
}

/** Why what was typed is refused. */
export function refusal(text) {
  if (text.trim() === "") return "An empty entry is not a number";
  const huge = /^[+-]?\d+\.?\d*(e[+-]?\d+)?$/i.test(text.trim());
  return huge
    ? `${text.trim()} is too large: numbers end at 1.8e308`
    : `“${text.trim().slice(0, 20)}” is not a number`;
}

/** Equal but for what rounding in 64 bits may do. */
const near = (x, y) => Math.abs(x - y) <= 1e-12 * Math.abs(x);

/** Whole numbers as such, others with two decimals, and the smallest and largest as 1.00e-9. */
export function show(x) {
  const size = Math.abs(x),
    whole = Math.round(x);
  if (x === 0) return "0";
  if (size < 0.005) return x.toExponential(2);
  return near(x, whole) && size < 1e6 ? String(whole) : fmt(x, size < 1e6 ? 2 : 3);
}

export const alike = (x, y) => x === y || (Number.isNaN(x) && Number.isNaN(y));

/** A nested list with one entry replaced. */
export function withEntry(array, [i, ...rest], value) {
  return array.map((a, j) => (j !== i ? a : rest.length ? withEntry(a, rest, value) : value));
}

// ---- Matrices by name ------------------------------------------------------------------------

const UP = "¹²³⁴⁵⁶⁷⁸⁹",
  DOWN = "₁₂₃₄₅₆₇₈₉";
const count = (n) => Array.from({ length: n }, (_, i) => String(i + 1));

/**
 * Every matrix in the order of the walk, by name: its values, what its rows and columns are called,
 * its head (or null), how many rows or columns in turn belong to one head (`rowBand`, `columnBand`),
 * and for those a reader may change, where an entry is kept: `path(row, column)`.
 */
export function matrices(numbers, form, words, coordinates) {
  const done = work(numbers, form),
    all = new Map(),
    width = done.Q[0][0].length;
  const add = (name, values, rows, columns, more = {}) =>
    all.set(name, { name, values, rows, columns, head: null, ...more });
  const heads = (name, rows, columns, mark = DOWN) =>
    done[name].forEach((values, head) => add(name + mark[head], values, rows, columns, { head }));
  add("X", numbers.X, words, coordinates, { path: (i, j) => ["X", i, j] });
  numbers.W_Q.forEach((_, head) => {
    for (const trait of ["W_Q", "W_K", "W_V"])
      add(trait + UP[head], done.weights[trait][head], coordinates, count(width), {
        head,
        path: (i, j) => [trait, head, i, j],
      });
  });
  done.Q.forEach((_, head) => {
    for (const name of ["Q", "K", "V"])
      add(name + DOWN[head], done[name][head], words, count(width), { head });
  });
  heads("scores", words, words);
  heads("pattern", words, words);
  heads("Z", words, count(width));
  add("Z′", done.Z_prime, words, count(width * done.Z.length), { columnBand: width });
  add("W_O", done.weights.W_O.flat(), count(width * done.Z.length), coordinates, {
    rowBand: width,
    path: (i, j) => ["W_O", Math.floor(i / width), i % width, j],
  });
  add("output", done.output, words, coordinates);
  return all;
}

/** The rows and columns of a matrix: 2 × 4. */
export function shape({ values }) {
  return `${values.length} × ${values[0].length}`;
}

/** The names of the matrices that differ between two such maps. */
export function different(now, then) {
  return [...now.values()]
    .filter(({ name, values }) =>
      values.some((row, i) => row.some((x, j) => !alike(x, then.get(name).values[i][j]))),
    )
    .map(({ name }) => name);
}

// ---- The steps -------------------------------------------------------------------------------

/** What is multiplied in a step, for a head and one of its projections; `kind` says how. */
export function stageOf(all, step, head, projection) {
  const of = (name) => all.get(name + DOWN[head]);
  const turned = (m) => ({
    ...m,
    name: `${m.name}ᵀ`,
    values: transpose(m.values),
    rows: m.columns,
    columns: m.rows,
  });
  switch (step) {
    case 1:
      return { kind: "given", shown: [all.get("X")] };
    case 2:
      return { kind: "given", shown: [...all.values()].filter((m) => m.path && m.head !== null) };
    case 3:
      return {
        kind: "product",
        a: all.get("X"),
        b: all.get(`W_${projection}${UP[head]}`),
        c: of(projection),
      };
    case 4:
      return {
        kind: "product",
        a: of("Q"),
        b: turned(of("K")),
        c: of("scores"),
        root: of("Q").columns.length,
      };
    case 5:
      return { kind: "softmax", a: of("scores"), c: of("pattern") };
    case 6:
      return { kind: "product", a: of("pattern"), b: of("V"), c: of("Z") };
    case 7:
      return {
        kind: "joined",
        shown: [...all.values()].filter((m) => m.name.startsWith("Z") && m.head !== null),
        c: all.get("Z′"),
      };
    case 8:
      return { kind: "product", a: all.get("Z′"), b: all.get("W_O"), c: all.get("output") };
  }
}

/** The names of the matrices that a step makes. */
export const MADE = [
  /^X$/,
  /^W_[QKV]/,
  /^[QKV][₁-₉]/,
  /^scores/,
  /^pattern/,
  /^Z[₁-₉]/,
  /^Z′/,
  /^output/,
];

/** Above this, e to the power of a score is not a number to write down. */
const PLAIN_POWER = 12;

/**
 * How an entry comes about, as pieces of text; `of` says whose entry a piece is, `up` is an
 * exponent, after `turn` a new line serves. `=` joins what is equal to the last digit shown, `≈` what was rounded.
 */
export function sumOf(stage, i, j) {
  const { kind, a, b, c, root } = stage,
    value = c.values[i][j];
  const exact = (...numbers) =>
    numbers.every((x) => !Number.isFinite(x) || x === 0 || near(x, Number(show(x))));
  const number = (x, of) => ({ text: x < 0 ? `(${show(x)})` : show(x), of });
  const start = [{ text: `${c.name} [${c.rows[i]}, ${c.columns[j]}] = ` }];
  const end = (...inputs) => {
    const rounded = !exact(value),
      sign = { text: exact(value, ...inputs) ? " = " : " ≈ " };
    const full = rounded
      ? [{ text: ` (${String(Number(value.toPrecision(10))).replace("e+", "e")})`, quiet: true }]
      : [];
    return [sign, { text: show(value), of: "c" }, ...full];
  };
  if (kind === "joined") {
    const width = stage.shown[0].columns.length,
      from = stage.shown[Math.floor(j / width)];
    return [
      ...start,
      { text: `${from.name} [${from.rows[i]}, ${from.columns[j % width]}]`, of: "a" },
      ...end(value),
    ];
  }
  if (kind === "softmax") {
    const row = a.values[i],
      top = Math.max(...row),
      off = row.some((s) => !(Math.abs(s) <= PLAIN_POWER));
    const scores = off ? row.map((s) => s - top) : row,
      powers = scores.map(Math.exp);
    const power = (s, k) => ({ text: "e", up: show(s), of: k === j ? "a" : undefined });
    const plus = (pieces) => pieces.flatMap((p, k) => (k ? [{ text: " + " }, p] : [p]));
    return [
      ...(off ? [{ text: `Take the row's largest score, ${show(top)}, off each. ` }] : []),
      ...start,
      power(scores[j], j),
      { text: " ÷ (" },
      ...plus(scores.map(power)),
      { text: exact(...powers) ? ") = " : ") ≈ " },
      number(powers[j]),
      { text: " ÷ (" },
      ...plus(powers.map((p) => number(p))),
      { text: ")" },
      ...end(...powers),
    ];
  }
  const row = a.values[i],
    column = b.values.map((r) => r[j]);
  const terms = row.flatMap((x, k) => [
    ...(k ? [{ text: " + ", turn: k % b.rowBand === 0 }] : []),
    number(x, "a"),
    { text: " × " },
    number(column[k], "b"),
  ]);
  const turn = b.rowBand ? [{ text: "", turn: true }] : [];
  if (!root) return [...start, ...turn, ...terms, ...turn, ...end(...row, ...column)];
  const sum = row.reduce((s, x, k) => s + x * column[k], 0);
  return [
    ...start,
    { text: "(" },
    ...terms,
    { text: `) ÷ √${root}` },
    { text: exact(sum, ...row, ...column) ? " = " : " ≈ " },
    number(sum),
    { text: ` ÷ ${show(Math.sqrt(root))}` },
    ...end(sum, Math.sqrt(root)),
  ];
}

/** Such pieces as one plain text. */
export function plain(pieces) {
  return pieces
    .map(({ text, up }) => (up ? `${text}^${up.startsWith("-") ? `(${up})` : up}` : text))
    .join("");
}

/** The first matrix on the way that holds what is not a finite number, or undefined. */
export function overflowing(all) {
  return [...all.values()].find(({ values }) => values.flat().some((x) => !Number.isFinite(x)));
}
