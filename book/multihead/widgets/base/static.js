// The static form: a model that holds the traits in the page and their state in the address.
import { isSame, parseHash, readState, replacePart, writeState } from "./address.js";
import { copyLinkButton } from "./copy_link.js";
import { h, setText } from "./elements.js";
import { embedButton } from "./embed.js";
import { base64Bytes, inflate } from "./inflate.js";

/** anywidget's model interface over a plain object. */
export function staticModel(state) {
  const listeners = new Map();
  const emit = (event) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener();
  };
  return {
    get: (name) => state[name],
    set(name, value) {
      if (isSame(state[name], value)) return;
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

// ---- Mounting ------------------------------------------------------------

/** Draw the widget in `root`, which widget.py wrote; the folded table goes when it is up. */
export async function mountStatic(root, { name, state, bytes, packed, url }, render) {
  const fallback = root.firstElementChild;
  try {
    for (const [trait, text] of Object.entries(bytes))
      state[trait] = new DataView(base64Bytes(text).buffer);
    for (const [trait, text] of Object.entries(packed)) state[trait] = await inflate(text);
    const initial = structuredClone(Object.fromEntries(Object.keys(url).map((k) => [k, state[k]])));
    const peers = [...document.querySelectorAll("[data-mh-widget]")];
    const order = peers.filter((node) => node.dataset.mhWidget === name).indexOf(root) + 1;
    const key = `${name}${order}`;
    Object.assign(state, readState(url, parseHash(location.hash)?.get(key), initial));
    const model = staticModel(state);
    const el = document.createElement("div");
    root.append(el);
    const cleanup = render({ model, el });
    const unlink = linkHash(root, model, url, initial, key, cleanup);
    const stateText = () => writeState(url, stateOf(model, url), initial);
    root.append(linkRow(root, el, { name, key, stateText }));
    fallback.remove();
    root.dataset.ready = "";
    const framed = window.parent !== window; // the page around it must not move
    if (!framed && parseHash(location.hash)?.keys().next().value === key)
      root.scrollIntoView({ block: "nearest" });
    return unlink;
  } catch (error) {
    setText(
      fallback.querySelector("p"),
      "This figure could not be drawn. The table below holds what it shows.",
    );
    throw error;
  }
}

const stateOf = (model, url) =>
  Object.fromEntries(Object.keys(url).map((name) => [name, model.get(name)]));

/** The row below a widget: links to what it shows, in this page and, if it has one, in its own. */
function linkRow(root, el, { name, key, stateText }) {
  const { embed: page, title } = root.dataset; // from `_ext/book_site/pages/embed_pages.py`
  const parts = copyLinkButton(() => `${location.href.split("#")[0]}#~${key}:${stateText()}`);
  const frame = () => ({
    src: `${new URL(page, location.href)}#~${name}1:${stateText()}`,
    title,
    height: el.offsetHeight,
  });
  if (page) parts.push(...embedButton(frame));
  return h("div", { class: "mh-link" }, ...parts);
}

/** Keep the hash and the model equal until the widget leaves the page. Returns the undo. */
function linkHash(root, model, url, initial, key, cleanup) {
  let timer;
  const write = () => {
    if (location.hash.startsWith("#/")) return; // in a deck, the hash says the slide
    const hash = replacePart(location.hash, key, writeState(url, stateOf(model, url), initial));
    // Leave an ordinary anchor alone while there is nothing to say.
    if (hash || parseHash(location.hash))
      history.replaceState(history.state, "", hash || location.pathname + location.search);
  };
  // Browsers refuse more than about 100 changes in 30 s: write once the reader pauses.
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(write, 250);
  };
  const readHash = () => {
    if (!root.isConnected) return undo();
    const parts = parseHash(location.hash);
    if (!parts) return;
    const state = { ...initial, ...readState(url, parts.get(key), initial) };
    for (const [name, value] of Object.entries(state)) model.set(name, value);
  };
  const undo = () => {
    clearTimeout(timer);
    window.removeEventListener("hashchange", readHash);
    cleanup?.();
  };
  model.on("change", later);
  window.addEventListener("hashchange", readHash);
  return undo;
}
