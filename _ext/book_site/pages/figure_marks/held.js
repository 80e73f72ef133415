// The training that is held: one on a page, in its address, until it is let go.

const PART = /~held:([\w.-]+)=(\d+)/;
const listeners = [];
let held = read();

function read() {
  const part = PART.exec(decodeHash());
  return part && { run: part[1], number: Number(part[2]) };
}

/** A mail program may have written the sign ~ as %7E. */
function decodeHash() {
  try {
    return decodeURIComponent(location.hash);
  } catch {
    return location.hash; // a stray %
  }
}

function write() {
  const rest = decodeHash().replace(PART, "");
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
  write();
  for (const listener of listeners) listener();
}

/** Call a function now and whenever another training is held. */
export function whenHeld(listener) {
  listeners.push(listener);
  listener();
}

addEventListener("hashchange", () => {
  held = read();
  for (const listener of listeners) listener();
});
