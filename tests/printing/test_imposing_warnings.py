"""What is said of finished pictures whose print is not what was meant: white corners, bleed here and there, sheets."""

from pathlib import Path

import pytest
from each import each
from examined import examined_here  # noqa: F401 - a fixture for all of these
from PIL import Image, ImageDraw
from projects import typed
from reportlab.pdfgen.canvas import Canvas

from generator.core.choices import SIZES, points_from_mm
from generator.draw.marks.marks import Drawing
from generator.draw.marks.picture import Picture
from generator.printing.finished_edges import bleed_warnings
from generator.printing.imposing import ImposeOrder, print_pictures
from generator.printing.order import SheetLayout

SIZE = (250, 350)
INK = (20, 60, 120)


def rounded(radius: int, mode: str) -> Image.Image:
    """Art whose corners are cut off, transparent or white."""
    mask = Image.new("L", SIZE, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, SIZE[0] - 1, SIZE[1] - 1), radius=radius, fill=255)
    art = Image.new("RGB", SIZE, INK)
    if mode == "RGBA":
        art.putalpha(mask)
        return art
    paper = Image.new("RGB", SIZE, "white")
    paper.paste(art, (0, 0), mask)
    return paper


def with_block(block: tuple[int, int, int, int], colour: object = "white", ground: object = INK) -> Image.Image:
    art = Image.new("RGB", SIZE, ground)  # type: ignore[arg-type]
    ImageDraw.Draw(art).rectangle(block, fill=colour)  # type: ignore[arg-type]
    return art


WIDE, HIGH = SIZE
PICTURES = {
    "see-through.png": rounded(20, "RGBA"),
    "see-through.jpg": rounded(20, "RGBA").convert("RGB"),  # black there
    "white.png": rounded(20, "RGB"),
    "white.jpg": rounded(20, "RGB"),
    "hardly-round.png": rounded(8, "RGB"),
    "plain.png": Image.new("RGB", SIZE, INK),
    "all-white.png": Image.new("RGB", SIZE, "white"),
    "border.png": with_block((15, 15, WIDE - 15, HIGH - 15), "navy", "white"),
    "corner.png": with_block((0, 0, 30, 30)),
    "half.png": with_block((0, 0, WIDE // 2, HIGH)),
    "line.png": with_block((2, 0, WIDE, HIGH), INK, "white"),
    "lines.png": with_block((0, 1, WIDE - 2, HIGH), INK, "white"),
    "frame.png": with_block((2, 2, WIDE - 2, HIGH - 2), INK, "white"),
    "wide.png": with_block((12, 0, WIDE, HIGH), INK, "white"),
}
ROUND = ("hardly-round", "see-through-png", "white-jpg", "white-png")


def notes(folder: Path, *given: str, bleed: float = 0.0, inside: bool = False, size: str = "poker") -> tuple[str, ...]:
    order = ImposeOrder(
        tuple(folder / name for name in given), SIZES[size], None, inside, SheetLayout(bleed=bleed), out=folder / "out"
    )
    return tuple(note for note in print_pictures(order, SIZES[size]).notes if note.startswith("warning"))


def test_corners_that_bleed_would_be_mirrored_from_are_named(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    for name, art in PICTURES.items():
        stem, _, suffix = name.partition(".")
        both = f"{stem}.jpg" in PICTURES
        art.save(tmp_path / "d" / (f"{stem}-{suffix}.{suffix}" if both else name), quality=95)
    said = f"4 pictures have round corners, and bleed mirrored from there is white: {', '.join(ROUND)}; fill them"
    lined = "2 pictures have a white line at an edge, which bleed mirrors onto the cut: line, lines; trim it"
    assert notes(tmp_path, "d", bleed=3.0) == (f"warning: {said}", f"warning: {lined}")
    assert notes(tmp_path, "d", bleed=3.0, inside=True) == ()  # nothing is mirrored


@each("size, plain, bled", [
    ("poker", (744, 1039), (815, 1110)), ("poker", (750, 1050), (822, 1122)), ("tarot", (827, 1417), (897, 1488)),
    ("bridge", (1051, 673), (744, 1122)), ("square-70", (827, 827), (902, 902)),
])  # fmt: skip
def test_pictures_with_and_without_bleed_are_named(size: str, plain: tuple[int, int], bled: tuple[int, int]) -> None:
    pictures = {
        name: Picture(Drawing("", ()), *pixels, 1) for name, pixels in (("a", plain), ("b", bled), ("c", plain[::-1]))
    }
    assert list(bleed_warnings(pictures, SIZES[size])) == ([] if plain[0] == plain[1] else [
        "warning: some pictures seem to hold bleed and others not, so one sort comes out of size;"
        " print each by itself;"
        " with it: b; without: a, c",
    ])  # fmt: skip
    for alike in ("ac", "b"):
        assert not list(bleed_warnings({name: pictures[name] for name in alike}, SIZES[size]))


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


@pytest.mark.slow
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
