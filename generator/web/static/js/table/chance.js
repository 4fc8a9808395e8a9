// Chance on the table: what comes of a seed, and what is likely to come next.

/** Numbers from a seed, always the same: the state of sfc32 (Chris Doty-Humphrey's, in the public domain). */
export function seeded(text) {
  let hash = 2166136261; // FNV-1a, four times on, to fill the state
  const parts = [];
  for (let round = 0; round < 3; round += 1) {
    for (const sign of `${round}:${text}`) {
      hash = Math.imul(hash ^ sign.codePointAt(0), 16777619) >>> 0;
    }
    parts.push(hash);
  }
  let random = [...parts, 1];
  for (let at = 0; at < 12; at += 1) [, random] = next(random);
  return random;
}

/** A number below 2 to the 32, and the state after it.

@param {number[]} state @returns {[number, number[]]} */
export function next([a, b, c, counter]) {
  const sum = (((a + b) >>> 0) + counter) >>> 0;
  return [sum, [(b ^ (b >>> 9)) >>> 0, (c + (c << 3)) >>> 0, (((c << 21) | (c >>> 11)) + sum) >>> 0, (counter + 1) >>> 0]];
}

/** A number below `most`, each as likely as the others, and the state after it. */
export function below(most, random) {
  const end = Math.floor(4294967296 / most) * most;
  let value = end;
  while (value >= end) [value, random] = next(random);
  return [value % most, random];
}

/** The list in an order in which each is as likely, and the state after it. */
export function shuffled(list, random) {
  const mixed = [...list];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    let other;
    [other, random] = below(at + 1, random);
    [mixed[at], mixed[other]] = [mixed[other], mixed[at]];
  }
  return [mixed, random];
}

function divisor(one, other) {
  while (other) [one, other] = [other, one % other];
  return one;
}

/** The chance that `draws` from `deck` hold one of `marked` at least, exactly: the fraction, and a number for it. */
export function atLeastOne(deck, marked, draws) {
  let [missed, all] = [1n, 1n];
  for (let at = 0; at < Math.min(draws, deck); at += 1) {
    missed *= BigInt(Math.max(deck - marked - at, 0));
    all *= BigInt(deck - at);
  }
  const found = all - missed;
  const common = divisor(found, all) || 1n;
  return { fraction: `${found / common}/${all / common}`, value: Number((found * 1000000000n) / all) / 1e9 };
}

/** Of a list of cards' values for one field, how many have each; the most frequent first. */
export function tally(lists) {
  const counts = new Map();
  for (const values of lists) {
    for (const value of new Set(values)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const numeric = [...counts.keys()].every((value) => /^-?\d+(\.\d+)?$/.test(value));
  return [...counts].sort((a, b) => (numeric ? a[0] - b[0] : b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}
