// The private pane: your cards, what you have, your moves, the raise drawer, and answers that only you see.

import { cardWords } from "./cards.js";
import { find, make, refill } from "./dom.js";
import { room } from "./identity.js";
import { addressOfPlace, choiceRows, line, words } from "./pieces.js";
import { callOut, tell } from "./speech.js";
import { picture } from "./table.js";
import { say } from "./texts.js";

const MOVES = new Set(["fold", "check", "call", "raise", "show", "muck", "runs"]);
export const HINTS = { fold: "f", check: "c", call: "c", raise: "r" };
const SHORT_ANSWER = 12000; // milliseconds that a one-line answer stays
const TITLE = document.title;
const OF_EVENT = /^\d\d-/; // what the topics of tournaments look like

/** Makes the pane. press(choice) sends a button's request and answers the request's id. */
export function makePane({ press }) {
  const whispers = new Map(); // topic -> message
  const area = find("whispers");
  const replies = find("replies");
  const drawer = find("raise-form");
  const amount = find("amount");
  let raising = null; // the choice that opened the drawer
  let wasMyTurn = false;

  const choicesNow = () => [...whispers.values()].flatMap((message) => message.choices.flat());
  const myTurn = () => choicesNow().some((each) => each.turn && MOVES.has(each.name));

  function pressed(choice) {
    refill(replies);
    if (choice.name === "raise" && !choice.argument) openDrawer(choice);
    press(choice);
  }

  function draw() {
    const cards = [...whispers].map(([topic, message]) =>
      make(
        "section",
        OF_EVENT.test(topic) ? "whisper of-event" : "whisper",
        { "data-topic": topic },
        OF_EVENT.test(topic) ? closer(() => away(topic)) : null,
        ...message.lines.map((each) => line(each)),
        wayTo(message),
        choiceRows(withoutSizes(message.choices), pressed, HINTS),
      ),
    );
    refill(area, ...cards);
    const now = myTurn();
    document.body.classList.toggle("my-turn", now);
    document.title = now ? `● ${say("your_turn")} · ${TITLE}` : TITLE;
    if (now && !wasMyTurn) callOut([say("your_turn"), ...handWords()].join(". "));
    if (raising && !choicesNow().some((each) => each.name === "raise" && sameTurn(each, raising))) closeDrawer();
    wasMyTurn = now;
  }

  function away(topic) {
    whispers.delete(topic);
    draw();
    find("pane").focus();
  }

  const handWords = () =>
    [...whispers.values()].flatMap((message) => message.lines.map((each) => words(each.pieces, cardWords))).filter(Boolean);

  function openDrawer(choice) {
    raising = choice;
    // The sizes that came with the cards are there at once; the answer to the press brings the words about them.
    refill(find("raise-words"), choiceRows([sizesNow()], press) ?? "");
    drawer.hidden = false;
    amount.value = "";
    amount.removeAttribute("aria-invalid");
    amount.focus();
    showDrawer();
  }

  const sizesNow = () => choicesNow().filter((each) => isSize(each) && sameTurn(each, raising));

  // The field is at the drawer's end, so that on a phone it stays above the keyboard.
  function showDrawer() {
    if (raising) drawer.querySelector(".field").scrollIntoView({ block: "nearest" });
  }

  function closeDrawer() {
    const inside = drawer.contains(document.activeElement);
    raising = null;
    drawer.hidden = true;
    if (inside) (area.querySelector("button") ?? find("pane")).focus();
  }

  function inDrawer(message, refused) {
    // A refusal offers only what would mend it; the sizes stay beside that.
    const sizes = sizesNow();
    const further = message.choices.map((row) => row.filter((each) => !sizes.some((size) => sameSize(size, each))));
    refill(find("raise-words"), ...message.lines.map((each) => line(each)), choiceRows([sizes, ...further], press) ?? "");
    if (refused) {
      amount.setAttribute("aria-invalid", "true");
      amount.select();
      amount.focus();
    }
    showDrawer();
  }

  drawer.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = amount.value.trim();
    if (raising && typed) press({ ...raising, argument: typed });
  });
  find("raise-close").addEventListener("click", closeDrawer);
  addEventListener("resize", showDrawer);

  return {
    whisper({ topic, message: sent }) {
      const message = sent && OF_EVENT.test(topic) && isHere(sent) ? null : sent;
      const news = message && OF_EVENT.test(topic) && JSON.stringify(whispers.get(topic)) !== JSON.stringify(message);
      if (message) whispers.set(topic, message);
      else whispers.delete(topic);
      draw();
      if (news) tell(message.lines.map((each) => words(each.pieces, cardWords)).join(". "));
    },
    /** Forgets everything private; the server sends again what is still so. */
    clear() {
      whispers.clear();
      refill(replies);
      refill(area);
      wasMyTurn = false;
    },
    reply({ message, refused }, asked) {
      const aboutRaise = asked?.kind === "press" && asked.name === "raise" && raising !== null;
      if (message && aboutRaise && (refused || !asked.argument)) inDrawer(message, refused);
      else if (message) show(message, refused);
      else if (!refused) replies.querySelector(".refused")?.remove();
      if (aboutRaise && asked.argument && !refused) closeDrawer();
    },
    /** A line of the page's own. */
    tell(text, refused) {
      show({ lines: [{ role: refused ? "refusal" : "note", pieces: [{ t: "text", text }] }], choices: [] }, refused);
    },
    closeDrawer,
    drawerOpen: () => raising !== null,
  };

  function show(message, refused) {
    const close = closer(() => box.remove());
    const box = make("section", refused ? "answer refused" : "answer", { role: refused ? "alert" : null });
    const files = (message.files ?? []).map(saveLink);
    box.append(close, ...message.lines.map((each) => line(each)), picture(message.picture) ?? "", choiceRows(message.choices, pressed) ?? "", ...files);
    refill(replies, box);
    if (!refused && !message.choices.length && message.lines.length === 1) setTimeout(() => box.remove(), SHORT_ANSWER);
  }
}

function closer(close) {
  const button = make("button", "button quiet close", { type: "button", "aria-label": say("close") }, "×");
  button.addEventListener("click", close);
  return button;
}

/** A file made for whoever reads this: saved from here, and fetched from nowhere. */
function saveLink({ name, source }) {
  const bytes = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0));
  const link = make("a", "button", { download: name }, name);
  link.href = URL.createObjectURL(new Blob([bytes]));
  return link;
}

/** Whether it only leads to where the reader is already. */
const isHere = (message) => message.lines.some((each) => each.pieces.some((part) => part.t === "place" && part.room === `web:${room()}`));

/** The way to the first place that a message names, as a button. */
function wayTo(message) {
  const there = message.lines.flatMap((each) => each.pieces).find((part) => part.t === "place");
  const href = there && addressOfPlace(there);
  return href ? make("a", "button primary way", { href, "data-key": "way" }, say("event.go", { name: there.text })) : null;
}

const isSize = (choice) => choice.name === "raise" && choice.argument !== "";
const withoutSizes = (rows) => rows.map((row) => row.filter((choice) => !isSize(choice)));
const sameSize = (one, other) => one.name === other.name && one.argument === other.argument;
const sameTurn = (one, other) => JSON.stringify(one.turn) === JSON.stringify(other.turn);
