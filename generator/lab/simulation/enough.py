"""How many of each kind a box needs so that its piles run dry in fewer than 1 of 100 games.

Piles that run dry too often are made far larger, which tells how many are out at a time. That many are then tried, the
shares of their sorts kept, and where a sort runs out before its pile does, a tenth more, until it holds. A pile that is
large enough stays as it is: a smaller one of the same shares would be another game.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

from generator.core.problem import Infeasible
from generator.core.sample import wilson
from generator.lab.simulation.moves import Box, NoSimulation
from generator.lab.simulation.playable import PlayableGame
from generator.lab.simulation.report import aligned
from generator.lab.simulation.totals import Totals
from generator.lab.simulation.variant import COUNT, varied

DRY = 0.01  # of all games
LARGER = 4  # times the box's piles, which no game has emptied
MOST_ROUNDS = 20  # of trying a tenth more
FEWEST_GAMES = 400  # with fewer, not even none that ran dry would show it with 95 % confidence

PlayBox = Callable[[Box], Totals]


class Enough(Struct, frozen=True):
    """What is needed of a kind, and the share of games in which it ran dry: as it is, and with all that was missing."""

    kind: str
    box: int
    needed: int
    dry: float
    dry_if: float


def enough(simulated: PlayableGame, box: Box, games: int, play: PlayBox) -> list[Enough]:
    """What is needed of each kind that is drawn from a pile, by kind.

    Args:
        simulated: the game's module.
        box: what it is played with.
        games: how many are played each time.
        play: plays so many with a box.

    Raises:
        NoSimulation: so few games tell nothing.
        Infeasible: a kind runs dry however many there are.
    """
    if games < FEWEST_GAMES:
        raise NoSimulation(
            f"--enough needs {FEWEST_GAMES} games or more: fewer cannot show that 1 in 100 is not reached"
        )
    before = play(box)
    raised: dict[str, int] = {}
    after = before
    for _ in range(MOST_ROUNDS):
        short = [kind for kind in simulated.piles if box.get(kind) and not _holds(after, kind)]
        if not short:
            numbers = {
                kind: raised.get(kind) or _reached(before, kind) for kind in simulated.piles if kind in before.used
            }
            return [
                Enough(kind, len(box[kind]), number, before.dry[kind] / games, after.dry[kind] / games)
                for kind, number in sorted(numbers.items())
            ]
        new = {kind: LARGER * len(box[kind]) for kind in short if kind not in raised}
        roomy = play(_with(box, raised | new)) if new else after
        more = {kind: raised[kind] + max(1, raised[kind] // 10) for kind in short if kind in raised}
        raised |= {kind: _reached(roomy, kind) for kind in new} | more
        after = play(_with(box, raised))
    raise Infeasible(f"however many {short[0]} there are, they run out")


def as_table(head: str, supplies: list[Enough]) -> str:
    """A row for each kind."""
    rows = [["", "box", "runs dry in", "needed", "then in"]]
    rows += [
        [supply.kind, str(supply.box), f"{100 * supply.dry:.1f} %", str(supply.needed), f"{100 * supply.dry_if:.1f} %"]
        for supply in supplies
    ]
    return "\n".join([head, *aligned(rows)])


def _with(box: Box, numbers: Mapping[str, int]) -> Box:
    for kind, number in numbers.items():
        box = varied(box, kind, COUNT, str(number))
    return box


def _reached(totals: Totals, kind: str) -> int:
    """The fewest that were enough in more than 99 of 100 games, with the confidence that `_holds` asks for."""
    counts, above = totals.used[kind], 0
    for number in sorted(counts, reverse=True):
        above += counts[number]
        if wilson(above, totals.games)[1] >= DRY:
            return max(1, number)
    return 1


def _holds(totals: Totals, kind: str) -> bool:
    """Whether fewer than 1 in 100 games run dry, with 95 % confidence."""
    return wilson(totals.dry[kind], totals.games)[1] < DRY
