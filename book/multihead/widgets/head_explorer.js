import {
  FONT, STOPS, button, bytes, colourScale, floats, fmt, follow, followTheme, group, h, headColour, isolate,
  palette, prepare, put, setText, slider, statusLine, table, tableAlternative, visible,
} from "./shared.js";

// ---- Arithmetic ----------------------------------------------------------------------------

/** The pattern as it was packed by patterns.py: whole matrices, or lower triangles row by row. */
export function openPattern(get) {
  const sizes = get("_sizes"), quantised = get("_quantised");
  const numbers = (quantised ? bytes : floats)(get("_pattern"));
  return { sizes, numbers, n: sizes.query, causal: get("_causal"), unit: quantised ? 200 : 1 };
}

/** Which of the matrices: seed, step, layer, head in this order. */
export function matrixIndex(sizes, { seed, step, layer }, head) {
  return ((seed * sizes.step + step) * sizes.layer + layer) * sizes.head + head;
}

export function weight({ numbers, n, causal, unit }, index, query, key) {
  if (!causal) return numbers[(index * n + query) * n + key] / unit;
  return key > query ? 0 : numbers[index * ((n * (n + 1)) / 2) + (query * (query + 1)) / 2 + key] / unit;
}

export function weights(pattern, index, query) {
  return Array.from({ length: pattern.n }, (_, key) => weight(pattern, index, query, key));
}

/** One whole pattern, row by row. */
export function matrix(pattern, index) {
  const { n, causal } = pattern, out = new Float64Array(n * n);
  for (let query = 0; query < n; query++)
    for (let key = 0; key < (causal ? query + 1 : n); key++) out[query * n + key] = weight(pattern, index, query, key);
  return out;
}

export function minus(a, b) {
  return a.map((x, i) => x - b[i]);
}

/** Where a weight, or a signed difference, lies on the colour scale: its square root, so that small ones show. */
export function shade(w) {
  return Math.sign(w) * Math.sqrt(Math.min(Math.abs(w), 1));
}

/** The cell that is largest in size. */
export function largest(values, n) {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (Math.abs(values[i]) > Math.abs(values[best])) best = i;
  return { query: Math.floor(best / n), key: best % n, value: values[best] };
}

/** How a query weighs one key: products, their sum, the score, and the softmax over the keys allowed. */
export function qkSteps(q, keys, allowed, key) {
  const scores = keys.map((k) => q.reduce((sum, x, d) => sum + x * k[d], 0) / Math.sqrt(q.length));
  const top = Math.max(...scores.filter((_, j) => allowed[j]));
  const parts = scores.map((s, j) => (allowed[j] ? Math.exp(s - top) : 0));
  const products = q.map((x, d) => x * keys[key][d]);
  return {
    products,
    dot: products.reduce((a, b) => a + b, 0),
    score: scores[key],
    weight: parts[key] / parts.reduce((a, b) => a + b, 0),
  };
}

/** Lines thinner than this are not drawn. */
export const FAINTEST = 0.02;
const STRENGTHS = 8;

/** Sort the cells worth a line by strength, 1…8, so that each strength is set up once: [query, key, …]. */
export function byStrength(values, n, sign = 1, query = null) {
  const lists = Array.from({ length: STRENGTHS + 1 }, () => []);
  const [start, end] = query === null ? [0, n * n] : [query * n, (query + 1) * n];
  for (let i = start; i < end; i++) {
    const w = sign * values[i];
    if (w >= FAINTEST) lists[Math.ceil(shade(w) * STRENGTHS)].push(Math.floor(i / n), i % n);
  }
  return lists;
}

// ---- Where things are on a picture -------------------------------------------------------------

/** Sizes in CSS pixels of a picture `width` wide; `label` is the width of the longest token. */
export function geometry(view, n, width, label) {
  if (view === "lines") {
    const row = Math.max(3, Math.min(22, 420 / n)), words = row >= 11;
    const left = words ? Math.min(label, width * 0.32) : 26;
    return { view, n, width, words, left, right: width - left, top: 6, row, height: row * n + 12 };
  }
  const fits = (gutter) => (width - gutter - 2) / n;
  const gutter = Math.min(label, width * 0.36), words = fits(gutter) >= 11;
  const left = words ? gutter : 26, row = fits(left), flat = words && label <= row + 4;
  const top = words && !flat ? gutter : 18;
  return { view, n, width, words, flat, left, top, row, height: top + row * n + 2 };
}

/** The cell under a point, or null. On lines the left side picks the query, the right side the key. */
export function cellAt(g, x, y, { query, key }) {
  const down = Math.floor((y - g.top) / g.row);
  if (down < 0 || down >= g.n) return null;
  if (g.view === "lines") return x < g.width / 2 ? { query: down, key } : { query, key: down };
  const across = Math.floor((x - g.left) / g.row);
  return across < 0 || across >= g.n ? null : { query: down, key: across };
}

/** How many panels fit side by side and how wide a picture is. It does not depend on which heads are on. */
export function arrange(width, n, heads, pictures) {
  const gap = 16;
  const wanted = n <= 24 ? Math.max(150, 60 + 12 * n) : 220;
  const across = Math.max(1, Math.floor((width + gap) / (wanted + gap)));
  const columns = pictures === 3 ? (width >= 480 ? 3 : 1) : Math.min(across, Math.max(heads, 2));
  return Math.floor(Math.min((width - gap * (columns - 1)) / columns, 60 + 44 * n, 480, width));
}

// ---- Colour --------------------------------------------------------------------------------

/** Black or white, whichever reads better on a colour: at least 4.58 to 1. */
export function inkOn([r, g, b]) {
  const linear = (c) => (c <= 10 ? c / 3294 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) > 0.179 ? "#000" : "#fff";
}

const level = (w) => 255 + Math.round(255 * shade(w));

// ---- Drawing -------------------------------------------------------------------------------

function clip(ctx, text, room) {
  if (ctx.measureText(text).width <= room) return text;
  let letters = Array.from(text);
  while (letters.length > 1 && ctx.measureText(letters.join("") + "…").width > room) letters.pop();
  return letters.join("") + "…";
}

/** Tokens at the edges, or every 16th or so position where tokens do not fit. */
function drawLabels(ctx, g, { labels, ink }) {
  const step = g.words ? 1 : 2 ** Math.ceil(Math.log2(28 / g.row));
  ctx.fillStyle = ink;
  ctx.textBaseline = "middle";
  for (let i = 0; i < g.n; i += step) {
    const text = g.words ? clip(ctx, labels[i], g.left - 8) : String(i), middle = g.top + (i + 0.5) * g.row;
    ctx.textAlign = "right";
    ctx.fillText(text, g.left - 5, middle);
    if (g.view === "lines") {
      ctx.textAlign = "left";
      ctx.fillText(text, g.right + 5, middle);
    } else if (g.words && !g.flat) {
      ctx.save();
      ctx.translate(g.left + (i + 0.5) * g.row, g.top - 5);
      ctx.rotate(-Math.PI / 2);
      ctx.textAlign = "left";
      ctx.fillText(text, 0, 0);
      ctx.restore();
    } else {
      ctx.textAlign = "center";
      ctx.fillText(text, g.left + (i + 0.5) * g.row, g.top - 9);
    }
  }
}

function drawHeat(ctx, g, values, { scratch, pixels, colours, causal, line }) {
  const { n } = g, image = new ImageData(n, n), out = new Uint32Array(image.data.buffer);
  for (let i = 0; i < out.length; i++) out[i] = pixels[level(values[i])];
  scratch.width = scratch.height = n;
  scratch.getContext("2d").putImageData(image, 0, 0);
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(scratch, g.left, g.top, g.row * n, g.row * n);
  ctx.strokeStyle = line;
  ctx.strokeRect(g.left - 0.5, g.top - 0.5, g.row * n + 1, g.row * n + 1);
  if (g.row < 30) return;
  ctx.textAlign = "center";
  values.forEach((w, i) => {
    if (causal && i % n > Math.floor(i / n)) return; // a query cannot look ahead: no weight to read
    ctx.fillStyle = inkOn(colours[level(w)]);
    ctx.fillText(fmt(w, 2), g.left + ((i % n) + 0.5) * g.row, g.top + (Math.floor(i / n) + 0.5) * g.row);
  });
}

function stroke(ctx, g, cells) {
  for (let i = 0; i < cells.length; i += 2) {
    ctx.beginPath();
    ctx.moveTo(g.left, g.top + (cells[i] + 0.5) * g.row);
    ctx.lineTo(g.right, g.top + (cells[i + 1] + 0.5) * g.row);
    ctx.stroke();
  }
}

/** Lines of one sign; of one query, if given. */
function drawLines(ctx, g, values, colour, query, sign = 1) {
  ctx.strokeStyle = colour;
  ctx.setLineDash(sign < 0 ? [5, 4] : []);
  byStrength(values, g.n, sign, query).forEach((cells, strength) => {
    ctx.globalAlpha = strength / STRENGTHS;
    ctx.lineWidth = 0.5 + (2.5 * strength) / STRENGTHS;
    stroke(ctx, g, cells);
  });
  ctx.globalAlpha = 1;
  ctx.setLineDash([]);
}

/** Draw signed values as lines: more is solid and blue, less is dashed and vermilion. */
function drawSigned(ctx, g, values, { more, less }, query) {
  drawLines(ctx, g, values, more, query);
  drawLines(ctx, g, values, less, query, -1);
}

/** A canvas with the pattern and, on top, one with the cell in focus. */
function picture(onPoint) {
  const base = h("canvas", { role: "img" }), mark = h("canvas", { class: "mh-mark", "aria-hidden": "true" });
  const caption = h("span", { class: "mh-seed" });
  const box = h("div", { class: "mh-box" }, base, mark);
  let g, values, paint, marked;
  const point = (kind) => (event) => {
    if (kind === "hover" && event.pointerType === "touch") return;
    const frame = base.getBoundingClientRect();
    onPoint(kind, (focus) => cellAt(g, event.clientX - frame.left, event.clientY - frame.top, focus));
  };
  box.addEventListener("pointermove", point("hover"));
  box.addEventListener("pointerleave", () => onPoint("leave"));
  box.addEventListener("click", point("tap"));
  return {
    element: h("div", { class: "mh-picture" }, caption, box),
    draw(geometryNow, valuesNow, look, paintNow, title, alt) {
      [g, values, paint] = [geometryNow, valuesNow, paintNow];
      const ctx = prepare(base, g);
      drawLabels(ctx, g, look);
      paint(ctx, g, values);
      prepare(mark, g);
      marked = "";
      base.setAttribute("aria-label", alt);
      setText(caption, title);
    },
    point({ query, key }, active, { ink, ground }) {
      if (marked === `${query} ${key} ${active}`) return;
      marked = `${query} ${key} ${active}`;
      const ctx = mark.getContext("2d");
      ctx.clearRect(0, 0, g.width, g.height);
      base.style.opacity = g.view === "lines" && active ? 0.25 : 1;
      if (g.view === "lines") {
        if (active) paint(ctx, g, values, query);
        ctx.fillStyle = ink;
        for (const [x, i] of [[g.left, query], [g.right, key]]) {
          ctx.beginPath();
          ctx.arc(x, g.top + (i + 0.5) * g.row, 3.5, 0, 7);
          ctx.fill();
        }
        return;
      }
      const [x, y] = [g.left + key * g.row, g.top + query * g.row], size = Math.max(g.row, 4), slack = (size - g.row) / 2;
      for (const [colour, room] of [[ground, 2.5], [ink, 1]]) {
        ctx.strokeStyle = colour;
        ctx.lineWidth = 1.5;
        ctx.strokeRect(x - slack - room, y - slack - room, size + 2 * room, size + 2 * room);
      }
      ctx.strokeStyle = ink;
      ctx.lineWidth = 1;
      ctx.globalAlpha = 0.55;
      ctx.strokeRect(g.left, y - slack, g.row * g.n, size);
      ctx.globalAlpha = 1;
    },
  };
}

// ---- The widget ----------------------------------------------------------------------------

const STATE = ["heads", "layer", "seed", "step", "compare", "view", "query", "key"];

function render({ model, el }) {
  const get = (name) => model.get(name);
  const pattern = openPattern(get), { sizes, n } = pattern;
  const names = { seed: get("_seeds"), step: get("_steps") };
  const tokens = get("_tokens").map((token) => visible(token));
  const labels = get("_tokens").map((token) => visible(token, 14));
  const read = () => Object.fromEntries(STATE.map((name) => [name, get(name)]));
  const scratch = document.createElement("canvas");
  let state = read(), look, hover = null, width = 0, labelWidth = 0;

  // Where the focus is, and its numbers.
  const focus = () => hover ?? { query: state.query, key: state.key };
  const active = () => hover !== null || el.ownerDocument.activeElement?.closest(".mh-cell") === cellRow;
  const indexOf = (head, seed = state.seed) => matrixIndex(sizes, { ...state, seed }, head);
  const seedName = (seed) => `seed ${names.seed[seed]}`;
  const place = ({ query, key }) => `query ${query} ${isolate(labels[query])} → key ${key} ${isolate(labels[key])}`;
  const reading = (head, { query, key }) => {
    const a = weight(pattern, indexOf(head), query, key);
    if (state.compare === null) return fmt(a);
    const b = weight(pattern, indexOf(head, state.compare), query, key);
    return `${fmt(a)} − ${fmt(b)} = ${fmt(a - b, 3, true)}`;
  };

  // Controls.
  const viewButtons = [["heatmap", "Heat map"], ["lines", "Lines"]].map(([view, name]) => button(name, () => put(model, { view })));
  const all = Array.from({ length: sizes.head }, (_, head) => head);
  const headButtons = all.map((head) =>
    button(h("span", { class: "mh-chip" }, String(head)), () => {
      const on = get("heads");
      put(model, { heads: all.filter((other) => on.includes(other) !== (other === head)) });
    }, { "aria-label": `Head ${head}`, class: "mh-button mh-head" }));
  const choose = [["All", all], ["None", []]].map(([name, heads]) => button(name, () => put(model, { heads }), { "aria-label": `${name} heads` }));
  const sliders = {
    layer: slider("Layer", sizes.layer - 1, (layer) => put(model, { layer })),
    step: slider("Step", sizes.step - 1, (step) => put(model, { step })),
    seed: slider("Seed", sizes.seed - 1, (seed) => put(model, { seed })),
    compare: slider("Second seed", sizes.seed - 1, (compare) => put(model, { compare })),
    query: slider("Query", n - 1, (query) => put(model, { query })),
    key: slider("Key", n - 1, (key) => put(model, { key })),
  };
  const compareButton = button("Compare two seeds", () =>
    put(model, { compare: get("compare") === null ? (get("seed") + 1) % sizes.seed : null }));
  const axisRow = h("div", { class: "mh-row" }, sliders.layer.element, sliders.step.element, sliders.seed.element, compareButton, sliders.compare.element);
  const cellRow = h("div", { class: "mh-row mh-cell", onfocusin: () => drawFocus(), onfocusout: () => drawFocus() }, sliders.query.element, sliders.key.element);
  for (const axis of ["layer", "step", "seed"]) sliders[axis].element.hidden = sizes[axis] === 1;
  compareButton.hidden = sizes.seed === 1;
  axisRow.hidden = [...axisRow.children].every((child) => child.hidden || child === sliders.compare.element);

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
    return { head, chip, pictures, element: h("figure", { class: "mh-panel" }, h("figcaption", {}, chip), body), drawn: "" };
  });
  const grid = h("div", { class: "mh-panels" }, ...panels.map((panel) => panel.element));
  const empty = h("p", { class: "mh-empty" }, "No head is on.");
  const status = statusLine(), legend = h("div", { class: "mh-legend" });

  // The numbers of the cell in focus.
  const where = h("p", { class: "mh-where" });
  const values = all.map((head) => h("b"));
  const items = all.map((head) => h("li", {}, h("span", { class: "mh-chip" }, `Head ${head}`), " ", values[head]));
  const readout = h("div", { class: "mh-readout" }, where, h("ul", {}, ...items));
  const weightTable = tableAlternative("All weights of this query, as a table", () => weightRows());
  const steps = tableAlternative("How this weight comes about: q · k, step by step", () => stepTables());
  steps.element.hidden = !get("_queries")?.byteLength;

  function weightRows() {
    const { query } = state, pair = state.compare !== null;
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
    const rows = tokens.map((token, key) => [`${key} ${token}`, ...columns.map((column) => column.cells[key])]);
    return table(`Weights of query ${query} ${isolate(tokens[query])}`, ["key", ...columns.map((c) => c.title)], rows);
  }

  function stepTables() {
    const { query, key } = state, d = get("_queries").byteLength / 4 / (sizes.seed * sizes.step * sizes.layer * sizes.head * n);
    const allQ = floats(get("_queries")), allK = floats(get("_keys")), mask = bytes(get("_mask"));
    const vectors = (array, head) => Array.from({ length: n }, (_, i) => Array.from(array.subarray((indexOf(head) * n + i) * d, (indexOf(head) * n + i + 1) * d)));
    const allowed = mask.subarray(query * n, (query + 1) * n);
    const blocks = state.heads.map((head) => {
      const q = vectors(allQ, head)[query], keys = vectors(allK, head);
      const s = qkSteps(q, keys, allowed, key);
      const line = (name, numbers, last = "") => [name, ...numbers.map((x) => fmt(x)), last];
      const rows = [line("q", q), line("k", keys[key]), line("q × k", s.products, fmt(s.dot))];
      const end = allowed[key]
        ? `q · k = ${fmt(s.dot)};  ÷ √${d} = ${fmt(s.score)};  softmax over the ${allowed.reduce((a, b) => a + b)} keys this query may see = ${fmt(s.weight)}`
        : `q · k = ${fmt(s.dot)}, but the mask hides this key from this query: its weight is 0`;
      return h("div", {}, table(`Head ${head}, ${place(state)}, ${seedName(state.seed)}`, ["dimension", ...q.map((_, i) => String(i)), "sum"], rows), h("p", {}, end));
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
    const key = JSON.stringify([state.view, state.seed, state.step, state.layer, state.compare, size, look.dark, window.devicePixelRatio]);
    if (panel.drawn === key || width === 0) return;
    panel.drawn = key;
    const g = geometry(state.view, n, size, labelWidth), { head } = panel;
    const paint = state.view === "lines"
      ? (ctx, at, m, query = null) => drawLines(ctx, at, m, look.heads[head], query)
      : (ctx, at, m) => drawHeat(ctx, at, m, look);
    const paintSigned = state.view === "lines" ? (ctx, at, m, query = null) => drawSigned(ctx, at, m, look, query) : paint;
    const a = matrix(pattern, indexOf(head));
    const show = (picture, values, title, paintIt, what) => {
      const top = largest(values, n);
      const alt = `Head ${head}, ${what}: ${n} queries by ${n} keys; the largest is ${fmt(top.value)}, ${place(top)}.`;
      picture.draw(g, values, look, paintIt, title, alt);
    };
    show(panel.pictures[0], a, pair ? seedName(state.seed) : "", paint, `weights of ${seedName(state.seed)}`);
    for (const picture of panel.pictures.slice(1)) picture.element.hidden = !pair;
    if (!pair) return;
    const b = matrix(pattern, indexOf(head, state.compare)), words = `${seedName(state.seed)} minus ${seedName(state.compare)}`;
    show(panel.pictures[1], b, seedName(state.compare), paint, `weights of ${seedName(state.compare)}`);
    show(panel.pictures[2], minus(a, b), words, paintSigned, `weights of ${words}`);
  }

  function drawFocus() {
    const at = focus();
    setText(where, `Q${place(at).slice(1)}`);
    for (const head of state.heads) {
      setText(values[head], reading(head, at));
      if (width) for (const p of panels[head].pictures) if (!p.element.hidden) p.point(at, active(), look);
    }
  }

  function drawLegend() {
    const { more, less } = STOPS[look.dark ? "dark" : "light"], pair = state.compare !== null;
    const exact = pattern.unit > 1 ? " Weights are stored in steps of 0.005." : "";
    if (state.view === "lines") {
      const signs = pair ? " Difference: solid blue where the first seed weighs more, dashed orange where it weighs less." : "";
      legend.replaceChildren(h("p", {}, `Left: queries, right: keys. The wider and stronger a line, the larger the weight, on one scale for all; lines under ${FAINTEST} are left out.${signs}${exact}`));
      return;
    }
    const ticks = [0, 0.05, 0.25, 0.5, 1].map((w) => [shade(w), String(w)]);
    const signed = [-1, -0.25, 0, 0.25, 1].map((w) => [(1 + shade(w)) / 2, w > 0 ? `+${w}` : String(w)]);
    legend.replaceChildren(
      h("p", {}, `Rows: queries, columns: keys. One colour scale for all heads and seeds.${exact}`),
      colourScale("weight", more, ticks),
      ...(pair ? [colourScale("difference", [...less.slice(1).reverse(), ...more], signed)] : []));
  }

  function describe(changed, before) {
    const parts = [];
    if (changed.has("heads")) {
      const turned = all.filter((head) => before.heads.includes(head) !== state.heads.includes(head));
      if (turned.length === 1) parts.push(`Head ${turned[0]} is ${state.heads.includes(turned[0]) ? "on" : "off"}.`);
      parts.push(`${state.heads.length} of ${sizes.head} heads on.`);
    }
    if (changed.has("view")) parts.push(state.view === "lines" ? "Shown as lines." : "Shown as a heat map.");
    if (changed.has("layer")) parts.push(`Layer ${state.layer}.`);
    if (changed.has("step")) parts.push(`Step ${names.step[state.step]}.`);
    if (changed.has("seed")) parts.push(`Seed ${names.seed[state.seed]}.`);
    if (changed.has("compare")) parts.push(state.compare === null ? "One seed." : `Compared with ${seedName(state.compare)}.`);
    if (["layer", "step", "seed", "compare", "query", "key"].some((name) => changed.has(name))) {
      const numbers = state.heads.map((head) => `head ${head} ${reading(head, state)}`).join(", ");
      parts.push(`Q${place(state).slice(1)}: ${numbers || "no head on"}.`);
    }
    return parts.join(" ");
  }

  function update(changed) {
    const before = state, pair = get("compare") !== null;
    state = read();
    viewButtons.forEach((node, i) => node.setAttribute("aria-pressed", (i === 1) === (state.view === "lines")));
    compareButton.setAttribute("aria-pressed", pair);
    sliders.compare.element.hidden = !pair;
    sliders.layer.set(state.layer);
    sliders.step.set(state.step, names.step[state.step]);
    sliders.seed.set(state.seed, names.seed[state.seed]);
    if (pair) sliders.compare.set(state.compare, names.seed[state.compare]);
    sliders.query.set(state.query, `${state.query} ${labels[state.query]}`);
    sliders.key.set(state.key, `${state.key} ${labels[state.key]}`);
    grid.classList.toggle("mh-pairs", pair);
    empty.hidden = state.heads.length > 0;
    for (const panel of panels) {
      const on = state.heads.includes(panel.head);
      headButtons[panel.head].setAttribute("aria-pressed", on);
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
    const ink = dark ? "#FFFFFF" : "#000000", { more, less } = STOPS[dark ? "dark" : "light"];
    const heads = all.map((head) => headColour(head, dark));
    look = { dark, ink, ground: dark ? "#000000" : "#FFFFFF", line: "#8888", more: more[3], less: less[3], heads, labels, scratch, causal: pattern.causal, ...palette(dark) };
    for (const chip of el.querySelectorAll(".mh-chip")) chip.style.setProperty("--head", heads[chip.textContent.match(/\d+/)]);
    update(new Set(["theme"]));
  };

  el.classList.add("mh-widget", "mh-explorer");
  el.append(
    h("div", { class: "mh-row" }, group("View", ...viewButtons), group("Heads", ...headButtons, ...(sizes.head > 2 ? choose : []))),
    axisRow, status, empty, grid, legend, cellRow, readout, steps.element, weightTable.element);
  labelWidth = widest();
  const stopTheme = followTheme(el, dress);
  setText(status, `${state.heads.length} of ${sizes.head} heads on. Point at a cell, or move the query and the key, to read a weight.`);
  const watcher = new ResizeObserver(() => {
    if (grid.clientWidth === width) return;
    width = grid.clientWidth;
    update(new Set());
  });
  watcher.observe(grid);
  const stopFollowing = follow(model, STATE, update);
  return () => { stopFollowing(); stopTheme(); watcher.disconnect(); };
}

export default { render };
