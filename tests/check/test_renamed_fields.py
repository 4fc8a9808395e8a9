"""A field that gets another name: one check tells all that still calls it by the old one, in every file."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from projects import typed

SORTS = ("board", "cards", "hexes", "hexmap", "rules", "sheet", "tent", "tiles", "tokens")
OF_BOARDS = ("columns", "rows", "size")  # by which expressions and addresses know a board: no other names will do
FIELD = re.compile(r"^(?: {6}| {12})(\w+): *\{?|[{,] (\w+): \{type", re.M)
FIELDS = re.compile(r"^    fields:.*\n(?:(?: {5}.*| *)\n)*", re.M)


def made(folder: Path, sort: str) -> Path:
    """A new game, of one sort of kind or the starter's."""
    home = folder / (sort or "starter")
    home.mkdir(parents=True)
    assert typed(home, "new", "x", *(("--kind", sort) if sort else ()), "--quiet").exit_code == 0
    return home


def described(text: str) -> Iterator[tuple[int, str]]:
    """Where in ``game.yaml`` fields are described, and their names."""
    for block in FIELDS.finditer(text):
        for found in FIELD.finditer(block[0]):
            group = 1 if found[1] else 2
            if found[group] not in ("type", "of", "fields"):
                yield block.start() + found.start(group), found[group]


def errors(folder: Path) -> list[tuple[str, int, int]]:
    """Where errors are: file, line and column."""
    found = json.loads(typed(folder, "check", "--format", "json").stdout)
    return [(each["file"], each["line"], each["column"]) for each in found if each["level"] == "error"]


def mend(folder: Path, name: str) -> None:
    """Write the new name wherever an error is told."""
    for file, line, column in sorted(errors(folder), reverse=True):
        lines = (folder / file).read_text(encoding="utf-8").splitlines(keepends=True)
        is_yaml = file.endswith("yaml")
        start = column - 1 if is_yaml else 0
        before = (
            r"()(?<![\w-])(?<!type: )" if is_yaml else r"((?:item|place|step|land|river)\.|data-(?:field|place)=\"|')"
        )
        mended = re.sub(rf"{before}{name}(?![\w-])", rf"\g<1>{name}_new", lines[line - 1][start:])
        lines[line - 1] = lines[line - 1][:start] + mended
        (folder / file).write_text("".join(lines), encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("sort", [*SORTS, ""])
def test_one_check_tells_every_place_that_names_a_field(tmp_path: Path, sort: str) -> None:
    home = made(tmp_path / "made", sort)
    game = "data/x/game.yaml"
    text = (home / game).read_text(encoding="utf-8")
    fields = [field for field in described(text) if sort != "hexmap" or field[1] not in OF_BOARDS]
    assert fields or sort == "rules"
    for number, (start, name) in enumerate(fields):
        work = copytree(home, tmp_path / str(number))
        (work / game).write_text(f"{text[:start]}{name}_new{text[start + len(name) :]}", encoding="utf-8")
        mend(work, name)
        assert errors(work) == [], name
