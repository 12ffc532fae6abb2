// Counts seconds down, in step with the server's clock.

import { make } from "./dom.js";
import { callOut } from "./speech.js";
import { say } from "./texts.js";

const HURRY = 10; // seconds

let ahead = 0; // milliseconds that this computer's clock is ahead of the server's
let warned = 0; // the deadline of your own that has been called out
const spans = new Map(); // deadline -> milliseconds that were left when it was first seen

/** Learns the server's clock from its own words. */
export const setClock = (now) => (ahead = Date.now() - now);

export const millisecondsLeft = (until) => Math.max(0, until + ahead - Date.now());

/** A ticking number of seconds with a bar that runs out. */
export function countdown(until) {
  const element = make("span", "countdown", { role: "timer", "data-until": until });
  if (!spans.has(until)) {
    if (spans.size > 50) spans.clear();
    spans.set(until, Math.max(1000, millisecondsLeft(until)));
  }
  tick(element);
  return element;
}

function tick(element) {
  const until = Number(element.dataset.until);
  const left = millisecondsLeft(until);
  const seconds = Math.ceil(left / 1000);
  const words = inWords(seconds);
  if (element.textContent !== words) element.textContent = words;
  element.classList.toggle("hurry", seconds <= HURRY);
  if (seconds === HURRY && warned !== until && element.closest("#whispers .actor")) {
    warned = until;
    callOut(words);
  }
  const share = Math.min(1, left / (spans.get(until) ?? left)) || 0;
  (element.closest(".seat") ?? element).style.setProperty("--left", share.toFixed(3));
}

/** Seconds as one says them: in minutes or hours when it is long. */
function inWords(seconds) {
  if (seconds < 120) return say("seconds", { seconds });
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return say("minutes", { minutes });
  return say("hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

setInterval(() => document.querySelectorAll(".countdown[data-until]").forEach(tick), 250);
