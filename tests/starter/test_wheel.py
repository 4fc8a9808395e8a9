"""From a wheel, where there is no checkout: a game is begun in an empty folder."""

import os
import re
import runpy
import subprocess
import sys
import zipfile
from pathlib import Path

import hatchling.build
import pytest
from projects import BEGIN, ROOT

from generator.core.manual_pages import pictures


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a wheel of this checkout puts into ``site-packages``."""
    folder = tmp_path_factory.mktemp("wheel")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        name = hatchling.build.build_wheel(str(folder))
    with zipfile.ZipFile(folder / name) as wheel:
        wheel.extractall(folder / "site-packages")
    return folder / "site-packages"


@pytest.mark.rare
def test_a_game_is_made_checked_and_printed_in_an_empty_folder(unpacked: Path, tmp_path: Path) -> None:
    def pnp(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(unpacked)}
        command = [sys.executable, "-m", "generator", *arguments]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)

    begun = pnp("check")
    assert (begun.returncode, begun.stderr) == (2, f"pnp: there is no folder data; {BEGIN}\n")
    printed = pnp("render", "tricks-or-treats", "--kind", "odds-cards")
    assert (printed.returncode, printed.stderr.splitlines()[0]) == (
        0, "tricks-or-treats ships with the tool; printing it into output/",
    )  # fmt: skip
    assert (tmp_path / "output/tricks-or-treats/odds-cards.pdf").exists()
    assert pnp("new", "my-game", "--languages", "en,de", "--kind", "tokens", "--kind", "rules").returncode == 0
    assert pnp("new", "other", "--from", "star-road").returncode == 0
    checked = pnp("check", "my-game", "--strict")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert pnp("plan", "my-game", "--players", "2", "--render").returncode == 0
    assert (tmp_path / "output/my-game/box-2-players.pdf").stat().st_size > 10_000
    where = subprocess.run(
        [sys.executable, "-c", "import generator; print(generator.__file__)"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(unpacked)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert Path(where.stdout.strip()).is_relative_to(unpacked)
    manual = [path for path in (unpacked / "generator/shipped/docs").rglob("*") if path.is_file()]
    assert {"workshop.md", "templates.md", "first-deck.md"} <= {path.name for path in manual}
    shown = {unpacked / "generator/shipped/docs/pictures" / name for name in pictures()}
    assert {path for path in manual if path.suffix != ".md"} == shown


def test_what_an_index_shows_leads_somewhere() -> None:
    with_addresses = runpy.run_path(str(ROOT / ".ci/index_page.py"))["with_addresses"]
    shown = with_addresses((ROOT / "README.md").read_text(encoding="utf-8"), "https://host/one", "v1")
    assert (
        "![Letters, places and the rules of Snail Mail](https://host/one/raw/v1/docs/pictures/snail-mail.png)" in shown
    )
    assert "[the workshop](https://host/one/blob/v1/docs/do/workshop.md)" in shown
    assert with_addresses("[a](#b) [![c](d.png)](e.md)", "h", "v1") == "[a](#b) [![c](h/raw/v1/d.png)](h/blob/v1/e.md)"
    assert not re.search(r"\]\((?!https?:|#)", shown)
