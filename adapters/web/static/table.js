// Draws the dealer's table message: felt with board and pots, a plate for each seat, the log, results and buttons.

import { cardWords } from "./cards.js";
import { avatar, make } from "./dom.js";
import { isPart } from "./identity.js";
import { choiceRows, line, pieces, words } from "./pieces.js";
import { say } from "./texts.js";

const PUCKS = ["button", "small_blind", "big_blind"];
const STATES = ["all_in", "folded", "sitting_out", "leaving", "waiting", "owes_blind", "in_hand"];
// A person's own moves are in the private pane, so that the same buttons for everyone need not be here.
const PRIVATE = new Set(["cards", "fold", "check", "call", "raise", "show", "muck", "runs", "fold_anyway", "reveal", "rabbit", "topup", "away"]);

// Who has a seat needs none; at a tournament's table nobody just sits down, and nobody but the tournament begins.
const SEATING = new Set(["join", "wait"]);
const OPENING = new Set([...SEATING, "computer", "start"]);

const of = (message, ...roles) => message.lines.filter((each) => roles.includes(each.role));

/** Whether a message is a table: it has a title, a board or seats (a call to act has an actor, but no seat). */
export const isTable = (message) => !message.event && (of(message, "title", "board").length > 0 || message.lines.some((each) => each.seat !== null));

/** The seat line of whoever is to act, or undefined. */
export const actorOf = (message) => of(message, "actor")[0];

/** All board cards, in order. */
export const boardOf = (message) =>
  of(message, "board").flatMap((each) => each.pieces.filter((part) => part.t === "cards").flatMap((part) => part.cards));

/** The newest table with everything on it. `before` is the same message before this edit, or null. */
export function liveTable(message, press, before = null) {
  const known = before ? new Set(boardOf(before)) : null;
  return make("article", "table live", { "aria-label": titleWords(message) }, ...parts(message, press, known));
}

/** A table of the past: one line that opens. */
export function oldTable(message, press, open) {
  const [title] = of(message, "title");
  const boards = of(message, "board").map((each) => make("span", "short-board", {}, ...pieces(each.pieces.filter((part) => part.t === "cards"))));
  const short = make("summary", "", {}, make("span", "short-title", {}, ...pieces(title?.pieces ?? [])), ...boards);
  const rest = { ...message, choices: [] };
  return make("details", "table old", { open }, short, ...parts(rest, press, null));
}

const isStreet = (each) => /^log\./.test(each.pieces[0]?.key ?? "");
const streets = (message) => of(message, "log").filter(isStreet);

/** What happened beside the hand: people who came and went, the draw for the button. */
export const happenings = (message) => of(message, "log").filter((each) => !isStreet(each));

const says = (message, key) => of(message, "title").some((each) => each.pieces.some((part) => part.key === key));

/** Whether the message says how a hand ended. */
export const isOver = (message) => says(message, "title.over");

/** Whether the table is gone. */
export const isClosed = (message) => says(message, "table.closed");

/** The reader's own seat line, or undefined. */
export const mySeat = (message) =>
  of(message, "seat", "actor").find((each) => each.pieces.some((part) => part.t === "name" && part.you));

/** Whether the reader's seat has nothing left and no hand is on, in which it could still win something. */
export const isBroke = (message) =>
  mySeat(message)?.pieces.find((part) => part.t === "chips")?.amount === 0 && !message.choices.flat().some((each) => each.name === "cards");

export const titleWords = (message) => words(of(message, "title")[0]?.pieces ?? [], cardWords);

function parts(message, press, known) {
  const seats = of(message, "seat", "actor");
  const sits = mySeat(message) !== undefined;
  const open = message.choices.map((row) => row.filter((choice) => !PRIVATE.has(choice.name) && !(sits && SEATING.has(choice.name)) && !(isPart() && OPENING.has(choice.name))));
  return [
    felt(message, known),
    seats.length ? make("ul", "seats", { "aria-label": say("seats") }, ...seats.map(plate)) : null,
    block("told", streets(message)),
    block("results", of(message, "result")),
    block("notes", of(message, "note", "hand", "refusal")),
    picture(message.picture),
    choiceRows(open, press),
  ];
}

function felt(message, known) {
  const boards = of(message, "board").map((each) => line(each, known));
  const pots = of(message, "pot").map((each) => line(each));
  const titles = of(message, "title").map((each, at) => make(at ? "p" : "h2", "line title", {}, ...pieces(each.pieces)));
  return make(
    "header",
    "felt",
    {},
    ...titles,
    boards.length ? make("div", "boards", {}, ...boards) : null,
    pots.length ? make("div", "pots", {}, ...pots) : null,
  );
}

const block = (classes, lines) => (lines.length ? make("div", classes, {}, ...lines.map((each) => line(each))) : null);

/** A picture with the words that say the same, or null. */
export function picture(each) {
  if (!each) return null;
  const drawn = () => make("img", "picture", { src: each.source, alt: words(each.alt, cardWords) });
  const opener = make("button", "enlarge", { type: "button" }, drawn());
  opener.addEventListener("click", () => enlarge(drawn()));
  return opener;
}

/** The picture as large as the window has room for, until it is pressed or Escape is. */
function enlarge(image) {
  const dialog = make("dialog", "large", {}, make("button", "enlarge", { type: "button", "aria-label": say("close") }, image));
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Marks that a seat's plate shows by itself: whose turn, the button, the blinds, a computer's square picture. */
const drawnOtherwise = (part) => part.t === "text" && /^(mark\.|felt\.|seat\.computer$)/.test(part.key ?? "");

/** A seat: who, stack, marks, what they did last, their cards, and the clock when they are to act. */
function plate(seat) {
  const first = (kind) => seat.pieces.find((part) => part.t === kind);
  const [name, stack, clock] = ["name", "chips", "countdown"].map(first);
  const shown = seat.pieces.filter((part) => part.t === "cards");
  const moved = seat.pieces.some((part) => /^did\./.test(part.key ?? "")); // which says the bet as well
  const said = seat.pieces.filter(
    (part) => part.t !== "cards" && ![name, stack, clock].includes(part) && !drawnOtherwise(part) && !(moved && part.key === "seat.bet"),
  );
  const state = STATES.find((each) => seat.marks.includes(each)) ?? "";
  const acting = seat.role === "actor";
  const computer = seat.pieces.find((part) => part.key === "seat.computer");
  return make(
    "li",
    `seat ${state}${acting ? " acting" : ""}${name?.you ? " mine" : ""}`,
    { "data-seat": seat.seat, "aria-current": acting ? "true" : null },
    avatar(name?.name ?? String(seat.seat ?? ""), computer ? "computer" : ""),
    make("span", "who", {}, ...(name ? pieces([name]) : []), computer ? make("span", "unseen", {}, computer.text) : null, ...pucks(seat.marks)),
    make("span", "stack", {}, ...(stack ? pieces([stack]) : [])),
    make("span", "did", {}, ...pieces(said)),
    make("span", "held", {}, ...pieces(shown), clock ? pieces([clock])[0] : null),
  );
}

function pucks(marks) {
  return PUCKS.filter((each) => marks.includes(each)).map((each) =>
    make("span", `puck is-${each}`, { role: "img", "aria-label": say(`mark.${each}`), title: say(`mark.${each}`) }, say(`puck.${each}`)),
  );
}
