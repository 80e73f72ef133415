import { capital, fmt } from "../base/format.js";
import { MEASURE_NAMES, measureName, nameOf } from "./names.js";
import { clusterOf, HUNDRED, inHundredths, meansOf } from "./similarity.js";

/** What the status says: at first what there is to see, then what the reader changed. */
export function statusText(data, before, now) {
  if (!before) return `${mapText(data, now)} ${INVITATIONS[now.order]}`;
  const changed = (...names) => names.some((name) => now[name] !== before[name]);
  const sentences = [];
  if (changed("layer", "measure", "order")) sentences.push(mapText(data, now));
  if (changed("first", "second", "models")) sentences.push(pairText(data, now));
  return sentences.join(" ");
}

const INVITATIONS = {
  number: "Now sort the heads by cluster.",
  cluster: "Sort them by head number to compare.",
};

/** How similar the heads of one band are, and those of two, in trained and untrained models. */
function mapText(data, state) {
  const [same, different] =
    state.order === "cluster"
      ? ["within a cluster", "between clusters"]
      : ["with the same number", "with different numbers"];
  const [trained, untrained] = ["trained", "untrained"].map((models) => {
    const means = meansOf(data, { ...state, models });
    return [fmt(means.same, 2), fmt(means.different, 2)];
  });
  return (
    `In layer ${state.layer}, by ${measureName(state)}, trained heads of different seeds have a ` +
    `mean similarity of ${trained[0]} ${same} and of ${trained[1]} ${different}; for untrained ` +
    `heads, it is ${untrained[0]} and ${untrained[1]}.`
  );
}

/** The two heads of the cell, and how similar they are by each measure. */
function pairText(data, state) {
  const { first, second, models } = state;
  if (first === second) return `${capital(models)} ${nameOf(data, first)}, compared with itself.`;
  const numbers = MEASURE_NAMES.map(([name, measure]) => {
    const similarity = inHundredths(data, { ...state, measure }, first, second) / HUNDRED;
    return `${fmt(similarity, 2)} by ${name}`;
  });
  const clusters = clustersText(data, state);
  return (
    `${capital(models)} ${nameOf(data, first)} and ${nameOf(data, second)}` +
    `${clusters && `, ${clusters},`} have similarities of ${numbers.join(", ")}.`
  );
}

/** "both cluster 2", or nothing for untrained heads that nobody matched. */
export function clustersText(data, state) {
  if (state.models === "untrained" && !data.matchedApart) return "";
  const [one, other] = [state.first, state.second].map((head) => clusterOf(data, state, head));
  return one === other ? `both cluster ${one}` : `clusters ${one} and ${other}`;
}
