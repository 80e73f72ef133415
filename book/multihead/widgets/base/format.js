// Numbers and tokens as a reader sees them.

/** A number as Python's `format(x, ".3f")` gives it (ties to even); huge ones as 1.00e+30. */
export function fmt(x, digits = 3, plus = false) {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "NaN" : x > 0 ? "∞" : "-∞";
  const size = Math.abs(x);
  const text = size < 1e6 ? toFixedEven(size, digits) : size.toExponential(Math.max(digits - 1, 0));
  if (/^[0.]*$/.test(text)) return text; // no -0.000
  return (x < 0 ? "-" : plus ? "+" : "") + text;
}

function toFixedEven(size, digits) {
  const text = size.toFixed(digits);
  const tie = /^50*$/.test(size.toFixed(100).split(".")[1].slice(digits));
  const odd = "13579".includes(text.at(-1));
  return tie && odd ? (Number(text) - 10 ** -digits).toFixed(digits) : text;
}

const HIDDEN =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A token as a reader can see it: blanks and controls get a sign, long ones an ellipsis. */
export function visible(token, max = Infinity) {
  if (token === "") return "∅";
  if (/^ +$/.test(token)) return "␣".repeat(Math.min(token.length, max));
  const readable = token.replace(/\r?\n/g, "⏎").replace(/\t/g, "⇥").replace(HIDDEN, "\uFFFD");
  if (readable.length <= max) return readable;
  const letters = Array.from(
    new Intl.Segmenter().segment(readable.slice(0, 40 * max)),
    (s) => s.segment,
  );
  return letters.length <= max ? letters.join("") : `${letters.slice(0, max - 1).join("")}…`;
}

/** The first letter large, as at the beginning of a sentence. */
export function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

/** A token inside a sentence: its own direction cannot turn the words around it. */
export function isolate(text) {
  return `\u2068${text}\u2069`;
}

/** What a number was before the reader changed something, if there is a before. */
export function insteadOf(old, now) {
  if (!old) return "";
  return old === now ? ", as before" : ` instead of ${old}`;
}
