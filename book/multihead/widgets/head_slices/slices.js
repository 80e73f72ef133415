// Which numbers of X, of W and of their product belong to a head.
import { product } from "../base/matrix.js";

/**
 * `W` and the product `Q` under a cut, and for one head `places`: for each word and number of the
 * head, the place [row, column] in Q that it comes from. With the input cut, W has no entries
 * (null) outside the heads' own blocks.
 */
export function cutIntoHeads({ X, W, heads }, cut, head) {
  const width = W[0].length / heads,
    first = head * width;
  const block = (i) => Math.floor(i / width);
  const weights =
    cut === "input" ? W.map((row, i) => row.map((w, j) => (block(i) === block(j) ? w : null))) : W;
  const inColumns = (row, i) => [row, first + i];
  const inMemory = (row, i) => {
    const place = (head * X.length + row) * width + i;
    return [Math.floor(place / W[0].length), place % W[0].length];
  };
  const place = cut === "memory" ? inMemory : inColumns;
  const numbers = Array.from({ length: width }, (_, i) => i);
  return {
    W: weights,
    Q: product(X, weights),
    places: X.map((_, row) => numbers.map((i) => place(row, i))),
  };
}

/** Which entries of X, W and Q go into the numbers of a head: three tables of true and false. */
export function entriesUsed({ X }, { W, Q, places }) {
  const none = (table) => table.map((row) => row.map(() => false));
  const used = { X: none(X), W: none(W), Q: none(Q) };
  for (const [row, column] of places.flat()) {
    used.Q[row][column] = true;
    W.forEach((weights, i) => {
      if (weights[column] === null) return;
      used.X[row][i] = true;
      used.W[i][column] = true;
    });
  }
  return used;
}

/** One number of Q as the sum it is: "2·1 + 0·2 + 1·0 + 0·1". */
export function sum({ X }, { W }, [row, column]) {
  return W.map((weights, i) => [X[row][i], weights[column]])
    .filter(([, w]) => w !== null)
    .map((pair) => pair.join("·"))
    .join(" + ");
}
