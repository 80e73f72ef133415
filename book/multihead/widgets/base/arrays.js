// The numbers of binary traits.

/** The numbers of a binary trait, which arrives as a DataView at any offset. */
export function floats(view) {
  const { buffer, byteOffset, byteLength } = view;
  return new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

export function bytes(view) {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
