/* A deck at 1280 × 720, scaled to the screen. Keys that a picture understands stay with it; those
   of the speaker's window come without a target. */
{
  const { Reveal, RevealNotes, RevealZoom } = globalThis;
  const WIDTH = 1280;
  const HEIGHT = 720;
  const KEEPS_ITS_KEYS = "[data-mh-widget], a, button, input, select, textarea, summary";
  const ZOOMS = [2.4, 2.2, 2];
  const LEGIBLE_ZOOM = 1.85; // its words are 13 to 15 pixels on a page
  const LEGIBLE_SIZE = 24; // pixels of the deck
  const FONT_SIZES = [40, 36, 33, 30, 27]; // of words; else the smallest that is legible
  const GAP = 4; // between two labels

  /** Take the first value with which all that a slide shows is seen, or else the last resort. */
  function setLargestThatFits(content, sizes, setSize, otherwise) {
    const fits = (size) => {
      setSize(size);
      return (
        content.scrollHeight <= content.clientHeight && content.scrollWidth <= content.clientWidth
      );
    };
    if (!sizes.some(fits)) setSize(otherwise);
  }

  /** Let a widget fill its slide; one that is too high scrolls there. */
  function fitWidget(widget) {
    const zoom = (value) => widget.style.setProperty("--zoom", value);
    setLargestThatFits(widget.closest(".slide-content"), ZOOMS, zoom, LEGIBLE_ZOOM);
  }

  function fitWords(content) {
    const size = (value) => {
      content.style.fontSize = `${value}px`;
    };
    setLargestThatFits(content, FONT_SIZES, size, LEGIBLE_SIZE);
  }

  /** Enlarge the labels of a figure until they are legible, or would touch. */
  function enlargeLabels(figure) {
    const labels = [...figure.querySelectorAll("text")];
    const sizes = labels.map((label) => Number.parseFloat(getComputedStyle(label).fontSize));
    const scale = figure.getScreenCTM().a / Reveal.getScale();
    const largest = LEGIBLE_SIZE / (scale * Math.min(...sizes));
    const enlarge = (factor) => {
      for (const [i, label] of labels.entries())
        label.style.setProperty("font-size", `${sizes[i] * factor}px`);
    };
    for (let factor = largest; factor > 1; factor -= 0.05) {
      enlarge(factor);
      if (!labelsOverlap(labels, figure.closest("section"))) return;
    }
    enlarge(1);
  }

  /** Say whether two labels touch, or one leaves the slide. */
  function labelsOverlap(labels, slide) {
    const edge = slide.getBoundingClientRect();
    const boxes = labels.map((label) => label.getBoundingClientRect());
    const outside = (a) => a.left < edge.left || a.right > edge.right || a.bottom > edge.bottom;
    const touch = (a, b) =>
      a.left < b.right + GAP && b.left < a.right + GAP && a.top < b.bottom && b.top < a.bottom;
    return boxes.some((a, i) => outside(a) || boxes.slice(i + 1).some((b) => touch(a, b)));
  }

  function fitSlide(slide) {
    if (slide.fitted) return;
    slide.fitted = true;
    for (const figure of slide.querySelectorAll(".mh-figure > svg")) enlargeLabels(figure);
    for (const widget of slide.querySelectorAll("[data-mh-widget]")) fitWidget(widget);
    if (slide.matches(".words, .question, .answer"))
      fitWords(slide.querySelector(".slide-content"));
  }

  Reveal.on("slidechanged", ({ currentSlide }) => fitSlide(currentSlide));
  Reveal.on("pdf-ready", () => {
    for (const slide of Reveal.getSlides()) fitSlide(slide);
  });
  Reveal.initialize({
    width: WIDTH,
    height: HEIGHT,
    margin: 0,
    center: false,
    hash: true,
    slideNumber: "c/t",
    transition: "none",
    pdfMaxPagesPerSlide: 1,
    plugins: [RevealNotes, RevealZoom],
    keyboardCondition: ({ target }) => !target?.closest?.(KEEPS_ITS_KEYS),
  }).then(() => fitSlide(Reveal.getCurrentSlide()));
}
