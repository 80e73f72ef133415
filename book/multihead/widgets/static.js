// The static form: a model that holds the traits in the page and their state in the URL hash.
// base.py joins this after a widget's module, for the static page only.
import { setText } from "./shared.js";

// ---- The hash: #~HeadExplorer1:heads=0,2&seed=3~MoneyBank1:step=4 --------------------------

const INT = /^-?\d{1,9}$/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Read one field; undefined if the text is not what `spec` (see `Widget.url_fields`) allows. */
export function readField(spec, text, initial) {
  const number = (t, pattern) => {
    const n = pattern.test(t) ? Number(t) : NaN;
    return n >= (spec.min ?? -Number.MAX_VALUE) && n <= (spec.max ?? Number.MAX_VALUE) ? n : undefined;
  };
  const all = (list) => (list.includes(undefined) ? undefined : list);
  const row = (t, pattern) => all(t === "" ? [] : t.split(",").map((x) => number(x, pattern)));
  if (spec.optional && text === "none") return null;
  switch (spec.kind) {
    case "int": return number(text, INT);
    case "number": return number(text, NUMBER);
    case "flag": return text === "true" || (text === "false" ? false : undefined);
    case "choice": return spec.of.includes(text) ? text : undefined;
    case "set": {
      const list = row(text, INT);
      return list && new Set(list).size === list.length ? list.sort((a, b) => a - b) : undefined;
    }
    case "matrix": {
      const rows = all(text.split(";").map((t) => row(t, NUMBER)));
      const fits = rows?.length === spec.rows && rows.every((r) => r.length === spec.columns);
      return fits ? rows : undefined;
    }
    case "entries": {
      const array = structuredClone(initial);
      for (const [, place, digits] of text.matchAll(/(?:^|,)(\d+(?:\.\d+)*):([^,]*)/g)) {
        const path = place.split("."), last = path.pop(), row = path.reduce((a, i) => a?.[i], array);
        const value = number(digits, NUMBER);
        if (typeof row?.[last] === "number" && value !== undefined) row[last] = value;
      }
      return array;
    }
  }
}

/** The entries of a nested list that differ from another's, as `place:value`, e.g. `0.1:3`. */
function differences(array, initial, path = []) {
  if (Array.isArray(array)) return array.flatMap((a, i) => differences(a, initial[i], [...path, i]));
  return array === initial ? [] : [`${path.join(".")}:${String(array).replace("e+", "e")}`];
}

export function writeField(spec, value, initial) {
  if (value === null) return "none";
  if (spec.kind === "entries") return differences(value, initial).join(",");
  if (spec.kind === "matrix") return value.map((r) => r.join(",")).join(";");
  return spec.kind === "set" ? value.join(",") : String(value);
}

/** The parts of a hash by widget, as texts; null if the hash is not ours (an ordinary anchor). */
export function parseHash(hash) {
  let text = hash;
  try { text = decodeURIComponent(hash); } catch { /* a stray %: read the hash as it stands */ }
  if (!text.startsWith("#~")) return null;
  return new Map(text.slice(2).split("~").map((part) => {
    const colon = part.indexOf(":");
    return [part.slice(0, colon), part.slice(colon + 1)];
  }));
}

/** The state that a widget's part of the hash asks for; a field that makes no sense is left out. */
export function readState(specs, part = "", initial = {}) {
  const state = {};
  for (const field of part.split("&")) {
    const equals = field.indexOf("=");
    const name = field.slice(0, equals);
    if (!Object.hasOwn(specs, name)) continue;
    const value = readField(specs[name], field.slice(equals + 1), initial[name]);
    if (value !== undefined) state[name] = value;
  }
  return state;
}

/** The part of the hash that says how `state` differs from `initial`. */
export function writeState(specs, state, initial) {
  return Object.keys(specs)
    .filter((name) => !same(state[name], initial[name]))
    .map((name) => `${name}=${writeField(specs[name], state[name], initial[name])}`)
    .join("&");
}

/** `hash` with one widget's part replaced, or taken out if there is nothing to say. */
export function replacePart(hash, key, part) {
  const parts = parseHash(hash) ?? new Map();
  if (part) parts.set(key, part);
  else parts.delete(key);
  return parts.size ? "#" + [...parts].map(([k, p]) => `~${k}:${p}`).join("") : "";
}

// ---- The model -------------------------------------------------------------------------------

const same = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** anywidget's model interface over a plain object. */
export function staticModel(state) {
  const listeners = new Map();
  const emit = (event) => { for (const listener of [...(listeners.get(event) ?? [])]) listener(); };
  return {
    get: (name) => state[name],
    set(name, value) {
      if (same(state[name], value)) return;
      state[name] = value;
      emit(`change:${name}`);
      emit("change");
    },
    save_changes() {},
    on(event, listener) {
      if (!listeners.has(event)) listeners.set(event, new Set());
      listeners.get(event).add(listener);
    },
    off: (event, listener) => listeners.get(event)?.delete(listener),
  };
}

/** A base64 text of zlib-compressed bytes, as the DataView that a live model would hold. */
export async function inflate(base64) {
  const packed = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new DataView(await new Response(stream).arrayBuffer());
}

// ---- Mounting --------------------------------------------------------------------------------

/** Draw the widget in `root`, the element that base.py wrote; the folded table goes when it is up. */
export async function mountStatic(root, { name, state, buffers, url }, render) {
  const fallback = root.firstElementChild;
  try {
    for (const [trait, text] of Object.entries(buffers)) state[trait] = await inflate(text);
    const initial = structuredClone(Object.fromEntries(Object.keys(url).map((k) => [k, state[k]])));
    const peers = [...document.querySelectorAll("[data-mh-widget]")];
    const order = peers.filter((node) => node.dataset.mhWidget === name).indexOf(root) + 1;
    const key = `${name}${order}`;
    Object.assign(state, readState(url, parseHash(location.hash)?.get(key), initial));
    const model = staticModel(state);
    const el = document.createElement("div");
    root.append(el);
    const cleanup = await render({ model, el });
    const unlink = linkHash(root, model, url, initial, key, cleanup);
    fallback.remove();
    root.dataset.ready = "";
    if (parseHash(location.hash)?.keys().next().value === key) root.scrollIntoView({ block: "nearest" });
    return unlink;
  } catch (error) {
    setText(fallback.querySelector("p"), "This widget could not start; its table is below.");
    throw error;
  }
}

/** Keep the hash and the model equal until the widget leaves the page. Returns the undo. */
function linkHash(root, model, url, initial, key, cleanup) {
  const current = () => Object.fromEntries(Object.keys(url).map((name) => [name, model.get(name)]));
  let timer;
  const write = () => {
    const hash = replacePart(location.hash, key, writeState(url, current(), initial));
    // Leave an ordinary anchor alone while there is nothing to say.
    if (hash || parseHash(location.hash)) history.replaceState(history.state, "", hash || location.pathname + location.search);
  };
  // Browsers refuse more than about 100 changes in 30 s: write once the reader pauses.
  const later = () => { clearTimeout(timer); timer = setTimeout(write, 250); };
  const read = () => {
    if (!root.isConnected) return undo();
    const parts = parseHash(location.hash);
    if (!parts) return;
    const state = { ...initial, ...readState(url, parts.get(key), initial) };
    for (const [name, value] of Object.entries(state)) model.set(name, value);
  };
  const undo = () => {
    clearTimeout(timer);
    window.removeEventListener("hashchange", read);
    cleanup?.();
  };
  model.on("change", later);
  window.addEventListener("hashchange", read);
  return undo;
}
