// What the tests of several widgets check alike, and how their binary traits arrive.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

/** What Python computed for the test, if anything. */
export const reference = process.env.REFERENCE && JSON.parse(readFileSync(process.env.REFERENCE));

const flat = (numbers) =>
  typeof numbers === "number" ? [numbers] : Array.from(numbers).flatMap(flat);

/** Numbers, nested to any depth, that differ by no more than `room`, or `room(expected)`. */
export function assertClose(found, expected, room, what = "") {
  const [ours, theirs] = [flat(found), flat(expected)];
  assert.equal(ours.length, theirs.length, what);
  const allowed = typeof room === "function" ? room : () => room;
  ours.forEach((x, i) => {
    const fits = Object.is(x, theirs[i]) || Math.abs(x - theirs[i]) <= allowed(theirs[i]);
    assert.ok(fits, `${what}, number ${i}: ${x} is not ${theirs[i]}`);
  });
}

/** A binary trait from base64: live, it is a DataView that may start at an odd byte. */
export function oddView(base64) {
  const raw = Buffer.from(base64, "base64");
  const shifted = new Uint8Array(raw.length + 3);
  shifted.set(raw, 3);
  return new DataView(shifted.buffer, 3);
}

/** A text without the marks that keep its words together and its tokens apart. */
export const plainly = (text) => text.replaceAll("\u00a0", " ").replaceAll(/[\u2068\u2069]/g, "");
