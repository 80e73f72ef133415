/* Python for all exercises of a page: one worker, loaded at the first press and after each stop. */

// A worker from a blob is under the policy of the page, so its code reaches no other host.
const SCRIPT = `import("${new URL("worker.js", import.meta.url)}")
  .catch((error) => postMessage({ failed: String(error) }))`;
const WORKER = URL.createObjectURL(new Blob([SCRIPT], { type: "text/javascript" }));

let worker; // while it loads, waits or runs
let loading; // resolves when it can run code
let rejectLoading; // rejects what waits for the loading
let running; // what waits for code that runs: { resolve, reject, print }
let busy = false; // from the press to the verdict
const progressListeners = new Set();

/** End the worker, whatever it does; who waits for it hears why. */
export function stop(why = "stopped") {
  worker?.terminate();
  worker = undefined;
  rejectLoading?.(Error(why));
  running?.reject(Error(why));
}

function handleMessage({ come, ready, printed, failed, ...verdict }, isLoaded) {
  if (come !== undefined) for (const onProgress of progressListeners) onProgress(come);
  else if (ready) isLoaded();
  else if (failed !== undefined) stop(failed);
  else if (printed !== undefined) running.print(printed);
  else running.resolve(verdict);
}

function start() {
  worker = new Worker(WORKER, { type: "module" });
  loading = new Promise((resolve, reject) => {
    rejectLoading = reject;
    worker.addEventListener("message", ({ data }) => handleMessage(data, resolve));
    worker.addEventListener("error", ({ message }) => stop(message ?? "its files did not come"));
  });
}

/** Load Python unless it is there; `onProgress` hears which share of its bytes has come. */
export async function load(onProgress) {
  if (!worker) start();
  progressListeners.add(onProgress);
  try {
    await loading;
  } finally {
    progressListeners.delete(onProgress);
  }
}

export const isBusy = () => busy;

/** Load Python and run the code of an exercise; return the verdict, in parts.

`onStart` is called when Python is there and the code begins. */
export async function run(name, code, print, onProgress, onStart) {
  busy = true;
  try {
    await load(onProgress);
    onStart?.();
    return await new Promise((resolve, reject) => {
      running = { resolve, reject, print };
      worker.postMessage({ name, code });
    });
  } finally {
    busy = false;
  }
}
