"""``pnp schema``."""

import json
import os
from pathlib import Path

from generator.cli.reporting import one_line, say
from generator.core.atomic import write_whole
from generator.core.folders import Project
from generator.core.problem import NotFound
from generator.model.load import load_game
from generator.project.editing.schemas import game_schemas, known_in, project_schemas

VSCODE = "vscode.json"


def run(game: str | None, project: Project, out: Path) -> None:
    """Write the schemas of a game, or of all, and tell the line that each file wants."""
    names = project.games()
    if game is not None and game not in names:
        raise NotFound(f"there is no game {game!r} in {project.data}; known: {', '.join(names)}")
    made = list(project_schemas(project))
    for name in reversed(names if game is None else [game]):
        read, _ = load_game(project.game_folder(name), f"{project.data.as_posix()}/{name}")
        made[:0] = game_schemas(project, read, known_in(project, read))
    for schema in made:
        write_whole(out / schema.place, schema.text)
    settings = {"yaml.schemas": {_from_here(out / one.place): _from_here(one.file) for one in made}}
    write_whole(out / VSCODE, json.dumps(settings, ensure_ascii=False, indent=2) + "\n")
    there = [schema for schema in made if schema.file.exists()]
    told = [f"{one_line(schema.file.as_posix())}\n    {one_line(schema.line(out))}" for schema in there]
    say("\n".join([*told, "", *_closing(len(made), out)]))


def _from_here(path: Path) -> str:
    return Path(os.path.relpath(path)).as_posix()


def _closing(count: int, out: Path) -> list[str]:
    folder = one_line(out.as_posix())
    return [
        f"{count} schemas in {folder}. Write its line at the head of a file, and an editor with the YAML",
        f"language server completes and checks it; VS Code takes {folder}/{VSCODE} for all files at once.",
        "Run this again when kinds, fields, rules or ids change.",
    ]
