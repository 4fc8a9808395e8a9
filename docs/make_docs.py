"""Makes what the docs say of the code again, from the code: ``make docs``. With ``--check`` it only looks.

A made part is between ``<!-- NAME: made by make docs -->`` and ``<!-- end of NAME -->``; what is around is
written by hand.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import click

from generator.cli.group import GROUPS

HERE = Path(__file__).parent
ROOT = HERE.parent
HOUSE = ROOT / "generator"
PART = re.compile(r"(<!-- ([a-z-]+): made by make docs -->\n)(.*?)(<!-- end of \2 -->)", re.S)
HELP_WIDTH = 100
COMMON = ("--data", "--templates", "--quiet")  # explained once, on the page of all commands


def rooms() -> str:
    """The table of rooms: what each holds, as its docstring says, and what it may import."""
    sys.path.insert(0, str(ROOT / "tests" / "house"))
    from rooms import NARROW, ORDER

    rows = ["| room | holds | may import |", "|---|---|---|"]
    for place, room in enumerate(ORDER):
        file = HOUSE / room / "__init__.py"
        told = (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").split("\n\n")[0]
        holds = " ".join(told.split()).replace("``", "`").replace("|", "\\|")
        allowed = [name for name in ORDER[:place] if name in NARROW[room]] if room in NARROW else ["all above"]
        rows.append(f"| `{room}/` | {holds} | {', '.join(allowed) if place and allowed else 'nothing of ours'} |")
    return "\n".join(rows) + "\n"


def template_names() -> str:
    """Every variable, function, filter, method and test that an expression of a template may use."""
    from generator.check.build import open_game
    from generator.check.procedures import ODDS
    from generator.core.folders import Project
    from generator.core.guests import offered
    from generator.draw import attribute_expressions  # noqa: F401 - it adds a filter
    from generator.model.expressions import ENVIRONMENT, GLOBALS, METHODS
    from generator.model.values import Record

    project = Project(ROOT / "data", ROOT / "templates")
    renderer = open_game(project, project.games()[0])
    kind = next(kind for kind in renderer.game.kinds.values() if not kind.derived)
    tools = renderer._scope(kind, Record({}), {}, "en", blank=True).variables
    functions = {*GLOBALS, *(name for name, value in tools.items() if callable(value))}

    def line(what: str, names: Iterator[str] | set[str]) -> str:
        return f"- {what}: {', '.join(f'`{name}`' for name in sorted(names))}"

    return (
        "\n".join(
            [
                line("variables", set(tools) - functions),
                line("functions", functions),
                line("what `derived` may ask for", {*offered("procedures"), ODDS}),
                line("filters", set(ENVIRONMENT.filters)),
                line("methods of texts, lists and mappings", set(METHODS)),
                line("tests, after `is`", {name for name in ENVIRONMENT.tests if name.isidentifier()}),
            ]
        )
        + "\n"
    )


@cache
def _group() -> "click.Group":
    import typer

    from generator.cli.commands import app

    group = typer.main.get_command(app)
    assert isinstance(group, click.Group)
    left = {*group.commands} - {name for _, names in GROUPS.values() for name in names.split()}
    assert not left, f"in no group of commands: {left}"
    return group


def command_list() -> str:
    """Every command with what it does, and where its options are reported."""
    lines = []
    for page, (title, names) in GROUPS.items():
        lines.append(f"\n**{title}**\n")
        for name in names.split():
            says = _group().commands[name].get_short_help_str(200)
            lines.append(f"- [`pnp {name}`](commands/{page}-commands.md#pnp-{name}): {says}")
    return "\n".join(lines).strip("\n") + "\n"


def commands(page: str) -> str:
    """What ``--help`` says of the commands of a page, without options that `pnp render`, or one above, has too."""
    above: dict[str, str] = {}
    elsewhere: dict[str, str] = {}
    if page != "print":
        _without(_help_of("render"), elsewhere, {})
    return "\n".join(_section(name, elsewhere, above) for name in GROUPS[page][1].split())


def _help_of(name: str) -> str:
    wide: dict[str, Any] = {"terminal_width": HELP_WIDTH, "max_content_width": HELP_WIDTH}
    context = click.Context(
        _group().commands[name], info_name=f"pnp {name}", help_option_names=["-h", "--help"], **wide
    )
    return re.sub(r"^  -h, --help .*\n", "", _group().commands[name].get_help(context).rstrip() + "\n", flags=re.M)


def _section(name: str, elsewhere: dict[str, str], above: dict[str, str]) -> str:
    """A command's help, with the names of the options that are described ``elsewhere`` or ``above``."""
    text, there = _without(_help_of(name), {}, elsewhere)
    text, here = _without(text, above, above)
    told = [f"as with [`pnp render`](print-commands.md#pnp-render): {there}"] if there else []
    told += [f"as above: {here}"] if here else []
    return f"## `pnp {name}`\n\n```\n{text}\n```\n" + (f"\nAlso, {'; '.join(told)}.\n" if told else "")


def _without(text: str, seen: dict[str, str], described: dict[str, str]) -> tuple[str, str]:
    """A help text without what is ``described`` in the same words, and which options that is; others are ``seen``."""
    again = []

    def shown(option: re.Match[str]) -> str:
        words = " ".join(option[0].split())
        if words in described:
            again.extend([f"`{option[1]}`"] if option[1][0] == "-" and option[1] not in COMMON else [])
            return ""
        seen[words] = option[1]
        return option[0]

    text = re.sub(r"^  (?:-\w, )?(--[\w-]+\b|\S+(?=  )).*\n?(?:^ {5,}.*\n?)*", shown, text, flags=re.M)
    return re.sub(r"^\w[\w ]*:\n(?=\n|\Z)\n?", "", text, flags=re.M).rstrip(), ", ".join(again)


def key_tables(names: str) -> dict[str, Callable[[], str]]:
    """Tables of keys, by their names."""
    sys.path.insert(0, str(HERE))
    from key_tables import PARTS

    return {name: PARTS[name] for name in names.split()}


def messages() -> str:
    """Each of the tool's own rules, with an example and what is said of it."""
    from message_parts import messages

    return messages()


def recipe_parts() -> dict[str, Callable[[], str]]:
    """A part for each recipe of the cookbook."""
    from recipes import ESSENTIAL, essential

    return {name: partial(essential, name) for name in ESSENTIAL}


MADE: dict[str, dict[str, Callable[[], str]]] = {
    "game.md": key_tables("files game-keys kind-keys sizes field-keys field-types plan-keys item-keys"),
    "rules.md": key_tables("rule-keys checks"),
    "forge.md": key_tables("forge-keys forge-kind-keys recipes texts-keys title-keys words-keys"),
    "lab.md": key_tables("lab-keys measure-keys curve-keys question-keys"),
    "settings.md": key_tables(
        "style-keys prose-keys table-keys pnp-keys papers settings-keys printer-keys shop-keys sheet-keys"
    ),
    "printing.md": key_tables("shops"),
    "messages.md": {"messages": messages},
    "architecture.md": {"rooms": rooms},
    "templates.md": {"names": template_names},
    "cli.md": {"commands": command_list},
    **{f"commands/{page}-commands.md": {"commands": partial(commands, page)} for page in GROUPS},
    "do/cookbook.md": recipe_parts(),
}


def fresh(file: str) -> str:
    """A page of the docs as it should be."""
    text = (HERE / file).read_text(encoding="utf-8")
    parts = [name for _, name, _, _ in PART.findall(text)]
    assert sorted(parts) == sorted(MADE[file]), f"{file} has the parts {parts}"
    return PART.sub(lambda part: f"{part[1]}\n{MADE[file][part[2]]()}\n{part[4]}", text)


def main(arguments: list[str]) -> int:
    """Write all pages, or say which are stale; the exit status."""
    stale = [file for file in MADE if fresh(file) != (HERE / file).read_text(encoding="utf-8")]
    for file in stale:
        if "--check" in arguments:
            print(f"docs/{file} is stale: make docs")
        else:
            (HERE / file).write_text(fresh(file), encoding="utf-8")
            print(f"made docs/{file}")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
