// The models of all seeds, from where their weights come: the page, a kernel, a file of the site.
import { follow, isLive, put } from "../base/model.js";
import { bytesOf, readTextModel } from "./text_weights.js";
import { weightsFile } from "./weights_file.js";

/** `changed()` is called when a model has come, or does not come. */
export function weightStore(model, { shapes, files }, changed) {
  const [carried, size] = [model.get("_carried"), bytesOf(shapes)];
  const inPage = carried.byteLength > 0;
  const [models, states] = [new Map(), new Map()];
  let dropped = false;
  const settle = (seed, state) => {
    states.set(seed, state);
    if (!dropped) changed();
  };
  const take = (seed, view, start = 0) => models.set(seed, readTextModel(view, shapes, start));
  const load = async (seed, again) => {
    try {
      take(seed, await weightsFile(files[seed], again));
      settle(seed, "there");
    } catch {
      settle(seed, "failed");
    }
  };
  const answered = () => {
    const seed = model.get("_weights_of");
    if (seed === null) return;
    take(seed, model.get("_weights"));
    settle(seed, "there");
  };
  const stopFollowing = follow(model, ["_weights_of"], answered);
  return {
    /** Whether models come without a press. */
    atOnce: inPage || isLive(model),
    /** The model of a seed, if it is there. */
    of(seed) {
      if (!models.has(seed) && inPage) take(seed, carried, seed * size);
      if (!models.has(seed) && model.get("_weights_of") === seed) take(seed, model.get("_weights"));
      return models.get(seed);
    },
    /** Fetch the model of a seed, once, or again if it did not come. */
    ask(seed) {
      const before = states.get(seed);
      if (before === "coming") return;
      states.set(seed, "coming");
      if (isLive(model)) put(model, { _wanted: seed });
      else load(seed, before === "failed");
    },
    failed: (seed) => states.get(seed) === "failed",
    drop() {
      dropped = true;
      stopFollowing();
    },
  };
}
