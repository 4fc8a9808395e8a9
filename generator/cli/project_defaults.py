"""How the defaults of a project (``pnp.yaml``) stand in for options that were not given."""

from collections.abc import Mapping
from typing import Any

import click
import typer
from click.core import ParameterSource

from generator.cli.known import data_of
from generator.core.escape import escaped

TAKEN: dict[str, Mapping[str, str]] = {}  # by command: its parameters that may have a default, with the keys
FOUND = "pnp.defaults"  # under which a context keeps what was read
FAULTY_USE = 2


def take_defaults(command: click.Command, ctx: click.Context) -> None:
    """Let the project's defaults stand in for what is not among a command's arguments."""
    taken = TAKEN.get(command.name or "", {})
    if not taken:
        return
    from generator.core.folders import defaults_file

    file = defaults_file(data_of(ctx))
    if not file.exists():  # reading YAML takes longer than all the rest of --help
        return
    from generator.model.defaults import read_defaults

    found = read_defaults(file)
    ctx.meta[FOUND] = found
    ctx.default_map = {name: found.values[key] for name, key in taken.items() if key in found.values}


def refuse_faulty(ctx: click.Context) -> None:
    """End with the mistakes of ``pnp.yaml``, if there are any. ``pnp check`` tells them among the others."""
    found = ctx.meta.get(FOUND)
    if found is None or not found.problems or ctx.command.name == "check":
        return
    from generator.cli.reporting import as_text, tally, tell

    for problem in found.problems:
        tell(as_text(problem))
    tell(f"{tally(list(found.problems))}; nothing was done")
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
    if (found := ctx.meta.get(FOUND)) is not None and found.problems:
        from generator.core.refusal import Faulty

        raise Faulty(found.problems, "what it said before still holds")
    taken = TAKEN.get(ctx.command.name or "", {})
    for param in ctx.command.params:
        if (name := param.name or "") in taken and not _is_typed(ctx, name):
            said = name in (ctx.default_map or {})
            ctx.set_parameter_source(name, ParameterSource.DEFAULT_MAP if said else ParameterSource.DEFAULT)
            ctx.params[name] = param.get_default(ctx)
    return {name: ctx.params[name] for name in taken}


def _is_typed(ctx: click.Context, name: str) -> bool:
    return ctx.get_parameter_source(name) not in (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)


def is_projects(name: str) -> bool:
    """Whether the value of a parameter of the running command is the project's default, and was not typed."""
    ctx = click.get_current_context(silent=True)
    return ctx is not None and ctx.get_parameter_source(name) is ParameterSource.DEFAULT_MAP


def languages(lang: str | None) -> tuple[str | None, str | None]:
    """Of the value of ``--lang``: the language that is demanded, and that which is preferred where a game has it."""
    return (None, lang) if is_projects("lang") else (lang, None)


def shown_with_source(ctx: click.Context, param: click.Parameter, record: tuple[str, str]) -> tuple[str, str]:
    """What help says of a parameter, with the file that its default is from."""
    value = (ctx.default_map or {}).get(param.name or "")
    if value is None:
        return record
    name, told = record
    told = told.replace(f"[default: {value}", f"[default: {value}, from {ctx.meta[FOUND].file}", 1)
    return name, escaped(told)
