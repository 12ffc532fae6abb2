// Who this tab is: a secret of its own (so several tabs are several players), and the names and tastes of its person.

const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A fresh random text of hex digits. */
export const random = (bytes) => hexOf(crypto.getRandomValues(new Uint8Array(bytes)));

function kept(store, key, otherwise) {
  try {
    return store.getItem(key) ?? otherwise;
  } catch {
    return otherwise; // storage can be forbidden; then a reload makes a new player
  }
}

function keep(store, key, value) {
  try {
    store.setItem(key, value);
  } catch {
    // as above
  }
}

/** The tab's secret; the server only ever shows others its hash. */
export function token() {
  const known = kept(sessionStorage, "riverbot.token", "");
  if (/^[0-9a-f]{64}$/.test(known)) return known;
  const fresh = random(32);
  keep(sessionStorage, "riverbot.token", fresh);
  return fresh;
}

export const name = () => kept(sessionStorage, "riverbot.name", "");

/** The name last used in this browser, to start from in a new tab. */
export const lastName = () => kept(localStorage, "riverbot.name", "");

export function setName(value) {
  keep(sessionStorage, "riverbot.name", value);
  keep(localStorage, "riverbot.name", value);
}

/** The language chosen before, else the nearest to the browser's. */
export function locale() {
  const chosen = kept(localStorage, "riverbot.locale", "");
  if (["en", "zh-Hant", "zh-Hans"].includes(chosen)) return chosen;
  for (const wish of navigator.languages) {
    if (/^zh\b.*(hant|tw|hk|mo)/i.test(wish)) return "zh-Hant";
    if (/^zh\b/i.test(wish)) return "zh-Hans";
    if (/^en\b/i.test(wish)) return "en";
  }
  return "en";
}

export const setLocale = (value) => keep(localStorage, "riverbot.locale", value);

export const shortcuts = () => kept(localStorage, "riverbot.shortcuts", "on") === "on";

export const setShortcuts = (on) => keep(localStorage, "riverbot.shortcuts", on ? "on" : "off");

/** The room in the address: /r/<room>, or the lobby. */
export const room = () => location.pathname.match(/^\/r\/([a-z0-9][a-z0-9-]{0,31})$/)?.[1] ?? "lobby";
