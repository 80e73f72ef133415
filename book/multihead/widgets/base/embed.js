// The button below a widget that gives the lines with which another page can show it.
import { copyButton } from "./copy_button.js";
import { button, h } from "./elements.js";

const USE =
  "Paste these lines as HTML into a page of your course or blog. " +
  "The first lets the frame follow the height of what it shows. " +
  "Where scripts are not allowed, as in Moodle and Canvas, the frame keeps its present height.";
// In the other page. A page in a frame says how high it is; see `pages/embed_pages/`.
const FIT =
  'addEventListener("message",({data,source})=>{if(data?.type==="many-heads-height")' +
  'for(const frame of document.querySelectorAll("iframe"))' +
  "if(frame.contentWindow===source)frame.height=data.height})";
// Pixels of heading, links and margins around a widget that stands alone.
const AROUND = 180;

const lines = ({ src, title, height }) =>
  [
    h("script", {}, FIT),
    h("iframe", {
      src,
      title,
      width: "100%",
      height: height + AROUND,
      loading: "lazy",
      style: "border:0",
    }),
  ]
    .map((element) => element.outerHTML)
    .join("\n");

/** The button and what it opens; `frame` gives the `src`, `title` and `height` of the widget. */
export function embedButton(frame) {
  const text = () => lines(frame());
  const fill = () => {
    field.value = text();
  };
  const field = h("textarea", {
    readonly: true,
    rows: 5,
    onfocus: fill,
    "aria-label": "Lines for another page",
    "data-lm-suppress-shortcuts": "",
  });
  const copy = copyButton("Copy these lines", field, text, "Copied.");
  const panel = h("div", { class: "mh-embed", hidden: true }, h("p", {}, USE), field, ...copy);
  const toggle = () => {
    panel.hidden = !panel.hidden;
    opener.setAttribute("aria-expanded", !panel.hidden);
    fill();
  };
  const opener = button("Embed", toggle, { "aria-expanded": "false" });
  return [opener, panel];
}
