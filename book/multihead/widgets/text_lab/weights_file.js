import { h } from "../base/elements.js";
import { inflate } from "../base/inflate.js";

/**
 * The weights in a file of the site, as a DataView. It is a script, which a page opened as a file
 * may load too. Fails if it does not come; `again` asks for it past what the browser has kept.
 */
export async function weightsFile(path, again) {
  const { content_root: root = "" } = document.documentElement.dataset; // Sphinx's
  const src = root + path + (again ? `?${Date.now()}` : "");
  let script;
  try {
    await new Promise((onload, onerror) => {
      script = h("script", { src, onload, onerror });
      document.head.append(script);
    });
    return await inflate(script.dataset.weights);
  } finally {
    script.remove();
  }
}
