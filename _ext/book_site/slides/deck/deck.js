/* A deck at 1280 × 720, scaled to the screen. Keys that a control understands stay with it; those
   of the speaker's window come without a target. A presenter's remote always moves the slides, and
   Escape gives the keys back to them. */
{
  const { Reveal, RevealNotes, RevealZoom, enlargeLabels } = globalThis;
  const WIDTH = 1280;
  const HEIGHT = 720;
  const KEEPS_ITS_KEYS =
    "[data-mh-widget], .mh-figure, a, button, input, select, textarea, summary";
  const REMOTE = ["PageUp", "PageDown"]; // a text field and a slider have their own use for them
  // Of widgets.
  const ZOOMS = [2.4, 2.2, 2, 1.8, 1.7, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1, 0.9, 0.8, 0.7];
  const LEGIBLE_SIZE = 24; // pixels of the deck
  const FONT_SIZES = [40, 36, 33, 30, 27]; // of words; else the smallest that is legible

  const fits = (content) =>
    content.scrollHeight <= content.clientHeight && content.scrollWidth <= content.clientWidth;

  const frame = () => new Promise(requestAnimationFrame);

  /** Let a widget, or the part of it that is chosen, fill its slide, whatever it shows next. */
  async function fitWidget(widget) {
    while (!("ready" in widget.dataset)) await frame();
    const content = widget.closest(".slide-content");
    for (const details of widget.querySelectorAll("details:not(.mh-table)")) details.open = true;
    let step = 0;
    let search = 0;
    /** Find the largest zoom that fits, from this one on; pictures are drawn a frame later. */
    async function shrink(from) {
      search += 1;
      const own = search;
      let [first, last] = [from, ZOOMS.length - 1];
      content.ariaBusy = true;
      while (first < last && own === search) {
        step = Math.floor((first + last) / 2);
        widget.style.setProperty("--zoom", ZOOMS[step]);
        await frame();
        await frame();
        if (fits(content)) last = step;
        else first = step + 1;
      }
      if (own !== search) return;
      step = last;
      widget.style.setProperty("--zoom", ZOOMS[step]);
      content.ariaBusy = false;
    }
    for (const parts of widget.querySelectorAll(".mh-part-buttons")) {
      widget.closest("section").querySelector(".slide-heading").append(parts);
      parts.addEventListener("click", () => shrink(0));
    }
    shrink(0);
    new ResizeObserver(() => {
      if (content.ariaBusy !== "true" && !fits(content)) shrink(step);
    }).observe(widget);
  }

  function fitWords(content) {
    const fitsAt = (size) => {
      content.style.fontSize = `${size}px`;
      return fits(content);
    };
    if (!FONT_SIZES.some(fitsAt)) content.style.fontSize = `${LEGIBLE_SIZE}px`;
  }

  function movesSlides({ target, key }) {
    const control = target?.closest?.(KEEPS_ITS_KEYS);
    if (!control || (REMOTE.includes(key) && !target.matches("input, select, textarea")))
      return true;
    if (key === "Escape") target.blur();
    return false;
  }

  function fitSlide(slide) {
    if (slide.fitted) return;
    slide.fitted = true;
    for (const figure of slide.querySelectorAll(".mh-figure > svg")) enlargeLabels(figure);
    for (const widget of slide.querySelectorAll("[data-mh-widget]")) fitWidget(widget);
    if (slide.matches(".words, .question, .answer"))
      fitWords(slide.querySelector(".slide-content"));
  }

  /** Keep the slides of the sections that the address asks for, if there are any. */
  function keepSections() {
    const names = new URLSearchParams(location.search).getAll("section");
    const slides = [...document.querySelectorAll(".slides > section")];
    const isKept = ({ dataset }) =>
      dataset.sections.split(" ").some((section) => names.includes(section));
    if (!slides.some(isKept)) return;
    for (const slide of slides) if (!isKept(slide)) slide.remove();
  }

  keepSections();
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
    keyboardCondition: movesSlides,
  }).then(() => fitSlide(Reveal.getCurrentSlide()));
}
