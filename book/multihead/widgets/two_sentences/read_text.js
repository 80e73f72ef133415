// What a reader types as a sentence, and what cannot be read of it.
import { visible } from "../base/format.js";

// What phones and word processors write for the marks on a keyboard.
const TYPED = new Map([
  ["‘", "'"],
  ["’", "'"],
  ["“", '"'],
  ["”", '"'],
  ["–", "-"],
  ["—", "-"],
  ["…", "..."],
  ["\u00a0", " "],
  ["\n", " "],
]);

/** A text with the marks of a keyboard. */
export const plainMarks = (text) => Array.from(text, (sign) => TYPED.get(sign) ?? sign).join("");

/** What is wrong with a sentence, in words; nothing if it can be read. */
export function problemOf(text, { sizes }) {
  const strange = text.match(/[^ -~]/u);
  if (strange) return `“${visible(strange[0])}” cannot be read here; use ASCII, in one line`;
  if (!text.trim()) return "There is no sentence yet";
  if (text.length > sizes.text)
    return `There are ${text.length} characters; use at most ${sizes.text}`;
  return "";
}
