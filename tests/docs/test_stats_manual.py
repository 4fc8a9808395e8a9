"""The worked example of docs/learn/keep-it-fair.md: its files, written in their order, give what its commands show."""

import re
import shlex
from pathlib import Path

from projects import typed, write_files

ROOT = Path(__file__).parents[2]
EXAMPLE = (ROOT / "docs/learn/keep-it-fair.md").read_text(encoding="utf-8")
STEPS = re.findall(r"```(yaml|console)\n(.*?)```", EXAMPLE, re.S)


def test_the_example_goes_as_it_is_reported(tmp_path: Path) -> None:
    statuses = []
    for form, text in STEPS:
        first, _, rest = text.partition("\n")
        if form == "yaml":
            name, _, part = first.removeprefix("# ").partition(", ")
            before = (tmp_path / name).read_text(encoding="utf-8").splitlines(keepends=True)[:-1] if part else []
            write_files(tmp_path, {name: "".join(before) + rest})
        else:
            result = typed(tmp_path, *shlex.split(first.removeprefix("$ pnp ")))
            told = [line for line in result.stdout.splitlines(keepends=True) if "waived" not in line]
            assert "".join(told) == rest
            statuses.append(result.exit_code)
    assert statuses == [1, 0, 1]
    assert typed(tmp_path, "check").exit_code == 0
    mended = typed(tmp_path, "stats", "fair").stdout
    assert [share for share in ("0.1667 coins (1/6)", "4.5 % (1/22)") if share not in EXAMPLE] == []
    assert [share for share in ("0.1667 (1/6)", "4.5 % (1/22)") if share not in mended] == []
