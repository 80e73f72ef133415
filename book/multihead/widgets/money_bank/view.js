import { headColour } from "../base/colours.js";
import {
  button,
  group,
  h,
  setText,
  statusLine,
  table,
  tableAlternative,
} from "../base/elements.js";
import { follow, put } from "../base/model.js";
import { followTheme } from "../base/theme.js";
import {
  alike,
  different,
  MADE,
  matrices,
  overflowing,
  plain,
  shape,
  show,
  stageOf,
  sumOf,
  withEntry,
} from "./arithmetic.js";
import { cellWidth, choices, inputs, matrixTable, place, prose, swatch } from "./tables.js";

const ARRAYS = ["X", "W_Q", "W_K", "W_V", "W_O"];
const STATE = [...ARRAYS, "form", "step", "head", "projection", "row", "column"];

const STEPS = [
  [
    "X",
    "Two static embeddings",
    "A row is a word. Type another number over any of these, and all later steps follow.",
  ],
  [
    "W",
    "Six matrices",
    "Each head has three of its own. They were chosen, not learned, and each reads all of a word's row.",
  ],
  [
    "Q K V",
    "Queries, keys and values",
    "Both heads multiply the same X, each by its own three matrices.",
  ],
  ["scores", "Scores", "A query times a key, divided by √d_head, says how well the two fit."],
  ["pattern", "Patterns", "Softmax turns each row of scores into shares that sum to 1."],
  ["Z", "Each head's output", "Each head averages its values, weighing them by its pattern."],
  ["Z′", "Side by side", "The heads' outputs are joined. Nothing is computed here."],
  [
    "output",
    "W_O and the output",
    "W_O decides how much of each head's numbers goes to each coordinate of the output.",
  ],
];

// ---- The widget --------------------------------------------------------------------------------

function render({ model, el }) {
  const get = (name) => model.get(name);
  const words = get("_words"),
    coordinates = get("_coordinates");
  const read = () => Object.fromEntries(STATE.map((name) => [name, get(name)]));
  const workOut = (numbers, form) => matrices(numbers, form, words, coordinates);
  let state = read(),
    all = workOut(state, state.form),
    chapter = workOut(get("_start"), state.form);
  let built = "",
    hover = null,
    tables = [],
    minis = [],
    last = null;

  // Controls.
  const go = (step) => step >= 1 && step <= STEPS.length && put(model, { step });
  const stops = STEPS.map(([short, long], i) => {
    const size = h("span", { class: "mh-size" }),
      changed = h("span", { class: "mh-hide" });
    const node = button(h("span", { class: "mh-number" }, String(i + 1)), () => go(i + 1), {
      class: "mh-button mh-stop",
      title: long,
    });
    node.append(h("span", {}, short), size, changed);
    return { node, size, changed };
  });
  const back = button("← Back", () => go(get("step") - 1)),
    next = button("Next →", () => go(get("step") + 1));
  const forms = [
    ["wide", "Wide"],
    ["paper", "Paper"],
  ].map(([form, name]) => ({ form, node: button(name, () => put(model, { form })) }));
  const reset = button("Reset numbers", () => {
    built = ""; // a refused text goes too
    put(model, get("_start"));
    update(new Set(ARRAYS));
  });
  const picks = h("div", { class: "mh-group", role: "group", "aria-label": "Matrix" });
  const flip = button("±", () => last && setEntry(last.m, last.i, last.j, -last.input.number), {
    "aria-label": "Change the sign",
  });
  const lastText = h("span"),
    tool = h("div", { class: "mh-group mh-tool" }, flip, lastText);

  const title = h("p", { class: "mh-title" }),
    sentence = h("p", { class: "mh-sentence" });
  const status = statusLine(),
    stage = h("div", { class: "mh-stage" });
  const error = h("p", { class: "mh-error", role: "alert" });
  const sum = h("p", { class: "mh-sum", "aria-live": "polite" });
  const overview = h("div", { class: "mh-minis" });
  const trouble = h("p", { class: "mh-trouble" }),
    legend = h("p", { class: "mh-legend" });
  const everything = tableAlternative("Every matrix, as a table", () => {
    const width = Math.max(...[...all.values()].map((m) => m.columns.length));
    const rows = [...all.values()].flatMap((m) =>
      m.values.map((row, i) => [
        `${m.name}, row ${i + 1}`,
        ...Array.from({ length: width }, (_, j) => entryText(m, i, j)),
      ]),
    );
    return table(
      `Every matrix of the worked example, ${state.form} form`,
      ["matrix", ...Array.from({ length: width }, (_, i) => `column ${i + 1}`)],
      rows,
    );
  });
  const entryText = (m, i, j) => {
    if (j >= m.columns.length) return "";
    const then = chapter.get(m.name).values[i][j],
      x = m.values[i][j];
    return alike(x, then) ? show(x) : `${show(x)} (was ${show(then)})`;
  };

  const madeIn = (step) => [...all.values()].filter(({ name }) => MADE[step - 1].test(name));

  // What is shown of a step: the product in focus, and the entry whose sum is written out.
  const current = () => stageOf(all, state.step, state.head, state.projection);

  /** The entries that are not the chapter's, also those that the form does not use. */
  const editedEntries = () =>
    ARRAYS.flatMap((name) => {
      const start = get("_start")[name].flat(2);
      return state[name].flat(2).filter((x, i) => !alike(x, start[i]));
    });

  function setEntry(m, i, j, value) {
    const [name, ...path] = m.path(i, j);
    put(model, { [name]: withEntry(get(name), path, value) });
  }

  function editable(m) {
    return inputs(m, {
      edit: (i, j, value) => setEntry(m, i, j, value),
      refuse: () => {
        const problems = [...stage.querySelectorAll("input")]
          .map((input) => input.problem)
          .filter(Boolean);
        setText(error, problems.at(-1) ?? "");
      },
      visit: (entry, i, j, input) => {
        last = { m: entry, i, j, input };
        const { a, b } = current();
        if (a?.name === entry.name) put(model, { row: i });
        if (b?.name === entry.name) put(model, { column: j });
        drawTool();
      },
    });
  }

  function drawTool() {
    const on = last?.input.isConnected;
    tool.hidden = !on;
    if (!on) return;
    const { m, i, j, input } = last,
      then = chapter.get(m.name).values[i][j];
    setText(
      lastText,
      `${place(m, i, j)}: ${show(input.number)}${alike(input.number, then) ? "" : `, in the chapter ${show(then)}`}`,
    );
  }

  // Building: once for each step, form, head and projection; numbers are then changed in place.
  function build() {
    const key = [state.step, state.form, state.head, state.projection].join();
    if (key === built) return;
    built = key;
    last = hover = null;
    const { kind, shown, a, b, c } = current();
    const own = (m, slot) => {
      const t = matrixTable(m, m.path && editable(m));
      tables.push({ slot, name: m.name, ...t });
      return t.element;
    };
    const outcome = () => {
      const make = choices(c, {
        choose: (row, column) => put(model, { row, column }),
        hover: (at) => {
          hover = at;
          drawFocus();
        },
      });
      const t = matrixTable(c, make);
      tables.push({ slot: "c", name: c.name, make, ...t });
      return t.element;
    };
    tables = [];
    stage.className = `mh-stage mh-${kind}`;
    stage.classList.toggle(
      "mh-long",
      kind === "product" && a.columns.length + c.columns.length > 8,
    );
    const slot = (name, ...children) => h("div", { class: `mh-slot mh-slot-${name}` }, ...children);
    if (kind === "given")
      stage.replaceChildren(...shown.map((m) => slot("given", own(m, "given"))));
    if (kind === "joined")
      stage.replaceChildren(
        slot("parts", ...shown.map((m) => own(m, "part"))),
        slot("c", outcome()),
        sum,
      );
    if (kind === "softmax")
      stage.replaceChildren(
        slot("a", own(a, "a")),
        h("span", { class: "mh-sign" }, "softmax →"),
        slot("c", outcome()),
        sum,
      );
    if (kind === "product")
      stage.replaceChildren(
        slot("a", own(a, "a")),
        slot("b", own(b, "b")),
        slot("c", outcome()),
        sum,
      );
    for (const node of stage.querySelectorAll(".mh-slot")) watcher.observe(node);
    buildMinis();
    setText(error, "");
    title.replaceChildren(...prose(`${state.step}. ${STEPS[state.step - 1][1]}`));
    sentence.replaceChildren(...prose(STEPS[state.step - 1][2]));
  }

  /** All that the step makes, small, and a button for each that puts it on the stage. */
  function buildMinis() {
    const made = madeIn(state.step),
      many = made.length > 1 && Boolean(current().c);
    const focused = picks.matches(":focus-within");
    minis = [];
    picks.hidden = overview.hidden = !many;
    picks.replaceChildren();
    overview.replaceChildren();
    if (!many) return;
    minis = made.map((m) => {
      const projection = state.step === 3 ? m.name[0] : state.projection;
      const pick = button(m.name, () => put(model, { head: m.head, projection }), {
        class: `mh-button mh-pick ${swatch(m.head)}`,
      });
      return { name: m.name, head: m.head, pick, ...matrixTable(m) };
    });
    picks.append(...minis.map(({ pick }) => pick));
    if (focused) minis.find(({ name }) => name === current().c.name).pick.focus();
    overview.append(
      h("p", { class: "mh-name" }, "All that this step makes"),
      ...minis.map(({ element }) => element),
    );
    overview.classList.toggle("mh-six", minis.length > 2);
  }

  // Drawing.
  function drawFocus() {
    const now = current(),
      { c } = now,
      width = now.shown?.[0].columns.length;
    const chosen = [state.row, Math.min(state.column, (c?.columns.length ?? 1) - 1)],
      [row, column] = hover ?? chosen;
    const hot = {
      a: (i) => (i === row ? "mh-row-hot" : ""),
      b: (_, j) => (j === column ? "mh-column-hot" : ""),
      c: (i, j) => (i === row && j === column ? "mh-cell-hot" : ""),
    };
    const widths = new Map(),
      then = stageOf(chapter, state.step, state.head, state.projection);
    for (const t of tables) {
      const find = (s) => s[t.slot] ?? s.shown.find(({ name }) => name === t.name);
      const from =
        now.kind === "joined" &&
        t.slot === "part" &&
        now.shown[Math.floor(column / width)].name === t.name;
      const longest = t.update(
        find(now),
        find(then),
        t.slot === "part"
          ? (i, j) => (from && i === row && j === column % width ? "mh-cell-hot" : "")
          : hot[t.slot],
      );
      widths.set(
        t.slot === "c" ? "b" : t.slot,
        Math.max(longest, widths.get(t.slot === "c" ? "b" : t.slot) ?? 0),
      );
      if (t.slot === "c")
        t.cells.forEach((cells, i) =>
          cells.forEach((_, j) => t.make(i, j).choose(i === chosen[0] && j === chosen[1])),
        );
    }
    // B stands over C, so their columns are equally wide.
    for (const t of tables)
      t.element.style.setProperty(
        "--mh-cell",
        cellWidth(
          widths.get(t.slot === "c" ? "b" : t.slot),
          t.name === "Z′" && t.slot === "a" ? 40 : 46,
        ),
      );
    if (!c) return;
    const pieces = sumOf(now, row, column);
    if (sum.dataset.text !== plain(pieces)) {
      sum.dataset.text = plain(pieces);
      sum.replaceChildren(
        ...pieces.map(({ text, of, up, quiet, turn }) =>
          h(
            "span",
            { class: of ? `mh-of-${of}` : quiet && "mh-quiet" },
            text,
            ...(up ? [h("sup", {}, up)] : turn ? [h("br")] : []),
          ),
        ),
      );
    }
  }

  function draw() {
    build();
    const changed = different(all, chapter),
      edited = changed.filter((name) => all.get(name).path);
    STEPS.forEach((_, i) => {
      const made = madeIn(i + 1),
        on = made.some(({ name }) => changed.includes(name));
      const { node, size, changed: mark } = stops[i];
      setText(size, `${{ 1: "", 2: "two ", 6: "six " }[made.length]}${shape(made[0])}`);
      setText(mark, on ? ", changed" : "");
      node.classList.toggle("mh-changed", on);
      if (i + 1 === state.step) node.setAttribute("aria-current", "step");
      else node.removeAttribute("aria-current");
    });
    back.setAttribute("aria-disabled", state.step === 1);
    next.setAttribute("aria-disabled", state.step === STEPS.length);
    for (const { form, node } of forms) node.setAttribute("aria-pressed", form === state.form);
    for (const mini of minis) {
      mini.element.style.setProperty(
        "--mh-cell",
        cellWidth(mini.update(all.get(mini.name), chapter.get(mini.name))),
      );
      mini.pick.setAttribute("aria-pressed", mini.name === current().c.name);
    }
    drawFocus();
    drawTool();
    const bad = overflowing(all);
    trouble.hidden = !bad;
    if (bad)
      setText(
        trouble,
        `${bad.name} holds a number beyond 1.8e308, the largest a 64-bit number can be. It is shown as ∞, and what cannot be computed from it as NaN (not a number), as NumPy does.`,
      );
    const entries = editedEntries().length,
      seen = edited.flatMap((name) =>
        all
          .get(name)
          .values.flatMap((row, i) =>
            row.filter((x, j) => !alike(x, chapter.get(name).values[i][j])),
          ),
      ).length;
    legend.hidden = !entries;
    setText(
      legend,
      [
        `${entries} of the chapter's numbers ${entries === 1 ? "is" : "are"} changed. A corner and bold type mark what differs from the chapter.`,
        seen < entries ? ` The paper form does not use ${entries - seen} of them.` : "",
      ].join(""),
    );
    everything.refresh();
  }

  function describe(names, before, beforeAll) {
    const parts = [];
    if (names.has("step"))
      parts.push(`Step ${state.step} of ${STEPS.length}: ${STEPS[state.step - 1][1]}.`);
    if (names.has("form")) {
      const count = (map) =>
        [...map.values()]
          .filter((m) => m.path && m.name !== "X")
          .reduce((n, m) => n + m.values.flat().length, 0);
      const sizes = ["Q₁", "Z₁", "Z′", "W_O"].map(
        (name) => `${name} ${shape(beforeAll.get(name))} → ${shape(all.get(name))}`,
      );
      parts.push(
        `${state.form === "paper" ? "Paper" : "Wide"} form: ${sizes.join(", ")}; ${count(all)} weights, were ${count(beforeAll)}.`,
      );
    } else if (ARRAYS.some((name) => names.has(name))) {
      const changed = different(all, beforeAll),
        sources = changed.filter((name) => all.get(name).path);
      const entries = sources.flatMap((name) =>
        all
          .get(name)
          .values.flatMap((row, i) =>
            row.flatMap((x, j) =>
              alike(x, beforeAll.get(name).values[i][j])
                ? []
                : [
                    `${place(all.get(name), i, j)} is ${show(x)}, was ${show(beforeAll.get(name).values[i][j])}`,
                  ],
            ),
          ),
      );
      if (!editedEntries().length) return [...parts, "All numbers are the chapter's."].join(" ");
      const follows = changed.filter((name) => !sources.includes(name));
      if (entries.length)
        parts.push(
          `${entries.length === 1 ? entries[0] : `${entries.length} entries of ${sources.join(", ")} changed`}.`,
        );
      if (entries.length)
        parts.push(
          follows.length ? `With it changed: ${follows.join(", ")}.` : "Nothing else changes.",
        );
    }
    if (names.has("head") || names.has("projection"))
      parts.push(`Head ${state.head + 1}${current().c ? `: ${current().c.name}` : ""}.`);
    return parts.join(" ");
  }

  function update(names) {
    const before = state,
      beforeAll = all;
    state = read();
    if (names.has("form")) chapter = workOut(get("_start"), state.form);
    if (names.has("form") || ARRAYS.some((name) => names.has(name)))
      all = workOut(state, state.form);
    if (["step", "form", "row", "column"].some((name) => names.has(name))) hover = null;
    draw();
    const words = describe(names, before, beforeAll);
    if (words) setText(status, words);
  }

  // A matrix too wide for its place scrolls, and the keyboard can reach it.
  const watcher = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const wide = target.scrollWidth > target.clientWidth + 1;
      for (const [name, value] of [
        ["tabindex", "0"],
        ["role", "group"],
        ["aria-label", "Scrolls sideways"],
      ])
        if (wide) target.setAttribute(name, value);
        else target.removeAttribute(name);
    }
  });

  watcher.observe(overview);

  el.classList.add("mh-widget", "mh-money");
  el.append(
    h(
      "div",
      { class: "mh-stops", role: "group", "aria-label": "Steps" },
      ...stops.map(({ node }) => node),
    ),
    h(
      "div",
      { class: "mh-row" },
      h("div", { class: "mh-group" }, back, next),
      reset,
      group("Form", ...forms.map(({ node }) => node)),
    ),
    title,
    sentence,
    picks,
    stage,
    error,
    tool,
    status,
    overview,
    trouble,
    legend,
    everything.element,
  );
  const stopTheme = followTheme(el, (dark) =>
    [0, 1].forEach((head) => el.style.setProperty(`--mh-head${head}`, headColour(head, dark))),
  );
  setText(
    status,
    `Step ${state.step} of ${STEPS.length}.${editedEntries().length ? "" : " All numbers are the chapter's."}`,
  );
  draw();
  const stopFollowing = follow(model, STATE, update);
  return () => {
    stopFollowing();
    stopTheme();
    watcher.disconnect();
  };
}

export default { render };
