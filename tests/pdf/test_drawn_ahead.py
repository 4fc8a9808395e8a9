"""Pages that several processes draw are the bytes that one draws; a program of its own, as tests run in threads."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="work is not divided there")

SCRIPT = """
import sys
from io import BytesIO
from pathlib import Path

from generator.core import cores
from generator.draw.marks.fonts import load
from generator.draw.marks.marks import Drawing, Face, Paint, PlacedDrawing, Shape, TextRun
from generator.pdf import pdf
from generator.pdf.pdf import write_pdf
from generator.sheet.page import Document, Page, PageRun, Placement, Slot

pdf.LEAST, pdf.AHEAD = 8, 3
SHEETS = 60
font = load(Path(sys.argv[1]))
square = (("M", 0.0, 0.0), ("L", 5.0, 0.0), ("L", 5.0, 5.0), ("Z",))
apples = Drawing("apple", (Shape(square, Paint(fill="#000000")),))
pears = Drawing("pear", (Shape(square, Paint(fill="#888888")),))

def plain(number, turn):
    return Face(63, 88, (TextRun(f"no {number} of {turn}", font, 3, 5, 10),))

def rare(number, turn):  # letters that come late, and then often
    word = "eau" if number < 20 else "\\u00e9\\u00e0\\u00fc" if number < 40 else "\\u2192 Q"
    return Face(63, 88, (TextRun(f"{word} {number} {turn}", font, 3, 5, 10),))

def pictured(number, turn):
    drawing = apples if number < 30 else pears
    return Face(63, 88, (PlacedDrawing(drawing, (1, 0, 0, 1, number, turn)),))

def again(number, turn):  # the same face on many a sheet
    return plain(number % 17, turn) if turn else plain(7, 0)

def own(number, turn):  # each its own picture
    box = tuple((step[0], *(value + number for value in step[1:])) for step in square)
    return Face(63, 88, (PlacedDrawing(Drawing(f"own {number} {turn}", (Shape(box, Paint(fill="#000000")),)), (1, 0, 0, 1, 0, 0)),))

def page(face, number, back):
    slots = [Slot(1, 20.0, 20.0, 63.0, 88.0), Slot(2, 100.0, 20.0, 63.0, 88.0)]
    faces = [face(number, turn + 2 * back) for turn in range(2)]
    return Page(210, 297, tuple(Placement(*pair, "x") for pair in zip(slots, faces)), label=f"{number}{'b' * back}")

def run_of(face, sides):
    return lambda start, stop: (page(face, number, back) for number in range(start, stop) for back in range(sides))

def written(face, sides, jobs):
    target, seen = BytesIO(), []
    document = Document("Apart", "en", bookmarks=(("one", 0), ("later", 50)))
    write_pdf(document, PageRun(SHEETS, run_of(face, sides)), target, jobs=jobs, tell=seen.append)
    return target.getvalue(), [(page.label, [one.slot for one in page.placements]) for page in seen]

waited = cores.foreseen
for face in (plain, rare, pictured, again, own):
    for sides in (1, 2) if face is plain else (1,):
        drawn = []
        def counted(tasks, workers):
            found = waited(tasks, workers)
            drawn.append(sum(len(sheets or ()) for sheets in found))
            return found
        pdf.foreseen = counted
        same = written(face, sides, 1) == written(face, sides, 3)
        print(face.__name__, same, sum(drawn) > 30, len(drawn))
pdf.foreseen = lambda tasks, workers: [None] * len(tasks)  # where nobody can be had
print("alone", written(plain, 1, 1) == written(plain, 1, 2), False, 0)
"""

FONTS = Path(__file__).parents[2] / "templates" / "common" / "fonts"


@pytest.mark.slow
def test_the_bytes_are_those_that_one_process_writes() -> None:
    font = FONTS / "andika" / "Andika_400Regular.ttf"
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(font)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr == ""
    told = [line.split() for line in done.stdout.splitlines()]
    assert [name for name, *_ in told] == ["plain", "plain", "rare", "pictured", "again", "own", "alone"]
    assert all(same == "True" for _, same, *_ in told)
    assert {name for name, _, many, _ in told if many == "True"} >= {"plain", "rare", "pictured"}
    assert all(int(rounds) < 7 for *_, rounds in told)
