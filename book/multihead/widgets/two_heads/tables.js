import { table, tableAlternative } from "../base/elements.js";
import { apartWords } from "./status.js";

const EVERY = 25;

/** How far apart the heads of both pairs were, up to the step shown. */
export function apartTable(shown) {
  return tableAlternative("As a table", () => {
    const pairs = shown();
    const steps = Array.from({ length: Math.ceil(pairs.step / EVERY) }, (_, i) => i * EVERY);
    const rows = [...steps, pairs.step].map((step) => [
      String(step),
      apartWords(pairs.equal, step),
      apartWords(pairs.nudged, step),
    ]);
    const header = ["updates", "two equal heads", "one head nudged"];
    return table("How far apart the weights of the two heads are", header, rows);
  });
}
