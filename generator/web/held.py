"""What is shown while a file cannot be read: what stood in it when it last could, with what is wrong now."""

from dataclasses import replace as kind_with

from msgspec.structs import replace

from generator.check.snapshot import Snapshot
from generator.core.problem import Problem
from generator.read.reader import RULE


def unreadable(snapshot: Snapshot, file: str) -> list[Problem]:
    """The problems for which a file of a game cannot be read at all."""
    return [each for each in snapshot.problems if each.file == file and each.rule == RULE and each.level == "error"]


def held(before: Snapshot | None, now: Snapshot) -> tuple[Snapshot, frozenset[str]]:
    """A game with the last good items of each kind whose file cannot be read now; those kinds."""
    if before is None:
        return now, frozenset()
    old, new = before.game, now.game
    if unreadable(now, new.file):
        checked = replace(before.checked, problems=now.checked.problems)
        return replace(before, checked=checked, files=now.files, changed={}), frozenset(old.kinds)
    lost = {}
    for name, kind in new.kinds.items():
        if not kind.items and name in old.kinds and unreadable(now, kind.file):
            last = old.kinds[name]
            lost[name] = kind_with(kind, all_items=last.all_items, documents=last.documents)
    if not lost:
        return now, frozenset()
    return replace(now, checked=replace(now.checked, game=replace(new, kinds=new.kinds | lost))), frozenset(lost)
