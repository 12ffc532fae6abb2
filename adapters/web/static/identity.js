// Who this tab is: a secret of its own (so several tabs are several players), and the names and tastes of its person.

import { claim, rename } from "./slots.js";
import { keep, kept } from "./storage.js";

let player = { token: "", name: "" };

/** Finds out who this tab is; everything below about a player is true from then on. */
export async function arrive() {
  player = await claim(kept("sessionStorage", "riverbot.token", ""));
  keep("sessionStorage", "riverbot.token", player.token);
}

/** The tab's secret; the server only ever shows others its hash. */
export const token = () => player.token;

export const name = () => player.name;

/** The name last used in this browser, to start from in a new tab. */
export const lastName = () => kept("localStorage", "riverbot.name", "");

export function setName(value) {
  rename(value);
  keep("localStorage", "riverbot.name", value);
}

/** The language chosen before, else the nearest to the browser's. */
export function locale() {
  const chosen = kept("localStorage", "riverbot.locale", "");
  if (["en", "zh-Hant", "zh-Hans"].includes(chosen)) return chosen;
  for (const wish of navigator.languages) {
    if (/^zh\b.*(hant|tw|hk|mo)/i.test(wish)) return "zh-Hant";
    if (/^zh\b/i.test(wish)) return "zh-Hans";
    if (/^en\b/i.test(wish)) return "en";
  }
  return "en";
}

export const setLocale = (value) => keep("localStorage", "riverbot.locale", value);

export const shortcuts = () => kept("localStorage", "riverbot.shortcuts", "on") === "on";

export const setShortcuts = (on) => keep("localStorage", "riverbot.shortcuts", on ? "on" : "off");

/** The room in the address: /r/<room>, or the lobby. A part of a hall, where a tournament's table is, has its number: <room>~2. */
export const room = () => decodeURI(location.pathname).match(/^\/r\/([a-z0-9][a-z0-9-]{0,31}(~[1-9][0-9]{0,2})?)$/)?.[1] ?? "lobby";

/** The hall that the room is a part of, or the room itself. */
export const hall = () => room().split("~")[0];

export const isPart = () => room().includes("~");

/** The path of a room's page. */
export const addressOf = (name) => (name === "lobby" ? "/" : `/r/${name}`);
