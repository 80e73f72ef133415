/** The layer of a head that is numbered through all layers, and its place there. */
export function headPlace(head, { head: nHeads, layer: nLayers }) {
  const perLayer = nHeads / nLayers;
  return [Math.floor(head / perLayer), head % perLayer];
}

/** "1.3", head 3 of layer 1. */
export const headName = (head, sizes) => headPlace(head, sizes).join(".");

/** What a reader turned: which heads are ablated or on now, or how many if more than two. */
export function headsText({ allHeads, sizes }, before, now) {
  const isOn = (head) => now.heads.includes(head);
  const turned = allHeads.filter((head) => before.heads.includes(head) !== isOn(head));
  if (turned.length > 2) return [onText(now.heads.length, sizes.head)];
  return turned.map((head) => `head ${headName(head, sizes)} is ${isOn(head) ? "on" : "ablated"}`);
}

/** "1 of 4 heads is on" */
export const onText = (count, all) => `${count} of ${all} heads ${count === 1 ? "is" : "are"} on`;
