// Of a long list only the members near the window are in the page; room is kept above and below for the others.

const WHOLE = 250; // members up to which all of them are in the page, where the browser's own search finds them
const MARGIN = 0.5; // of the window's height, above and below it
const MEASURED = 24; // members that tell how large all of them are
const CALM = 100; // ms that members stay before their pictures are fetched: those that fly past are not
const STEP = 2; // rows by which the window moves on before members come and go

/** Where a picture is, be it here or far away. */
export function sourceOf(picture) {
  return picture.dataset.far ?? picture.src;
}

/** Give a picture another address; whether it is fetched now. */
export function redirect(picture, address) {
  if (picture.dataset.far) picture.dataset.far = address;
  else picture.src = address;
  return !picture.dataset.far;
}

/** The members of a list: all of them, those that are meant, and of these the ones in the page. */
export class Near {
  constructor(list) {
    this.list = list;
    this.first = -STEP;
    this.take([...list.children]);
    addEventListener("scroll", () => this.place(), { passive: true });
    new ResizeObserver(() => this.measure()).observe(list.parentElement);
    addEventListener("beforeprint", () => this.put(this.shown));
    addEventListener("afterprint", () => this.measure());
  }

  /** Whether there are so many that only some are in the page. */
  get long() {
    return this.shown.length > WHOLE;
  }

  /** Let these be the members from now on; those that are `hidden` are not meant. */
  take(all) {
    this.all = all;
    this.shown = all.filter((one) => !one.hidden);
    this.measure();
  }

  measure() {
    const { style, classList } = this.list;
    const there = scrollY;
    this.first = -STEP;
    // Few are there before the browser is asked how large they are.
    this.put(this.long ? this.shown.slice(0, MEASURED) : this.shown);
    classList.toggle("long", this.long);
    classList.remove("further");
    style.gridAutoRows = style.gridTemplateRows = style.height = "";
    if (!this.long) return;
    const laid = getComputedStyle(this.list);
    this.columns = laid.gridTemplateColumns.split(" ").length;
    const tall = this.list.querySelector(":scope > :not([hidden])").offsetHeight;
    style.gridAutoRows = `${tall}px`;
    this.gap = Number.parseFloat(laid.rowGap);
    this.row = tall + this.gap;
    style.height = `${Math.ceil(this.shown.length / this.columns) * this.row - this.gap}px`;
    scrollTo({ top: there, behavior: "instant" });
    this.place();
  }

  place() {
    if (!this.long) return;
    const above = -this.list.getBoundingClientRect().top - MARGIN * innerHeight;
    const rows = Math.ceil(this.shown.length / this.columns);
    const count = Math.ceil(((1 + 2 * MARGIN) * innerHeight) / this.row) + STEP;
    const first = Math.max(0, Math.min(Math.floor(above / this.row), rows - count));
    if (Math.abs(first - this.first) < STEP && first !== 0 && first !== rows - count) return;
    if (first === this.first) return;
    this.first = first;
    this.list.classList.toggle("further", first > 0);
    this.list.style.gridTemplateRows = first > 0 ? `${first * this.row - this.gap}px` : "";
    this.put(this.shown.slice(first * this.columns, (first + count) * this.columns), first * this.columns);
  }

  /** Have these members in the page; the first is at this place among those meant. */
  put(meant, at = 0) {
    const wanted = new Set(meant);
    for (const one of [...this.list.children]) {
      // Where the keyboard is, something stays.
      one.classList.toggle("away", !wanted.has(one) && one.contains(document.activeElement));
      if (!wanted.has(one) && !one.classList.contains("away")) this.park(one);
    }
    let place = this.list.firstElementChild;
    meant.forEach((one, number) => {
      while (place?.classList.contains("away")) place = place.nextElementSibling;
      if (one === place) place = place.nextElementSibling;
      else this.list.insertBefore(one, place);
      if (!this.long) return;
      one.ariaSetSize = String(this.shown.length);
      one.ariaPosInSet = String(at + number + 1);
    });
    clearTimeout(this.calm);
    this.calm = setTimeout(() => this.fetch(), CALM);
  }

  /** Fetch the pictures of those in the page. */
  fetch() {
    for (const picture of this.list.querySelectorAll("img[data-far]")) {
      picture.src = picture.dataset.far;
      delete picture.dataset.far;
    }
  }

  /** Take a member and the memory of its pictures out of the page. */
  park(one) {
    one.remove();
    if (!this.long) return;
    for (const picture of one.querySelectorAll("img[src]")) {
      picture.dataset.far = picture.src;
      picture.removeAttribute("src");
    }
  }

  /** Lead to a member that is meant, by its place among them. */
  go(at) {
    const one = this.shown[at];
    if (!one) return;
    if (this.long) {
      const top = scrollY + this.list.getBoundingClientRect().top + Math.floor(at / this.columns) * this.row;
      if (!one.isConnected || one.classList.contains("away")) scrollTo({ top: top - innerHeight / 3, behavior: "instant" });
      this.place();
    }
    one.querySelector("a").focus();
  }
}
