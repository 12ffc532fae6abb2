// What a screen reader hears without moving to it.

import { find } from "./dom.js";

function put(id, text) {
  const region = find(id);
  region.textContent = "";
  setTimeout(() => (region.textContent = text), 60); // the same words twice are two announcements
}

/** Said when the reader has finished what it is saying. */
export const tell = (text) => put("polite", text);

/** Said at once: it is your turn, or nearly no longer. */
export const callOut = (text) => put("urgent", text);

/** What was said last is in another language now. */
export const hush = () => ["polite", "urgent"].forEach((id) => (find(id).textContent = ""));
