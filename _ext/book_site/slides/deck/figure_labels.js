/* Labels of a figure on a slide: all are legible. The margin grows with what stands in it, so that
   labels keep their places beside the frame; a scale loses every second number where they would
   touch, and a diagram, which has no frame, grows wider. `deck.js` calls this as a slide shows. */
{
  const { Reveal } = globalThis;
  const LEGIBLE_SIZE = 24; // pixels of the deck
  const GAP = 4; // between two labels
  const LEGEND = "[id*='-legend_']";
  const ROUNDS = 8; // a larger margin leaves less room for the picture, so labels grow once more

  function enlargeLabels(figure) {
    const { x, y, width, height } = figure.viewBox.baseVal;
    const own = { x, y, right: x + width, bottom: y + height };
    const labels = labelsOf(figure);
    const smallest = Math.min(...labels.map(({ size }) => size));
    const enlarge = () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { a, d } = figure.getScreenCTM();
        const factor = (LEGIBLE_SIZE * Reveal.getScale()) / (d * smallest);
        for (const label of labels) transform(label, Math.max(factor, 1), d / a);
        showAll(figure, own, labels);
      }
    };
    enlarge();
    for (const axis of ["x", "y"])
      thinOut([...figure.querySelectorAll(`[id*='-${axis}tick_'] text`)]);
    if (frameOf(figure) || !anyTouch(labels.map(({ node }) => node))) return;
    figure.setAttribute("preserveAspectRatio", "none");
    enlarge();
  }

  /** List the texts of a figure, and its legend as a whole, with places, sizes and margins. */
  function labelsOf(figure) {
    const frame = frameOf(figure);
    const beyond = (place, from, to) => Math.min(place - from, 0) + Math.max(place - to, 0);
    return [...figure.querySelectorAll(`${LEGEND}, text`)]
      .filter((node) => !node.parentElement.closest(LEGEND))
      .map((node) => {
        const sizes = [...node.querySelectorAll("text, tspan"), node]
          .filter(({ childNodes }) => [...childNodes].some((child) => child.data?.trim()))
          .map((part) => Number.parseFloat(getComputedStyle(part).fontSize));
        const [x, y] = placeOf(node);
        const toFigure = figure.getScreenCTM().inverse().multiply(node.getScreenCTM());
        const place = new DOMPoint(x, y).matrixTransform(toFigure);
        const margin = frame && [
          beyond(place.x, frame.x, frame.x + frame.width),
          beyond(place.y, frame.y, frame.y + frame.height),
        ];
        const before = node.getAttribute("transform") ?? "";
        return { node, place: [x, y], size: Math.max(...sizes), margin: margin ?? [0, 0], before };
      });
  }

  /** Return the box of what a figure's axes enclose; none for a diagram, which has no axes. */
  function frameOf(figure) {
    const first = figure.querySelector("[id*='-axes_'] > g > path");
    return first && !first.style.stroke ? first.getBBox() : null;
  }

  /** Return the point that stays where it is, in the label's units: where a text is anchored. */
  function placeOf(node) {
    if (node.matches("text")) return ["x", "y"].map((name) => Number(node.getAttribute(name)));
    const { x, y, width, height } = node.getBBox();
    return [x + width / 2, y + height];
  }

  function transform({ node, place: [x, y], margin, before }, factor, narrowed) {
    const [across, down] = margin.map((distance) => distance * (factor - 1));
    node.setAttribute(
      "transform",
      `translate(${across} ${down}) ${before} translate(${x} ${y})
      scale(${factor * narrowed} ${factor}) translate(${-x} ${-y})`,
    );
  }

  function showAll(figure, own, labels) {
    const toFigure = figure.getScreenCTM().inverse();
    const view = { ...own };
    for (const { node } of labels) {
      const box = node.getBoundingClientRect();
      const from = new DOMPoint(box.left, box.top).matrixTransform(toFigure);
      const to = new DOMPoint(box.right, box.bottom).matrixTransform(toFigure);
      view.x = Math.min(view.x, from.x);
      view.y = Math.min(view.y, from.y);
      view.right = Math.max(view.right, to.x);
      view.bottom = Math.max(view.bottom, to.y);
    }
    const size = `${view.right - view.x} ${view.bottom - view.y}`;
    figure.setAttribute("viewBox", `${view.x} ${view.y} ${size}`);
  }

  /** Hide every second number of a scale until none touch. */
  function thinOut(numbers) {
    if (!anyTouch(numbers)) return;
    for (const number of numbers.filter((_, i) => i % 2)) number.remove();
    thinOut(numbers.filter((_, i) => i % 2 === 0));
  }

  /** Say whether any labels touch; those that slant stand as far apart as what they name. */
  function anyTouch(labels) {
    const slants = ({ a, b }) => Math.abs(a * b) > 1e-6;
    const boxes = labels
      .filter((label) => !slants(label.getScreenCTM()))
      .map((label) => label.getBoundingClientRect());
    const touch = (a, b) =>
      a.left < b.right + GAP && b.left < a.right + GAP && a.top < b.bottom && b.top < a.bottom;
    return boxes.some((a, i) => boxes.slice(i + 1).some((b) => touch(a, b)));
  }

  globalThis.enlargeLabels = enlargeLabels;
}
