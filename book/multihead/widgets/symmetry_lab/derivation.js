// Said to the reader; `backward` in training/layer.js does the same.
import { h } from "../base/elements.js";
import { fold } from "./figures.js";

const SETUP =
  "For each head i: Q = X W_Q, K = X W_K, V = X W_V, S = Q Kᵀ / √d_head, " +
  "A = softmax(S) row by row, Z = A V. Together Y = Σᵢ Zᵢ W_Oⁱ, " +
  "and the loss is the mean of (Y − target)². " +
  "We write dM for the gradient of the loss with respect to M. Going backwards:";
const BACKWARDS = [
  "dY = 2 (Y − target) / (number of entries). It is the same for both heads.",
  "dW_O = Zᵀ dY and dZ = dY W_Oᵀ. Here two heads get different gradients, " +
    "if their blocks of W_O differ.",
  "dV = Aᵀ dZ and dA = dZ Vᵀ.",
  "dS = A ∘ (dA − r), where r is the sum of each row of A ∘ dA.",
  "dQ = dS K / √d_head and dK = dSᵀ Q / √d_head.",
  "dW_Q = Xᵀ dQ, dW_K = Xᵀ dK, dW_V = Xᵀ dV. " +
    "If all four matrices of two heads are equal, so is every line above, " +
    "and SGD and Adam take the same step with both heads.",
];

/** The formulas, below a picture of what they give, which is drawn while it can be seen. */
export function derivation(picture) {
  const steps = h("ol", {}, ...BACKWARDS.map((text) => h("li", {}, h("p", {}, text))));
  const words = h("div", { class: "mh-derivation" }, h("p", {}, SETUP), steps);
  const element = fold("The gradients, and where they come from", picture.element, words);
  let state;
  const draw = () => element.open && state && picture.update(state);
  element.addEventListener("toggle", draw);
  return {
    element,
    update(now) {
      state = now;
      draw();
    },
  };
}
