// Draws the typed pieces of a message: texts, names, cards, chips, times, places, codes; and its buttons.

import * as cards from "./cards.js";
import { countdown } from "./clock.js";
import { make } from "./dom.js";
import { addressOf, room } from "./identity.js";
import { moment } from "./texts.js";

/** One piece as an element. */
export function piece(part, before = null) {
  const strong = part.strong ? " strong" : "";
  switch (part.t) {
    case "name":
      return make("bdi", `name${strong}${part.you ? " you" : ""}`, {}, part.name);
    case "cards":
      return cards.row(part, before);
    case "chips":
      return make("span", `chips${strong}${part.amount < 0 ? " minus" : ""}`, {}, part.text);
    case "countdown":
      return countdown(part.until);
    case "moment":
      return make("time", "", { datetime: new Date(part.at).toISOString() }, moment(part.at));
    case "place":
      return place(part);
    case "code":
      return code(part.text);
    default:
      return make("span", `text${strong}`, { "data-say": part.key }, part.text);
  }
}

/** The path of a table's page; null for one of another platform, and for this very page. */
export const addressOfPlace = ({ room: there }) => (there.startsWith("web:") && there !== `web:${room()}` ? addressOf(there.slice(4)) : null);

/** A table's name, as the way there. */
function place(part) {
  const href = addressOfPlace(part);
  return href ? make("a", "table-place", { href, "data-key": `place ${part.room}` }, part.text) : make("bdi", "table-place", {}, part.text);
}

/** A machine text; a root of 64 digits is short until it is clicked or focused, but whole for whoever copies it. */
function code(text) {
  if (!/^[0-9a-f]{64}$/.test(text)) return make("code", "", {}, text);
  return make("code", "root", { title: text, tabindex: 0, "data-key": `root ${text}` }, text);
}

/** Pieces with one space between, unless a piece stands close to the one before it. */
export function pieces(parts, before = null) {
  return parts.flatMap((part, at) => (at && !part.close ? [" ", piece(part, before)] : [piece(part, before)]));
}

/** A line as a paragraph of its role; a seat's is `seat-line`, since `seat` is what is drawn with columns. */
export const line = (each, before = null) =>
  make("p", `line ${each.role === "seat" ? "seat-line" : each.role}`, {}, ...pieces(each.pieces, before));

/** Pieces as plain words, for announcements and the page's title. */
export function words(parts, cardWords) {
  const said = (part) => {
    if (part.t === "name") return part.name;
    if (part.t === "cards") return part.cards.map(cardWords).join(", ");
    if (part.t === "moment") return moment(part.at);
    return part.t === "countdown" ? "" : part.text;
  };
  return parts.reduce((line, part) => (said(part) ? line + (line && !part.close ? " " : "") + said(part) : line), "");
}

/** A button of a message. `press(choice)` is called when it is pressed; `hint` is the key that does the same. */
export function button(choice, press, hint = "") {
  const element = make(
    "button",
    `button ${choice.look}`,
    {
      type: "button",
      "data-name": choice.name,
      "data-argument": choice.argument,
      "data-key": `${choice.name} ${choice.argument}`,
      "aria-keyshortcuts": hint || null,
    },
    make("span", "label", {}, ...pieces(choice.label)),
  );
  if (hint) element.append(make("kbd", "", { "aria-hidden": "true" }, hint.toUpperCase()));
  element.addEventListener("click", () => press(choice));
  return element;
}

/** Rows of buttons; null when there are none. */
export function choiceRows(rows, press, hints = {}) {
  const drawn = rows
    .filter((row) => row.length)
    .map((row) =>
      make("div", "choice-row", {}, ...row.map((each) => button(each, press, each.argument ? "" : (hints[each.name] ?? "")))),
    );
  return drawn.length ? make("div", "choices", {}, ...drawn) : null;
}
