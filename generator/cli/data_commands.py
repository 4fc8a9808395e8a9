"""The commands about a game's data and spreadsheets: options and wiring. What is heavy is imported by a command."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from click.core import ParameterSource

from generator.cli.data_options import CheckWishes, ImportOptions, ShowOptions
from generator.cli.group import command
from generator.cli.options import DATA, OUT, TEMPLATES, OutputFormat, flag_of
from generator.cli.print_options import USUAL, GameOptions
from generator.cli.project_defaults import completing, forged_kinds, languages, typed
from generator.cli.reporting import one_line, say
from generator.core.folders import Project
from generator.printing.order import RenderOrder
from generator.printing.press import PressOptions

if TYPE_CHECKING:
    from generator.forge.request import GenerateOptions

Types = list[str] | None
# What the forge calls by the same names.
_SAME = ("kind", "game", "count", "seed", "out", "effects", "repeats", "swing", "mean", "like", "replace")


class ForgeOptions(GameOptions, frozen=True, kw_only=True):
    """The options, as they are typed; those of sheets count with ``--render``."""

    kind: Annotated[str, {"autocompletion": completing(forged_kinds)}]
    game: str | None = None
    count: int = 1
    seed: int | None = None
    out: Path | None = None
    effects: str | None = None
    only: Types = None
    without: Types = None
    repeats: bool = False
    swing: str | None = None
    mean: str | None = None
    like: Path | None = None
    for_: str | None = None
    replace: bool = False
    render: bool = False
    sheets: Path = OUT

    @property
    def wanted(self) -> "GenerateOptions":
        """What is asked of the forge."""
        from generator.forge.request import GenerateOptions

        same = {name: getattr(self, name) for name in _SAME}
        only, without, language = _words(self.only), _words(self.without), languages(self.lang)[0]
        return GenerateOptions(**same, only=only, without=without, whom=self.for_, language=language)

    @property
    def order(self) -> RenderOrder | None:
        """How new items are printed, once they are known; None where they are not.

        Raises:
            BadParameter: it is said how, but not that they are.
            Refusal: see `PressOptions.layout_in`.
        """
        if self.render:
            choice = self.choice_of([self.kind], None)
            return RenderOrder(choice, self.layout, self.sheets, self.copies, suffix="-forged")
        if names := typed(*PressOptions.__struct_fields__, "sheets", "opened"):
            raise typer.BadParameter("it is about sheets: give --render too", param_hint=flag_of(names[0]))
        return None


def _words(options: Types) -> tuple[str, ...]:
    return tuple(word for words in options or () for word in words.split(",") if word)


SCHEMAS, VSCODE = Path("schemas"), "vscode.json"


@command(defaults=("templates",))
def check(options: CheckWishes) -> int:
    """Check everything, or the files and folders named.

    Every problem is listed with its file, line and column.
    """
    from generator.cli.check import run

    return run(options)


@command()
def rules(
    name: str | None = None,
    data: Path = DATA,
    checks: bool = False,
) -> None:
    """List every rule in force, or explain one.

    Rules are listed with their numbers and source, and explained with examples.
    """
    from generator.cli.rules import run

    run(name, data, checks_only=checks)


@command("list", defaults=("lang",))
def list_all(
    game: str | None = None,
    kind: str | None = None,
    lang: str | None = None,
    format: OutputFormat = "text",
    data: Path = DATA,
) -> None:
    """List the games, the kinds of a game, or the items of a kind."""
    from generator.cli.list import run
    from generator.printing.order import Choice

    demanded, preferred = languages(lang)
    run(game, kind, format, Project(data, TEMPLATES), Choice(language=demanded, preferred=preferred))


@command(defaults=("templates",), writes="out")
def schema(
    game: str | None = None,
    out: Path = SCHEMAS,
    data: Path = DATA,
    templates: Path = TEMPLATES,
) -> None:
    """Write JSON Schemas of a game's files, for editors."""
    from generator.core.atomic import write_whole
    from generator.editing.schemas import game_schemas, known_in, project_schemas
    from generator.model.load import load_game

    project = Project(data, templates)
    names = project.games() if game is None else [project.game_folder(game).name]
    schemas = list(project_schemas(project))
    for name in reversed(names):
        read, _ = load_game(project.game_folder(name), f"{data.as_posix()}/{name}")
        schemas[:0] = game_schemas(project, read, known_in(project, read))
    for schema_file in schemas:
        write_whole(out / schema_file.place, schema_file.text)
    settings = {
        "yaml.schemas": {_from_here(out / schema_file.place): _from_here(schema_file.file) for schema_file in schemas}
    }
    write_whole(out / VSCODE, json.dumps(settings, ensure_ascii=False, indent=2) + "\n")
    there = [schema_file for schema_file in schemas if schema_file.file.exists()]
    lines = [f"{one_line(schema_file.file.as_posix())}\n    {one_line(schema_file.line(out))}" for schema_file in there]
    say("\n".join([*lines, "", *_closing(len(schemas), out)]))


def _from_here(path: Path) -> str:
    return Path(os.path.relpath(path)).as_posix()


def _closing(count: int, out: Path) -> list[str]:
    folder = one_line(out.as_posix())
    return [
        f"{count} schemas in {folder}. Write its line at the head of a file, and an editor with the YAML",
        f"language server completes and checks it; VS Code takes {folder}/{VSCODE} for all files at once.",
        "Run this again when kinds, fields, rules or ids change.",
    ]


@command(defaults=("templates",))
def lsp(
    ctx: typer.Context,
    data: Path = DATA,
    templates: Path = TEMPLATES,
) -> int:
    """Serve an editor: a language server on its streams.

    It finds a game's project from the files that are opened; name its folders only if they are elsewhere.
    """
    from generator.lsp.server import serve

    named = ctx.get_parameter_source("data") is ParameterSource.COMMANDLINE
    return serve(Project(data.absolute(), templates.absolute()) if named else None)


@command(defaults=("lang", "templates"))
def show(options: ShowOptions) -> int:
    """Describe an item in words: what it does, in which order and why.

    Fields are listed as they are printed, from top to bottom. A terminal that can shows the item's picture.
    """
    from generator.cli.show import run

    return run(options)


@command(defaults=(*(name for name in USUAL if name != "out"), ("sheets", "out")), writes="out sheets")
def generate(options: ForgeOptions) -> None:
    """Make new items that obey the rules.

    They are written as YAML, to standard output or appended to a file.
    """
    from generator.cli.generate import run

    run(options.wanted, options.order, options.project, opened=options.opened)


@command("import", writes="data")
def import_(options: ImportOptions) -> int:
    """Turn a spreadsheet's rows into items, or update items.

    It takes a FILE or URL and the --kind, or --all. A Markdown file becomes the text of a kind such as rules.
    Comments, the order, other fields and items stay.
    """
    from generator.cli.import_sheet import run

    return run(options)
