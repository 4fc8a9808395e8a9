"""What is said of finished pictures whose print is not what was meant: pages that are reduced."""

from pathlib import Path

import pytest
from each import each
from examined import examined_here  # noqa: F401 - a fixture for all of these
from projects import typed
from reportlab.pdfgen.canvas import Canvas

from generator.core.choices import points_from_mm


def test_a_page_that_is_reduced_to_a_card_is_named(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "nine.pdf"), pagesize=(points_from_mm(210), points_from_mm(297)))
    for number in range(9):
        canvas.rect(40 + number % 3 * 170, 40 + number // 3 * 240, 160, 230)
    canvas.save()
    refused = typed(tmp_path, "impose", "nine.pdf", "--cards", "1x1")
    assert (refused.exit_code, (tmp_path / "output").exists()) == (2, False)
    made = typed(tmp_path, "impose", "nine.pdf", "--size", "63x88", "--cards", "1x1")
    assert made.exit_code == 0
    assert made.stderr.startswith(
        "warning: 1 of 1 pages are not 63 × 88 mm: nine 1 is 210 × 297 mm, printed at 30% of it;"
        " --cards 3x3 cuts cards that lie on one page apart\n"
    )


@pytest.mark.dear
def test_names_that_windows_keeps_for_devices_are_no_files(tmp_path: Path) -> None:
    assert typed(tmp_path, "new", "deck", "--kind", "cards").exit_code == 0
    path = tmp_path / "data/deck/cards.yaml"
    first = next(line for line in path.read_text().splitlines() if line.startswith("- id: "))
    path.write_text(path.read_text().replace(first, "- id: con", 1))
    for form, folder in (("png", "png/cards"), ("svg", "svg/cards")):
        made = typed(tmp_path, "export", "deck", "--to", form, "--dpi", "36") if form == "png" else typed(
            tmp_path, "export", "deck", "--to", form
        )  # fmt: skip
        assert made.exit_code == 0, made.output
        assert "con is written as con_: Windows has no files of that name" in made.stderr
        files = {file.name for file in (tmp_path / "output/deck" / folder).iterdir()}
        assert {f"con_.{form}", f"con-back.{form}"} <= files
        assert f"con.{form}" not in files


@each("form", ["image", "use"])
def test_a_path_with_the_wrong_slash_is_answered(tmp_path: Path, form: str) -> None:
    assert typed(tmp_path, "new", "deck", "--kind", "cards").exit_code == 0
    path = tmp_path / "templates/deck/cards.svg"
    drawn = f'<{form} href="art\\fox.png" x="1" y="1" width="9" height="9"/></svg>'
    path.write_text(path.read_text().replace("</svg>", drawn))
    made = typed(tmp_path, "check", "deck")
    assert made.exit_code == 1
    assert "there is no file templates/deck/art\\fox.png; write / between its parts, in place of \\" in made.stdout
