// A layer of attention heads that trains in the page, in float64: start, forward pass, gradients,
// SGD and Adam. symmetry_lab.py says why this is not an autodiff library.
//
// A matrix is a Float64Array, row by row; `weights` is a list with { W_Q, W_K, W_V, W_O } for each
// head. Each head runs through the same loops in the same order, so heads that are equal to the
// last bit get gradients that are equal to the last bit: whatever parts them is no rounding error.

export const MATRICES = ["W_Q", "W_K", "W_V", "W_O"];

/** The course's base task and layer: the two look-ups, two heads in the paper's form. */
export const SIZES = { heads: 2, batch: 32, pos: 8, content: 4, d_model: 12, d_head: 6, d_out: 8 };
const OFFSETS = [1, 2];

// ---- Random numbers ------------------------------------------------------------------------

/** Chris Doty-Humphrey's sfc32: whole numbers from 0 to 2³² - 1 out of three seeds. */
export function sfc32(a, b, c) {
  let count = 1;
  const next = () => {
    const out = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + out) | 0;
    return out >>> 0;
  };
  for (let i = 0; i < 15; i++) next(); // as its author does, to mix the seeds
  return next;
}

/** Numbers from N(0, 1), two at a time by Box and Muller's formula. */
export function normals(out, next) {
  for (let i = 0; i < out.length; i += 2) {
    const radius = Math.sqrt(-2 * Math.log((next() + 1) / 2 ** 32)),
      angle = (2 * Math.PI * next()) / 2 ** 32;
    out[i] = radius * Math.cos(angle);
    if (i + 1 < out.length) out[i + 1] = radius * Math.sin(angle);
  }
  return out;
}

// ---- The start and the data --------------------------------------------------------------------

function shapes({ heads, d_model, d_head, d_out }) {
  const read = { length: d_model * d_head, fanIn: d_model };
  return {
    W_Q: read,
    W_K: read,
    W_V: read,
    W_O: { length: d_head * d_out, fanIn: heads * d_head },
  };
}

/**
 * The weights of one start. Random ones are N(0, 1/fan_in). Head 0 is the same in every start of a
 * seed. `start` says how the other heads' W_Q, W_K and W_V come about: "equal" copies head 0,
 * "nudged" adds ε N(0, 1) to the copy, "random" draws. `W_O` says it for the blocks of W_O: "equal",
 * "random", or "zero", which is for head 0 too.
 */
export function startWeights({ start, W_O, epsilon, seed }, sizes = SIZES) {
  const next = sfc32(seed, 0, 0x5741); // its own stream, apart from the data's
  const draw = (length) => normals(new Float64Array(length), next);
  const rules = { W_Q: start, W_K: start, W_V: start, W_O };
  const weights = [];
  for (let head = 0; head < sizes.heads; head++) {
    const entry = ([name, { length, fanIn }]) => {
      const drawn = draw(length),
        first = weights[0]?.[name];
      if (rules[name] === "zero") return [name, drawn.fill(0)];
      if (!first || rules[name] === "random") return [name, drawn.map((x) => x / Math.sqrt(fanIn))];
      return [
        name,
        rules[name] === "equal" ? first.slice() : first.map((w, i) => w + epsilon * drawn[i]),
      ];
    };
    weights.push(Object.fromEntries(Object.entries(shapes(sizes)).map(entry)));
  }
  return weights;
}

/** Batch number `step` of a seed: contents from N(0, 1) beside one-hot positions; wanted are the contents 1 and 2 back. */
export function lookUps(seed, step, { batch, pos, content, d_model, d_out } = SIZES) {
  const x = new Float64Array(batch * pos * d_model),
    target = new Float64Array(batch * pos * d_out);
  const drawn = normals(new Float64Array(batch * pos * content), sfc32(seed, step, 0x4441));
  for (let b = 0; b < batch; b++)
    for (let t = 0; t < pos; t++) {
      const row = b * pos + t;
      for (let c = 0; c < content; c++) x[row * d_model + c] = drawn[row * content + c];
      x[row * d_model + content + t] = 1;
      OFFSETS.forEach((offset, i) => {
        const from = b * pos + ((t - offset + pos) % pos);
        for (let c = 0; c < content; c++)
          target[row * d_out + i * content + c] = drawn[from * content + c];
      });
    }
  return { x, target };
}

// ---- Matrix products -----------------------------------------------------------------------
// Each adds a product to `out`. Matrices are slices of longer arrays, from the offsets o, p and q on.
// Zeros of `a` are skipped: two thirds of a token are zeros of its one-hot position.

/** out (rows × columns) += a (rows × inner) b (inner × columns) */
function addAB(out, o, a, p, b, q, rows, inner, columns) {
  for (let r = 0; r < rows; r++, o += columns)
    for (let k = 0, from = q; k < inner; k++, from += columns) {
      const factor = a[p++];
      if (factor !== 0) for (let c = 0; c < columns; c++) out[o + c] += factor * b[from + c];
    }
}

/** out (rows × columns) += a (rows × inner) bᵀ, where b is columns × inner */
function addABt(out, o, a, p, b, q, rows, inner, columns) {
  for (let r = 0; r < rows; r++, p += inner)
    for (let c = 0, from = q; c < columns; c++, from += inner) {
      let sum = 0;
      for (let k = 0; k < inner; k++) sum += a[p + k] * b[from + k];
      out[o++] += sum;
    }
}

/** out (rows × columns) += aᵀ b, where a is inner × rows and b inner × columns */
function addAtB(out, o, a, p, b, q, rows, inner, columns) {
  for (let k = 0; k < inner; k++, q += columns)
    for (let r = 0, to = o; r < rows; r++, to += columns) {
      const factor = a[p++];
      if (factor !== 0) for (let c = 0; c < columns; c++) out[to + c] += factor * b[q + c];
    }
}

// ---- Forward pass and gradients ----------------------------------------------------------------

/** Arrays for `forward` and `backward` to write in, made once: nothing is allocated while training. */
export function newRoom(sizes) {
  const { heads, batch, pos, d_head, d_out } = sizes,
    rows = batch * pos;
  const zeros = (names, length) =>
    Object.fromEntries(names.map((name) => [name, new Float64Array(length)]));
  return {
    sizes,
    ...zeros(["y", "dY"], rows * d_out),
    heads: Array.from({ length: heads }, () => ({
      ...zeros(["q", "k", "v", "z", "dQ", "dK", "dV", "dZ"], rows * d_head),
      ...zeros(["pattern", "dScores"], rows * pos),
    })),
    gradients: Array.from({ length: heads }, () =>
      Object.fromEntries(
        Object.entries(shapes(sizes)).map(([name, { length }]) => [name, new Float64Array(length)]),
      ),
    ),
  };
}

/**
 * For each head i:  Q = X W_Q,  K = X W_K,  V = X W_V,
 *                   A = softmax(Q Kᵀ / √d_head)  row by row,  Z = A V;
 * then              Y = Σᵢ Zᵢ W_Oⁱ.
 */
export function forward(room, weights, x) {
  const { batch, pos, d_model, d_head, d_out } = room.sizes,
    rows = batch * pos;
  room.y.fill(0);
  room.heads.forEach(({ q, k, v, z, pattern }, i) => {
    const { W_Q, W_K, W_V, W_O } = weights[i];
    for (const array of [q, k, v, z, pattern]) array.fill(0);
    addAB(q, 0, x, 0, W_Q, 0, rows, d_model, d_head);
    addAB(k, 0, x, 0, W_K, 0, rows, d_model, d_head);
    addAB(v, 0, x, 0, W_V, 0, rows, d_model, d_head);
    for (let b = 0; b < batch; b++) {
      const at = b * pos * d_head,
        map = b * pos * pos;
      addABt(pattern, map, q, at, k, at, pos, d_head, pos);
      for (let t = 0; t < pos; t++) softmax(pattern, map + t * pos, pos, Math.sqrt(d_head));
      addAB(z, at, pattern, map, v, at, pos, pos, d_head);
    }
    addAB(room.y, 0, z, 0, W_O, 0, rows, d_head, d_out);
  });
}

function softmax(row, from, length, divisor) {
  let top = -Infinity,
    sum = 0;
  for (let j = from; j < from + length; j++) top = Math.max(top, (row[j] /= divisor));
  for (let j = from; j < from + length; j++) sum += row[j] = Math.exp(row[j] - top);
  for (let j = from; j < from + length; j++) row[j] /= sum;
}

/**
 * The loss L = mean (Y - target)² and its gradients, after `forward`. With dM for dL/dM,
 *
 *   dY = 2 (Y - target) / (number of entries)
 *   dW_O = Zᵀ dY,  dZ = dY W_Oᵀ                    (Y is linear in Z and in W_O; here the heads
 *                                                   first differ, each by its own block of W_O)
 *   dV = Aᵀ dZ,    dA = dZ Vᵀ                      (so is Z in A and V)
 *   dS = A ∘ (dA - rowsum(A ∘ dA))                 (softmax: ∂A_tj/∂S_tk = A_tj (δ_jk - A_tk))
 *   dQ = dS K / √d_head,  dK = dSᵀ Q / √d_head     (S = Q Kᵀ / √d_head)
 *   dW_Q = Xᵀ dQ,  dW_K = Xᵀ dK,  dW_V = Xᵀ dV     (sums over the batch, as rows of X)
 */
export function backward(room, weights, x, target) {
  const { batch, pos, d_model, d_head, d_out } = room.sizes,
    rows = batch * pos,
    { y, dY } = room;
  let squares = 0;
  for (let i = 0; i < y.length; i++) {
    const error = y[i] - target[i];
    squares += error * error;
    dY[i] = (2 * error) / y.length;
  }
  room.heads.forEach(({ q, k, v, z, pattern, dQ, dK, dV, dZ, dScores }, i) => {
    const { W_O } = weights[i],
      gradient = room.gradients[i];
    for (const array of [dQ, dK, dV, dZ, dScores, ...MATRICES.map((name) => gradient[name])])
      array.fill(0);
    addAtB(gradient.W_O, 0, z, 0, dY, 0, d_head, rows, d_out);
    addABt(dZ, 0, dY, 0, W_O, 0, rows, d_out, d_head);
    for (let b = 0; b < batch; b++) {
      const at = b * pos * d_head,
        map = b * pos * pos;
      addAtB(dV, at, pattern, map, dZ, at, pos, pos, d_head);
      addABt(dScores, map, dZ, at, v, at, pos, d_head, pos); // dA for now
      for (let t = 0; t < pos; t++)
        softmaxBack(dScores, pattern, map + t * pos, pos, Math.sqrt(d_head));
      addAB(dQ, at, dScores, map, k, at, pos, pos, d_head);
      addAtB(dK, at, dScores, map, q, at, pos, pos, d_head);
    }
    addAtB(gradient.W_Q, 0, x, 0, dQ, 0, d_model, rows, d_head);
    addAtB(gradient.W_K, 0, x, 0, dK, 0, d_model, rows, d_head);
    addAtB(gradient.W_V, 0, x, 0, dV, 0, d_model, rows, d_head);
  });
  return squares / y.length;
}

/** dA to dS / √d_head, in place. */
function softmaxBack(d, pattern, from, length, divisor) {
  let sum = 0;
  for (let j = from; j < from + length; j++) sum += pattern[j] * d[j];
  for (let j = from; j < from + length; j++) d[j] = (pattern[j] * (d[j] - sum)) / divisor;
}

// ---- Optimisers ----------------------------------------------------------------------------

/** One step of PyTorch's SGD or Adam, in place; `t` counts from 1. `moments` are as `newMoments` made them. */
export function update(optimizer, weights, gradients, moments, t) {
  const { lr } = RATES[optimizer];
  weights.forEach((head, i) => {
    for (const name of MATRICES) {
      const w = head[name],
        g = gradients[i][name];
      if (optimizer === "sgd") for (let j = 0; j < w.length; j++) w[j] -= lr * g[j];
      else adam(w, g, moments[i][name], t, RATES.adam);
    }
  });
}

function adam(w, g, { mean, square }, t, { lr, beta1, beta2, eps }) {
  const size = lr / (1 - beta1 ** t),
    correction = Math.sqrt(1 - beta2 ** t);
  for (let j = 0; j < w.length; j++) {
    mean[j] += (1 - beta1) * (g[j] - mean[j]);
    square[j] = beta2 * square[j] + (1 - beta2) * g[j] * g[j];
    w[j] -= (size * mean[j]) / (Math.sqrt(square[j]) / correction + eps);
  }
}

export const RATES = { adam: { lr: 0.03, beta1: 0.9, beta2: 0.999, eps: 1e-8 }, sgd: { lr: 4 } };

export function newMoments(weights) {
  const zeros = (w) => ({ mean: new Float64Array(w.length), square: new Float64Array(w.length) });
  return weights.map((head) =>
    Object.fromEntries(MATRICES.map((name) => [name, zeros(head[name])])),
  );
}

// ---- What the heads are like -------------------------------------------------------------------

/** Euclidean length of a - b, or of a. It is 0 only if all entries are equal, for sizes above 1e-154. */
export function distance(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - (b ? b[i] : 0)) ** 2;
  return Math.sqrt(sum);
}

/** R² = 1 - mean squared error / variance of the target. */
export function rSquared(loss, target) {
  const mean = target.reduce((a, b) => a + b, 0) / target.length;
  return 1 - loss / (target.reduce((sum, t) => sum + (t - mean) ** 2, 0) / target.length);
}

/** The pattern of a head, query by key, averaged over the batch. */
export function meanPattern(pattern, pos) {
  const out = new Float64Array(pos * pos);
  pattern.forEach((w, i) => {
    out[i % out.length] += w;
  });
  return out.map((w) => (w * out.length) / pattern.length);
}

/** How far back a mean pattern looks most, round the ring, and the share of its weight that goes there. */
export function favourite(mean, pos) {
  const shares = new Float64Array(pos);
  mean.forEach((w, i) => {
    shares[(Math.floor(i / pos) - (i % pos) + pos) % pos] += w / pos;
  });
  const back = shares.indexOf(Math.max(...shares));
  return { back, share: shares[back] };
}

// ---- A run ---------------------------------------------------------------------------------

export const LAST_STEP = 4000;
const KEEP_EVERY = 50;

const copy = (tree) => structuredClone(tree);

/**
 * Training from one start. `settings`: start, W_O, epsilon, seed, optimizer (see `startWeights`). Tests hand
 * in `weights` and `batchAt(step)` of their own. The run holds the weights after `step` updates, and the loss,
 * gradients and patterns of those weights on the next batch, which nothing was trained on yet.
 */
export function newRun(
  settings,
  {
    sizes = SIZES,
    weights = startWeights(settings, sizes),
    batchAt = (step) => lookUps(settings.seed, step, sizes),
  } = {},
) {
  const room = newRoom(sizes),
    kept = [];
  const series = () => new Float64Array(LAST_STEP + 1);
  const run = {
    sizes,
    room,
    weights,
    step: 0,
    reached: 0,
    moments: newMoments(weights),
    // By step: loss, R², distances between head 0 and head 1, and the length of each head's gradient.
    history: {
      loss: series(),
      r2: series(),
      qkv: series(),
      out: series(),
      pattern: series(),
      gradients: weights.map(() => Object.fromEntries(MATRICES.map((name) => [name, series()]))),
    },
    advance() {
      update(settings.optimizer, run.weights, room.gradients, run.moments, run.step + 1);
      run.step++;
      look();
    },
    /** Go back to the last kept state at or before `step`. */
    rewind(step) {
      const from = Math.floor(step / KEEP_EVERY);
      run.step = from * KEEP_EVERY;
      Object.assign(run, copy(kept[from]));
      look();
    },
  };
  function look() {
    const { step, history } = run,
      { x, target } = batchAt(step),
      [a, b] = run.weights;
    if (step % KEEP_EVERY === 0)
      kept[step / KEEP_EVERY] = copy({ weights: run.weights, moments: run.moments });
    forward(room, run.weights, x);
    history.loss[step] = backward(room, run.weights, x, target);
    history.r2[step] = rSquared(history.loss[step], target);
    history.qkv[step] = Math.hypot(
      ...["W_Q", "W_K", "W_V"].map((name) => distance(a[name], b[name])),
    );
    history.out[step] = distance(a.W_O, b.W_O);
    history.pattern[step] =
      distance(room.heads[0].pattern, room.heads[1].pattern) / Math.sqrt(sizes.batch * sizes.pos);
    history.gradients.forEach((lengths, i) => {
      for (const name of MATRICES) lengths[name][step] = distance(room.gradients[i][name]);
    });
    run.reached = Math.max(run.reached, step);
  }
  look();
  return run;
}
