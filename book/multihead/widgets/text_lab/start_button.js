// The button that brings the model, and what is said while there is none.
import { button, h, setText } from "../base/elements.js";

export function startButton({ fileSize }, begin) {
  const size = `${Math.ceil(fileSize / 1000)} kB per seed`;
  const node = button("", begin, { class: "mh-button mh-train" });
  const update = (started, failed) => {
    setText(node, failed ? "Try again" : `Run the model: ${size}`);
    node.hidden = started && !failed;
  };
  return { element: h("div", {}, node), update };
}

export function waitingText({ seeds, files }, { problem, seed }, started, failed) {
  if (problem) return `${problem}.`;
  if (!started) return "The model is not loaded yet: press the button, or change anything.";
  if (failed)
    return `The model could not be loaded: beside the pages, ${files[seed]} is missing or broken.`;
  return `The model of seed ${seeds[seed]} is loading.`;
}
