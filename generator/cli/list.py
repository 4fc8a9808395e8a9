"""``pnp list``."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.cli.reporting import aligned, one_line, say, tally, tell
from generator.core.escape import json_text
from generator.core.folders import Project
from generator.core.problem import has_errors, require_sound
from generator.model.game import Game, Item, Kind, missing
from generator.model.load import load_game
from generator.model.values import LocalizedText, nearest
from generator.printing.order import Choice, require_language

LONG = ("file", "name", "title")  # columns whose texts may have any length
JOINTS = {"players": " to ", "size": " x "}  # between the parts of a value


def run(game: str | None, kind: str | None, form: str, project: Project, choice: Choice) -> None:
    """Report what there is: games, the kinds of one, the items of a kind; what they are called in a language."""
    if game is None:
        rows = [_game(_opened(project, name), choice) for name in project.games()]
    else:
        opened = _opened(project, game)
        require_language(opened, choice)
        language = choice.language_of(opened)
        if kind is None:
            rows = [_kind(opened, one, language) for one in opened.kinds.values()]
        else:
            rows = [_item(opened, opened.kinds[kind], item, language) for item in _items(opened, kind)]
    say(json_text(rows) if form == "json" else _table(rows))


def _opened(project: Project, name: str) -> Game:
    """A game as far as it can be read; that it has mistakes is said."""
    file = f"{project.data.as_posix()}/{name}"
    game, problems = load_game(project.game_folder(name), file)
    if not game.kinds:
        require_sound(game.faults, "nothing was listed")
    if has_errors(problems):
        tell(f"pnp: {one_line(file)} has problems, which pnp check lists: {tally(sorted(problems))}")
    return game


def _items(game: Game, kind: str) -> Sequence[Item]:
    """The items of a kind.

    Raises:
        NotFound: there is no such kind.
    """
    if kind not in game.kinds:
        raise missing([game], f"{game.name} has no kind {kind[:40]!r}; {nearest(kind, game.kinds)}")
    return game.kinds[kind].items


def _game(game: Game, choice: Choice) -> Mapping[str, Any]:
    return {
        "game": game.name,
        "title": _excerpt(game.title, game, choice.language_of(game)),
        "languages": list(game.languages),
        "players": sorted(set(game.players)),
        "kinds": len(game.kinds),
        "items": sum(len(kind.items) for kind in game.kinds.values()),
    }


def _kind(game: Game, kind: Kind, language: str) -> Mapping[str, Any]:
    size = [float(side) for side in kind.size] if kind.size else []
    return {
        "kind": kind.name,
        "title": _excerpt(kind.title, game, language),
        "items": len(kind.items),
        "components": sum(item.copies for item in kind.items),
        "size": size,
        "back": kind.back is not None,
        "file": kind.file if not kind.prose else ", ".join(kind.files),
    }


def _item(game: Game, kind: Kind, item: Item, language: str) -> Mapping[str, Any]:
    return {"id": item.id, "name": title_of(game, kind, item, language), "copies": item.copies}


def title_of(game: Game, kind: Kind, item: Item, language: str) -> str:
    """What players call an item in a language: its first text; empty where it has none."""
    texts = (item.fields.get(name) for name, field in kind.fields.items() if field.is_text)
    return _excerpt(next((text for text in texts if text is not None), None), game, language)


def _excerpt(text: object, game: Game, language: str) -> str:
    return " ".join(str(text.in_language(language, game.language)).split()) if isinstance(text, LocalizedText) else ""


def _table(rows: Sequence[Mapping[str, Any]]) -> str:
    if not rows:
        return "there is none"
    names = list(rows[0])
    numbers = tuple(place for place, name in enumerate(names) if isinstance(rows[0][name], int) and name != "back")
    cells = [[_cell(row[name], JOINTS.get(name, ", ")) for name in names] for row in rows]
    return aligned(
        [names, *cells], right=numbers, gives_way=[place for place, name in enumerate(names) if name in LONG]
    )


def _cell(value: Any, joint: str) -> str:
    if isinstance(value, list):
        return joint.join(f"{part:g}" if isinstance(part, float) else str(part) for part in value)
    if isinstance(value, bool):
        return "yes" if value else ""
    return str(value)
