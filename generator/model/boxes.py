"""Kinds that are boxes of paper: their description, and their size for all components."""

from collections.abc import Iterator

from generator.core.problem import Problem
from generator.model.containers import FORMS, THICKNESS, Container
from generator.model.game import Game, Kind, boxed
from generator.model.values import ProblemLog, Record, nearest
from generator.read.tree import Mapping, excerpt, locate

MOST = 20.0  # mm that one component can be thick
LARGEST = 2_000.0  # mm: no paper is larger
OF_BOXES = ("form", "thickness", "sleeve")  # keys of a kind's description beside ``holds``
NOT_OF_BOXES = ("size", "prose", "back", "shaped", "group")


def container_of(record: Record, node: Mapping, report: ProblemLog) -> Container | None:
    """What a kind's description says of the box that it is; None where it is none."""
    if not record.holds:
        for key in OF_BOXES:
            if key in node.keys and getattr(record, key) is not None:
                report.add(node.keys[key], "missing-field", f"{key} without holds", f"add holds, or delete {key}")
        return None
    for key in NOT_OF_BOXES:
        if key in node.keys and getattr(record, key) is not None:
            why = "its size is worked out of what it holds" if key == "size" else f"a box of paper has no {key}"
            report.add(node.keys[key], "unknown-field", why, f"delete {key}, or holds")
    lengths = {"thickness": THICKNESS, "sleeve": 0.0}
    for key in lengths:
        length = getattr(record, key)
        if length is not None and not 0 < length <= MOST:
            report.add(node.values[key], "number-range", f"{key} is {length:g}; more than 0, at most {MOST:g}")
        elif length is not None:
            lengths[key] = float(length)
    return Container(record.form or FORMS[0], tuple(record.holds), **lengths)


def size_boxes(game: Game) -> list[Problem]:
    """Work out the size of each box for all copies of what it holds; what is wrong with what it holds."""
    problems: list[Problem] = []
    boxes = [kind for kind in game.kinds.values() if kind.container is not None]
    counts = {name: sum(item.copies for item in other.items) for name, other in game.kinds.items()} if boxes else {}
    for kind in boxes:
        wrong = list(_unfit(game, kind))
        problems += wrong
        if wrong:
            kind.wrong |= {"size"}
            continue
        sized = boxed(game, kind, counts)
        if sized.size is not None and max(sized.size) > LARGEST:
            place = locate(kind.node, ("holds",))
            unfolded = f"{sized.size[0]:,.0f} x {sized.size[1]:,.0f} mm"
            message = f"the box is {unfolded} unfolded; no paper is larger than {LARGEST:,.0f} mm"
            problems.append(
                Problem(game.file, place.line, place.column, "error", "number-range", message, "make two of it")
            )
            continue
        kind.net, kind.size, kind.held, kind.times = sized.net, sized.size, sized.held, sized.times
    return problems


def _unfit(game: Game, kind: Kind) -> Iterator[Problem]:
    """What is said to lie in a box, and cannot."""
    assert kind.container is not None
    for number, name in enumerate(kind.container.holds):
        held, place = game.kinds.get(name), locate(kind.node, ("holds", number))
        if held is None and name not in game.unread:
            message, hint = f"{excerpt(name)} is not a kind", nearest(name, game.kinds)
            yield Problem(game.file, place.line, place.column, "error", "unknown-reference", message, hint)
        elif held is not None and (held.container or held.prose or (held.size is None and "size" not in held.wrong)):
            message, hint = f"{name} cannot lie in a box", "name kinds that are printed, and have a size"
            yield Problem(game.file, place.line, place.column, "error", "unknown-reference", message, hint)
