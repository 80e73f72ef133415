// The button below each widget of a page that copies the address of what it shows.
import { button, h, setText } from "./elements.js";

/** A row with the button; `address` gives the link to the widget as it stands. */
export function copyLink(address) {
  const said = h("span", { "aria-live": "polite" });
  const field = h("input", {
    type: "text",
    readonly: true,
    hidden: true,
    "aria-label": "Link",
    "data-lm-suppress-shortcuts": "",
  });
  const byHand = () => {
    setText(said, "Copy it from here:");
    field.hidden = false;
    field.select();
  };
  const copy = async () => {
    field.value = address();
    try {
      await navigator.clipboard.writeText(field.value);
      setText(said, "Copied: it opens these settings.");
    } catch {
      byHand(); // a page without a secure address has no clipboard
    }
  };
  return h("div", { class: "mh-link" }, button("Copy link", copy), said, field);
}
