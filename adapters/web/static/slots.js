// The players of this browser. Each open tab holds one; a new tab takes over a player that no open tab holds.
//
// Whether a player is held is told by a lock of the browser where it has locks, which is on https and on the own
// computer. Elsewhere each tab says every other second that it is there, and at once when a new tab asks.

import { keep, kept, random } from "./storage.js";

const PLAYERS = "riverbot.players"; // [{token, name, seen, holder}], oldest first
const BEAT = 2000; // milliseconds between two signs of life
const GONE = 5000; // milliseconds without one after which a tab counts as closed
const ANSWER = 200; // milliseconds that the other tabs have to answer, or to write over what was written
const RELOAD = 1000; // milliseconds that a reloaded page waits for its own former self to let go

const page = random(8); // this page among those of the browser
const others = typeof BroadcastChannel === "function" ? new BroadcastChannel(PLAYERS) : null;
let mine = null;
let letGo = () => {};

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const isToken = (text) => /^[0-9a-f]{64}$/.test(text ?? "");

function listed() {
  try {
    return JSON.parse(kept("localStorage", PLAYERS, "[]")).filter((slot) => isToken(slot.token));
  } catch {
    return [];
  }
}

const entry = (token) => listed().find((slot) => slot.token === token);

function write(slot) {
  const all = listed();
  const at = all.findIndex(({ token }) => token === slot.token);
  if (at < 0) all.push(slot);
  else all[at] = slot;
  keep("localStorage", PLAYERS, JSON.stringify(all));
}

/** Writes my slot down, unless another page has taken it for its own. */
function sign(seen = Date.now()) {
  const holder = entry(mine.token)?.holder;
  if (!holder || holder === page) write({ ...mine, seen, holder: seen ? page : "" });
}

/** Takes the lock of a slot until this page goes; tells whether it got it. */
function lock({ token }, own) {
  const patience = new AbortController();
  if (own) setTimeout(() => patience.abort(), RELOAD);
  const options = own ? { signal: patience.signal } : { ifAvailable: true };
  return new Promise((done) => {
    navigator.locks
      .request(`${PLAYERS}.${token}`, options, (got) => {
        done(got !== null);
        return got && new Promise((release) => (letGo = release));
      })
      .catch(() => done(false));
  });
}

/** Writes this page into a slot that nobody has given a sign of life for, and tells whether it still stands there
 *  when every other page could have written. */
async function mark(slot, own, asked) {
  if (slot.seen >= (own ? asked : Date.now() - GONE)) return false;
  write({ ...slot, seen: Date.now(), holder: page });
  await pause(ANSWER);
  const now = entry(slot.token);
  return now === undefined || now.holder === page;
}

/** The player this page is from now on, as {token, name}: the remembered one, else the first that nobody holds, else
 *  a new one. */
export async function claim(remembered) {
  const all = listed();
  const former = isToken(remembered) ? (entry(remembered) ?? { token: remembered, name: "", seen: 0, holder: "" }) : null;
  const candidates = [...(former ? [former] : []), ...all.filter(({ token }) => token !== remembered)];
  const asked = Date.now();
  if (!navigator.locks && candidates.length) {
    others?.postMessage("who is here");
    await pause(ANSWER);
  }
  const take = (slot) => (navigator.locks ? lock(slot, slot === former) : mark(entry(slot.token) ?? slot, slot === former, asked));
  for (const slot of candidates) if (await take(slot)) return hold(slot);
  const fresh = { token: random(32), name: "" };
  if (navigator.locks) await lock(fresh, true);
  return hold(fresh);
}

function hold({ token, name }) {
  mine = { token, name };
  write({ ...mine, seen: Date.now(), holder: page });
  setInterval(sign, BEAT);
  others?.addEventListener("message", () => sign());
  addEventListener("pagehide", () => {
    sign(0);
    letGo();
  });
  // A page that the browser had put aside may come back when another has become its player.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  return mine;
}

/** The name of this page's player from now on. */
export function rename(name) {
  mine.name = name;
  sign();
}
