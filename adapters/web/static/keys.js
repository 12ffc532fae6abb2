// One-letter keys for your moves. They never take a letter from somebody who is typing, and can be switched off.

import { find } from "./dom.js";
import { HINTS } from "./pane.js";

/** Listens. enabled() says whether letters are wanted; pane is closed by Escape when its drawer is open. */
export function listenForKeys({ enabled, pane }) {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && pane.drawerOpen()) {
      pane.closeDrawer();
      return;
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
    if (!enabled() || typing(event.target)) return;
    if (event.key === "/") {
      event.preventDefault();
      find("say").focus();
      find("say").value = "/";
      return;
    }
    const names = Object.keys(HINTS).filter((name) => HINTS[name] === event.key.toLowerCase());
    const button = names
      .map((name) => document.querySelector(`#whispers button[data-name="${name}"][data-argument=""]`))
      .find(Boolean);
    if (button) {
      event.preventDefault();
      button.click();
    }
  });
}

const typing = (target) => target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]") !== null;
