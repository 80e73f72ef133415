/** Call `build(state)` only where `keyOf(state)` is not as it was. */
export function whenOther(keyOf, build) {
  let last;
  return (state) => {
    const key = String(keyOf(state));
    if (key !== last) build(state);
    last = key;
  };
}
