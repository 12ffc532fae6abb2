// SHA-256 as FIPS 180-4 has it, synchronous: crypto.subtle is missing on pages served over plain http.

const fraction = (number) => Math.floor((number - Math.floor(number)) * 2 ** 32);
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n += 1) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const ROUND_WORDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const FIRST_STATE = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

function mixBlock(state, block) {
  const words = new Int32Array(64);
  for (let t = 0; t < 16; t += 1) words[t] = block.getInt32(4 * t);
  for (let t = 16; t < 64; t += 1) {
    const early = words[t - 15];
    const late = words[t - 2];
    const small0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const small1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[t] = words[t - 16] + small0 + words[t - 7] + small1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t += 1) {
    const big1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + big1 + ((e & f) ^ (~e & g)) + ROUND_WORDS[t] + words[t]) | 0;
    const big0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => {
    state[at] += word;
  });
}

/** SHA-256 of a Uint8Array, as a Uint8Array of 32. */
export function sha256(message) {
  const padded = new Uint8Array(64 * Math.ceil((message.length + 9) / 64));
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, (message.length * 8) >>> 0);
  const state = Int32Array.from(FIRST_STATE, (word) => word | 0);
  for (let at = 0; at < padded.length; at += 64) mixBlock(state, new DataView(padded.buffer, at, 64));
  const hash = new Uint8Array(32);
  state.forEach((word, at) => new DataView(hash.buffer).setInt32(4 * at, word));
  return hash;
}
