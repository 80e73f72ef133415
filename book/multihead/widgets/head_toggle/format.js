// How numbers, heads and lists are written.

/** A number to three digits; only an exact 0 is called 0. */
export function amount(x, plus = false) {
  if (x === 0) return "0";
  const size = Math.abs(x);
  const sign = x < 0 ? "-" : plus ? "+" : "";
  return sign + (size >= 0.001 && size < 999.5 ? size.toPrecision(3) : size.toExponential(1));
}

/** What a place is called: its number, or a letter while heads are matched, to tell them apart. */
export function placeName(place, matched) {
  if (!matched) return String(place);
  const letter = String.fromCharCode(65 + (place % 26));
  return place < 26 ? letter : letter + Math.floor(place / 26);
}

/** "heads 0, 2 and 5" */
export function listText(names, one = "", many = one) {
  const text =
    names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return `${names.length === 1 ? one : many} ${text}`.trim();
}
