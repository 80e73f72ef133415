/* A code exercise in its page: the editor, what the code prints, and what `check` says of it. */

import { pythonEditor } from "./editor.js";
import { isBusy, load, run, stop } from "./python.js";
import { verdictView } from "./verdict_view.js";

const MAX_LENGTH = 50_000; // letters of a text that is kept
const SAVE_DELAY = 500; // milliseconds without a key, until it is kept
const SLOW_RUN = 10_000;
const LOADING = "Python is loading: 10 MB, once.";
const RUNNING = "Running. Stop ends it.";
const [ENDED, NOT_LOADED] = ["Python ended", "Python could not be loaded"];
const STOPPED = "Stopped. Your code is unchanged, and Run starts Python again.";
const PRINTED = "What your code printed";
const KEYS = "Ctrl-Enter runs it. Tab indents; Esc, then Tab, leaves the editor.";

function element(tag, properties, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

const button = (text, onRun, properties) => {
  const node = element("button", { type: "button", ...properties }, text);
  node.addEventListener("click", onRun);
  return node;
};

/** Draw what stands below the editor; `onRun`, `onStartOver` are what its buttons do. */
function controlsBelow(name, onRun, onStartOver) {
  const runButton = button("Run", onRun, { className: "mh-run" });
  const stopButton = button("Stop", () => stop(), { disabled: true });
  const progressBar = element("progress", { max: 1, value: 0, ariaLabel: "Loading Python" });
  const output = element("pre", { tabIndex: 0, role: "group", ariaLabel: `Output of ${name}` });
  const view = verdictView();
  const printed = element("details", { open: true }, element("summary", {}, PRINTED), output);
  const keys = element("p", { className: "mh-keys", id: `keys-${name}` }, KEYS);
  const buttons = element("p", {}, runButton, stopButton, button("Start over", onStartOver));
  return {
    parts: [keys, buttons, progressBar, view.element, printed],
    print: (text) => output.append(text),
    setProgress(share) {
      progressBar.value = share;
      progressBar.hidden = share >= 1;
    },
    /** Say something in words; `result` is right, wrong or empty. */
    say(text, result = "") {
      progressBar.hidden ||= text !== LOADING;
      view.say(text, result);
    },
    /** Show a verdict; beside a counter-example, what the code printed is folded. */
    show(verdict) {
      progressBar.hidden = true;
      printed.open = verdict.example.length === 0;
      view.show(verdict);
    },
    /** Let what runs be stopped; a button that goes out hands the keyboard to the other. */
    busy(is) {
      const [on, off] = is ? [stopButton, runButton] : [runButton, stopButton];
      on.disabled = false;
      if (document.activeElement === off) on.focus();
      off.disabled = true;
      if (is) output.replaceChildren();
      printed.open ||= is;
    },
  };
}

const failureText = (what, why) => `${what}: ${why.slice(0, 200)}\nRun tries again.`;

/** Return the text that was kept of an exercise, if it can be used. */
function storedDraft(storageKey) {
  const stored = globalThis.progress?.read(storageKey);
  return typeof stored?.code === "string" && stored.code.length <= MAX_LENGTH ? stored : undefined;
}

/** Keep the text and the best result so far, under the section that links lead to. */
function draftSaver(container) {
  let best = storedDraft(container.dataset.storageKey)?.result === "right" ? "right" : "tried";
  return (code, result) => {
    if (result === "right") best = result;
    const section = container.closest("section").id;
    if (code.length > MAX_LENGTH) return;
    globalThis.progress?.write(container.dataset.storageKey, { code, result: best, section });
    dispatchEvent(new Event("mh-answered"));
  };
}

/** Run what stands in the editor, and tell how it goes. */
async function runCode(name, code, controls) {
  let slowTimer;
  function onStart() {
    controls.say(RUNNING);
    slowTimer = setTimeout(() => controls.say("Still running. Stop ends it."), SLOW_RUN);
  }
  controls.busy(true);
  controls.say(LOADING);
  try {
    const onProgress = (share) => controls.setProgress(share);
    const verdict = await run(name, code, controls.print, onProgress, onStart);
    controls.show(verdict);
    return verdict.passed ? "right" : "tried";
  } catch ({ message }) {
    controls.say(
      message === "stopped" ? STOPPED : failureText(slowTimer ? ENDED : NOT_LOADED, message),
    );
  } finally {
    clearTimeout(slowTimer);
    controls.busy(false);
  }
}

/** Load Python before it is asked for, which takes seconds. */
async function loadPython(controls) {
  controls.say(LOADING);
  try {
    await load((share) => controls.setProgress(share));
    controls.say("Python is ready.");
  } catch ({ message }) {
    controls.say(failureText(NOT_LOADED, message));
  }
}

/** Put an editor in the place of a stub. */
export function open(container) {
  const { name } = container.dataset;
  const stub = container.previousElementSibling;
  const stubText = `${stub.querySelector("pre").textContent.trimEnd()}\n`;
  const saveDraft = draftSaver(container);
  let saveTimer;

  async function onRun() {
    if (isBusy()) return controls.say("Other code of this page is still running. Stop it first.");
    saveDraft(editor.text(), await runCode(name, editor.text(), controls));
  }
  function onChange() {
    clearTimeout(saveTimer);
    saveTimer = setTimeout(() => saveDraft(editor.text()), SAVE_DELAY);
  }

  const attributes = {
    "aria-label": `Your code: ${name}`,
    "aria-describedby": `keys-${name}`,
    tabindex: "0",
  };
  const controls = controlsBelow(name, onRun, () => editor.write(stubText));
  const editor = pythonEditor(
    storedDraft(container.dataset.storageKey)?.code ?? stubText,
    attributes,
    onRun,
    onChange,
  );
  stub.classList.add("mh-stub");
  container.replaceChildren(
    element("div", { className: "highlight" }, editor.element),
    ...controls.parts,
  );
  function saveNow() {
    if (editor.text() !== stubText) saveDraft(editor.text());
  }
  for (const event of ["pagehide", "mh-hand-in"]) addEventListener(event, saveNow);
  editor.focus();
  if (!isBusy()) loadPython(controls);
}
