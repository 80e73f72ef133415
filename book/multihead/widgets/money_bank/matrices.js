// The matrices by name, and where two sets of them differ.
import { computeLayer } from "./layer.js";
import { alike } from "./numbers.js";

const UP = "¹²³⁴⁵⁶⁷⁸⁹";
const DOWN = "₁₂₃₄₅₆₇₈₉";

const matrix = (name, values, rows, columns, more = {}) => ({
  name,
  values,
  rows,
  columns,
  head: null,
  ...more,
});

const count = (n) => Array.from({ length: n }, (_, i) => String(i + 1));

/**
 * Every matrix by name, in the order of the walk. `rowBand` rows or `columnBand` columns in turn
 * belong to one head; those a reader may change say where an entry is kept: `path(row, column)`.
 */
export function matrices(numbers, form, words, coordinates) {
  const { weights, Q, K, V, scores, pattern, Z, Z_prime, output } = computeLayer(numbers, form);
  const width = Q[0][0].length;
  const heads = Q.map((_, head) => head);
  const inside = count(width);
  const joined = count(width * heads.length);
  const projection = (head, name) =>
    matrix(name + UP[head], weights[name][head], coordinates, inside, {
      head,
      path: (i, j) => [name, head, i, j],
    });
  const headMatrix = (head, name, values, columns) =>
    matrix(name + DOWN[head], values[head], words, columns, { head });
  const all = [
    matrix("X", numbers.X, words, coordinates, { path: (i, j) => ["X", i, j] }),
    ...heads.flatMap((head) => ["W_Q", "W_K", "W_V"].map((name) => projection(head, name))),
    ...heads.flatMap((head) => [
      headMatrix(head, "Q", Q, inside),
      headMatrix(head, "K", K, inside),
      headMatrix(head, "V", V, inside),
    ]),
    ...heads.map((head) => headMatrix(head, "scores", scores, words)),
    ...heads.map((head) => headMatrix(head, "pattern", pattern, words)),
    ...heads.map((head) => headMatrix(head, "Z", Z, inside)),
    matrix("Z′", Z_prime, words, joined, { columnBand: width }),
    matrix("W_O", weights.W_O.flat(), joined, coordinates, {
      rowBand: width,
      path: (i, j) => ["W_O", Math.floor(i / width), i % width, j],
    }),
    matrix("output", output, words, coordinates),
  ];
  return new Map(all.map((m) => [m.name, m]));
}

export const weightOf = (all, projection, head) => all.get(`W_${projection}${UP[head]}`);
export const ofHead = (all, name, head) => all.get(name + DOWN[head]);

export function shape({ values }) {
  return `${values.length} × ${values[0].length}`;
}

export const place = (m, i, j) => `${m.name}, row ${m.rows[i]}, column ${m.columns[j]}`;

/** Every entry that differs between two such maps. */
export function changedEntries(now, before) {
  return [...now.values()].flatMap((m) =>
    m.values.flatMap((row, i) =>
      row.flatMap((x, j) => {
        const original = before.get(m.name).values[i][j];
        return alike(x, original) ? [] : [{ m, i, j, x, original }];
      }),
    ),
  );
}

/** The first matrix that holds ∞ or NaN. */
export function overflowing(all) {
  return [...all.values()].find(({ values }) => values.flat().some((x) => !Number.isFinite(x)));
}
