"""An order that was carried out before leaves the same files, and the same things said, as one that is carried out
again."""

import re
import shutil
from pathlib import Path

import pytest
from projects import Project

ORDERS = [
    ["render", "--paper", "letter"],
    ["render", "--cut", "svg", "--kind", "stalls"],
    ["render", "--no-preflight", "--bleed", "1", "--lang", "fr"],
    ["render", "--blanks", "--lang", "all", "--whole"],
    ["blank", "fair", "--pages", "2"],
    ["plan", "fair", "--players", "2", "--render", "--backs", "separate"],
]
PLAN = 'plan:\n  - {kind: stalls, sets: "1", source: ours, why: {en: all, fr: tout}}\n'


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    return tmp_path / "cache"


def printed(project: Project, order: list[str], *more: str) -> tuple[str, dict[str, bytes]]:
    """What a run says but for the time it takes, and what is in the folder then."""
    told = project.pnp(*order, *more)
    assert told.exit_code == 0, told.output
    files = sorted(path for path in Path("output").rglob("*") if path.is_file())
    return re.sub(r"\d+\.\d\d|  +", " ", told.output), {str(path): path.read_bytes() for path in files}


@pytest.mark.slow
def test_an_order_comes_to_the_same_with_and_without_what_was_kept(project: Project, cache: Path) -> None:
    project.write("data/other/game.yaml", "name: Other\nkinds: {notes: {title: Notes, fields: {}}}\n")
    described = project.path("game.yaml").read_text(encoding="utf-8")
    project.write("game.yaml", described + PLAN)
    for order in ORDERS:
        fresh = printed(project, order, "--no-cache")
        for _ in range(2):
            shutil.rmtree("output")
            assert printed(project, order, "--cache", str(cache)) == fresh
        shutil.rmtree(cache)
        assert printed(project, order, "--cache", str(cache)) == fresh
        shutil.rmtree("output")


def not_again(*_: object, **__: object) -> None:
    raise AssertionError


def test_what_is_kept_is_not_drawn(project: Project, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = printed(project, ["render"], "--cache", str(cache))

    monkeypatch.setattr("generator.printing.print_games.open_check", not_again)
    shutil.rmtree("output")
    assert printed(project, ["render"], "--cache", str(cache)) == first
    with pytest.raises(AssertionError):
        project.pnp("render", "--cache", str(cache), "--copies", "2")
    project.change("stalls.yaml", "price:", "price: ")
    with pytest.raises(AssertionError):
        project.pnp("render", "--cache", str(cache))


def test_files_of_earlier_runs_go_as_they_do_when_all_is_drawn(project: Project, cache: Path) -> None:
    first = printed(project, ["render"], "--cache", str(cache))
    printed(project, ["render", "--cut", "svg"], "--no-cache")
    stale = list(Path("output").rglob("*-cut-*"))
    assert stale
    told, files = printed(project, ["render"], "--cache", str(cache))
    assert files == first[1]
    assert stale[0].name in told


def test_with_a_damaged_cache_all_is_drawn(project: Project, cache: Path) -> None:
    fresh = printed(project, ["render"], "--cache", str(cache))
    for number, entry in enumerate(sorted(cache.iterdir())):
        data = entry.read_bytes()
        entry.write_bytes(data[: len(data) // 2] if number % 2 else data[:-1] + b"\0")
        assert printed(project, ["render"], "--cache", str(cache)) == fresh


def test_errors_in_one_game_keep_another_from_being_put_in_place(project: Project, cache: Path) -> None:
    printed(project, ["render"], "--cache", str(cache))
    shutil.rmtree("output")
    project.write("data/other/game.yaml", "name: [\n")
    assert project.pnp("render", "--cache", str(cache)).exit_code == 1
    assert not Path("output").exists()


def test_a_box_is_kept_and_another_one_is_not_taken_for_it(
    project: Project, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("game.yaml", project.path("game.yaml").read_text(encoding="utf-8") + PLAN)
    order = ["plan", "fair", "--players", "2", "--render"]
    first = printed(project, order, "--cache", str(cache))
    with monkeypatch.context() as patch:
        patch.setattr("generator.printing.box.print_box", not_again)
        assert printed(project, order, "--cache", str(cache)) == first
    for more in (["--paper", "letter"], ["--lang", "fr"], ["--players", "3"]):
        assert printed(project, [*order, *more], "--cache", str(cache)) == printed(
            project, [*order, *more], "--no-cache"
        )
    project.change("stalls.yaml", "price:", "price: ")
    assert printed(project, order, "--cache", str(cache)) == printed(project, order, "--no-cache") != first
