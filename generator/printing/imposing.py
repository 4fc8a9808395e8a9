"""Sheets of finished pictures: imposed, with backs, marks and cut lines, and proved like the sheets of a game."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from generator.check.build import Progress
from generator.check.unmarked import GUIDES, RULE, no_room
from generator.core.choices import CutterName, Edge, Marks, Size
from generator.core.cores import cores_here, divided
from generator.core.folders import shipped_common
from generator.core.leftovers import scratch
from generator.core.problem import Infeasible, WrongUse
from generator.draw.marks.fonts import load
from generator.draw.marks.marks import IDENTITY, Face, Mark, Matrix
from generator.draw.marks.picture import Aspect, Picture, placed_rasters
from generator.draw.phrases import FIRST, read_phrases
from generator.printing.finished import FinishedCard, cards_of
from generator.printing.measuring import FONTS
from generator.printing.order import SheetLayout
from generator.printing.profiles import moves_fronts
from generator.printing.proof import write_proved
from generator.printing.sheets import draw_cuts
from generator.printing.slots import SlotSpec, back_shift, sheet_spec, whole_grid, wished_front
from generator.sheet.backs import BackText, back_page
from generator.sheet.cutters import CUTTERS, quiet_zones
from generator.sheet.grid import Grid
from generator.sheet.impose import Placeable, filled, sheet_page
from generator.sheet.margin_text import SheetLabel, sheet_label
from generator.sheet.page import Document, Page, PageRun, emptied, mirrored_round
from generator.sheet.straight_cuts import cut_marks

IN_PICTURE = 3.175  # mm: an eighth of an inch, as shops want it
CUT_OFF = 0.5  # mm of a picture's side that may be lost without a word
SAME_SIZE, SHEET = 0.02, 0.7  # how far a page's size is off unnoticed; shares to which sheets of cards are reduced
FINE = 200  # pixels an inch; fewer are seen
_FILL = Aspect(fill=True)


class ImposeOrder(Struct, frozen=True):
    """What is printed of finished pictures, and how."""

    given: tuple[Path, ...]  # pictures, PDF files, folders
    size: Size | None = None  # mm of the trim; of a PDF's pages if None
    backs: str | None = None  # see `cards_of`
    in_picture: bool = False  # the pictures hold the layout's bleed already; else it is mirrored from their edges
    layout: SheetLayout = field(default_factory=SheetLayout)
    edge: Edge = Edge.long
    out: Path = Path("output")
    copies: int = 1  # of each

    @property
    def bleed(self) -> float:
        """Mm that pictures reach beyond their trim."""
        return self.layout.bleed or 0.0

    @property
    def held(self) -> float:
        """Mm of that which the pictures have already."""
        return self.bleed if self.in_picture else 0.0


class ImposedFile(Struct, frozen=True):
    """What was made."""

    file: Path
    cards: int
    sheets: int
    cuts: tuple[Path, ...]
    notes: tuple[str, ...]


def print_pictures(order: ImposeOrder, default: Size, progress: Progress | None = None) -> ImposedFile:
    """Write ``OUT/NAME-sheets.pdf``, named after the first file or folder, and its cut lines.

    Args:
        order: what and how.
        default: the size of a component where neither the order nor a PDF says it, mm.
        progress: is told how far it is.

    Raises:
        Refusal: see `cards_of` and `find_profile`; a component does not fit the paper.
        OSError: a file cannot be written.
    """
    with scratch() as folder:
        notes: list[str] = []
        cards, size = cards_of(
            order.given, order.backs, folder, progress, order.held, out=order.out, report=notes.append
        )
        imposition = _Imposition(replace(order, size=order.size or size or default), cards, progress)
        file, cutting = order.out / f"{imposition.title}.pdf", order.layout.cutting
        document = Document(imposition.title, FIRST, duplex=imposition.duplex)
        write_proved(document, PageRun(imposition.sheets, imposition.pages), file)
        fronts = ((page, imposition.machine) for page in imposition.fronts())
        cuts = draw_cuts(fronts, cutting.form, file) if cutting else []
        return ImposedFile(file, len(cards), imposition.sheets, tuple(cuts), (*notes, *imposition.notes()))


class _Imposition:
    """One file in the making."""

    def __init__(self, order: ImposeOrder, cards: Sequence[FinishedCard], progress: Progress | None) -> None:
        assert order.size is not None
        self.order, self.cards, self.size = order, cards, order.size
        self._progress = progress
        cutting = order.layout.cutting
        self.machine = CUTTERS[cutting.cutter if cutting else CutterName.none]
        self.grid = self._grid()
        self.fonts = [load(shipped_common() / "fonts" / name) for name in FONTS]
        self.words, _ = read_phrases([(shipped_common(), "templates/common")], (FIRST,))
        self.sheets = -(-(len(cards) * order.copies + len(order.layout.skip)) // len(self.grid.slots))
        self.duplex = order.edge if any(card.back for card in cards) else None
        self.shift = self._shift()
        self._digest = sha256("".join(card.front.drawing.name for card in cards).encode()).hexdigest()[:7]
        name = order.given[0].resolve()
        self.title = f"{name.stem if name.is_file() else name.name}-sheets"

    def notes(self) -> Iterator[str]:
        """What is worth knowing: proportions, sizes and edges of pictures, few pixels, cuts without room for marks."""
        yield from self._other_sizes()
        yield from bleed_warnings({card.name: card.front for card in self.cards if not card.size}, self.size)
        if self.order.bleed > self.order.held:
            backs = {f"{card.name}, its back": card.back for card in self.cards if card.back}
            if len(set(backs.values())) == 1:
                backs = {"the back": next(iter(backs.values()))}
            yield from edge_warnings({card.name: card.front for card in self.cards} | backs)
        fitted = [(card.name, *self._fitted(card.front)) for card in self.cards]
        over = [(lost, name) for name, lost, _ in fitted if lost > CUT_OFF]
        if over:
            lost, name = max(over)
            wide, high = self.size
            yield (
                f"{len(over)} of {len(self.cards)} pictures have other proportions than {wide:g} × {high:g} mm:"
                f" up to {lost:.1f} mm are cut off at two edges ({name})"
            )
        coarse = [(dpi, name) for name, _, dpi in fitted if dpi < FINE]
        if coarse:
            yield (
                f"pictures with fewer than {FINE} pixels an inch: {len(coarse)}; the coarsest, {min(coarse)[1]}, has"
                f" {min(coarse)[0]:.0f}"
            )
        yield from self._unmarked()

    def _unmarked(self) -> Iterator[str]:
        """Cuts of a sheet that their crop marks have no room for; a cutting machine needs none."""
        layout = self.order.layout
        skip = layout.skip if self.sheets == 1 else ()
        slots = tuple(slot for slot in self.grid.slots if slot.number not in skip)
        slots = slots[: len(self.cards) * self.order.copies]
        cuts = cut_marks(slots, self.grid.paper, self.order.bleed)[1]
        bare = [cut for cut in cuts if not cut.marks]
        if bare and layout.cutting is None and (layout.marks or Marks.crop) == Marks.crop:
            size = f"{self.size[0]:g} × {self.size[1]:g} mm"
            yield f"{RULE}: {no_room(size, layout.paper, bare)}; {GUIDES}"

    def pages(self, start: int = 0, stop: int | None = None) -> Iterator[Page]:
        """Fronts, each with its backs behind it."""
        backs = {card.name: card.back for card in self.cards}
        for number, front in islice(enumerate(self.fronts()), start, stop):
            yield front
            if self.duplex is not None:
                label = self._label("", self._says("sheet-behind", page=number + 1, pages=self.sheets))
                name, marks = self._says("sheet-back", page=front.label), self.order.layout.marks or Marks.crop
                text = BackText(name, label, self.fonts, self.grid.slots, marks=marks)
                behind = back_page(front, lambda name: self._face(backs[name]), self.duplex, text, self.shift)
                yield emptied(behind) if self.order.layout.empty else behind
            if self._progress is not None:
                self._progress("printing", number + 1, self.sheets)

    def fronts(self) -> Iterator[Page]:
        """The sheets' fronts."""
        layout = self.order.layout
        faces = ((card.name, self._face(card.front)) for card in self.cards)
        items = (Placeable(name, face) for name, face in faces for _ in range(self.order.copies))
        marks, bleed = layout.marks or Marks.crop, self.order.bleed
        zones = quiet_zones(self.machine, self.grid.paper, bleed)
        for number, batch in enumerate(filled(items, self.grid, layout.skip), start=1):
            label = self._label(self._says("sheet-note"), self._says("sheet-page", page=number, pages=self.sheets))
            page = sheet_page(batch, str(number), label, self.fonts, marks=marks, bleed=bleed, zones=zones)
            yield wished_front(page, layout, self.machine)

    def _other_sizes(self) -> Iterator[str]:
        """What is worth knowing of a PDF's pages that are not as large as the component."""
        grown: list[tuple[float, str, Size]] = []
        for card in self.cards:
            if card.size is not None:
                share = max(min(self.size) / min(card.size), max(self.size) / max(card.size))
                grown += [(share, card.name, card.size)] if abs(share - 1) > SAME_SIZE else []
        if grown:
            share, name, (wide, high) = max(grown, key=lambda page: abs(page[0] - 1))
            several = "; cards that lie on one page are not cut apart" if share < SHEET else ""
            yield (
                f"warning: {len(grown)} of {len(self.cards)} pages are not {self.size[0]:g} × {self.size[1]:g} mm:"
                f" {name} is {wide:.4g} × {high:.4g} mm, printed at {share:.0%} of it{several}"
            )

    def _grid(self) -> Grid:
        layout, bleed = self.order.layout, self.order.bleed
        gutter = max(layout.gutter or 0.0, 0.0 if layout.outside else 2 * bleed)
        try:
            sheet = sheet_spec(layout, self.machine, bleed, layout.marks or Marks.crop)
            grid = whole_grid(SlotSpec(self.size, gutter, (), sheet), layout)
        except ValueError as error:
            raise Infeasible(f"{error}; --size says how large it is when cut, --paper takes larger paper") from None
        if {slot.number for slot in grid.slots} <= set(layout.skip):
            raise WrongUse(f"no slot of the first sheet is left to print on (it has {len(grid.slots)})")
        return grid

    def _shift(self) -> Matrix:
        layout = self.order.layout
        if self.duplex is not None:
            return back_shift(layout, self.grid.paper, self.duplex)
        if layout.printer is not None and not moves_fronts(layout.printers, layout.printer):
            raise WrongUse("--printer: it says whose second side to correct, and there are no backs: give --backs too")
        return IDENTITY

    def _face(self, picture: Picture | None) -> Face:
        """A picture on a component: filling it, turned if it lies on its side, mirrored beyond the trim for bleed."""
        wide, high = self.size
        if picture is None:
            return Face(wide, high, ())
        held = self.order.held
        begin = 0.0 - held  # which is never -0.0
        marks = _upright(picture, (begin, begin, wide + 2 * held, high + 2 * held))
        if self.order.bleed > held:
            marks = mirrored_round(marks, (0.0, 0.0, wide, high))
        return Face(wide, high, marks)

    def _fitted(self, picture: Picture) -> tuple[float, float]:
        """Mm that are cut off at one edge where the picture has other proportions, and its pixels an inch."""
        wide, high = (side + 2 * self.order.held for side in self.size)
        across, down = picture.width, picture.height
        if (across > down) != (wide > high) and across != down:
            across, down = down, across
        grown = max(wide / across, high / down)
        return max(across * grown - wide, down * grown - high) / 2, (picture.dpi or FINE) / grown

    def _label(self, note: str, page: str) -> SheetLabel:
        paper = self.order.layout.paper if self.order.layout.names_paper else ""
        return sheet_label(note, self.title, page, paper, self._says("sheet-data", data=self._digest))

    def _says(self, name: str, **values: object) -> str:
        return self.words.say(name, FIRST, FIRST, None, **values)


def _upright(picture: Picture, box: tuple[float, float, float, float]) -> tuple[Mark, ...]:
    left, top, wide, high = box
    if (picture.width > picture.height) == (wide > high) or picture.width == picture.height or wide == high:
        return (picture.placed(left, top, wide, high, _FILL),)
    turned: Matrix = (0.0, 1.0, -1.0, 0.0, left + wide, top)  # a quarter clockwise: its top is on the right
    return (picture.placed(0.0, 0.0, high, wide, _FILL, turned),)


_BARE = 240  # of 255: a grey from which on paper seems white
_BLEEDS = (3.0, 3.175)  # mm: what pictures are made with
_NEAR = 0.004  # in which proportions are the same
_NAMED = 6
_ROUND, _LINED = "round corners", "a white line at an edge"
_THIN = 75  # of the shorter side: 0.8 mm of a poker card
_MOSTLY = 0.8  # of the pixels right behind such a line
_Box = tuple[int, int, int, int]


def edge_warnings(pictures: Mapping[str, Picture]) -> Iterator[str]:
    """Warn of pictures, by their names, with round corners or a stray line at an edge, which bleed would mirror."""
    sources = {n: raster.source for n, each in pictures.items() for raster, *_ in placed_rasters(each.drawing.marks)}
    paths = {name: path for name, path in sources.items() if isinstance(path, Path)}
    flaws = divided([partial(_flaw, path) for path in paths.values()], cores_here())
    for flaw, result in (
        (_ROUND, "and bleed mirrored from there is white: {}; fill them"),
        (_LINED, "which bleed mirrors onto the cut: {}; trim it"),
    ):
        if marred := [name for name, own in zip(paths, flaws, strict=True) if own == flaw]:
            noun = "1 picture has" if len(marred) == 1 else f"{len(marred)} pictures have"
            yield f"warning: {noun} {flaw}, {result.format(_named(marred))}"


def bleed_warnings(pictures: Mapping[str, Picture], size: Size) -> Iterator[str]:
    """Warn where some pictures have the proportions of the cut card, and others those of one with bleed."""
    plain, *bled = [(min(size) + 2 * bleed) / (max(size) + 2 * bleed) for bleed in (0.0, *_BLEEDS)]
    shapes = {name: min(each.width, each.height) / max(each.width, each.height) for name, each in pictures.items()}
    without = [name for name, shape in shapes.items() if abs(shape - plain) <= _NEAR]
    with_bleed = [name for name, shape in shapes.items() if min(abs(shape - each) for each in bled) <= _NEAR]
    if min(bled) - plain > 2 * _NEAR and without and with_bleed:
        sorts = f"with it: {_named(with_bleed)}; without: {_named(without)}"
        yield f"warning: some pictures seem to hold bleed and others not, so one sort comes out of size; {sorts}"


def _flaw(path: Path) -> str:
    """What of a picture's edges would show: white or see-through corners, a white line along one or two edges."""
    from PIL import Image

    with Image.open(path) as stored:
        stored.draft(None, (400, 400))
        whole = stored.convert("RGBA")
    paper = Image.new("RGBA", whole.size, "white")
    paper.alpha_composite(whole)
    grey, (wide, high) = paper.convert("L"), whole.size
    if min(wide, high) < 50:
        return ""

    def inked(box: _Box) -> float:
        dark = sum(grey.crop(box).histogram()[:_BARE])
        return dark / ((box[2] - box[0]) * (box[3] - box[1]))

    x, y = wide // 4, high // 4
    edges = ((0, y, 1, high - y), (wide - 1, y, wide, high - y), (x, 0, wide - x, 1), (x, high - 1, wide - x, high))
    corners = ((left, top, left + 2, top + 2) for left in (0, wide - 2) for top in (0, high - 2))
    bare = [not inked(edge) for edge in edges]
    if sum(bare) <= 1 and not any(map(inked, corners)):
        return _ROUND
    most = max(min(wide, high) // _THIN, 3)  # pixels
    inwards = ((1, 0), (-1, 0), (0, 1), (0, -1))
    lined = [
        edge
        for edge, (across, down), is_bare in zip(edges, inwards, bare, strict=True)
        if is_bare and next(filter(None, map(inked, _behind(edge, across, down, most))), 0) > _MOSTLY
    ]
    return _LINED if 1 <= len(lined) <= 2 else ""


def _behind(edge: _Box, across: int, down: int, most: int) -> Iterator[_Box]:
    """The lines of pixels that follow an edge inwards."""
    left, top, right, bottom = edge
    for step in range(1, most + 1):
        yield left + across * step, top + down * step, right + across * step, bottom + down * step


def _named(names: Sequence[str]) -> str:
    return ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
