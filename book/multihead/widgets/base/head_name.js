/** "1.3", head 3 of layer 1, of a head that is numbered through all layers. */
export function headName(head, { head: nHeads, layer: nLayers }) {
  const perLayer = nHeads / nLayers;
  return `${Math.floor(head / perLayer)}.${head % perLayer}`;
}
