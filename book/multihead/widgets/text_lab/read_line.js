// What the model reads of a text: an end of line and the text, in byte pairs.
import { visible } from "../base/format.js";
import { encode, STRANGE } from "./byte_pairs.js";

const LINE_END = "\n";

/** The tokens that the model reads, and how many there are in all; or what is wrong. */
export function readLine(text, { numberOf, sizes }) {
  const strange = text.match(STRANGE);
  if (strange) {
    const sign = visible(strange[0]);
    return { problem: `“${sign}” is not a character of the model; use ASCII, spaces for tabs` };
  }
  if (!text.trim()) return { problem: "There is no code yet" };
  if (text.length > sizes.text)
    return { problem: `There are ${text.length} characters; use at most ${sizes.text}` };
  const all = encode(LINE_END + text, numberOf);
  return { tokens: all.slice(0, sizes.query), total: all.length };
}

/** The last token that ends at or before a place in the text, such as that of the caret. */
export function tokenBefore(caret, tokens, names) {
  let end = -LINE_END.length;
  const at = tokens.findIndex((token) => {
    end += names[token].length;
    return end > caret;
  });
  return Math.max(at < 0 ? tokens.length - 1 : at - 1, 0);
}
