/* A code exercise in its page: the editor, what the code prints, and what `check` says of it. */

import { pythonEditor } from "./editor.js";
import { isBusy, load, run, stop } from "./python.js";

const LONGEST = 50_000; // letters of a text that is kept
const PAUSE = 500; // milliseconds without a key, until it is kept
const PATIENCE = 10_000;
const LOADING = "Python is loading: 10 MB, once.";
const RUNNING = "It runs. Stop ends it.";
const [ENDED, NOT_LOADED] = ["Python ended", "Python could not be loaded"];
const STOPPED = "Stopped. Your text is as it was; Run starts Python again.";
const KEYS = "Ctrl-Enter runs it. Tab indents; Esc, then Tab, leaves the editor.";

function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

const button = (text, press, properties) => {
  const made = element("button", { type: "button", ...properties }, text);
  made.addEventListener("click", press);
  return made;
};

/** Draw what stands below the editor; `press`, `again` are what its buttons do. */
function below(name, press, again) {
  const running = button("Run", press, { className: "mh-run" });
  const stopping = button("Stop", () => stop(), { disabled: true });
  const loading = element("progress", { max: 1, value: 0, ariaLabel: "Loading Python" });
  const output = element("pre", { tabIndex: 0, role: "group", ariaLabel: `Output of ${name}` });
  const status = element("div", { role: "status" });
  const keys = element("p", { className: "mh-keys", id: `keys-${name}` }, KEYS);
  const buttons = element("p", {}, running, stopping, button("Start over", again));
  return {
    parts: [keys, buttons, loading, output, status],
    print: (text) => output.append(text),
    watch(share) {
      loading.value = share;
      loading.hidden = share >= 1;
    },
    /** Say something in words; `result` is right, wrong or empty. */
    say(text, result = "") {
      loading.hidden ||= text !== LOADING;
      status.replaceChildren(element("p", {}, text));
      status.dataset.result = result;
    },
    /** Let what runs be stopped; a button that goes out hands the keyboard to the other. */
    busy(is) {
      const [on, off] = is ? [stopping, running] : [running, stopping];
      on.disabled = false;
      if (document.activeElement === off) on.focus();
      off.disabled = true;
      if (is) output.replaceChildren();
    },
  };
}

const failed = (what, why) => `${what}: ${why.slice(0, 200)}\nRun tries again.`;

/** Return the text that was kept of an exercise, if it can be used. */
function draft(keptAs) {
  const found = globalThis.kept?.read(keptAs);
  return typeof found?.code === "string" && found.code.length <= LONGEST ? found : undefined;
}

/** Keep the text and the best result so far, under the section that links lead to. */
function keeper(place) {
  let best = draft(place.dataset.kept)?.result === "right" ? "right" : "tried";
  return (code, result) => {
    if (result === "right") best = result;
    const section = place.closest("section").id;
    if (code.length > LONGEST) return;
    globalThis.kept?.write(place.dataset.kept, { code, result: best, section });
    dispatchEvent(new Event("mh-answered"));
  };
}

/** Run what stands in the editor, and tell how it goes. */
async function attempt(name, code, told) {
  let late;
  function begun() {
    told.say(RUNNING);
    late = setTimeout(() => told.say("It still runs. Stop ends it."), PATIENCE);
  }
  told.busy(true);
  told.say(LOADING);
  try {
    const watch = (share) => told.watch(share);
    const { said, passed } = await run(name, code, told.print, watch, begun);
    told.say(said, passed ? "right" : "wrong");
    return passed ? "right" : "tried";
  } catch ({ message }) {
    told.say(message === "stopped" ? STOPPED : failed(late ? ENDED : NOT_LOADED, message));
  } finally {
    clearTimeout(late);
    told.busy(false);
  }
}

/** Load Python before it is asked for, which takes seconds. */
async function prepare(told) {
  told.say(LOADING);
  try {
    await load((share) => told.watch(share));
    told.say("Python is ready.");
  } catch ({ message }) {
    told.say(failed(NOT_LOADED, message));
  }
}

/** Put an editor in the place of a stub. */
export function open(place) {
  const { name } = place.dataset;
  const stub = place.previousElementSibling;
  const given = `${stub.querySelector("pre").textContent.trimEnd()}\n`;
  const keep = keeper(place);
  let later;

  async function press() {
    if (isBusy()) return told.say("Code of this page still runs. Stop it first.");
    keep(editor.text(), await attempt(name, editor.text(), told));
  }
  function changed() {
    clearTimeout(later);
    later = setTimeout(() => keep(editor.text()), PAUSE);
  }

  const attributes = {
    "aria-label": `Your code: ${name}`,
    "aria-describedby": `keys-${name}`,
    tabindex: "0",
  };
  const told = below(name, press, () => editor.write(given));
  const editor = pythonEditor(draft(place.dataset.kept)?.code ?? given, attributes, press, changed);
  stub.classList.add("mh-stub");
  place.replaceChildren(element("div", { className: "highlight" }, editor.element), ...told.parts);
  addEventListener("pagehide", () => {
    if (editor.text() !== given) keep(editor.text());
  });
  editor.focus();
  if (!isBusy()) prepare(told);
}
