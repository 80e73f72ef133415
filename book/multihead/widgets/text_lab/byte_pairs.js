// Text to the numbers of tokens, as BytePairs.encode does.

const PIECE = /\n *| ?[A-Za-z_]+| ?[^\n]/g;
export const STRANGE = /[^\n -~]/u; // what is no token

/** The numbers of the tokens of a text; `numberOf` is a Map from tokens. */
export function encode(text, numberOf) {
  return (text.match(PIECE) ?? []).flatMap((piece) => split(piece, numberOf));
}

/** Cut one piece: join neighbours, always those first that were learnt first. */
function split(piece, numberOf) {
  const parts = [...piece];
  for (;;) {
    let [first, at] = [Infinity, 0];
    for (let i = 0; i + 1 < parts.length; i++) {
      const joined = numberOf.get(parts[i] + parts[i + 1]) ?? Infinity;
      if (joined < first) [first, at] = [joined, i];
    }
    if (first === Infinity) return parts.map((part) => numberOf.get(part));
    parts.splice(at, 2, parts[at] + parts[at + 1]);
  }
}
