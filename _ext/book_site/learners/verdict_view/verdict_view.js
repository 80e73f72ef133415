/* A verdict on a page: first what is likely wrong and the section that explains it, then a small
   counter-example; all else is folded. Its first lines are what a screen reader says. */

function node(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Return what a section is called in a sentence, as a link to it. */
function sectionLink({ title, page, label }) {
  const root = document.documentElement.dataset.content_root ?? "";
  return node("a", { href: `${root}book/${page}.html#${label}` }, `“${title}”`);
}

const explainedLine = (section) => node("p", {}, `${section.opening} `, sectionLink(section), ".");

/** Draw a counter-example, and folded below it the whole one where that says more. */
function counterExample(example, details) {
  const [title, ...whole] = details.split("\n");
  const short = node("pre", { tabIndex: 0, role: "group", ariaLabel: title }, example.join("\n"));
  if (whole.join("\n") === example.join("\n")) return [short];
  const long = node("pre", { tabIndex: 0, role: "group", ariaLabel: "In full" }, whole.join("\n"));
  return [short, node("details", {}, node("summary", {}, "The counter-example in full"), long)];
}

/** Bring an element into view, at once for those who want no motion. */
function bringIntoView(element) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
}

/** Return the place of verdicts, and how to say something there. */
export function verdictView() {
  const status = node("div", { role: "status" });
  const rest = node("div", {});
  const element = node("div", { className: "mh-verdict" }, status, rest);
  return {
    element,
    /** Say something in words; `result` is right, wrong or empty. */
    say(text, result = "") {
      status.replaceChildren(node("p", {}, text));
      rest.replaceChildren();
      element.dataset.result = result;
    },
    /** Show a verdict, and bring it into view. */
    show({ passed, headline, explained, details, example = [] }) {
      const lines = [node("p", {}, headline)];
      if (explained) lines.push(explainedLine(explained));
      if (details && example.length === 0) lines.push(node("p", {}, details));
      status.replaceChildren(...lines);
      rest.replaceChildren(...(example.length > 0 ? counterExample(example, details) : []));
      element.dataset.result = passed ? "right" : "wrong";
      bringIntoView(element);
    },
  };
}
