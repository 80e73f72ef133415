// Reads answers as JSON from standard input; writes what the page's scripts make of each.

import { readFileSync } from "node:fs";
import { number, rows } from "../../_ext/book_site/learners/exercises_by_hand/parse_numbers.js";
import { verdict } from "../../_ext/book_site/learners/exercises_by_hand/verdict.js";

const NOT_FINITE = { nan: Number.NaN, inf: Number.POSITIVE_INFINITY, "-inf": -Infinity };
const { keys, given, texts, pasted } = JSON.parse(readFileSync(0));
const judge = ([name, seed, shape, numbers]) => {
  const read = numbers.map((value) => NOT_FINITE[value] ?? value);
  const judged = verdict(name, keys[name], seed, { shape, numbers: read });
  const { passed, headline, explained, details } = judged;
  const leadsOn = explained && `${explained.opening} “${explained.title}”.`;
  return [passed, [headline, leadsOn, details].filter(Boolean).join("\n"), explained?.label];
};
console.log(
  JSON.stringify({
    judged: given.map(judge),
    read: texts.map(number),
    rows: pasted.map(rows),
  }),
);
