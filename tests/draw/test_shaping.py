"""Words are shaped one by one, and stand as the whole line does where HarfBuzz shapes it at once."""

from pathlib import Path

import pytest
import uharfbuzz
from each import each
from hypothesis import given
from hypothesis import strategies as st
from proofs import FONTS

from generator.draw.marks.fonts import Font, load, split_by_font
from generator.draw.marks.shaping import Shaper

FILES = sorted(FONTS.rglob("*.ttf"))
LINES = (
    "AVATAR To Vex a Fjord's office",
    "L’Été: œuvre, «\u00a0Ça\u00a0»; 1,074 % — To. Yo! WAVE/AV",
    "fi ffi fl Ty. P, r. f)",
)


def whole(font: Font, line: str) -> list[tuple[int, int, int]]:
    """Glyph, place and height of everything on a line, shaped at once."""
    engine = uharfbuzz.Font(uharfbuzz.Face(font.path.read_bytes()))
    buffer = uharfbuzz.Buffer()
    buffer.add_str(line)
    buffer.guess_segment_properties()
    uharfbuzz.shape(engine, buffer)
    found, pen = [], 0
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        found.append((info.codepoint, pen + place.x_offset, place.y_offset))
        pen += place.x_advance
    return [*found, (0, pen, 0)]


def by_words(font: Font, line: str) -> list[tuple[int, int, int]]:
    blank = font.shaper.word(" ").glyphs[0]
    found, pen = [], 0
    for number, word in enumerate(line.split(" ")):
        for glyph in [*([blank] if number else []), *(font.shaper.word(word).glyphs if word else ())]:
            found.append((glyph.number, pen + glyph.x, glyph.y))
            pen += glyph.advance
    return [*found, (0, pen, 0)]


@each("file", FILES, kept=5)
def test_words_stand_as_in_a_line_that_is_shaped_at_once(file: Path) -> None:
    font = load(file)
    for line in LINES:
        line = "".join(sign for sign in line if font.has(sign))
        assert by_words(font, line) == whole(font, line)
        assert font.width(line) == pytest.approx(whole(font, line)[-1][1] / font.shaper.units)


@given(st.text(" AVTWoejfil.,éœ-7", min_size=1, max_size=40).filter(bool))
def test_any_line_is_as_wide_as_one_shaped_at_once(line: str) -> None:
    font = load(FONTS / "eb-garamond" / "EBGaramond_500Medium.ttf")
    assert by_words(font, line) == whole(font, line)


def test_kern_pairs_are_closer_and_what_stands_together_is_one_glyph() -> None:
    font = load(FONTS / "eb-garamond" / "EBGaramond_500Medium.ttf")
    assert font.width("AV") < font.width("A") + font.width("V")
    (glyph,) = font.shaper.word("ffi").glyphs
    assert glyph.text == "ffi"


def test_a_glyph_stands_for_its_letter_and_its_marks() -> None:
    font = load(FONTS / "dejavu" / "DejaVuSans.ttf")
    assert [glyph.text for glyph in font.shaper.word("x\u0301y").glyphs] == ["x\u0301", "", "y"]


def test_what_only_steers_draws_nothing_and_stays_in_the_text() -> None:
    font = load(FONTS / "dejavu" / "DejaVuSans.ttf")
    assert "".join(glyph.text for glyph in font.shaper.word("a\u200cb").glyphs) == "a\u200cb"
    assert font.width("a\u200cb") == font.width("ab")


def test_marks_come_from_the_font_of_their_letter() -> None:
    lilita, symbols = load(FONTS / "lilita-one" / "LilitaOne_400Regular.ttf"), load(FONTS / "dejavu" / "DejaVuSans.ttf")
    assert not lilita.has("\u0323")
    assert split_by_font("ax\u0323b", (lilita, symbols)) == ([(lilita, "a"), (symbols, "x\u0323"), (lilita, "b")], [])
    assert split_by_font("a日\u0323", (lilita, symbols)) == ([(lilita, "a"), (symbols, "\u0323")], ["日"])


def test_a_font_remembers_a_word_once() -> None:
    shaper = Shaper((FONTS / "barlow" / "Barlow_500Medium.ttf").read_bytes(), 1000)
    assert shaper.word("word") is shaper.word("word")
    assert shaper.width("") == 0
    assert shaper.width("a b") == shaper.word("a").width + shaper.word(" ").width + shaper.word("b").width
