"""Makes what the docs say of the code anew, from the code: ``make docs``. With ``--check`` it only looks.

A made part stands between ``<!-- NAME: made by make docs -->`` and ``<!-- end of NAME -->``; what stands around is
written by hand.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
HOUSE = ROOT / "generator"
PART = re.compile(r"(<!-- ([a-z-]+): made by make docs -->\n)(.*?)(<!-- end of \2 -->)", re.S)
HELP_WIDTH = 100


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


def _constants(folder: Path) -> set[str]:
    """The texts in the code of a folder, documentation left out."""
    found = set()
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def template_attributes() -> str:
    """Every attribute of ours that code reads, with what it takes."""
    from generator.draw.svg.style import TINT
    from generator.draw.textbox import CHOICES, NUMBERS

    names = sorted({TINT, *(text for text in _constants(HOUSE / "draw") if re.fullmatch(r"data-[a-z]+", text))})
    lines = []
    for name in names:
        if name in CHOICES:
            lines.append(f"- `{name}`: {', '.join(f'`{choice}`' for choice in CHOICES[name])}")
        elif name in NUMBERS:
            usual, least, most = NUMBERS[name]
            otherwise = "" if usual is None else f"; {usual:g} if not given"
            lines.append(f"- `{name}`: a number from {least:g} to {most:g}{otherwise}")
        else:
            lines.append(f"- `{name}`")
    return "\n".join(lines) + "\n"


def template_names() -> str:
    """Every variable, function, filter, method and test that an expression of a template may use."""
    from generator.core.folders import Project
    from generator.core.guests import offered
    from generator.draw import attribute_expressions  # noqa: F401 - it adds a filter
    from generator.model.expressions import ENVIRONMENT, GLOBALS, METHODS
    from generator.model.values import Record
    from generator.project.build import open_game
    from generator.project.procedures import ODDS

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


def commands() -> str:
    """What ``--help`` says of every command."""
    import typer

    from generator.cli.commands import app

    group = typer.main.get_command(app)
    told = [_help(group, "pnp")]
    told += [_help(command, f"pnp {name}") for name, command in sorted(group.commands.items())]  # type: ignore[attr-defined]
    return "\n".join(told)


def _help(command: object, name: str) -> str:
    import click

    assert isinstance(command, click.Command)
    wide = {"terminal_width": HELP_WIDTH, "max_content_width": HELP_WIDTH}
    context = click.Context(command, info_name=name, help_option_names=["-h", "--help"], **wide)  # type: ignore[arg-type]
    return f"## `{name}`\n\n```\n{command.get_help(context).rstrip()}\n```\n"


def key_tables() -> dict[str, Callable[[], str]]:
    """The tables of all keys, by their names."""
    sys.path.insert(0, str(HERE))
    from key_tables import PARTS

    return PARTS


def recipe_parts() -> dict[str, Callable[[], str]]:
    """A part for each recipe of the cookbook."""
    from recipes import ESSENTIAL, essential

    return {name: partial(essential, name) for name in ESSENTIAL}


MADE: dict[str, dict[str, Callable[[], str]]] = {
    "game.md": key_tables(),
    "architecture.md": {"rooms": rooms},
    "templates.md": {"attributes": template_attributes, "names": template_names},
    "cli.md": {"commands": commands},
    "cookbook.md": recipe_parts(),
}


def fresh(file: str) -> str:
    """A page of the docs as it should be."""
    text = (HERE / file).read_text(encoding="utf-8")
    parts = [name for _, name, _, _ in PART.findall(text)]
    assert sorted(parts) == sorted(MADE[file]), f"{file} has the parts {parts}"
    return PART.sub(lambda part: f"{part[1]}\n{MADE[file][part[2]]()}\n{part[4]}", text)


def main(arguments: list[str]) -> int:
    """Write all pages, or tell which are stale; the exit status."""
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
