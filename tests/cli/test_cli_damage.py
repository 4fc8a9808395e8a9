"""Odd names, devices in the place of files, odd surroundings: a problem or wrong use, never a fault of the tool."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from projects import Project
from tries import slow_but

FILES = ["data/fair/stalls.yaml", "data/fair/game.yaml", "templates/fair/stall.svg", "templates/fair/style.yaml"]


def place(project: Project, file: str) -> Path:
    path = project.folder / file
    assert path.is_file()
    path.unlink()
    return path


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
@pytest.mark.parametrize("file", FILES)
def test_a_pipe_in_the_place_of_a_file_is_a_problem_and_nobody_waits(project: Project, file: str) -> None:
    os.mkfifo(place(project, file))
    result = project.pnp("check")
    assert result.exit_code in (1, 2), result.output


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device here")
@pytest.mark.parametrize("file", FILES)
def test_a_device_that_never_ends_is_a_problem(project: Project, file: str) -> None:
    place(project, file).symlink_to("/dev/zero")
    result = project.pnp("check")
    assert result.exit_code in (1, 2), result.output


@pytest.mark.parametrize("slots", ["²", "①", "1,²", "-1", "0", "9" * 40, "1;2", "٣"])
def test_slots_that_are_no_numbers_are_wrong_use(project: Project, slots: str) -> None:
    result = project.pnp("render", f"--skip={slots}")
    assert result.exit_code == 2
    assert not (project.folder / "output").exists()


@pytest.mark.slow
@pytest.mark.parametrize("epoch", slow_but(1, ["nonsense", "", "-1", "1e9", "9" * 40, "²"]))
def test_any_source_date_gives_the_same_bytes(project: Project, epoch: str) -> None:
    command = [sys.executable, "-m", "generator", "render", "--out", "dated"]
    dated = os.environ | {"SOURCE_DATE_EPOCH": epoch}
    subprocess.run(command, cwd=project.folder, env=dated, check=True, capture_output=True)
    assert "SOURCE_DATE_EPOCH" not in os.environ
    assert project.pnp("render", "--out", "undated").exit_code == 0
    one, other = (project.folder / out / "fair/stalls.pdf" for out in ("dated", "undated"))
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize("out", ["/".join(["x"] * 2_000), "x" * 5_000])
def test_an_output_folder_that_cannot_be_is_wrong_use(project: Project, out: str) -> None:
    assert project.pnp("render", "--out", out).exit_code == 2


def test_an_id_of_five_thousand_characters_is_a_problem(project: Project) -> None:
    project.write("stalls.yaml", f"- {{id: {'a' * 5_000}, name: Cake, price: 3}}\n")
    result = project.pnp("check")
    assert result.exit_code == 1
    assert "stalls.yaml:1:8: error" in result.stdout


@pytest.mark.parametrize("count", ["'nan'|float", "players / 0", "1e999", "players * 10 ** 9", "[1]"])
def test_a_plan_that_counts_nonsense_is_a_problem_at_its_entry(project: Project, count: str) -> None:
    plan = f'plan:\n  - {{kind: stalls, count: "{count}", why: so, source: ours}}\n'
    project.write("game.yaml", (project.folder / "data/fair/game.yaml").read_text(encoding="utf-8") + plan)
    result = project.pnp("check")
    assert result.exit_code == 1, result.output
    assert "game.yaml:" in result.stdout
    assert project.pnp("plan", "fair", "--players", "2").exit_code == 1
