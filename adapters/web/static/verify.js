// Checks published hand records in the browser: what core/poker/verification.py does, finding for finding.
//
// check(record) and checkChain(records) answer a list of {check, ok, detail, hand_no}; the formats are described in
// core/poker/shuffle.py and core/poker/record.py.

import { sha256 } from "./sha256.js";

const SCHEMA = 1;
const PATH_LENGTH = 6;
const STREETS = [3, 1, 1];
const MOST_BOARDS = 4;
const FRESH_DECK = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
const DECKS = new Map([
  [52, new Set(FRESH_DECK)],
  [36, new Set(FRESH_DECK.slice(16))],
]);

// ---- bytes ----

const utf8 = (text) => new TextEncoder().encode(text);
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const u32 = (number) => [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255];

function joined(...parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

// ---- the cut and the tree (core/poker/shuffle.py) ----

function* stream(seed) {
  for (let counter = 0; ; counter += 1) yield* sha256(joined(seed, u32(counter)));
}

/** The numbers 0 to size-1 in the order that a seed of bytes gives. */
export function permutation(seed, size) {
  const entries = Array.from({ length: size }, (_, at) => at);
  const bytes = stream(seed);
  for (let unplaced = size; unplaced > 1; unplaced -= 1) {
    const limit = 256 - (256 % unplaced);
    let byte = bytes.next().value;
    while (byte >= limit) byte = bytes.next().value;
    const drawn = byte % unplaced;
    [entries[unplaced - 1], entries[drawn]] = [entries[drawn], entries[unplaced - 1]];
  }
  return entries;
}

function cutSeed(record) {
  const seats = [...record.seats].sort((one, other) => one.seat - other.seat);
  const spoken = seats.flatMap(({ seat, phrase }) => {
    const bytes = utf8(phrase);
    return [u32(seat), u32(bytes.length), bytes];
  });
  return sha256(joined(unhex(record.root), unhex(record.previous_digest), ...spoken));
}

function rootOf(proof) {
  let node = sha256(joined([0], unhex(proof.salt), utf8(proof.card)));
  proof.path.forEach((text, height) => {
    const sibling = unhex(text);
    const right = (proof.index >> height) & 1;
    node = sha256(right ? joined([1], sibling, node) : joined([1], node, sibling));
  });
  return hex(node);
}

// ---- the record (core/poker/record.py) ----

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** The digest of a published record, from all but its own "digest" and "own". */
export function digestOf(record) {
  const covered = Object.entries(record).filter(([name]) => !["digest", "later", "own"].includes(name));
  return hex(sha256(utf8(canonical(Object.fromEntries(covered)))));
}

/** Where the dealing order puts holes, boards and burns; null for boards that cannot be dealt. */
function dealMap({ seats, button, hole, boardCards, runs, shared, sideBySide, burn }) {
  const clockwise = [...seats].sort((one, other) => (one <= button) - (other <= button) || one - other);
  const holes = new Map(
    clockwise.map((seat, turn) => [seat, Array.from({ length: hole }, (_, lap) => turn + clockwise.length * lap)]),
  );
  const counts = [0, 3, 4, 5];
  if (!counts.includes(boardCards) || !counts.includes(shared)) return null;
  if (runs > 1 && (boardCards !== 5 || shared === 5)) return null;
  if (!(Number.isInteger(sideBySide) && sideBySide >= 1 && sideBySide <= MOST_BOARDS)) return null;
  let position = clockwise.length * hole;
  const burns = [];
  const boards = [];
  for (let run = 0; run < (boardCards ? runs : 0); run += 1) {
    const have = run ? shared : 0;
    const dealt = Array.from({ length: sideBySide }, () => (run ? boards[0].slice(0, have) : []));
    for (const street of STREETS.slice(counts.indexOf(have), counts.indexOf(boardCards))) {
      for (const board of dealt) {
        if (burn) burns.push(position++);
        for (let card = 0; card < street; card += 1) board.push(position++);
      }
    }
    boards.push(...dealt);
  }
  return { holes, boards, burns };
}

const proofsOf = (record) => [...record.cards, ...(record.later ?? []), ...(record.own?.cards ?? [])];
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const listed = (holes) => [...holes].sort((one, other) => one[0] - other[0]);

// ---- the checks: each answers what is wrong, or "" ----

function digestProblem(record) {
  return digestOf(record) === record.digest ? "" : "the digest is that of another record";
}

function chipsProblem(record) {
  const total = (when) => record.seats.reduce((sum, seat) => sum + BigInt(seat[when]), 0n);
  const [before, after] = [total("start"), total("end")];
  if (before !== after) return `${before} chips before the hand, ${after} after it`;
  const dealtIn = new Set(record.deal.holes.map((hole) => hole.seat));
  const fair = record.seats.every((seat) => dealtIn.has(seat.seat) || seat.start === seat.end);
  return fair ? "" : "a seat without cards won or lost chips";
}

function dealProblem(record) {
  const { holes, boards, burns } = record.deal;
  const seated = new Set(record.seats.map((seat) => seat.seat));
  const dealt = new Map(holes.map((hole) => [hole.seat, hole.positions]));
  const counts = new Set(holes.map((hole) => hole.positions.length));
  if (dealt.size !== holes.length || ![...dealt.keys()].every((seat) => seated.has(seat)) || counts.size !== 1) {
    return "the hands were not dealt to seats, once each and of one size";
  }
  let shared = 0;
  if (boards.length > 1) {
    while (shared < Math.min(boards[0].length, boards[1].length) && boards[0][shared] === boards[1][shared]) shared += 1;
  }
  const sideBySide = Object.hasOwn(record.stakes, "boards") ? record.stakes.boards : 1;
  const rule = dealMap({
    seats: [...dealt.keys()],
    button: record.button,
    hole: [...counts][0],
    boardCards: boards.length ? boards[0].length : 0,
    runs: sideBySide === 1 ? Math.max(1, boards.length) : 1,
    shared: sideBySide === 1 ? shared : 0,
    sideBySide,
    burn: burns.length > 0,
  });
  if (!rule) return "the boards are none that can be dealt";
  const asDealt = same(listed(rule.holes), listed(dealt)) && same(rule.boards, boards) && same(rule.burns, burns);
  return asDealt ? "" : "the positions are not those of the dealing order";
}

function shownProblem(record) {
  const positions = record.cards.map((proof) => proof.position);
  const board = record.deal.boards.flat();
  const inHands = record.deal.holes.flatMap((hole) => hole.positions);
  if (positions.some((position, at) => at > 0 && position <= positions[at - 1])) {
    return "the cards are not listed by position";
  }
  if (!board.every((position) => positions.includes(position))) return "a board card comes without its proof";
  const dealt = new Set([...board, ...inHands]);
  return positions.every((position) => dealt.has(position)) ? "" : "a card is shown that was dealt to nobody";
}

function cutProblem(record) {
  const indices = permutation(cutSeed(record), record.deck_size);
  const wrong = proofsOf(record).find((proof) => indices[proof.position] !== proof.index);
  return wrong ? `position ${wrong.position} was not cut to that index` : "";
}

function cardsProblem(record) {
  const wrong = proofsOf(record).find((proof) => rootOf(proof) !== record.root);
  return wrong ? `the card at position ${wrong.position} does not lead to the root` : "";
}

function onceProblem(record) {
  const proofs = proofsOf(record);
  const count = (keyOf) => new Set(proofs.map(keyOf)).size;
  const pairs = count((proof) => `${proof.position} ${proof.card}`);
  const oneEach = count((proof) => proof.position) === pairs && count((proof) => proof.card) === pairs;
  return oneEach ? "" : "a card is in two places, or a place has two cards";
}

function laterProblem(record) {
  const positions = record.later.map((proof) => proof.position);
  const before = new Set(record.cards.map((proof) => proof.position));
  const inHands = new Set(record.deal.holes.flatMap((hole) => hole.positions));
  if (positions.some((position, at) => at > 0 && position <= positions[at - 1])) {
    return "the cards shown after the hand are not listed by position";
  }
  if (!positions.every((position) => inHands.has(position))) {
    return "a card is shown after the hand that was dealt to nobody";
  }
  return positions.some((position) => before.has(position)) ? "a card is shown after the hand that was shown before" : "";
}

function ownProblem(record) {
  const hand = record.deal.holes.filter((hole) => hole.seat === record.own.seat).map((hole) => hole.positions);
  const proven = [record.own.cards.map((proof) => proof.position)];
  return same(hand, proven) ? "" : "the own cards are not the ones dealt to that seat";
}

const CHECKS = [
  ["digest", "the digest is that of this record", digestProblem],
  ["chips", "no chips were made or lost, and only seats with cards won or lost any", chipsProblem],
  ["deal", "seats and boards got the deck positions of the dealing order", dealProblem],
  ["shown", "every board card is proven, and nothing that was dealt to nobody is", shownProblem],
  ["cut", "the deck was cut by root, previous record and the players' phrases", cutProblem],
  ["cards", "every proven card was fixed by the root before the hand", cardsProblem],
  ["once", "no card is in two places", onceProblem],
  ["later", "the cards shown after the hand are ones that were dealt to a seat", laterProblem],
  ["own", "the own cards are the ones dealt to that seat", ownProblem],
];

// ---- the form ----

const below = (limit) => (value) => Number.isInteger(value) && value >= 0 && value < limit;
const matching = (pattern) => (value) => typeof value === "string" && pattern.test(value);
const listOf = (fits) => (value) => Array.isArray(value) && value.every((item) => fits(item));
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const objectOf = (shape) => (value) =>
  isObject(value) &&
  Object.keys(value).length === Object.keys(shape).length &&
  Object.entries(shape).every(([name, fits]) => fits(value[name]));

const whole = below(2 ** 53);
const seatNo = below(256);
const position = below(52);
const hash = matching(/^[0-9a-f]{64}$/);
const text = (value) => typeof value === "string" && !/\p{Surrogate}/u.test(value);
const scalar = (value) => text(value) || Number.isSafeInteger(value);
const row = (value, depth = 4) => listOf((item) => scalar(item) || (depth > 1 && row(item, depth - 1)))(value);
const path = (value) => listOf(hash)(value) && value.length === PATH_LENGTH;
const stakes = (value) =>
  isObject(value) && Object.entries(value).every(([name, amount]) => /^[a-z_]+$/.test(name) && scalar(amount));
const card = (value) => DECKS.get(52).has(value);
const proofs = listOf(objectOf({ position, index: position, card, salt: hash, path }));
const PUBLIC = {
  schema: (value) => value === SCHEMA,
  table: text,
  hand_no: whole,
  started_ms: whole,
  ended_ms: whole,
  game: text,
  deck_size: (value) => DECKS.has(value),
  stakes,
  button: seatNo,
  seats: listOf(objectOf({ seat: seatNo, name: text, start: whole, end: whole, phrase: text })),
  deal: objectOf({
    holes: listOf(objectOf({ seat: seatNo, positions: listOf(position) })),
    boards: listOf(listOf(position)),
    burns: listOf(position),
  }),
  cards: proofs,
  actions: listOf((value) => row(value)),
  awards: listOf((value) => row(value)),
  root: hash,
  next_root: hash,
  previous_digest: hash,
  digest: hash,
};
/** What is there only in some copies of a record; its digest leaves it out. */
const OPTIONAL = { later: proofs, own: objectOf({ seat: seatNo, cards: proofs }) };

function wellFormed(record) {
  if (!isObject(record)) return false;
  const there = Object.entries(OPTIONAL).filter(([name]) => Object.hasOwn(record, name));
  if (!objectOf({ ...PUBLIC, ...Object.fromEntries(there) })(record)) return false;
  const size = record.deck_size;
  const { holes, boards, burns } = record.deal;
  const dealt = [...holes.flatMap((hole) => hole.positions), ...boards.flat(), ...burns];
  return (
    new Set(record.seats.map((seat) => seat.seat)).size === record.seats.length &&
    proofsOf(record).every((proof) => proof.position < size && proof.index < size && DECKS.get(size).has(proof.card)) &&
    dealt.every((place) => place < size)
  );
}

// ---- what the page calls ----

/** All findings about one published record, as parsed from JSON; never throws. */
export function check(record) {
  if (!wellFormed(record)) {
    return [{ check: "form", ok: false, detail: "the record is not complete and well formed", hand_no: 0 }];
  }
  const { hand_no } = record;
  const findings = [{ check: "form", ok: true, detail: "the record is complete and well formed", hand_no }];
  for (const [name, sentence, problemOf] of CHECKS) {
    if (Object.hasOwn(OPTIONAL, name) && !Object.hasOwn(record, name)) continue;
    const problem = problemOf(record);
    findings.push({ check: name, ok: !problem, detail: problem || sentence, hand_no });
  }
  return findings;
}

function linkProblem(before, after) {
  if (after.table !== before.table || after.hand_no !== before.hand_no + 1) {
    return "it is not the next hand of the same table";
  }
  if (after.root !== before.next_root) return "its root is not the one announced during the hand before it";
  if (after.previous_digest !== digestOf(before)) return "its cut did not use the digest of the hand before it";
  return "";
}

/** All findings about several records of one table in the order played, and about what links them. */
export function checkChain(records) {
  const findings = records.flatMap(check);
  for (let at = 1; at < records.length; at += 1) {
    const [before, after] = [records[at - 1], records[at]];
    if (!wellFormed(before) || !wellFormed(after)) continue;
    const problem = linkProblem(before, after);
    const sentence = "it follows the hand before it: same table, announced root, digest";
    findings.push({ check: "link", ok: !problem, detail: problem || sentence, hand_no: after.hand_no });
  }
  return findings;
}
