// Follow the traits of a model and set them.

/** Call `update(names)` once for all traits of `names` that changed together. Returns the undo. */
export function follow(model, names, update) {
  let changed = new Set();
  const listeners = names.map((name) => [
    `change:${name}`,
    () => {
      if (!changed.size)
        queueMicrotask(() => {
          const now = changed;
          changed = new Set();
          update(now);
        });
      changed.add(name);
    },
  ]);
  for (const [event, listener] of listeners) model.on(event, listener);
  return () => {
    for (const [event, listener] of listeners) model.off(event, listener);
  };
}

/** Set traits by hand of the reader: change them here and, where there is a kernel, there. */
export function put(model, values) {
  for (const [name, value] of Object.entries(values)) model.set(name, value);
  model.save_changes();
}

/** Whether a kernel stands behind a model; on a static page there is none to send to. */
export const isLive = (model) => "send" in model;
