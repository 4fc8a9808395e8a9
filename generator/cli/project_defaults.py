"""What a project knows of options: its defaults (``pnp.yaml``), and what there is to choose from.

Help and completion in a shell ask while somebody waits, so no game is read as a whole. Names that a shell or a terminal
could take for something else are left out: they come from files of strangers.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import typer
from click.core import ParameterSource

from generator.cli.reporting import as_text, tally, tell
from generator.core.choices import PAPERS
from generator.core.escape import escaped
from generator.core.folders import defaults_file, shipped_games
from generator.core.problem import Faulty

if TYPE_CHECKING:
    from generator.model.at_a_glance import GameOutline

NamesIn = Callable[[click.Context], Iterable[str]]
DATA_MET = "pnp.data"  # under which a context keeps the folder of the games
ABOVE = "pnp.above"  # and the way to the project's folder
PLAIN = re.compile(r"[\w][\w./-]*")
MOST_SHOWN = 24  # characters of choices in the place of an option's value


def data_of(ctx: click.Context) -> Path:
    """The folder of the games that a command's arguments name; what is not a folder where none were read."""
    folder = ctx.meta.get(DATA_MET)
    return folder if isinstance(folder, Path) else Path(os.devnull)


def way_to_project(*, inside: bool = False) -> Path:
    """The way to the current folder's project: up to the nearest with games, where there is none here.

    A project of another user's is passed over: anybody may have put it there.

    Args:
        inside: whether the current folder must lie in the folder of the games or the templates.
    """
    with suppress(OSError):
        here = Path.cwd()
        if Path("data").is_dir() or defaults_file(Path("data")).exists():
            return Path()
        for number, folder in enumerate(here.parents, 1):
            if any((folder / "data").glob("*/game.yaml")) and _is_mine(folder):
                below = here.relative_to(folder).parts[0]
                return Path(*[".."] * number) if below in ("data", "templates") or not inside else Path()
    return Path()


def _is_mine(folder: Path) -> bool:
    return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()


def take_folders(ctx: click.Context) -> None:
    """Take a game's folder for the name of the game."""
    data = os.path.realpath(data_of(ctx))
    for name in ("game", "games", "name"):
        value = ctx.params.get(name)
        if isinstance(value, str):
            ctx.params[name] = _game_of(value, data)
        elif isinstance(value, list | tuple):
            ctx.params[name] = [_game_of(name_of_game, data) for name_of_game in value]


def _game_of(value: str, data: str) -> str:
    full = os.path.realpath(value)
    is_path = bool({"/", os.sep} & set(value)) or value in (".", "..")
    return os.path.basename(full) if is_path and os.path.dirname(full) == data else value


def _folders(ctx: click.Context) -> list[Path]:
    """The folders of all games."""
    return [path.parent for path in sorted(data_of(ctx).glob("[!.]*/game.yaml"))]


def all_games(ctx: click.Context) -> list[str]:
    """The names of all games."""
    return [folder.name for folder in _folders(ctx)]


def reachable_games(ctx: click.Context) -> list[str]:
    """The names of all games; where there are none, and no folder of games was typed, of those that ship."""
    is_typed = ctx.get_parameter_source("data") is ParameterSource.COMMANDLINE
    return all_games(ctx) or [folder.name for folder in shipped_games() if not is_typed]


def names_game(ctx: click.Context, word: str) -> bool:
    """Whether a word names a game of the project or one that ships, and no file here."""
    name = _game_of(word, os.path.realpath(data_of(ctx)))
    games = (*all_games(ctx), *(folder.name for folder in shipped_games()))
    return name in games and not os.path.isfile(word)


def _outlines(ctx: click.Context) -> "Iterator[GameOutline]":
    """The games that a command concerns: those that are named among its arguments, else all."""
    folders = _folders(ctx)
    if not folders:
        return
    from generator.model.at_a_glance import outline_of

    names = _given(ctx.params, "games", "game")
    yield from map(outline_of, [folder for folder in folders if folder.name in names] or folders)


def forged_kinds(ctx: click.Context) -> Iterator[str]:
    """The kinds of the project that new items can be made of."""
    for folder in _folders(ctx):
        from generator.model import at_a_glance

        yield from at_a_glance.forged_kinds(folder)


def _targets(ctx: click.Context) -> tuple[str, ...]:
    """What components can be exported to."""
    from generator.model.shop_tables import BUILT_IN, SHIPPED, read_shops, shops_file

    return (*BUILT_IN, *read_shops(SHIPPED)[0], *read_shops(shops_file(data_of(ctx)))[0])


# What there is to choose from, by parameter.
NAMES: dict[str, NamesIn] = {
    **dict.fromkeys(("game", "games"), reachable_games),
    **dict.fromkeys(("kind", "kinds"), lambda ctx: (kind for game in _outlines(ctx) for kind in game.files)),
    "items": lambda ctx: (item for _, item in _items(ctx, _given(ctx.params, "kinds", "kind"))),
    "lang": lambda ctx: (code for game in _outlines(ctx) for code in game.languages),
    "mode": lambda ctx: (mode for game in _outlines(ctx) for mode in game.modes),
    "paper": lambda _: PAPERS,
    "to": _targets,
}


def completing(names: NamesIn) -> Callable[[typer.Context, str], list[str]]:
    """What completes one of these names."""

    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        return _matching(names(ctx), incomplete)

    return complete


def complete_kinds_and_items(ctx: typer.Context, incomplete: str) -> list[str]:
    """``KIND/ID``: kinds, and once one is left its items."""
    kinds = {
        kind for game in _outlines(ctx) for kind in game.files if f"{kind}/".startswith(incomplete.partition("/")[0])
    }
    if "/" not in incomplete and len(kinds) > 1:
        return _matching((f"{kind}/" for kind in sorted(kinds)), incomplete)
    # A shell ends a word that it has completed: so of one kind alone, the items are reported at once.
    return _matching((f"{kind}/{item}" for kind, item in _items(ctx, kinds)), incomplete)


def known_forged(ctx: click.Context) -> list[str]:
    """The kinds of the project that new items can be made of."""
    return _matching(forged_kinds(ctx), "")


def choices(ctx: click.Context, name: str) -> str:
    """What stands for the value of an option in help: the project's own choices, where they are few."""
    text = "|".join(_matching(NAMES[name](ctx), "")) if name in ("lang", "mode") else ""
    return text if len(text) <= MOST_SHOWN else ""


def _items(ctx: click.Context, kinds: set[str]) -> Iterator[tuple[str, str]]:
    from generator.model.at_a_glance import ids_in

    for game in _outlines(ctx):
        for kind, file in game.files.items():
            if file is not None and (not kinds or kind in kinds):
                yield from ((kind, item) for item in ids_in(file))


def _given(params: Mapping[str, Any], *names: str) -> set[str]:
    """What was given for the first of these parameters that the command has."""
    value = next((params[name] for name in names if params.get(name)), ())
    return {value} if isinstance(value, str) else {str(item) for item in value}


def _matching(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete) and PLAIN.fullmatch(name)]


TAKEN: dict[str, Mapping[str, str]] = {}  # by command: its parameters that may have a default, with the keys
FOUND = "pnp.defaults"  # under which a context keeps what was read
FAULTY_USE = 2


def take_defaults(command: click.Command, ctx: click.Context) -> None:
    """Let the project's defaults stand in for what is not among a command's arguments: its folders, its only game."""
    above = ctx.meta.get(ABOVE, Path())
    paths = {param.name or "": param.default for param in command.params if isinstance(param.default, Path)}
    ctx.default_map = {name: str(above / path) for name, path in paths.items()} if above.parts else {}
    wants_game = any(param.name == "game" and param.required for param in command.params) and command.name != "trust"
    if wants_game and len(games := all_games(ctx)) == 1:
        ctx.default_map["game"] = games[0]
    parameters = TAKEN.get(command.name or "", {})
    if not parameters:
        return
    file = defaults_file(data_of(ctx))
    if not file.exists():  # reading YAML takes longer than all the rest of --help
        return
    from generator.model.defaults import read_defaults

    defaults = read_defaults(file)
    ctx.meta[FOUND] = defaults
    ctx.default_map |= {name: defaults.values[key] for name, key in parameters.items() if key in defaults.values}


def refuse_faulty(ctx: click.Context) -> None:
    """End with the mistakes of ``pnp.yaml``, if there are any. ``pnp check`` tells them among the others."""
    defaults = ctx.meta.get(FOUND)
    if defaults is None or not defaults.problems or ctx.command.name == "check":
        return
    for problem in defaults.problems:
        tell(as_text(problem))
    tell(f"{tally(list(defaults.problems))}; nothing was done")
    raise typer.Exit(FAULTY_USE)


def take_defaults_anew() -> dict[str, Any]:
    """The values of the running command's options that a project has a say in, by what ``pnp.yaml`` says now.

    Values are as they were read, or as a default has them.

    Raises:
        Faulty: the file has mistakes.
    """
    ctx = click.get_current_context()
    ctx.default_map = None
    ctx.meta.pop(FOUND, None)
    take_defaults(ctx.command, ctx)
    if (defaults := ctx.meta.get(FOUND)) is not None and defaults.problems:
        raise Faulty(defaults.problems, "what it said before still holds")
    parameters = TAKEN.get(ctx.command.name or "", {})
    for param in ctx.command.params:
        if (name := param.name or "") in parameters and not _is_typed(ctx, name):
            is_known = name in (ctx.default_map or {})
            ctx.set_parameter_source(name, ParameterSource.DEFAULT_MAP if is_known else ParameterSource.DEFAULT)
            ctx.params[name] = param.get_default(ctx)
    return {name: ctx.params[name] for name in parameters}


def _is_typed(ctx: click.Context, name: str) -> bool:
    return ctx.get_parameter_source(name) not in (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)


def typed(*names: str) -> list[str]:
    """Those of some parameters of the running command that were typed."""
    ctx = click.get_current_context()
    return [name for name in names if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE]


def is_projects(name: str) -> bool:
    """Whether the value of a parameter of the running command is the project's default, and was not typed."""
    ctx = click.get_current_context(silent=True)
    return ctx is not None and ctx.get_parameter_source(name) is ParameterSource.DEFAULT_MAP


def languages(lang: str | None) -> tuple[str | None, str | None]:
    """Of the value of ``--lang``: the language that is demanded, and that which is preferred where a game has it."""
    return (None, lang) if is_projects("lang") else (lang, None)


def shown_with_source(ctx: click.Context, param: click.Parameter, record: tuple[str, str]) -> tuple[str, str]:
    """What help says of a parameter, with the file that its default is from."""
    defaults, key = ctx.meta.get(FOUND), TAKEN.get(ctx.command.name or "", {}).get(param.name or "")
    if defaults is None or key not in defaults.values:
        return record
    name, help_text = record
    help_text = help_text.replace(
        f"[default: {defaults.values[key]}", f"[default: {defaults.values[key]}, from {defaults.file}", 1
    )
    return name, escaped(help_text)
