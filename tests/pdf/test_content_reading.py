"""What is read out of content streams, fonts and maps."""

from pathlib import Path
from typing import Any

import pytest
from each import each
from foreign import first_page, form, raw, raw_pdf, stream
from proofs import FONTS

from generator.core.choices import points_from_mm
from generator.pdf.preflight.facts import PdfPage
from generator.pdf.preflight.font_reading import read_map
from generator.pdf.preflight.objects import Allowance, Unreadable
from generator.pdf.preflight.tokens import PATH, PICTURE, operations
from generator.pdf.preflight.truetype import TrueType

ALL = {b"q", b"Q", b"cm", b"w", b"Tj", b"TJ", b"Tf", b"Do", b"S", b"'", b"BDC", b"f*"}
HELVETICA = b"<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"


def read(data: bytes) -> list[tuple[bytes, list[Any]]]:
    return list(operations(data, ALL, Allowance()))


def page(tmp_path: Path, content: bytes, resources: bytes = HELVETICA, *objects: bytes, **options: bytes) -> PdfPage:
    path = tmp_path / "file.pdf"
    path.write_bytes(raw(content, resources, *objects, **options))
    return first_page(path)


def test_numbers_names_and_strings_are_read_as_written() -> None:
    assert read(b"q 1 0 -.5 +2. 3 4 cm /F#31 12 Tf (a) Tj <4a4B5> Tj\n% (not this) Tj\nQ") == [
        (b"q", []),
        (b"cm", [1.0, 0.0, -0.5, 2.0, 3.0, 4.0]),
        (b"Tf", ["F1", 12.0]),
        (b"Tj", [b"a"]),
        (b"Tj", [b"JKP"]),
        (b"Q", []),
    ]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (b"(a\\(b\\)c)", b"a(b)c"),
        (b"(a(b(c))d)", b"a(b(c))d"),
        (b"(\\101\\7\\n\\\\)", b"A\x07\n\\"),
        (b"(a\\\nb)", b"ab"),
        (b"(%)", b"%"),
    ],
)
def test_strings_mean_what_their_escapes_say(written: bytes, meant: bytes) -> None:
    assert read(written + b" Tj") == [(b"Tj", [meant])]


def test_steps_of_a_path_come_as_one_run() -> None:
    data = b"0 0 m 10 0 l\n1 2 3 4 5 6 c h S 1 2 3 4 re f*"
    assert [(word, len(operands)) for word, operands in read(data)] == [(PATH, 2), (b"S", 0), (PATH, 2), (b"f*", 0)]
    start, end = read(data)[0][1]
    assert data[start:end].strip() == b"0 0 m 10 0 l\n1 2 3 4 5 6 c h"


def test_the_bytes_of_a_picture_in_the_content_are_no_operators() -> None:
    data = b"q BI /W 2 /H 3 /F [/Fl] ID Q Q Q S EI Q"
    assert read(data) == [(b"q", []), (PICTURE, ["W", 2.0, "H", 3.0, "F", "Fl"]), (b"Q", [])]


@each("nonsense", [b"", b"]]>>)", b"/", b"<zz>", b"1.2.3 w", b"--5 w", b"(", b"BI", b"\xff\x00", b"1 2 3"])
def test_nonsense_ends(nonsense: bytes) -> None:
    assert isinstance(read(nonsense), list)


def test_more_words_than_are_allowed_are_refused() -> None:
    with pytest.raises(Unreadable, match="more drawing in the file"):
        list(operations(b"q " * 11, ALL, Allowance(steps=10)))


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


def test_settings_from_a_dictionary_set_line_and_font(tmp_path: Path) -> None:
    resources = b"<</ExtGState<</G <</LW 3/Font[5 0 R 7]>>>>>>"
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Courier>>"
    drawn = page(tmp_path, b"/G gs 9 9 m 20 20 l S BT 50 50 Td (Word) Tj ET", resources, font)
    assert points_from_mm(drawn.strokes[0].width) == pytest.approx(3, abs=1e-4)
    assert (drawn.texts[0].font, round(points_from_mm(drawn.texts[0].size), 2)) == ("Courier", 7)


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


def test_type_3_fonts_are_scaled_by_their_own_matrix_and_miss_what_they_do_not_draw(tmp_path: Path) -> None:
    font = (
        b"<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[.01 0 0 .01 0 0]/CharProcs<</square 6 0 R>>"
        b"/Encoding<</Differences[97/square/circle]>>/FirstChar 97/LastChar 98/Widths[1 1]>>"
    )
    content = b"BT /F1 1 Tf 50 50 Td (aab ) Tj ET"
    drawn = page(tmp_path, content, b"<</Font<</F1 5 0 R>>>>", font, stream(b"100 0 d0 0 0 100 100 re f"))
    assert round(points_from_mm(drawn.texts[0].size), 2) == 10
    assert [(missing.characters, missing.count) for missing in drawn.missing] == [("b", 1)]
    assert (drawn.fonts[0].embedded, drawn.fonts[0].subset) == (True, True)


def test_maps_to_text_are_read_by_pairs_ranges_and_lists() -> None:
    pairs = b"1 beginbfchar <01> <0041> endbfchar "
    data = pairs + b"2 beginbfrange <05> <07> <0061>\n<0010> <0011> [<D83DDE00> <0066 0069>] endbfrange"
    assert read_map(data) == {1: "A", 5: "a", 6: "b", 7: "c", 16: "😀", 17: "fi"}


def test_glyphs_are_found_in_a_fonts_own_map() -> None:
    font = TrueType((FONTS / "dejavu" / "DejaVuSans.ttf").read_bytes())
    (unicode, *_) = [lookup for (platform, _), lookup in font.maps.items() if platform == 3]
    assert unicode(ord("A")) > 0
    assert unicode(ord("⚔")) > 0
    assert unicode(0xE123) == 0
    assert font.glyphs > 5000


@pytest.mark.parametrize("data", [b"", b"OTTO", b"\0\1\0\0\0\x09" + bytes(90), b"ttcf\0\0\0\0\0\0\0\1\xff\xff\xff\xff"])
def test_what_is_no_truetype_font_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="not a TrueType font"):
        TrueType(data)
