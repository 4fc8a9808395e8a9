"""``pnp icons``: icons to begin with, and the credit that their licence asks for."""

from pathlib import Path

import pytest
from projects import Project

from generator.starter.icons import CREDIT, icon_svg, icons_like


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with a game."""
    monkeypatch.chdir(tmp_path)
    project = Project(tmp_path)
    assert project.pnp("new", "gra", "--kind", "cards", "--languages", "en,pl").exit_code == 0
    return project


def test_icons_are_found_by_words_of_their_names(made: Project) -> None:
    assert made.pnp("icons", "sword").stdout.splitlines() == ["broadsword", "crossed-swords", "sword-hilt"]
    assert made.pnp("icons", "crossed", "Sword").stdout == "crossed-swords\n"
    assert len(made.pnp("icons").stdout.splitlines()) >= 200
    assert made.pnp("icons", "no-such").exit_code == 2


def test_what_is_taken_can_be_written_and_is_credited(made: Project) -> None:
    taken = made.pnp("icons", "crossed-swords", "hourglass", "--take")
    assert taken.exit_code == 0, taken.output
    made.change("data/gra/cards.yaml", "name:", "name: {en: '{crossed-swords} {hourglass}', pl: '{hourglass}'} #")
    made.write("data/gra/CREDITS.md", (made.folder / "data/gra/CREDITS.md").read_text() + "\nMine: the rest.\n")
    before = (made.folder / "templates/gra/style.yaml").read_text()
    again = made.pnp("icons", "hourglass", "two-coins", "--take")
    assert again.exit_code == 0, again.output
    told = (made.folder / "data/gra/CREDITS.md").read_text()
    assert [
        told.count(one) for one in ("- crossed-swords\n", "- hourglass\n", "- two-coins\n", "CC BY 3.0", "Mine")
    ] == [1] * 5
    style = (made.folder / "templates/gra/style.yaml").read_text()
    assert style.replace('  "{two-coins}": icons/two-coins.svg\n', "") == before
    assert (made.folder / "templates/gra/words.yaml").read_text().count(CREDIT) == 2
    checked = made.pnp("check")
    assert checked.exit_code == 0, checked.output
    assert "icon" not in checked.output


@pytest.mark.slow
def test_all_icons_are_drawn(made: Project) -> None:
    names = icons_like(())
    assert made.pnp("icons", *names, "--take").exit_code == 0
    cells = "".join(
        f'<use href="icons/{name}.svg" x="{number % 20 * 3}" y="{number // 20 * 3 + 5}" width="3" height="3"/>'
        for number, name in enumerate(names)
    )
    template = next((made.folder / "templates/gra").glob("card*.svg"))
    text = template.read_text()
    template.write_text(text.replace("</svg>", f"{cells}</svg>"))
    checked = made.pnp("check")
    assert checked.exit_code == 0, checked.output


def test_nothing_is_written_where_one_is_not_there(made: Project) -> None:
    def files() -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in made.folder.rglob("*") if path.is_file()}

    before = files()
    refused = made.pnp("icons", "hourglass", "hourgloss", "--take")
    assert (refused.exit_code, files()) == (2, before)
    assert "there is no icon 'hourgloss'" in refused.stderr
    made.write("templates/gra/style.yaml", "icons: [\n")
    before = files()
    assert (made.pnp("icons", "hourglass", "--take").exit_code, files()) == (1, before)
    assert icon_svg("hourglass").startswith("<svg ")
