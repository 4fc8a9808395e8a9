// What becomes of a design by acts, each an object of attributes by the number of a box; nothing here knows of a page.

/** Acts that can be undone and done again. */
export class Acts {
  constructor() {
    this.done = [];
    this.undone = [];
  }

  /** Add one; with the same `key` as the last (a drag that goes on) it takes that one's place. */
  add(changes, key = "") {
    if (key && this.done.at(-1)?.key === key) this.done.at(-1).changes = joined(this.done.at(-1).changes, changes);
    else this.done.push({ changes, key });
    this.undone = [];
  }

  undo() {
    const last = this.done.pop();
    if (last) this.undone.push(last);
    return Boolean(last);
  }

  redo() {
    const next = this.undone.pop();
    if (next) this.done.push(next);
    return Boolean(next);
  }

  /** What all acts come to. */
  get changes() {
    return this.done.reduce((all, one) => joined(all, one.changes), {});
  }
}

function joined(one, other) {
  const all = { ...one };
  for (const [number, values] of Object.entries(other)) all[number] = { ...all[number], ...values };
  return all;
}

/** A number as it is written into a template; `step`: what it is rounded to. */
export function written(value, step = 0.01) {
  return String(Number((Math.round(value / step) * step).toFixed(2)));
}

/** The rectangle of a box at one of its places, by what its attributes say and the changes that are made of them. */
export function sidesOf(box, changes, place = 0) {
  const [[first], [sides]] = [box.places[0], box.places[place]];
  return ["x", "y", "width", "height"].map((name, at) => sides[at] + Number(changes[box.number]?.[name] ?? first[at]) - first[at]);
}

/** The outline of a rectangle through a matrix: its least and largest x and y.

@param {number[]} rectangle @param {number[]} matrix */
export function placed([x, y, width, height], [a, b, c, d, e, f]) {
  const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map(([u, v]) => [a * u + c * v + e, b * u + d * v + f]);
  const [us, vs] = [corners.map(([u]) => u), corners.map(([, v]) => v)];
  return [Math.min(...us), Math.min(...vs), Math.max(...us), Math.max(...vs)];
}

/** How far a step on the face is in a box's own units.

@param {number[]} step @param {number[]} matrix */
export function within([du, dv], [a, b, c, d]) {
  const whole = a * d - b * c;
  return whole ? [(d * du - c * dv) / whole, (a * dv - b * du) / whole] : [0, 0];
}
