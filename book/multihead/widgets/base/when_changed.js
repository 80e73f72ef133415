/** `draw`, skipped while all that `pick` takes from the state is as it was last time. */
export function whenChanged(pick, draw) {
  let last = [];
  return (state) => {
    const now = pick(state);
    if (now.length === last.length && now.every((value, i) => value === last[i])) return;
    last = now;
    draw(state);
  };
}
