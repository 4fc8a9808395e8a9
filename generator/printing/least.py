"""The least that each way to play takes: what the plan has for the fewest who can play it, kind by kind."""

from msgspec import Struct

from generator.check.result import CheckResult
from generator.core.problem import require_sound
from generator.printing.arrange import arranged
from generator.printing.box_account import UNPLANNED
from generator.printing.order import Choice, SheetLayout, require_language
from generator.printing.plan import plan
from generator.printing.sheets import shapes_of
from generator.rules.kit import players_of


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
