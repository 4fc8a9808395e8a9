"""A new run takes its kind's files of earlier runs away, as they belong to other sheets, and no other file."""

from pathlib import Path

import pytest
from projects import STALL, Project

KIND = """\
  {name}:
    title: {{en: More, fr: Plus}}
    size: [50, 40]
    template: stall.svg
    back: stall.svg
    file: stalls.yaml
    fields:
      name: {{type: text, required: true}}
      price: {{type: whole, required: true}}
      note: {{type: text}}
"""


@pytest.fixture
def backed(project: Project) -> Project:
    """Stalls with backs."""
    project.change("game.yaml", "template: stall.svg\n", "template: stall.svg\n    back: back.svg\n")
    project.write("templates/fair/back.svg", STALL)
    return project


def with_kind(project: Project, name: str) -> None:
    """Add a printed kind, whose items are the stalls."""
    project.change("game.yaml", "  people:\n", KIND.format(name=name) + "  people:\n")


def run(project: Project, *arguments: str) -> str:
    """What a command says that must succeed."""
    result = project.pnp(*arguments)
    assert result.exit_code == 0, result.output
    return result.stderr


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def own(folder: Path, *files: str) -> None:
    """Files that are a user's own."""
    for name in files:
        (folder / name).write_text("mine")


@pytest.mark.slow
@pytest.mark.parametrize("target", ["png", "tgc"])
def test_pictures_of_other_items_do_not_stay_beside_those_of_this_run(backed: Project, target: str) -> None:
    run(backed, "export", "fair", "--to", target, "--kind", "stalls")
    folder = backed.folder / "output/fair" / target / "stalls"
    listed = ["cards.csv"] if target == "tgc" else []
    assert names(folder) == ["cake-back.png", "cake.png", *listed, "darts-back.png", "darts.png"]
    own(folder, "notes.txt", "cover.png", "darts.jpg", "darts-back-2.png", "my-darts.png")
    kept = names(folder)
    said = run(backed, "export", "fair", "--to", target, "--kind", "stalls", "--item", "cake")
    assert names(folder) == [name for name in kept if name not in ("darts.png", "darts-back.png")]
    assert "removed 2 files of an earlier run" in said
    assert "removed" not in run(backed, "export", "fair", "--to", target, "--kind", "stalls", "--item", "cake")


def test_a_kind_without_a_back_leaves_what_is_named_like_one(project: Project) -> None:
    run(project, "export", "fair", "--kind", "stalls")
    folder = project.folder / "output/fair/png/stalls"
    own(folder, "darts-back.png")
    run(project, "export", "fair", "--kind", "stalls", "--item", "cake")
    assert names(folder) == ["cake.png", "darts-back.png"]


def test_sheets_of_kinds_that_are_gone_are_listed_and_removed_if_wanted(backed: Project) -> None:
    with_kind(backed, "tents")
    run(backed, "render", "fair", "--backs", "separate", "--cut", "svg", "--blanks")
    run(backed, "render", "fair", "--lang", "fr")
    folder = backed.folder / "output/fair"
    backed.change("game.yaml", KIND.format(name="tents"), "")
    (folder / "tents-mine.pdf").write_bytes(b"%PDF-1.7 mine")
    before = names(folder)
    gone = {"tents.pdf", "tents.fr.pdf", "tents-backs.pdf", "tents-blank.pdf", "tents-cut-1.svg",
            "tents-blank-backs.pdf", "tents-blank-cut-1.svg"}  # fmt: skip
    told = backed.pnp("render", "--tidy")
    assert {Path(line).name for line in told.stdout.splitlines()} == gone
    assert names(folder) == before
    assert backed.pnp("render", "--yes").exit_code == 2
    run(backed, "render", "fair", "--tidy", "--yes")
    assert set(names(folder)) == set(before) - gone
    assert "nothing is left" in backed.pnp("render", "--tidy").stdout


@pytest.mark.slow
def test_sheets_of_a_table_that_are_no_longer_there_go(backed: Project) -> None:
    with_kind(backed, "stalls-back")
    run(backed, "export", "fair", "--to", "tts", "--dpi", "40")
    folder = backed.folder / "output/fair/tts"
    assert "stalls-back-1.png" in names(folder)
    kept = names(folder)
    own(folder, "stalls-2.png", "stalls-back3.png", "stalls-02.png", "stalls-1.png.bak", "stalls-table.png")
    run(backed, "export", "fair", "--to", "tts", "--dpi", "40", "--kind", "stalls")
    assert names(folder) == sorted([*kept, "stalls-02.png", "stalls-1.png.bak", "stalls-table.png"])


@pytest.mark.slow
def test_cut_lines_of_other_sheets_go_and_those_of_another_language_or_kind_stay(backed: Project) -> None:
    with_kind(backed, "stalls-cut")
    for more in ((), ("--lang", "fr")):
        run(backed, "render", "fair", "--cut", "dxf", "--copies", "17", *more)
    folder = backed.folder / "output/fair"
    own(folder, "stalls-cut-mine.svg", "stalls-cut-1.svg.bak", "my-stalls-cut-1.svg", "stalls-cut-1.pdf")
    fronts = {"stalls-cut-1.dxf", "stalls-cut-2.dxf"}
    assert fronts <= set(names(folder))
    kept = set(names(folder)) - fronts
    said = run(backed, "render", "fair", "--kind", "stalls", "--cut", "svg", "--item", "cake", "--copies", "1")
    assert set(names(folder)) == kept | {"stalls-cut-1.svg"}
    assert "removed 2 files of an earlier run" in said
    run(backed, "render", "fair", "--kind", "stalls")
    assert set(names(folder)) == kept, "sheets that no machine cuts"


@pytest.mark.slow
def test_backs_of_other_sheets_go_and_those_of_another_language_or_kind_stay(backed: Project) -> None:
    with_kind(backed, "more-stalls")
    for more in ((), ("--lang", "fr")):
        run(backed, "render", "fair", "--backs", "separate", *more)
    folder = backed.folder / "output/fair"
    own(folder, "stalls-backs-mine.pdf", "stalls-backs.de.pdf")
    kept = set(names(folder)) - {"stalls-backs.pdf"}
    assert {"stalls-backs.fr.pdf", "more-stalls-backs.pdf"} <= kept
    run(backed, "render", "fair", "--kind", "stalls")
    assert set(names(folder)) == kept
    run(backed, "render", "fair", "--kind", "stalls", "--backs", "separate", "--lang", "fr")
    assert set(names(folder)) == kept


def test_the_sheets_of_a_kind_that_is_called_like_backs_stay(backed: Project) -> None:
    with_kind(backed, "stalls-backs")
    run(backed, "render", "fair")
    run(backed, "render", "fair", "--kind", "stalls")
    assert names(backed.folder / "output/fair") == ["stalls-backs.pdf", "stalls.pdf"]


@pytest.mark.slow
def test_the_files_of_kinds_that_now_share_sheets_go(backed: Project) -> None:
    with_kind(backed, "more-stalls")
    for more in ((), ("--lang", "fr")):
        run(backed, "render", "fair", "--backs", "separate", "--cut", "svg", *more)
    folder = backed.folder / "output/fair"
    own(folder, "stalls-mine.pdf", "stalls.de.pdf", "more-stalls.pdf.bak")
    before = set(names(folder))
    gone = {
        name
        for name in before
        if not name.endswith((".de.pdf", ".fr.pdf", "mine.pdf", ".bak")) and ".fr-cut" not in name
    }
    assert {"stalls.pdf", "more-stalls-backs.pdf", "stalls-cut-1.svg"} <= gone
    for back in ("back.svg", "stall.svg"):
        backed.change("game.yaml", f"    back: {back}\n", f"    back: {back}\n    share: market\n")
    said = run(backed, "render", "fair")
    assert f"removed {len(gone)} files of an earlier run" in said
    assert set(names(folder)) == before - gone | {"market.pdf"}
    run(backed, "render", "fair", "--kind", "stalls")
    assert {"market.pdf", "stalls.pdf"} <= set(names(folder)), "a kind by itself leaves what others share"


def test_nothing_goes_before_the_new_files_are_there(backed: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    run(backed, "render", "fair", "--cut", "dxf", "--backs", "separate")
    folder = backed.folder / "output/fair"
    before = names(folder)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", str(folder / "stalls.pdf"))

    monkeypatch.setattr("generator.printing.sheets.as_svg", full)
    assert backed.pnp("render", "fair", "--cut", "svg").exit_code == 2
    assert names(folder) == before
