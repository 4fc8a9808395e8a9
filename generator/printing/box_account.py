"""What a box will take, as data: paper and work by the sheets that it comes on, and in all."""

from msgspec import Struct
from msgspec.structs import astuple

from generator.check.build import Progress
from generator.check.cover import parted
from generator.check.result import CheckResult
from generator.core.choices import Backs
from generator.core.folders import Project
from generator.core.problem import require_sound
from generator.draw.marks.fonts import Font
from generator.model.values import id_from
from generator.printing.arrange import arranged
from generator.printing.members import prose_pages
from generator.printing.order import Choice, SheetLayout, check_printer, require_language
from generator.printing.plan import PlannedSheets, Share, choose_mode, cuts_on, plan, seams_in, ways_of
from generator.printing.sheets import Sheets, shapes_of
from generator.printing.slots import cut_by_hand
from generator.rules.kit import players_of

CUT_SECONDS, OUTLINE_SECONDS, FOLD_SECONDS = 10, 30, 45  # by hand and without haste: our own measure
UNPLANNED = "nothing was planned"


class BoxAccount(Struct, frozen=True):
    """What all sheets of a box come to."""

    components: int
    sheets: int
    cuts: int
    outlines: int  # components that are cut round with scissors
    folds: int  # components that are folded, most of them glued, and pieces that are joined to others

    def __add__(self, other: "BoxAccount") -> "BoxAccount":
        return BoxAccount(*(one + more for one, more in zip(astuple(self), astuple(other), strict=True)))

    @property
    def minutes(self) -> int:
        """Of cutting, folding and gluing, by hand and without haste."""
        seconds = self.cuts * CUT_SECONDS + self.outlines * OUTLINE_SECONDS + self.folds * FOLD_SECONDS
        return round(seconds / 60)


def account_of(sheets: Sheets) -> BoxAccount:
    """What the sheets of a file come to."""
    kinds, arrangements = [part.kind for part in sheets.parts], sheets.arrangements
    ways = [ways_of(sheets.checked, kind, sheets.layout) for kind in kinds]
    counts = [sum(part.run.sizes) // prose_pages(sheets.checked, part.kind, sheets.language) for part in sheets.parts]
    return BoxAccount(
        sum(counts),
        sheets.sheet_count,
        cuts_on(arrangements, kinds, [outlined for outlined, _ in ways]),
        sum(count for count, (outlined, _) in zip(counts, ways, strict=True) if outlined),
        sum(count for count, (_, creased) in zip(counts, ways, strict=True) if creased)
        + seams_in(place for sheet in arrangements for place in sheet.places),
    )


class BoxPlan(Struct, frozen=True):
    """A game with the plan of a box: for how many, and how they play; in which language, on which sheets."""

    checked: CheckResult
    players: int
    mode: str
    language: str
    layout: SheetLayout
    planned: list[PlannedSheets]
    named: bool = False  # they asked for that mode by name
    wanted: tuple[str, ...] = ()  # items that they asked for

    @property
    def file_name(self) -> str:
        """The name of the box's file, without its ending."""
        ids = "".join(f"-{id_from(name)}" for name in self.wanted)
        return f"box-{self.players}-players" + (f"-{self.mode}" if self.named else "") + ids

    @property
    def shares(self) -> list[Share]:
        """All that it holds."""
        return [share for each in self.planned for share in each.shares]

    @property
    def cover_sheets(self) -> int:
        """How many sheets its cover takes."""
        return len(parted(self.shares))

    @property
    def fonts(self) -> tuple[Font, ...]:
        """What labels are set in."""
        return self.checked.renderer.theme.in_language(self.language).label_fonts

    @property
    def account(self) -> BoxAccount:
        """What all sheets come to."""
        return BoxAccount(
            sum(share.components for share in self.shares),
            sum(each.sheets for each in self.planned),
            sum(each.cuts for each in self.planned),
            sum(each.outlines for each in self.planned),
            sum(share.components * share.creased + each.seams(share) for each in self.planned for share in each.shares),
        )

    def says(self, name: str, number: int | None = None, **values: object) -> str:
        """A phrase of the tool's in the box's language."""
        words = self.checked.renderer.theme.words
        return words.say(name, self.language, self.checked.game.language, number, **values)


def plan_box(
    project: Project,
    name: str,
    players: int,
    mode: str | None,
    choice: Choice,
    layout: SheetLayout,
    progress: Progress | None = None,
    *,
    printed: bool = False,
) -> BoxPlan:
    """Check a game and plan a box of it; ``printed`` as `check_for_box` takes it.

    Raises:
        Faulty: the game has errors.
        Refusal: it has no plan, or is not for so many, or its components do not fit the paper.
    """
    check_printer(layout)
    checked = check_for_box(project, name, choice, layout, progress, printed=printed)
    require_sound(checked.problems, UNPLANNED)
    return planned_box(checked, players, mode, choice, layout)


def check_for_box(
    project: Project,
    name: str,
    choice: Choice,
    layout: SheetLayout,
    progress: Progress | None,
    *,
    printed: bool = False,
) -> CheckResult:
    """Check what a box stands on: the kinds of the plan, and the plan itself.

    A list of what it takes goes without texts that cannot be read; a box that is ``printed`` is whole.
    """
    texts = "all" if printed else "readable"
    scope = choice.scope(backs=layout.backs != Backs.none, box=True, texts=texts, **layout.looked_for)
    return choice.check(project, name, scope, progress)


def planned_box(checked: CheckResult, players: int, mode: str | None, choice: Choice, layout: SheetLayout) -> BoxPlan:
    """Plan a box of a game that was checked already, as far as it could be read; raises as `plan_box` does."""
    require_language(checked.game, choice)
    language = choice.language_of(checked.game)
    chosen = choose_mode(checked.game, players, mode)
    own = cut_by_hand(checked.game, choice, layout)
    planned = plan(checked, players, chosen, own, language, named_items=choice.wanted)
    return BoxPlan(checked, players, chosen, language, own, planned, mode is not None, choice.wanted)


class LeastOfKind(Struct, frozen=True):
    """What a kind takes in one way to play."""

    components: int
    sheets: int  # of paper, if it is printed alone
    ours: bool  # whether the number is our setting, not the game's


class LeastOfMode(Struct, frozen=True):
    """What the fewest players of a mode need."""

    mode: str  # empty in a game of one way to play
    players: int
    kinds: dict[str, LeastOfKind]  # by the kind's name, in the order of the plan
    sheets: int  # of paper in all, where kinds share sheets


def least_of_modes(checked: CheckResult, choice: Choice, layout: SheetLayout) -> list[LeastOfMode]:
    """The least for each way to play.

    Raises:
        Faulty: the game has errors.
        NotFound: it has no plan, or is not in the language.
        Infeasible: an entry of the plan cannot be worked out, or its components do not fit the paper.
    """
    require_sound(checked.problems, UNPLANNED)
    require_language(checked.game, choice)
    game, modes = checked.game, []
    for mode in game.modes or ("",):
        players = players_of(game, mode)[0]
        planned = plan(checked, players, mode, layout, choice.language_of(game))
        kinds: dict[str, LeastOfKind] = {}
        for share in (share for each in planned for share in each.shares):
            shapes = shapes_of(checked, [share.kind], layout, choice.language_of(game))
            sheets = len(arranged([share.run], layout, shapes))
            before = kinds.get(share.kind.name, LeastOfKind(0, 0, ours=False))
            kinds[share.kind.name] = LeastOfKind(
                before.components + share.components, before.sheets + sheets, before.ours or share.ours
            )
        modes.append(LeastOfMode(mode, players, kinds, sum(each.sheets for each in planned)))
    return modes
