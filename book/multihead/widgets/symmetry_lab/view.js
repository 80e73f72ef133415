import { drawMatrix } from "../base/canvas.js";
import { headColour, palette } from "../base/colours.js";
import {
  button,
  group,
  h,
  setText,
  slider,
  statusLine,
  table,
  tableAlternative,
} from "../base/elements.js";
import { follow, put } from "../base/model.js";
import { fmt } from "../base/text.js";
import { followTheme } from "../base/theme.js";
import { CHART, drawDistances, drawScore, LINES, numbered } from "./drawing.js";
import { distance, favourite, LAST_STEP, MATRICES, meanPattern, newRun } from "./training.js";

// ---- Words and places ----------------------------------------------------------------------

const SETTINGS = ["start", "W_O", "epsilon", "seed", "optimizer"];
const CHAPTER = 400; // steps the chapters train for; the charts grow by as much

/** A distance or a length; only an exact 0 is called 0. */
export function sizeWords(x) {
  if (x === 0) return "exactly 0";
  return x >= 0.01 && x < 1000 ? x.toPrecision(3) : x.toExponential(1);
}

/** How far the axis of steps reaches: a whole number of 400s. */
export function horizon(step) {
  return Math.min(Math.max(Math.ceil(step / CHAPTER), 1) * CHAPTER, LAST_STEP);
}

/** Steps for the table: 0, 1, 2, 5, 10, 20, then each 50th, and the one shown. */
export function tableSteps(reached, shown) {
  const some = [0, 1, 2, 5, 10, 20];
  for (let step = 50; step <= reached; step += 50) some.push(step);
  return [...new Set([...some, shown, reached])]
    .filter((step) => step <= reached)
    .sort((a, b) => a - b);
}

/** One sentence about the two heads at a step. */
export function verdict(run) {
  const { history, step, sizes } = run,
    { qkv, out, pattern } = history;
  if (qkv[step] === 0 && out[step] === 0) return "The two heads are equal to the last bit.";
  if (pattern[step] === 0) return "The weights differ, the patterns are equal to the last bit.";
  if (pattern[step] < 0.01) return `The patterns differ by only ${sizeWords(pattern[step])}.`;
  const looks = run.room.heads.map((head, i) => {
    const { back, share } = favourite(meanPattern(head.pattern, sizes.pos), sizes.pos);
    return `head ${i} puts ${Math.round(100 * share)} % of its weight ${back ? `${back} back` : "on the token itself"}`;
  });
  return `The heads differ: ${looks.join(", ")}.`;
}

// Said to the reader; `backward` in train_heads.js says and does the same.
const DERIVATION = [
  "For each head i: Q = X W_Q, K = X W_K, V = X W_V, S = Q Kᵀ / √d_head, A = softmax(S) row by row, Z = A V. Together Y = Σᵢ Zᵢ W_Oⁱ, and the loss is the mean of (Y − target)². Write dM for the gradient of the loss by M. Going backwards:",
  "dY = 2 (Y − target) / (number of entries). It is the same for both heads.",
  "dW_O = Zᵀ dY and dZ = dY W_Oᵀ. Here each head gets an error of its own, if its block of W_O is its own.",
  "dV = Aᵀ dZ and dA = dZ Vᵀ.",
  "dS = A ∘ (dA − r), where r is the sum of each row of A ∘ dA.",
  "dQ = dS K / √d_head and dK = dSᵀ Q / √d_head.",
  "dW_Q = Xᵀ dQ, dW_K = Xᵀ dK, dW_V = Xᵀ dV. Where all four matrices of two heads are equal, so is every line above, and SGD and Adam move both heads alike.",
];

// ---- The widget ----------------------------------------------------------------------------

const FRAME_MS = { playing: 4, jumping: 12 }; // of the 16 of a frame, for training
const PER_SECOND = 60;
const TELL_MS = 200; // between two messages to the model while training
const CALM_MS = 500; // between two pictures where the reader asked for less motion

function render({ model, el }) {
  const read = () =>
    Object.fromEntries([...SETTINGS, "step", "speed"].map((name) => [name, model.get(name)]));
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let state = read(),
    run = newRun(state),
    playing = false,
    goal = state.step,
    last = horizon(goal);
  let frame = 0,
    due = 0,
    lastTime = 0,
    told = 0,
    drawn = 0,
    width = 0,
    look,
    sayTimer;

  // Controls. A new start, seed or optimiser begins again at step 0.
  const choices = (
    name,
    trait,
    options,
    pressed = (option) => model.get(trait) === option.set[trait],
  ) => {
    const nodes = options.map((option) =>
      button(option.label, () =>
        put(model, { ...option.set, step: option.set.speed ? model.get("step") : 0 }),
      ),
    );
    const refresh = () =>
      options.forEach((option, i) => nodes[i].setAttribute("aria-pressed", pressed(option)));
    return { element: group(name, ...nodes), refresh };
  };
  const simple = (trait, ...pairs) =>
    pairs.map(([label, value]) => ({ label, set: { [trait]: value } }));
  const starts = choices(
    "Start",
    "start",
    [
      { label: "All equal", set: { start: "equal", W_O: "equal" } },
      { label: "Q, K, V equal", set: { start: "equal", W_O: "random" } },
      { label: "Nudged", set: { start: "nudged", W_O: "equal" } },
      { label: "Random", set: { start: "random", W_O: "random" } },
    ],
    ({ set }) =>
      state.start === set.start &&
      (set.start !== "equal" || (state.W_O === "equal") === (set.W_O === "equal")),
  );
  const outputs = choices(
    "W_O",
    "W_O",
    simple("W_O", ["Equal", "equal"], ["Zero", "zero"], ["Random", "random"]),
  );
  const optimizers = choices(
    "Optimiser",
    "optimizer",
    simple("optimizer", ["Adam", "adam"], ["SGD", "sgd"]),
  );
  const speeds = choices("Speed", "speed", simple("speed", ["Slow", "slow"], ["Fast", "fast"]));
  const all = [starts, outputs, optimizers, speeds];
  const epsilon = slider("Nudge ε", 7, (i) =>
    put(model, { epsilon: Number(`1e${i - 8}`), step: 0 }),
  );
  const seed = slider("Seed", 99, (value) => put(model, { seed: value, step: 0 }));
  const steps = slider("Step", CHAPTER, (step) => put(model, { step }));
  const train = button("Train", () => (playing ? pause() : play()), {
    class: "mh-button mh-train",
  });
  const one = button("One step", () => put(model, { step: Math.min(run.step + 1, LAST_STEP) }));
  const reset = button("Reset", () => put(model, { step: 0 }));
  const status = statusLine();

  // Pictures.
  const figure = (title, canvas, ...below) =>
    h("figure", { class: "mh-figure" }, h("figcaption", {}, title), canvas, ...below);
  const jump = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left - CHART.left) / (box.width - CHART.left - CHART.right);
    put(model, { step: Math.round(Math.min(Math.max(share, 0), 1) * last) });
  };
  const distances = h("canvas", { role: "img", onclick: jump }),
    score = h("canvas", { role: "img", onclick: jump });
  const keys = LINES.map(({ name, style }) => {
    const swatch = h("span", { class: "mh-swatch", "aria-hidden": "true" });
    swatch.style.borderTopStyle = style;
    const value = h("b");
    return { swatch, value, element: h("li", {}, swatch, `${name} `, value) };
  });
  const scoreWords = h("p", { class: "mh-under" });
  const charts = h(
    "div",
    { class: "mh-pair" },
    figure(
      "Distance between the two heads",
      distances,
      h("ul", { class: "mh-keys" }, ...keys.map((k) => k.element)),
    ),
    figure("R² on the next batch", score, scoreWords),
  );
  const chip = (i) => h("span", { class: "mh-chip", "data-head": i }, `Head ${i}`);
  const patterns = [0, 1].map((i) => {
    const canvas = h("canvas", { role: "img" }),
      words = h("p", { class: "mh-under" });
    return {
      canvas,
      words,
      element: h("div", {}, chip(i), numbered(canvas, run.sizes.pos), words),
    };
  });
  const gradients = [0, 1].map(() =>
    MATRICES.map((name) => ({
      canvas: h("canvas", { role: "img", class: name === "W_O" ? "mh-out" : "" }),
      words: h("span"),
    })),
  );
  const differences = MATRICES.map(() => h("td"));
  const gradientTable = h(
    "table",
    { class: "mh-gradients" },
    h(
      "thead",
      {},
      h("tr", {}, h("td"), ...MATRICES.map((name) => h("th", { scope: "col" }, name))),
    ),
    h(
      "tbody",
      {},
      ...gradients.map((cells, i) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, chip(i)),
          ...cells.map((c) => h("td", {}, c.canvas, c.words)),
        ),
      ),
      h("tr", {}, h("th", { scope: "row" }, "Difference"), ...differences),
    ),
  );
  const views = h(
    "div",
    { class: "mh-pair" },
    figure(
      "Patterns, averaged over the batch",
      h("div", { class: "mh-patterns" }, ...patterns.map((p) => p.element)),
      h(
        "p",
        { class: "mh-under" },
        "Rows: queries, columns: keys. Darker or brighter is more weight.",
      ),
    ),
    figure(
      "Gradients for the next step, with their lengths",
      gradientTable,
      h(
        "p",
        { class: "mh-under" },
        "Blue is positive, orange negative; the two heads share a scale.",
      ),
    ),
  );
  const history = tableAlternative("The run as a table", () => historyTable());
  const [setup, ...backwards] = DERIVATION.map((text) => h("p", {}, text));
  const derivation = h(
    "details",
    {},
    h("summary", { "data-lm-suppress-shortcuts": "" }, "Where the gradients come from"),
    h(
      "div",
      { class: "mh-derivation" },
      setup,
      h("ol", {}, ...backwards.map((text) => h("li", {}, text))),
    ),
  );
  const weights = tableAlternative("Both patterns as a table", () => patternTable());

  // Training: a slice of every frame, so that the page keeps its pace.
  function tick(now) {
    frame = 0;
    if (run.step > goal) run.rewind(goal);
    const slow = playing && state.speed === "slow",
      until = performance.now() + FRAME_MS[playing ? "playing" : "jumping"];
    due = Math.min(due + ((now - lastTime) * PER_SECOND) / 1000, 4); // a frame that came late is not made up for
    lastTime = now;
    while (run.step < goal && performance.now() < until && (!slow || due >= 1)) {
      run.advance();
      if (slow) due--;
    }
    const done = run.step >= goal;
    if (done) playing = false;
    if (done || !calm.matches || now - drawn > CALM_MS) draw(now);
    if (done || now - told > TELL_MS) tell(now);
    if (done) say();
    else frame = requestAnimationFrame(tick);
  }
  function go(step) {
    goal = step;
    last = Math.max(horizon(goal), horizon(run.reached));
    lastTime = performance.now();
    due = 1;
    frame ||= requestAnimationFrame(tick);
  }
  function play() {
    if (run.step >= LAST_STEP)
      return setText(status, `Step ${LAST_STEP} is the last. Reset to train again.`);
    playing = true;
    setText(status, `Training from step ${run.step}, seed ${state.seed}.`);
    go(horizon(run.step + 1));
    controls();
  }
  function pause() {
    playing = false;
    goal = run.step;
    tell(performance.now());
    draw(performance.now());
    say();
  }
  function tell(now) {
    told = now;
    // What was shown becomes the state: a link to it, or Python, gets the same.
    const { qkv, out, pattern } = run.history,
      rows = new Float64Array(3 * (run.reached + 1));
    for (let i = 0; i <= run.reached; i++) rows.set([qkv[i], out[i], pattern[i]], 3 * i);
    put(model, {
      ...(playing || run.step === goal ? { step: run.step } : {}),
      distance: new DataView(rows.buffer),
    });
  }
  function say() {
    clearTimeout(sayTimer); // not for each notch of a slider
    sayTimer = setTimeout(
      () =>
        setText(status, `Step ${run.step}: R² ${fmt(run.history.r2[run.step])}. ${verdict(run)}`),
      250,
    );
  }

  function controls() {
    for (const group of all) group.refresh();
    epsilon.element.hidden = state.start !== "nudged";
    epsilon.set(Math.round(Math.log10(state.epsilon)) + 8, String(state.epsilon));
    seed.set(state.seed);
    setText(train, playing ? "Pause" : "Train");
    steps.input.max = last;
    steps.set(run.step, `${run.step} of ${last}`);
  }

  function draw(now) {
    controls();
    if (!width) return;
    const { step, sizes, room } = run,
      pair = width >= 640;
    const chart = { width: pair ? Math.floor((width - 24) / 2) : width, height: 240, last };
    drawDistances(distances, run, chart, look);
    drawScore(score, run, chart, look);
    keys.forEach(({ value }, i) => setText(value, sizeWords(run.history[LINES[i].series][step])));
    setText(
      scoreWords,
      `R² ${fmt(run.history.r2[step])}, loss ${fmt(run.history.loss[step], 4)}. 1 is perfect; below 0 is not drawn.`,
    );
    patterns.forEach(({ canvas, words }, i) => {
      const mean = meanPattern(room.heads[i].pattern, sizes.pos),
        { back, share } = favourite(mean, sizes.pos);
      drawMatrix(canvas, mean, sizes.pos, Math.sqrt, look);
      setText(
        words,
        `${Math.round(100 * share)} % goes ${back ? `${back} back` : "to the token itself"}`,
      );
    });
    MATRICES.forEach((name, j) => {
      const pair = room.gradients.map((g) => g[name]),
        columns = name === "W_O" ? sizes.d_out : sizes.d_head;
      const top =
        Math.max(...pair.map((g) => g.reduce((a, b) => Math.max(a, Math.abs(b)), 0))) || 1;
      gradients.forEach((cells, i) => {
        const { canvas, words } = cells[j];
        drawMatrix(canvas, pair[i], columns, (g) => g / top, look);
        setText(words, sizeWords(run.history.gradients[i][name][step]));
      });
      setText(differences[j], sizeWords(distance(pair[0], pair[1])));
    });
    if (playing && now - drawn < CALM_MS) return;
    drawn = now;
    describe();
    history.refresh();
    weights.refresh();
  }

  /** The pictures' text alternatives. */
  function describe() {
    const { step, reached } = run,
      now = LINES.map(({ name, series }) => `${name} ${sizeWords(run.history[series][step])}`);
    distances.setAttribute(
      "aria-label",
      `Distance between the two heads on a log axis, over ${reached} steps. At step ${step}: ${now.join(", ")}. Exactly 0 means equal to the last bit.`,
    );
    score.setAttribute(
      "aria-label",
      `R squared over ${reached} steps. At step ${step}: ${fmt(run.history.r2[step])}.`,
    );
    patterns.forEach(({ canvas, words }, i) =>
      canvas.setAttribute(
        "aria-label",
        `Mean pattern of head ${i}, 8 queries by 8 keys: ${words.textContent}.`,
      ),
    );
    gradients.forEach((cells, i) =>
      cells.forEach(({ canvas, words }, j) =>
        canvas.setAttribute(
          "aria-label",
          `Gradient of ${MATRICES[j]} of head ${i}, length ${words.textContent}.`,
        ),
      ),
    );
  }

  function historyTable() {
    const { loss, r2, gradients } = run.history;
    const header = [
      "step",
      "loss",
      "R²",
      ...LINES.map(({ name }) => `distance of ${name}`),
      ...[0, 1].flatMap((i) => MATRICES.map((name) => `head ${i}: |∇${name}|`)),
    ];
    const rows = tableSteps(run.reached, run.step).map((s) => [
      String(s),
      fmt(loss[s], 4),
      fmt(r2[s]),
      ...LINES.map(({ series }) => sizeWords(run.history[series][s])),
      ...gradients.flatMap((lengths) => MATRICES.map((name) => sizeWords(lengths[name][s]))),
    ]);
    return table(
      "Loss, distance between the heads, and length of each gradient, by step",
      header,
      rows,
    );
  }
  function patternTable() {
    const means = run.room.heads.map((head) => meanPattern(head.pattern, run.sizes.pos)),
      { pos } = run.sizes;
    const keys = Array.from({ length: pos }, (_, i) => i);
    const rows = [0, 1].flatMap((i) =>
      keys.map((query) => [
        `head ${i}, query ${query}`,
        ...keys.map((key) => fmt(means[i][query * pos + key])),
      ]),
    );
    return table(
      `Mean patterns at step ${run.step}`,
      ["head and query", ...keys.map((key) => `key ${key}`)],
      rows,
    );
  }

  function update(changed) {
    state = read();
    if (SETTINGS.some((name) => changed.has(name))) {
      playing = false;
      run = newRun(state);
      go(state.step);
    } else if (changed.has("step") && state.step !== run.step) {
      playing = false;
      go(state.step);
    }
    controls();
  }
  const dress = (dark) => {
    look = {
      ...palette(dark),
      ink: dark ? "#FFFFFF" : "#000000",
      faint: dark ? "#FFFFFF2E" : "#00000022",
      wash: dark ? "#FFFFFF14" : "#0000000C",
      lines: dark ? ["#FFFFFF", "#2FC79A", "#E39AC4"] : ["#000000", "#00805D", "#A8487F"],
    };
    for (const node of el.querySelectorAll(".mh-chip"))
      node.style.setProperty("--head", headColour(Number(node.dataset.head), dark));
    keys.forEach(({ swatch }, i) => {
      swatch.style.borderTopColor = look.lines[i];
    });
    draw(performance.now());
  };

  el.classList.add("mh-widget", "mh-lab");
  el.append(
    h("div", { class: "mh-row" }, starts.element, outputs.element),
    h("div", { class: "mh-row" }, optimizers.element, seed.element, epsilon.element),
    h(
      "div",
      { class: "mh-row" },
      group("Training", train, one, reset),
      speeds.element,
      steps.element,
    ),
    status,
    charts,
    views,
    derivation,
    history.element,
    weights.element,
  );
  controls();
  const stopTheme = followTheme(el, dress);
  const watcher = new ResizeObserver(() => {
    if (charts.clientWidth === width) return;
    width = charts.clientWidth;
    draw(performance.now());
  });
  watcher.observe(charts);
  const stopFollowing = follow(model, [...SETTINGS, "step", "speed"], update);
  go(state.step);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(sayTimer);
    stopFollowing();
    stopTheme();
    watcher.disconnect();
  };
}

export default { render };
