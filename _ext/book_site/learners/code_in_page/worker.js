/* Runs a reader's code: Pyodide with NumPy, the library and the keys of the exercises.

It is told `{ name, code }`. It tells which share of its bytes has `come`, that it is `ready`, what
is `printed`, the verdict of `check` in parts, or why it `failed`, after which it is of no use. */

const HERE = import.meta.url;
const pageFetch = globalThis.fetch;

/** Answer requests, and tell what has come of them; the site keeps .wasm packed. */
function counting({ bytes }) {
  let received = 0;
  const counter = () =>
    new TransformStream({
      transform(chunk, stream) {
        received += chunk.length;
        postMessage({ come: received / bytes });
        stream.enqueue(chunk);
      },
    });
  return async (address, options) => {
    const isPacked = String(address).endsWith(".wasm");
    const response = await pageFetch(isPacked ? `${address}.packed` : address, options);
    if (!response.ok) throw Error(`${response.url}: ${response.status}`);
    let stream = response.body.pipeThrough(counter());
    if (isPacked) stream = stream.pipeThrough(new DecompressionStream("gzip"));
    const headers = isPacked ? { "Content-Type": "application/wasm" } : {};
    return new Response(await new Response(stream).arrayBuffer(), { headers });
  };
}

async function start() {
  const files = await (await pageFetch(new URL("files.json", HERE))).json();
  const folder = new URL(`../${files.folder}/`, HERE).href;
  const fetched = counting(files);
  // Pyodide would wait for ever for a file that does not come.
  globalThis.fetch = (...request) => reportFailure(() => fetched(...request));
  const library = fetch(new URL(files.library, HERE)).then((response) => response.arrayBuffer());
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(
    ["pyodide.js", "pyodide.asm.js"].map((name) => import(folder + name)),
  );
  const stdin = () => null; // nobody types, as code_runner.py says to code that waits for it
  const options = { indexURL: folder, packages: ["numpy"], createPyodideModule, stdin };
  const python = await loadPyodide(options);
  const archive = await library;
  globalThis.fetch = pageFetch;
  python.unpackArchive(archive, "zip", { extractDir: "/" });
  python.runPython("import sys; sys.path.append('/course/book')");
  return python.pyimport("code_runner");
}

/** Do something, or say why this worker is of no use any more. */
async function reportFailure(task) {
  try {
    return await task();
  } catch (error) {
    postMessage({ failed: String(error?.message ?? error) });
  }
}

const runner = await reportFailure(start);
addEventListener("message", ({ data: { name, code } }) =>
  reportFailure(() => {
    const print = (printed) => postMessage({ printed });
    postMessage(JSON.parse(runner.run(name, code, print)));
  }),
);
if (runner) postMessage({ ready: true });
