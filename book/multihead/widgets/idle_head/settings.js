// Where the sliders stand: 25 numbers from -6 to 6 and, for two of them, one place for none.
const MOST = 6;
const STEP = 0.5;
export const LAST = (2 * MOST) / STEP;

export const numberAt = (place) => place * STEP - MOST;

/** The place nearest to a number, which a link or Python may set between two. */
export const placeOf = (number) => Math.round((number + MOST) / STEP);

// No sink is a sink logit below all others; no gate is a gate above all others.
export const sinkAt = (place) => (place === 0 ? null : numberAt(place - 1));
export const placeOfSink = (sink) => (sink === null ? 0 : placeOf(sink) + 1);
export const gateAt = (place) => (place > LAST ? null : numberAt(place));
export const placeOfGate = (gate) => (gate === null ? LAST + 1 : placeOf(gate));

const PLAIN_HEAD = { sink: null, gate: null, null_score: 0 };

export const PRESETS = [
  ["Plain", PLAIN_HEAD],
  ["Sink logit", { ...PLAIN_HEAD, sink: 5 }],
  ["Output gate", { ...PLAIN_HEAD, gate: -3 }],
  ["Null token", { ...PLAIN_HEAD, null_score: 5 }],
];

/** Whether the sliders stand as a preset sets them. */
export const isAt = (state, preset) =>
  Object.entries(preset).every(([name, value]) => state[name] === value);
