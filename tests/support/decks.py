"""Small games of one kind, made of Python values, for statistics."""

from pathlib import Path
from typing import Any

from generator.model.game import Game
from generator.model.load import load_game

FIELDS = """
      value: {type: number, words: [X]}
      cost: {type: whole}
      sort: {type: choice, of: [weapon, shield, mix]}
      open: {type: flag}
      text: {type: text}
      name: {type: text}
      tags: {type: list}
      prizes: {type: list, of: {type: one-of, keys: {coins: {type: whole}, dolls: {type: whole}}}}
      crate: {type: record, fields: {height: {type: whole}, label: {type: string}}}
"""


def game_of(folder: Path, items: list[dict[str, Any]], lab: str = "", name: str = "fair") -> Game:
    """A game with a kind ``stalls`` of these items; those without an id get one."""
    home = folder / "data" / name
    home.mkdir(parents=True, exist_ok=True)
    (home / "game.yaml").write_text(f"name: Fair\nkinds:\n  stalls:\n    title: Stalls\n    fields:{FIELDS}")
    written = [{"id": f"i{place}", **item} for place, item in enumerate(items)]
    (home / "stalls.yaml").write_text("".join(f"- {flow(item)}\n" for item in written) or "[]\n", encoding="utf-8")
    if lab:
        (home / "lab.yaml").write_text(lab, encoding="utf-8")
    game, problems = load_game(home, f"data/{name}")
    assert [problem for problem in problems if problem.level == "error"] == []
    return game


def flow(value: Any) -> str:
    """A value as YAML in one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            return "{" + ", ".join(f"{key}: {flow(inner)}" for key, inner in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(flow, value)) + "]"
    return str(value)
