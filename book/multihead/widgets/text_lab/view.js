import { palette } from "../base/colours.js";
import { h, setText, statusLine } from "../base/elements.js";
import { visible } from "../base/format.js";
import { follow, put } from "../base/model.js";
import { partButtons } from "../base/part_buttons.js";
import { followTheme } from "../base/theme.js";
import { toggleGroup } from "../base/toggle_group.js";
import { jobQueue } from "./job_queue.js";
import { modelPanels } from "./model_panels.js";
import { readLine } from "./read_line.js";
import { removeHead, runLine } from "./run_line.js";
import { startButton, waitingText } from "./start_button.js";
import { statusText } from "./status.js";
import { textBox } from "./text_box.js";
import { cachedRuns } from "./text_model.js";
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
  const start = startButton(data, () => {
    started = true;
    store.ask(model.get("seed"));
    draw();
  });
  const [status, turns, runOf] = [statusLine(), jobQueue(), runOfCurrentModel()];
  let [started, theme, viewState, announced] = [store.atOnce];
  const announce = (removals) => {
    Object.assign(viewState, { removals });
    panels.fill(viewState);
    setText(status, statusText(data, announced, viewState) || status.textContent);
    announced = viewState;
  };
  const draw = () => {
    const state = lineState(model, data);
    const run = started && !state.problem ? runOf(store.of(state.seed)) : undefined;
    viewState = { ...state, ...(run && observe(run, data, state)), theme };
    const failed = started && store.failed(state.seed);
    const isComing = started && !failed && !state.problem;
    turns.stop();
    for (const part of [box, row, seeds]) part.update(viewState);
    start.update(started, failed);
    panels.update(viewState, isComing);
    if (run) {
      const job = (head) => removeHead(run, viewState.tokens, viewState.on, viewState.line, head);
      turns.start(data.allHeads, job, announce);
      return;
    }
    setText(status, waitingText(data, state, started, failed));
    if (isComing) store.ask(state.seed);
  };
  el.classList.add("mh-widget", "mh-textlab");
  el.append(
    partButtons(el, ["Line", "Next token", "Heads", "Ablation costs"]),
    box.element,
    h("div", { class: "mh-row" }, box.exampleButtons, seeds.element),
    row.element,
    start.element,
    panels.element,
    status,
    panels.below,
  );
  const stopTheme = followTheme(el, (dark) => {
    theme = palette(dark);
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
function runOfCurrentModel() {
  let [model, run] = [];
  return (requested) => {
    if (requested !== model) [model, run] = [requested, requested && cachedRuns(requested)];
    return run;
  };
}

/** The state, the tokens of the text or what is wrong with it, and which token is in focus. */
function lineState(model, data) {
  const state = Object.fromEntries(STATE.map((name) => [name, model.get(name)]));
  const { problem, tokens = [], total = 0 } = readLine(state.text, data);
  const on = data.allHeads.map((head) => state.heads.includes(head));
  return { ...state, on, problem, tokens, total, at: Math.min(state.query, tokens.length - 1) };
}

/**
 * What the model makes of the line: `line` with the heads that are on, and `baseline` with all,
 * where some are off.
 */
function observe(run, data, { tokens, on }) {
  const line = runLine(run, tokens, on);
  const every = data.allHeads.map(() => true);
  return { line, baseline: on.includes(false) ? runLine(run, tokens, every) : null };
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
  const { element, update } = toggleGroup("Seed", choices, (seed) => put(model, { seed }));
  element.classList.add("mh-seeds");
  element.hidden = choices.length < 2;
  return { element, update: (viewState) => update((seed) => viewState.seed === seed) };
}

export default { render };
