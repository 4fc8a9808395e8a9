"""Cutting machines: the registration marks that each looks for on a printed sheet, and the room that they need.

Numbers are mm. They are those of the makers' programs and manuals as public sources tell them; each has its source.
Marks only help where the program that drives the machine can be told where they are. Where it prints marks of its own
and reads no others, or needs none, there are none.
"""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.core.choices import CutterName, Size
from generator.draw.marks.marks import Outline, Paint, Shape
from generator.draw.marks.picture import edges_path
from generator.sheet.page import CutLine, Rectangle, meet, rect_of

Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]

# Raise it with any change that moves a mark or a slot between marks: what is printed must fit the drawing beside it.
CUTTERS_VERSION = 2

CORNERS: tuple[Corner, ...] = ("top-left", "top-right", "bottom-left", "bottom-right")
BLACK = "#000000"


class Cutter(Struct, frozen=True):
    """A kind of cutting machine. Lengths in mm."""

    name: CutterName
    program: str  # what a person should know of the program that drives it
    inset: float = 0.0  # from the paper's edges to the middle of the marks' lines; nothing farther out can be cut
    squares: tuple[Corner, ...] = ()  # corners that have a filled square
    angles: tuple[Corner, ...] = ()  # corners that have two lines, which run inwards
    square: float = 0.0  # side of a square, between the middles of its edges
    arm: float = 0.0  # length of an angle's lines
    thickness: float = 0.0  # of lines, those round squares too
    clear: float = 0.0  # to anything else
    ring: bool = False  # the program prints marks of its own into all that is farther out than the inset

    @property
    def marks(self) -> tuple[Corner, ...]:
        """The corners that have a mark."""
        return (*self.squares, *self.angles)

    @property
    def reach(self) -> float:
        """How far a corner with a mark must be free of anything else, from both edges of the paper."""
        return self.inset + max(self.square, self.arm) + self.thickness / 2 + self.clear

    @property
    def note(self) -> str:
        """What a person has to know to line up the sheet and its drawing."""
        if not self.marks:
            return self.program
        return (
            f"{self.program}: {len(self.marks)} registration marks, length {self.arm:g} mm, "
            f"thickness {self.thickness:g} mm, inset {self.inset:g} mm"
        )


# Silhouette Studio takes no inset below 10 mm ("a hard limit", Silhouette Card Maker's page on borderless templates);
# lines are 5 to 20 mm long and 0.5 to 1 mm thick (Cardwright's notes on Studio's settings). The square has sides of
# 5 mm with a line of the thickness round them, and the lines' middles lie on the inset (Silhouette Card Maker's
# SPECIFICATION.md). Its layouts keep cards some 1.25 mm away (layouts.json: inset and line, 18.04 mm, leave that to
# the cards of its Letter sheet). Nothing is cut outside the marks (inkscape-silhouette's issue 124). The shortest lines
# cost the fewest cards: nine poker cards fit A4.
_SILHOUETTE = Cutter(
    CutterName.silhouette,
    "Silhouette Studio",
    inset=10.0,
    squares=("top-left",),
    angles=("top-right", "bottom-left"),
    square=5.0,
    arm=5.0,
    thickness=0.5,
    clear=1.25,
)

# The Cameo 5 Alpha and the Cameo Pro MK-II look for four angles (Silhouette Card Maker's SPECIFICATION.md,
# inkscape-silhouette's USERGUIDE.md and pull request 366).
_SILHOUETTE_ALPHA = replace(_SILHOUETTE, name=CutterName.silhouette_alpha, squares=(), angles=CORNERS)

# The manual of the CE7000 wants lines of 0.3 to 1 mm, 5 to 20 mm long (page 5-3), 6 mm round them free (5-4 and 5-5),
# up to 35 mm to the sheet's end (5-6) and 30 mm to its sides (4-5 and 5-6), as the regmarks.js of the nesting panel
# Corvo quotes it; 35 mm all round serves whichever edge goes in first. Four angles that run inwards are what Graphtec
# Studio prints (measured on its PDFs, gabarit_arms.py of a driver for the CE6000-60).
_GRAPHTEC = Cutter(CutterName.graphtec, "Graphtec", inset=35.0, angles=CORNERS, arm=10.0, thickness=0.5, clear=6.0)

# Design Space prints its own marks and reads no others (CriProx's guide to its workflow). It places pictures of up to
# 183 x 269.8 mm on A4, and up to 252.5 mm high on Letter (Cricut's help, as CriProx quotes it), so that its marks lie
# in the outer 13.5 mm; a discussion of MTGProxyPrinter (number 4) refers to 14 mm.
_CRICUT = Cutter(CutterName.cricut, "Design Space prints its own marks and reads no others", inset=14.0, ring=True)

# It has a scanner and finds the components themselves. The marks that Brother's plug-in prints are known, but only
# files of Brother's own format tell a machine where they are (fcmlib's registration_marks.rs).
_SCANNCUT = Cutter(CutterName.scanncut, "ScanNCut scans the sheet and needs no marks")

_NONE = Cutter(CutterName.none, "There are no registration marks")

CUTTERS = {cutter.name: cutter for cutter in (_SILHOUETTE, _SILHOUETTE_ALPHA, _GRAPHTEC, _CRICUT, _SCANNCUT, _NONE)}


def registration_marks(cutter: Cutter, paper: Size) -> tuple[Shape, ...]:
    """The marks on paper of this size, to be printed in black."""
    line = Paint(stroke=BLACK, width=cutter.thickness)
    filled = Paint(fill=BLACK, stroke=BLACK, width=cutter.thickness)
    squares = (Shape(_square(cutter, corner, paper), filled) for corner in cutter.squares)
    angles = (Shape(_angle(cutter, corner, paper), line) for corner in cutter.angles)
    return (*squares, *angles)


def _square(cutter: Cutter, corner: Corner, paper: Size) -> Outline:
    (x, y), (right, down) = _point(cutter, corner, paper)
    return edges_path(x, y, x + right * cutter.square, y + down * cutter.square)


def _angle(cutter: Cutter, corner: Corner, paper: Size) -> Outline:
    (x, y), (right, down) = _point(cutter, corner, paper)
    return (("M", x + right * cutter.arm, y), ("L", x, y), ("L", x, y + down * cutter.arm))


def _point(cutter: Cutter, corner: Corner, paper: Size) -> tuple[tuple[float, float], tuple[int, int]]:
    """Where the lines of a corner's mark meet, and which way they run from there: 1 is right or down."""
    right = 1 if corner.endswith("left") else -1
    down = 1 if corner.startswith("top") else -1
    x = cutter.inset if right > 0 else paper[0] - cutter.inset
    y = cutter.inset if down > 0 else paper[1] - cutter.inset
    return (x, y), (right, down)


def quiet_zones(cutter: Cutter, paper: Size, bleed: float = 0.0) -> tuple[Rectangle, ...]:
    """What must stay free on paper of this size, for components that reach ``bleed`` mm beyond their trim.

    A corner with a mark is free up to the paper's edges, for a machine's eye comes in from there.
    """
    width, height = paper
    if cutter.ring:
        deep = cutter.inset + bleed
        across, along = (Rectangle(0, 0, width, deep), Rectangle(0, 0, deep, height))
        return (across, Rectangle(0, height - deep, width, deep), along, Rectangle(width - deep, 0, deep, height))
    side = cutter.reach + bleed
    return tuple(
        Rectangle(
            0 if corner.endswith("left") else width - side, 0 if corner.startswith("top") else height - side, side, side
        )
        for corner in cutter.marks
    )


def clear_of(zones: tuple[Rectangle, ...], lines: tuple[CutLine, ...]) -> Iterator[CutLine]:
    """The lines that do not enter a zone: a crop mark beside a registration mark would be taken for a part of it."""
    for line in lines:
        if not any(meet(rect_of(line.box), rect_of(zone)) for zone in zones):
            yield line
