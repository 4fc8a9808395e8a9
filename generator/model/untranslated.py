"""Files of a game of several languages in which no text is translated: one bare text stands for all languages."""

from collections.abc import Iterable, Iterator
from typing import Any

from generator.core.problem import Problem
from generator.model.fields import Field, ListField, OneOfField, RecordField, TextField
from generator.model.game import Game, Item, Kind
from generator.model.values import LocalizedText, Record
from generator.read.tree import locate

RULE = "missing-translation"
_MANY = 8  # texts: fewer may well be names
_FEW = 2  # kinds that are reported one by one; of more, it is the language that is new


def untranslated(game: Game) -> Iterator[Problem]:
    """For each file of items whose texts all are bare, its first one; the second language where there are many.

    A bare text is right for what is the same in all languages, such as a name. Where a file has nothing else, its
    translation was forgotten, and the other languages print the first one.
    """
    if len(game.languages) < 2 or "languages" in game.wrong:
        return
    bare = {kind.name: _bare(kind) for kind in game.kinds.values() if not kind.is_broken}
    first = {kind: found[0] for kind, found in bare.items() if len(found) >= _MANY}
    others = ", ".join(game.languages[1:])
    places = {f"these {kind}": (item.file, item.where(name), name) for kind, (item, name) in first.items()}
    if len(first) > _FEW and game.root is not None:
        name = next(iter(first.values()))[1]
        places = {", ".join(first): (game.file, locate(game.root, ("languages", 1)), name)}
    for those, (file, node, name) in places.items():
        message = f"no text of {those} is translated: {others} will print as {game.language}"
        hint = f"write {game.language} and {others} of each: {name}: {{{_example(game.languages)}}}"
        yield Problem(file, node.line, node.column, "warning", RULE, message, hint)


def _bare(kind: Kind) -> list[tuple[Item, str]]:
    """The items with a bare text that holds letters, each with its field; none where another text is translated."""
    names = [name for name, field in kind.fields.items() if _holds_text(field) and name != "waive"]
    found: list[tuple[Item, str]] = []
    for item in kind.all_items if names and not kind.prose else ():
        for name in names:
            for text in _texts(item.fields.get(name)):
                if "" not in text.translations:
                    return []
                if RULE not in item.waive and any(map(str.isalpha, str(text))):
                    found.append((item, name))
    return found


def _holds_text(field: Field) -> bool:
    if isinstance(field, ListField):
        return _holds_text(field.of)
    if isinstance(field, RecordField | OneOfField):
        inner = field.fields if isinstance(field, RecordField) else field.keys
        return any(map(_holds_text, inner.values()))
    return isinstance(field, TextField)


def _texts(value: Any) -> Iterator[LocalizedText]:
    if isinstance(value, LocalizedText):
        yield value
    elif isinstance(value, list | Record):
        parts: Iterable[Any] = value if isinstance(value, list) else [part for _, part in value]
        for part in parts:
            yield from _texts(part)


def _example(languages: Iterable[str]) -> str:
    return ", ".join(f"{language}: …" for language in languages)
