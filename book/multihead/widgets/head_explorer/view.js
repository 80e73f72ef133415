import { bytes, floats } from "../base/arrays.js";
import { FONT } from "../base/canvas.js";
import { headColour, palette, STOPS } from "../base/colours.js";
import {
  button,
  colourScale,
  group,
  h,
  setText,
  slider,
  statusLine,
  table,
  tableAlternative,
} from "../base/elements.js";
import { headSwitches, seedControls } from "../base/heads_over_seeds.js";
import { follow, put } from "../base/model.js";
import { fmt, isolate, visible } from "../base/text.js";
import { followTheme } from "../base/theme.js";
import { drawHeat, drawLines, drawSigned, picture } from "./drawing.js";
import {
  arrange,
  FAINTEST,
  geometry,
  largest,
  matrix,
  matrixIndex,
  minus,
  openPattern,
  qkSteps,
  shade,
  weight,
  weights,
} from "./patterns.js";

const STATE = ["heads", "layer", "seed", "step", "compare", "view", "query", "key"];

function render({ model, el }) {
  const get = (name) => model.get(name);
  const pattern = openPattern(get),
    { sizes, n } = pattern;
  const names = { seed: get("_seeds"), step: get("_steps") };
  const tokens = get("_tokens").map((token) => visible(token));
  const labels = get("_tokens").map((token) => visible(token, 14));
  const read = () => Object.fromEntries(STATE.map((name) => [name, get(name)]));
  const scratch = document.createElement("canvas");
  let state = read(),
    look,
    hover = null,
    width = 0,
    labelWidth = 0;

  // Where the focus is, and its numbers.
  const focus = () => hover ?? { query: state.query, key: state.key };
  const active = () =>
    hover !== null || el.ownerDocument.activeElement?.closest(".mh-cell") === cellRow;
  const indexOf = (head, seed = state.seed) => matrixIndex(sizes, { ...state, seed }, head);
  const seedName = (seed) => `seed ${names.seed[seed]}`;
  const place = ({ query, key }) =>
    `query ${query} ${isolate(labels[query])} → key ${key} ${isolate(labels[key])}`;
  const reading = (head, { query, key }) => {
    const a = weight(pattern, indexOf(head), query, key);
    if (state.compare === null) return fmt(a);
    const b = weight(pattern, indexOf(head, state.compare), query, key);
    return `${fmt(a)} − ${fmt(b)} = ${fmt(a - b, 3, true)}`;
  };

  // Controls.
  const viewButtons = [
    ["heatmap", "Heat map"],
    ["lines", "Lines"],
  ].map(([view, name]) => button(name, () => put(model, { view })));
  const all = Array.from({ length: sizes.head }, (_, head) => head);
  const headButtons = headSwitches(model, all);
  const layer = slider("Layer", sizes.layer - 1, (layer) => put(model, { layer }));
  const overSeeds = seedControls(model, sizes, names);
  const inFocus = {
    query: slider("Query", n - 1, (query) => put(model, { query })),
    key: slider("Key", n - 1, (key) => put(model, { key })),
  };
  layer.element.hidden = sizes.layer === 1;
  const axisRow = h("div", { class: "mh-row" }, layer.element, ...overSeeds.nodes);
  axisRow.hidden = sizes.layer * sizes.step * sizes.seed === 1;
  const cellRow = h(
    "div",
    { class: "mh-row mh-cell", onfocusin: () => drawFocus(), onfocusout: () => drawFocus() },
    inFocus.query.element,
    inFocus.key.element,
  );

  // One panel for each head; a panel holds one picture, or three to compare.
  const onPoint = (kind, cell) => {
    const at = cell?.(focus()) ?? null;
    if (kind === "tap") return at && put(model, at);
    if (hover?.query === at?.query && hover?.key === at?.key) return;
    hover = at;
    drawFocus();
  };
  const panels = all.map((head) => {
    const pictures = [picture(onPoint), picture(onPoint), picture(onPoint)];
    const chip = h("span", { class: "mh-chip" }, `Head ${head}`);
    const body = h("div", { class: "mh-pictures" }, ...pictures.map((p) => p.element));
    return {
      head,
      chip,
      pictures,
      element: h("figure", { class: "mh-panel" }, h("figcaption", {}, chip), body),
      drawn: "",
    };
  });
  const grid = h("div", { class: "mh-panels" }, ...panels.map((panel) => panel.element));
  const empty = h("p", { class: "mh-empty" }, "No head is on.");
  const status = statusLine(),
    legend = h("div", { class: "mh-legend" });

  // The numbers of the cell in focus.
  const where = h("p", { class: "mh-where" });
  const values = all.map((head) => h("b"));
  const items = all.map((head) =>
    h("li", {}, h("span", { class: "mh-chip" }, `Head ${head}`), " ", values[head]),
  );
  const readout = h("div", { class: "mh-readout" }, where, h("ul", {}, ...items));
  const weightTable = tableAlternative("All weights of this query, as a table", () => weightRows());
  const steps = tableAlternative("How this weight comes about: q · k, step by step", () =>
    stepTables(),
  );
  steps.element.hidden = !get("_queries")?.byteLength;

  function weightRows() {
    const { query } = state,
      pair = state.compare !== null;
    const columns = state.heads.flatMap((head) => {
      const a = weights(pattern, indexOf(head), query);
      if (!pair) return [{ title: `head ${head}`, cells: a.map((w) => fmt(w)) }];
      const b = weights(pattern, indexOf(head, state.compare), query);
      return [
        { title: `head ${head}, ${seedName(state.seed)}`, cells: a.map((w) => fmt(w)) },
        { title: `${seedName(state.compare)}`, cells: b.map((w) => fmt(w)) },
        { title: "difference", cells: minus(a, b).map((w) => fmt(w, 3, true)) },
      ];
    });
    const rows = tokens.map((token, key) => [
      `${key} ${token}`,
      ...columns.map((column) => column.cells[key]),
    ]);
    return table(
      `Weights of query ${query} ${isolate(tokens[query])}`,
      ["key", ...columns.map((c) => c.title)],
      rows,
    );
  }

  function stepTables() {
    const { query, key } = state,
      d = get("_queries").byteLength / 4 / (sizes.seed * sizes.step * sizes.layer * sizes.head * n);
    const allQ = floats(get("_queries")),
      allK = floats(get("_keys")),
      mask = bytes(get("_mask"));
    const vectors = (array, head) =>
      Array.from({ length: n }, (_, i) =>
        Array.from(array.subarray((indexOf(head) * n + i) * d, (indexOf(head) * n + i + 1) * d)),
      );
    const allowed = mask.subarray(query * n, (query + 1) * n);
    const blocks = state.heads.map((head) => {
      const q = vectors(allQ, head)[query],
        keys = vectors(allK, head);
      const s = qkSteps(q, keys, allowed, key);
      const line = (name, numbers, last = "") => [name, ...numbers.map((x) => fmt(x)), last];
      const rows = [line("q", q), line("k", keys[key]), line("q × k", s.products, fmt(s.dot))];
      const end = allowed[key]
        ? `q · k = ${fmt(s.dot)};  ÷ √${d} = ${fmt(s.score)};  softmax over the ${allowed.reduce((a, b) => a + b)} keys this query may see = ${fmt(s.weight)}`
        : `q · k = ${fmt(s.dot)}, but the mask hides this key from this query: its weight is 0`;
      return h(
        "div",
        {},
        table(
          `Head ${head}, ${place(state)}, ${seedName(state.seed)}`,
          ["dimension", ...q.map((_, i) => String(i)), "sum"],
          rows,
        ),
        h("p", {}, end),
      );
    });
    return h("div", { class: "mh-steps" }, ...blocks);
  }

  // Drawing.
  const widest = () => {
    const ctx = scratch.getContext("2d");
    ctx.font = FONT;
    return Math.max(...labels.map((text) => ctx.measureText(text).width)) + 10;
  };

  function drawPanel(panel) {
    const pair = state.compare !== null;
    const size = arrange(width, n, sizes.head, pair ? 3 : 1);
    const key = JSON.stringify([
      state.view,
      state.seed,
      state.step,
      state.layer,
      state.compare,
      size,
      look.dark,
      window.devicePixelRatio,
    ]);
    if (panel.drawn === key || width === 0) return;
    panel.drawn = key;
    const g = geometry(state.view, n, size, labelWidth),
      { head } = panel;
    const paint =
      state.view === "lines"
        ? (ctx, at, m, query = null) => drawLines(ctx, at, m, look.heads[head], query)
        : (ctx, at, m) => drawHeat(ctx, at, m, look);
    const paintSigned =
      state.view === "lines"
        ? (ctx, at, m, query = null) => drawSigned(ctx, at, m, look, query)
        : paint;
    const a = matrix(pattern, indexOf(head));
    const show = (picture, values, title, paintIt, what) => {
      const top = largest(values, n);
      const alt = `Head ${head}, ${what}: ${n} queries by ${n} keys; the largest is ${fmt(top.value)}, ${place(top)}.`;
      picture.draw(g, values, look, paintIt, title, alt);
    };
    show(
      panel.pictures[0],
      a,
      pair ? seedName(state.seed) : "",
      paint,
      `weights of ${seedName(state.seed)}`,
    );
    for (const picture of panel.pictures.slice(1)) picture.element.hidden = !pair;
    if (!pair) return;
    const b = matrix(pattern, indexOf(head, state.compare)),
      words = `${seedName(state.seed)} minus ${seedName(state.compare)}`;
    show(
      panel.pictures[1],
      b,
      seedName(state.compare),
      paint,
      `weights of ${seedName(state.compare)}`,
    );
    show(panel.pictures[2], minus(a, b), words, paintSigned, `weights of ${words}`);
  }

  function drawFocus() {
    const at = focus();
    setText(where, `Q${place(at).slice(1)}`);
    for (const head of state.heads) {
      setText(values[head], reading(head, at));
      if (width)
        for (const p of panels[head].pictures) if (!p.element.hidden) p.point(at, active(), look);
    }
  }

  function drawLegend() {
    const { more, less } = STOPS[look.dark ? "dark" : "light"],
      pair = state.compare !== null;
    const exact = pattern.unit > 1 ? " Weights are stored in steps of 0.005." : "";
    if (state.view === "lines") {
      const signs = pair
        ? " Difference: solid blue where the first seed weighs more, dashed orange where it weighs less."
        : "";
      legend.replaceChildren(
        h(
          "p",
          {},
          `Left: queries, right: keys. The wider and stronger a line, the larger the weight, on one scale for all; lines under ${FAINTEST} are left out.${signs}${exact}`,
        ),
      );
      return;
    }
    const ticks = [0, 0.05, 0.25, 0.5, 1].map((w) => [shade(w), String(w)]);
    const signed = [-1, -0.25, 0, 0.25, 1].map((w) => [
      (1 + shade(w)) / 2,
      w > 0 ? `+${w}` : String(w),
    ]);
    legend.replaceChildren(
      h("p", {}, `Rows: queries, columns: keys. One colour scale for all heads and seeds.${exact}`),
      colourScale("weight", more, ticks),
      ...(pair ? [colourScale("difference", [...less.slice(1).reverse(), ...more], signed)] : []),
    );
  }

  function describe(changed, before) {
    const parts = [];
    if (changed.has("heads")) {
      const turned = all.filter(
        (head) => before.heads.includes(head) !== state.heads.includes(head),
      );
      if (turned.length === 1)
        parts.push(`Head ${turned[0]} is ${state.heads.includes(turned[0]) ? "on" : "off"}.`);
      parts.push(`${state.heads.length} of ${sizes.head} heads on.`);
    }
    if (changed.has("view"))
      parts.push(state.view === "lines" ? "Shown as lines." : "Shown as a heat map.");
    if (changed.has("layer")) parts.push(`Layer ${state.layer}.`);
    if (changed.has("step")) parts.push(`Step ${names.step[state.step]}.`);
    if (changed.has("seed")) parts.push(`Seed ${names.seed[state.seed]}.`);
    if (changed.has("compare"))
      parts.push(
        state.compare === null ? "One seed." : `Compared with ${seedName(state.compare)}.`,
      );
    if (["layer", "step", "seed", "compare", "query", "key"].some((name) => changed.has(name))) {
      const numbers = state.heads.map((head) => `head ${head} ${reading(head, state)}`).join(", ");
      parts.push(`Q${place(state).slice(1)}: ${numbers || "no head on"}.`);
    }
    return parts.join(" ");
  }

  function update(changed) {
    const before = state,
      pair = get("compare") !== null;
    state = read();
    viewButtons.forEach((node, i) =>
      node.setAttribute("aria-pressed", (i === 1) === (state.view === "lines")),
    );
    layer.set(state.layer);
    overSeeds.show(state);
    for (const axis of ["query", "key"])
      inFocus[axis].set(state[axis], `${state[axis]} ${labels[state[axis]]}`);
    grid.classList.toggle("mh-pairs", pair);
    empty.hidden = state.heads.length > 0;
    for (const panel of panels) {
      const on = state.heads.includes(panel.head);
      headButtons.switches[panel.head].node.setAttribute("aria-pressed", on);
      panel.element.hidden = items[panel.head].hidden = !on;
      if (on) drawPanel(panel);
    }
    if (changed.has("view") || changed.has("compare") || changed.has("theme")) drawLegend();
    drawFocus();
    weightTable.refresh();
    steps.refresh();
    const sentence = describe(changed, before);
    if (sentence) setText(status, sentence);
  }

  const dress = (dark) => {
    const ink = dark ? "#FFFFFF" : "#000000",
      { more, less } = STOPS[dark ? "dark" : "light"];
    const heads = all.map((head) => headColour(head, dark));
    look = {
      dark,
      ink,
      ground: dark ? "#000000" : "#FFFFFF",
      line: "#8888",
      more: more[3],
      less: less[3],
      heads,
      labels,
      scratch,
      causal: pattern.causal,
      ...palette(dark),
    };
    for (const chip of el.querySelectorAll(".mh-chip"))
      chip.style.setProperty("--head", heads[chip.textContent.match(/\d+/)]);
    update(new Set(["theme"]));
  };

  el.classList.add("mh-widget", "mh-explorer");
  el.append(
    h(
      "div",
      { class: "mh-row" },
      group("View", ...viewButtons),
      group("Heads", ...headButtons.nodes),
    ),
    axisRow,
    status,
    empty,
    grid,
    legend,
    cellRow,
    readout,
    steps.element,
    weightTable.element,
  );
  labelWidth = widest();
  const stopTheme = followTheme(el, dress);
  setText(
    status,
    `${state.heads.length} of ${sizes.head} heads on. Point at a cell, or move the query and the key, to read a weight.`,
  );
  const watcher = new ResizeObserver(() => {
    if (grid.clientWidth === width) return;
    width = grid.clientWidth;
    update(new Set());
  });
  watcher.observe(grid);
  const stopFollowing = follow(model, STATE, update);
  return () => {
    stopFollowing();
    stopTheme();
    watcher.disconnect();
  };
}

export default { render };
