// How HeadExplorer draws a pattern, as a heat map or as lines.
import { prepare } from "../base/canvas.js";
import { h, setText } from "../base/elements.js";
import { fmt } from "../base/text.js";
import { byStrength, cellAt, inkOn, level, STRENGTHS } from "./patterns.js";

function clip(ctx, text, room) {
  if (ctx.measureText(text).width <= room) return text;
  const letters = Array.from(text);
  while (letters.length > 1 && ctx.measureText(letters.join("") + "…").width > room) letters.pop();
  return letters.join("") + "…";
}

/** Tokens at the edges, or every 16th or so position where tokens do not fit. */
function drawLabels(ctx, g, { labels, ink }) {
  const step = g.words ? 1 : 2 ** Math.ceil(Math.log2(28 / g.row));
  ctx.fillStyle = ink;
  ctx.textBaseline = "middle";
  for (let i = 0; i < g.n; i += step) {
    const text = g.words ? clip(ctx, labels[i], g.left - 8) : String(i),
      middle = g.top + (i + 0.5) * g.row;
    ctx.textAlign = "right";
    ctx.fillText(text, g.left - 5, middle);
    if (g.view === "lines") {
      ctx.textAlign = "left";
      ctx.fillText(text, g.right + 5, middle);
    } else if (g.words && !g.flat) {
      ctx.save();
      ctx.translate(g.left + (i + 0.5) * g.row, g.top - 5);
      ctx.rotate(-Math.PI / 2);
      ctx.textAlign = "left";
      ctx.fillText(text, 0, 0);
      ctx.restore();
    } else {
      ctx.textAlign = "center";
      ctx.fillText(text, g.left + (i + 0.5) * g.row, g.top - 9);
    }
  }
}

export function drawHeat(ctx, g, values, { scratch, pixels, colours, causal, line }) {
  const { n } = g,
    image = new ImageData(n, n),
    out = new Uint32Array(image.data.buffer);
  for (let i = 0; i < out.length; i++) out[i] = pixels[level(values[i])];
  scratch.width = scratch.height = n;
  scratch.getContext("2d").putImageData(image, 0, 0);
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(scratch, g.left, g.top, g.row * n, g.row * n);
  ctx.strokeStyle = line;
  ctx.strokeRect(g.left - 0.5, g.top - 0.5, g.row * n + 1, g.row * n + 1);
  if (g.row < 30) return;
  ctx.textAlign = "center";
  values.forEach((w, i) => {
    if (causal && i % n > Math.floor(i / n)) return; // a query cannot look ahead: no weight to read
    ctx.fillStyle = inkOn(colours[level(w)]);
    ctx.fillText(
      fmt(w, 2),
      g.left + ((i % n) + 0.5) * g.row,
      g.top + (Math.floor(i / n) + 0.5) * g.row,
    );
  });
}

function stroke(ctx, g, cells) {
  for (let i = 0; i < cells.length; i += 2) {
    ctx.beginPath();
    ctx.moveTo(g.left, g.top + (cells[i] + 0.5) * g.row);
    ctx.lineTo(g.right, g.top + (cells[i + 1] + 0.5) * g.row);
    ctx.stroke();
  }
}

/** Lines of one sign; of one query, if given. */
export function drawLines(ctx, g, values, colour, query, sign = 1) {
  ctx.strokeStyle = colour;
  ctx.setLineDash(sign < 0 ? [5, 4] : []);
  byStrength(values, g.n, sign, query).forEach((cells, strength) => {
    ctx.globalAlpha = strength / STRENGTHS;
    ctx.lineWidth = 0.5 + (2.5 * strength) / STRENGTHS;
    stroke(ctx, g, cells);
  });
  ctx.globalAlpha = 1;
  ctx.setLineDash([]);
}

/** Draw signed values as lines: more is solid and blue, less is dashed and vermilion. */
export function drawSigned(ctx, g, values, { more, less }, query) {
  drawLines(ctx, g, values, more, query);
  drawLines(ctx, g, values, less, query, -1);
}

/** A canvas with the pattern and, on top, one with the cell in focus. */
export function picture(onPoint) {
  const base = h("canvas", { role: "img" }),
    mark = h("canvas", { class: "mh-mark", "aria-hidden": "true" });
  const caption = h("span", { class: "mh-seed" });
  const box = h("div", { class: "mh-box" }, base, mark);
  let g, values, paint, marked, labelled;
  const point = (kind) => (event) => {
    if (kind === "hover" && event.pointerType === "touch") return;
    const frame = base.getBoundingClientRect();
    onPoint(kind, (focus) =>
      cellAt(g, event.clientX - frame.left, event.clientY - frame.top, focus),
    );
  };
  box.addEventListener("pointermove", point("hover"));
  box.addEventListener("pointerleave", () => onPoint("leave"));
  box.addEventListener("click", point("tap"));
  return {
    element: h("div", { class: "mh-picture" }, caption, box),
    draw(geometryNow, valuesNow, look, paintNow, title, alt) {
      [g, values, paint] = [geometryNow, valuesNow, paintNow];
      const ctx = prepare(base, g);
      labelled = (on) => drawLabels(on, g, look);
      labelled(ctx);
      paint(ctx, g, values);
      prepare(mark, g);
      marked = "";
      base.setAttribute("aria-label", alt);
      setText(caption, title);
    },
    point({ query, key }, active, { ink, ground }) {
      if (marked === `${query} ${key} ${active}`) return;
      marked = `${query} ${key} ${active}`;
      const ctx = mark.getContext("2d");
      ctx.clearRect(0, 0, g.width, g.height);
      base.style.opacity = g.view === "lines" && active ? 0.25 : 1;
      if (g.view === "lines") {
        if (active) labelled(ctx), paint(ctx, g, values, query); // over the faint picture
        ctx.fillStyle = ink;
        for (const [x, i] of [
          [g.left, query],
          [g.right, key],
        ]) {
          ctx.beginPath();
          ctx.arc(x, g.top + (i + 0.5) * g.row, 3.5, 0, 7);
          ctx.fill();
        }
        return;
      }
      const [x, y] = [g.left + key * g.row, g.top + query * g.row],
        size = Math.max(g.row, 4),
        slack = (size - g.row) / 2;
      for (const [colour, room] of [
        [ground, 2.5],
        [ink, 1],
      ]) {
        ctx.strokeStyle = colour;
        ctx.lineWidth = 1.5;
        ctx.strokeRect(x - slack - room, y - slack - room, size + 2 * room, size + 2 * room);
      }
      ctx.strokeStyle = ink;
      ctx.lineWidth = 1;
      ctx.globalAlpha = 0.55;
      ctx.strokeRect(g.left, y - slack, g.row * g.n, size);
      ctx.globalAlpha = 1;
    },
  };
}
