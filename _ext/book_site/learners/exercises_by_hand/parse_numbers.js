/* What a reader types or pastes into the fields, read as numbers. Nothing of it is ever run. */

const DECIMAL = String.raw`(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?`;
const ROOT = String.raw`(?:√|sqrt)\s*(?:(${DECIMAL})|\(\s*(${DECIMAL})\s*\))`;
const TERM = String.raw`([+-]?)\s*(${DECIMAL})?\s*(?:${ROOT})?`;
const NUMBER = new RegExp(String.raw`^${TERM}(?:\s*/\s*${TERM})?$`);

const decimal = (text) => Number(text.replace(",", "."));

/** Multiply the parts of a term, or return NaN if it has none. */
function term(sign, factor, plainRoot, bracketedRoot) {
  const root = plainRoot ?? bracketedRoot;
  if (factor === undefined && root === undefined) return Number.NaN;
  const size = (factor ? decimal(factor) : 1) * (root ? Math.sqrt(decimal(root)) : 1);
  return sign === "-" ? -size : size;
}

/** Read -3, .5, 0,5, 2e-3, 1/8, √2 or sqrt(2)/2 as a number; NaN is anything else. */
export function number(text) {
  const plain = text.trim().replace(/\s+/g, " ").replaceAll("−", "-");
  const parts = plain.match(NUMBER);
  if (!parts) return Number.NaN;
  const numerator = term(...parts.slice(1, 5));
  const quotient = plain.includes("/") ? numerator / term(...parts.slice(5)) : numerator;
  return Number.isFinite(quotient) ? quotient : Number.NaN;
}

/** Read the numbers of a list, with quotation marks or without, as texts. */
const listed = (list) =>
  (list.match(/"[^"]*"|'[^']*'|[^\s,]+/g) ?? [""]).map((text) => text.replace(/^["']|["']$/g, ""));

/** Read `[[1, 2], [3, 4]]` or the cells of a spreadsheet as rows of texts. */
export function rows(text) {
  const lists = [...text.matchAll(/\[([^[\]]*)\]/g)].map((list) => list[1].trim());
  const lines = text.trim().split(/\r?\n/);
  return lists.length > 0
    ? lists.map(listed)
    : lines.map((line) => line.split(/\t|;|,\s/).map((cell) => cell.trim()));
}
