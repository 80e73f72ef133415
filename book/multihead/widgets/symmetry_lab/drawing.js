import { prepare } from "../base/canvas.js";

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

export const CHART = { left: 40, right: 8, top: 8, bottom: 36 };

/** Draw axes, ticks [place 0…1 from below, text], a line at the step; return where things go. */
function drawFrame(ctx, { run, width, height, last, ticks, floor }, theme) {
  const right = width - CHART.right,
    bottom = height - CHART.bottom,
    base = bottom - floor;
  const across = (step) => CHART.left + (step / last) * (right - CHART.left);
  const up = (place) => base - place * (base - CHART.top);
  ctx.lineWidth = 1;
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  ctx.strokeStyle = theme.faint;
  ctx.fillStyle = theme.ink;
  for (const [place, text] of ticks) {
    const y = up(place);
    line(ctx, [CHART.left, y], [right, y]);
    ctx.fillText(text, CHART.left - 5, y);
  }
  ctx.textAlign = "center";
  for (let step = 0; step <= last; step += last / (width < 230 ? 2 : 4)) {
    const half = ctx.measureText(step).width / 2;
    ctx.fillText(step, Math.min(across(step), width - half - 2), bottom + 11);
  }
  ctx.fillText("step", (CHART.left + right) / 2, height - 7);
  ctx.strokeStyle = theme.ink;
  ctx.globalAlpha = 0.6;
  line(ctx, [across(run.step), CHART.top], [across(run.step), bottom]);
  ctx.globalAlpha = 1;
  return { across, up, base, right };
}

function line(ctx, ...points) {
  ctx.beginPath();
  for (const [x, y] of points) ctx.lineTo(x, y);
  ctx.stroke();
}

function dot(ctx, x, y) {
  ctx.beginPath();
  ctx.arc(x, y, 3.5, 0, 7);
  ctx.fill();
}

/** A line through all steps so far and a dot at the one shown; `place` gives a step's place. */
function drawSeries(ctx, { step, reached }, place) {
  line(ctx, ...drawnSteps(reached).map(place));
  ctx.setLineDash([]);
  dot(ctx, ...place(step));
}

export const LINES = [
  { name: "W_Q, W_K and W_V", series: "qkv", dash: [], style: "solid" },
  { name: "W_O", series: "out", dash: [7, 4], style: "dashed" },
  { name: "patterns", series: "pattern", dash: [2, 3], style: "dotted" },
];
const FLOOR = 54; // height of the band for exact zeros

export function drawDistances(canvas, state, theme) {
  const ctx = prepare(canvas, state),
    { run } = state;
  const ticks = ["1", "1e-4", "1e-8", "1e-12", "1e-16"].map((x) => [logPlace(Number(x)), x]);
  const { across, up, base, right } = drawFrame(ctx, { ...state, ticks, floor: FLOOR }, theme);
  ctx.fillStyle = theme.wash;
  ctx.fillRect(CHART.left, base + 8, right - CHART.left, FLOOR - 8);
  ctx.fillStyle = theme.ink;
  ctx.textAlign = "right";
  ctx.fillText("0", CHART.left - 5, base + 40);
  const exact = right - CHART.left < 170 ? "identical" : "identical to the last bit";
  ctx.fillText(exact, right - 6, base + 19);
  LINES.forEach(({ series, dash }, i) => {
    const values = run.history[series],
      zero = base + 32 + 8 * i;
    ctx.strokeStyle = theme.lines[i];
    ctx.fillStyle = theme.lines[i];
    ctx.lineWidth = i ? 2 : 2.5;
    ctx.setLineDash(dash);
    drawSeries(ctx, run, (step) => [
      across(step),
      values[step] === 0 ? zero : up(logPlace(values[step])),
    ]);
  });
}

export function drawScore(canvas, state, theme) {
  const ctx = prepare(canvas, state),
    { run } = state,
    ticks = [0, 0.25, 0.5, 0.75, 1].map((x) => [x, x]);
  const { across, up, right, base } = drawFrame(ctx, { ...state, ticks, floor: 0 }, theme);
  ctx.save();
  ctx.beginPath();
  ctx.rect(CHART.left, CHART.top - 3, right - CHART.left + 4, base - CHART.top + 4);
  ctx.clip(); // what is below 0 leaves the chart
  ctx.lineWidth = 2;
  drawSeries(ctx, run, (step) => [across(step), up(Math.max(run.history.r2[step], -1))]);
  ctx.restore();
}
