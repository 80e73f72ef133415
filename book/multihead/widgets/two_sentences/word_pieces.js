// Text to tokens, as multihead.minilm.word_pieces does it with ASCII, which alone is read here.

const WORD = /[a-z0-9]+|[^\sa-z0-9]/g; // a punctuation mark is a word of its own
const LONGEST_WORD = 100;
export const [FIRST, LAST, UNKNOWN] = ["[CLS]", "[SEP]", "[UNK]"];

/** The tokens of a text; `knows` says which pieces there are. Those after the first are ##. */
export function wordPieces(text, knows) {
  const words = text.toLowerCase().match(WORD) ?? [];
  return [FIRST, ...words.flatMap((word) => piecesOf(word, knows)), LAST];
}

/** Cut a word from the left into the longest pieces that are known. */
function piecesOf(word, knows) {
  if (word.length > LONGEST_WORD) return [UNKNOWN];
  const pieces = [];
  for (let start = 0; start < word.length; ) {
    const before = start ? "##" : "";
    let end = word.length;
    while (end > start && !knows(before + word.slice(start, end))) end -= 1;
    if (end === start) return [UNKNOWN];
    pieces.push(before + word.slice(start, end));
    start = end;
  }
  return pieces;
}
