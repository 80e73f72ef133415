/* What comes again, and when: predictions that were missed, and exercises by hand.

`review/chapter/thing` holds `step`, how often it was right in a row, the day on which it is `due`,
the day on which it was last `seen`, and of an exercise the `seed` of the numbers last answered.
Days are those of the reader's calendar, counted from 1970. Whatever the clock does, there is one
entry a thing, and none is further off than its own wait. */
{
  const { progress } = globalThis;
  const WAITS = [2, 10, 30]; // days; who was right after the last is done
  const DAY = 86_400_000; // milliseconds

  function today() {
    const now = new Date();
    return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY;
  }

  const isDone = (step) => step === WAITS.length;

  /** Return what is kept of a thing, if it can be used.

  A day that is too far off was set by a clock that was ahead: its wait begins again. */
  function read(name) {
    const entry = progress.read(name);
    const { step, due } = entry ?? {};
    if (!Number.isInteger(step) || step < 0 || step > WAITS.length) return undefined;
    if (isDone(step)) return entry;
    const latest = today() + WAITS[step];
    if (!Number.isInteger(due) || due <= latest) return Number.isInteger(due) ? entry : undefined;
    progress.write(name, { ...entry, due: latest });
    return { ...entry, due: latest };
  }

  const isDue = (entry) => entry !== undefined && !isDone(entry.step) && entry.due <= today();

  /** Let a thing come again, unless it does already. */
  function begin(name, wait = WAITS[0], seed = undefined) {
    if (!read(name)) progress.write(name, { step: 0, due: today() + wait, seed });
  }

  /** Take an answer: the first to a thing that is due counts. Return in how many days it comes
  again, none if it is done, or undefined if the answer does not count. */
  function answer(name, isRight, seed = undefined) {
    const entry = read(name);
    if (!isDue(entry)) return undefined;
    const step = isRight ? entry.step + 1 : 0;
    const due = isDone(step) ? undefined : today() + WAITS[step];
    progress.write(name, { step, due, seen: today(), seed });
    return WAITS[step] ?? 0;
  }

  /** Take an answer to an exercise by hand; numbers that were answered before count no more. */
  function answerByHand(name, isRight, seed) {
    const entry = read(name);
    if (!entry) return begin(name, WAITS[0], seed);
    if (isDue(entry) && entry.seed !== seed) answer(name, isRight, seed);
    else progress.write(name, { ...entry, seed });
  }

  addEventListener("mh-guessed", ({ detail }) => {
    if (detail?.missed) begin(detail.missed);
  });
  addEventListener("mh-answered", ({ detail }) => {
    if (detail?.seed) answerByHand(detail.name, detail.isRight, detail.seed);
  });

  globalThis.review = {
    today,
    read,
    isDue,
    begin,
    answer,
    isDone: ({ step }) => isDone(step),
    DAY,
  };
}
