// A term shows its line of the glossary to a pointer that rests on it, to the keyboard that reaches
// it, and at a tap, which leads on only when it comes again. Escape and leaving close it.
{
  const REST = 300; // ms until a pointer that passes has passed
  const LEAVE = 250; // ms to reach the popover, which may be read and pressed
  const GAP = 6; // px between the term and its popover
  const EDGE = 12; // px of the window that stay free
  const OPEN = ".mh-term-popover:popover-open";
  let shownLink;
  let timer;

  const later = (action, delay) => {
    clearTimeout(timer);
    timer = setTimeout(action, delay);
  };
  const isBesideItsNote = (link) => {
    const note = link.nextElementSibling;
    return Boolean(note?.matches(".mh-definition") && note.checkVisibility());
  };

  const place = (popover) => {
    const term = shownLink.getClientRects()[0];
    const { width, height } = popover.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const below = term.bottom + GAP;
    const above = term.top - GAP - height;
    const fitsBelow = below + height + EDGE <= clientHeight || above < EDGE;
    const top = Math.min(fitsBelow ? below : above, clientHeight - height - EDGE);
    const left = Math.min(term.left, clientWidth - width - EDGE);
    popover.style.top = `${scrollY + Math.max(top, EDGE)}px`;
    popover.style.left = `${scrollX + Math.max(left, EDGE)}px`;
  };
  const show = (link, popover) => {
    clearTimeout(timer);
    if (isBesideItsNote(link)) return;
    shownLink = link;
    if (!popover.matches(":popover-open")) popover.showPopover();
    place(popover);
  };
  const hideIfLeft = () => {
    const popover = document.querySelector(OPEN);
    const isInUse = popover?.matches(":hover") || shownLink?.matches(":hover, :focus-visible");
    if (popover && !isInUse) popover.hidePopover();
  };

  const prepareLink = (link, popover) => {
    let isFirstTap = false;
    link.setAttribute("aria-describedby", popover.firstElementChild.id);
    if (link.title) {
      link.ariaLabel = link.title; // which the browser would show beside the popover
      link.removeAttribute("title");
    }
    link.addEventListener("pointerenter", ({ pointerType }) => {
      if (pointerType !== "touch") later(() => show(link, popover), REST);
    });
    link.addEventListener("pointerleave", ({ pointerType }) => {
      if (pointerType !== "touch") later(hideIfLeft, LEAVE);
    });
    link.addEventListener("focus", () => {
      if (link.matches(":focus-visible")) show(link, popover);
    });
    link.addEventListener("blur", () => later(hideIfLeft, LEAVE));
    link.addEventListener("pointerdown", ({ pointerType }) => {
      const isShown = popover.matches(":popover-open") && shownLink === link;
      isFirstTap = pointerType === "touch" && !isShown && !isBesideItsNote(link);
    });
    link.addEventListener("click", (event) => {
      if (!isFirstTap || event.detail === 0) return;
      isFirstTap = false;
      event.preventDefault();
      show(link, popover);
    });
  };

  if ("popover" in HTMLElement.prototype) {
    for (const popover of document.querySelectorAll(".mh-term-popover")) {
      const links = `a[href="${popover.dataset.entry}"]:not(.mh-term-popover a)`;
      for (const link of document.querySelectorAll(links)) prepareLink(link, popover);
      popover.addEventListener("pointerleave", () => later(hideIfLeft, LEAVE));
    }
    addEventListener("resize", () => {
      const popover = document.querySelector(OPEN);
      if (popover) place(popover);
    });
  }
}
