// Canvases at the resolution of the screen they are on.

export const FONT = "11px system-ui, sans-serif";

/** Size a canvas for the screen it is on and clear it; returns its context, in CSS pixels. */
export function prepare(canvas, { width, height }) {
  const scale = window.devicePixelRatio || 1;
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const ctx = canvas.getContext("2d");
  // A new size allocates anew and clears, which is too slow for every frame of an animation.
  if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
  else {
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, size.width, size.height);
  }
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  ctx.setTransform(scale, 0, 0, scale, 0, 0);
  ctx.font = FONT;
  return ctx;
}
