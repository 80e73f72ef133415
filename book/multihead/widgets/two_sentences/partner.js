/**
 * The place in `second` of the token at a place in `first`, as partner.py has it: the same place
 * up to where the two differ, behind that the same from the end.
 */
export function partner(first, second, at) {
  const shorter = Math.min(first.length, second.length);
  let [before, behind] = [0, 0];
  while (before < shorter && first[before] === second[before]) before += 1;
  if (at < before) return at;
  while (behind < shorter - before && first.at(-1 - behind) === second.at(-1 - behind)) behind += 1;
  if (at >= first.length - behind) return at - first.length + second.length;
  return Math.min(at, Math.max(second.length - behind - 1, before - 1, 0));
}
