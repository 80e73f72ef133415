// The training of two heads in the page, against PyTorch, and its exactness.
import assert from "node:assert/strict";
import test from "node:test";
import {
  backward,
  forward,
  newBuffers,
  newGradients,
} from "../../book/multihead/widgets/training/layer.js";
import { lookUps } from "../../book/multihead/widgets/training/look_ups.js";
import { meanPattern, mostLookedBack } from "../../book/multihead/widgets/training/measures.js";
import { normals, sfc32 } from "../../book/multihead/widgets/training/random.js";
import { Run } from "../../book/multihead/widgets/training/run.js";
import { MATRICES, SIZES } from "../../book/multihead/widgets/training/shapes.js";
import { startWeights } from "../../book/multihead/widgets/training/start_weights.js";
import { assertClose, reference as torch } from "./asserts.js";
import { newRun, to } from "./run_helpers.js";

const RATES = { adam: torch.training.adam.learningRate, sgd: torch.training.sgd.learningRate };

/** Like `np.testing.assert_allclose`; atol is for numbers that should be 0. */
const close = (actual, expected, rtol, atol = 0) =>
  assertClose(actual, expected, (x) => atol + rtol * Math.abs(x));

const eachMatrix = (heads, make) =>
  heads.map((head) => Object.fromEntries(MATRICES.map((name) => [name, make(head[name])])));
const typed = (heads) => eachMatrix(heads, (w) => Float64Array.from(w));
const numbers = (heads) => heads.flatMap((head) => MATRICES.flatMap((name) => [...head[name]]));

function torchsRun(optimizer) {
  const batchAt = (step) => ({ x: torch.x[step], target: torch.target[step] });
  const settings = { optimizer, learningRate: RATES[optimizer], lastStep: 30 };
  return new Run(settings, { sizes: torch.sizes, weights: typed(torch.weights), batchAt });
}

// ---- Against PyTorch -----------------------------------------------------------------------

test("forward pass and gradients are PyTorch's", () => {
  const buffers = newBuffers(torch.sizes),
    weights = typed(torch.weights),
    { one } = torch;
  forward(buffers, weights, torch.x[0]);
  const gradients = newGradients(torch.sizes);
  const loss = backward(buffers, weights, torch.x[0], torch.target[0], gradients);
  close(buffers.y, one.y, 1e-12, 1e-13);
  for (const [i, { pattern }] of buffers.heads.entries()) close(pattern, one.patterns[i], 1e-12);
  close([loss], [one.loss], 1e-13);
  close(numbers(gradients), numbers(one.gradients), 1e-11, 1e-14);
});

for (const optimizer of ["adam", "sgd"])
  test(`training with ${optimizer} is PyTorch's step for step`, () => {
    const run = torchsRun(optimizer),
      { weights, losses } = torch.training[optimizer];
    for (let step = 0; step <= 20; step++) {
      close(numbers(to(run, step).weights), numbers(weights[step]), 1e-9, 1e-11);
      close([run.history.loss[step]], [losses[step]], 1e-10);
    }
    const moved = numbers(run.weights).map((w, i) => Math.abs(w - numbers(torch.weights)[i]));
    assert.ok(Math.max(...moved) > 0.01);
  });

test("distances, score and lengths of gradients are what they are called", () => {
  const { history } = torchsRun("sgd"),
    { one } = torch;
  for (const series of ["qkv", "out", "pattern", "r2", "loss"])
    close([history[series][0]], [one[series]], 1e-12);
  history.gradients.forEach((lengths, i) => {
    for (const name of MATRICES) close([lengths[name][0]], [one.lengths[i][name]], 1e-12);
  });
});

// ---- The start and the data ----------------------------------------------------------------

test("random numbers are sfc32's", () => {
  const next = sfc32(...torch.sfc32.seeds);
  assert.deepEqual(Array.from({ length: 9 }, next), torch.sfc32.numbers);
});

test("normal numbers have the moments of N(0, 1), within five standard errors", () => {
  const sample = normals(new Float64Array(40001), sfc32(7, 4e9, 3));
  const mean = (f) => sample.reduce((sum, x, i) => sum + f(x, i), 0) / sample.length;
  const within = (error, variance) =>
    assert.ok(Math.abs(error) < 5 * Math.sqrt(variance / sample.length), `${error}`);
  within(
    mean((x) => x),
    1,
  );
  within(mean((x) => x ** 2) - 1, 2);
  within(mean((x) => x ** 4) - 3, 96);
  within(
    mean((x, i) => (i % 2 ? x * sample[i - 1] : 0)),
    0.5,
  );
});

test("tokens are contents beside one-hot positions, targets the contents 1 and 2 back", () => {
  const { batch, pos, content } = SIZES,
    { x, target } = lookUps(3, 4);
  const contents = (b, t) => [...x.slice((b * pos + t) * 12, (b * pos + t) * 12 + content)];
  for (let b = 0; b < batch; b++)
    for (let t = 0; t < pos; t++) {
      const row = b * pos + t,
        back = (n) => contents(b, (t - n + pos) % pos);
      const oneHot = Array.from({ length: pos }, (_, i) => Number(i === t));
      assert.deepEqual([...x.slice(row * 12 + content, (row + 1) * 12)], oneHot);
      assert.deepEqual([...target.slice(row * 8, row * 8 + 8)], [...back(1), ...back(2)]);
    }
});

test("each seed and step has a batch of its own, from N(0, 1)", () => {
  const sets = [
    [0, 0],
    [0, 1],
    [1, 0],
  ].map(([seed, step]) => {
    const { target } = lookUps(seed, step);
    return target;
  });
  const mean = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0) / a.length;
  sets.forEach((a, i) => {
    assert.ok(Math.abs(mean(a, a) - 1) < 0.2);
    for (const b of sets.slice(i + 1)) assert.ok(Math.abs(mean(a, b)) < 0.15);
  });
});

test("a seed's start and its data are drawn from streams of their own", () => {
  const [{ W_Q }] = startWeights({ start: "random", W_O: "random", seed: 3 });
  const { drawn } = lookUps(3, 0);
  const first = Array.from(W_Q.slice(0, 4), (w) => w * Math.sqrt(12));
  first.forEach((x, i) => {
    assert.ok(Math.abs(x - drawn[i]) > 1e-3, `both begin with ${x}`);
  });
});

for (const start of ["equal", "nudged", "random"])
  for (const W_O of ["equal", "zero", "random"])
    test(`the start is what was chosen: ${start}, W_O ${W_O}`, () => {
      const settings = { epsilon: 1e-5, seed: 3 };
      const [first, second] = startWeights({ ...settings, start, W_O });
      const [base] = startWeights({ ...settings, start: "random", W_O: "random" });
      const size = { equal: 0, nudged: 1e-5, random: Math.sqrt(2 / 12) }[start];
      const deviation = (a) => Math.sqrt(a.reduce((sum, x) => sum + x * x, 0) / a.length);
      for (const name of ["W_Q", "W_K", "W_V"]) {
        const gap = second[name].map((w, i) => w - first[name][i]);
        assert.deepEqual(first[name], base[name]);
        close([deviation(gap)], [size], 0.4);
        assert.ok(gap.every((x) => (x !== 0) === (start !== "equal")));
      }
      close([deviation(first.W_Q)], [Math.sqrt(1 / 12)], 0.3);
      close([deviation(first.W_O)], [W_O === "zero" ? 0 : Math.sqrt(1 / 12)], 0.3);
      assert.equal(
        first.W_O.every((w, i) => w === second.W_O[i]),
        W_O !== "random",
      );
      assert.equal(
        first.W_O.some((w) => w !== 0),
        W_O !== "zero",
      );
    });

// ---- What stays equal, and what parts ------------------------------------------------------

for (const optimizer of ["adam", "sgd"])
  for (const W_O of ["equal", "zero"])
    for (const seed of [0, 1])
      test(`heads stay equal to the last bit: ${optimizer}, W_O ${W_O}, seed ${seed}`, () => {
        const { history } = to(newRun(RATES, { start: "equal", W_O, seed, optimizer }), 60);
        for (const series of ["qkv", "out", "pattern"])
          assert.ok(history[series].every((x) => x === 0));
        assert.ok(history.r2[60] > history.r2[0]);
      });

const PARTING = {
  "W_O alone": { start: "equal", W_O: "random" },
  "a nudge": { start: "nudged", W_O: "equal" },
  "Q, K and V alone": { start: "random", W_O: "zero" },
};
for (const [what, start] of Object.entries(PARTING))
  test(`heads part by ${what}`, () => {
    const { qkv, out, pattern, r2 } = to(newRun(RATES, { ...start, seed: 5 }), 200).history;
    assert.equal(qkv[0] === 0, start.start === "equal");
    assert.equal(pattern[0] === 0, start.start === "equal");
    assert.equal(out[0] === 0, start.W_O !== "random");
    if (start.start === "nudged") assert.ok(qkv[0] < 1e-6);
    assert.ok(qkv[1] > 0 && out[1] > 0);
    assert.ok(pattern[200] > 0.3);
    assert.ok(r2[200] > 0.9);
  });

test("going back finds the same weights, from the last that were kept", () => {
  const start = { start: "random", W_O: "random", seed: 2 };
  const there = to(newRun(RATES, start), 67),
    back = to(newRun(RATES, start), 105);
  for (const again of [67, 50, 67]) {
    back.rewind(again);
    assert.equal(back.step, 50);
  }
  to(back, 67);
  assert.equal(back.reached, 105);
  assert.deepEqual(back.weights, there.weights);
  assert.deepEqual(back.moments, there.moments);
  assert.equal(back.history.loss[67], there.history.loss[67]);
});
test("a mean pattern is over the batch, and its favourite is how far back it looks", () => {
  const mean = meanPattern(Float64Array.of(1, 0, 0, 1, 0, 1, 0.5, 0.5), 2);
  assert.deepEqual([...mean], [0.5, 0.5, 0.25, 0.75]);
  const oneBack = Float64Array.of(0.2, 0, 0.8, 0.9, 0.1, 0, 0, 1, 0); // query by key, on a ring
  const { back, share } = mostLookedBack(oneBack, 3);
  assert.equal(back, 1);
  close([share], [0.9], 1e-12);
  assert.equal(mostLookedBack(Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), 3).back, 0);
});
