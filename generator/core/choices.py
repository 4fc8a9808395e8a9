"""What a person may choose between, by the words that commands, files and code all use: papers and sizes among them.

Lengths are millimetres everywhere inside; whole micrometres where two lengths are compared. PDF points appear in
``pdf`` only; fonts are sized in points by designers and turned into mm here.
"""

import re
from difflib import get_close_matches
from enum import StrEnum


class Edge(StrEnum):
    """The edge about which paper is turned to print its other side."""

    long = "long"
    short = "short"


class Backs(StrEnum):
    """Where backs go."""

    long = "long"
    short = "short"
    separate = "separate"
    fold = "fold"
    none = "none"

    @property
    def edge(self) -> Edge | None:
        """The edge about which a printer turns the paper between a front and its back; None where it does not."""
        return Edge(self) if self in (Backs.long, Backs.short) else None


class Marks(StrEnum):
    """What a person cuts along."""

    crop = "crop"
    guides = "guides"
    both = "guides-both"
    none = "none"


class JoinName(StrEnum):
    """How the pieces of what is larger than the paper are joined: one over the other, or edge to edge."""

    overlap = "overlap"
    butt = "butt"


class TrimName(StrEnum):
    """How kinds are cut out that can be cut in two ways: straight along their edges, or round their own shape."""

    straight = "straight"
    shaped = "shaped"


class InkName(StrEnum):
    """The edition: black lines to colour in, the game's design for low ink, or its tints under the lines."""

    full = "full"
    low = "low"
    colour = "colour"


class PrintInk(StrEnum):
    """The edition that is printed, or nothing of it: outlines and marks alone, to try paper and cutter."""

    full = "full"
    low = "low"
    colour = "colour"
    none = "none"


class CutFormat(StrEnum):
    """Drawings for cutting machines."""

    svg = "svg"
    dxf = "dxf"


class CutterName(StrEnum):
    """Cutting machines; `generator.sheet.cutters` says what each needs."""

    silhouette = "silhouette"
    silhouette_alpha = "silhouette-alpha"
    graphtec = "graphtec"
    cricut = "cricut"
    scanncut = "scanncut"
    none = "none"


MM_PER_INCH = 25.4
POINTS_PER_INCH = 72
POINTS_PER_MM = POINTS_PER_INCH / MM_PER_INCH


def um(mm: float) -> int:
    """Whole micrometres of a length in mm, so that sums are exact and ``<=`` is honest."""
    return round(mm * 1000)


def mm_from_points(points: float) -> float:
    """A length in PDF points (1/72 inch), in mm."""
    return points / POINTS_PER_MM


def points_from_mm(mm: float) -> float:
    """A length in mm, in PDF points (1/72 inch)."""
    return mm * POINTS_PER_MM


Size = tuple[float, float]

PAPERS: dict[str, Size] = {
    "a4": (210.0, 297.0),  # ISO 216
    "letter": (215.9, 279.4),  # ANSI/ASME Y14.1: 8.5 x 11 inches
    "a3": (297.0, 420.0),  # ISO 216
    "legal": (215.9, 355.6),  # 8.5 x 14 inches
    "ledger": (279.4, 431.8),  # ANSI B, 11 x 17 inches
    "tabloid": (279.4, 431.8),  # its other name
    "a5": (148.0, 210.0),  # ISO 216
    "4x6": (101.6, 152.4),  # photo paper, inches
}
PAPER_LIMITS = (50.0, 1200.0)  # mm, of a side

# Sizes that card makers and sleeves follow.
SIZES: dict[str, Size] = {
    "poker": (63.0, 88.0),
    "bridge": (57.0, 89.0),
    "mini-american": (41.0, 63.0),
    "mini-euro": (44.0, 68.0),
    "euro": (59.0, 92.0),
    "tarot": (70.0, 120.0),
    "square-70": (70.0, 70.0),
    "square-40": (40.0, 40.0),
}

# How a paper is named on the command line, as its help shows it.
PAPER_NAMES = "|".join((*PAPERS, "WxH"))
_LENGTH = r"(\d{1,4}(?:\.\d{1,4})?) ?(mm|cm|in|pt)?"
PAPER_BY_SIZE = re.compile(rf"{_LENGTH} ?[xX×] ?{_LENGTH}")
_UNITS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_INCH / POINTS_PER_INCH}
# What others call the sizes.
_ALSO_CALLED = dict.fromkeys(("standard", "mtg", "magic", "pokemon", "tcg"), "poker") | {"mini": "mini-american"}


def length_of(text: str) -> float:
    """A length in mm, written with its unit (mm, cm, in or pt) or without.

    Raises:
        ValueError: it is none.
    """
    match = re.fullmatch(_LENGTH, text.strip())
    if match is None:
        raise ValueError(f"{text!r} is not a length; write mm such as 3, or 0.125in")
    return float(match[1]) * _UNITS[match[2] or "mm"]


def size_of(text: str) -> Size | None:
    """WIDTHxHEIGHT in mm, or in a unit that stands behind both or the last; None where it is none."""
    match = PAPER_BY_SIZE.fullmatch(text.strip())
    if match is None:
        return None
    unit = _UNITS[match[4] or match[2] or "mm"]
    wide = float(match[1]) * (_UNITS[match[2]] if match[2] else unit)
    return round(wide, 3), round(float(match[3]) * unit, 3)


def meant_size(name: str) -> str:
    """The name among `SIZES` that seems to be meant; empty where none does."""
    near = get_close_matches(name.lower(), SIZES, 1)
    return _ALSO_CALLED.get(name.lower(), near[0] if near else "")


def component_size(name: str) -> Size:
    """The size of a component by its name among `SIZES`, or written as WIDTHxHEIGHT, in mm or with a unit.

    Raises:
        ValueError: there is no such size, or its sides are out of reach.
    """
    size = SIZES.get(name.lower()) or size_of(name)
    if size is None or not all(5 <= side <= 2000 for side in size):
        meant = meant_size(name)
        others = f"{', '.join(SIZES)}, or WIDTHxHEIGHT in mm such as 63x88, or 2.5x3.5in"
        if meant and not size:
            wide, high = SIZES[meant]
            raise ValueError(f"{name!r} is not a size; did you mean {meant}, {wide:g} × {high:g} mm? known: {others}")
        raise ValueError(f"{name!r} is not a size; known: {others}")
    return size


Cards = tuple[int, int]  # columns and rows on a sheet
MOST_CARDS = 20  # columns, or rows


def cards_in(text: str) -> Cards:
    """Columns and rows, written as 3x3.

    Raises:
        ValueError: it is no such text.
    """
    match = re.fullmatch(r"([0-9]{1,3})[xX×]([0-9]{1,3})", text)
    cards = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (min(cards) > 0 and max(cards) <= MOST_CARDS):
        raise ValueError(f"{text[:40]!r} is not columns and rows of cards such as 3x3")
    return cards


def paper_title(name: str) -> str:
    """What a paper is called in sentences: its name with a capital, or its size as it is written."""
    return name.capitalize() if name in PAPERS else name


def paper_size(name: str) -> Size:
    """The size of a paper by name, or written as WIDTHxHEIGHT in mm.

    Raises:
        ValueError: there is no such paper, or its sides are out of reach.
    """
    if name.lower() in PAPERS:
        return PAPERS[name.lower()]
    size = size_of(name)
    if size is None:
        raise ValueError(
            f"there is no paper {name!r}; known: {', '.join(PAPERS)}, or WIDTHxHEIGHT in mm such as 210x297"
        )
    low, high = PAPER_LIMITS
    if not all(low <= side <= high for side in size):
        raise ValueError(
            f"a paper of {size[0]:g}x{size[1]:g} mm is out of reach; a side measures {low:g} to {high:g} mm"
        )
    return size


# Home printers leave this much of each edge white.
UNPRINTABLE = 5.0
MOST_BLEED, MOST_GUTTER = 10.0, 50.0  # mm


def fits_paper(size: Size, paper: Size, bleed: float = 0.0) -> bool:
    """Whether a component fits between the margins of a paper, upright or turned, to the micrometre."""
    room = [um(side) - 2 * um(UNPRINTABLE + bleed) for side in paper]
    wide, high = (um(side) for side in size)
    return (wide <= room[0] and high <= room[1]) or (high <= room[0] and wide <= room[1])
