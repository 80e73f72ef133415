// A button that copies a text, and what it says about that.
import { button, h, setText } from "./elements.js";

/**
 * The button and its words. It puts `text()` into `field`, which is shown if there is no clipboard.
 */
export function copyButton(label, field, text, copied) {
  const message = h("span", { "aria-live": "polite" });
  const byHand = () => {
    setText(message, "Copy it from here:");
    field.hidden = false;
    field.select();
  };
  const copy = async () => {
    field.value = text();
    try {
      await navigator.clipboard.writeText(field.value);
      setText(message, copied);
    } catch {
      byHand(); // a page without a secure address has no clipboard
    }
  };
  return [button(label, copy), message];
}
