// The state of widgets in a page's address: #~HeadExplorer1:heads=0,2&seed=3~MoneyBank1:step=4
import { DECIMAL } from "./decimal.js";

const INT = /^-?\d{1,9}$/;

function numberIn(spec, text, pattern) {
  const n = pattern.test(text) ? Number(text) : NaN;
  const { min = -Number.MAX_VALUE, max = Number.MAX_VALUE } = spec;
  return n >= min && n <= max ? n : undefined;
}

/** Words side by side: the_animal_crossed. */
function wordsIn({ of, max }, text) {
  const words = text.split("_");
  return words.length <= max && words.every((word) => of.includes(word))
    ? words.join(" ")
    : undefined;
}

function setIn(spec, text) {
  const list = text === "" ? [] : text.split(",").map((part) => numberIn(spec, part, INT));
  const fits = !list.includes(undefined) && new Set(list).size === list.length;
  return fits ? list.sort((a, b) => a - b) : undefined;
}

const PLAIN = /[\w.-]/; // what stands for itself in a free text; a + is a blank

/** A text in letters that no browser or mail changes in a link: "a = b" is a+!3D+b. */
function escaped(text) {
  const sign = (c) => `!${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
  return [...text].map((c) => (c === " " ? "+" : PLAIN.test(c) ? c : sign(c))).join("");
}

function textIn({ max }, text) {
  if (!/^(?:[\w.+-]|!(?:0A|[2-6][\dA-F]|7[\dA-E]))+$/.test(text)) return undefined;
  const blanks = text.replaceAll("+", " ");
  const read = blanks.replace(/!(..)/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)));
  return read.length <= max ? read : undefined;
}

/** A copy of `initial` with the entries that the text names; one that it lacks is left out. */
function entriesIn(spec, text, initial) {
  const array = structuredClone(initial);
  for (const [, place, digits] of text.matchAll(/(?:^|,)(\d+(?:\.\d+)*):([^,]*)/g)) {
    const path = place.split(".");
    const last = path.pop();
    const row = path.reduce((part, i) => part?.[i], array);
    const value = numberIn(spec, digits, spec.whole ? INT : DECIMAL);
    if (typeof row?.[last] === "number" && value !== undefined) row[last] = value;
  }
  return array;
}

/** Read one field; undefined if the text is not what `spec` (see `Widget.url_fields`) allows. */
function readField(spec, text, initial) {
  if (spec.optional && text === "none") return null;
  switch (spec.kind) {
    case "int":
      return numberIn(spec, text, INT);
    case "number":
      return numberIn(spec, text, DECIMAL);
    case "flag":
      return text === "true" || (text === "false" ? false : undefined);
    case "choice":
      return spec.of.includes(text) ? text : undefined;
    case "words":
      return wordsIn(spec, text);
    case "text":
      return textIn(spec, text);
    case "set":
      return setIn(spec, text);
    case "entries":
      return entriesIn(spec, text, initial);
  }
}

/** The entries of a nested list that differ from another's, as `place:value`, e.g. `0.1:3`. */
function differences(array, initial, path = []) {
  if (Array.isArray(array))
    return array.flatMap((a, i) => differences(a, initial[i], [...path, i]));
  return array === initial ? [] : [`${path.join(".")}:${String(array).replace("e+", "e")}`];
}

function writeField(spec, value, initial) {
  if (value === null) return "none";
  if (spec.kind === "entries") return differences(value, initial).join(",");
  if (spec.kind === "words") return value.replaceAll(" ", "_");
  if (spec.kind === "text") return escaped(value);
  return spec.kind === "set" ? value.join(",") : String(value);
}

/** The parts of a hash by widget, as texts; null if the hash is not ours (an ordinary anchor). */
export function parseHash(hash) {
  let text = hash;
  try {
    text = decodeURIComponent(hash);
  } catch {
    /* a stray %: read the hash as it stands */
  }
  if (!text.startsWith("#~")) return null;
  return new Map(
    text
      .slice(2)
      .split("~")
      .map((part) => {
        const colon = part.indexOf(":");
        return [part.slice(0, colon), part.slice(colon + 1)];
      }),
  );
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
    .filter((name) => !isSame(state[name], initial[name]))
    .map((name) => `${name}=${writeField(specs[name], state[name], initial[name])}`)
    .join("&");
}

/** `hash` with one widget's part replaced, or taken out if there is nothing to say. */
export function replacePart(hash, key, part) {
  const parts = parseHash(hash) ?? new Map();
  if (part) parts.set(key, part);
  else parts.delete(key);
  return parts.size ? `#${[...parts].map(([k, p]) => `~${k}:${p}`).join("")}` : "";
}

/** Whether two traits hold the same. */
export const isSame = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);
