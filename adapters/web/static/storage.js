// What this browser keeps: texts under a name, in a tab (sessionStorage) or for all its tabs (localStorage).

const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A fresh random text of hex digits. */
export const random = (bytes) => hexOf(crypto.getRandomValues(new Uint8Array(bytes)));

/** `store` names one of the two; reading it can be forbidden, and then nothing is kept. */
export function kept(store, key, otherwise) {
  try {
    return window[store].getItem(key) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(store, key, value) {
  try {
    window[store].setItem(key, value);
  } catch {
    // then a reload makes a new player
  }
}
