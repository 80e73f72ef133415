import { h } from "./elements.js";
import { percent } from "./percent.js";
import { ranked } from "./ranked.js";
import { inkOn, level } from "./shades.js";

/** The words on shades, with the number of the largest share. */
export function shadedWords(names, shares, at, theme) {
  const [best] = ranked(shares, 1);
  return names.map((name, i) => {
    const colour = theme.colours[level(shares[i])];
    const number = i === best ? [h("b", {}, percent(shares[i]))] : [];
    const word = h("span", { class: i === at ? "mh-query-word" : null }, name, ...number);
    word.style.background = `rgb(${colour})`;
    word.style.color = inkOn(colour);
    return word;
  });
}
