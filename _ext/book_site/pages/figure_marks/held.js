// The training that is held: one on a page, in its address, until it is let go.

const PART = /~held:([\w.-]+)=(\d+)/;
const listeners = [];
let held = read();

function read() {
  const part = PART.exec(readHash());
  return part && { run: part[1], number: Number(part[2]) };
}

/** A mail program may have written the sign ~ as %7E. */
function readHash() {
  return location.hash.replace(/%7E/gi, "~");
}

function write() {
  if (document.querySelector(".reveal")) return; // the address of a deck is its slide
  const rest = readHash().replace(PART, "");
  const part = held ? `~held:${held.run}=${held.number}` : "";
  const hash = part && !rest.startsWith("#~") ? `#${part}` : rest + part;
  const address = hash.length > 1 ? hash : location.pathname + location.search;
  history.replaceState(history.state, "", address);
}

export const heldTraining = () => held;

export const isSame = (one, other) => one?.run === other?.run && one?.number === other?.number;

/** Hold a training, or let it go if it is the one. */
export function hold(training) {
  held = isSame(training, held) ? null : training;
  for (const listener of listeners) listener();
  write();
}

/** Call a function now and whenever another training is held. */
export function whenHeld(listener) {
  listeners.push(listener);
  listener();
}

addEventListener("hashchange", () => {
  if (location.hash && !readHash().startsWith("#~")) return; // an ordinary anchor
  held = read();
  for (const listener of listeners) listener();
});
