"""What stands at a place, in words and pictures: fields, rules, problems, items."""

import base64
import io
from collections.abc import Sequence

from generator.core.problem import Problem
from generator.core.textfile import unsaved
from generator.model.game import Item, Kind
from generator.model.own_rules import own_rules
from generator.model.values import as_data
from generator.project.editing.cursor import Found
from generator.project.editing.read_game import ReadGame
from generator.project.editing.schema_walk import description, schemas_at
from generator.read.tree import Node
from generator.rules.manual import explained
from generator.rules.rulebook import checks

DPI = 96.0
LARGEST = 120_000  # bytes of a picture; editors refuse longer texts
_SIGNS = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_{}[]<>#|"})


def told_at(snapshot: ReadGame, file: str, root: Node, found: Found, problems: Sequence[Problem]) -> str:
    """What there is to say of a key or value, as Markdown; nothing where that is nothing.

    Args:
        snapshot: the game.
        file: the file's real path.
        root: its tree.
        found: the key or value.
        problems: what is wrong there.
    """
    parts = [rule_told(snapshot, problem.rule) for problem in problems]
    parts.append(_rule_named(snapshot, found))
    named = None if found.is_key else snapshot.named_at(file, found.scalar)
    if named is not None:
        item = snapshot.game.find(*named)
        if item is not None:
            parts.append(_item_told(snapshot, snapshot.game.kinds[named[0]], item))
    schema = snapshot.schemas.get(file)
    if schema is not None:
        key = next((step for step in reversed(found.path) if isinstance(step, str)), "")
        path = found.path
        while path and not isinstance(path[-1], str):
            path = path[:-1]
        meaning = description(schemas_at(schema, root, path)) if path else ""
        parts.append(f"**{_plain(key)}**: {_plain(meaning)}" if meaning else "")
    return "\n\n---\n\n".join(dict.fromkeys(part for part in parts if part))


def rule_told(snapshot: ReadGame, name: str) -> str:
    """The manual of a rule, the game's or the tool's own."""
    rule, own = snapshot.rules.get(name), own_rules().get(name)
    if rule is not None:
        numbers = {key: as_data(value) for key, value in rule.settings if value not in (None, "", [], {})}
        told = ", ".join(f"{key} {value}" for key, value in numbers.items())
        lines = [_plain(rule.why), f"`{rule.check_name}`: {_plain(told)}", f"Source: {_plain(rule.source)}"]
        return f"**{_plain(name)}** ({rule.level})\n\n" + "\n\n".join(lines)
    if own is not None:
        return f"**{own.name}** ({own.level}): {_plain(own.about)}\n\n{_plain(own.hint)}"
    return ""


def _rule_named(snapshot: ReadGame, found: Found) -> str:
    text = found.scalar.text
    if found.is_key:
        return rule_told(snapshot, text) if "waive" in found.path[:-1] else ""
    if found.path[-1:] == ("check",) and text in checks():
        return f"```text\n{explained(checks()[text])}\n```"
    return rule_told(snapshot, text) if found.path[-1:] == ("rule",) else ""


def _item_told(snapshot: ReadGame, kind: Kind, item: Item) -> str:
    head = f"**{_plain(item.id)}** ({_plain(kind.name)})"
    picture = _picture(snapshot, kind, item)
    return f"{head}\n\n![{item.id}](data:image/png;base64,{picture})" if picture else head


def _picture(snapshot: ReadGame, kind: Kind, item: Item) -> str:
    """The item's face as a PNG in base 64; empty where it cannot be drawn."""
    from generator.project.export.pictures import pictures

    with unsaved(snapshot.texts):
        if not kind.printed or item.broken or snapshot.renderer.template(kind) is None:
            return ""
        face, problems = snapshot.renderer.face(kind, item, snapshot.game.language)
        if any(problem.level == "error" and problem.rule == "too-costly" for problem in problems):
            return ""
        width, height = face.width, face.height
        dpi = min(DPI, 400 / max(width, height) * 25.4)  # a board is no larger on the screen than a card
        while dpi > 20:
            target = io.BytesIO()
            next(iter(pictures([face], dpi, 0.0))).save(target, "PNG", optimize=True)
            if target.tell() <= LARGEST:
                return base64.b64encode(target.getvalue()).decode("ascii")
            dpi *= 0.7
    return ""


def _plain(text: str) -> str:
    """A text with nothing in it that Markdown reads as its own."""
    return text.translate(_SIGNS)
