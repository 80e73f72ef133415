import { setText, statusLine } from "../base/elements.js";
import { verdict } from "./words.js";

const PAUSE_MS = 250; // not for each notch of a slider

/** `say` a text now, or `update` to what the trainer's run is like once it rests. */
export function runStatus() {
  const element = statusLine();
  let timer;
  const say = (text) => setText(element, text);
  const stop = () => clearTimeout(timer);
  const update = (trainer) => {
    stop();
    timer = setTimeout(() => say(verdict(trainer.run)), PAUSE_MS);
  };
  return { element, say, update, stop };
}
