// How a pattern is drawn, as a heat map or as lines, and how the cell in focus is marked.
import { FONT } from "../base/canvas.js";
import { h } from "../base/elements.js";
import { fmt } from "../base/format.js";
import { inkOn, level } from "../base/shades.js";
import { keyPlace } from "./geometry.js";
import { byStrength, STRENGTHS } from "./line_strengths.js";

export function longest(labels) {
  const ctx = h("canvas").getContext("2d");
  ctx.font = FONT;
  return Math.max(...labels.map((text) => ctx.measureText(text).width)) + 10;
}

function clip(ctx, text, room) {
  if (ctx.measureText(text).width <= room) return text;
  const letters = Array.from(text);
  const clipped = () => `${letters.join("")}…`;
  while (letters.length > 1 && ctx.measureText(clipped()).width > room) letters.pop();
  return clipped();
}

function write(ctx, text, align, x, y) {
  ctx.textAlign = align;
  ctx.fillText(text, x, y);
}

function writeUpwards(ctx, text, x, y) {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(-Math.PI / 2);
  write(ctx, text, "left", 0, 0);
  ctx.restore();
}

/** Tokens at the edges, or every 16th or so position where tokens do not fit. */
export function drawLabels(ctx, { g, labels, theme }) {
  const step = g.words ? 1 : 2 ** Math.ceil(Math.log2(28 / g.row));
  ctx.fillStyle = theme.ink;
  ctx.textBaseline = "middle";
  for (let i = 0; i < g.nKeys; i += i < g.n ? Math.min(step, g.n - i) : step) {
    const text = g.words ? clip(ctx, labels[i], g.left - 8) : String(i),
      place = (keyPlace(g.n, i) + 0.5) * g.row,
      [down, across] = [g.top + place, g.left + place];
    if (i < g.n) write(ctx, text, "right", g.left - 5, down);
    if (g.view === "lines") write(ctx, text, "left", g.right + 5, down);
    else if (g.words && !g.flat) writeUpwards(ctx, text, across, g.top - 5);
    else write(ctx, text, "center", across, g.top - 9);
  }
}

/** The pattern; as lines, one query's only if it is given. */
export function drawPattern(ctx, drawing, query = null) {
  if (drawing.g.view === "lines") {
    drawLines(ctx, drawing, drawing.more, 1, query);
    drawLines(ctx, drawing, drawing.less, -1, query);
  } else drawHeat(ctx, drawing);
}

function drawHeat(ctx, { g, values, causal, theme, scratch }) {
  const image = new ImageData(g.nKeys, g.n),
    out = new Uint32Array(image.data.buffer);
  for (let i = 0; i < out.length; i++) out[i] = theme.pixels[level(values[i])];
  [scratch.width, scratch.height] = [g.nKeys, g.n];
  scratch.getContext("2d").putImageData(image, 0, 0);
  ctx.imageSmoothingEnabled = false;
  ctx.strokeStyle = theme.line;
  for (const [key, keys] of [
    [0, g.n],
    [g.n, g.nKeys - g.n],
  ]) {
    const [x, width, height] = [g.left + keyPlace(g.n, key) * g.row, g.row * keys, g.row * g.n];
    if (!keys) break;
    ctx.drawImage(scratch, key, 0, keys, g.n, x, g.top, width, height);
    ctx.strokeRect(x - 0.5, g.top - 0.5, width + 1, height + 1);
  }
  if (g.row >= 30) writeShares(ctx, g, values, causal, theme);
}

function writeShares(ctx, g, values, causal, theme) {
  values.forEach((w, i) => {
    const query = Math.floor(i / g.nKeys),
      key = i % g.nKeys;
    if (causal && key > query && key < g.n) return; // a query cannot look ahead: no share to read
    ctx.fillStyle = inkOn(theme.colours[level(w)]);
    const x = g.left + (keyPlace(g.n, key) + 0.5) * g.row;
    write(ctx, fmt(w, 2), "center", x, g.top + (query + 0.5) * g.row);
  });
}

/** Lines of one sign: more is solid, less is dashed. */
function drawLines(ctx, { g, values }, colour, sign, query) {
  ctx.strokeStyle = colour;
  ctx.setLineDash(sign < 0 ? [5, 4] : []);
  byStrength(values, g.nKeys, sign, query).forEach((cells, strength) => {
    ctx.globalAlpha = strength / STRENGTHS;
    ctx.lineWidth = 0.5 + (2.5 * strength) / STRENGTHS;
    for (let i = 0; i < cells.length; i += 2) strokeLine(ctx, g, cells[i], cells[i + 1]);
  });
  ctx.globalAlpha = 1;
  ctx.setLineDash([]);
}

function strokeLine(ctx, g, query, key) {
  ctx.beginPath();
  ctx.moveTo(g.left, g.top + (query + 0.5) * g.row);
  ctx.lineTo(g.right, g.top + (keyPlace(g.n, key) + 0.5) * g.row);
  ctx.stroke();
}

/** Mark the cell in focus; as lines, draw its query's again, over the faint picture. */
export function drawMark(ctx, drawing, { focus, active }) {
  const { g, theme } = drawing;
  ctx.clearRect(0, 0, g.width, g.height);
  if (g.view !== "lines") return drawFrame(ctx, g, focus, theme);
  if (active) {
    drawLabels(ctx, drawing);
    drawPattern(ctx, drawing, focus.query);
  }
  drawEnds(ctx, g, focus, theme);
}

function drawEnds(ctx, g, { query, key }, { ink }) {
  ctx.fillStyle = ink;
  for (const [x, i] of [
    [g.left, query],
    [g.right, keyPlace(g.n, key)],
  ]) {
    ctx.beginPath();
    ctx.arc(x, g.top + (i + 0.5) * g.row, 3.5, 0, 7);
    ctx.fill();
  }
}

/** A frame around the cell, and a fainter one around its row. */
function drawFrame(ctx, g, { query, key }, { ink, ground }) {
  const size = Math.max(g.row, 4),
    slack = (size - g.row) / 2,
    x = g.left + keyPlace(g.n, key) * g.row - slack,
    y = g.top + query * g.row - slack;
  ctx.lineWidth = 1.5;
  for (const [colour, room] of [
    [ground, 2.5],
    [ink, 1],
  ]) {
    ctx.strokeStyle = colour;
    ctx.strokeRect(x - room, y - room, size + 2 * room, size + 2 * room);
  }
  ctx.lineWidth = 1;
  ctx.globalAlpha = 0.55;
  ctx.strokeRect(g.left, y, g.row * (keyPlace(g.n, g.nKeys - 1) + 1), size);
  ctx.globalAlpha = 1;
}
