"""Plots as files of their own: whole SVG on white, PNG of it, cut out of the pages that show them."""

import sys
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from projects import ROOT
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.core.folders import shipped_common
from generator.lab.plots.heat import heat_map
from generator.lab.plots.single import alone, as_png, cut_out

DATA = ["--data", str(ROOT / "data")]
DOORS = ["odds", "tricks-or-treats/doors", "difficulty=4", "held=3"]
SVG = "{http://www.w3.org/2000/svg}"


def drawn() -> str:
    return heat_map(["a", "b"], ["1", "2"], [[100, 3], [40, 0]], "down", "across", "in percent")


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, [*arguments, *DATA], catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def test_a_plot_stands_alone() -> None:
    plot = alone(drawn())
    root = ElementTree.fromstring(plot)
    assert root.tag == f"{SVG}svg"
    assert "var(" not in plot
    assert root.get("aria-label", "").startswith("down by across")
    left, top, width, height = map(float, root.get("viewBox", "").split())
    assert (width, height) == (float(root.get("width", "0")), float(root.get("height", "0")))
    assert left < 0 > top


def test_a_png_shows_the_cells_and_the_words() -> None:
    image = Image.open(BytesIO(as_png(alone(drawn()), shipped_common() / "fonts"))).convert("RGB")
    colours = {colour for _, colour in image.getcolors(1 << 20) or []}
    assert (0x2F, 0x6F, 0x9F) in colours  # the cell of 100
    assert image.getpixel((0, 0)) == (255, 255, 255)
    assert len(colours) > 20  # letters have soft edges


def test_plots_of_a_page_bear_the_section_and_what_they_show() -> None:
    page = (
        f'<section class="x" id="fair-luck"><figure><figcaption><b>coins &amp; notes</b><br>far</figcaption>{drawn()}'
        f"</figure></section><figure><figcaption>Scores (simulated, 3 games)</figcaption>{drawn()}</figure>"
    )
    assert [name for name, _ in cut_out(page)] == ["fair-luck coins & notes", "fair-luck Scores"]


@pytest.mark.parametrize("form", ["svg", "png"])
def test_a_table_of_chances_is_written_as_a_heat_map(tmp_path: Path, form: str) -> None:
    status, said, told = run(*DOORS, "--plots", str(tmp_path / "new"), "--plots-as", form)
    assert (status, told) == (0, f"wrote 1 plot into {tmp_path / 'new'}\n")
    assert said.startswith("not failed, in percent")
    assert (tmp_path / f"new/tricks-or-treats-doors.{form}").stat().st_size > 1000


@pytest.mark.slow
def test_every_plot_of_stats_and_simulate_is_written(tmp_path: Path) -> None:
    status, _, _ = run("stats", "tricks-or-treats", "--kind", "trick-tickets", "--plots", str(tmp_path / "stats"))
    assert status == 0
    assert [file.name for file in (tmp_path / "stats").iterdir()] == ["tricks-or-treats-trick-tickets-value.svg"]
    asked = ["simulate", "tricks-or-treats", "--players", "2", "--games", "10", "--workers", "1"]
    assert run(*asked, "--plots", str(tmp_path / "games"))[0] == 0
    names = {file.stem for file in (tmp_path / "games").iterdir()}
    assert {"turns-of-a-game", "treat-tickets-games-that-take-more-than-so-many"} <= names
    for file in (tmp_path / "games").iterdir():
        ElementTree.parse(file)


def test_an_answer_that_is_no_table_has_no_plot(tmp_path: Path) -> None:
    status, said, told = run("odds", "dice", "roll=2d6", "--plots", str(tmp_path / "new"))
    assert (status, said) == (2, "")
    assert "dice has no plot" in told
    assert not (tmp_path / "new").exists()


def test_without_what_draws_png_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    status, _, told = run(*DOORS, "--plots", str(tmp_path / "new"), "--plots-as", "png")
    assert status == 2
    assert "pip install resvg-py" in told
