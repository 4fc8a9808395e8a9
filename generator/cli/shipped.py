"""Games that ship with the tool: a command takes one by its name where the project has none of that name."""

from os.path import lexists
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from generator.cli.project_defaults import all_games, data_of
from generator.cli.reporting import note, one_line
from generator.core.folders import shipped, shipped_games
from generator.core.problem import WrongUse

# What commands do with a game, its files only read. All others would change it.
DOING = {
    "blank": "printing its forms into {out}/",
    "check": "checking it",
    "export": "exporting it into {out}/",
    "generate": "making new items for it",
    "icons": "listing icons",
    "list": "listing it",
    "odds": "asking about it",
    "pack": "packing it",
    "plan": "planning its box",
    "render": "printing it into {out}/",
    "rules": "listing its rules",
    "schema": "writing its schemas into {out}/",
    "serve": "showing it, and writing nothing",
    "show": "showing it",
    "simulate": "playing it",
    "site": "making its site in {out}/",
    "stats": "analysing it",
    "trust": "trusting its code",
    "tune": "playing it",
    "watch": "printing it into {out}/",
}
CHANGES = ("mark_printed", "import_", "take")  # parameters by which these change a game all the same


def take_shipped(ctx: click.Context) -> None:
    """Turn a command to the folder of the games that ship, where it names one of them, and say so.

    Raises:
        WrongUse: it would change the game, or names one of the project beside it.
    """
    if "data" not in ctx.params or ctx.get_parameter_source("data") is ParameterSource.COMMANDLINE:
        return
    own, names, command = all_games(ctx), _named(ctx), ctx.command.name or ""
    if own and set(names) <= {*own}:
        return
    ships = {folder.name: folder for folder in shipped_games() if folder.name not in own}
    meant = [name for name in names if name in ships]
    if not meant and not own and (kinds := _kinds(ctx)):
        from generator.model.at_a_glance import outline_of

        meant = [name for name, folder in ships.items() if kinds & outline_of(folder).files.keys()]
    about_all = ships and not own and not meant and (command == "list" or (command == "rules" and names))
    if (not meant and not about_all) or command == "new":
        return
    if command not in DOING or _changes(ctx):
        copied = f"pnp new my-{meant[0].rpartition('-')[2]} --from {meant[0]}"
        raise WrongUse(f"{meant[0]} ships with the tool and stays as it is; for a copy of your own: {copied}")
    if both := [name for name in names if name in own]:
        raise WrongUse(f"{meant[0]} ships with the tool, {both[0]} is this project's: name them one after the other")
    out, prints = Path(str(ctx.params.get("out"))).as_posix(), command == "plan" and ctx.params.get("render")
    for name in meant:
        note(one_line(f"{name} ships with the tool; {DOING['render' if prints else command].format(out=out)}"))
    if about_all:
        note("there is no game here; these ship with the tool")
    ctx.params["data"] = str(shipped() / "data")
    if "templates" in ctx.params and ctx.get_parameter_source("templates") is not ParameterSource.COMMANDLINE:
        ctx.params["templates"] = str(shipped() / "templates")
    if command == "serve":
        ctx.params["read_only"] = True


def _named(ctx: click.Context) -> list[str]:
    """What may be the names of games among a command's arguments."""
    names = [name for key in ("game", "games", "name") for name in _values(ctx.params.get(key))]
    names += [path for path in map(str, ctx.params.get("paths") or ()) if not lexists(path)]
    names.append(str(ctx.params.get("question") or "").rpartition("/")[0])
    return [name for name in names if name]


def _kinds(ctx: click.Context) -> set[str]:
    """The kinds among a command's arguments: KIND, --kind KIND, KIND/ID, kind=KIND."""
    kinds = [kind for key in ("kind", "kinds") for kind in _values(ctx.params.get(key))]
    kinds += [value.removeprefix("kind=") for value in _values(ctx.params.get("values")) if value.startswith("kind=")]
    return {*kinds, *(name.partition("/")[0] for name in _values(ctx.params.get("name")) if "/" in name)}


def _values(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value) if isinstance(value, list | tuple) else []


def _changes(ctx: click.Context) -> bool:
    """Whether a command would write into the folder of a game."""
    out, data = Path(str(ctx.params.get("out") or "")), data_of(ctx)
    return data.absolute() in out.absolute().parents or any(ctx.params.get(name) for name in CHANGES)
