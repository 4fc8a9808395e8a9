"""What to print and how: the values that commands put together, and what they come to for a game."""

# An order is there before it is known whether anything is to be done for it: what it comes to is imported then.
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

from generator.check.cache import Cache
from generator.check.scope import OWN_LANGUAGE, WHOLE, Scope, UsualSheets
from generator.core.choices import Backs, CutFormat, CutterName, Edge, InkName, JoinName, TrimName
from generator.core.cores import cores_here
from generator.core.folders import Project
from generator.core.problem import Faulty, NotFound, Refusal

if TYPE_CHECKING:
    from generator.check.build import Progress
    from generator.check.result import CheckResult
    from generator.draw.renderer import Side
    from generator.model.game import Game, Item, Kind
    from generator.model.own_sheets import OwnSheet
    from generator.sheet.cutters import Cutter


class Choice(Struct, frozen=True):
    """What is taken of a game, and in which of its designs."""

    kinds: tuple[str, ...] = ()  # all printed kinds if empty
    items: tuple[str, ...] = ()  # all items if empty
    language: str | None = None  # the game's own if None
    ink: InkName = InkName.full
    preferred: str | None = None  # the language of games that are written in it, where none is demanded
    wanted: tuple[str, ...] = ()  # of a box: the items that its plan is to choose, by their ids or names

    def takes(self, item: "Item") -> bool:
        """Whether an item of the kinds is meant."""
        return not self.items or item.id in self.items

    def asked_language(self, game: "Game") -> str | None:
        """The language that is demanded, or preferred where the game has it."""
        return self.language or (self.preferred if self.preferred in game.languages else None)

    def language_of(self, game: "Game") -> str:
        """The language that texts are in."""
        return self.asked_language(game) or game.language

    def scope(self, *, every_language: bool = False, **parts: float | str | None) -> Scope:
        """What a print of this stands on; what is ``parts`` of items and beside them, `Scope` says."""
        languages = tuple(language for language in (self.language, self.preferred) if language is not None)
        settings = {"shaped": False, "forms": False, **parts}
        return Scope(self.kinds, self.items, languages, every_language, whole=False, **settings)  # type: ignore[arg-type]

    def to_keep(self, project: Project, name: str) -> str:
        """The language whose faces are to be kept while a game is checked, to be printed then."""
        from generator.model.at_a_glance import outline_of

        if self.language is None and self.preferred in outline_of(project.data / name).languages:
            return self.preferred or OWN_LANGUAGE
        return self.language or OWN_LANGUAGE

    def check(
        self,
        project: Project,
        name: str,
        scope: Scope,
        progress: "Progress | None",
        replace: dict[str, tuple[Path, str]] | None = None,
    ) -> "CheckResult":
        """Check a game for a print that stands on ``scope``, and keep the faces; as `check_game` otherwise."""
        from generator.check.build import check_game

        keep = self.to_keep(project, name)
        return check_game(project, name, replace=replace, progress=progress, keep=keep, ink=self.ink, scope=scope)


class Cutting(Struct, frozen=True):
    """How a machine cuts the sheets."""

    form: CutFormat  # of the drawings beside each file
    cutter: CutterName = CutterName.silhouette  # the commonest
    by_hand: tuple[str, ...] = ()  # kinds that are not cut by machine nevertheless

    def takes(self, kind: "Kind") -> bool:
        """Whether the machine cuts the kind's sheets. Pages of running text are read, not cut."""
        return not kind.prose and kind.name not in self.by_hand


class SheetLayout(UsualSheets, frozen=True):
    """How components lie on paper."""

    printer: str | None = None  # whose profile shifts backs
    printers: Path = Path("printers.yaml")  # where the profiles are
    join: JoinName | None = None  # how what is larger than the paper is put together
    skip: tuple[int, ...] = ()  # slots to leave empty on the first sheet
    enlarged: bool = False  # one component a sheet, as large as it can be
    cutting: Cutting | None = None
    booklet: bool = False  # running text two pages a side, to be folded and stapled
    back_bleed: float | None = None  # mm that backs reach beyond their trim; as the fronts if None
    outside: bool = False  # bleed beyond the block of components alone, which need no room for it between them
    empty: bool = False  # outlines and marks without faces
    names_paper: bool = False  # say in the margin which paper the sheet is for
    sheet: "OwnSheet | None" = None  # where components lie, in place of what is worked out

    def back(self, kind: "Kind") -> "Side":
        """The side of a kind that is printed as its back."""
        return "shaped-back" if self.trim == TrimName.shaped and kind.shaped_back else "back"

    @property
    def looked_for(self) -> dict[str, Any]:
        """What of it counts when a game is checked: see `Scope`."""
        return {"shaped": self.trim == TrimName.shaped, "bleed": self.bleed, "joined": self.join is not None}

    def room_of(self, kind: "Kind") -> float:
        """Mm that components of a kind take beyond their trim, on the side that takes more."""
        return max(self.bleed_of(kind), self.back_bleed_of(kind))

    def back_bleed_of(self, kind: "Kind") -> float:
        """Mm that backs of a kind reach beyond their trim."""
        alone = None if kind.prose or self.backs in (Backs.none, Backs.fold) else self.back_bleed
        return self.bleed_of(kind) if alone is None else alone

    def overlap_of(self, kind: "Kind") -> float | None:
        """Mm that pieces of a kind that is larger than the paper lie over each other; None: it has to fit."""
        from generator.model.kind_fields import overlap_of

        if kind.prose or self.join is None or (self.join == JoinName.overlap and kind.join):
            return None if kind.prose else kind.join
        return overlap_of(self.join)

    def between(self, kind: "Kind") -> float:
        """Mm between neighbours of a kind."""
        shaped = kind.shaped_gutter if self.front(kind) == "shaped" else None
        own = kind.gutter if shaped is None else shaped
        return max(own if self.gutter is None else self.gutter, 0.0 if self.outside else 2 * self.room_of(kind))

    @property
    def by_hand(self) -> tuple[str, ...]:
        """The kinds that are cut by hand though a machine cuts the others."""
        return self.cutting.by_hand if self.cutting else ()

    def machine(self, kind: "Kind") -> "Cutter":
        """The cutting machine that the kind's sheets are for; one that needs no marks where none cuts them."""
        from generator.sheet.cutters import CUTTERS

        return CUTTERS[self.cutting.cutter if self.cutting and self.cutting.takes(kind) else CutterName.none]


class RenderOrder(Struct, frozen=True):
    """The sheets of a game's components, one file per kind."""

    choice: Choice = field(default_factory=Choice)
    layout: SheetLayout = field(default_factory=SheetLayout)
    out: Path = Path("output")
    copies: int | None = None  # of each item; as each says if None
    changed_since: Path | None = None  # a print manifest: print only what differs from it
    suffix: str = ""  # what is added to the name of each file
    preflight: bool = True  # read each file back before it is put in place
    ink_report: bool = False  # estimate how much ink each page takes

    @property
    def scope(self) -> Scope:
        """What it stands on."""
        compared = self.changed_since is not None  # with both sides
        backs = self.layout.backs != Backs.none or compared
        return self.choice.scope(backs=backs, **self.layout.looked_for)


class BlankOrder(Struct, frozen=True):
    """Blank forms to write on by hand, one file per kind."""

    choice: Choice = field(default_factory=Choice)  # of kinds
    layout: SheetLayout = field(default_factory=SheetLayout)
    out: Path = Path("output")
    pages: int = 1  # sheets of each kind
    count: int | None = None  # this many forms in place of whole sheets
    style: str | None = None  # what a form shows; the kind's first style if None
    art: str | None = None  # the picture on forms that show one, or `mix`

    @property
    def scope(self) -> Scope:
        """What they stand on."""
        backs = self.layout.backs != Backs.none
        return self.choice.scope(faces=False, backs=backs, forms=True, **self.layout.looked_for)


class BoxOrder(Struct, frozen=True):
    """The box of a game, in one file."""

    game: str
    players: int
    mode: str | None = None  # the first for so many if None
    choice: Choice = field(default_factory=Choice)  # of a language, and of items that are to be in it
    layout: SheetLayout = field(default_factory=SheetLayout)
    out: Path = Path("output")


def require_language(game: "Game", choice: Choice) -> None:
    """See that a game is written in the language that is wanted.

    Raises:
        NotFound: it is not.
    """
    if choice.language is not None and choice.language not in game.languages:
        from generator.model.game import missing

        languages = ", ".join(game.languages)
        raise missing([game], f"{game.name} is not written in {choice.language!r}; its languages: {languages}")


def choose_kinds(game: "Game", choice: Choice) -> "list[Kind]":
    """The kinds to print.

    Raises:
        NotFound: a kind or item is not there, or the game is not in the language.
    """
    from generator.model.game import missing

    printed = [kind for kind in game.kinds.values() if kind.printed]
    for name in choice.kinds:
        if name not in [kind.name for kind in printed]:
            names = ", ".join(kind.name for kind in printed) or "none"
            why = f" ({reason_unprinted(game.kinds[name], choice)})" if name in game.kinds else ""
            raise missing([game], f"{game.name} prints no kind {name!r}{why}; known: {names}")
    kinds = [kind for kind in printed if not choice.kinds or kind.name in choice.kinds]
    for item in choice.items:
        if not any(own.id == item for kind in kinds for own in kind.items):
            raise missing([game], f"{game.name} has no item {item!r} in {', '.join(kind.name for kind in kinds)}")
    require_language(game, choice)
    if choice.items:
        kinds = [kind for kind in kinds if any(item.id in choice.items for item in kind.items)]
    return kinds


def reason_unprinted(kind: "Kind", choice: Choice) -> str:
    """Why nothing of a kind is printed or exported."""
    if not kind.printed:
        return "no template: a table of data" if kind.template is None else "no size"
    if kind.prose:
        return "running text, which pnp render prints" if kind.documents else "no text"
    taken = [item for item in kind.items if choice.takes(item)]
    return "copies: 0" if taken else "no item"


def nothing_to_print(games: "Sequence[Game]", choice: Choice, verb: str = "print") -> NotFound:
    """The refusal that says of each kind why nothing of it is printed, or exported."""
    reasons: dict[str, list[str]] = {}
    for game in games:
        for kind in game.kinds.values():
            if kind.name in choice.kinds or not choice.kinds:
                reasons.setdefault(reason_unprinted(kind, choice), []).append(kind.name)
    summary = "; ".join(f"{', '.join(names)}: {why}" for why, names in reasons.items())
    message = f"there is nothing to print ({summary or 'no kind'})"
    return NotFound(message.replace("print", verb, 1))


def names_of_games(games: "Sequence[str]", choice: Choice, project: Project) -> list[str]:
    """The games to look at: those that are named, else those in the language that is demanded."""
    if games:
        return list(dict.fromkeys(games))
    from generator.model.at_a_glance import games_written_in

    return games_written_in(project, choice.language)


def choose_games(games: "Sequence[Game]", choice: Choice, *, named: bool) -> "list[Game]":
    """The games that a choice concerns: where none was named, those that have its kinds, items and language.

    Raises:
        NotFound: a game that was named, or all of them, lack what was selected.
        Faulty: the same, and a ``game.yaml`` has errors.
    """
    chosen: list[Game] = []
    refused: Refusal | None = None
    for game in games:
        try:
            choose_kinds(game, choice)
            chosen.append(game)
        except Refusal as error:
            if named or len(games) == 1:
                raise
            refused = error if refused is None or isinstance(error, Faulty) else refused
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
        from generator.printing.profiles import find_profile, moves_fronts

        if layout.backs in (Backs.none, Backs.fold) and moves_fronts(layout.printers, layout.printer):
            return
        find_profile(layout.printers, layout.printer, layout.backs.edge or Edge.long)


def usual_printer(
    name: str | None, printers: Path, backs: Backs, report: Callable[[Refusal], None] = lambda _: None
) -> str | None:
    """The printer that a project follows, where it shifts such backs, or fronts; None where it is not measured, which
    is ``report``."""
    from generator.printing.profiles import moves_fronts

    if name is None or (backs in (Backs.none, Backs.fold) and not moves_fronts(printers, name)):
        return None
    try:
        check_printer(SheetLayout(backs=backs, printer=name, printers=printers))
    except Refusal as error:
        report(error)
        return None
    return name


PrintOrder = RenderOrder | BlankOrder


class PrintRun(Struct, frozen=True):
    """How much is printed at once, and by how many processes."""

    jobs: int | None = None  # one a core if None
    every_language: bool = False
    blanks: bool = False  # blank forms too
    whole: bool = False  # all is checked that `pnp check` checks, and it is reported
    cache: Cache = field(default_factory=lambda: Cache(None))  # where what was printed is kept

    @property
    def processes(self) -> int:
        """How many processes may work."""
        return self.jobs or cores_here()

    def scope(self, order: PrintOrder, *, marks_printed: bool = False) -> Scope:
        """What carrying out an order stands on."""
        if self.whole:
            return WHOLE
        scope = order.scope
        backs, forms = scope.backs or marks_printed, scope.forms or self.blanks
        return replace(scope, every_language=self.every_language, backs=backs, forms=forms)

    def choices(self, game: "Game", choice: Choice) -> list[Choice]:
        """What is taken of a game, language by language."""
        if not self.every_language:
            return [choice]
        return [replace(choice, language=language) for language in game.languages]
