"""Makes what the docs say of the code again, from the code: ``make docs``. With ``--check`` it only looks.

A made part is between ``<!-- NAME: made by make docs -->`` and ``<!-- end of NAME -->``; what is around is
written by hand.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click

from generator.cli.group import GROUPS, examples
from generator.cli.options import HEADINGS

HERE = Path(__file__).parent
ROOT = HERE.parent
TOOL = ROOT / "generator"
PART = re.compile(r"(<!-- ([a-z-]+): made by make docs -->\n)(.*?)(<!-- end of \2 -->)", re.S)
HELP_WIDTH = 100
COMMON = ("--data", "--templates", "--quiet")  # explained once, on the page of all commands


def packages() -> str:
    """The table of packages: what each holds, as its docstring says, and what it may import."""
    sys.path.insert(0, str(ROOT / "tests" / "conventions"))
    from packages import NARROW, ORDER

    rows = ["| package | holds | may import |", "|---|---|---|"]
    for place, package in enumerate(ORDER):
        file = TOOL / package / "__init__.py"
        told = (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").split("\n\n")[0]
        holds = " ".join(told.split()).replace("``", "`").replace("|", "\\|")
        allowed = [name for name in ORDER[:place] if name in NARROW[package]] if package in NARROW else ["all above"]
        rows.append(f"| `{package}/` | {holds} | {', '.join(allowed) if place and allowed else 'nothing of ours'} |")
    return "\n".join(rows) + "\n"


def template_names() -> str:
    """Every variable, function, filter, method and test that an expression of a template may use."""
    from generator.check.build import open_game
    from generator.check.procedures import ODDS
    from generator.core.folders import Project
    from generator.core.plugins import offered
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


SHARED_BY = 2  # commands at least, for an option to be described once for all
MOST = 0.6  # of the shared options of a heading: from here on those that a command lacks are named


def _options(name: str) -> dict[str, list[tuple[str, str]]]:
    """The options of a command by their headings: the lines that describe each, and its long name."""
    sections: dict[str, list[tuple[str, str]]] = {}
    text = _help_of(name).partition("\nExamples:")[0]
    for title, body in re.findall(r"^(\w[\w ]*):\n((?: .*\n?)+)", text, flags=re.M):
        rows = re.findall(r"^  (?=\S).*\n?(?:^ {5,}.*\n?)*", body, flags=re.M)
        names = [re.match(r"  (?:-\w, )?(\S+)", row) for row in rows]
        sections[title] = [(name[1], row) for name, row in zip(names, rows, strict=True) if name]
    return sections


def _alike(row: str) -> str:
    """What two commands that describe an option alike have in common: its words, the default apart."""
    return " ".join(re.sub(r"\[default: [^]]*\]", "", row).split())


@cache
def _shared() -> dict[str, dict[str, str]]:
    """What several commands describe alike, by heading and name: how the first of them does."""
    counts: dict[str, int] = {}
    names = [name for _, group in GROUPS.values() for name in group.split()]
    rows = [(title, *row) for name in names for title, found in _options(name).items() for row in found]
    for _, _, row in rows:
        counts[_alike(row)] = counts.get(_alike(row), 0) + 1
    shared: dict[str, dict[str, str]] = {title: {} for title in HEADINGS}
    for title, option, row in rows:
        if counts[_alike(row)] >= SHARED_BY:
            shared[title].setdefault(option, row)
    return {title: found for title, found in shared.items() if found}


def commands() -> str:
    """Every command with its own options, after those that several have."""
    parts = ["## Shared options\n"]
    for title, rows in _shared().items():
        parts += [f"**{title}**\n", *map(_listed, rows.values()), ""]
    for title, names in GROUPS.values():
        parts += [f"## {title}\n", *(_section(name) for name in names.split())]
    return "\n".join(parts)


def _help_of(name: str) -> str:
    wide: dict[str, Any] = {"terminal_width": HELP_WIDTH, "max_content_width": HELP_WIDTH}
    context = click.Context(
        _group().commands[name], info_name=f"pnp {name}", help_option_names=["-h", "--help"], **wide
    )
    return re.sub(r"^  -h, --help .*\n", "", _group().commands[name].get_help(context).rstrip() + "\n", flags=re.M)


def _section(name: str) -> str:
    """A command: what it does, an example, its own options, and the names of the shared ones."""
    says = re.search(r"\n\n((?:  .*\n|\n)*?)\n(?=\w)", _help_of(name))
    words = " ".join((says[1] if says else "").split())
    usage = _help_of(name).partition("\n\n")[0].removeprefix("Usage: ").replace(" [OPTIONS]", "")
    example = (examples(name).splitlines() or ["", ""])[1].strip()
    own: list[str] = []
    also: list[str] = []
    for title, rows in _options(name).items():
        shared = _shared().get(title, {})
        common = [option for option, row in rows if option in shared and _alike(row) == _alike(shared[option])]
        own += [_listed(row) for option, row in rows if option not in common]
        lacking = [option for option in shared if option not in common]
        if len(common) > 5 and len(common) >= MOST * len(shared):
            also.append(f"all of *{title}*" + (f" but {_named(lacking)}" if lacking else ""))
        elif title != "Arguments" and any(option not in COMMON for option in common):
            also.append(_named([option for option in common if option not in COMMON]))
    typed = f"`{usage}`" + (f", such as `{example}`" if " -" in example or "=" in example else "")
    last = [f"- [shared](#shared-options): {', '.join(also)}"] if also else []
    return "\n".join([f"### `pnp {name}`\n", f"{typed}\n", f"{words}\n", *own, *last, ""])


def _named(options: list[str]) -> str:
    return ", ".join(f"`{option}`" for option in options)


def _listed(row: str) -> str:
    """The description of an option as a line of a list."""
    head, _, words = re.sub(r"\n *", "  ", row.strip()).partition("  ")
    words = " ".join(re.sub(r"\[required\]|\[default: (?:none|text|full|True)\]", "", words).split())
    words = re.sub(r"\b(\d+)(?:\.\d+)?<=x<=(\d+)(?:\.\d+)?\]", r"\1 to \2]", words)
    words = re.sub(r"x>=(\d+)\]", r"\1 or more]", words).replace("env var:", "or").replace("; 1 to 1]", "]")
    words = re.sub(r"(\.?) ?\[((?:default|or|\d)[^]]*)\]", r" (\2)\1", words.replace(" [1 to 1]", ""))
    return f"- `{head}`: {words}"


def key_tables(names: str) -> dict[str, Callable[[], str]]:
    """Tables of keys, by their names."""
    sys.path.insert(0, str(HERE))
    from key_tables import PARTS

    return {name: PARTS[name] for name in names.split()}


def messages() -> str:
    """Each of the tool's own rules, with an example and what is said of it."""
    from message_parts import messages

    return messages()


def all_recipes() -> str:
    """The recipes of the cookbook, from its games."""
    from recipes import recipes

    return recipes()


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
    "architecture.md": {"packages": packages},
    "templates.md": {"names": lambda: "".join(template_names().splitlines(keepends=True)[3:])},
    "cli.md": {"commands": commands},
    "do/cookbook.md": {"recipes": all_recipes},
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
