// The model out of a file of the site, which the browser keeps.
import { inflateBlob } from "../base/inflate.js";
import { readMiniLM } from "./minilm_weights.js";

const CACHE = "many-heads-minilm";

/**
 * Fetch the model; `again` asks for it past what the browser has kept. `onBytes(count)` hears how
 * much of the file has come; fails if it does not.
 */
export async function fetchModel(path, again, onBytes) {
  const { content_root: root = "" } = document.documentElement.dataset; // Sphinx's
  const url = new URL(root + path, document.baseURI).href;
  if (!url.startsWith("http")) throw new Error(`${url} is no address of a site`);
  const cache = await openCache();
  const kept = await cache?.match(url);
  const blob = kept ? await kept.blob() : await download(url, again, onBytes);
  try {
    const model = readMiniLM(await inflateBlob(blob));
    if (!kept) await keep(cache, url, blob);
    return model;
  } catch (error) {
    await cache?.delete(url);
    throw error;
  }
}

/** The browser's own store, which pages without a secure address do not have. */
async function openCache() {
  try {
    return await globalThis.caches?.open(CACHE);
  } catch {
    return undefined; // as in a private window
  }
}

async function download(url, again, onBytes) {
  const response = await fetch(url, { cache: again ? "reload" : "default" });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const chunks = [];
  let count = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks);
    chunks.push(value);
    count += value.length;
    onBytes(count);
  }
}

/** Keep this file and none of an earlier release; where there is no room, it comes again. */
async function keep(cache, url, blob) {
  try {
    for (const { url: old } of await cache.keys()) await cache.delete(old);
    await cache.put(url, new Response(blob));
  } catch {
    /* the browser's HTTP cache may have it */
  }
}
