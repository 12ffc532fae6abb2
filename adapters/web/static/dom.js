// Makes elements without ever reading markup: every text a person typed is written as text.

/** An element with classes, attributes (null and false leave one out) and children (nodes or texts). */
export function make(tag, classes = "", attributes = {}, ...children) {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const find = (id) => document.getElementById(id);

/** Replaces what is in an element, and keeps the keyboard's place: the button with the same data-key is focused again. */
export function refill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  element.replaceChildren(...children);
  if (focused !== undefined) {
    [...element.querySelectorAll("[data-key]")].find((each) => each.dataset.key === focused)?.focus({ preventScroll: true });
  }
}

/** The suit symbols of index.html, as an image without words. */
export function suitSymbol(suit) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", "suit");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `#suit-${suit}`);
  svg.append(use);
  return svg;
}

/** A colour for a name: the same one everywhere, as degrees of hue. */
export function hueOf(text) {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)) % 360;
  return sum;
}

/** What a name begins with that can be seen: no marks of direction, joiners, spaces or accents without a letter. */
export const initial = (name) => [...name].find((letter) => !/[\p{C}\p{Z}\p{M}]/u.test(letter)) ?? "?";

/** A round picture with the first letter of a name. */
export function avatar(name, classes = "") {
  const letter = initial(name);
  const round = make("span", `avatar ${classes}`, { "aria-hidden": "true" }, letter.toUpperCase());
  round.style.setProperty("--hue", hueOf(name));
  return round;
}
