// The tools of whoever runs a tournament: one box for each that the reader is the host of.

import { find, make } from "./dom.js";
import { keep, kept } from "./storage.js";
import { say } from "./texts.js";

const RUNS = "riverbot.runs"; // ids of the tournaments that this tab's player was seen to be the host of
const MOST_RUN = 20;
const BUTTONS = { begin: "event.begin", "hold on": "event.hold", "hold off": "event.go_on", cancel: "event.cancel" };

const says = (message, key) => message.lines.some(({ pieces }) => pieces.some((part) => part.key === key));

/** Whether it has not begun. */
export const isOpen = (message) => says(message, "tourney.host");

/** Whether the reader is the one who runs the tournament, as far as its message says so: before it begins. */
export const isHost = (message) => message.lines.some(({ pieces }) => pieces[0]?.key === "tourney.host" && pieces.some((part) => part.you));

const hosted = () => kept("sessionStorage", RUNS, "").split(" ").filter(Boolean);

/** Makes the tools. ask(text) types a command. */
export function makeTools({ ask }) {
  const area = find("event-tools");
  const boxes = new Map(); // tournament -> {box, draw(message, name)}

  /** events: [{id, message, name}], the one to be seen first in front. */
  function show(events) {
    const met = events.filter(({ id, message }) => isHost(message) && !hosted().includes(id)).map(({ id }) => id);
    if (met.length) keep("sessionStorage", RUNS, [...met, ...hosted()].slice(0, MOST_RUN).join(" "));
    const mine = events.filter(({ id }) => hosted().includes(id));
    for (const id of boxes.keys()) {
      if (mine.some((each) => each.id === id)) continue;
      boxes.get(id).box.remove();
      boxes.delete(id);
    }
    // A box stays where it is: a second press must not meet the button of another tournament.
    for (const { id, message, name } of mine) {
      if (!boxes.has(id)) {
        boxes.set(id, toolsOf(id, ask, !boxes.size));
        area.append(boxes.get(id).box);
      }
      boxes.get(id).draw(message, name);
    }
    area.hidden = !mine.length;
  }

  return { show };
}

function toolsOf(id, ask, open) {
  const title = make("summary", "tools-title");
  const count = make("input", "", { id: `fill-${id}`, type: "number", inputmode: "numeric", min: 1, max: 999, value: 8, required: true });
  const label = make("label", "unseen", { for: `fill-${id}`, "data-text": "event.computers" }, say("event.computers"));
  const fill = make("form", "field event-fill", { autocomplete: "off" }, label, count, worded("event.fill"));
  const buttons = Object.entries(BUTTONS).map(([command, key]) => worded(key, command));
  const box = make("details", "event-tools", { open, "data-event": id }, title, fill, make("div", "choice-row", {}, ...buttons));
  const cancel = buttons.at(-1);
  cancel.classList.add("danger");

  const name = (button, key) => {
    button.dataset.text = key;
    button.textContent = say(button.dataset.text);
  };
  const unsure = () => name(cancel, "event.cancel");

  fill.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(`/fill ${Number(count.value)} event=${id}`);
  });
  for (const button of buttons) {
    button.addEventListener("blur", unsure);
    button.addEventListener("click", () => {
      // Calling it off takes two presses.
      if (button.dataset.text === "event.cancel") {
        name(button, "event.sure");
        return;
      }
      ask(`/${button.dataset.command}${button === cancel ? " sure" : ""} event=${id}`);
      unsure();
    });
  }

  return {
    box,
    /** What the host may do now: before the start, or while it runs. */
    draw(message, called) {
      const open = isOpen(message);
      const paused = says(message, "tourney.paused");
      title.textContent = say("event.tools", { name: called });
      fill.hidden = !open;
      for (const button of buttons) {
        button.hidden = { begin: !open, "hold on": open || paused, "hold off": open || !paused }[button.dataset.command] ?? false;
      }
      unsure();
    },
  };
}

const worded = (key, command = null) =>
  make("button", "button", { type: command ? "button" : "submit", "data-command": command, "data-text": key }, say(key));
