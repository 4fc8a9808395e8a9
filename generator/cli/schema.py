"""``pnp schema``."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

from generator.atomic import replacing
from generator.balance.rulebook import open_rulebook
from generator.catalog.items import WAIVABLE
from generator.catalog.load import load_game
from generator.cli.ending import carried_out
from generator.cli.reporting import one_line, say
from generator.editor.known import known_of
from generator.editor.schemas import FileSchema, game_schemas, project_schemas
from generator.face.theme import font_files
from generator.project import Project, shipped_common
from generator.refusal import NotFound

VSCODE = "vscode.json"


def run(game: str | None, project: Project, out: Path) -> int:
    """Write the schemas of a game, or of all, and tell the line that each file wants; the exit status."""

    def command() -> int:
        names = project.games()
        if game is not None and game not in names:
            raise NotFound(f"there is no game {game!r} in {project.data}; known: {', '.join(names)}")
        made = [*_schemas(names if game is None else [game], project), *project_schemas(project)]
        for schema in made:
            _write(out / schema.place, schema.text)
        settings = {"yaml.schemas": {_from_here(out / one.place): _from_here(one.file) for one in made}}
        _write(out / VSCODE, json.dumps(settings, ensure_ascii=False, indent=2) + "\n")
        there = [schema for schema in made if schema.file.exists()]
        told = [f"{one_line(str(schema.file))}\n    {one_line(schema.line(out))}" for schema in there]
        say("\n".join([*told, "", *_closing(len(made), out)]))
        return 0

    return carried_out(command, out)


def _schemas(names: list[str], project: Project) -> Iterator[FileSchema]:
    for name in names:
        game, _ = load_game(project.game_folder(name), f"{project.data}/{name}")
        book = open_rulebook(game)
        rules = dict.fromkeys([*(rule.name for rule in book.rules), *sorted(book.left_out), *WAIVABLE])
        folders = (project.templates_for(name) / game.templates, project.common, shipped_common())
        yield from game_schemas(project, game, known_of(game, list(rules), sorted(font_files(folders))))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8")


def _from_here(path: Path) -> str:
    return Path(os.path.relpath(path)).as_posix()


def _closing(count: int, out: Path) -> list[str]:
    return [
        f"{count} schemas in {one_line(str(out))}. Write its line at the head of a file, and an editor with the YAML",
        f"language server completes and checks it; VS Code takes {one_line(str(out / VSCODE))} for all files at once.",
        "Run this again when kinds, fields, rules or ids change.",
    ]
