/* How a file leaves a page: as a download, or where a browser has it, by its share sheet. */

import { make } from "./elements.js";

const TYPE = "application/x-ipynb+json";
const READ_TIME = 60_000; // milliseconds in which a browser has read what it saves

export const fileOf = (text, name) => new File([text], name, { type: TYPE });

export function download(file) {
  const address = URL.createObjectURL(file);
  make("a", { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), READ_TIME);
}

/** Say whether the share sheet takes a file; on a phone it leads to the app of an LMS. */
export const canShare = (file) => navigator.canShare?.({ files: [file] }) ?? false;

/** Open the share sheet, and return whether the file was given on. */
export async function share(file) {
  try {
    await navigator.share({ files: [file] });
    return true;
  } catch {
    return false; // closed without a choice, or not allowed in this frame
  }
}
