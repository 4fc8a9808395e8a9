"""What to print and how: the values that commands put together, and what they come to for a game."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from generator.catalog.game import Game, Item, Kind
from generator.catalog.load import languages_of
from generator.choices import Backs, CutFormat, CutterName, Edge, InkName, Marks, TrimName
from generator.face.renderer import Side
from generator.marks.marks import Outline
from generator.printing.profiles import find_profile
from generator.project import Project
from generator.refusal import Infeasible, NotFound, WrongUse
from generator.sheet.cutters import CUTTERS, Cutter, quiet_zones
from generator.sheet.grid import Grid, enlarged, fit_grid
from generator.sheet.nesting import hexagon_of
from generator.sheet.shared import SheetSpec
from generator.sheet.slug_boxes import SLUG, SLUG_OF_MACHINES
from generator.sizes import UNPRINTABLE, Size, paper_size
from generator.workspace.build import OWN_LANGUAGE


@dataclass(frozen=True, slots=True)
class Choice:
    """What is taken of a game, and in which of its designs."""

    kinds: tuple[str, ...] = ()  # all printed kinds if empty
    items: tuple[str, ...] = ()  # all items if empty
    language: str | None = None  # the game's own if None
    ink: InkName = InkName.full
    preferred: str | None = None  # the language of games that are written in it, where none is demanded

    def takes(self, item: Item) -> bool:
        """Whether an item of the kinds is meant."""
        return not self.items or item.id in self.items

    def language_of(self, game: Game) -> str:
        """The language that texts are in."""
        return self.language or (self.preferred if self.preferred in game.languages else None) or game.language

    def kept(self, project: Project, name: str) -> str:
        """The language whose faces are to be kept while a game is checked, to be printed then."""
        if self.language is None and self.preferred in languages_of(project.data / name):
            return self.preferred or OWN_LANGUAGE
        return self.language or OWN_LANGUAGE


@dataclass(frozen=True, slots=True)
class Cutting:
    """How a machine cuts the sheets."""

    form: CutFormat  # of the drawings beside each file
    cutter: CutterName = CutterName.silhouette  # the commonest
    by_hand: tuple[str, ...] = ()  # kinds that are not cut by machine nevertheless

    def takes(self, kind: Kind) -> bool:
        """Whether the machine cuts the kind's sheets. Pages of running text are read, not cut."""
        return not kind.prose and kind.name not in self.by_hand


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """How components lie on paper."""

    paper: str = "a4"
    backs: Backs = Backs.none  # of kinds that have a back
    printer: str | None = None  # whose profile shifts backs
    printers: Path = Path("printers.yaml")  # where the profiles are
    marks: Marks = Marks.crop
    bleed: float = 0.0  # mm that faces reach beyond their trim
    gutter: float = 0.0  # mm between neighbours, where a kind wants less
    skip: tuple[int, ...] = ()  # slots to leave empty on the first sheet
    enlarged: bool = False  # one component a sheet, as large as it can be
    cutting: Cutting | None = None
    trim: TrimName = TrimName.straight

    def front(self, kind: Kind) -> Side:
        """The side of a kind that is printed as its front."""
        return "shaped" if self.trim == TrimName.shaped and kind.shaped else "front"

    def back(self, kind: Kind) -> Side:
        """The side of a kind that is printed as its back."""
        return "shaped-back" if self.trim == TrimName.shaped and kind.shaped_back else "back"

    def between(self, kind: Kind) -> float:
        """Mm between neighbours of a kind."""
        shaped = kind.shaped_gutter if self.front(kind) == "shaped" else None
        return max(kind.gutter if shaped is None else shaped, self.gutter, 2 * self.bleed)

    def machine(self, kind: Kind) -> Cutter:
        """The cutting machine that the kind's sheets are for; one that needs no marks where none cuts them."""
        return CUTTERS[self.cutting.cutter if self.cutting and self.cutting.takes(kind) else CutterName.none]


@dataclass(frozen=True, slots=True)
class RenderOrder:
    """The sheets of a game's components, a file a kind."""

    choice: Choice = field(default_factory=Choice)
    layout: SheetLayout = field(default_factory=SheetLayout)
    out: Path = Path("output")
    copies: int | None = None  # of each item; as each says if None
    changed_since: Path | None = None  # a print manifest: print only what differs from it
    suffix: str = ""  # what is added to the name of each file
    preflight: bool = True  # read each file back before it is put in place
    ink_report: bool = False  # estimate how much ink each page takes


@dataclass(frozen=True, slots=True)
class BlankOrder:
    """Blank forms to write on by hand, a file a kind."""

    choice: Choice = field(default_factory=Choice)  # of kinds
    paper: str = "a4"
    out: Path = Path("output")
    pages: int = 1  # sheets of each kind
    count: int | None = None  # so many forms in place of whole sheets
    style: str | None = None  # what a form shows; the kind's first style if None
    art: str | None = None  # the picture on forms that show one, or `mix`
    trim: TrimName = TrimName.straight

    @property
    def layout(self) -> SheetLayout:
        """How the forms lie on paper."""
        return SheetLayout(self.paper, trim=self.trim)


def require_language(game: Game, choice: Choice) -> None:
    """See that a game is written in the language that is wanted.

    Raises:
        NotFound: it is not.
    """
    if choice.language is not None and choice.language not in game.languages:
        known = ", ".join(game.languages)
        raise NotFound(f"{game.name} is not written in {choice.language!r}; its languages: {known}")


def choose_kinds(game: Game, choice: Choice) -> list[Kind]:
    """The kinds to print.

    Raises:
        NotFound: a kind or item is not there, or the game is not in the language.
    """
    printed = [kind for kind in game.kinds.values() if kind.printed]
    for name in choice.kinds:
        if name not in [kind.name for kind in printed]:
            known = ", ".join(kind.name for kind in printed)
            raise NotFound(f"{game.name} prints no kind {name!r}; known: {known}")
    kinds = [kind for kind in printed if not choice.kinds or kind.name in choice.kinds]
    for item in choice.items:
        if not any(known.id == item for kind in kinds for known in kind.items):
            raise NotFound(f"{game.name} has no item {item!r} in {', '.join(kind.name for kind in kinds)}")
    require_language(game, choice)
    if choice.items:
        kinds = [kind for kind in kinds if any(item.id in choice.items for item in kind.items)]
    return kinds


def choose_games(games: Sequence[Game], choice: Choice, *, named: bool) -> list[Game]:
    """The games that a choice concerns: where none was named, those that have its kinds, items and language.

    Raises:
        NotFound: a game that was named, or all of them, lack what was selected.
    """
    chosen, refused = [], None
    for game in games:
        try:
            choose_kinds(game, choice)
            chosen.append(game)
        except NotFound as error:
            if named or len(games) == 1:
                raise
            refused = error
    if not chosen and refused is not None:
        raise refused
    return chosen


def check_printer(layout: SheetLayout) -> None:
    """See that backs can be shifted as the layout wants it.

    Raises:
        NotFound: there is no such profile.
        WrongUse: it was measured for paper turned about the other edge.
    """
    if layout.printer is not None:
        find_profile(layout.printers, layout.printer, layout.backs.edge or Edge.long)


def cut_by_hand(game: Game, choice: Choice, layout: SheetLayout) -> SheetLayout:
    """The layout, with the kinds that are too large for the cutting machine left to be cut by hand.

    Kinds that were asked for by name stay: what cannot be done with them is to be refused.
    """
    if layout.cutting is None or choice.kinds:
        return layout
    too_large = []
    for kind in choose_kinds(game, choice):
        try:
            sheet_grid(kind, layout)
        except Infeasible:
            too_large.append(kind.name)
    return replace(layout, cutting=replace(layout.cutting, by_hand=tuple(too_large)))


class SlotSpec(NamedTuple):
    """What decides which components can follow each other on one grid: equal for kinds of one size."""

    card: Size  # mm; of front and back together where they are to be folded
    gutter: float
    outline: Outline  # of hexagons, which nest; empty for all else
    sheet: SheetSpec


def slot_spec(kind: Kind, layout: SheetLayout, outline: Outline = ()) -> SlotSpec:
    """The slots of a kind whose components have this outline, if not that of a rectangle.

    Raises:
        Infeasible: there is no such paper.
    """
    assert kind.size is not None
    width, height = kind.size
    folded = layout.backs == Backs.fold and kind.back is not None
    card = (2 * width, height) if folded else kind.size
    gutter = layout.between(kind)
    nests = not folded and not layout.enlarged and hexagon_of(outline, *card) is not None
    machine, bleed = layout.machine(kind), layout.bleed
    try:
        paper = paper_size(layout.paper)
    except ValueError as error:
        raise Infeasible(f"{kind.name}: {error}") from None
    margin = max(UNPRINTABLE, machine.inset) + bleed
    sheet = SheetSpec(paper, margin, quiet_zones(machine, paper, bleed), bleed)
    return SlotSpec(card, gutter, outline if nests else (), sheet)


def sheet_grid(kind: Kind, layout: SheetLayout, outline: Outline = ()) -> Grid:
    """The grid of a kind's sheets, or of its fronts and backs side by side where they are to be folded.

    Hexagons, as their ``outline`` tells, nest.

    Raises:
        Infeasible: not one component fits the paper.
        WrongUse: slots are to stay empty that are not there, or all of them.
    """
    card, gutter, outline, (paper, margin, zones, bleed) = slot_spec(kind, layout, outline)
    machine = layout.machine(kind)
    try:
        if layout.enlarged:
            grid = enlarged(paper, card, margin=margin, zones=zones, bleed=bleed)
        else:
            pieces = SLUG_OF_MACHINES if zones else SLUG
            grid = fit_grid(
                paper, card, gutter=gutter, margin=margin, keep_out=pieces, zones=zones, bleed=bleed, outline=outline
            )
    except ValueError as error:
        way_out = f": that room is for --cutter {machine.name}; take --cutter none, or leave {kind.name} out of --cut"
        raise Infeasible(f"{kind.name}: {error}{way_out if machine.inset else ''}") from None
    last = max(layout.skip, default=0)
    if last > len(grid.slots) > 1:
        raise WrongUse(f"{kind.name}: a sheet has {len(grid.slots)} slots; {last} is none of them")
    if {slot.number for slot in grid.slots} <= set(layout.skip):
        raise WrongUse(f"{kind.name}: all {len(grid.slots)} slots of the first sheet are to stay empty")
    return grid
