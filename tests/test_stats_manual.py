"""The worked example of docs/learn/keep-it-fair.md: its files, written in their order, give what its commands show."""

import re
import shlex
from pathlib import Path

from projects import typed, write_files

ROOT = Path(__file__).parent.parent
EXAMPLE = (ROOT / "docs/learn/keep-it-fair.md").read_text(encoding="utf-8")
STEPS = re.findall(r"```(yaml|console)\n(.*?)```", EXAMPLE, re.S)


def test_the_example_goes_as_it_is_reported(tmp_path: Path) -> None:
    statuses = []
    for form, text in STEPS:
        first, _, rest = text.partition("\n")
        if form == "yaml":
            write_files(tmp_path, {first.removeprefix("# "): rest})
        else:
            result = typed(tmp_path, *shlex.split(first.removeprefix("$ pnp ")))
            told = [line for line in result.stdout.splitlines(keepends=True) if "waived" not in line]
            assert "".join(told) == rest
            statuses.append(result.exit_code)
    assert statuses == [1, 0, 1, 0]
    assert typed(tmp_path, "check").exit_code == 0
