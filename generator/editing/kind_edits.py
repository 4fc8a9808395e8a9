"""A kind's description, changed by forms: fields added and taken away, choices, ranges, sizes; and a kind that goes.

Each gives the texts of files as they would be; all that is not concerned stays as it was.
"""

import copy
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from yaml import nodes

from generator.core.problem import Infeasible
from generator.core.rewriting import Replacement
from generator.editing.forms import least_value, limits_in
from generator.editing.item_texts import fields_changed, items_changed, mapping_changed, mapping_in
from generator.editing.named_files import NameUse
from generator.forge.yaml_writer import as_yaml
from generator.model.fields import Field
from generator.model.game import Game, Kind
from generator.model.schema import GAME
from generator.model.values import Ids
from generator.read.adding import compose
from generator.read.reader import read_text
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Node, Scalar, texts_of
from generator.read.tree import Sequence as SequenceNode
from generator.rules.rulebook import COMMON, checks
from generator.tables.edits import Edits, NotEditable, plain

FACE_TYPES = ("text", "string", "whole", "number", "choice", "reference")  # whose value may be printed as it is
RANGE = "number-range"
_MOST_LISTED = 12  # items of an example


def kind_changed(text: str, kind: str, change: Callable[[dict[str, Any]], None]) -> str:
    """``game.yaml`` with another description of a kind.

    Args:
        text: as it is.
        kind: the name of the kind.
        change: is given the description as `mapping_in` gives it, and changes it.
    """
    kinds = copy.deepcopy((mapping_in(text) or {}).get("kinds"))
    if not isinstance(kinds, dict) or not isinstance(kinds.get(kind), dict):
        raise Infeasible("game.yaml cannot be read; mend it first")
    change(kinds[kind])
    return mapping_changed(text, {"kinds": kinds}, GAME)


def with_values(game: Game, kind: Kind, text: str, name: str, field: Field) -> str:
    """A kind's items with a sound value of a field that each must have."""
    value = least_value(game, field, limits_in(game, kind.name), name)
    value = value if isinstance(value, int | float | list | dict) else str(value)
    return items_changed(text, lambda item: {} if name in item else {name: value}, {**kind.fields, name: field})


def without_values(kind: Kind, text: str, name: str) -> str:
    """A kind's items without the values of a field."""
    return items_changed(text, lambda item: {name: None} if name in item else {}, kind.fields)


def without_boxes(text: str, field: str) -> str:
    """A template without the text boxes of a field."""
    return re.sub(rf"""[ \t]*<rect\b[^<>]*\bdata-field=["']{re.escape(field)}["'][^<>]*/>(\r?\n)?""", "", text)


def with_size(text: str, old: tuple[float, float], new: tuple[float, float]) -> str:
    """A template whose face has another size; what is on it stays where it is."""
    root = re.search(r"<svg\b[^>]*>", text)
    if root is None:
        return text
    head = root[0]
    for name, before, after in (("width", old[0], new[0]), ("height", old[1], new[1])):
        head = re.sub(rf"""(\b{name}\s*=\s*["'])\s*{before:g}(?:\.0+)?mm""", rf"\g<1>{after:g}mm", head)
    head = re.sub(
        rf"""(\bviewBox\s*=\s*["']\s*\S+\s+\S+\s+){old[0]:g}\s+{old[1]:g}\b""", rf"\g<1>{new[0]:g} {new[1]:g}", head
    )
    return text[: root.start()] + head + text[root.end() :]


def with_range(kind: Kind, text: str, field: str, limits: Mapping[str, str]) -> str:
    """``balance.yaml`` with other limits of a number: ``min`` and ``max``; without both, the rule goes.

    The first rule of its range that holds for all items is changed; where there is none, one is added.
    """
    root, problems = read_text(text, "")
    if problems:
        raise Infeasible("balance.yaml cannot be read; mend it first")
    entries = [entry for entry in getattr(root, "items", ()) if isinstance(entry, MappingNode)]
    own = next((entry for entry in entries if _is_range(entry, kind.name, field)), None)
    values = {key: limits.get(key) or None for key in ("min", "max")}
    fields = rule_fields(RANGE)
    if own is None:
        names = [node.text for entry in entries if isinstance(node := entry.values.get("rule"), Scalar)]
        begun = {"rule": Ids(names).new(f"{kind.name}-{field}".replace("_", "-")), "check": RANGE, "kind": kind.name}
        begun |= {"field": field, "source": "our own", "why": f"The least and the most of {field}."}
        values |= range_examples(field, values)
        added = fields_changed(fields, as_yaml(begun), values) if any(limits.values()) else ""
        return text + ("\n" if text.strip() and added else "") + added
    edits = Edits(text)
    if not any(values.values()):
        edits.remove(own)
        return edits.result()
    start, end = edits.place(own)
    start, end = text.rfind("\n", 0, start) + 1, text.find("\n", end - 1) + 1 or len(text)
    new = {**values, **range_examples(field, values)}
    return text[:start] + fields_changed(fields, text[start:end], new) + text[end:]


def rule_fields(check: str) -> dict[str, Field]:
    """The fields of a rule, its examples last."""
    known = checks().get(check)
    fields = {**COMMON, **(known.PARAMETERS if known is not None else {})}
    return fields | {verdict: fields.pop(verdict) for verdict in ("pass", "fail")}


def range_examples(field: str, limits: Mapping[str, Any]) -> dict[str, Any]:
    """What keeps the rule of a range, and what breaks it."""
    low, high = (float(limit) if (limit := limits.get(key)) else None for key in ("min", "max"))
    if low is None and high is None:
        return {}
    kept, broken = (high, high + 1) if high is not None else (low, low - 1)  # type: ignore[operator]
    return {verdict: {field: value} for verdict, value in (("pass", kept), ("fail", broken))}


def rule_examples(kind: Kind, check: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """What is likely to keep a new rule, and to break it, made of values that the kind's items have."""
    field = settings.get("field") or ""
    nodes = [item.node.values[field] for item in kind.items if not item.broken and field in item.node.values]
    known = [plain(node) for node in nodes]
    lists = sorted((value for value in known if isinstance(value, list) and value), key=len, reverse=True)
    least, most = (settings.get("exactly") or settings.get(key) or "" for key in ("min", "max"))
    kept, broken = (
        (int(most), int(most) + 1) if most.isdigit() else (int(least), int(least) - 1) if least.isdigit() else (0, 0)
    )
    match check:
        case _ if check == RANGE:
            return range_examples(field, settings)
        case "count" if lists and kept != broken:
            sizes = {"pass": kept, "fail": broken}
            return {
                verdict: {field: [lists[0][at % len(lists[0])] for at in range(size)]}
                for verdict, size in sizes.items()
            }
        case "how-many" if 0 < kept <= _MOST_LISTED and broken:
            return {"pass": [{}] * kept, "fail": [{}] * broken}
        case "no-repeat" if lists:
            return {"pass": {field: lists[0]}, "fail": {field: [*lists[0], lists[0][0]]}}
        case "unique" if len(different := [value for at, value in enumerate(known) if value not in known[:at]]) > 1:
            pairs = {"pass": different[:2], "fail": [different[0]] * 2}
            return {verdict: [{field: value} for value in pair] for verdict, pair in pairs.items()}
        case "sequence" if field:
            return {"pass": [{field: 1}, {field: 2}], "fail": [{field: 1}, {field: 3}]}
    return {}


def _is_range(entry: MappingNode, kind: str, field: str) -> bool:
    values = {key: node.text for key, node in entry.values.items() if isinstance(node, Scalar)}
    check = values.get("check", values.get("rule"))
    return (check, values.get("kind"), values.get("field")) == (RANGE, kind, field) and "when" not in values


# ---- A kind that goes


def kind_uses(game: Game, kind: str) -> Iterator[NameUse]:
    """Where else a kind is named, so that something is lost or wrong once it is gone."""
    for path in (*sorted(game.folder.glob("*.yaml")), *sorted(game.folder.glob("*.md"))):
        if path.name in {Path(file).name for file in game.kinds[kind].files}:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines()):
            if re.search(rf"(?<![\w-]){re.escape(kind)}(?![\w-])", line.partition("#")[0]):
                yield NameUse(path.name, number + 1, line.strip())


def without_kind(game: Game, templates: Path, kind: str) -> list[Replacement]:
    """What changes in a game's files when a kind goes: its description, items, faces, rules, recipe and questions."""
    texts = {
        path: path.read_text(encoding="utf-8")
        for name in ("game.yaml", "balance.yaml", "forge.yaml", "lab.yaml")
        if (path := game.folder / name).is_file()
    }
    if len(game.kinds) == 1:
        raise Infeasible(f"{kind} is the only kind of {game.name}; delete the game's folder instead")
    changes = [Replacement(path, path.read_bytes(), _without(text, path.name, kind)) for path, text in texts.items()]
    gone = [game.folder / Path(file).name for file in game.kinds[kind].files]
    gone += [templates / name for name in _faces(game.kinds[kind])]
    others = [other for name, other in game.kinds.items() if name != kind]
    needed = {game.folder / Path(file).name for other in others for file in other.files}
    needed |= {templates / name for other in others for name in _faces(other)}
    changes += [Replacement(path, path.read_bytes(), None) for path in gone if path.is_file() and path not in needed]
    return [change for change in changes if change.old != change.new]


def _faces(kind: Kind) -> list[str]:
    return [name for name in (kind.template, kind.back, kind.shaped, kind.shaped_back, kind.blank_guide) if name]


def _without(text: str, name: str, kind: str) -> bytes | None:
    """A file without what is about a kind; None where nothing is left of it."""
    root, problems = read_text(text, name)
    if problems or root is None:
        raise Infeasible(f"{name} cannot be read; mend it first")
    edits, members = Edits(text), list(_about(root, kind))
    mappings = {key: node for key, node in getattr(root, "values", {}).items() if key in ("kinds", "better")}
    named = {key: node for key, node in mappings.items() if isinstance(node, MappingNode) and kind in node.values}
    if name == "forge.yaml" and any(len(node.values) == 1 for node in named.values()):
        return None
    if isinstance(root, SequenceNode) and len(members) == len(root.items):
        return None
    try:
        for member in members:
            edits.remove(member)
        for key, node in named.items():
            edits.remove_key(*((node, kind) if len(node.values) > 1 else (root, key)))
    except NotEditable as reason:
        raise Infeasible(f"{name}: {reason}; change it as YAML") from None
    kinds = (mapping_in(text := edits.result()) or {}).get("kinds")
    if isinstance(kinds, dict) and name == "game.yaml":
        for described in kinds.values():
            if isinstance(described, dict) and kind in (described.get("holds") or ()):
                described["holds"] = [other for other in described["holds"] if other != kind]
        text = mapping_changed(text, {"kinds": kinds}, GAME)
    return text.encode()


def _about(root: Node, kind: str) -> Iterator[Node]:
    """The members of lists that name a kind as that which they are about, at their root or one step further in."""
    lists = [root] if isinstance(root, SequenceNode) else [*getattr(root, "values", {}).values()]
    for each in lists:
        for member in each.items if isinstance(each, SequenceNode) else ():
            nodes = [member, *member.values.values()] if isinstance(member, MappingNode) else []
            named = [node.values["kind"] for node in nodes if isinstance(node, MappingNode) and "kind" in node.values]
            if any(kind in texts_of(node) for node in named):
                yield member


NAMES = {
    "ar": "العربية", "ca": "català", "cs": "čeština", "da": "dansk", "de": "Deutsch", "el": "Ελληνικά", "en": "English",
    "eo": "esperanto", "es": "español", "et": "eesti", "eu": "euskara", "fa": "فارسی", "fi": "suomi", "fr": "français",
    "gl": "galego", "he": "עברית", "hr": "hrvatski", "hu": "magyar", "is": "íslenska", "it": "italiano",
    "ja": "日本語", "ko": "한국어", "lt": "lietuvių", "lv": "latviešu", "nb": "norsk bokmål", "nl": "Nederlands",
    "nn": "nynorsk", "pl": "polski", "pt": "português", "pt-BR": "português (Brasil)", "ro": "română", "ru": "русский",
    "sk": "slovenčina", "sl": "slovenščina", "sv": "svenska", "tr": "Türkçe", "uk": "українська", "zh": "中文",
}  # fmt: skip


def without_languages(text: str, dropped: Sequence[str], languages: Sequence[str]) -> str:
    """A YAML text whose translations into some languages are gone, where another one is left; all else stays.

    Args:
        text: of a file that can be read.
        dropped: the languages that go.
        languages: all that the game has, those among them.
    """
    for start, end in sorted(_entries(compose(text), text, set(dropped), set(languages)), reverse=True):
        text = text[:start] + text[end:]
    return text


def _entries(node: nodes.Node | None, text: str, dropped: set[str], languages: set[str]) -> Iterator[tuple[int, int]]:
    """From where to where the entries of mappings that go reach, with the commas or lines that they leave behind."""
    if not isinstance(node, nodes.CollectionNode):
        return
    keys = [str(key.value) for key, _ in node.value] if isinstance(node, nodes.MappingNode) else []
    if not dropped & {*keys} or not (languages - dropped) & {*keys}:
        for member in node.value:
            yield from _entries(member[1] if isinstance(member, tuple) else member, text, dropped, languages)
        return
    for at, (key, value) in enumerate(node.value):
        if key.value in dropped and node.flow_style:
            left = [other for other, _ in node.value[:at] if other.value not in dropped]
            following = node.value[at + 1][0].start_mark.index if at + 1 < len(keys) else None
            if left or following is None:
                yield node.value[at - 1][1].end_mark.index, value.end_mark.index
            else:
                yield key.start_mark.index, following
        elif key.value in dropped:
            start = text.rfind("\n", 0, key.start_mark.index) + 1
            behind = text.find("\n", value.end_mark.index - 1)
            yield start, len(text) if behind < 0 else behind + 1
