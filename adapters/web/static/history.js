// Past hands: a list, and for each one a check of its cards that runs in this browser, not on the server.

import * as cards from "./cards.js";
import { find, make } from "./dom.js";
import { has, number, say, timeOfDay } from "./texts.js";
import { check, checkChain } from "./verify.js";

const signed = (chips) => (chips < 0 ? `−${number(-chips)}` : `+${number(chips)}`);

/** Makes the list. send(frame) asks the server. */
export function makeHistory({ send }) {
  const box = find("history");
  const list = find("hands");
  const wanted = new Map(); // hand number -> what to do with its record

  let revealed = ""; // the hand to scroll to when the list has come

  const refresh = () => box.open && send({ kind: "history" });
  box.addEventListener("toggle", refresh);

  function record(handNo) {
    return new Promise((resolve) => {
      wanted.set(handNo, resolve);
      send({ kind: "record", hand_no: handNo });
    });
  }

  async function verify(handNo, place) {
    place.replaceChildren(make("p", "small", {}, say("verify.working")));
    const before = handNo > 1 ? await record(handNo - 1) : null;
    const mine = await record(handNo);
    if (!mine) {
      place.replaceChildren(make("p", "small", {}, say("verify.gone")));
      return;
    }
    const findings = (before ? checkChain([before, mine]) : check(mine)).filter((each) => each.hand_no === handNo || each.check === "link");
    const sound = findings.every((each) => each.ok);
    place.replaceChildren(
      make("p", sound ? "verdict sound" : "verdict unsound", { role: "status" }, say(sound ? "verify.sound" : "verify.unsound")),
      make("ul", "findings", {}, ...findings.map(finding)),
      saveLink(mine),
    );
  }

  function hand(each) {
    const place = make("div", "proof");
    const button = make("button", "button", { type: "button", "data-verify": each.hand_no }, say("verify.button"));
    button.addEventListener("click", () => verify(each.hand_no, place));
    const boards = each.boards.map((board) => cards.row({ cards: board, backs: 0, places: 0 }));
    const head = make("p", "hand-head", {}, make("strong", "", {}, `#${each.hand_no}`), " ", make("time", "", {}, timeOfDay(each.ended_ms)));
    return make("li", "past", { "data-hand": each.hand_no, "data-told": JSON.stringify(each) }, head, button, ...boards, make("ul", "nets", {}, ...each.seats.filter((seat) => seat.net || seat.cards.length).map(net)), place);
  }

  return {
    refresh,
    show({ hands }) {
      const none = [make("li", "small", {}, say("history.none"))];
      // A hand that is open keeps its findings, unless cards of it were shown since.
      const known = new Map([...list.children].map((item) => [item.dataset.told, item]));
      list.replaceChildren(...(hands.length ? hands.map((each) => known.get(JSON.stringify(each)) ?? hand(each)) : none));
      const item = list.querySelector(`[data-hand="${CSS.escape(revealed)}"]`);
      item?.scrollIntoView({ block: "nearest" });
      item?.querySelector("[data-verify]").focus({ preventScroll: true });
      if (item) revealed = "";
    },
    record({ hand_no: handNo, record: found }) {
      wanted.get(handNo)?.(found);
      wanted.delete(handNo);
    },
    /** Opens the list at one hand. */
    reveal(handNo) {
      revealed = handNo;
      if (box.open) refresh();
      else box.open = true;
    },
    /** Draw the words anew, in another language. */
    restart() {
      list.replaceChildren();
      refresh();
    },
  };
}

function net(seat) {
  const held = seat.cards.length ? cards.row({ cards: seat.cards, backs: 0, places: 0 }) : null;
  return make("li", seat.own ? "mine" : "", {}, make("bdi", "name", {}, seat.name), " ", held, " ", make("span", seat.net < 0 ? "lost" : "won", {}, signed(seat.net)));
}

function finding(each) {
  const name = has(`check.${each.check}`) ? say(`check.${each.check}`) : each.check;
  return make("li", each.ok ? "ok" : "bad", { "data-check": each.check }, make("span", "tick", { "aria-hidden": "true" }, each.ok ? "✓" : "✗"), make("span", "unseen", {}, say(each.ok ? "verify.ok" : "verify.bad")), " ", name, each.ok ? null : make("span", "detail", {}, ` ${each.detail}`));
}

function saveLink(record) {
  const blob = new Blob([JSON.stringify(record)], { type: "application/json" });
  const link = make("a", "button", { download: `hand-${record.hand_no}.json` }, say("verify.save"));
  link.href = URL.createObjectURL(blob);
  return link;
}
