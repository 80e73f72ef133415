import { drawMatrix } from "../base/canvas.js";
import { headColour, palette, STOPS } from "../base/colours.js";
import {
  button,
  colourScale,
  group,
  h,
  setText,
  statusLine,
  table,
  tableAlternative,
} from "../base/elements.js";
import { headSwitches, seedControls } from "../base/heads_over_seeds.js";
import { follow, put } from "../base/model.js";
import { fmt, visible } from "../base/text.js";
import { followTheme } from "../base/theme.js";
import {
  amount,
  answer,
  contrast,
  errors,
  fates,
  headsAt,
  listed,
  meanWeights,
  openData,
  placeName,
  verdict,
  which,
} from "./errors.js";

const STATE = ["heads", "seed", "step", "compare", "matched"];

// ---- Parts of the picture ------------------------------------------------------------------

/** Names along an edge, each as wide as `count` cells. */
function edge(name, labels) {
  const parts = labels.map(({ text, count = 1 }) => {
    const part = h("span", {}, h("bdi", {}, text));
    part.style.flexGrow = count;
    return part;
  });
  return h("div", { class: name, "aria-hidden": "true" }, ...parts);
}

/** Three matrices of positions by outputs under their titles, with one set of row names. */
function answerGrid(titles, positions, outputs, shape) {
  const canvases = titles.map(() => h("canvas", { role: "img" }));
  for (const canvas of canvases) canvas.style.aspectRatio = shape;
  const heads = titles.map((title) => h("span", { class: "mh-title" }, title));
  const tops = titles.map(() => edge("mh-across", outputs));
  const element = h(
    "div",
    { class: "mh-answers" },
    h("span"),
    ...heads,
    h("span"),
    ...tops,
    edge(
      "mh-down",
      positions.map((text) => ({ text })),
    ),
    ...canvases,
  );
  return { element, canvases };
}

const ROOM = 1.25; // a bar ends at this many times the error with no head on

/** A list of errors, each with a bar, a solid mark at the error with all heads and a dashed one at that with none. */
function errorBars(title, names) {
  const rows = names.map((name) => {
    const nothing = h("span", { class: "mh-nothing" }),
      mark = h("span", { class: "mh-mark" }),
      value = h("b");
    const track = h("span", { class: "mh-track", "aria-hidden": "true" }, nothing, mark);
    const element = h("li", {}, h("bdi", {}, name), track, value);
    nothing.style.left = `${100 / ROOM}%`;
    return { track, mark, value, element };
  });
  const update = (now, full, none) =>
    rows.forEach(({ track, mark, value }, i) => {
      const place = (x) => Math.min(x / (none[i] || 1) / ROOM, 1);
      track.style.backgroundSize = `${100 * place(now[i])}% 100%`; // a background: nothing is laid out anew
      track.classList.toggle("mh-over", place(now[i]) === 1);
      mark.style.left = `${100 * place(full[i])}%`;
      setText(value, amount(now[i]));
    });
  return {
    element: h(
      "div",
      {},
      h("p", { class: "mh-title" }, title),
      h("ul", { class: "mh-errors" }, ...rows.map((row) => row.element)),
    ),
    update,
  };
}

/** A head's mean pattern under its name, with a word on it when the head is off. */
function headCard() {
  const chip = h("span", { class: "mh-chip" }),
    off = h("span", { class: "mh-word" }, "off");
  const canvas = h("canvas", { role: "img" });
  return {
    chip,
    off,
    canvas,
    element: h("li", { class: "mh-card" }, h("p", {}, chip), canvas, off),
    drawn: "",
  };
}

// ---- The widget ----------------------------------------------------------------------------

function render({ model, el }) {
  const get = (name) => model.get(name);
  const data = openData(get),
    { sizes, target } = data;
  const all = Array.from({ length: sizes.head }, (_, place) => place);
  const read = () => Object.fromEntries(STATE.map((name) => [name, get(name)]));
  const names = { seed: get("_seeds"), step: get("_steps") };
  const readable = (texts, letters) => texts.map((text) => visible(text, letters));
  const whole = {
    positions: readable(get("_positions")),
    outputs: readable(get("_outputs").map(([name]) => name)),
  };
  const positions = readable(get("_positions"), 8),
    outputs = readable(
      get("_outputs").map(([name]) => name),
      14,
    );
  const top = target.reduce((a, b) => Math.max(a, Math.abs(b)), 0) || 1;
  const signed = (x) => 0.75 * Math.max(-1, Math.min(1, x / top)); // the palette's last quarter is alike for both signs
  let state = read(),
    look;

  // Words.
  const seedName = (seed) => `seed ${visible(names.seed[seed], 20)}`;
  const seeds = () => (state.compare === null ? [state.seed] : [state.seed, state.compare]);
  const own = (seed, now = state) => headsAt(data, all, seed, now.matched);
  const name = (place, now = state) => `head ${placeName(place, now.matched)}`;
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  const offPlaces = (now = state) => all.filter((place) => !now.heads.includes(place));

  /** All there is to say about one seed: errors with the heads that are on, with all, with none. */
  function measure(seed) {
    const at = { seed, step: state.step },
      heads = headsAt(data, state.heads, seed, state.matched);
    const full = errors(data, at, all),
      none = errors(data, at, []);
    const now = offPlaces().length ? errors(data, at, heads) : full;
    return { seed, at, heads, now, full, none, fated: fates(now, full, none) };
  }

  function sentence({ seed, now, full, fated }) {
    const label = (place) =>
      placeName(place, state.matched) + (state.matched ? ` (its head ${own(seed)[place]})` : "");
    return verdict({ heads: which(state.heads, offPlaces(), label), now, full, outputs, fated });
  }

  // Controls.
  const headButtons = headSwitches(model, all);
  const ownNumbers = headButtons.switches.map(({ node }) => {
    const numbers = h("span", { class: "mh-own" });
    node.append(numbers);
    return numbers;
  });
  const overSeeds = seedControls(model, sizes, names);
  const matchButton = button("Match heads across seeds", () =>
    put(model, { matched: !get("matched") }),
  );
  const meaning = h("p", { class: "mh-meaning" });
  matchButton.hidden = meaning.hidden = sizes.seed === 1;
  const status = statusLine();

  // One panel for a seed.
  const labels = get("_outputs").map(([, count], i) => ({ text: outputs[i], count }));
  const panels = [0, 1].map(() => {
    const title = h("p", { class: "mh-seed" });
    const losses = ["Loss now", "with all heads", "change"].map((text) => ({
      text,
      value: h("b"),
    }));
    const cards = all.map(headCard);
    const grid = answerGrid(
      ["Target", "Output", "Difference"],
      positions,
      labels,
      `${sizes.d_out} / ${sizes.pos}`,
    );
    const bars = {
      positions: errorBars("Error at each position", positions),
      outputs: errorBars("Error of each output", outputs),
    };
    const element = h(
      "div",
      { class: "mh-panel", role: "group" },
      title,
      h(
        "ul",
        { class: "mh-losses" },
        ...losses.map(({ text, value }) => h("li", {}, h("span", {}, text), value)),
      ),
      h(
        "div",
        { class: "mh-halves" },
        h(
          "div",
          {},
          h("p", { class: "mh-title" }, "Mean pattern of each head"),
          h(
            "ul",
            { class: sizes.head > 4 ? "mh-cards mh-many" : "mh-cards" },
            ...cards.map((card) => card.element),
          ),
          grid.element,
        ),
        h("div", { class: "mh-bars" }, bars.outputs.element, bars.positions.element),
      ),
    );
    return { title, losses, cards, grid, bars, element };
  });
  const pair = h("div", { class: "mh-panels" }, ...panels.map((panel) => panel.element));
  const legend = h("div", { class: "mh-legend" });
  const everything = tableAlternative("All numbers as tables", () => h("div", {}, ...tables()));

  // Drawing.
  function drawCard(card, place, { seed, at }) {
    const { chip, off, canvas, element } = card;
    const head = own(seed)[place],
      on = state.heads.includes(place);
    setText(chip, state.matched ? `${placeName(place, true)}: head ${head}` : `Head ${head}`);
    off.hidden = on;
    element.classList.toggle("mh-off", !on);
    const key = JSON.stringify([seed, state.step, head, look.dark]);
    if (card.drawn === key) return;
    card.drawn = key;
    const weights = meanWeights(data, at, head);
    drawMatrix(canvas, weights, sizes.pos, Math.sqrt, look);
    const best = weights.indexOf(weights.reduce((a, b) => Math.max(a, b)));
    canvas.setAttribute(
      "aria-label",
      `Mean pattern of head ${head}, ${seedName(seed)}: ${sizes.pos} queries by ${sizes.pos} keys; the largest weight is ${fmt(weights[best], 2)}, query ${positions[Math.floor(best / sizes.pos)]} to key ${positions[best % sizes.pos]}.`,
    );
  }

  function drawAnswer(canvas, values, what) {
    drawMatrix(canvas, values, sizes.d_out, signed, look);
    const size = fmt(
      values.reduce((a, b) => Math.max(a, Math.abs(b)), 0),
      2,
    );
    canvas.setAttribute(
      "aria-label",
      `${what}: ${sizes.pos} positions by ${sizes.d_out} numbers; the largest in size is ${size}.`,
    );
  }

  function drawPanel({ element, title, losses, cards, grid, bars }, measured) {
    const { seed, at, heads, now, full, none } = measured;
    element.setAttribute("aria-label", capital(seedName(seed)));
    setText(
      title,
      [
        sizes.seed > 1 && capital(seedName(seed)),
        sizes.step > 1 && `step ${visible(names.step[state.step], 20)}`,
      ]
        .filter(Boolean)
        .join(", "),
    );
    [amount(now.all), amount(full.all), amount(now.all - full.all, true)].forEach((text, i) =>
      setText(losses[i].value, text),
    );
    all.forEach((place) => drawCard(cards[place], place, measured));
    const output = answer(data, at, heads),
      gap = output.map((x, i) => x - target[i]);
    drawAnswer(grid.canvases[1], output, `Output for the example, ${seedName(seed)}`);
    drawAnswer(grid.canvases[2], gap, `Output minus target, ${seedName(seed)}`);
    for (const kind of ["positions", "outputs"])
      bars[kind].update(now[kind], full[kind], none[kind]);
  }

  function drawControls() {
    headButtons.switches.forEach(({ node, chip }, place) => {
      const heads = seeds().map((seed) => `head ${own(seed)[place]} of ${seedName(seed)}`);
      node.setAttribute("aria-pressed", state.heads.includes(place));
      node.setAttribute(
        "aria-label",
        capital(name(place)) + (state.matched ? `, ${heads.join(" and ")}` : ""),
      );
      setText(chip, placeName(place, state.matched));
      setText(
        ownNumbers[place],
        state.matched
          ? seeds()
              .map((seed) => own(seed)[place])
              .join(" | ")
          : "",
      );
    });
    overSeeds.show(state);
    matchButton.setAttribute("aria-pressed", state.matched);
    setText(
      meaning,
      state.matched
        ? `Heads are paired by their patterns at the last step: head A of every seed is the one paired with head 0 of ${seedName(0)}${sizes.head > 1 ? ", B with head 1" : ""}${sizes.head > 2 ? ", and so on" : ""}. Beside the letter stands the head's own number.`
        : "A number is a place in the weights. Nothing makes head 0 of one seed do the job of head 0 of another.",
    );
  }

  function drawLegend() {
    const { more, less } = STOPS[look.dark ? "dark" : "light"];
    const weights = [0, 0.05, 0.25, 0.5, 1].map((w) => [Math.sqrt(w), String(w)]);
    const numbers = [-1, -0.5, 0, 0.5, 1].map((x) => [
      (1 + x) / 2,
      x ? fmt(x * top, 1, true) : "0",
    ]);
    legend.replaceChildren(
      h(
        "p",
        {},
        `Patterns: rows are queries, columns are keys. Output: one example, rows are positions; the difference is output\u00a0−\u00a0target. Errors are mean squares over ${sizes.example} examples. Solid mark: the error with all heads; dashed line: with no head; a striped bar goes on beyond its end. Lost: the output was good and its error is now at least nine tenths of that with no head.`,
      ),
      colourScale("weight", more, weights),
      colourScale("output", [...less.slice(1, 4).reverse(), ...more.slice(0, 4)], numbers),
    );
  }

  function tables() {
    const measured = seeds().map(measure);
    const columns = measured.flatMap(({ seed }) =>
      ["on", "all heads", "change"].map((text) => `${seedName(seed)}, ${text}`),
    );
    const row = (text, pick) => [
      text,
      ...measured.flatMap(({ now, full }) => [
        amount(pick(now)),
        amount(pick(full)),
        amount(pick(now) - pick(full), true),
      ]),
    ];
    const losses = table(
      "Mean squared errors with the heads that are on and with all heads",
      ["error", ...columns],
      [
        row("all", (e) => e.all),
        ...whole.outputs.map((text, i) => row(`output ${text}`, (e) => e.outputs[i])),
        ...whole.positions.map((text, i) => row(`position ${text}`, (e) => e.positions[i])),
      ],
    );
    const numbers = data.counts.flatMap((count, i) =>
      Array.from({ length: count }, (_, j) =>
        count > 1 ? `${whole.outputs[i]} no. ${j}` : whole.outputs[i],
      ),
    );
    const shown = measured.map(({ at, heads }) => answer(data, at, heads));
    const answers = table(
      "The example: target and output",
      [
        "position, output",
        "target",
        ...measured.flatMap(({ seed }) => [`${seedName(seed)}, output`, "output − target"]),
      ],
      Array.from(target, (y, i) => [
        `${whole.positions[Math.floor(i / sizes.d_out)]}, ${numbers[i % sizes.d_out]}`,
        fmt(y, 2),
        ...shown.flatMap((out) => [fmt(out[i], 2), fmt(out[i] - y, 2, true)]),
      ]),
    );
    const weights = measured.flatMap(({ seed, at }) =>
      all.map((place) => {
        const head = own(seed)[place],
          flat = meanWeights(data, at, head);
        return table(
          `Mean pattern of head ${head}, ${seedName(seed)}`,
          ["query", ...whole.positions.map((key) => `key ${key}`)],
          whole.positions.map((query, i) => [
            query,
            ...positions.map((_, j) => fmt(flat[i * sizes.pos + j], 2)),
          ]),
        );
      }),
    );
    return [losses, answers, ...weights];
  }

  // What changed, in words.
  function swapped(before) {
    return seeds().flatMap((seed) => {
      const [then, now] = [before, state].map((at) =>
        headsAt(data, offPlaces(at), seed, at.matched).sort((a, b) => a - b),
      );
      return then.join() === now.join()
        ? []
        : [
            `In ${seedName(seed)} ${listed(now, "head", "heads")} ${now.length > 1 ? "are" : "is"} off now, not ${listed(then)}.`,
          ];
    });
  }

  function describe(changed, before, measured) {
    const parts = [];
    if (changed.has("matched")) {
      const pairs = seeds().map(
        (seed) =>
          listed(own(seed).map((head, place) => `${placeName(place, true)} is head ${head}`)) +
          ` of ${seedName(seed)}`,
      );
      parts.push(
        state.matched
          ? `Heads are matched: ${pairs.join("; ")}.`
          : "Heads go by their own numbers.",
        ...swapped(before),
      );
    } else if (changed.has("heads")) {
      const turned = all.filter(
        (place) => before.heads.includes(place) !== state.heads.includes(place),
      );
      parts.push(
        turned.length === 1
          ? `${capital(name(turned[0]))} is ${state.heads.includes(turned[0]) ? "on" : "off"}.`
          : `${state.heads.length} of ${sizes.head} heads on.`,
      );
    }
    if (changed.has("step")) parts.push(`Step ${visible(names.step[state.step], 20)}.`);
    const said = measured.map((seed) =>
      state.compare === null && !changed.has("seed")
        ? capital(sentence(seed))
        : `${capital(seedName(seed.seed))}: ${sentence(seed)}`,
    );
    const off = offPlaces();
    const differ =
      measured.length === 2 && off.length === 1
        ? contrast(
            capital(name(off[0])),
            measured.map((seed) => seed.fated),
          )
        : "";
    return [...parts, ...said, differ].filter(Boolean).join(" ");
  }

  function update(changed) {
    const before = state;
    state = read();
    const measured = seeds().map(measure);
    drawControls();
    panels.forEach((panel, i) => {
      panel.element.hidden = i >= measured.length;
      if (measured[i]) drawPanel(panel, measured[i]);
    });
    el.classList.toggle("mh-two", measured.length === 2);
    everything.refresh();
    if (!changed.has("theme")) setText(status, describe(changed, before, measured));
  }

  const dress = (dark) => {
    look = { dark, ...palette(dark) };
    all.forEach((place) => {
      const chips = [
        headButtons.switches[place].chip,
        ...panels.map((panel) => panel.cards[place].chip),
      ];
      for (const chip of chips) chip.style.setProperty("--head", headColour(place, dark));
    });
    for (const { grid } of panels) drawAnswer(grid.canvases[0], target, "Target of the example");
    drawLegend();
    update(new Set(["theme"]));
  };

  el.classList.add("mh-widget", "mh-toggle");
  el.append(
    h("div", { class: "mh-row" }, group("Heads", ...headButtons.nodes), matchButton),
    meaning,
    h("div", { class: "mh-row" }, ...overSeeds.nodes),
    status,
    pair,
    legend,
    everything.element,
  );
  const stopTheme = followTheme(el, dress);
  setText(status, describe(new Set(), state, seeds().map(measure)));
  const stopFollowing = follow(model, STATE, update);
  return () => {
    stopFollowing();
    stopTheme();
  };
}

export default { render };
