// How SymmetryLab draws its charts.
import { prepare } from "../base/canvas.js";
import { h } from "../base/elements.js";

/** Where a distance stands between 1e-16 and 10 on a log axis, from 0 to 1; null for an exact 0. */
export function logPlace(x) {
  return x === 0 ? null : Math.min(Math.max((Math.log10(x) + 16) / 17, 0), 1);
}

/** Steps to draw a line through: at most about 500, always with the last. */
export function drawnSteps(reached) {
  const stride = Math.ceil((reached + 1) / 500),
    steps = [];
  for (let step = 0; step < reached; step += stride) steps.push(step);
  return [...steps, reached];
}

/** A canvas for a matrix with the numbers of its rows and columns around it. */
export function numbered(canvas, n) {
  const numbers = (name) =>
    h(
      "span",
      { class: name, "aria-hidden": "true" },
      ...Array.from({ length: n }, (_, i) => h("span", {}, String(i))),
    );
  return h("div", { class: "mh-numbered" }, numbers("mh-across"), numbers("mh-down"), canvas);
}

export const CHART = { left: 40, right: 8, top: 8, bottom: 36 };

/** The frame of a chart: ticks [place 0…1 from below, text], steps below, the step shown. Returns where things go. */
function drawFrame(ctx, { width, height, last, step, ticks, floor }, look) {
  const right = width - CHART.right,
    base = height - CHART.bottom - floor;
  const across = (s) => CHART.left + (s / last) * (right - CHART.left);
  const up = (place) => base - place * (base - CHART.top);
  ctx.lineWidth = 1;
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  for (const [place, text] of ticks) {
    ctx.strokeStyle = look.faint;
    line(ctx, [
      [CHART.left, up(place)],
      [right, up(place)],
    ]);
    ctx.fillStyle = look.ink;
    ctx.fillText(text, CHART.left - 5, up(place));
  }
  ctx.textAlign = "center";
  for (let i = 0; i <= 4; i++)
    ctx.fillText(
      (last / 4) * i,
      Math.min(across((last / 4) * i), width - 13),
      height - CHART.bottom + 11,
    );
  ctx.fillText("step", (CHART.left + right) / 2, height - 7);
  ctx.strokeStyle = look.ink;
  ctx.globalAlpha = 0.6;
  line(ctx, [
    [across(step), CHART.top],
    [across(step), height - CHART.bottom],
  ]);
  ctx.globalAlpha = 1;
  return { across, up, base, right };
}

function line(ctx, points) {
  ctx.beginPath();
  for (const [x, y] of points) ctx.lineTo(x, y);
  ctx.stroke();
}

function dot(ctx, x, y) {
  ctx.beginPath();
  ctx.arc(x, y, 3.5, 0, 7);
  ctx.fill();
}

export const LINES = [
  { name: "W_Q, W_K and W_V", series: "qkv", dash: [], style: "solid" },
  { name: "W_O", series: "out", dash: [7, 4], style: "dashed" },
  { name: "patterns", series: "pattern", dash: [2, 3], style: "dotted" },
];
const FLOOR = 54; // height of the band for exact zeros

export function drawDistances(canvas, run, { width, height, last }, look) {
  const ctx = prepare(canvas, { width, height }),
    steps = drawnSteps(run.reached);
  const ticks = [1, 1e-4, 1e-8, 1e-12, 1e-16].map((x) => [
    logPlace(x),
    x === 1 ? "1" : `1e${Math.log10(x)}`,
  ]);
  const { across, up, base, right } = drawFrame(
    ctx,
    { width, height, last, step: run.step, ticks, floor: FLOOR },
    look,
  );
  ctx.fillStyle = look.wash;
  ctx.fillRect(CHART.left, base + 8, right - CHART.left, FLOOR - 8);
  ctx.fillStyle = look.ink;
  ctx.textAlign = "right";
  ctx.fillText("0", CHART.left - 5, base + 40);
  ctx.fillText("equal to the last bit", right - 6, base + 19);
  const zero = (i) => base + 32 + 8 * i;
  LINES.forEach(({ series, dash }, i) => {
    const values = run.history[series],
      y = (step) => (values[step] === 0 ? zero(i) : up(logPlace(values[step])));
    ctx.strokeStyle = ctx.fillStyle = look.lines[i];
    ctx.lineWidth = i ? 2 : 2.5;
    ctx.setLineDash(dash);
    line(
      ctx,
      steps.map((step) => [across(step), y(step)]),
    );
    ctx.setLineDash([]);
    dot(ctx, across(run.step), y(run.step));
  });
}

export function drawScore(canvas, run, { width, height, last }, look) {
  const ctx = prepare(canvas, { width, height }),
    { r2 } = run.history;
  const { across, up, right, base } = drawFrame(
    ctx,
    {
      width,
      height,
      last,
      step: run.step,
      floor: 0,
      ticks: [0, 0.25, 0.5, 0.75, 1].map((x) => [x, String(x)]),
    },
    look,
  );
  ctx.save();
  ctx.beginPath();
  ctx.rect(CHART.left, CHART.top - 3, right - CHART.left + 4, base - CHART.top + 4);
  ctx.clip();
  ctx.strokeStyle = ctx.fillStyle = look.ink;
  ctx.lineWidth = 2;
  const place = (step) => up(Math.max(r2[step], -1)); // what is below 0 leaves the chart
  line(
    ctx,
    drawnSteps(run.reached).map((step) => [across(step), place(step)]),
  );
  dot(ctx, across(run.step), place(run.step));
  ctx.restore();
}
