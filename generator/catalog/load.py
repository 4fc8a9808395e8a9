"""From a game's folder to a `Game`: as much as could be read, and every problem found on the way."""

import re
from os.path import lexists
from pathlib import Path

from generator.catalog.digest import short_hash
from generator.catalog.fields import Context, Field, ListField, OneOfField, RecordField, TextField, read_fields
from generator.catalog.game import Game, Item, Kind
from generator.catalog.prose import check_description, read_prose
from generator.catalog.report import Report, nearest
from generator.catalog.schema import COMMON, GAME, KIND_NAME, OWN
from generator.catalog.values import Record, Text
from generator.problem import Problem
from generator.source.reader import read_file
from generator.source.tree import Mapping, Scalar, Sequence, describe, excerpt, locate

ID = re.compile(r"[a-z0-9-]+")
LANGUAGE = re.compile(r"[a-z]{2,3}")
MAX_COPIES = 999
MAX_LANGUAGES = 20
WAIVABLE = ("missing-translation",)  # of the rules about form; without the others an item cannot be read
OWN_FILES = ("game.yaml", "balance.yaml", "forge.yaml")

Reference = tuple[Report, str, Scalar]  # of the file, the kind, the value


def load_game(
    folder: Path, shown: str, replace: dict[str, tuple[Path, str]] | None = None
) -> tuple[Game, list[Problem]]:
    """Read a game's description and all its items.

    Args:
        folder: ``data/GAME``.
        shown: the folder's name in messages.
        replace: for a kind, another file of items (its path, and its name in messages) read in place of its own. If
            it is named otherwise, the kind's own items are still there to be referred to.
    """
    game, problems = _read_description(folder, shown)
    references: list[Reference] = []
    for kind in game.kinds.values():
        if kind.prose:
            problems += read_prose(game, kind, shown)
            continue
        path: Path = folder / Path(kind.file).name
        within: Path | None = folder.resolve().parent
        if replace and kind.name in replace:
            if replace[kind.name][0].name != path.name and lexists(path):
                _read_items(game, kind, path, within, [])
                kind.beside, kind.items = kind.items, []
            (path, kind.file), within = replace[kind.name], None
        if lexists(path):
            problems += _read_items(game, kind, path, within, references)
        else:
            problems.append(_without_file(game, kind, path.name))
    problems += _unresolved(game, references)
    if game.kinds:
        problems += _unclaimed(game, shown)
    return game, problems


def languages_of(folder: Path) -> tuple[str, ...]:
    """The languages of a game, its own first, without reading its items."""
    root, _ = read_file(folder / "game.yaml")
    return _languages(root, Report("")) if isinstance(root, Mapping) else ("en",)


def _read_description(folder: Path, shown: str) -> tuple[Game, list[Problem]]:
    file = f"{shown}/game.yaml"
    root, problems = read_file(folder / "game.yaml", file, folder.resolve().parent)
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
    if values["templates"] and _plain(values["templates"], "templates", root, report):
        game.templates = values["templates"]
    for name, record in (values["kinds"] or {}).items():
        game.kinds[name] = _kind(name, record, root, shown, report)
    game.players, game.modes, game.plan = tuple(values["players"]), tuple(values["modes"]), values["plan"]
    for mode, limits in (values["players_by_mode"] or {}).items():
        if mode not in game.modes:
            node = locate(root, ("players_by_mode", mode))
            report.add(node, "unknown-reference", f"{excerpt(mode)} is no mode", nearest(mode, game.modes))
        game.players_by_mode[mode] = tuple(limits)
    described = root.values.get("kinds")
    if isinstance(described, Mapping) and not described.values:
        report.add(described, "missing-field", "no kind is described", "add a kind: its title, its fields")
    for to, value in context.references:
        if to == KIND_NAME and value.text not in game.kinds:
            report.add(value, "unknown-reference", f"{excerpt(value.text)} is no kind", nearest(value.text, game.kinds))
    return game, problems


def _languages(root: Mapping, report: Report) -> tuple[str, ...]:
    """The game's languages; other fields can't be read without them."""
    node = root.values.get("languages")
    words: list[str] = []
    if node is not None and not isinstance(node, Sequence) and not (isinstance(node, Scalar) and node.absent):
        report.add(node, "wrong-type", f"a list of languages is wanted here, not {describe(node)}", "such as [en, fr]")
    for member in node.items if isinstance(node, Sequence) else []:
        if not isinstance(member, Scalar) or not LANGUAGE.fullmatch(member.text):
            report.add(member, "wrong-type", f"{describe(member)} is no language code", "two letters, such as en or fr")
        elif member.text in words:
            report.add(member, "not-one-of", f"{member.text} stands here again", "delete it")
        elif len(words) == MAX_LANGUAGES:
            report.add(member, "number-range", f"a game has at most {MAX_LANGUAGES} languages")
            break
        else:
            words.append(member.text)
    return tuple(words) or ("en",)


def _plain(name: str, key: str, node: Mapping, report: Report) -> bool:
    """Whether ``name`` names something in the folder at hand, and nothing beyond."""
    if name not in ("", ".", "..") and not any(sign in name for sign in "/\\:"):
        return True
    report.add(node.values[key], "unknown-reference", f"{key} is a name without a folder, not {excerpt(name)}")
    return False


def _kind(name: str, record: Record, root: Mapping, shown: str, report: Report) -> Kind:
    kinds = root.values["kinds"]
    assert isinstance(kinds, Mapping)
    node = kinds.values[name]
    assert isinstance(node, Mapping)
    check_description(record, node, report)
    own = record.fields or {}
    for key in OWN:
        if key in own:
            where = locate(node, ("fields", key))
            report.add(
                where, "unknown-field", f"{key} is there for every kind and cannot be described anew", "delete it"
            )
    kind = Kind(
        name,
        record.title or Text({"": name}),
        {**own, **COMMON, **{key: field for key, field in own.items() if key not in OWN}},
        f"{shown}/{name}.yaml",
        node,
        size=record.size,
        template=record.template,
        back=record.back,
        procedure=record.procedure,
        derived=record.derived or {},
    )
    kind.gutter = float(record.gutter or 0.0)
    kind.page_label = record.page_label or kind.page_label
    kind.group_page_label = record.group_page_label or {}
    kind.blank = record.blank is not False
    kind.blank_styles, kind.blank_guide = tuple(record.blank_styles), record.blank_guide
    kind.blank_page_label = record.blank_page_label or kind.blank_page_label
    if not ID.fullmatch(name):
        message = f"the kind {excerpt(name)} is not made of lower-case letters, digits and hyphens"
        report.add(kinds.keys[name], "bad-id", message)
    if record.file and _plain(record.file, "file", node, report):
        kind.file = f"{shown}/{record.file}"
    if record.prose and _plain(record.prose, "prose", node, report):
        kind.prose = record.prose
    size = node.values.get("size")
    if kind.template and (size is None or (isinstance(size, Scalar) and size.absent)):
        report.add(node, "missing-field", "size is missing", "add size: poker, or size: [width, height] in mm")
    if record.group and _groups(record.group, own, node, report):
        kind.group = record.group
    return kind


def _groups(name: str, fields: dict[str, Field], node: Mapping, report: Report) -> bool:
    """Whether items can be grouped by the field ``name``: it is there, and its values can be told apart."""
    if name not in fields:
        report.add(node.values["group"], "unknown-field", f"{excerpt(name)} is no field", nearest(name, fields))
    elif isinstance(fields[name], ListField | RecordField | OneOfField | TextField):
        report.add(
            node.values["group"], "wrong-type", f"{name} holds more than one word", "group by a choice, string or flag"
        )
    else:
        return True
    return False


def _without_file(game: Game, kind: Kind, file: str) -> Problem:
    kinds = locate(game.root, ("kinds",)) if game.root else None
    node = kinds.keys[kind.name] if isinstance(kinds, Mapping) else kind.node
    message = f"there is no file {file}: {kind.name} have no items"
    return Problem(game.file, node.line, node.column, "warning", "missing-file", message, "make it, be it empty")


def _read_items(game: Game, kind: Kind, path: Path, within: Path | None, references: list[Reference]) -> list[Problem]:
    root, problems = read_file(path, kind.file, within)
    report = Report(kind.file)
    report.problems = problems
    if root is None:
        return problems
    kind.data_hash = short_hash(game.folder / "game.yaml", path)
    if not isinstance(root, Sequence):
        report.add(root, "wrong-type", "a list of items is wanted here", "start each item with - id: …")
        return problems
    context = Context(report, game.languages)
    first_line: dict[str, int] = {}
    for node in root.items:
        if not isinstance(node, Mapping):
            report.add(
                node, "wrong-type", f"an item is wanted here, not {describe(node)}", "start each item with - id: …"
            )
            continue
        kind.items.append(_item(kind, node, context, first_line))
    references += [(report, to, value) for to, value in context.references]
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
    waivers = (values.pop("waive") or {}).items()
    waive = {rule: reason for rule, reason in waivers if _is_reason(rule, reason, node, context)}
    waived = {problem.rule for problem in problems[before:] if problem.rule in waive and problem.rule in WAIVABLE}
    problems[before:] = [problem for problem in problems[before:] if problem.rule not in waived]
    broken = any(problem.level == "error" for problem in problems[before:])
    copies = 1 if copies is None else copies
    return Item(kind.name, identifier or "", values, copies, waive, kind.file, node, broken, tuple(waived))


def _is_reason(waived: str, reason: Text, node: Mapping, context: Context) -> bool:
    """Whether a waiver says why."""
    if any(words.strip() for words in reason.translations.values()):
        return True
    message = f"the waiver of {waived} has no reason"
    context.report.add(locate(node, ("waive", waived)), "missing-field", message, "say why the rule does not hold here")
    return False


def _check_id(identifier: str, node: Mapping, context: Context, first_line: dict[str, int]) -> None:
    where = node.values["id"]
    if not ID.fullmatch(identifier):
        message = f"the id {excerpt(identifier)} is not made of lower-case letters, digits and hyphens"
        plain = re.sub(r"[^a-z0-9]+", "-", identifier[:60].lower()).strip("-")
        context.report.add(where, "bad-id", message, f"write {plain}" if plain else "")
    elif identifier in first_line:
        message = f"the id {identifier} stands here again; it is first at line {first_line[identifier]}"
        context.report.add(where, "duplicate-id", message, "give one of the two another id")
    first_line.setdefault(identifier, where.line)


def _unresolved(game: Game, references: list[Reference]) -> list[Problem]:
    problems = []
    ids = {name: {item.id for item in (*kind.items, *kind.beside)} for name, kind in game.kinds.items()}
    for report, to, value in references:
        if to in ids and value.text not in ids[to]:
            message = f"{excerpt(value.text)} is no item of {to}"
            hint = report.suggest(value.text, ids[to])
            problems.append(Problem(report.file, value.line, value.column, "error", "unknown-reference", message, hint))
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
