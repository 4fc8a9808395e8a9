"""The commands of docs/do/spreadsheets.md work as they are shown."""

import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from projects import ROOT
from typer.testing import CliRunner
from workbooks import ods, row, saved, xlsx

from generator.cli.commands import app
from generator.tables.cells import MAX_BYTES, MAX_CELLS

PAGE = (ROOT / "docs/do/spreadsheets.md").read_text(encoding="utf-8")
ROWS: list[list[Any]] = [
    ["Title (en)", "title.fr", "effects.0.treats", "effects.1.tricks"],
    ["Toffee", "Caramel", 2, -1],
]


def pnp(line: str) -> Result:
    return CliRunner().invoke(app, shlex.split(line)[1:], catch_exceptions=False)


@pytest.mark.slow
def test_the_commands_do_what_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "data" / "tricks-or-treats", tmp_path / "data" / "tricks-or-treats")
    monkeypatch.chdir(tmp_path)
    Path("cards.csv").write_text("\n".join(",".join(map(str, row)) for row in ROWS), encoding="utf-8")
    Path("cards.xlsx").write_bytes(saved(xlsx(ROWS)))
    lines = re.findall(r"^pnp (?:import|export) .*?(?=\s+#|$)", PAGE, re.M)
    show, add, update, by_title, export = [line for line in lines if "https://" not in line]
    assert "+- id: toffee\n+  title: {en: Toffee, fr: Caramel}\n" in pnp(show).stdout
    assert pnp(add).stdout.endswith("surprise-cards.yaml: 1 added, 0 changed, 0 the same\n")
    assert pnp(export).exit_code == 0
    rows = [["id", *ROWS[0]], ["toffee", "Fudge", *ROWS[1][1:]]]
    Path("cards.xlsx").write_bytes(saved(xlsx(rows)))
    assert pnp(update).stdout.endswith("surprise-cards.yaml: 0 added, 1 changed (1 field), 0 the same\n")
    named: list[list[Any]] = [["Cards"], ["title.en", "effects.0.treats"], ["Fudge", 3]]
    Path("titles.ods").write_bytes(ods("".join(row(*(str(cell) for cell in cells)) for cells in named)))
    assert pnp(by_title).stdout.endswith("surprise-cards.yaml: 0 added, 1 changed (1 field), 0 the same\n")


def test_the_limits_told_are_those_that_hold() -> None:
    assert f"{MAX_CELLS:,} cells and {MAX_BYTES // 1024**2} MiB" in PAGE
