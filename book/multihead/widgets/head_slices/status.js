import { isolate } from "../base/format.js";
import { cutIntoHeads } from "./slices.js";

const COUNTS = ["no", "one", "two", "three", "four"];

/** What the status says of a head under a cut. */
export function statusText(example, cut, head) {
  const { words, W, heads } = example;
  const width = W.length / heads,
    name = `Head ${head}`;
  if (cut === "input")
    return (
      `${name} reads only columns ${head * width} and ${head * width + width - 1} of X: ` +
      `${COUNTS[width]} of the ${COUNTS[W.length]} entries of each word never reach it.`
    );
  if (cut === "output")
    return (
      `${name} reads all ${COUNTS[W.length]} entries of every word. ` +
      `It gets ${COUNTS[width]} of the ${COUNTS[W.length]} entries of the product.`
    );
  const { places } = cutIntoHeads(example, cut, head);
  const wrong = places.findIndex(([[word]], row) => word !== row);
  return (
    `A mistake: ${name.toLowerCase()} gets the ${head === 0 ? "first" : "last"} half of memory. ` +
    `Its row for ${isolate(words[wrong])} holds entries of ${isolate(words[places[wrong][0][0]])}.`
  );
}
