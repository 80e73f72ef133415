import { table, tableAlternative } from "../base/elements.js";
import { distanceText } from "./status.js";

const EVERY = 25;

/** How far apart the heads of both pairs were, up to the step shown. */
export function apartTable(currentPairs) {
  return tableAlternative("As a table", () => {
    const pairs = currentPairs();
    const steps = Array.from({ length: Math.ceil(pairs.step / EVERY) }, (_, i) => i * EVERY);
    const rows = [...steps, pairs.step].map((step) => [
      String(step),
      distanceText(pairs.equal, step),
      distanceText(pairs.nudged, step),
    ]);
    const header = ["step", "identical heads", "one head changed"];
    return table("Distance between the weights of the two heads", header, rows);
  });
}
