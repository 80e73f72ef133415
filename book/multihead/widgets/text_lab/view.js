import { palette } from "../base/colours.js";
import { setText, statusLine } from "../base/elements.js";
import { visible } from "../base/format.js";
import { follow, put } from "../base/model.js";
import { followTheme } from "../base/theme.js";
import { oneOf } from "../base/toggle_group.js";
import { inTurn } from "./job_queue.js";
import { modelPanels } from "./model_panels.js";
import { readLine } from "./read_line.js";
import { lineOf, withoutHead } from "./run_line.js";
import { starter, waitingSaid } from "./start_button.js";
import { changeSaid } from "./status.js";
import { textBox } from "./text_box.js";
import { keptRuns } from "./text_model.js";
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
  const [status, turns, runOf] = [statusLine(), inTurn(), runOfOne()];
  let [started, look, shown, told] = [store.atOnce];
  const tell = (found) => {
    Object.assign(shown, { found });
    panels.fill(shown);
    setText(status, changeSaid(data, told, shown) || status.textContent);
    told = shown;
  };
  const draw = () => {
    const state = lineState(model, data);
    const run = started && !state.problem ? runOf(store.of(state.seed)) : undefined;
    shown = { ...state, ...(run && observe(run, data, state)), look };
    const failed = started && store.failed(state.seed);
    turns.stop();
    for (const part of [box, row, seeds]) part.update(shown);
    start.update(started, failed);
    panels.update(shown, failed);
    if (run) {
      const job = (head) => withoutHead(run, shown.tokens, shown.on, shown.line, head);
      turns.start(data.allHeads, job, tell);
      return;
    }
    setText(status, waitingSaid(data, state, started, failed));
    if (started && !failed && !state.problem) store.ask(state.seed);
  };
  el.classList.add("mh-widget", "mh-textlab");
  el.append(box.element, row.element, seeds.element, start.element, status, panels.element);
  const stopTheme = followTheme(el, (dark) => {
    look = palette(dark);
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

/** What runs a model, if there is one. Of the one before nothing is kept: it would fill memory. */
function runOfOne() {
  let [model, run] = [];
  return (asked) => {
    if (asked !== model) [model, run] = [asked, asked && keptRuns(asked)];
    return run;
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
 * What the model makes of the line: `line` with the heads that are on, and `whole` with all, where
 * some are off.
 */
function observe(run, data, { tokens, on }) {
  const line = lineOf(run, tokens, on);
  const every = data.allHeads.map(() => true);
  return { line, whole: on.includes(false) ? lineOf(run, tokens, every) : null };
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
