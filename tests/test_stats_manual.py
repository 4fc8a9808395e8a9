"""The worked example of docs/lab.md: its files, written in their order, give what its commands show."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from generator.cli.commands import app

ROOT = Path(__file__).parent.parent
EXAMPLE = (ROOT / "docs/lab.md").read_text(encoding="utf-8").partition("### An unkind deck\n")[2].partition("\n## ")[0]
STEPS = re.findall(r"```(yaml|console)\n(.*?)```", EXAMPLE, re.S)


def test_the_example_goes_as_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    statuses = []
    for form, text in STEPS:
        first, _, rest = text.partition("\n")
        if form == "yaml":
            path = Path(first.removeprefix("# "))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(rest, encoding="utf-8")
        else:
            result = CliRunner().invoke(app, shlex.split(first.removeprefix("$ pnp ")))
            assert result.stdout == rest
            statuses.append(result.exit_code)
    assert statuses == [0, 1, 0]
    assert CliRunner().invoke(app, ["check"]).exit_code == 0
