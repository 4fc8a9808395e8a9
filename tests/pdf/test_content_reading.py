"""What is read out of a page's content: where, how large and how often things are drawn."""

from pathlib import Path

import pytest
from foreign import first_page, form, raw, raw_pdf, stream

from generator.core.choices import points_from_mm
from generator.pdf.preflight.facts import PdfPage

HELVETICA = b"<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"


def page(tmp_path: Path, content: bytes, resources: bytes = HELVETICA, *objects: bytes, **options: bytes) -> PdfPage:
    path = tmp_path / "file.pdf"
    path.write_bytes(raw(content, resources, *objects, **options))
    return first_page(path)


def test_matrices_of_the_page_its_states_and_its_texts_are_multiplied(tmp_path: Path) -> None:
    (text,) = page(tmp_path, b"q 2 0 0 2 100 100 cm BT /F1 3 Tf 2 0 0 2 10 20 Tm 1 0 Td (Word) Tj ET Q").texts
    assert points_from_mm(text.size) == pytest.approx(12)
    assert (points_from_mm(text.x), points_from_mm(297 - text.y)) == pytest.approx((124, 140), abs=0.01)


def test_the_state_before_q_comes_back_after_it(tmp_path: Path) -> None:
    strokes = page(tmp_path, b"4 w q 1 w 0.5 0 0 0.5 0 0 cm 9 9 m 50 50 l S Q 9 9 m 50 50 l S").strokes
    assert [round(points_from_mm(stroke.width), 3) for stroke in strokes] == [0.5, 4]


def test_a_form_placed_twice_counts_twice_at_each_ones_size(tmp_path: Path) -> None:
    content = b"q .5 0 0 .5 100 100 cm /A Do Q q /A Do Q"
    strokes = page(tmp_path, content, b"<</XObject<</A 5 0 R>>>>", form(b"2 w 0 0 m 9 9 l S 5 5 m 9 9 l S")).strokes
    assert [(round(points_from_mm(stroke.width), 3), stroke.count) for stroke in strokes] == [(1, 2), (2, 2)]


def test_what_a_form_draws_beside_its_box_is_not_seen(tmp_path: Path) -> None:
    drawn = form(b"0.1 w 50 50 m 60 60 l S", b"/BBox[0 0 20 20]")
    assert page(tmp_path, b"1 0 0 1 100 100 cm /A Do", b"<</XObject<</A 5 0 R>>>>", drawn).strokes == ()


def test_texts_on_a_turned_page_are_where_the_reader_shows_them(tmp_path: Path) -> None:
    (text,) = page(tmp_path, b"BT /F1 12 Tf 72 144 Td (Word) Tj ET", page=b"/Rotate 90").texts
    assert (text.x, text.y) == pytest.approx((50.8, 25.4))


def test_settings_from_a_dictionary_set_the_line(tmp_path: Path) -> None:
    drawn = page(tmp_path, b"/G gs 9 9 m 20 20 l S", b"<</ExtGState<</G <</LW 3>>>>>>")
    assert points_from_mm(drawn.strokes[0].width) == pytest.approx(3, abs=1e-4)


def test_layers_that_are_switched_off_are_not_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(
        raw_pdf(
            b"<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[5 0 R 6 0 R]/D<</OFF[5 0 R]>>>>>>",
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R"
            b"/Resources<</Properties<</Off 5 0 R/On 6 0 R>>>>>>",
            stream(
                b"/OC /Off BDC 1 w 9 9 m 50 50 l S /P BMC EMC 9 9 m 50 50 l S EMC /OC /On BDC 2 w 9 9 m 50 50 l S EMC"
            ),
            b"<</Type/OCG/Name(Off)>>",
            b"<</Type/OCG/Name(On)>>",
        )
    )
    assert [stroke.count for stroke in first_page(path).strokes] == [1]


def test_type_3_fonts_are_as_large_as_their_glyphs_are_drawn(tmp_path: Path) -> None:
    font = (
        b"<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[.01 0 0 .01 0 0]/CharProcs<</square 6 0 R>>"
        b"/Encoding<</Differences[97/square/circle]>>/FirstChar 97/LastChar 98/Widths[1 1]>>"
    )
    content = b"BT /F1 1 Tf 50 50 Td (aab ) Tj ET"
    drawn = page(tmp_path, content, b"<</Font<</F1 5 0 R>>>>", font, stream(b"100 0 d0 0 0 100 100 re f"))
    assert round(points_from_mm(drawn.texts[0].size), 2) == 1
    assert (drawn.fonts[0].embedded, drawn.fonts[0].subset) == (True, True)
