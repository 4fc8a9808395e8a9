"""The options of the commands: what they are called and what their help says is in ``options.txt``, for all of them.

A command's parameter has a type, and beside it in `Annotated` what else typer is to know, such as the least number.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import typer
from click import Context, FloatRange, Parameter

from generator.cli.project_defaults import NAMES, completing
from generator.core.choices import PAPER_NAMES, SIZES, length_of
from generator.printing.press import form_of

Format = Literal["text", "json", "github"]  # of problems
OutputFormat = Literal["text", "json"]
REST = "Options"  # the heading of what has no other
# A row: the commands that it is about, where not all; the parameter, where it is not called as its option; the option.
_ROW = re.compile(r"  (?:\[([a-z ]+)\] )?(?:(\w+):)? ?((?:--[\w-]+(?:, -\w)?)?) ?(.*)")


class OptionRow(NamedTuple):
    """What the command line says of a parameter."""

    flags: tuple[str, ...]  # none of an argument
    metavar: str | None
    help: str
    heading: str


def _read_rows() -> dict[tuple[str, str], OptionRow]:
    """All rows, by command (empty for all others) and parameter."""
    rows: dict[tuple[str, str], OptionRow] = {}
    heading, keys = "", list[tuple[str, str]]()
    for line in Path(__file__).with_name("options.txt").read_text(encoding="utf-8").splitlines():
        match = _ROW.fullmatch(line)
        if line.startswith("      "):
            rows |= {key: rows[key]._replace(help=f"{rows[key].help} {line.strip()}".lstrip()) for key in keys}
        elif match is not None:
            of, name, flags, metavar = match.groups()
            row = OptionRow(tuple(flags.split(", ")) if flags else (), metavar or None, "", heading)
            keys = [(command, name or flags.split(",")[0][2:].replace("-", "_")) for command in (of or "").split(" ")]
            rows |= dict.fromkeys(keys, row)
        elif line and not line.startswith("#"):
            heading = line
    return rows


ROWS = _read_rows()
HEADINGS = tuple(dict.fromkeys(row.heading for row in ROWS.values()))
SECTIONS = {row.flags[0]: row.heading for row in ROWS.values() if row.flags}


def row_of(command: str, name: str) -> OptionRow:
    """What the command line says of a command's parameter."""
    row = ROWS.get((command, name)) or ROWS.get(("", name))
    assert row is not None, f"options.txt has no words for {name} of pnp {command}"
    return row


def described(command: str, name: str, form: Any) -> Any:
    """The type of a command's parameter with what the command line says of it."""
    row = row_of(command, name)
    plain, *more = get_args(form) if get_origin(form) is Annotated else (form,)
    known = form_of(form)
    if get_origin(form) is Union:  # of what has limits, or nothing
        plain = known.type | None
    texts = (row.help.replace("{sizes}", ", ".join(SIZES)), (row.metavar or "").replace("{papers}", PAPER_NAMES))
    completed = completing(NAMES[name]) if name in NAMES and plain is not int else None
    settings: dict[str, Any] = {"help": texts[0], "metavar": texts[1] or None, "autocompletion": completed}
    if known.meta is not None:
        least, most = known.meta.ge, float(known.meta.le or 0)
        is_length = known.type is float
        settings |= {"click_type": Length(most)} if is_length else {"min": least, "max": int(most)}
    elif known.check is not None:
        settings |= {"callback": _checking(known.check)}
    for own in more:
        settings |= own if isinstance(own, dict) else {}
    return Annotated[plain, typer.Option(*row.flags, **settings) if row.flags else typer.Argument(**settings)]


def _checking(check: Callable[[str], object]) -> Callable[[str | None], str | None]:
    def checked(value: str | None) -> str | None:
        try:
            if value is not None:
                check(value)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None
        return value

    return checked


def flag_of(name: str) -> str:
    """The option of a parameter that commands share."""
    return ROWS["", name].flags[0]


class Length(FloatRange):
    """Mm from 0, written with a unit or without."""

    def __init__(self, most: float) -> None:
        super().__init__(0, most)

    def convert(self, value: Any, param: Parameter | None, ctx: Context | None) -> float:
        """Read what was typed, as click does it."""
        with suppress(ValueError):
            value = length_of(value) if isinstance(value, str) else value
        length: float = super().convert(value, param, ctx)
        if not isfinite(length):
            self.fail(f"{value} is not a length in mm", param, ctx)
        return length


MOST_JOBS = 256
DATA, TEMPLATES, OUT = Path("data"), Path("templates"), Path("output")


Jobs = Annotated[int | None, {"min": 1, "max": MOST_JOBS, "envvar": "PNP_JOBS"}]
