"""Sheets of finished pictures: imposed, with backs, marks and cut lines, and proved like the sheets of a game."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from itertools import islice, product
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from generator.check.build import Progress
from generator.check.unmarked import GUIDES, RULE, no_room
from generator.core.choices import CutterName, Edge, Marks, Size
from generator.core.folders import shipped_common
from generator.core.leftovers import scratch
from generator.core.problem import Infeasible, WrongUse
from generator.draw.marks.fonts import load
from generator.draw.marks.marks import IDENTITY, Face, Mark, Matrix
from generator.draw.marks.picture import Aspect, Picture
from generator.draw.phrases import FIRST, read_phrases
from generator.model.kind_fields import overlap_of
from generator.pdf.page_forms import pages_forgotten
from generator.printing.board_pieces import back_piece, joining_marks, name_boxes, names_and_map, piece_of
from generator.printing.finished import ALL, FinishedCard, Selection, cards_of
from generator.printing.finished_edges import bleed_warnings, edge_warnings
from generator.printing.measuring import FONTS
from generator.printing.order import SheetLayout
from generator.printing.profiles import moves_fronts
from generator.printing.proof import write_proved
from generator.printing.sheets import OF_PIECE, draw_cuts
from generator.printing.slots import SlotSpec, back_shift, sheet_spec, whole_grid, wished_front
from generator.sheet.backs import BackText, back_page
from generator.sheet.crop_marks import cut_marks
from generator.sheet.cutters import CUTTERS, quiet_zones
from generator.sheet.grid import Grid
from generator.sheet.impose import Batch, Placeable, filled, sheet_page
from generator.sheet.joining import Joint, JointSheet, joined
from generator.sheet.margin_text import SheetLabel, legible, sheet_label
from generator.sheet.page import Document, Page, PageRun, emptied, mirrored_round

IN_PICTURE = 3.175  # mm: an eighth of an inch, as shops want it
CUT_OFF = 0.5  # mm of a picture's side that may be lost without a word
SAME_SIZE, SHEET = 0.02, 0.7  # how far a page's size is off unnoticed; shares to which sheets of cards are reduced
MOST_PRINTED = 100_000
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
    copies: int = 1  # of each, or of as many as its name or a list says
    selection: Selection = ALL

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
    printed: int  # the same, with their copies
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
    with scratch() as folder, pages_forgotten():
        notes: list[str] = []
        cards, size = cards_of(
            order.given,
            order.backs,
            folder,
            progress,
            order.held,
            out=order.out,
            report=notes.append,
            selection=replace(order.selection, size=order.size),
        )
        imposition = _Imposition(replace(order, size=order.size or size or default), cards, progress)
        file, cutting = order.out / f"{imposition.title}.pdf", order.layout.cutting
        document = Document(imposition.title, FIRST, duplex=imposition.duplex)
        write_proved(document, PageRun(imposition.sheets, imposition.pages), file)
        fronts = ((page, imposition.machine) for page in imposition.fronts())
        cuts = draw_cuts(fronts, cutting.form, file) if cutting else []
        made = len(cards), imposition.printed, imposition.sheets
        return ImposedFile(file, *made, tuple(cuts), (*notes, *imposition.notes()))


class _Imposition:
    """One file in the making."""

    def __init__(self, order: ImposeOrder, cards: Sequence[FinishedCard], progress: Progress | None) -> None:
        assert order.size is not None
        self.order, self.cards, self.size = order, cards, order.size
        self._progress = progress
        cutting = order.layout.cutting
        self.machine = CUTTERS[cutting.cutter if cutting else CutterName.none]
        self.joint: Joint | None = None
        self.grid = self._grid()
        self.fonts = [load(shipped_common() / "fonts" / name) for name in FONTS]
        self.words, _ = read_phrases([(shipped_common(), "templates/common")], (FIRST,))
        self.printed = sum(card.copies for card in cards) * order.copies
        if self.printed > MOST_PRINTED:
            raise Infeasible(
                f"these are {self.printed:,} cards with their copies; {MOST_PRINTED:,} at once are the most"
            )
        self.sheets = -(-(self.printed + len(order.layout.skip)) // len(self.grid.slots))
        if self.joint is not None:
            self.sheets = self.printed * len(self.joint.sheets)
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
        slots = slots[: self.printed] if self.joint is None else slots
        cuts = cut_marks(slots, self.grid.paper, self.order.bleed)[1]
        bare = [cut for cut in cuts if not cut.marks]
        if bare and layout.cutting is None and (layout.marks or Marks.crop) == Marks.crop:
            size = f"{self.size[0]:g} × {self.size[1]:g} mm"
            yield f"{RULE}: {no_room(size, layout.paper, bare)}; {GUIDES}"

    def pages(self, start: int = 0, stop: int | None = None) -> Iterator[Page]:
        """Fronts, each with its backs behind it."""
        backs = {card.name: card.back for card in self.cards}
        for number, (front, sheet) in islice(enumerate(self._fronts()), start, stop):
            yield front
            if self.duplex is not None:
                label = self._label("", self._says("sheet-behind", page=number + 1, pages=self.sheets))
                name, marks = self._says("sheet-back", page=front.label), self.order.layout.marks or Marks.crop
                slots = self.grid.slots if sheet is None else sheet.grid.slots
                text = BackText(name, label, self.fonts, slots, marks=marks)
                behind = back_page(front, partial(self._back, backs, sheet), self.duplex, text, self.shift)
                yield emptied(behind) if self.order.layout.empty else behind
            if self._progress is not None:
                self._progress("printing", number + 1, self.sheets)

    def fronts(self) -> Iterator[Page]:
        """The sheets' fronts."""
        return (page for page, _ in self._fronts())

    def _fronts(self) -> Iterator[tuple[Page, JointSheet | None]]:
        layout = self.order.layout
        marks, bleed = layout.marks or Marks.crop, self.order.bleed
        zones = quiet_zones(self.machine, self.grid.paper, bleed)
        for number, (batch, sheet) in enumerate(self._batches(), start=1):
            label = self._label(self._says("sheet-note"), self._says("sheet-page", page=number, pages=self.sheets))
            taken = zones if sheet is None else (*zones, *name_boxes(sheet, bleed))
            page = sheet_page(batch, str(number), label, self.fonts, marks=marks, bleed=bleed, zones=taken)
            if sheet is not None and self.joint is not None:
                page = replace(page, slug=(*page.slug, *names_and_map(self.joint, sheet, bleed, self.fonts)))
            yield wished_front(page, layout, self.machine), sheet

    def _batches(self) -> Iterator[tuple[Batch, JointSheet | None]]:
        """What each sheet holds; where components are larger than the paper, with the pieces."""
        faces = ((card, self._face(card.front)) for card in self.cards)
        items = (Placeable(card.name, face) for card, face in faces for _ in range(card.copies * self.order.copies))
        if self.joint is None:
            yield from ((batch, None) for batch in filled(items, self.grid, self.order.layout.skip))
            return
        for item, sheet in product(items, self.joint.sheets):
            pieces = [
                Placeable(
                    f"{item.item}{OF_PIECE}{piece.name}",
                    piece_of(item.face, piece, self.order.bleed, joining_marks(piece, self.fonts)),
                )
                for piece in sheet.pieces
            ]
            yield Batch(sheet.grid, sheet.grid.slots, pieces), sheet

    def _back(self, backs: Mapping[str, Picture | None], sheet: JointSheet | None, name: str) -> Face:
        """The back of what a placement shows."""
        if sheet is None:
            return self._face(backs[name])
        name, _, own = name.rpartition(OF_PIECE)
        piece = next(piece for piece in sheet.pieces if piece.name == own)
        return piece_of(self._face(backs[name]), back_piece(piece, self.size[0]), self.order.bleed)

    def _other_sizes(self) -> Iterator[str]:
        """What is worth knowing of a PDF's pages that are not as large as the component."""
        grown: list[tuple[float, str, Size]] = []
        for card in self.cards:
            if card.size is not None:
                share = max(min(self.size) / min(card.size), max(self.size) / max(card.size))
                grown += [(share, card.name, card.size)] if abs(share - 1) > SAME_SIZE else []
        if grown:
            share, name, (wide, high) = max(grown, key=lambda page: abs(page[0] - 1))
            several = "; --cards 3x3 cuts cards that lie on one page apart" if share < SHEET else ""
            yield (
                f"warning: {len(grown)} of {len(self.cards)} pages are not {self.size[0]:g} × {self.size[1]:g} mm:"
                f" {name} is {wide:.4g} × {high:.4g} mm, printed at {share:.0%} of it{several}"
            )

    def _grid(self) -> Grid:
        layout, bleed = self.order.layout, self.order.bleed
        gutter = max(layout.gutter or 0.0, 0.0 if layout.outside else 2 * bleed)
        try:
            spec = SlotSpec(self.size, gutter, (), sheet_spec(layout, self.machine, bleed, layout.marks or Marks.crop))
            grid = whole_grid(spec, layout)
        except ValueError as error:
            if layout.join is None:
                apart = "--cards 3x3 cuts a sheet of cards apart, " if any(card.size for card in self.cards) else ""
                more = f"{apart}--paper takes larger paper, --join overlap prints it in pieces"
                raise Infeasible(f"{error}; --size says how large it is when cut, {more}") from None
            return self._joined(spec)
        if {slot.number for slot in grid.slots} <= set(layout.skip):
            raise WrongUse(f"no slot of the first sheet is left to print on (it has {len(grid.slots)})")
        return grid

    def _joined(self, spec: SlotSpec) -> Grid:
        """The grid of the first sheet of a component in pieces."""
        layout = self.order.layout
        assert layout.join is not None
        if layout.skip or layout.sheet is not None:
            raise WrongUse("--skip, --start-at and --on-sheet are for components that fit the paper, not for pieces")
        try:
            self.joint = joined(self.size, overlap_of(layout.join), spec.sheet)
        except ValueError as error:
            raise Infeasible(str(error)) from None
        return self.joint.sheets[0].grid

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
        return sheet_label(
            note, legible(self.title, self.fonts), page, paper, self._says("sheet-data", data=self._digest)
        )

    def _says(self, name: str, **values: object) -> str:
        return self.words.say(name, FIRST, FIRST, None, **values)


def _upright(picture: Picture, box: tuple[float, float, float, float]) -> tuple[Mark, ...]:
    left, top, wide, high = box
    if (picture.width > picture.height) == (wide > high) or picture.width == picture.height or wide == high:
        return (picture.placed(left, top, wide, high, _FILL),)
    turned: Matrix = (0.0, 1.0, -1.0, 0.0, left + wide, top)  # a quarter clockwise: its top is on the right
    return (picture.placed(0.0, 0.0, high, wide, _FILL, turned),)
