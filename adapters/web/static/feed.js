// The feed of a room: the dealer's messages, edited where they stand, between what people say.

import { cardWords } from "./cards.js";
import { avatar, find, make, refill } from "./dom.js";
import { isPart } from "./identity.js";
import { choiceRows, line, words } from "./pieces.js";
import { callOut, tell } from "./speech.js";
import { actorOf, boardOf, happenings, isClosed, isOver, isTable, liveTable, oldTable, titleWords } from "./table.js";
import { say, timeOfDay } from "./texts.js";
import { eventCard, eventOf, isHead, titleWords as eventWords } from "./tourney.js";

const MOST_ENTRIES = 160;
const NEAR = 90; // pixels from the end at which the feed keeps following

/** Makes the feed. press(choice) takes a pressed button; onTable(message) hears of the newest table, and onEvents(messages)
 *  of the tournaments that are not over, newest first: they are shown elsewhere. */
export function makeFeed({ press, onTable, onEvents }) {
  const list = find("feed");
  const newer = find("newer");
  const posts = new Map(); // id -> {message, item, told: what has its line in the feed}
  let live = null; // id of the newest table
  let heads = []; // ids of the messages of the tournaments that are not over, newest first
  let lastSpeaker = "";
  let me = "";

  let follows = true; // whether the end was in sight when the view was last moved or drawn

  const following = () => list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;

  function toEnd() {
    list.scrollTop = list.scrollHeight;
    newer.hidden = true;
    follows = true;
  }

  function add(item, follow) {
    list.append(item);
    while (list.children.length > MOST_ENTRIES) forget(list.firstElementChild);
    if (follow) toEnd();
    else if (!item.hidden) newer.hidden = false;
  }

  function forget(item) {
    posts.delete(item.dataset.id);
    item.remove();
  }

  function draw(id, before = null) {
    const { message, item } = posts.get(id);
    item.hidden = heads.includes(id);
    if (message.event) {
      refill(item, eventCard(message, press));
    } else if (!isTable(message)) {
      const lines = message.lines.map((each) => line(each));
      refill(item, make("div", "bubble dealer", {}, ...lines, choiceRows(message.choices, press)));
    } else if (id === live) {
      refill(item, liveTable(message, press, before));
    } else {
      refill(item, oldTable(message, press, item.querySelector("details")?.open ?? false));
    }
    item.classList.toggle("is-live", id === live);
  }

  function post({ id, at, message }, quiet = false) {
    const follow = quiet || following();
    const item = make("li", `entry ${isTable(message) ? "table-entry" : "dealer-entry"}`, { "data-id": id });
    item.dataset.at = at;
    list.querySelector(".empty")?.remove();
    posts.set(id, { message, item, told: new Set() });
    tellHappenings(id, quiet || follow);
    const past = live;
    if (isTable(message)) live = id;
    if (message.event) findHeads();
    draw(id);
    if (past && past !== live && posts.has(past)) draw(past);
    lastSpeaker = "";
    add(item, follow);
    if (id === live) {
      if (past && posts.has(past)) sizes.unobserve(posts.get(past).item);
      sizes.observe(item);
      onTable(message);
    }
    if (!quiet && message.event) tell(eventWords(message));
    else if (!quiet && !isTable(message)) tell(message.lines.map((each) => words(each.pieces, cardWords)).join(". "));
  }

  function edit({ id, message }) {
    const known = posts.get(id);
    if (!known) return;
    const follow = following();
    const before = known.message;
    known.message = message;
    if (message.event) findHeads();
    draw(id, before);
    tellHappenings(id, follow);
    if (follow) toEnd();
    if (id !== live) return;
    tellChanges(before, message);
    onTable(message);
  }

  // The newest word of each tournament that is not over, which is shown above the feed and not in it.
  function findHeads() {
    const past = heads;
    const newest = new Map();
    for (const [id, { message }] of posts) if (isHead(message)) newest.set(eventOf(message), id);
    heads = [...newest.values()].reverse();
    for (const id of past) if (posts.has(id) && !heads.includes(id)) draw(id);
    for (const id of heads) posts.get(id).item.hidden = true;
    onEvents(heads.map((id) => posts.get(id).message));
  }

  // What a table's message says of people coming and going stands in the feed, each line once.
  function tellHappenings(id, follow) {
    const { message, told } = posts.get(id);
    if (!isTable(message)) return;
    for (const each of happenings(message)) {
      const words = line(each);
      if (told.has(words.textContent)) continue;
      told.add(words.textContent);
      lastSpeaker = "";
      add(make("li", "entry dealer-entry", {}, make("div", "bubble dealer", {}, words)), follow);
    }
  }

  function chat({ id, at, player, name, text }, quiet = false) {
    const follow = quiet || following() || player === me;
    const mine = player === me;
    const again = lastSpeaker === player;
    const item = make("li", `entry chat${mine ? " mine" : ""}${again ? " again" : ""}`, { "data-id": id });
    const head = again ? null : make("p", "head", {}, make("bdi", "name", {}, name), " ", make("time", "", {}, timeOfDay(at)));
    item.append(again || mine ? make("span", "avatar none") : avatar(name), make("div", "bubble", {}, head, make("p", "said", { dir: "auto" }, text)));
    lastSpeaker = player;
    add(item, follow);
  }

  function note(text, classes = "") {
    lastSpeaker = "";
    add(make("li", `entry note ${classes}`, {}, text), following());
  }

  newer.addEventListener("click", toEnd);
  list.addEventListener("scroll", () => {
    follows = following();
    if (follows) newer.hidden = true;
  });
  // A table too tall to share the view with the chat must not stay in it.
  const fit = () => {
    const height = live ? (posts.get(live)?.item.offsetHeight ?? 0) : 0;
    list.classList.toggle("pins", height > 0 && height < list.clientHeight * 0.8);
    if (follows) toEnd();
  };
  const sizes = new ResizeObserver(fit);
  sizes.observe(list);

  return {
    post,
    edit,
    chat,
    /** Everything anew: after a reconnect, or in another language. */
    start({ player, entries }) {
      me = player;
      posts.clear();
      live = null;
      heads = [];
      lastSpeaker = "";
      const opened = new Set([...list.querySelectorAll("details[open]")].map((each) => each.closest("li").dataset.id));
      list.replaceChildren();
      for (const entry of entries) entry.kind === "chat" ? chat(entry, true) : post(entry, true);
      for (const item of list.children) if (opened.has(item.dataset.id)) item.querySelector("details")?.setAttribute("open", "");
      if (!entries.length) note(isPart() ? say("empty_part") : say("empty"), "empty");
      if (!live) onTable(null);
      if (!heads.length) onEvents([]);
    },
    /** Whether there is no table to sit down at. */
    needsTable: () => live === null || isClosed(posts.get(live).message),
    /** The newest table's button of this name, if it has one. */
    choice: (name) => posts.get(live)?.message.choices.flat().find((each) => each.name === name),
  };
}

function tellChanges(before, after) {
  const cards = boardOf(after);
  if (cards.length > boardOf(before).length) tell(say("tell.board", { cards: cards.map(cardWords).join(", ") }));
  const actor = actorOf(after);
  if (actor && actor.seat !== actorOf(before)?.seat) {
    const name = actor.pieces.find((part) => part.t === "name");
    if (name && !name.you) tell(say("tell.actor", { name: name.name }));
  }
  if (isOver(after) && !isOver(before)) callOut(titleWords(after));
}
