"""Fonts in a PDF hold what is used, and give the text back."""

import re
from pathlib import Path
from unicodedata import normalize

import pytest
from each import each
from foreign import found
from proofs import FONTS, fonts_of, operators, pdf_with, picture, reader, text_lines

from generator.draw.marks.fonts import Font, load
from generator.draw.marks.marks import TextRun
from generator.pdf.embedding import CompositeGlyphs, EmbeddedFont


@pytest.fixture
def garamond() -> Font:
    return load(FONTS / "eb-garamond" / "EBGaramond_500Medium.ttf")


GREEK_AND_CYRILLIC = "".join(chr(code) for code in [*range(0x3B1, 0x3CA), *range(0x400, 0x4D0)])


def written(font: Font, *texts: str) -> bytes:
    return pdf_with(*(TextRun(text, font, 3, 2, 5 + 5 * row) for row, text in enumerate(texts)), width=800, height=60)


@each(
    "text",
    [
        "R&D", "a < b", "<coin>", "&amp;", "007", "Forêt d’été à l’œuvre", "−3", "(a) b) \\ c", "100 %", "3\u00a0000",
        "Łódź", "“quoted”", "→ ⚔", "😀",
    ],
)  # fmt: skip
def test_text_reads_back_as_it_was_written(text: str, symbols: Font) -> None:
    assert text_lines(written(symbols, text)) == [text]


def test_another_reader_finds_the_same_text(symbols: Font) -> None:
    assert reader(written(symbols, "Forêt −3 (R&D)", "😀 <coin>")).pages[0].extract_text().split("\n") == [
        "Forêt −3 (R&D)",
        "😀 <coin>",
    ]


def test_text_comes_in_the_order_in_which_it_is_drawn(body: Font) -> None:
    runs = [TextRun(word, body, 3, 2, y) for word, y in (("last", 20), ("first", 5), ("middle", 12))]
    assert text_lines(pdf_with(*runs)) == ["last", "first", "middle"]


def test_more_characters_than_a_font_has_codes_for_read_back(symbols: Font) -> None:
    pdf = written(symbols, "plain", GREEK_AND_CYRILLIC, "mixed: ω and Ӎ")
    assert text_lines(pdf) == ["plain", GREEK_AND_CYRILLIC, "mixed: ω and Ӎ"]
    assert {"/F1", "/F1.1"} <= fonts_of(pdf).keys()


def test_every_font_is_embedded_and_named_as_a_subset(body: Font, symbols: Font) -> None:
    pdf = pdf_with(TextRun("Hello", body, 3, 2, 5), TextRun("→", symbols, 3, 2, 10))
    assert len(fonts_of(pdf)) == 2
    for font in fonts_of(pdf).values():
        assert re.match(r"/[A-Z]{6}\+", font["/BaseFont"])
        assert len(font["/FontDescriptor"]["/FontFile2"].get_data()) > 1000
    assert b"Helvetica" not in pdf


def test_a_page_without_text_has_no_font() -> None:
    pdf = pdf_with()
    assert fonts_of(pdf) == {}
    assert b"Helvetica" not in pdf


def test_only_used_characters_are_embedded(symbols: Font) -> None:
    def size(text: str) -> int:
        return len(fonts_of(written(symbols, text))["/F1"]["/FontDescriptor"]["/FontFile2"].get_data())

    assert size("a") < size("abcdefgh") < symbols.path.stat().st_size / 10


def test_ascii_stays_readable_in_the_content(body: Font) -> None:
    assert "(Tricks \\(or Treats\\))" in operators(written(body, "Tricks (or Treats)"))


def test_a_font_twice_under_two_names_is_embedded_twice(symbols: Font, tmp_path: Path) -> None:
    copy = tmp_path / "Copy.ttf"
    copy.write_bytes((FONTS / "dejavu" / "DejaVuSans.ttf").read_bytes())
    pdf = pdf_with(TextRun("one", symbols, 3, 2, 5), TextRun("two", load(copy), 3, 2, 10))
    assert text_lines(pdf) == ["one", "two"]
    assert len({font["/BaseFont"] for font in fonts_of(pdf).values()}) == 2


def test_a_character_that_the_font_lacks_is_an_error_that_names_both(body: Font) -> None:
    with pytest.raises(ValueError, match=r"Andika_400Regular has no '日' \(U\+65E5\)"):
        EmbeddedFont(body, 1).encode("日")


def test_the_same_character_keeps_its_code(symbols: Font) -> None:
    font = EmbeddedFont(symbols, 3)
    assert font.encode("é!→") == (("F3", "(\\200!\\201) Tj"),)
    assert font.encode("→é") == (("F3", "(\\201\\200) Tj"),)
    assert font.encode("") == ()


def test_kerned_text_and_ligatures_read_back(garamond: Font) -> None:
    text = "AVATAR To Vex: an office, a fjord, an efflux"
    pdf = written(garamond, text)
    assert "(A)134(V)" in operators(pdf)
    assert text_lines(pdf) == [text]
    assert reader(pdf).pages[0].extract_text() == text


def test_glyphs_stand_where_they_were_shaped(garamond: Font) -> None:
    """The pen's way through codes and their widths is the shaped width."""
    pdf = written(garamond, "AVATAR To")
    (font,) = fonts_of(pdf).values()
    ((moves, string),) = re.findall(r"(\[.*\]) (TJ)", operators(pdf))
    assert string == "TJ"
    pen = 0.0
    for shown, back in re.findall(r"\(([^)]*)\)|(-?[\d.]+)", moves):
        codes = shown.encode("latin-1").decode("unicode-escape").encode("latin-1")
        pen += sum(float(font["/Widths"][code]) for code in codes) - (float(back) if back else 0)
    assert pen / 1000 == pytest.approx(garamond.width("AVATAR To"), abs=0.001)


@each("text", ["שלום", "שלום עולם", "שָׁלוֹם", "مرحبا بالعالم", "السلام عليكم", "لا إله إلا", "بِسْمِ اللهِ"])
def test_text_from_right_to_left_reads_back_in_its_order(text: str, symbols: Font) -> None:
    text = normalize("NFC", text)
    pdf = pdf_with(TextRun(text, symbols, 4, 2, 10, leftwards=True))
    for lines in (text_lines(pdf), reader(pdf).pages[0].extract_text().split("\n")):
        assert [normalize("NFC", line) for line in lines] == [text]


def test_a_letter_with_marks_that_no_character_stands_for_is_one_glyph(symbols: Font) -> None:
    pdf = written(symbols, "x\u0323y")
    assert text_lines(pdf) == ["x\u0323y"]
    assert "(\\200y) Tj" in operators(pdf)
    marked, plain = (picture(pdf_with(TextRun(text, symbols, 20, 5, 20))) for text in ("x\u0323", "x"))
    assert marked[:20] == plain[:20]
    assert "#" in "".join(marked[21:])
    assert "#" not in "".join(plain[21:])


def test_ink_of_made_glyphs_is_that_of_their_parts(symbols: Font) -> None:
    """The composed letter drawn of two glyphs looks as the one that the font has."""
    shaper = symbols.shaper
    whole, parts = shaper.word("é"), shaper.word("e").glyphs + shaper.word("´").glyphs
    assert len(whole.glyphs) == 1
    made = CompositeGlyphs(symbols)
    number = made.composite(parts)
    assert made.advance(number) == sum(glyph.advance for glyph in parts)
    assert made.composite(parts) == number
    assert made.advance(made.empty()) == 0


def test_preflight_finds_nothing_in_shaped_text(garamond: Font, symbols: Font, tmp_path: Path) -> None:
    file = tmp_path / "shaped.pdf"
    lines = [("AVATAR To an office", garamond, False), ("السلام عليكم", symbols, True), ("x\u0323y שָׁ", symbols, False)]
    marks = [TextRun(text, font, 4, 10, 10 + 8 * at, leftwards=left) for at, (text, font, left) in enumerate(lines)]
    file.write_bytes(pdf_with(*marks, width=210, height=297))
    assert [found(file, rule) for rule in ("missing-glyph", "font-embedded", "text-too-small")] == [[], [], []]


def test_the_file_is_the_same_in_every_run(garamond: Font, symbols: Font) -> None:
    runs = [TextRun("AVATAR", garamond, 3, 2, 5), TextRun("x\u0323 لا", symbols, 3, 2, 10)]
    assert pdf_with(*runs) == pdf_with(*runs)


@pytest.mark.slow
def test_no_pile_of_marks_is_too_high_for_a_glyph(symbols: Font) -> None:
    for marks in (30, 120, 5000):
        text = normalize("NFC", "x" + "\u0301" * marks + "\u0323" * marks)
        assert normalize("NFC", text_lines(written(symbols, text))[0]) == text, marks
