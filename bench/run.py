"""How fast pnp is, how much memory it takes and how large its files are, beside bare reportlab. ``make bench``.

How to read it: seconds differ from machine to machine and from minute to minute, ratios hardly do. Each ratio compares
`pnp render`, from YAML to PDF with all its checks, with ``bench/bare.py``, which draws the same sheets from a list of
finished places with reportlab alone: a lower bound for anything built on reportlab, and no tool that one could use. The
two run in turn, whole processes, and the ratio is the median of the rounds'. Time is that of the processor (user and
system), which other work on the machine disturbs least; the clock's is printed beside it.

One ratio is of pnp to itself: all that a print shop asks for (backs, marks, files read back before they are put in
place) to the bare fronts.

The cards are made up (``bench/deck.py``): Surprise cards of *Tricks or Treats*, no two alike, with the real template,
pictures and rules. That both files show the same is checked on their first and last pages.

All is measured on two cores, where the system can keep to them: the goals are for two.

The cache is off for these. A second table (``bench/goals.py``) has what a user waits for, by the clock: first and
second runs, what is changed in a game at hand, an editor's keystroke, all sheets, the largest decks.

A third (``bench/workshop.py``) is of `pnp serve`, and of a browser before it where there is one. A fourth
(``bench/visitor.py``) is of a site in such a browser.

The end are these tables with a verdict a line. They are a report and no test: the exit status is 0 whatever they say,
unless something failed to run.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from statistics import median

import goals
import studio
import visitor
import whole_games
import workshop
from deck import GAME, KIND, write_deck
from gallery import write_gallery

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent
PNP = Path(sys.executable).with_name("pnp")

SIZES = (54, 216, 1000)  # cards, drawn by both
SHOP = 216  # cards, with and without backs, marks and preflight
LARGE = 5000
ROUNDS = 5

MOST_TIME = 2.5  # times bare reportlab, at 216 and 1,000 cards
MOST_SHOP = 1.5  # times the bare fronts, at 216 cards
MOST_SIZE = 1.5  # times bare reportlab
MOST_MEMORY = 150.0  # MB, at 1,000 cards
MOST_PICTURES = 2.0  # times bare reportlab, 54 pictures of 825 × 1125
MOST_HELD = 250.0  # MB, with these
BOXES = {"star-road": (26, 170), "tricks-or-treats": (46, 335)}  # sheets and straight cuts of a box for four, at most
MOST_HELP = 0.25  # s
MOST_CHECK = 1.0  # s, 1,000 cards in both languages
MOST_GROWTH = 1.25  # what a card more takes at 5,000 cards, of what it takes at 216
SAME = 0.002  # share of a page's pixels that may differ: edges, smoothed a little differently

Verdict = tuple[str, str, str, str, bool | None]  # what, measured, limit, remark, whether it is reached


@dataclass
class Runs:
    """What the runs of one command took."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)


class Bench:
    """The decks in a temporary folder, and what was measured on them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runs: dict[str, Runs] = {}
        # Python code is compiled once, as it is where the tool is installed, and not beside the sources.
        self.environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
        self.environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self.environment |= {"PNP_CACHE": "off", "XDG_CACHE_HOME": str(folder / "home")}

    def prepare(self) -> None:
        """Write the decks, and for bare reportlab where everything goes."""
        for count in (*SIZES, LARGE):
            write_deck(self.data(count), count, PROJECT / "data")
        write_gallery(self.folder / "gallery")
        for count in SIZES:
            self.call(HERE / "pages.py", self.data(count), PROJECT / "templates", self.pages(count))
            self.call(HERE / "bare.py", self.pages(count), self.shaped_pdf(count), "shaped")
        goals.prepare(self)

    def data(self, count: int) -> Path:
        """The data folder of the project with so many cards."""
        return self.folder / f"data-{count}"

    def pages(self, count: int) -> Path:
        """What bare reportlab reads."""
        return self.folder / f"pages-{count}.json"

    def bare_pdf(self, count: int) -> Path:
        """What bare reportlab writes."""
        return self.folder / f"bare-{count}.pdf"

    def shaped_pdf(self, count: int) -> Path:
        """What bare reportlab writes where letters are kerned."""
        return self.folder / f"shaped-{count}.pdf"

    def pnp_pdf(self, count: int) -> Path:
        """What pnp writes."""
        return self.folder / f"out-{count}" / GAME / f"{KIND}.pdf"

    def call(self, *command: object) -> None:
        """Run a script that is not measured."""
        subprocess.run([sys.executable, *map(str, command)], check=True, env=self.environment)

    def call_quietly(self, *command: object) -> None:
        """Run a command that is not measured, and says nothing."""
        subprocess.run(list(map(str, command)), check=True, env=self.environment, stdout=subprocess.DEVNULL)

    def measure(self, name: str, *command: object) -> None:
        """Run a command once and keep what it took; memory is that of its largest process."""
        wrapped = [sys.executable, "-S", HERE / "measure.py", *command]
        done = subprocess.run(list(map(str, wrapped)), env=self.environment, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stderr}")
        took = json.loads(done.stdout)
        runs = self.runs.setdefault(name, Runs())
        runs.wall.append(took["wall"])
        runs.cpu.append(took["cpu"])
        runs.memory.append(took["memory"])

    def round(self, *, large: bool) -> None:
        """Every command once, what is compared side by side."""
        where = ("--templates", PROJECT / "templates")
        self.measure("help", PNP, "--help")
        self.measure("check", PNP, "check", "--data", self.data(1000), *where)
        for count in SIZES:
            self.measure(f"bare {count}", sys.executable, HERE / "bare.py", self.pages(count), self.bare_pdf(count))
            out = self.pnp_pdf(count).parent.parent
            self.measure(f"pnp {count}", PNP, "render", "--data", self.data(count), *where, "--out", out)
        deck = ("render", "--data", self.data(SHOP), *where)
        self.measure("fronts", PNP, *deck, "--marks", "none", "--no-preflight", "--out", self.folder / "out-fronts")
        self.measure("shop", PNP, *deck, "--marks", "crop", "--backs", "long", "--out", self.folder / "out-shop")
        gallery = self.folder / "gallery"
        self.measure("bare pictures", sys.executable, HERE / "gallery.py", gallery, self.folder / "pictures.pdf")
        shown = ("--data", gallery / "data", "--templates", gallery / "templates")
        self.measure("pnp pictures", PNP, "render", *shown, "--out", self.folder / "out-pictures")
        if large:
            out = self.folder / "out-large"
            self.measure(f"pnp {LARGE}", PNP, "render", "--data", self.data(LARGE), *where, "--out", out)

    def middle(self, name: str, what: str = "cpu") -> float:
        """The median of a command's runs."""
        taken: list[float] = getattr(self.runs[name], what)
        return median(taken)

    def ratio(self, name: str, other: str, what: str = "cpu") -> float:
        """What one command took to what another did: the median of the rounds' ratios."""
        ones: list[float] = getattr(self.runs[name], what)
        others: list[float] = getattr(self.runs[other], what)
        return median(one / other for one, other in zip(ones, others, strict=True))

    def size_ratio(self, count: int) -> float:
        """The size of pnp's file to that of bare reportlab's."""
        return self.pnp_pdf(count).stat().st_size / self.bare_pdf(count).stat().st_size

    def more(self, few: int, many: int) -> float:
        """Milliseconds that a card more takes, between two sizes of deck."""
        return 1000 * (self.middle(f"pnp {many}") - self.middle(f"pnp {few}")) / (many - few)


def main() -> None:
    """Measure, and print the report."""
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as folder:
        bench = Bench(Path(folder))
        where = goals.keep_to_cores()
        print(where)
        print(f"preparing decks of {', '.join(f'{count:,}' for count in (*SIZES, LARGE))} cards")
        bench.prepare()
        bench.round(large=False)  # compiles, and brings the files into memory
        goals.measure(bench, ROUNDS)
        goals.TAKEN.seconds.clear()
        bench.runs.clear()
        for number in range(ROUNDS):
            print(f"round {number + 1} of {ROUNDS}")
            bench.round(large=number < 3)
            goals.measure(bench, number)
        print("\n" + "\n".join([f"measured {where}", "", *measured(bench)]) + "\n")
        print("\n".join([*verdicts(bench), "", *told(goals.verdicts(bench)), ""]))
        for line in told(chain(workshop.verdicts(bench.folder / "workshop"), studio.verdicts(bench.folder / "studio"))):
            print(line, flush=True)
        for line in told(visitor.verdicts(bench.folder / "visitor", PROJECT / ".node/runtime")):
            print(line, flush=True)


def measured(bench: Bench) -> Iterator[str]:
    """What the commands took, a line each: medians."""
    yield f"{'':16}{'processor s':>12}{'clock s':>9}{'peak MB':>9}{'file kB':>9}{'ms a card':>11}"
    files = {f"bare {count}": bench.bare_pdf(count) for count in SIZES}
    files |= {f"pnp {count}": bench.pnp_pdf(count) for count in SIZES}
    for name in bench.runs:
        cpu, wall, memory = (bench.middle(name, what) for what in ("cpu", "wall", "memory"))
        line = f"{name:16}{cpu:12.2f}{wall:9.2f}{memory:9.0f}"
        line += f"{files[name].stat().st_size / 1000:9.0f}" if name in files else " " * 9
        count = str(SHOP) if name in ("fronts", "shop") else name.partition(" ")[2].replace("pictures", "54")
        yield line + (f"{1000 * cpu / int(count):11.2f}" if count.isdecimal() else "")


def verdicts(bench: Bench) -> Iterator[str]:
    """The table, a verdict a line."""
    rows: list[Verdict] = [("what", "measured", "limit", "", None)]
    for count in SIZES:
        limit = MOST_TIME if count != SIZES[0] else 0.0
        rows.append(_times(bench, f"time, {count:,} cards", f"pnp {count}", f"bare {count}", limit))
    rows.append(_times(bench, f"backs, marks, proof, {SHOP}", "shop", "fronts", MOST_SHOP))
    rows += [row(f"file size, {count:,} cards", bench.size_ratio(count), MOST_SIZE, "x") for count in SIZES]
    bare, memory, large = (bench.middle(name, "memory") for name in ("bare 1000", "pnp 1000", f"pnp {LARGE}"))
    remark = f"{bare:.0f} MB bare, {large:.0f} MB at {LARGE:,}"
    rows.append(row("peak memory, 1,000 cards", memory, MOST_MEMORY, "MB", remark))
    rows.append(_times(bench, "time, 54 pictures", "pnp pictures", "bare pictures", MOST_PICTURES))
    rows.append(row("peak memory, 54 pictures", bench.middle("pnp pictures", "memory"), MOST_HELD, "MB"))
    rows.append(row("pnp --help", min(bench.runs["help"].wall), MOST_HELP, "s", "by the clock, the quickest round"))
    rows.append(row("pnp check, 1,000 cards", bench.middle("check"), MOST_CHECK, "s", "both languages laid out"))
    few, many = bench.more(54, 1000), bench.more(1000, LARGE)
    remark = f"{few:.2f} ms a card more below 1,000, {many:.2f} ms from there to {LARGE:,}"
    rows.append(row("a card more, late to early", many / few, MOST_GROWTH, "x", remark))
    rows += paper_and_cuts()
    rows += [row(what, time, most, "ms", "a game for four") for what, time, most in whole_games.took()]
    for count in (SIZES[0], SIZES[-1]):
        differing = difference(bench.shaped_pdf(count), bench.pnp_pdf(count))
        plain = f"{100 * difference(bench.bare_pdf(count), bench.pnp_pdf(count)):.2f} % where it does not kern"
        rows.append(row(f"pixels that differ, {count:,}", 100 * differing, 100 * SAME, "%", plain))
    yield from told(rows)


def told(rows: Iterable[Verdict]) -> Iterator[str]:
    """A table of verdicts, line by line."""
    for what, value, most, remark, reached in rows:
        verdict = {None: "", True: "reached", False: "missed"}[reached]
        yield f"{what:28}{value:>10}{most:>10}  {verdict:8} {remark}".rstrip()


def tell_alone(verdicts: Callable[[Path], Iterable[Verdict]]) -> None:
    """Print what is measured in a folder that is removed afterwards, a line as soon as it is known."""
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as folder:
        for line in told(verdicts(Path(folder))):
            print(line, flush=True)


def paper_and_cuts() -> Iterator[Verdict]:
    """What boxes for four take of paper and of scissors, as `pnp plan` has it: figures, no times."""
    for game, (sheets, cuts) in BOXES.items():
        told = subprocess.run(
            [PNP, "plan", game, "--players", "4"], cwd=PROJECT, check=True, capture_output=True, text=True
        ).stdout
        for what, most in (("sheets of a4", sheets), ("straight cuts", cuts)):
            found = re.search(rf"(\d+) {what}", told)
            if found is None:
                sys.exit(f"pnp plan {game} tells no {what}:\n{told}")
            yield row(f"{what}, {game}", float(found[1]), most, "", "a box for 4 players")


def row(what: str, value: float, limit: float, unit: str, remark: str = "") -> Verdict:
    """A line: what was measured, and whether it reaches the limit; without a limit there is no verdict."""
    reached = value <= limit if limit else None
    return (
        what,
        f"{value:.2f} {unit}" if unit else f"{value:g}",
        f"{limit:g} {unit}".rstrip() if limit else "",
        remark,
        reached,
    )


def _times(bench: Bench, what: str, name: str, other: str, limit: float) -> Verdict:
    clock = f"{bench.ratio(name, other, 'wall'):.2f} by the clock"
    return row(what, bench.ratio(name, other), limit, "x", clock)


def difference(bare: Path, ours: Path) -> float:
    """The larger share of pixels that differ plainly between two files' first or last pages; 1 if pages are missing."""
    from PIL import ImageChops
    from pypdfium2 import PdfDocument

    documents = PdfDocument(bare), PdfDocument(ours)
    if len(documents[0]) != len(documents[1]):
        return 1.0
    worst = 0.0
    for page in (0, len(documents[0]) - 1):
        one, other = (document[page].render(scale=2).to_pil().convert("L") for document in documents)
        counts = ImageChops.difference(one, other).histogram()
        worst = max(worst, sum(counts[49:]) / sum(counts))
    return worst


if __name__ == "__main__":
    main()
