"""What is measured is what is printed: the benchmark's made-up deck keeps the rules, and its pages are those of pnp."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "bench"))

import goals  # noqa: E402
from deck import GAME, KIND, write_cards  # noqa: E402
from run import row, told  # noqa: E402

# pnp, once imported, has all that it starts look for modules elsewhere than in their folder.
HERE_FIRST = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}


@pytest.mark.slow
def test_the_benchmarks_deck_is_checked_and_its_pages_are_collected(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from deck import write_deck;"
        "write_deck(Path(sys.argv[1]), 10, Path(sys.argv[2]))"
    )
    made, pages = tmp_path / "data", tmp_path / "pages.json"
    subprocess.run(
        [sys.executable, "-c", script, str(made), str(ROOT / "data")],
        cwd=ROOT / "bench",
        env=HERE_FIRST,
        check=True,
        timeout=60,
    )
    command = [sys.executable, *map(str, (ROOT / "bench/pages.py", made, ROOT / "templates", pages))]
    subprocess.run(command, check=True, timeout=60, env={"PYTHONPATH": str(ROOT)})
    content = json.loads(pages.read_text(encoding="utf-8"))
    assert len(content["pages"]) == 2
    assert content["title"] == "Tricks or Treats · Surprise cards"


def test_no_two_cards_of_a_large_deck_are_alike(tmp_path: Path) -> None:
    write_cards(tmp_path, 6_000)
    cards = (tmp_path / f"{KIND}.yaml").read_text(encoding="utf-8").split("\n\n")
    assert len(cards) == 6_000
    assert len({card.partition("\n")[2] for card in cards}) == 6_000


def test_what_the_benchmark_changes_is_there() -> None:
    text = (ROOT / "data" / GAME / f"{KIND}.yaml").read_text(encoding="utf-8")
    assert text.count(goals.CHANGED) == 1
    assert f"- id: {goals.ITEM}\n  {goals.CHANGED}" in text


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="nobody can be kept to some cores")
def test_the_benchmark_and_what_it_starts_keep_to_two_cores() -> None:
    script = """
import os, subprocess, sys
from goals import keep_to_cores
before = os.sched_getaffinity(0)
print(keep_to_cores())
told = subprocess.run([sys.executable, "-c", "import os; print(*sorted(os.sched_getaffinity(0)))"], stdout=-1, text=True)
print(told.stdout.split() == [str(core) for core in sorted(before)[:2]], len(before))
"""
    command = [sys.executable, "-c", script]
    told = subprocess.run(
        command, cwd=ROOT / "bench", env=HERE_FIRST, capture_output=True, text=True, check=True, timeout=60
    ).stdout
    said, where = told.splitlines()
    kept, before = where.split()
    assert said.startswith(f"on {min(2, int(before))} of {os.cpu_count()} cores")
    assert kept == "True"


def test_a_verdict_says_whether_a_goal_is_reached() -> None:
    lines = list(told([row("time", 1.999, 2.0, "x"), row("memory", 201, 200, "MB", "of all"), row("sheets", 3, 0, "")]))
    assert [line.split() for line in lines] == [
        ["time", "2.00", "x", "2", "x", "reached"],
        ["memory", "201.00", "MB", "200", "MB", "missed", "of", "all"],
        ["sheets", "3"],
    ]
