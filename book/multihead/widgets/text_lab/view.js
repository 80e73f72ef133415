import { palette } from "../base/colours.js";
import { setText, statusLine } from "../base/elements.js";
import { follow, put } from "../base/model.js";
import { oneOf } from "../base/one_of.js";
import { visible } from "../base/text.js";
import { followTheme } from "../base/theme.js";
import { inTurn } from "./in_turn.js";
import { lineOf, withoutHead } from "./line.js";
import { readLine } from "./line_read.js";
import { modelPanels } from "./model_panels.js";
import { changeSaid } from "./said.js";
import { starter, waitingSaid } from "./starter.js";
import { textBox } from "./text_box.js";
import { tokenRow } from "./token_row.js";
import { tokenLabel } from "./token_text.js";
import { weightStore } from "./weight_store.js";

const STATE = ["text", "query", "heads", "seed"];

function render({ model, el }) {
  const data = readData((name) => model.get(name));
  const store = weightStore(model, data, () => draw());
  const [box, row, seeds, panels] = [
    textBox(model, data),
    tokenRow(model, data),
    seedChoice(model, data),
    modelPanels(model, data),
  ];
  const start = starter(data, () => {
    started = true;
    store.ask(model.get("seed"));
    draw();
  });
  const status = statusLine(),
    turns = inTurn();
  let [started, look, shown, told] = [store.atOnce];
  const tell = (found) => {
    Object.assign(shown, { found });
    panels.fill(shown);
    setText(status, changeSaid(data, told, shown) || status.textContent);
    told = shown;
  };
  const draw = () => {
    const state = lineState(model, data);
    const runs = started && !state.problem ? store.of(state.seed) : undefined;
    shown = { ...state, ...(runs && observe(runs, data, state, shown)), look };
    const failed = started && store.failed(state.seed);
    turns.stop();
    for (const part of [box, row, seeds]) part.update(shown);
    start.update(started, failed);
    panels.update(shown, failed);
    if (runs) {
      const job = (head) => withoutHead(runs, shown.tokens, shown.on, shown.line, head);
      turns.start(data.allHeads, job, tell);
      return;
    }
    setText(status, waitingSaid(data, state, started, failed));
    if (started && !failed && !state.problem) store.ask(state.seed);
  };
  el.classList.add("mh-widget", "mh-textlab");
  el.append(box.element, row.element, seeds.element, start.element, status, panels.element);
  const stopTheme = followTheme(el, (dark) => {
    look = { dark, ...palette(dark) };
    draw();
  });
  const stopFollowing = follow(model, STATE, () => {
    started = true;
    draw();
  });
  return () => {
    for (const stop of [stopTheme, stopFollowing, store.drop, turns.stop]) stop();
  };
}

/** The state, the tokens of the text or what is wrong with it, and where the reader looks from. */
function lineState(model, data) {
  const state = Object.fromEntries(STATE.map((name) => [name, model.get(name)]));
  const { problem, tokens = [], total = 0 } = readLine(state.text, data);
  const on = data.allHeads.map((head) => state.heads.includes(head));
  return { ...state, on, problem, tokens, total, at: Math.min(state.query, tokens.length - 1) };
}

/**
 * What the model makes of the line: `full` with all heads on, `line` with those that are on, and
 * `whole`, which is `full` where there is something to compare with it.
 */
function observe(runs, data, { text, seed, tokens, on }, before) {
  const same = before?.full && before.text === text && before.seed === seed;
  const every = data.allHeads.map(() => true);
  const full = same ? before.full : lineOf(runs, tokens, every);
  if (!on.includes(false)) return { full, line: full, whole: null };
  const perLayer = data.sizes.head / data.sizes.layer;
  const alike = full.layers.slice(0, Math.floor(on.indexOf(false) / perLayer) + 1);
  return { full, line: lineOf(runs, tokens, on, alike), whole: full };
}

/** All that does not change; labels are the tokens as a reader sees them. */
function readData(get) {
  const [sizes, tokens] = [get("_sizes"), get("_tokens")];
  return {
    sizes,
    tokens,
    numberOf: new Map(tokens.map((token, number) => [token, number])),
    labels: tokens.map(tokenLabel),
    seeds: get("_seeds").map((name) => visible(name, 20)),
    examples: get("_examples"),
    allHeads: Array.from({ length: sizes.head }, (_, head) => head),
    shapes: get("_shapes"),
    files: get("_files"),
    fileSize: get("_file_size"),
  };
}

function seedChoice(model, { seeds }) {
  const choices = seeds.map((name, seed) => [name, seed, `Seed ${name}`]);
  const { element, update } = oneOf("Seed", choices, (seed) => put(model, { seed }));
  element.hidden = choices.length < 2;
  return { element, update: (shown) => update((seed) => shown.seed === seed) };
}

export default { render };
