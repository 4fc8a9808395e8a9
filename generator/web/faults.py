"""Which item a problem belongs to: by the item's lines."""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from generator.core.problem import Problem
from generator.core.problem import causes as followed
from generator.draw.renderer import Renderer, Side
from generator.editing.template_boxes import boxes_in, corners
from generator.model.game import Game, Item, Kind
from generator.read.reader import RULE
from generator.read.tree import Mapping, Node, scalars
from generator.read.tree import Sequence as SequenceNode
from generator.web.source_files import SUFFIXES, TEMPLATE_SUFFIXES, TEMPLATES

_OF_ONE = re.compile(r"\(([\w-]+)\)$")  # the item on whose face a fault of a template was found
SIDES: tuple[Side, ...] = ("front", "back")
SHOWN_AT_ONCE = 6  # problems of a rule in a file; the others are folded


def by_item(kind: Kind, problems: Sequence[Problem]) -> dict[str, list[Problem]]:
    """The problems of a kind's items, by id; those of running text are in its files and in what describes it."""
    if kind.prose and kind.items:
        text, last = kind.items[0], max(value.line for _, value in scalars(kind.node))
        described = [each for each in problems if each.file == text.file and kind.node.line <= each.line <= last]
        own = described + [each for each in problems if each.file in kind.files]
        return {text.id: own} if own else {}
    starts = sorted((item.node.line, place) for place, item in enumerate(kind.items) if item.file == kind.file)
    lines = [line for line, _ in starts]
    problems_by_item: dict[str, list[Problem]] = {}
    for problem in problems:
        before = bisect_right(lines, problem.line) - 1 if problem.file == kind.file else -1
        if before >= 0:
            problems_by_item.setdefault(kind.items[starts[before][1]].id, []).append(problem)
    return problems_by_item


def addresses(game: Game, problems: Sequence[Problem], templates: Path | None) -> Callable[[Problem], str]:
    """The address of the item that a problem is in, with its line, or else of the file; empty where it has none.

    Args:
        game: the game.
        problems: all that addresses will be asked for.
        templates: the folder of the game's templates, if they are the project's own.
    """
    homes = homes_of(game, problems)

    def address(problem: Problem) -> str:
        place = f"?line={problem.line}&column={problem.column}"
        if problem not in homes or problem.rule == RULE:  # such a file is mended as a whole
            name = file_name(game, problem.file, templates)
            return f"/-/files/{quote(game.name, safe='')}/{quote(name)}{place}" if name else ""
        kind, identifier = homes[problem]
        return f"/{quote(game.name, safe='')}/{quote(kind.name, safe='')}/{quote(identifier, safe='')}{place}"

    return address


def homes_of(game: Game, problems: Sequence[Problem]) -> dict[Problem, tuple[Kind, str]]:
    """By problem of an item, its kind and id; a running text is mended in its files."""
    homes: dict[Problem, tuple[Kind, str]] = {}
    for kind in (one for one in game.kinds.values() if not one.prose):
        for identifier, item_problems in by_item(kind, problems).items():
            for problem in item_problems:
                homes.setdefault(problem, (kind, identifier))
    return homes


def file_name(game: Game, file: str, templates: Path | None) -> str:
    """The name by which `source_file` gives a file that messages refer to; empty where it does not."""
    data = game.file.removesuffix("game.yaml")
    if file.startswith(data) and file.endswith(SUFFIXES) and "/" not in file.removeprefix(data):
        return file.removeprefix(data)
    if templates is not None and file.startswith(f"{templates}/") and file.endswith(TEMPLATE_SUFFIXES):
        return TEMPLATES + file.removeprefix(f"{templates}/")
    return ""


class SameRule(NamedTuple):
    """The problems of one rule in a file, each message once."""

    breaks: str
    shown: list[Problem]
    folded: list[Problem]  # where there are many


class SameFile(NamedTuple):
    """The problems of a file."""

    file: str
    number: int
    rules: list[SameRule]


def causes(problems: Sequence[Problem]) -> list[Problem]:
    """Files that cannot be read at all: much of what else is wrong may follow from them."""
    return [problem for problem in problems if problem.rule == RULE and problem.level == "error"]


def followers(problems: Sequence[Problem]) -> dict[Problem, list[Problem]]:
    """By problem that others follow from, those others: of a chain, by its first."""
    by_cause: dict[Problem, list[Problem]] = {}
    caused = followed(problems)
    for problem in problems:
        cause, seen = problem, {problem}
        while cause in caused and caused[cause] not in seen:
            cause = caused[cause]
            seen.add(cause)
        if cause != problem:
            by_cause.setdefault(cause, []).append(problem)
    return by_cause


def by_file(problems: Sequence[Problem]) -> tuple[list[SameFile], dict[Problem, list[Problem]]]:
    """The problems file by file and rule by rule; and, by the first with a message, the others that say the same."""
    files, repeats = [], dict[Problem, list[Problem]]()
    for file, of_file in groupby(problems, lambda problem: problem.file):
        rules: dict[tuple[str, str], dict[str, list[Problem]]] = {}
        own = list(of_file)
        for problem in own:
            rules.setdefault((problem.level, problem.rule), {}).setdefault(problem.message, []).append(problem)
        parts = []
        for (_, rule), messages in rules.items():
            firsts = [alike[0] for alike in messages.values()]
            repeats |= {alike[0]: alike[1:] for alike in messages.values() if len(alike) > 1}
            cut = SHOWN_AT_ONCE if len(firsts) > SHOWN_AT_ONCE + 2 else len(firsts)
            parts.append(SameRule(rule, firsts[:cut], firsts[cut:]))
        files.append(SameFile(file, len(own), parts))
    return files, repeats


def levels(problems: Sequence[Problem]) -> str:
    """The mark of a face for its problems: ``wrong``, ``doubtful`` or not at all."""
    present = {problem.level for problem in problems}
    return "wrong" if "error" in present else "doubtful" if "warning" in present else ""


def field_at(node: Node, line: int, column: int) -> tuple[str, ...]:
    """The names of the field of an item that a place belongs to, from the outside in; of none, where it is before."""
    if not isinstance(node, Mapping):
        return ()
    keys = [(key.line, key.column, name) for name, key in node.keys.items() if (key.line, key.column) <= (line, column)]
    if not keys:
        return ()
    name = max(keys)[2]
    return (name, *field_at(node.values[name], line, column))


class FaceSpot(NamedTuple):
    """The boxes of a face that a problem is about."""

    kind: Kind
    item: Item
    side: Side
    view: str  # the rectangle that the template shows, as SVG has it
    outlines: list[str]  # their corners


class FaceSpots:
    """Looks up where on a face problems are: at boxes that show their field, or at their own line of a template."""

    def __init__(self, renderer: Renderer, language: str) -> None:
        """Begin with the game that a renderer draws, on faces of a language."""
        self._renderer, self._language = renderer, language

    def of(self, problem: Problem, kind: Kind | None = None, item: Item | None = None) -> list[FaceSpot]:
        """The places on each side that has some; with the item that a problem is in, or else of a template."""
        spots: list[FaceSpot] = []
        for each in [kind] if kind is not None else self._renderer.game.kinds.values():
            named = _OF_ONE.search(problem.message)
            first = next((one for one in each.items if not one.broken), None)
            shown = item or (self._renderer.game.find(each.name, named[1]) if named else None) or first
            if each.printed and not each.prose and shown is not None and not spots:
                spots = [spot for side in SIDES if (spot := self._spot(problem, each, shown, side, own=item is None))]
        return spots

    def _spot(self, problem: Problem, kind: Kind, item: Item, side: Side, *, own: bool) -> FaceSpot | None:
        name = kind.back if side == "back" else kind.template
        template = self._renderer.template(kind, side) if name else None
        path = field_at(item.node, problem.line, problem.column) if not own else ()
        if template is None or (problem.file != template.file if own else not path):
            return None
        variables = None if item.broken else self._renderer.variables(kind, item, self._language)
        text = (self._renderer.folder / str(name)).read_text(encoding="utf-8", errors="replace")
        view, boxes = boxes_in(text, template.file, variables, drawn=True)
        if own:
            meant = [box for box in boxes if (box.line, box.column) == (problem.line, problem.column)]
        else:
            meant = [box for box in boxes if box.shows in ("field", "picture") and box.what == path[0]]
        place, members = _member_at(item.node, path, problem)
        outlines = [
            " ".join(f"{x:.2f},{y:.2f}" for x, y in corners(each))
            for box in meant
            for each in (box.places[place : place + 1] if len(box.places) == members else box.places)
        ]
        return FaceSpot(kind, item, side, " ".join(f"{part:g}" for part in view), outlines) if outlines else None


def _member_at(node: Mapping, path: Sequence[str], problem: Problem) -> tuple[int, int]:
    """Which member of a list a problem is at, and how many there are; none of other values."""
    value = node.values.get(path[0]) if path else None
    members = value.items if isinstance(value, SequenceNode) else ()
    before = sum((each.line, each.column) <= (problem.line, problem.column) for each in members)
    return max(before - 1, 0), len(members)


def neighbours(kind: Kind, item: Item) -> tuple[Item | None, Item | None]:
    """The items before and after an item."""
    place = kind.position(item)
    return (
        kind.items[place - 1] if place else None,
        kind.items[place + 1] if place + 1 < len(kind.items) else None,
    )
