/* Python for all exercises of a page: one worker, loaded at the first press and after each stop. */

// A worker from a blob is under the policy of the page, so its code reaches no other host.
const SCRIPT = `import("${new URL("worker.js", import.meta.url)}")
  .catch((error) => postMessage({ failed: String(error) }))`;
const WORKER = URL.createObjectURL(new Blob([SCRIPT], { type: "text/javascript" }));

let worker; // while it loads, waits or runs
let loaded; // resolves when it can run code
let giveUp; // rejects what waits for the loading
let running; // what waits for code that runs: { resolve, reject, print }
let busy = false; // from the press to the verdict
const watchers = new Set();

/** End the worker, whatever it does; who waits for it hears why. */
export function stop(why = "stopped") {
  worker?.terminate();
  worker = undefined;
  giveUp?.(Error(why));
  running?.reject(Error(why));
}

function hear({ come, ready, printed, failed, ...verdict }, isLoaded) {
  if (come !== undefined) for (const watch of watchers) watch(come);
  else if (ready) isLoaded();
  else if (failed !== undefined) stop(failed);
  else if (printed !== undefined) running.print(printed);
  else running.resolve(verdict);
}

function start() {
  worker = new Worker(WORKER, { type: "module" });
  loaded = new Promise((resolve, reject) => {
    giveUp = reject;
    worker.addEventListener("message", ({ data }) => hear(data, resolve));
    worker.addEventListener("error", ({ message }) => stop(message ?? "its files did not come"));
  });
}

/** Load Python unless it is there; `watch` hears which share of its bytes has come. */
export async function load(watch) {
  if (!worker) start();
  watchers.add(watch);
  try {
    await loaded;
  } finally {
    watchers.delete(watch);
  }
}

export const isBusy = () => busy;

/** Load Python and run the code of an exercise; return what was `said` and whether it `passed`.

`begun` is called when Python is there and the code begins. */
export async function run(name, code, print, watch, begun) {
  busy = true;
  try {
    await load(watch);
    begun?.();
    return await new Promise((resolve, reject) => {
      running = { resolve, reject, print };
      worker.postMessage({ name, code });
    });
  } finally {
    busy = false;
  }
}
