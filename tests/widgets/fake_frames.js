// A page's frames, messages and clock for tests: time goes on when it is read, and by each frame.
import assert from "node:assert/strict";

/** Replace those of a page; `draw(ms)` draws the frame that is waited for. */
export function fakeFrames(tick) {
  let time = 0,
    waiting = null;
  const clock = {
    performance: { now: () => (time += tick) },
    requestAnimationFrame: (callback) => {
      assert.equal(waiting, null, "two frames at once");
      waiting = callback;
      return 1;
    },
    cancelAnimationFrame: () => {
      waiting = null;
    },
  };
  const messages = [];
  /** As the page's own, but that a message waits for `deliver`. */
  clock.MessageChannel = class {
    port1 = { close() {} };
    port2 = { postMessage: () => messages.push(this.port1) };
  };
  const deliver = () => messages.shift()?.onmessage();
  for (const [name, value] of Object.entries(clock))
    Object.defineProperty(globalThis, name, { value, configurable: true });
  const draw = (ms) => {
    time += ms;
    const callback = waiting;
    waiting = null;
    callback?.(time);
  };
  return { draw, deliver, isWaiting: () => waiting !== null };
}
