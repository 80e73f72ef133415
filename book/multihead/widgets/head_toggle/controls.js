import { button, group, h, press, setText } from "../base/elements.js";
import { headSwitches, seedControls } from "../base/heads_over_seeds.js";
import { put } from "../base/model.js";
import { placeName } from "./format.js";

export function headControls(model, data) {
  const { switches, nodes } = headSwitches(model, data.places);
  const updates = switches.map((each, place) => headSwitch(data, each, place));
  const update = (viewState) => {
    for (const updateOne of updates) updateOne(viewState);
  };
  return { element: h("div", { class: "mh-row" }, group("Heads on", ...nodes)), update };
}

/** Name the head of each seed on its button; returns the update. */
function headSwitch({ names }, { node, chip }, place) {
  const numbers = h("span", { class: "mh-head-number" });
  node.append(numbers);
  return ({ heads, matched, seeds }) => {
    const ownHeads = seeds.map(
      ({ seed, ownHeads }) => `head ${ownHeads[place]} of ${names.seeds[seed]}`,
    );
    const label = `Head ${placeName(place, matched)}`;
    press(node, heads.includes(place));
    node.setAttribute("aria-label", matched ? `${label}, ${ownHeads.join(" and ")}` : label);
    setText(chip, placeName(place, matched));
    setText(numbers, matched ? seeds.map(({ ownHeads }) => ownHeads[place]).join(" | ") : "");
  };
}

export function meaningOfNumbers({ sizes, names }) {
  const element = h("p", { class: "mh-meaning" });
  element.hidden = sizes.seed === 1;
  const more = (sizes.head > 1 ? ", B with head 1" : "") + (sizes.head > 2 ? ", and so on" : "");
  const letters =
    "Heads are paired by their patterns at the last step: head A of every seed is the one paired " +
    `with head 0 of ${names.seeds[0]}${more}. The number beside the letter is the head's own.`;
  const numbers =
    "A head's number says nothing about its role: head 0 of one seed and head 0 of another seed " +
    "have no reason to do the same.";
  return { element, update: ({ matched }) => setText(element, matched ? letters : numbers) };
}

export function stepAndSeeds(model, { sizes }) {
  const names = { seed: model.get("_seeds"), step: model.get("_steps") };
  const { nodes, show } = seedControls(model, sizes, names);
  const match = button("Match heads across seeds", () =>
    put(model, { matched: !model.get("matched") }),
  );
  match.hidden = sizes.seed === 1;
  const update = (viewState) => {
    show(viewState);
    press(match, viewState.matched);
  };
  return { element: h("div", { class: "mh-row" }, ...nodes, match), update };
}
