/** The places of the largest numbers, largest first. */
export function ranked(numbers, count) {
  const places = numbers.map((_, i) => i);
  return places.sort((a, b) => numbers[b] - numbers[a]).slice(0, count);
}
