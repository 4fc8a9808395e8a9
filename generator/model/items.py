"""A file of items: each read as its kind's fields want it, with every problem found on the way."""

import hashlib
import re
from collections import Counter
from difflib import get_close_matches
from pathlib import Path

from msgspec.structs import replace

from generator.core.places import Grid
from generator.core.problem import Problem
from generator.core.textfile import unsaved_text
from generator.model.board_functions import board_of
from generator.model.defaults import limits_of
from generator.model.fields import ReadContext, read_fields
from generator.model.fields.word_fields import BOARD
from generator.model.game import Game, Item, Kind
from generator.model.packed import PackedValues, packed
from generator.model.values import LONGEST, LocalizedText, ProblemLog, id_from, may_hold_values
from generator.read.long_list import LaterMapping, LongList
from generator.read.pieces import made_before, made_of
from generator.read.tree import Mapping, Scalar, Sequence, describe, error_at, excerpt, is_plain, locate

ID = re.compile(r"[a-z0-9-]+")
MAX_COPIES = 999
WAIVABLE = ("missing-translation",)  # of the rules about form; without the others an item cannot be read

Reference = tuple[ProblemLog, str, Scalar]  # of the file, the kind, the value


def read_items(game: Game, kind: Kind, path: Path, within: Path | None, references: list[Reference]) -> list[Problem]:
    """Read a file of items into ``kind``; what is wrong with it.

    Args:
        game: the game so far.
        kind: whose items they are.
        path: the file.
        within: a folder that it must not lead out of, if any.
        references: items that others must have; those of this file are added, to be looked up by `unresolved`.
    """
    members = LongList(path, kind.file, within, limits_of(game.folder.parent, path), may_hold_values)
    kind.valued |= members.told_apart
    report = ProblemLog(kind.file)
    problems, root = members.problems, members.root
    if root is None:
        kind.partial = bool(problems)
        return problems
    kind.data_hash = short_hash(path, begin=game.description)
    if not isinstance(root, Sequence):
        report.problems = problems
        report.add(root, "wrong-type", "a list of items is wanted here", "start each item with - id: …")
        kind.partial = True
        return problems
    context = ReadContext(report, game.languages, any_language="languages" in game.wrong, keeps_places=True)
    items, partial = _items(kind, members, context)
    problems = members.problems
    if members.refused:
        kind.partial = True
        return problems
    kind.items += items
    kind.partial |= partial
    problems += report.problems
    problems += _described_otherwise(game, kind, report.problems)
    report.problems = problems
    references += [(report, to, value) for to, value in context.references]
    return problems


_UNKNOWN = re.compile(r"'(.+)' is not a field here")
_MANY = 3  # items that write a field otherwise than it is described, so that the description seems to be the slip


def _described_otherwise(game: Game, kind: Kind, problems: list[Problem]) -> list[Problem]:
    """A field that most items write, and ``game.yaml`` describes under another name or not at all: told there."""
    written = Counter(
        found[1] for one in problems if one.rule == "unknown-field" and (found := _UNKNOWN.fullmatch(one.message))
    )
    reports = []
    for key, count in written.items():
        if count < _MANY and not 1 < count == len(kind.items):
            continue
        fields = locate(kind.node, ("fields",))
        if not isinstance(fields, Mapping):
            continue
        meant = get_close_matches(key.casefold(), [name.casefold() for name in fields.keys], 1)
        name = next((name for name in fields.keys if [name.casefold()] == meant), "")
        if name and (2 * count < len(kind.items) or any(name in item.keys for item in kind.items)):
            continue
        node: Scalar = fields.keys[name] if name else kind.node.keys["fields"]
        items = f"{count} items of {Path(kind.file).name}"
        message, hint = (
            f"{key!r} is written in {items}, and is not described here",
            f"add {key}: {{type: …}}, or delete it there",
        )
        if name:
            message, hint = f"{key!r} is what {items} call this field, {name}", f"write {key}"
        reports.append(error_at(game.file, node, "unknown-field", message, hint))
    return reports


def _items(kind: Kind, members: LongList, context: ReadContext) -> tuple[list[Item], bool]:
    """The items among the members of a file, and whether there is anything else among them."""
    items: list[Item] = []
    partial = False
    first_line: dict[str, int] = {}
    shelf = PackedValues()
    for node, member in members:
        if not isinstance(node, Mapping):
            message = f"an item is wanted here, not {describe(node)}"
            context.report.add(node, "wrong-type", message, "start each item with - id: …")
            partial = True
            continue
        sound = None if isinstance(member, LaterMapping) else _read_before(kind, node, context)
        if sound is not None and sound[0].id not in first_line:
            item, references = sound
            first_line[item.id] = node.values["id"].line
            context.references.extend(references)
            items.append(item)
            continue
        item = item_of(kind, node, context, first_line)
        if isinstance(member, LaterMapping):
            member.plain = member.plain or is_plain(node)
            items.append(packed(item, member, shelf))
        else:
            items.append(item)
    return items, partial


def _read_before(kind: Kind, node: Mapping, context: ReadContext) -> tuple[Item, tuple[tuple[str, Scalar], ...]] | None:
    """An item that was read before from the same tree, and what it refers to; None where anything is wrong with it.

    Its id may be that of another one. The tree of ``game.yaml`` stays what it is as long as its text does.
    """

    def read() -> tuple[Item, tuple[tuple[str, Scalar], ...]] | None:
        alone = replace(context, report=ProblemLog(kind.file), references=[])
        item = item_of(kind, node, alone, {})
        return None if alone.report.problems or not item.id else (item, tuple(alone.references))

    if made_before() is None:
        return None
    return made_of(("item", kind.name, id(kind.node), id(node)), (kind.node, node), read)


def item_of(kind: Kind, node: Mapping, context: ReadContext, first_line: dict[str, int]) -> Item:
    """The item that a node is; what is wrong with its form goes to the context's report.

    Args:
        kind: what it is one of.
        node: its mapping.
        context: the report, the languages, the references found so far.
        first_line: where each id was first seen; its own is added.
    """
    problems = context.report.problems
    before = len(problems)
    wrong: set[str] = set()
    values = read_fields(node, kind.fields, context, wrong)
    identifier = values.pop("id")
    if identifier is not None:
        _check_id(identifier, node, context, first_line)
    copies = values.pop("copies")
    if copies is not None and not 0 <= copies <= MAX_COPIES:
        message = f"copies is {copies}; 0 to {MAX_COPIES} are possible"
        hint = "0 keeps the item out of print" if copies < 0 else f"write {MAX_COPIES}, or make it two items"
        context.report.add(node.values["copies"], "number-range", message, hint)
        copies = 1
        wrong.add("copies")
    waivers = (values.pop("waive") or {}).items()
    waive = {rule: reason for rule, reason in waivers if _is_reason(rule, reason, node, context)}
    waived = {problem.rule for problem in problems[before:] if problem.rule in waive and problem.rule in WAIVABLE}
    problems[before:] = [problem for problem in problems[before:] if problem.rule not in waived]
    broken = any(problem.level == "error" for problem in problems[before:])
    copies = 1 if copies is None else copies
    return Item(
        kind.name, identifier or "", values, copies, waive, kind.file, node, broken, tuple(waived), frozenset(wrong)
    )


def _is_reason(waived: str, reason: LocalizedText, node: Mapping, context: ReadContext) -> bool:
    """Whether a waiver says why."""
    if any(words.strip() for words in reason.translations.values()):
        return True
    message = f"the waiver of {waived} has no reason"
    context.report.add(locate(node, ("waive", waived)), "missing-field", message, "say why the rule does not hold here")
    return False


def _check_id(identifier: str, node: Mapping, context: ReadContext, first_line: dict[str, int]) -> None:
    where = node.values["id"]
    if not ID.fullmatch(identifier):
        message = f"the id {excerpt(identifier)} is not made of lower-case letters, digits and hyphens"
        plain = id_from(identifier[:LONGEST], "")
        context.report.add(where, "bad-id", message, f"write {plain}" if plain else "")
    elif identifier in first_line:
        message = f"the id {identifier} is repeated here; it is first at line {first_line[identifier]}"
        context.report.add(where, "duplicate-id", message, "give one of the two another id")
    first_line.setdefault(identifier, where.line)


def may_lack(kind: Kind) -> bool:
    """Whether an item of this kind may be one that could not be read."""
    return kind.partial or any(not ID.fullmatch(item.id) for item in kind.items)


def unresolved(game: Game, references: list[Reference]) -> list[Problem]:
    """The references that name no item of their kind."""
    boards = {to: _boards(game, to.removeprefix(BOARD)) for _, to, _ in references if to.startswith(BOARD)}
    problems = [problem for _, wrong in boards.values() for problem in wrong]
    ids = {name: dict.fromkeys(item.id for item in (*kind.items, *kind.beside)) for name, kind in game.kinds.items()}
    for report, to, value in references:
        if to.startswith(BOARD) and (wrong := _off_the_boards(boards[to][0], value.text)):
            message, _, hint = wrong.partition("; ")
            problems.append(error_at(report.file, value, "unknown-reference", message, hint))
        elif to in ids and value.text not in ids[to] and not may_lack(game.kinds[to]):
            message = f"{excerpt(value.text)} is not an item of {to}"
            hint = report.suggest(value.text, ids[to])
            problems.append(error_at(report.file, value, "unknown-reference", message, hint))
        else:
            continue
        for kind in game.kinds.values():
            if kind.file == report.file:
                kind.dangling.append(value.line)
    return problems


def _boards(game: Game, kind_name: str) -> tuple[list[Grid], list[Problem]]:
    """The boards that the items of a kind are, and what is wrong with the settings of others."""
    boards, problems = [], []
    kind = game.kinds.get(kind_name)
    for item in kind.items if kind is not None and not may_lack(kind) else ():
        try:
            boards.append(board_of(item.fields))
        except ValueError as error:
            setting = item.where(str(error).partition(" ")[0])  # which the message names first
            problems.append(error_at(item.file, setting, "wrong-type", str(error)))
    return boards, problems


def _off_the_boards(boards: list[Grid], where: str) -> str:
    """What is wrong with an address, where no board has such a place."""
    wrong = ""
    for board in boards:
        try:
            board.at(where)
        except ValueError as error:
            wrong = str(error)
        else:
            return ""
    return wrong


def short_hash(*paths: Path, begin: bytes = b"") -> str:
    """Seven digits of the hash of bytes and then these files', in this order; a file that is not there is empty."""
    digest = hashlib.sha256(begin)
    for path in paths:
        if (text := unsaved_text(path)) is not None:
            digest.update(text)
        elif path.is_file():
            with path.open("rb") as file:
                hashlib.file_digest(file, lambda: digest)
    return digest.hexdigest()[:7]
