"""What to print and how: the kinds and items, the paper, and what becomes of it."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from generator.catalog.game import Game, Kind
from generator.project import NotFound

if TYPE_CHECKING:
    from generator.sheet.cutters import Cutter
    from generator.sheet.grid import Grid
    from generator.svg.ink import InkName

Backs = Literal["long", "short", "separate", "fold", "none"]
Marks = Literal["crop", "guides", "none"]
Cut = Literal["", "svg", "dxf"]


@dataclass(frozen=True, slots=True)
class Order:
    """What to print and how."""

    kinds: tuple[str, ...] = ()  # all printed kinds if empty
    items: tuple[str, ...] = ()  # all items if empty
    paper: str = "a4"
    language: str | None = None  # the game's own if None
    copies: int | None = None  # of each item; as each says if None
    out: Path = Path("output")
    backs: Backs = "none"  # of kinds that have a back
    marks: Marks = "crop"
    bleed: float = 0.0  # mm that faces reach beyond their trim
    gutter: float = 0.0  # mm between neighbours, where a kind wants less
    skip: tuple[int, ...] = ()  # slots to leave empty on the first sheet
    enlarged: bool = False  # one component a sheet, as large as it can be
    style: str | None = None  # of blank forms; the kind's first if None
    blanks: int | None = None  # how many blank forms of a kind; whole sheets if None
    art: str | None = None  # the picture on blank forms, or `mix`
    changed_since: Path | None = None  # a ledger of printed faces: print only what differs from it
    printer: str | None = None  # whose profile shifts backs
    printers: Path = Path("printers.yaml")
    cut: Cut = ""  # cut lines for a cutting machine beside each file
    cutter: str = ""  # the machine that cuts; the commonest if empty
    by_hand: tuple[str, ...] = ()  # kinds that are not cut by machine nevertheless
    mark: str = ""  # what is added to the name of each file
    preflight: bool = True  # read each file back before it is put in place
    ink: "InkName" = "full"  # or the games' own design for low ink
    ink_report: bool = False  # estimate how much ink each page takes

    def is_cut(self, kind: Kind) -> bool:
        """Whether a machine cuts the kind's sheets. Pages of running text are read, not cut."""
        return bool(self.cut) and not kind.prose and kind.name not in self.by_hand

    def machine(self, kind: Kind) -> "Cutter":
        """The cutting machine that the kind's sheets are for; one that needs no marks where none cuts them."""
        from generator.sheet.cutters import CUTTERS, DEFAULT

        return CUTTERS[self.cutter or DEFAULT] if self.is_cut(kind) else CUTTERS["none"]


def choose_kinds(game: Game, order: Order) -> list[Kind]:
    """The kinds to print.

    Raises:
        NotFound: a kind or item is not there, or the game is not in the language.
    """
    printed = [kind for kind in game.kinds.values() if kind.printed]
    for name in order.kinds:
        if name not in [kind.name for kind in printed]:
            known = ", ".join(kind.name for kind in printed)
            raise NotFound(f"{game.name} prints no kind {name!r}; known: {known}")
    kinds = [kind for kind in printed if not order.kinds or kind.name in order.kinds]
    for item in order.items:
        if not any(known.id == item for kind in kinds for known in kind.items):
            raise NotFound(f"{game.name} has no item {item!r} in {', '.join(kind.name for kind in kinds)}")
    if order.language is not None and order.language not in game.languages:
        known = ", ".join(game.languages)
        raise NotFound(f"{game.name} is not written in {order.language!r}; its languages: {known}")
    if order.items:
        kinds = [kind for kind in kinds if any(item.id in order.items for item in kind.items)]
    return kinds


def check_printer(order: Order) -> None:
    """See that backs can be shifted as the order wants it.

    Raises:
        NotFound: there is no such profile, or it was measured for paper turned about the other edge.
    """
    from generator.printing.profiles import find_profile

    if order.printer is not None:
        find_profile(order.printers, order.printer, "short" if order.backs == "short" else "long")


def cut_by_hand(game: Game, order: Order) -> Order:
    """The order, with the kinds that are too large for the cutting machine left to be cut by hand.

    Kinds that were asked for by name stay: what cannot be done with them is to be refused.
    """
    if not order.cut or order.kinds:
        return order
    too_large = []
    for kind in choose_kinds(game, order):
        try:
            sheet_grid(kind, order)
        except NotFound:
            too_large.append(kind.name)
    return replace(order, by_hand=tuple(too_large))


def sheet_grid(kind: Kind, order: Order) -> "Grid":
    """The grid of a kind's sheets, or of its fronts and backs side by side where they are to be folded.

    Raises:
        NotFound: not one component fits the paper.
    """
    from generator.sheet.cutters import quiet_zones
    from generator.sheet.grid import enlarged, fit_grid
    from generator.sizes import UNPRINTABLE, paper_size

    assert kind.size is not None
    width, height = kind.size
    size = (2 * width, height) if order.backs == "fold" and kind.back else kind.size
    gutter = max(kind.gutter, order.gutter, 2 * order.bleed)
    machine = order.machine(kind)
    margin = max(UNPRINTABLE, machine.inset)
    try:
        paper = paper_size(order.paper)
        zones = quiet_zones(machine, paper, order.bleed)
        if order.enlarged:
            grid = enlarged(paper, size, margin=margin + order.bleed, zones=zones, bleed=order.bleed)
        else:
            grid = fit_grid(paper, size, gutter=gutter, margin=margin + order.bleed, zones=zones, bleed=order.bleed)
    except ValueError as error:
        way_out = f": that room is for --cutter {machine.name}; take --cutter none, or leave {kind.name} out of --cut"
        raise NotFound(f"{kind.name}: {error}{way_out if machine.inset else ''}") from None
    last = max(order.skip, default=0)
    if last > len(grid.slots) > 1:
        raise NotFound(f"{kind.name}: a sheet has {len(grid.slots)} slots; {last} is none of them")
    if {slot.number for slot in grid.slots} <= set(order.skip):
        raise NotFound(f"{kind.name}: all {len(grid.slots)} slots of the first sheet are to stay empty")
    return grid
