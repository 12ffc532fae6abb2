// The page's own words in the chosen language. What the dealer says arrives worded already.

let words = {};
let language = "en";

/** Loads a language and puts it into every element that asks for a text by data-text, data-label or data-placeholder. */
export async function speak(locale) {
  const answer = await fetch(`/texts/${locale}.json`);
  if (!answer.ok) return;
  words = await answer.json();
  language = locale;
  document.documentElement.lang = locale;
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = say(element.dataset.text);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", say(element.dataset.label));
  for (const element of document.querySelectorAll("[data-placeholder]")) element.placeholder = say(element.dataset.placeholder);
}

/** A text with its {placeholders} filled in; the key itself where there is no such text. */
export function say(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export const has = (key) => key in words;

/** Milliseconds since the epoch as a time of day. */
export const timeOfDay = (at) => new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" }).format(at);

/** Milliseconds since the epoch as a day and a time by the reader's own clock. */
export const moment = (at) =>
  new Intl.DateTimeFormat(language, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);

export const number = (value) => new Intl.NumberFormat("en").format(value);
