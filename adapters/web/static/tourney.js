// Tournaments: those that are on stand above the feed, and a form announces one.

import { cardWords } from "./cards.js";
import { find, make, refill } from "./dom.js";
import { isHost, isOpen, makeTools } from "./event_tools.js";
import * as identity from "./identity.js";
import { choiceRows, line, pieces, words } from "./pieces.js";
import { picture } from "./table.js";
import { say } from "./texts.js";

const ID = /^\d\d-[0-9a-z]+/;
const FARTHEST = 6 * 24 * 60; // minutes ahead that one may start

/** The id of the tournament that a message's buttons are about, if they are about one. */
export const eventOf = (message) => message.choices.flat().map(({ argument }) => argument.match(ID)?.[0]).find(Boolean);

/** Whether a message is the one that says how a tournament stands, and is kept up to date until it is over. */
export const isHead = (message) => Boolean(message.event) && message.choices.flat().some(({ name, argument }) => name === "players" && ID.test(argument));

export const titleWords = (message) => words(message.lines[0]?.pieces ?? [], cardWords);

/** What is said of a tournament once: that it begins, who won. */
export function eventCard(message, press) {
  const [title, ...rest] = message.lines;
  return make(
    "article",
    "event-card",
    { "aria-label": titleWords(message) },
    make("h2", "line title", {}, ...pieces(title?.pieces ?? [])),
    ...rest.map((each) => line(each)),
    picture(message.picture),
    choiceRows(message.choices, press),
  );
}

/** Makes the strip above the feed and the form. press(choice) takes a pressed button, ask(text) types a command and
 *  answers its reply, goBy(name) takes the name of somebody who had none, openSheet(open) shows the form on a phone. */
export function makeTourney({ press, ask, goBy, openSheet }) {
  const strip = find("event");
  const form = find("event-form");
  const start = find("event-start");
  const tools = makeTools({ ask });
  let shown = []; // the tournaments that are not over, the most important one for the reader in front
  let awaited = null; // who waits for a tournament of theirs that was not there before
  let chosen; // the one that the reader wants open, or none (null); undefined: nobody has said

  /** messages: of each tournament that is not over, newest first. */
  function show(messages) {
    const events = messages.map((message) => ({ id: eventOf(message), message, name: nameOf(message) }));
    shown = events.filter(({ message }) => leadsHere(message));
    if (!shown.length) shown = [...events].sort((one, other) => weight(other) - weight(one));
    if (chosen && !shown.some(({ id }) => id === chosen)) chosen = undefined;
    const came = awaited && events.find(({ id, message }) => isHost(message) && !awaited.before.has(id));
    if (came) {
      chosen = identity.isPart() ? chosen : came.id;
      awaited.came(came.id);
      awaited = null;
    }
    tools.show(shown);
    strip.hidden = !shown.length;
    strip.classList.toggle("several", shown.length > 1);
    const before = new Map([...strip.children].map((box) => [box.dataset.event, box.scrollTop]));
    refill(strip, ...shown.map(panel));
    for (const box of strip.children) box.scrollTop = before.get(box.dataset.event) ?? 0;
  }

  /** Of several only one is open at a time. */
  function panel({ id, message }, at) {
    const [title, ...rest] = message.lines;
    const box = make(
      "details",
      "event-strip",
      { open: chosen === undefined ? at === 0 && !identity.isPart() : chosen === id, "data-event": id },
      make("summary", "line title", { "data-key": `open:${id}` }, ...pieces(title?.pieces ?? [])),
      ...rest.map((each) => line(each)),
      picture(message.picture),
      choiceRows(message.choices.map((row) => row.filter(({ name }) => name !== "begin")), press),
    );
    box.querySelector("summary").addEventListener("click", () => {
      chosen = box.open ? null : id;
      for (const other of strip.children) if (other !== box) other.open = false;
    });
    return box;
  }

  /** A name, as far as a command can hold it. */
  const named = () => find("event-name").value.replace(/[=\s]+/g, " ").trim();

  function created() {
    const value = (id) => find(`event-${id}`).value;
    const starts = start.value === "at" ? minutesUntil(value("at")) : start.value;
    const limit = starts ? "" : ` max=${value("players")}`;
    return `/create ${named()} speed=${value("speed")} seats=${value("seats")} buyin=${value("buyin")}${limit}${starts ? ` starts=${starts}m` : ""}`;
  }

  async function announce(event) {
    event.preventDefault();
    const plays = find("event-plays").checked;
    if (!identity.name()) goBy(find("event-who").value.trim());
    const computers = Number(find("event-computers").value);
    find("event-box").open = false;
    openSheet(false);
    const done = (reply) => reply.kind === "reply" && !reply.refused;
    const id = new Promise((came) => (awaited = { before: new Set(shown.map(({ id }) => id)), came }));
    if (!done(await ask(created()))) return;
    if (plays && !done(await ask(`/register event=${await id}`))) return;
    if (computers) await ask(`/fill ${computers} event=${await id}`);
  }

  function drawForm() {
    const scheduled = start.value !== "";
    const who = find("event-who");
    find("event-who-field").hidden = !(who.required = !identity.name());
    const at = find("event-at");
    find("event-at-field").hidden = !(at.required = start.value === "at");
    if (at.required && !at.value) at.value = localIn(120);
    [at.min, at.max] = [localIn(1), localIn(FARTHEST)];
    find("event-players-field").hidden = scheduled;
    const others = Number(find("event-players").value) - (find("event-plays").checked ? 1 : 0);
    find("event-computers").max = scheduled ? 999 : Math.max(0, others);
  }

  form.addEventListener("submit", announce);
  form.addEventListener("input", drawForm);
  find("event-box").addEventListener("toggle", () => {
    if (!find("event-box").open) return;
    if (!find("event-who").value) find("event-who").value = find("name").value;
    drawForm();
    find("event-box").scrollIntoView({ block: "nearest" });
  });
  find("event-open").addEventListener("click", () => {
    openSheet(true);
    find("event-box").open = true;
  });
  for (const button of find("event-points").querySelectorAll("[data-season]")) {
    button.addEventListener("click", () => press({ name: "season", argument: button.dataset.season, turn: null }));
  }
  drawForm();

  return {
    show,
    isOn: () => shown.length > 0,
    /** A button of this name of the most important tournament that has it. */
    choice: (name) => shown.flatMap(({ message }) => message.choices.flat()).find((each) => each.name === name),
  };
}

/** Minutes from now until a local time of the reader's. */
const minutesUntil = (local) => Math.max(1, Math.round((new Date(local).getTime() - Date.now()) / 60000));

/** The local time so many minutes from now, as a field for it has it. */
const localIn = (minutes) => new Date(Date.now() + (minutes - new Date().getTimezoneOffset()) * 60000).toISOString().slice(0, 16);

const parts = (message) => message.lines.flatMap((each) => each.pieces);

/** What a tournament is called. */
const nameOf = (message) => message.lines[0]?.pieces.find((part) => part.t === "name")?.name ?? "";

/** Whether the page's own table is one of the tournament's. */
const leadsHere = (message) => identity.isPart() && parts(message).some((part) => part.t === "place" && part.room === `web:${identity.room()}`);

/** What comes first: what runs, then what the reader is in or runs; of equals the newest. */
const weight = ({ message }) => (isOpen(message) ? 0 : 2) + (parts(message).some((part) => part.you) ? 1 : 0);
