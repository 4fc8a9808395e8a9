"""What a user waits for, by the clock: medians of whole processes, as they are started in a shell, on two cores.

Ratios are to bare reportlab's time for the same cards in the same round. A *first* run has an empty cache, a *second*
one what the first left. The game is a shipped one unless a number of cards is named; 216 cards lie in the whole game.
"""

import json
import math
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from deck import GAME, KIND, write_cards, write_deck
from gallery import change_drawings, write_drawings, write_game

if TYPE_CHECKING:
    from run import Bench, Verdict

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent
PNP = Path(sys.executable).with_name("pnp")

CORES = 2  # for which the goals are given
CARDS = 216  # in the whole game
DECKS = (9_000, 20_000, 100_000)
PICTURES = 1_000  # that are imposed
TABLED = 819  # pictures of cards that go to a virtual table
ROWS = 1_000  # of a spreadsheet that becomes a game
LARGEST_FILE = 64  # MiB; the tool's own limit is lower
LARGE_ROUNDS = 1  # in which these are printed: they take a minute or two
MAP = (60, 40)  # columns and rows of hexes, printed on A4 sheets to be joined
CHANGED = "title: {en: Sweet downpour"  # in the file of Surprise cards
ITEM = "sweet-downpour"
DRAWINGS = ("filtered", "plain")  # 54 of each, with shadows that are drawn as pixels and without


@dataclass
class Taken:
    """Seconds that were measured inside a process, by what was done."""

    seconds: dict[str, list[float]] = field(default_factory=dict)


TAKEN = Taken()


def keep_to_cores() -> str:
    """Keep this process, and all that it starts, to as many cores as the goals are for; what there is to say of it."""
    if not hasattr(os, "sched_setaffinity"):
        return f"on all {os.cpu_count()} cores: this system keeps nobody to some of them; the goals are for {CORES}"
    cores = sorted(os.sched_getaffinity(0))[:CORES]
    os.sched_setaffinity(0, cores)
    lacking = "" if len(cores) == CORES else f", of {CORES} that the goals are for"
    return f"on {len(cores)} of {os.cpu_count()} cores{lacking}"


def prepare(bench: "Bench") -> None:
    """Write the projects that are printed and changed."""
    real, own = real_game(bench), changed_game(bench)
    shutil.copytree(PROJECT / "data" / GAME, real / GAME)
    write_cards(real / GAME, CARDS)
    for folder in ("data", "templates"):
        shutil.copytree(PROJECT / folder, own / folder)
    for count in DECKS:
        data = large_deck(bench, count)
        write_deck(data, count, PROJECT / "data")
        (data.parent / "pnp.yaml").write_text(f"largest_file: {LARGEST_FILE}\n", encoding="utf-8")

    write_pictures(bench.folder / "pictures", PICTURES)
    art = write_game(bench.folder / "tabled", [f"p{number}" for number in range(TABLED)]) / "art"
    for number in range(TABLED):
        (art / f"p{number}.jpg").hardlink_to(bench.folder / "pictures" / f"card {number}.jpg")
    write_rows(bench.folder / "rows.csv", ROWS)
    write_map(bench.folder / "map", *MAP)
    for drawings in DRAWINGS:
        write_drawings(bench.folder / drawings, filtered=drawings == "filtered")


def real_game(bench: "Bench") -> Path:
    """The data of the whole game with as many cards as bare reportlab draws."""
    return bench.folder / "real" / "data"


def changed_game(bench: "Bench") -> Path:
    """The project in which a value changes."""
    return bench.folder / "changed"


def large_deck(bench: "Bench", count: int) -> Path:
    """The data of a large deck."""
    return bench.folder / f"deck-{count}" / "data"


def measure(bench: "Bench", number: int) -> None:
    """Every command once; the largest decks in the first rounds only."""
    where, out = ("--templates", PROJECT / "templates"), bench.folder / "out-goals"
    cache = ("--cache", bench.folder / f"cache-{number}")
    deck = (PNP, "render", GAME, "--kind", KIND, "--data", real_game(bench), *where, "--out", out, *cache)
    for run in ("first", "second"):
        bench.measure(f"{run} {CARDS}", *deck)
    sheets = (PNP, "render", "--lang", "all", "--blanks", "--whole", "--data", PROJECT / "data", *where, *cache)
    for run in ("first", "second"):
        bench.measure(f"{run} sheets", *sheets, "--out", bench.folder / "out-sheets")
    games = ("--data", PROJECT / "data", *where)
    bench.measure("first check", PNP, "check", *games, "--no-cache")
    bench.measure("second check", PNP, "check", *games, *cache)
    for run in ("first", "second"):
        bench.measure(f"{run} box", PNP, "plan", GAME, "--players", "4", "--render", *games, "--out", out, *cache)
    bench.measure("item", PNP, "render", GAME, "--kind", KIND, "--item", ITEM, *games, "--out", out)
    _change(bench, number, cache, out)
    for script in ("keystroke.py", "resnapshot.py"):
        for what, seconds in _told(bench, HERE / script, PROJECT).items():
            TAKEN.seconds.setdefault(what, []).append(seconds)
    _in_and_out(bench, number, where, out)
    own = ("--data", bench.folder / "map/data", "--templates", bench.folder / "map/templates")
    bench.measure("map", PNP, "render", *own, "--out", out, "--no-cache")
    for drawings in DRAWINGS:
        folder = bench.folder / drawings
        shown = ("render", "--data", folder / "data", "--templates", folder / "templates", "--out", out, *cache)
        for run in ("first", "again"):
            bench.measure(f"{run} {drawings}", PNP, *shown)
            change_drawings(folder)
    for count in DECKS if number < LARGE_ROUNDS else ():
        bench.measure(f"large {count}", PNP, "render", "--data", large_deck(bench, count), *where, "--out", out)


def _in_and_out(bench: "Bench", number: int, where: tuple[object, ...], out: Path) -> None:
    """What comes in from other programs and goes out to them: rows and pictures."""
    game = (GAME, "--kind", KIND, "--data", real_game(bench), *where, "--out", out)
    bench.measure("export rows", PNP, "export", *game, "--to", "csv")
    rows = out / GAME / "csv" / f"{KIND}.csv"
    told = ("--game", GAME, "--kind", KIND, "--update", "--dry-run", "--data", real_game(bench))
    bench.measure("import", PNP, "import", rows, *told)
    if number < LARGE_ROUNDS:
        bench.measure("export", PNP, "export", *game, "--to", "tgc")
        bench.measure("impose", PNP, "impose", bench.folder / "pictures", "--out", out)
        bench.measure("impose a sheet", PNP, "impose", _sheet(bench), "--cards", "3x3", "--out", out)
        own = ("--data", bench.folder / "tabled/data", "--templates", bench.folder / "tabled/templates")
        bench.measure("table", PNP, "export", *own, "--to", "tts", "--out", out)
    made = bench.folder / f"made-{number}"
    own = ("--data", made / "data", "--templates", made / "templates")
    bench.measure("new from a sheet", PNP, "new", "made", "--from-sheet", bench.folder / "rows.csv", *own)


def _sheet(bench: "Bench") -> Path:
    """The PDF of a game's sheets as another program leaves it: pages of nine cards."""
    return bench.bare_pdf(CARDS)


def write_pictures(folder: Path, count: int) -> None:
    """Pictures of poker cards as a camera or a program saves them, no two alike."""
    from PIL import Image

    folder.mkdir()
    paper = Image.effect_noise((744, 1039), 60).convert("RGB")
    for number in range(count):
        paper.paste((number % 256, number // 256, 80), (40, 40, 700, 400))
        paper.save(folder / f"card {number}.jpg", quality=85)


def write_rows(file: Path, count: int) -> None:
    """A spreadsheet of cards as people keep them: a title, words, a choice, a number, how many."""
    rows = (
        f"Card {n},Draw {n % 4 + 1} cards. Then the player on your left skips turn {n}.,"
        f"{('Fire', 'Water', 'Wood')[n % 3]},{n % 9},{n % 3 + 1}"
        for n in range(count)
    )
    file.write_text("\n".join(("Title,Text,Element,Cost,Qty", *rows)), encoding="utf-8")


def write_map(project: Path, columns: int, rows: int) -> None:
    """A project with a map of numbered hexes, 16 mm from side to side."""
    wide, high = round(13.86 * columns) + 30, 16 * rows + 40
    for folder in ("data", "templates"):
        (project / folder / "map").mkdir(parents=True)
    (project / "data/map/maps.yaml").write_text(f"- {{id: map, columns: {columns}, rows: {rows}, size: 16}}\n")
    fields = ", ".join(f"{name}: {{type: whole}}" for name in ("columns", "rows", "size"))
    kind = f"title: Maps, size: [{wide}, {high}], template: map.svg, join: {{overlap: 10}}, fields: {{{fields}}}"
    (project / "data/map/game.yaml").write_text(f"name: Map\nkinds: {{maps: {{{kind}}}}}\n")
    (project / "templates/map/style.yaml").write_text("fonts: {text: Andika_400Regular}\n")
    box = 'data-font="text" data-size="7" data-leading="1" data-align="center" width="10" height="3"'
    (project / "templates/map/map.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}">\n'
        '<g data-for="h in hexes(item, x=10, y=10)"><path d="{{ h.path }}" fill="none" stroke="#000"/>\n'
        f'<rect data-text="{{{{ h.address }}}}" x="{{{{ h.x - 5 }}}}" y="{{{{ h.y - 7 }}}}" {box}/></g>\n</svg>\n'
    )


def _change(bench: "Bench", number: int, cache: tuple[object, ...], out: Path) -> None:
    """Change a title, and print its card."""
    project = changed_game(bench)
    folders = ("--data", project / "data", "--templates", project / "templates")
    item = (PNP, "render", GAME, "--kind", KIND, "--item", ITEM, *folders, "--out", out, *cache)
    bench.call_quietly(*item)
    file = project / "data" / GAME / f"{KIND}.yaml"
    text = file.read_text(encoding="utf-8")
    if CHANGED not in text:
        sys.exit(f"{file} no longer has {CHANGED!r}")
    file.write_text(text.replace(CHANGED, f"{CHANGED} {'I' * (number + 1)}"), encoding="utf-8")
    bench.measure("changed item", *item)
    file.write_text(text, encoding="utf-8")


def _told(bench: "Bench", script: Path, *arguments: object) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, *map(str, (script, *arguments))], env=bench.environment, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"{script.name} failed:\n{done.stderr}")
    told: dict[str, float] = json.loads(done.stdout)
    return told


def verdicts(bench: "Bench") -> "Iterator[Verdict]":
    """The table: what was aimed at, and what is reached."""
    from run import row

    yield ("what one waits for", "measured", "goal", "by the clock, medians", None)
    bare = f"bare {CARDS}"
    for run, most in (("second", 2.0), ("first", 2.5)):
        taken = f"{bench.middle(f'{run} {CARDS}', 'wall'):.2f} s; bare {bench.middle(bare, 'wall'):.2f} s"
        yield row(f"{run} render, {CARDS} cards", bench.ratio(f"{run} {CARDS}", bare, "wall"), most, "x", taken)
    yield row("1,000 cards, no cache", bench.ratio("pnp 1000", "bare 1000", "wall"), 1.6, "x")
    wall: Callable[[str], float] = lambda name: bench.middle(name, "wall")  # noqa: E731
    yield row("check of all games, no cache", wall("first check"), 3.0, "s")
    yield row("check, nothing changed", wall("second check"), 0.3, "s")
    yield row("a value changed, one item", wall("changed item"), 0.25, "s")
    yield row("one item, no cache", wall("item"), 0.4, "s")
    yield row("a box for four again", wall("second box"), 1.0, "s", f"{wall('first box'):.2f} s at first")
    for what, times in TAKEN.seconds.items():
        typed = what.startswith("keystroke")
        told = "over the protocol" if typed else "in memory, to a new snapshot"
        yield row(what if typed else f"{what} changed", median(times), 0.06 if typed else 0.05, "s", told)
    yield row(f"import of {CARDS} rows", wall("import"), 1.5, "s", f"{wall('export rows'):.2f} s to export them")
    yield row(f"{CARDS} pictures for a shop", wall("export"), 30.0, "s", "300 pixels an inch, with their backs")
    yield row(f"{PICTURES:,} pictures imposed", wall("impose"), 10.0, "s")
    yield row(f"{PICTURES:,} pictures imposed, memory", bench.middle("impose", "memory"), 300.0, "MB")
    yield row(f"sheets of {CARDS} cards cut apart", wall("impose a sheet"), 5.0, "s", "pages of nine, their lines kept")
    yield row(f"{TABLED} pictures to a virtual table", wall("table"), 20.0, "s", "Tabletop Simulator's sheets of 70")
    yield row(f"a game of {ROWS:,} rows", wall("new from a sheet"), 5.0, "s", "pnp new --from-sheet, with its check")
    hexes = f"{math.prod(MAP):,} numbered hexes, joined"
    yield row(hexes, wall("map"), 5.0, "s", "with its check")
    yield row(f"{hexes}, memory", bench.middle("map", "memory"), 150.0, "MB")
    yield row("54 pictures with filters", wall("first filtered"), 60.0, "s")
    again = f"{wall('again filtered'):.2f} s; {wall('again plain'):.2f} s without filters"
    yield row("54 pictures with filters, again", bench.ratio("again filtered", "again plain", "wall"), 1.5, "x", again)
    yield row("make sheets", wall("first sheets"), 4.5, "s", f"{wall('second sheets'):.2f} s the second time")
    for count, seconds, most in zip(DECKS, (5.0, 10.0, 45.0), (200.0, 200.0, 250.0), strict=True):
        yield row(f"{count:,} cards", wall(f"large {count}"), seconds, "s", "with its check")
        memory = bench.middle(f"large {count}", "memory")
        yield row(f"{count:,} cards, memory", memory, most, "MB", "of the largest process")
    few, more, many = (bench.middle(f"large {count}") / count for count in DECKS)
    yield row("a card of 20,000, of 9,000", more / few, 1.05, "x", f"of the processor; {many / few:.2f} of 100,000")
