/**
 * A matrix as a picture of one pixel an entry; the style sheet makes it large. `scale` takes
 * entries to -1…1.
 */
export function drawMatrix(canvas, values, columns, scale, { pixels }) {
  const rows = values.length / columns;
  const image = new ImageData(columns, rows);
  const out = new Uint32Array(image.data.buffer);
  for (let i = 0; i < out.length; i++) out[i] = pixels[255 + Math.round(255 * scale(values[i]))];
  if (canvas.width !== columns || canvas.height !== rows)
    Object.assign(canvas, { width: columns, height: rows });
  canvas.getContext("2d").putImageData(image, 0, 0);
}
