// The readings of sentences, from where they come: the page, a kernel, or the model in the page.
import { follow, isLive } from "../base/model.js";
import { readingSteps, tokensRead } from "./minilm.js";
import { fetchModel } from "./model_file.js";
import { openReadings } from "./readings.js";
import { waitingText } from "./start_button.js";

const PAUSE = 150; // milliseconds without a key until the model begins
const KEPT = 40;
const TOLD = 5e5; // bytes between two words on how much has come

/** `changed()` is called when a reading has come, more of the model, or that it does not come. */
export function readingStore(model, data, changed) {
  const computed = new Map();
  let stored = openReadings((name) => model.get(name));
  let [minilm, state, bytes, timer, dropped] = [null, "none", 0];
  const tell = () => dropped || changed();
  const store = {
    /** none, coming, failed or there: the model in the page. */
    model: () => ({ state, bytes }),
    of: (text) => stored(text) ?? computed.get(text),
    /** Whether the reading of a sentence that is not there is on its way. */
    awaits: () => isLive(model) || state === "there",
    waitingText: () => waitingText(data, isLive(model) ? "there" : state),
    /** Read what is missing of these sentences, one after the other. */
    want(texts) {
      clearTimeout(timer);
      const missing = texts.find((text) => !store.of(text));
      if (missing === undefined || state !== "there") return;
      const steps = readingSteps(minilm, tokensRead(minilm, missing, data.sizes.query));
      const next = () => {
        const { done, value } = steps.next();
        if (!done) {
          timer = setTimeout(next);
          return;
        }
        if (computed.size >= KEPT) computed.delete(computed.keys().next().value);
        computed.set(missing, value);
        tell();
      };
      timer = setTimeout(next, PAUSE);
    },
    async load() {
      const again = state === "failed";
      [state, bytes] = ["coming", 0];
      tell();
      try {
        minilm = await fetchModel(data.file, again, (count) => {
          if (count < bytes + TOLD) return;
          bytes = count;
          tell();
        });
        state = "there";
      } catch {
        state = "failed";
      }
      tell();
    },
    drop() {
      dropped = true;
      clearTimeout(timer);
      stopFollowing();
    },
  };
  const stopFollowing = follow(model, ["_texts"], () => {
    stored = openReadings((name) => model.get(name));
    tell();
  });
  return store;
}
