// The button below each widget of a page that copies the address of what it shows.
import { copyButton } from "./copy_button.js";
import { h } from "./elements.js";

/** The button and what belongs to it; `address` gives the link to the widget as it stands. */
export function copyLinkButton(address) {
  const field = h("input", {
    type: "text",
    readonly: true,
    hidden: true,
    "aria-label": "Link",
    "data-lm-suppress-shortcuts": "",
  });
  return [
    ...copyButton("Copy link", field, address, "Copied. The link opens these settings."),
    field,
  ];
}
