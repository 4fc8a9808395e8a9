// Three texts made one, by lines: what both changed from, and what each made of it.

/** The lines of `base` that are kept in `other`, as pairs of positions; a longest common subsequence.

@returns {[number, number][]} */
function kept(base, other) {
  let head = 0;
  while (head < base.length && head < other.length && base[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < base.length - head && tail < other.length - head && base[base.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1;
  const a = base.slice(head, base.length - tail);
  const b = other.slice(head, other.length - tail);
  /** @type {[number, number][]} */
  const pairs = [];
  for (let at = 0; at < head; at += 1) pairs.push([at, at]);
  if (a.length * b.length <= 4_000_000) {
    const wide = b.length + 1;
    const lengths = new Uint32Array((a.length + 1) * wide);
    for (let i = a.length - 1; i >= 0; i -= 1) {
      for (let j = b.length - 1; j >= 0; j -= 1) {
        lengths[i * wide + j] = a[i] === b[j] ? lengths[(i + 1) * wide + j + 1] + 1 : Math.max(lengths[(i + 1) * wide + j], lengths[i * wide + j + 1]);
      }
    }
    for (let i = 0, j = 0; i < a.length && j < b.length; ) {
      if (a[i] === b[j]) pairs.push([head + i++, head + j++]);
      else if (lengths[(i + 1) * wide + j] >= lengths[i * wide + j + 1]) i += 1;
      else j += 1;
    }
  }
  for (let at = tail; at > 0; at -= 1) pairs.push([base.length - at, other.length - at]);
  return pairs;
}

/** The lines of a text, and whether each is in the other text too. */
export function compared(text, other) {
  const [lines, others] = [text, other].map((one) => one.replace(/\n$/, "").split("\n"));
  const same = new Set(kept(lines, others).map(([at]) => at));
  return lines.map((line, at) => ({ line, alike: same.has(at) }));
}

/** Line by line what one side made of it; null where both changed the same one. */
function each(was, ours, others) {
  const lines = was.map((line, at) => (ours[at] === others[at] || others[at] === line ? ours[at] : ours[at] === line ? others[at] : null));
  return lines.includes(null) ? null : lines;
}

/** The text in which both changes are made; null where they touch the same lines and differ.

Where lines stand beside each other that one and the other changed, each is taken from who changed it, if all three have
as many lines there; if lines came or went too, nobody can tell which belong together. */
export function merged(base, mine, theirs) {
  if (mine === theirs || base === theirs) return mine;
  if (base === mine) return theirs;
  const [a, b, c] = [base, mine, theirs].map((text) => text.split("\n"));
  const inMine = new Map(kept(a, b));
  const inTheirs = new Map(kept(a, c));
  const result = [];
  let [i, j, k] = [0, 0, 0];
  while (i < a.length || j < b.length || k < c.length) {
    if (i < a.length && inMine.get(i) === j && inTheirs.get(i) === k) {
      result.push(a[i]);
      [i, j, k] = [i + 1, j + 1, k + 1];
      continue;
    }
    // Up to the next line that all three have.
    let next = i;
    while (next < a.length && !(inMine.get(next) >= j && inTheirs.get(next) >= k)) next += 1;
    const [toB, toC] = next < a.length ? [inMine.get(next), inTheirs.get(next)] : [b.length, c.length];
    const [was, ours, others] = [a.slice(i, next), b.slice(j, toB), c.slice(k, toC)].map((lines) => lines.join("\n"));
    const counts = [next - i, toB - j, toC - k];
    if (ours === others && counts[1] === counts[2]) result.push(...b.slice(j, toB));
    else if (was === ours && counts[0] === counts[1]) result.push(...c.slice(k, toC));
    else if (was === others && counts[0] === counts[2]) result.push(...b.slice(j, toB));
    else {
      const lines = counts[0] === counts[1] && counts[0] === counts[2] ? each(a.slice(i, next), b.slice(j, toB), c.slice(k, toC)) : null;
      if (lines === null) return null;
      result.push(...lines);
    }
    [i, j, k] = [next, toB, toC];
  }
  return result.join("\n");
}
