// Tournaments: the one that is on stands above the feed, a form announces one, and its host has the tools to run it.

import { cardWords } from "./cards.js";
import { find, make, refill } from "./dom.js";
import * as identity from "./identity.js";
import { choiceRows, line, pieces, words } from "./pieces.js";
import { keep, kept } from "./storage.js";
import { picture } from "./table.js";
import { say } from "./texts.js";

const ID = /^\d\d-[0-9a-z]+/;
const RUNS = "riverbot.runs"; // the tournament that this tab's player was last seen to be the host of
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
  const tools = find("event-tools");
  const start = find("event-start");
  let shown = null;
  let awaited = null; // who waits for a tournament other than the one that was on
  let opened = null; // whether the reader wants the strip open; null: nobody has said

  function show(message) {
    shown = message;
    if (message && awaited && eventOf(message) !== awaited.before) {
      awaited.came(eventOf(message));
      awaited = null;
    }
    strip.hidden = message === null;
    drawTools();
    if (message === null) {
      refill(strip);
      return;
    }
    const [title, ...rest] = message.lines;
    const before = strip.querySelector("details")?.scrollTop ?? 0;
    const box = make(
      "details",
      "event-strip",
      { open: opened ?? !identity.isPart() },
      make("summary", "line title", {}, ...pieces(title?.pieces ?? [])),
      ...rest.map((each) => line(each)),
      picture(message.picture),
      choiceRows(message.choices.map((row) => row.filter(({ name }) => name !== "begin")), press),
    );
    box.querySelector("summary").addEventListener("click", () => (opened = !box.open));
    refill(strip, box);
    box.scrollTop = before;
  }

  // What the host may do now: before the start, or while it runs.
  function drawTools() {
    const open = shown !== null && isOpen(shown);
    if (open && isHost(shown)) keep("sessionStorage", RUNS, eventOf(shown));
    tools.hidden = shown === null || kept("sessionStorage", RUNS, "") !== eventOf(shown);
    const paused = shown !== null && says(shown, "tourney.paused");
    find("event-fill").hidden = !open;
    for (const button of tools.querySelectorAll("[data-command]")) {
      button.hidden = { begin: !open, "hold on": open || paused, "hold off": open || !paused }[button.dataset.command] ?? false;
    }
    unsure();
  }

  // Calling it off takes two presses.
  function unsure() {
    const button = tools.querySelector("[data-command=cancel]");
    button.dataset.text = "event.cancel";
    button.textContent = say("event.cancel");
  }

  function run(button) {
    if (button.dataset.text === "event.cancel") {
      button.dataset.text = "event.sure";
      button.textContent = say("event.sure");
      return;
    }
    ask(`/${button.dataset.command} event=${eventOf(shown)}`);
    unsure();
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
    const id = new Promise((came) => (awaited = { before: shown && eventOf(shown), came }));
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
  find("event-fill").addEventListener("submit", (event) => {
    event.preventDefault();
    ask(`/fill ${Number(find("event-fill-count").value)} event=${eventOf(shown)}`);
  });
  for (const button of tools.querySelectorAll("[data-command]")) {
    button.addEventListener("click", () => run(button));
    button.addEventListener("blur", unsure);
  }
  for (const button of find("event-points").querySelectorAll("[data-season]")) {
    button.addEventListener("click", () => press({ name: "season", argument: button.dataset.season, turn: null }));
  }
  drawForm();

  return {
    show,
    isOn: () => shown !== null,
    /** A button of the tournament that is on, if it has it. */
    choice: (name) => shown?.choices.flat().find((each) => each.name === name),
  };
}

/** Minutes from now until a local time of the reader's. */
const minutesUntil = (local) => Math.max(1, Math.round((new Date(local).getTime() - Date.now()) / 60000));

/** The local time so many minutes from now, as a field for it has it. */
const localIn = (minutes) => new Date(Date.now() + (minutes - new Date().getTimezoneOffset()) * 60000).toISOString().slice(0, 16);

const says = (message, key) => message.lines.some(({ pieces: parts }) => parts.some((part) => part.key === key));

/** Whether it has not begun. */
const isOpen = (message) => says(message, "tourney.host");

/** Whether the reader is the one who runs the tournament. */
const isHost = (message) => message.lines.some(({ pieces: parts }) => parts[0]?.key === "tourney.host" && parts.some((part) => part.you));
