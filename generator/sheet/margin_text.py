"""Lines of text in the margins of a sheet: where they go, and how they are broken.

A label is never cut short and never smaller than can be read: where one line has no room, it is broken between its
parts, then between words, and put where the margins have room for it, if need be on several edges of the paper.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from unicodedata import normalize

from msgspec import Struct

from generator.core.choices import UNPRINTABLE, Size, mm_from_points, um
from generator.core.escape import escaped
from generator.draw.marks.bidi import STEERS, directed
from generator.draw.marks.fonts import Font, named, split_by_font
from generator.draw.marks.marks import IDENTITY, Mark, Matrix, TextRun
from generator.sheet.crop_marks import CLEARANCE
from generator.sheet.page import Rect, Rectangle, around, leftmost, meet, rect_of

SIZE = mm_from_points(6.5)
SMALLEST = mm_from_points(6)
BETWEEN = " · "  # two parts of a label

_AFTER_NOTE = 3.0
_LINE = 1.3  # of its size: from one line to the next
_MOST = 800  # characters of a broken label; margins have no room for more
_WIDTHS = (280, 200, 160, 130, 110, 90, 75, 60, 50, 40, 30, 20)  # mm that a broken label is tried with


class SheetLabel(Struct, frozen=True):
    """What a sheet says of itself: how it is to be printed, and by what it is sorted, the last being least needed."""

    note: str
    parts: tuple[str, ...]

    @property
    def line(self) -> str:
        """All that it is sorted by, in one line."""
        return BETWEEN.join(self.parts)


def sheet_label(note: str, *parts: str) -> SheetLabel:
    """A label of these texts, each in one line and without characters that nobody sees; empty ones are left out."""
    texts = [escaped(re.sub(r"[ \t\r\n]+", " ", part).strip(" "), STEERS) for part in (note, *parts)]
    return SheetLabel(texts[0], tuple(part for part in texts[1:] if part))


def legible(name: str, fonts: Sequence[Font]) -> str:
    """A name of a file as these fonts can write it: 絵 as Hui."""
    from anyascii import anyascii

    return "".join(anyascii(sign) or "?" if split_by_font(sign, fonts)[1] else sign for sign in normalize("NFC", name))


def width_of(text: str, fonts: Sequence[Font]) -> float:
    """The advance of ``text`` at size 1.

    Raises:
        ValueError: no font has some character of it.
    """
    return sum([font.width(run, leftwards=leftwards) for font, run, leftwards in _runs(text, fonts)])


def written(
    text: str, fonts: Sequence[Font], size: float, x: float, y: float, matrix: Matrix = IDENTITY
) -> Iterator[Mark]:
    """One line of text from ``x`` on the base line ``y``; mm.

    Raises:
        ValueError: no font has some character of it.
    """
    for font, run, leftwards in _runs(text, fonts):
        yield TextRun(run, font, size, x, y, matrix, leftwards=leftwards)
        x += font.width(run, leftwards=leftwards) * size


def _runs(text: str, fonts: Sequence[Font]) -> list[tuple[Font, str, bool]]:
    """The runs from left to right, each with whether it runs leftwards."""
    directed_runs: list[tuple[Font, str, bool]] = []
    for part, leftwards in directed(text):
        runs, missing = split_by_font(part, fonts)
        if missing:
            raise ValueError(f"no font has {named(missing)} of {text!r}")
        directed_runs += [(font, run, leftwards) for font, run in (runs[::-1] if leftwards else runs)]
    return directed_runs


def in_one_line(label: SheetLabel, fonts: Sequence[Font], room: float, matrix: Matrix) -> tuple[Mark, ...]:
    """The label from the corner of ``matrix`` in a line of ``room`` mm; nothing where it would be too small."""
    start = width_of(label.note, fonts) * SIZE + _AFTER_NOTE if label.note else 0.0
    wide = width_of(label.line, fonts)
    size = SIZE if wide * SIZE <= room - start else min(SIZE, (room - start) / wide)
    if size < SMALLEST:
        return ()
    note = written(label.note, fonts, SIZE, 0.0, SIZE, matrix) if label.note else ()
    return (*note, *written(label.line, fonts, size, start, SIZE, matrix))


def in_margins(
    label: SheetLabel,
    fonts: Sequence[Font],
    paper: Size,
    block: Iterable[Rectangle],
    occupied: Iterable[Rectangle],
    *,
    near: float = UNPRINTABLE,
) -> tuple[Mark, ...]:
    """The label in the margins around ``block``, clear of what is ``occupied`` there: in as few lines as will do.

    Where the margins have no room for all of it, the parts that are least needed are left out. ``near``: how near to
    the paper's edge it may stand, mm.
    """
    components = [rect_of(box) for box in block]
    edges = _edges(paper, components, um(near))
    inks = [rect.grown(um(CLEARANCE)) for rect in (*(rect_of(box) for box in occupied), *components)]
    texts = [part for part in (label.note, *label.parts) if part]
    while sum(map(len, texts)) > _MOST:
        texts.pop()
    while texts:
        for together, size, width in product((True, False), (SIZE, SMALLEST), _WIDTHS):
            lines = _broken(texts, fonts, width / size)
            wide = [width_of(line, fonts) * size for line in lines]
            blocks = [(max(wide), len(lines))] if together else [(each, 1) for each in wide]
            if rooms := _rooms(blocks, size, edges, inks):
                return tuple(_set(lines, rooms, fonts, size))
        texts.pop()
    return ()


TextRoom = tuple[Rect, bool]  # on the sheet, and whether it is turned: read with the sheet's right edge down


def _edges(paper: Size, block: Sequence[Rect], near: int) -> list[TextRoom]:
    """The margins' printable parts."""
    right, bottom = um(paper[0]) - near, um(paper[1]) - near
    beyond = around(block).grown(um(CLEARANCE))
    return [
        (Rect(near, beyond.y2, right, bottom), False),
        (Rect(beyond.x2, near, right, bottom), True),
        (Rect(near, near, right, beyond.y1), False),
        (Rect(near, near, beyond.x1, bottom), True),
        # Beside blocks that are shorter than others.
        (Rect(near, near, right, bottom), False),
        (Rect(near, near, right, bottom), True),
    ]


def _rooms(
    blocks: Sequence[tuple[float, int]], size: float, edges: Sequence[TextRoom], inks: Sequence[Rect]
) -> list[TextRoom] | None:
    """Room for blocks of text, each so wide (mm) and of this many lines; None where one has none."""
    rooms: list[TextRoom] = []
    for wide, lines in blocks:
        length, depth = um(wide) + 1, um((lines - 1) * size * _LINE + size * 1.3)
        occupied = [*inks, *(rect.grown(um(CLEARANCE)) for rect, _ in rooms)]
        room = next((room for edge in edges for room in _first(edge, length, depth, occupied)), None)
        if room is None:
            return None
        rooms.append(room)
    return rooms


def _first(edge: TextRoom, length: int, depth: int, occupied: Sequence[Rect]) -> Iterator[TextRoom]:
    """The place nearest to the top and left of an edge that is free; nothing where none is.

    Such a place touches the edge's own end, or that of something in its way, in both directions.
    """
    area, turned = edge
    wide, high = (depth, length) if turned else (length, depth)
    if area.x1 + wide > area.x2 or area.y1 + high > area.y2:
        return
    near = sorted(rect for rect in occupied if meet(rect, area))
    for y in sorted({area.y1, *(rect.y2 for rect in near if area.y1 < rect.y2 <= area.y2 - high)}):
        x = leftmost(wide, (y, y + high), (area.x1, area.x2), near)
        if x is not None:
            yield Rect(x, y, x + wide, y + high), turned
            return


def _set(lines: Sequence[str], rooms: Sequence[TextRoom], fonts: Sequence[Font], size: float) -> Iterator[Mark]:
    for number, line in enumerate(lines):
        rect, turned = rooms[number] if len(rooms) > 1 else rooms[0]
        down = size if len(rooms) > 1 else size + number * size * _LINE
        matrix = (
            (0.0, -1.0, 1.0, 0.0, rect.x1 / 1000, rect.y2 / 1000)
            if turned
            else (1.0, 0.0, 0.0, 1.0, rect.x1 / 1000, rect.y1 / 1000)
        )
        yield from written(line, fonts, size, 0.0, down, matrix)


def _broken(texts: Sequence[str], fonts: Sequence[Font], width: float) -> list[str]:
    """The texts in lines up to ``width`` wide (at size 1), broken between them, else between words, else anywhere."""
    lines: list[str] = []
    for text in texts:
        joined = f"{lines[-1]}{BETWEEN}{text}" if lines else text
        if width_of(joined, fonts) <= width:
            lines = [*lines[:-1], joined]
            continue
        line = ""
        for word in text.split(" "):
            joined = f"{line} {word}" if line else word
            if line and width_of(joined, fonts) > width:
                lines.append(line)
                joined = word
            while len(joined) > 1 and width_of(joined, fonts) > width:
                cut = _most_of(joined, fonts, width)
                lines.append(joined[:cut])
                joined = joined[cut:]
            line = joined
        lines.append(line)
    return lines


def _most_of(text: str, fonts: Sequence[Font], width: float) -> int:
    """How many characters of a text that is wider than ``width`` are not, at least one.

    As much is measured as is needed: of a text without end a line takes its share.
    """
    most = 8
    while most < len(text) and width_of(text[:most], fonts) <= width:
        most *= 2
    return next(n for n in range(min(most, len(text)) - 1, 0, -1) if n == 1 or width_of(text[:n], fonts) <= width)
