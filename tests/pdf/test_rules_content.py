"""The rules that follow what a page draws: fonts, glyphs, sizes of texts, lines and pictures, ink."""

import re
from pathlib import Path

import pytest
from each import each
from foreign import PLAIN, boxed, form, found, only, pictured, raw, sheet, stream, stroked, text, written
from proofs import FONTS
from reportlab.pdfgen.canvas import Canvas

from generator.core.choices import points_from_mm
from generator.pdf.preflight.drawn import read_ink
from generator.pdf.preflight.examine import preflight
from generator.pdf.preflight.facts import InkUse

HELVETICA = b"<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"

# font-embedded


def test_a_standard_font_is_an_error_at_its_first_page(tmp_path: Path) -> None:
    problem = only(sheet(tmp_path / "file.pdf", text, *[lambda canvas: written(canvas, "plain", 12, "Helvetica")] * 2))
    assert (problem.rule, problem.level, problem.line) == ("font-embedded", "error", 2)
    assert "Helvetica is not in the file: one of PDF's standard fonts" in problem.message


def test_a_font_that_shows_nothing_is_not_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(raw(b"BT /F1 12 Tf ET", HELVETICA))
    assert preflight(path) == []


def test_a_font_embedded_as_a_whole_is_a_warning(tmp_path: Path) -> None:
    font = (FONTS / "share-tech-mono" / "ShareTechMono_400Regular.ttf").read_bytes()
    path = tmp_path / "file.pdf"
    entry = b"<</Type/Font/Subtype/TrueType/BaseFont/Whole/Encoding/WinAnsiEncoding/FontDescriptor 5 0 R>>"
    resources = b"<</Font<</F1 " + entry + b">>>>"
    descriptor = b"<</Type/FontDescriptor/FontName/Whole/Flags 32/FontFile2 6 0 R>>"
    path.write_bytes(raw(b"BT /F1 12 Tf 300 400 Td (ab) Tj ET", resources, descriptor, stream(font)))
    problem = only(path)
    assert (problem.rule, problem.level) == ("font-embedded", "warning")


# text-too-small


@each(("size", "scale", "small"), [(5, 1, False), (4.9, 1, True), (10, 0.49, True), (1, 5.01, False)])
def test_texts_count_at_the_size_at_which_they_are_placed(
    tmp_path: Path, size: float, scale: float, small: bool
) -> None:
    def placed(canvas: Canvas) -> None:
        canvas.scale(scale, scale)
        canvas.setFont(PLAIN, size)
        canvas.drawString(200 / scale, 400 / scale, "Small print")

    problems = found(sheet(tmp_path / "file.pdf", placed), "text-too-small")
    assert bool(problems) == small
    if small:
        assert (
            f"a text of {size * scale:.1f} pt: “Small print” in ShareTechMono-Regular at x 71, y 156 mm"
            in problems[0].message
        )


def test_the_text_matrix_the_forms_and_the_page_are_multiplied(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    resources = b"<</XObject<</A 5 0 R>>>>"
    inner = form(
        b"BT /F1 10 Tf .5 0 0 .5 10 10 Tm (Tiny) Tj ET",
        b"/BBox[0 0 600 900]/Matrix[.5 0 0 .5 0 0]/Resources" + HELVETICA,
    )
    path.write_bytes(raw(b"q 0 1 -1 0 300 300 cm /A Do Q", resources, inner))
    (problem,) = found(path, "text-too-small")
    assert "a text of 2.5 pt: “Tiny”" in problem.message


@each(
    "content",
    [
        b"BT 3 Tr /F1 2 Tf 300 400 Td (hidden) Tj ET",
        b"BT /F1 2 Tf 300 400 Td (   ) Tj ET",
        b"BT /F1 2 Tf 3000 400 Td (beside the paper) Tj ET",
        b"BT /F1 0 Tf 300 400 Td (nothing) Tj ET",
    ],
)
def test_texts_that_leave_no_ink_may_be_of_any_size(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(raw(content, HELVETICA))
    assert found(path, "text-too-small") == []


# thin-line


@pytest.mark.parametrize(("mm", "level"), [(0.15, None), (0.14, "warning"), (0, "error")])
def test_lines_are_thick_enough_or_thin_or_hairlines(tmp_path: Path, mm: float, level: str | None) -> None:
    problems = found(sheet(tmp_path / "file.pdf", lambda canvas: stroked(canvas, mm)), "thin-line")
    assert [problem.level for problem in problems] == ([level] if level else [])


def test_a_line_is_as_thin_as_its_scaling_makes_it(tmp_path: Path) -> None:
    def scaled(canvas: Canvas) -> None:
        canvas.scale(0.2, 1)
        stroked(canvas, 0.5)

    (problem,) = found(sheet(tmp_path / "file.pdf", scaled), "thin-line")
    assert "1 line thinner than 0.15 mm: 0.10 mm at x 14, y 156 mm" in problem.message


def test_white_lines_and_lines_beside_the_paper_do_not_count(tmp_path: Path) -> None:
    def drawn(canvas: Canvas) -> None:
        canvas.setStrokeColorRGB(1, 1, 1)
        stroked(canvas, 0.05)
        canvas.setStrokeGray(0)
        canvas.translate(0, 900)
        stroked(canvas, 0.05)

    assert preflight(sheet(tmp_path / "file.pdf", drawn)) == []


@each(
    ("content", "mm"),
    [
        (b"200 400 100 .1417 re f", "0.05"),
        (b"200 400 m 300 400 l 300 400.1417 l 200 400.1417 l h f", "0.05"),
        (b"200 400 m 200.1417 400 l 200.1417 500 l 200 500 l 200 400 l f*", "0.05"),
        (b"q .7071 .7071 -.7071 .7071 300 300 cm 0 0 100 -.2835 re F Q", "0.10"),
        (b"q 1 0 0 .001 0 400 cm 200 0 100 141.7 re f Q", "0.05"),
        (b"50 50 60 60 re 200 400 .1417 100 re f", "0.05"),
        (b"200 400 100 .4252 re f", None),  # 0.15 mm
        (b"200 400 .1417 .1417 re f", None),  # a dot
        (b"200 400 m 300 400 l 300 400.1417 l f", None),
        (b"1 g 200 400 100 .1417 re f", None),
        (b"200 400 100 .1417 re W n", None),
    ],
)
def test_a_thin_filled_shape_is_a_line(tmp_path: Path, content: bytes, mm: str | None) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(raw(content))
    problems = found(path, "thin-line")
    assert [(problem.level, f"1 line thinner than 0.15 mm: {mm} mm" in problem.message) for problem in problems] == (
        [("warning", True)] if mm else []
    )


def test_a_filled_shape_of_no_height_is_a_hairline(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(raw(b"200 400 100 0 re f"))
    assert [problem.level for problem in found(path, "thin-line")] == ["error"]


# picture-resolution


@each(("pixels", "level"), [(200, None), (199, "warning"), (100, "warning"), (99, "error")])
def test_pictures_have_pixels_enough_for_their_size(tmp_path: Path, pixels: int, level: str | None) -> None:
    problems = found(sheet(tmp_path / "file.pdf", lambda canvas: pictured(canvas, pixels, 25.4)), "picture-resolution")
    assert [problem.level for problem in problems] == ([level] if level else [])


def test_a_picture_is_told_by_its_pixels_and_place(tmp_path: Path) -> None:
    (problem,) = found(sheet(tmp_path / "file.pdf", lambda canvas: pictured(canvas, 60, 50.8)), "picture-resolution")
    assert "60 × 60 pixels at 30 an inch around x 96, y 166 mm" in problem.message


def test_pictures_inside_the_content_count_and_colours_do_not(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(raw(b"q 72 0 0 72 200 300 cm BI /W 10 /H 10 /CS /G /BPC 8 ID " + bytes(100) + b" EI Q"))
    assert [problem.level for problem in found(path, "picture-resolution")] == ["error"]
    path.write_bytes(raw(b"q 72 0 0 72 200 300 cm BI /W 1 /H 256 /CS /G /BPC 8 ID " + bytes(256) + b" EI Q"))
    assert found(path, "picture-resolution") == []


# edge-ink


def test_ink_at_5_mm_passes_and_nearer_does_not(tmp_path: Path) -> None:
    assert found(sheet(tmp_path / "file.pdf", lambda canvas: boxed(canvas, 5, 5, 200, 1)), "edge-ink") == []
    (problem,) = found(sheet(tmp_path / "file.pdf", lambda canvas: boxed(canvas, 2, 100, 20, 20)), "edge-ink")
    assert problem.level == "error"
    assert "to the edge: left 2.0 mm" in problem.message


def test_every_edge_is_looked_at(tmp_path: Path) -> None:
    path = sheet(tmp_path / "file.pdf", lambda canvas: boxed(canvas, 1, 3, 208, 293))
    told = re.findall(r"(left|top|right|bottom) (\d\.\d) mm", found(path, "edge-ink")[0].message)
    assert {side: float(reach) for side, reach in told} == pytest.approx(
        {"left": 1, "top": 1, "right": 1, "bottom": 3}, abs=0.3
    )


def test_single_cards_for_a_shop_have_ink_at_the_edge(tmp_path: Path) -> None:
    size = points_from_mm(69), points_from_mm(94)
    path = sheet(tmp_path / "file.pdf", lambda canvas: boxed(canvas, 0, 0, 69, 20), sizes=[size])
    assert found(path, "edge-ink", paper=(69, 94)) == []
    assert len(found(path, "edge-ink")) == 1


# ink-coverage


@each(("height", "percent"), [(80, None), (124, None), (126, 30), (150, 30), (170, 40)])
def test_dark_pages_are_reported_with_their_share_of_ink(tmp_path: Path, height: float, percent: int | None) -> None:
    path = sheet(tmp_path / "file.pdf", lambda canvas: boxed(canvas, 30, 50, 150, height))
    problems = found(path, "ink-coverage")
    assert [f"ink covers more than {percent}% of the page" in problem.message for problem in problems] == (
        [True] if percent else []
    )


def test_pages_about_as_dark_are_told_together_and_those_with_a_bleed_not_at_all(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for height in (130, 150):
            boxed(canvas, 30, 50, 150, height)
            canvas.showPage()
        canvas.setTrimBox([points_from_mm(side) for side in (30, 50, 180, 200)])
        canvas.setBleedBox([points_from_mm(side) for side in (27, 47, 183, 203)])
        boxed(canvas, 27, 47, 156, 156)

    (problem,) = found(sheet(tmp_path / "file.pdf", draw), "ink-coverage")
    assert problem.message.startswith(
        "ink covers more than 30% of the page; 30% is plenty (and the same on 1 more page)"
    )


def grey_page(path: Path, grey: int) -> InkUse:
    """What a page looks like with a box of so light a grey, of 255, that reaches into the unprintable edge."""

    def draw(canvas: Canvas) -> None:
        canvas.setFillGray(grey / 255)
        canvas.rect(*map(points_from_mm, (2, 50, 60, 60)), stroke=0, fill=1)

    (ink,) = read_ink(sheet(path, draw))
    return ink


@each(
    ("grey", "is_ink", "has_outline"), [(199, True, True), (201, True, False), (249, True, False), (251, False, False)]
)
def test_from_which_grey_on_paper_is_paper(tmp_path: Path, grey: int, is_ink: bool, has_outline: bool) -> None:
    ink = grey_page(tmp_path / "file.pdf", grey)
    assert (ink.reach["left"] is not None, any(ink.cells.dark)) == (is_ink, is_ink)
    assert (len(ink.blocks), len(ink.columns), len(ink.rows)) == ((1, 1, 1) if has_outline else (0, 0, 0))
    assert ink.coverage == pytest.approx((255 - grey) / 255 * 3600 / (210 * 297), rel=0.02)
