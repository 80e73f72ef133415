// What the widget shows, as tables.
import { h, table } from "../base/elements.js";
import { fmt } from "../base/format.js";
import { ranked } from "../base/ranked.js";
import { fullName, wordName } from "./status.js";

const inPercent = (share) => fmt(100 * share, 2);

export function sentenceTables(data, viewState) {
  return h("div", {}, answerTable(data, viewState), headTable(data, viewState));
}

function answerTable({ words, questions }, { from, text, outputs }) {
  const rows = outputs.answers.flatMap(({ relation, shares }) =>
    ranked(shares, 3).map((word) => [
      questions[relation].name,
      wordName(words, word),
      inPercent(shares[word]),
    ]),
  );
  const caption = `What the model names at “${from}” in “${text}”`;
  return table(caption, ["relation", "word", "probability in %"], rows);
}

function headTable({ sizes }, { from, names, heads, outputs }) {
  const header = ["word"];
  outputs.heads.forEach((_, head) => {
    const name = fullName(head, sizes);
    header.push(`${name} attends`, `${name} writes`);
  });
  const rows = names.map((name, i) => [
    name,
    ...outputs.heads.flatMap(({ looks, writes }) => [inPercent(looks[i]), inPercent(writes[i])]),
  ]);
  const lengths = outputs.heads.flatMap(({ length }, head) => [
    "",
    heads.includes(head) ? fmt(length, 2) : "off",
  ]);
  const caption = `What each head does at “${from}”, in %, and the norm of what it adds`;
  return table(caption, header, [...rows, ["adds", ...lengths]]);
}
