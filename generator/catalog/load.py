"""From a game's folder to a `Game`: as much as could be read, and every problem found on the way."""

import hashlib
import re
from pathlib import Path
from typing import Any

from generator.catalog.fields import Context
from generator.catalog.game import Game, Item, Kind
from generator.catalog.report import Report, nearest
from generator.catalog.schema import COMMON, GAME, read_fields
from generator.catalog.values import Record, Text
from generator.problem import Problem
from generator.source.reader import read_file
from generator.source.tree import Mapping, Scalar, Sequence

ID = re.compile(r"[a-z0-9-]+")
LANGUAGE = re.compile(r"[a-z]{2,3}")
MAX_COPIES = 999
OWN_FILES = ("game.yaml", "balance.yaml", "forge.yaml")


def load_game(folder: Path, shown: str, replace: dict[str, tuple[Path, str]] | None = None) -> tuple[Game, list[Problem]]:
    """Read a game's description and all its items.

    Args:
        folder: ``data/GAME``.
        shown: the folder's name in messages.
        replace: for a kind, another file of items (its path, and its name in messages) read in place of its own.
    """
    game, problems = _read_description(folder, shown)
    references: list[tuple[Kind, str, str, Scalar]] = []
    for kind in game.kinds.values():
        path, kind.file = (replace or {}).get(kind.name) or (folder / Path(kind.file).name, kind.file)
        if path.exists():
            problems += _read_items(game, kind, path, references)
    problems += _unresolved(game, references)
    problems += _unclaimed(game, shown)
    return game, problems


def _read_description(folder: Path, shown: str) -> tuple[Game, list[Problem]]:
    file = f"{shown}/game.yaml"
    root, problems = read_file(folder / "game.yaml", file)
    report = Report(file)
    report.problems = problems
    game = Game(folder.name, Text({"": folder.name}), ("en",), folder, file, folder.name, root=root)
    if root is None and not problems:
        problems.append(Problem(file, 1, 1, "error", "missing-field", "the file is empty", "describe the game's kinds"))
    if not isinstance(root, Mapping):
        if root is not None:
            report.add(root, "wrong-type", "a mapping with name, languages and kinds is wanted here")
        return game, problems
    game.languages = _languages(root, report)
    context = Context(report, game.languages)
    values = read_fields(root, GAME, context)
    game.title = values["name"] or game.title
    game.templates = values["templates"] or game.templates
    described = root.values.get("kinds")
    for name, record in (values["kinds"] or {}).items():
        node = described.values[name] if isinstance(described, Mapping) else root
        if isinstance(node, Mapping):
            game.kinds[name] = _kind(name, record, node, shown, report)
    return game, problems


def _languages(root: Mapping, report: Report) -> tuple[str, ...]:
    node = root.values.get("languages")
    words = [m.text for m in node.items if isinstance(m, Scalar)] if isinstance(node, Sequence) else []
    for word in words:
        if node is not None and not LANGUAGE.fullmatch(word):
            report.add(node, "wrong-type", f"{word!r} is no language code", "two letters, such as en or fr")
    return tuple(words) or ("en",)


def _kind(name: str, record: Record, node: Mapping, shown: str, report: Report) -> Kind:
    kind = Kind(
        name,
        record.title or Text({"": name}),
        {**COMMON, **(record.fields or {})},
        f"{shown}/{record.file or name + '.yaml'}",
        node,
        size=record.size,
        template=record.template,
        gutter=float(record.gutter or 0),
        group=record.group,
        derived=record.derived or {},
    )
    kind.page_label = record.page_label or kind.page_label
    kind.group_page_label = record.group_page_label or {}
    kind.blank_page_label = record.blank_page_label or kind.blank_page_label
    if not ID.fullmatch(name):
        report.add(node, "bad-id", f"the kind {name!r}: use lower-case letters, digits and hyphens")
    if record.file and "/" in record.file.replace("\\", "/"):
        report.add(node.values["file"], "unknown-reference", "a kind's file lies in the game's own folder")
    if kind.template and kind.size is None and "size" not in node.values:
        report.add(node, "missing-field", "size is missing", "add size: poker, or size: [width, height] in mm")
    if kind.group and kind.group not in kind.fields:
        report.add(node.values["group"], "unknown-field", f"{kind.group!r} is no field", nearest(kind.group, kind.fields))
    return kind


def _read_items(game: Game, kind: Kind, path: Path, references: list[tuple[Kind, str, str, Scalar]]) -> list[Problem]:
    root, problems = read_file(path, kind.file)
    report = Report(kind.file)
    report.problems = problems
    if root is None:
        return problems
    kind.data_hash = _hash(game.folder / "game.yaml", path)
    if not isinstance(root, Sequence):
        report.add(root, "wrong-type", "a list of items is wanted here", "start each item with - id: …")
        return problems
    context = Context(report, game.languages)
    first_line: dict[str, int] = {}
    for node in root.items:
        if not isinstance(node, Mapping):
            report.add(node, "wrong-type", "an item is wanted here", "start each item with - id: …")
            continue
        kind.items.append(_item(kind, node, context, first_line))
    references += [(kind, kind.file, to, value) for to, value in context.references]
    return problems


def _item(kind: Kind, node: Mapping, context: Context, first_line: dict[str, int]) -> Item:
    problems = context.report.problems
    before = len(problems)
    values = read_fields(node, kind.fields, context)
    identifier = values.pop("id")
    if identifier is not None:
        _check_id(identifier, node, context, first_line)
    copies = values.pop("copies")
    if copies is not None and not 0 <= copies <= MAX_COPIES:
        message = f"copies is {copies}; 0 to {MAX_COPIES} are possible"
        context.report.add(node.values["copies"], "number-range", message, "0 keeps the item out of print")
        copies = 1
    waive = values.pop("waive") or {}
    broken = any(problem.level == "error" for problem in problems[before:])
    return Item(kind.name, identifier or "", values, 1 if copies is None else copies, waive, kind.file, node, broken)


def _check_id(identifier: str, node: Mapping, context: Context, first_line: dict[str, int]) -> None:
    where = node.values["id"]
    if not ID.fullmatch(identifier):
        message = f"the id {identifier[:60]!r} has other signs than lower-case letters, digits and hyphens"
        plain = re.sub(r"[^a-z0-9]+", "-", identifier[:60].lower()).strip("-")
        context.report.add(where, "bad-id", message, f"write {plain}" if plain else "")
    elif identifier in first_line:
        message = f"the id {identifier} stands here again; it is first at line {first_line[identifier]}"
        context.report.add(where, "duplicate-id", message, "give one of the two another id")
    first_line.setdefault(identifier, where.line)


def _unresolved(game: Game, references: list[tuple[Kind, str, str, Scalar]]) -> list[Problem]:
    problems = []
    ids = {name: {item.id for item in kind.items} for name, kind in game.kinds.items()}
    for _, file, to, value in references:
        known = ids.get(to, set())
        if value.text not in known:
            message = f"{value.text!r} is no item of {to}"
            problem = Problem(file, value.line, value.column, "error", "unknown-reference", message, nearest(value.text, known))
            problems.append(problem)
    return problems


def _unclaimed(game: Game, shown: str) -> list[Problem]:
    """Files beside the kinds' own that nothing reads: a misspelt name would go unnoticed."""
    claimed = {Path(kind.file).name for kind in game.kinds.values()} | set(OWN_FILES)
    problems = []
    for path in sorted(game.folder.glob("*.y*ml")):
        if path.name not in claimed and path.suffix in (".yaml", ".yml"):
            message = "no kind of this game reads this file"
            hint = nearest(path.name, sorted(claimed))
            problems.append(Problem(f"{shown}/{path.name}", 1, 1, "warning", "unknown-file", message, hint))
    return problems


def _hash(*paths: Path) -> str:
    """A short hash of the files' bytes: tells an old print from a new one."""
    digest = hashlib.sha256()
    for path in paths:
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:7]


