// Draws cards: four colours, a letter beside each symbol, and words for those who hear them.

import { make, suitSymbol } from "./dom.js";
import { say } from "./texts.js";

/** "As" as "ace of spades". */
export const cardWords = (card) => say("card", { rank: say(`rank.${card[0]}`), suit: say(`suit.${card[1]}`) });

/** One face-up card. */
export function face(card, fresh = false) {
  const [rank, suit] = card;
  return make(
    "span",
    `card face ${suit}${fresh ? " fresh" : ""}`,
    { role: "img", "aria-label": cardWords(card), "data-card": card },
    make("span", rank === "T" ? "rank ten" : "rank", {}, rank === "T" ? "10" : rank),
    suitSymbol(suit),
    make("span", "letter", {}, suit),
  );
}

/** A row of cards: faces, then backs, then the empty places of the board. `before`: cards that were there already. */
export function row({ cards, backs, places }, before = null) {
  const all = make("span", "cards");
  for (const card of cards) all.append(face(card, before !== null && !before.has(card)));
  if (backs) {
    const words = say("backs", { count: backs });
    all.append(make("span", "backs", { role: "img", "aria-label": words }, ...Array.from({ length: backs }, () => make("span", "card back"))));
  }
  for (let place = 0; place < places; place += 1) all.append(make("span", "card place", { "aria-hidden": "true" }));
  return all;
}
