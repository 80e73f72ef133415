/** The places of the largest numbers, largest first. */
export function ranked(numbers, count) {
  const places = numbers.map((_, i) => i);
  return places.sort((a, b) => numbers[b] - numbers[a]).slice(0, count);
}

/** The places to show: the right one first, if it is known, then those of the largest others. */
export function rightFirst(shares, right, count) {
  const others = ranked(shares, count).filter((place) => place !== right);
  return (right === undefined ? others : [right, ...others]).slice(0, count);
}
