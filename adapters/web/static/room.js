// Starts the page: joins the connection, the feed, the private pane, past hands, keys and forms.

import { setClock } from "./clock.js";
import { find, make } from "./dom.js";
import { makeFeed } from "./feed.js";
import { makeHistory } from "./history.js";
import * as identity from "./identity.js";
import { listenForKeys } from "./keys.js";
import { makePane } from "./pane.js";
import { hush } from "./speech.js";
import { isBroke, isOver, mySeat } from "./table.js";
import { say, speak } from "./texts.js";
import { makeTourney } from "./tourney.js";
import { openWire } from "./wire.js";

// What a player types to move, with or without the slash; "fold, you fox" is said to the room.
const MOVE = /^(fold|check|call|allin|(raise|bet)( to)?( \S+)?)$/i;

const room = identity.room();
let locale = identity.locale();
let state = "";

const answers = new Map(); // request -> who waits for its answer

/** Types a command, and answers what came back. */
const askedFor = (text) => new Promise((resolve) => answers.set(wire.ask({ kind: "command", text }), resolve));

const press = ({ name, argument, turn }) => wire.ask({ kind: "press", name, argument, turn });

const join = () => press(feed.choice("join") ?? { name: "join", argument: "", turn: null });

let wanted = null; // the button that was pressed before there was a name

function pressInFeed(choice) {
  if (["join", "wait", "register"].includes(choice.name) && !identity.name()) {
    wanted = choice;
    drawSit();
    find("name").focus();
    return;
  }
  if (choice.name === "hand") {
    openSheet(true);
    history.reveal(choice.argument);
    return;
  }
  press(choice);
}

const pane = makePane({ press });
const feed = makeFeed({ press: pressInFeed, onTable: tableChanged, onEvents: eventsChanged });
const tourney = makeTourney({ press: pressInFeed, ask: askedFor, goBy, openSheet });
const history = makeHistory({ send: (frame) => wire.send(frame) });

let seat = null; // the reader's own at the newest table

function eventsChanged(messages) {
  tourney.show(messages);
  drawSit();
}

/** What a name is good for here: a seat at the table, or being in the tournament. */
function drawSit() {
  const entry = wanted ?? (feed.needsTable() ? tourney.choice("register") : undefined);
  const enters = entry?.name === "register";
  const noSeat = identity.isPart() || (tourney.isOn() && feed.needsTable()); // nobody just sits down there
  find("sit-form").hidden = Boolean(seat) || (enters ? identity.name() !== "" : noSeat);
  for (const [id, key] of Object.entries({ "sit-label": "label", "sit-button": "button" })) {
    find(id).dataset.text = enters ? `sit.enter_${key}` : `sit.${key}`;
    find(id).textContent = say(find(id).dataset.text);
  }
  find("event-open").hidden = identity.isPart() || tourney.isOn() || !feed.needsTable();
  return enters ? entry : undefined;
}

function tableChanged(message) {
  seat = message && mySeat(message);
  const out = seat?.marks.includes("sitting_out");
  drawSit();
  find("again").hidden = !seat || identity.isPart() || !isBroke(message);
  find("seat-controls").hidden = !seat;
  find("seat-controls").querySelector("[data-press=sitout]").hidden = Boolean(out);
  const over = message !== null && isOver(message);
  if (over) history.refresh(); // Cards may be shown after the hand, too.
}

function showState(word) {
  state = word;
  find("status").textContent = word === "open" ? "" : say("lost");
  document.body.classList.toggle("lost", word !== "open");
}

let people = [];

function showPeople() {
  find("people-count").textContent = say("people", { count: people.length });
  find("people-list").replaceChildren(
    ...people.map(({ name }) => make("li", "", {}, make("bdi", "", {}, name || say("guest")))),
  );
}

function take(frame, asked) {
  answers.get(frame.request)?.(frame);
  answers.delete(frame.request);
  switch (frame.kind) {
    case "feed":
      setClock(frame.now);
      pane.clear();
      feed.start(frame);
      history.refresh();
      break;
    case "post":
      feed.post(frame);
      break;
    case "edit":
      feed.edit(frame);
      break;
    case "chat":
      feed.chat(frame);
      break;
    case "whisper":
      pane.whisper(frame);
      break;
    case "reply":
      pane.reply(frame, asked);
      break;
    case "people":
      people = frame.people;
      showPeople();
      break;
    case "history":
      history.show(frame);
      break;
    case "record":
      history.record(frame);
      break;
    case "error":
      pane.tell(say(`error.${frame.what}`), true);
      break;
  }
}

await Promise.all([speak(locale), identity.arrive()]);
const wire = openWire({
  hello: () => ({ kind: "hello", token: identity.token(), name: identity.name(), locale, room }),
  onFrame: take,
  onState: showState,
  onDropped: () => pane.tell(say("dropped"), true),
});

function goBy(name) {
  identity.setName(name);
  find("name").value = find("rename").value = name;
  find("rename-form").hidden = false;
  wire.send({ kind: "name", name });
  drawSit();
}

find("sit-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = find("name").value.trim();
  if (!name) return;
  const entry = drawSit();
  wanted = null;
  goBy(name);
  if (entry) {
    press(entry);
    return;
  }
  if (feed.needsTable()) wire.ask({ kind: "command", text: "/new" });
  join();
});

find("again-button").addEventListener("click", join);

find("rename-form").addEventListener("submit", (event) => {
  event.preventDefault();
  if (find("rename").value.trim()) goBy(find("rename").value.trim());
});

find("say-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = find("say").value.trim();
  if (!text) return;
  if (/^[/／]/.test(text) || MOVE.test(text)) wire.ask({ kind: "command", text: text.slice(0, 300) });
  else if (identity.name()) wire.ask({ kind: "chat", text });
  else {
    pane.tell(say("error.name_first"), true);
    find("name").focus();
    return;
  }
  find("say").value = "";
});

find("language").addEventListener("change", async (event) => {
  locale = event.target.value;
  identity.setLocale(locale);
  await speak(locale);
  showState(state);
  showPeople();
  hush();
  wire.send({ kind: "locale", locale });
  history.restart();
});

function openSheet(open) {
  document.body.classList.toggle("sheet-open", open);
  find("sheet").setAttribute("aria-expanded", String(open));
}

find("sheet").addEventListener("click", () => openSheet(!document.body.classList.contains("sheet-open")));

for (const button of find("seat-controls").querySelectorAll("[data-press]")) {
  button.addEventListener("click", () => press({ name: button.dataset.press, argument: "", turn: null }));
}

find("shortcuts").addEventListener("change", (event) => identity.setShortcuts(event.target.checked));

find("room-name").textContent = room === "lobby" ? "" : `/ ${room.replace("~", " · ")}`;
find("to-hall").hidden = !identity.isPart();
find("to-hall").href = identity.addressOf(identity.hall());
document.body.classList.toggle("in-part", identity.isPart());
find("language").value = locale;
find("shortcuts").checked = identity.shortcuts();
find("name").value = identity.name() || identity.lastName();
find("rename").value = identity.name();
find("rename-form").hidden = !identity.name();
listenForKeys({ enabled: identity.shortcuts, pane });
