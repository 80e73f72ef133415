import { palette } from "../base/colours.js";
import { setText, statusLine } from "../base/elements.js";
import { visible } from "../base/format.js";
import { follow, isLive } from "../base/model.js";
import { partButtons } from "../base/part_buttons.js";
import { followTheme } from "../base/theme.js";
import { controls } from "./controls.js";
import { panels } from "./panels.js";
import { partner } from "./partner.js";
import { problemOf } from "./read_text.js";
import { readingStore } from "./reading_store.js";
import { sentenceBoxes } from "./sentence_boxes.js";
import { startButton } from "./start_button.js";
import { statusText } from "./status.js";

const STATE = ["first", "second", "layer", "head", "query", "view"];

function render({ model, el }) {
  const data = readData((name) => model.get(name));
  const store = readingStore(model, data, () => draw());
  const start = startButton(data, () => store.load());
  const [boxes, choices] = [sentenceBoxes(model, data, start.element), controls(model, data)];
  const pictures = panels(model, data);
  const status = statusLine();
  const noModel = isLive(model) || !data.file;
  let theme, announced, waited;
  const say = (state) => {
    const waiting = state.problem ? `${state.problem}.` : store.waitingText();
    const changes = state.readings ? statusText(announced, state) : waiting;
    setText(status, changes || (waited ? statusText(null, state) : status.textContent));
    waited = !state.readings;
    if (state.readings) announced = state;
  };
  const draw = () => {
    const state = { ...shownState(model, data, store), theme };
    for (const part of [boxes, choices]) part.update(state);
    start.update(store.model(), noModel);
    pictures.update(state, store.awaits());
    say(state);
    if (!state.problem) store.want([state.first, state.second]);
  };
  el.classList.add("mh-widget", "mh-two-sentences");
  el.append(
    partButtons(el, ["Sentences", "All heads", "One head"]),
    boxes.element,
    choices.element,
    pictures.element,
    status,
    pictures.below,
  );
  const stopTheme = followTheme(el, (dark) => {
    theme = palette(dark);
    draw();
  });
  const stopFollowing = follow(model, STATE, () => draw());
  return () => {
    for (const stop of [stopTheme, stopFollowing, store.drop]) stop();
  };
}

/**
 * The state, and what is shown of it where both sentences have been read: their tokens, the places
 * of the chosen word, and where in the second each token of the first stands.
 */
function shownState(model, data, store) {
  const state = Object.fromEntries(STATE.map((name) => [name, model.get(name)]));
  const texts = [state.first, state.second];
  const problem = texts.map((text) => problemOf(text, data)).find(Boolean);
  const readings = texts.map((text) => (problem ? undefined : store.of(text)));
  if (readings.includes(undefined)) return { ...state, problem };
  const tokens = readings.map((reading) => reading.tokens);
  const at = Math.min(state.query, tokens[0].length - 1);
  return {
    ...state,
    index: state.layer * data.sizes.head + state.head,
    readings,
    tokens,
    labels: tokens.map((all) => all.map((token) => visible(token, 14))),
    places: [at, partner(...tokens, at)],
    keyPlaces: tokens[0].map((_, key) => partner(...tokens, key)),
  };
}

/** All that does not change. */
function readData(get) {
  const sizes = get("_sizes");
  return {
    sizes,
    allHeads: sizes.layer * sizes.head,
    pairs: get("_pairs"),
    file: get("_file"),
    fileSize: get("_file_size"),
    verbs: { attends: "attends to", writes: "writes from" },
  };
}

export default { render };
