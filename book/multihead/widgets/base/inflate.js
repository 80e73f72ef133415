export const base64Bytes = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

/** A base64 text of zlib-compressed bytes, as the DataView that a live model would hold. */
export const inflate = (base64) => inflateBlob(new Blob([base64Bytes(base64)]));

/** A blob of zlib-compressed bytes, as a DataView. */
export async function inflateBlob(blob) {
  const stream = blob.stream().pipeThrough(new DecompressionStream("deflate"));
  return new DataView(await new Response(stream).arrayBuffer());
}
