// A head's mean pattern under its name, with a word on it when the head is off.
import { drawMatrix } from "../base/draw_matrix.js";
import { h, setText } from "../base/elements.js";
import { fmt } from "../base/format.js";
import { headChip } from "../base/head_chip.js";
import { whenChanged } from "../base/when_changed.js";
import { meanShares } from "./data.js";
import { placeName } from "./format.js";

export function patternCard(data, place) {
  const chip = headChip(place);
  const off = h("span", { class: "mh-off-label" }, "off");
  const picture = patternPicture(data);
  const element = h("li", { class: "mh-card" }, h("p", {}, chip), picture.element, off);
  const update = (measured, { heads, matched, theme }) => {
    const head = measured.ownHeads[place];
    const on = heads.includes(place);
    setText(chip, matched ? `${placeName(place, true)}: head ${head}` : `Head ${head}`);
    off.hidden = on;
    element.classList.toggle("mh-off", !on);
    picture.update({ ...measured, head, theme });
  };
  return { element, update };
}

/** A pattern as a picture; turning a head redraws none, for there may be many. */
function patternPicture(data) {
  const element = h("canvas", { role: "img" });
  const update = whenChanged(
    ({ seed, step, head, theme }) => [seed, step, head, theme],
    ({ seed, step, head, theme }) => {
      const shares = meanShares(data, { seed, step }, head);
      drawMatrix(element, shares, data.sizes.pos, Math.sqrt, theme);
      element.setAttribute("aria-label", patternInWords(data, seed, head, shares));
    },
  );
  return { element, update };
}

function patternInWords({ sizes, names }, seed, head, shares) {
  const best = shares.indexOf(shares.reduce((a, b) => Math.max(a, b)));
  const query = names.positions[Math.floor(best / sizes.pos)];
  const key = names.positions[best % sizes.pos];
  return (
    `Mean pattern of head ${head}, ${names.seeds[seed]}: ${sizes.pos} queries by ${sizes.pos} ` +
    `keys; the largest attention weight is ${fmt(shares[best], 2)}, query ${query} to key ${key}.`
  );
}
