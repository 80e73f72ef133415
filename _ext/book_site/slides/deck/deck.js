/* A deck at 1280 × 720, scaled to the screen. Keys that a picture understands stay with it. */
{
  const { Reveal, RevealNotes, RevealZoom } = globalThis;
  const WIDTH = 1280;
  const HEIGHT = 720;
  const HELD = "[data-mh-widget], a, button, input, select, textarea, summary";
  const ZOOMS = [2.2, 2, 1.8, 1.6, 1.4, 1.25];
  const LEGIBLE = 24; // pixels of the deck
  const GAP = 4; // between two labels

  /** Let a widget fill its slide: the largest zoom at which all of it is seen. */
  function fitWidget(widget) {
    const shown = widget.closest(".shown");
    const fits = (zoom) => {
      widget.style.setProperty("--zoom", zoom);
      return shown.scrollHeight <= shown.clientHeight && shown.scrollWidth <= shown.clientWidth;
    };
    if (!ZOOMS.some(fits)) widget.style.removeProperty("--zoom");
  }

  /** Enlarge the labels of a figure until they are legible, or would touch. */
  function enlargeLabels(figure) {
    const labels = [...figure.querySelectorAll("text")];
    const sizes = labels.map((label) => Number.parseFloat(getComputedStyle(label).fontSize));
    const drawn = figure.getScreenCTM().a / Reveal.getScale();
    const most = LEGIBLE / (drawn * Math.min(...sizes));
    for (let by = most; by > 1; by -= 0.05) {
      labels.forEach((label, i) => label.style.setProperty("font-size", `${sizes[i] * by}px`));
      if (!overlap(labels, figure.closest("section"))) return;
    }
    labels.forEach((label, i) => label.style.setProperty("font-size", `${sizes[i]}px`));
  }

  /** Say whether two labels touch, or one leaves the slide. */
  function overlap(labels, slide) {
    const edge = slide.getBoundingClientRect();
    const boxes = labels.map((label) => label.getBoundingClientRect());
    const outside = (a) => a.left < edge.left || a.right > edge.right || a.bottom > edge.bottom;
    const touch = (a, b) =>
      a.left < b.right + GAP && b.left < a.right + GAP && a.top < b.bottom && b.top < a.bottom;
    return boxes.some((a, i) => outside(a) || boxes.slice(i + 1).some((b) => touch(a, b)));
  }

  function fit(slide) {
    if (slide.fitted) return;
    slide.fitted = true;
    slide.querySelectorAll(".mh-figure > svg").forEach(enlargeLabels);
    slide.querySelectorAll("[data-mh-widget]").forEach(fitWidget);
  }

  Reveal.on("slidechanged", ({ currentSlide }) => fit(currentSlide));
  Reveal.on("pdf-ready", () => Reveal.getSlides().forEach(fit));
  Reveal.initialize({
    width: WIDTH,
    height: HEIGHT,
    margin: 0,
    center: false,
    display: "flex",
    hash: true,
    slideNumber: "c/t",
    transition: "none",
    pdfMaxPagesPerSlide: 1,
    plugins: [RevealNotes, RevealZoom],
    keyboardCondition: ({ target }) => !target.closest?.(HELD),
  }).then(() => fit(Reveal.getCurrentSlide()));
}
