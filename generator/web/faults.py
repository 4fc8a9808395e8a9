"""Which item a problem belongs to: by the lines that the item stands in."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from urllib.parse import quote

from generator.core.problem import Problem
from generator.model.game import Game, Item, Kind


def by_item(kind: Kind, problems: Sequence[Problem]) -> dict[str, list[Problem]]:
    """The problems of a kind's items, by id."""
    starts = sorted((item.node.line, place) for place, item in enumerate(kind.items) if item.file == kind.file)
    lines = [line for line, _ in starts]
    found: dict[str, list[Problem]] = {}
    for problem in problems:
        before = bisect_right(lines, problem.line) - 1 if problem.file == kind.file else -1
        if before >= 0:
            found.setdefault(kind.items[starts[before][1]].id, []).append(problem)
    return found


def addresses(game: Game, problems: Sequence[Problem]) -> Callable[[Problem], str]:
    """The address of the item that a problem stands in, with its line; empty where it stands in none."""
    homes: dict[Problem, tuple[Kind, str]] = {}
    for kind in game.kinds.values():
        for identifier, found in by_item(kind, problems).items():
            for problem in found:
                homes.setdefault(problem, (kind, identifier))

    def address(problem: Problem) -> str:
        if problem not in homes:
            return ""
        kind, identifier = homes[problem]
        place = f"?line={problem.line}&column={problem.column}"
        return f"/{quote(game.name, safe='')}/{quote(kind.name, safe='')}/{quote(identifier, safe='')}{place}"

    return address


def levels(problems: Sequence[Problem]) -> str:
    """How a face is marked for them: ``wrong``, ``doubtful`` or not at all."""
    found = {problem.level for problem in problems}
    return "wrong" if "error" in found else "doubtful" if found else ""


def neighbours(kind: Kind, item: Item) -> tuple[Item | None, Item | None]:
    """The items before and after an item."""
    place = kind.position(item)
    return (
        kind.items[place - 1] if place else None,
        kind.items[place + 1] if place + 1 < len(kind.items) else None,
    )
