"""Fonts in a PDF hold what is used, and give the text back."""

import re
from pathlib import Path

import pytest
from proofs import FONTS, fonts_of, operators, pdf_with, reader, text_lines

from generator.marks.fonts import Font, load
from generator.marks.marks import TextRun
from generator.press.embedding import EmbeddedFont

GREEK_AND_CYRILLIC = "".join(chr(code) for code in [*range(0x3B1, 0x3CA), *range(0x400, 0x4D0)])


def written(font: Font, *texts: str) -> bytes:
    return pdf_with(*(TextRun(text, font, 3, 2, 5 + 5 * row) for row, text in enumerate(texts)), width=800, height=60)


@pytest.mark.parametrize(
    "text",
    [
        "R&D",
        "a < b",
        "<coin>",
        "&amp;",
        "007",
        "Forêt d’été à l’œuvre",
        "−3",
        "(a) b) \\ c",
        "100 %",
        "3\u00a0000",
        "Łódź",
        "“quoted”",
        "→ ⚔",
        "😀",
    ],
)
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
    assert font.encode("é!→") == (("F3", "(\\200!\\201)"),)
    assert font.encode("→é") == (("F3", "(\\201\\200)"),)
    assert font.encode("") == ()
