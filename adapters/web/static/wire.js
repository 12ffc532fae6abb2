// The connection: comes back by itself, and sends what was not answered again under the same request id.
//
// Sending twice is safe, because a request that the dealer has seen changes nothing the second time.

import { random } from "./storage.js";

const WAITS = [300, 1000, 2000, 4000, 8000, 15000]; // milliseconds before each further try
const STALE = 60000; // milliseconds after which an unanswered request is given up
const TOO_LARGE = 1009;

/** Opens the connection. hello() makes the first frame, onFrame(frame) takes each frame, onState(word) is told
 *  "open" and "lost", onDropped(frame) hears of a request that was given up. */
export function openWire({ hello, onFrame, onState, onDropped }) {
  const unanswered = new Map();
  let socket = null;
  let tries = 0;
  let timer = null;

  function connect() {
    clearTimeout(timer);
    timer = null;
    const mine = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    socket = mine;
    mine.addEventListener("open", () => {
      mine.send(JSON.stringify(hello()));
      for (const [request, { frame, since }] of [...unanswered]) {
        if (Date.now() - since < STALE) mine.send(JSON.stringify(frame));
        else drop(request);
      }
    });
    mine.addEventListener("message", ({ data }) => take(JSON.parse(data)));
    mine.addEventListener("close", ({ code }) => {
      if (mine !== socket) return;
      if (code === TOO_LARGE) for (const request of [...unanswered.keys()]) drop(request);
      onState("lost");
      timer = setTimeout(connect, WAITS[Math.min(tries, WAITS.length - 1)] * (0.8 + 0.4 * Math.random()));
      tries += 1;
    });
  }

  function drop(request) {
    const { frame } = unanswered.get(request);
    unanswered.delete(request);
    onDropped(frame);
  }

  function take(frame) {
    if (frame.kind === "feed") {
      tries = 0;
      onState("open");
    }
    const asked = frame.request ? unanswered.get(frame.request)?.frame : undefined;
    if (frame.kind === "reply" || frame.kind === "error") unanswered.delete(frame.request);
    onFrame(frame, asked);
  }

  const isOpen = () => socket !== null && socket.readyState === WebSocket.OPEN;

  addEventListener("online", () => timer !== null && connect());
  document.addEventListener("visibilitychange", () => !document.hidden && timer !== null && connect());
  connect();

  return {
    /** Sends a frame now; one that asks for nothing is lost when there is no connection. */
    send(frame) {
      if (isOpen()) socket.send(JSON.stringify(frame));
    },
    /** Sends a request, now or when the connection is back; answers its id. */
    ask(frame) {
      const request = random(16);
      const whole = { ...frame, request };
      unanswered.set(request, { frame: whole, since: Date.now() });
      this.send(whole);
      return request;
    },
  };
}
