"""Where lines end within a word: Chinese and Japanese, syllables, soft hyphens."""

from itertools import pairwise
from unicodedata import category

import pytest
from drawn import ANDIKA, DEJAVU
from each import each
from hypothesis import given
from hypothesis import strategies as st
from uniseg.linebreak import line_break_boundaries

from generator.core.choices import mm_from_points
from generator.draw.marks.fonts import Font, clusters
from generator.draw.marks.shaping import Shaper
from generator.draw.text.fit import FittedText, Fitter, TextArea
from generator.draw.text.line_breaks import Cut, cuts
from generator.draw.text.words import Fonts

JAPANESE = "吾輩は猫である。名前はまだ無い。「どこで生れたか」とんと見当がつかぬ。ページ、100円です!っと。"


class Square(Shaper):
    """Widths of a font each of whose signs is as wide as it is high, but ASCII's half that."""

    def __init__(self) -> None:
        super().__init__(b"", 1000)

    def width(self, text: str, *, leftwards: bool = False) -> float:
        return sum(0.5 if sign.isascii() else 1.0 for sign in text)


class All(dict[int, int]):
    def __contains__(self, code: object) -> bool:
        return True


def square() -> Font:
    """A font that has everything, as no Japanese one is small enough to lie beside the tests."""
    return Font("Square", ANDIKA.path, 0.9, -0.1, 0.7, All(), Square(), ANDIKA.face)


def lines(text: str, width: float, fonts: Fonts = (ANDIKA, DEJAVU), language: str = "") -> list[str]:
    """The lines of a text in a box as wide as so many ems."""
    em = mm_from_points(10)
    box = TextArea(0, 0, width * em, 40 * em, fonts, 10, 10, language=language)
    fitted: FittedText = Fitter().fit(text, box)
    assert not fitted.broken
    assert all(line.width <= width + 1e-6 for line in fitted.lines)
    return ["".join(atom.text for atom in line.atoms) for line in fitted.lines]


@each(("text", "width"), [(JAPANESE, width) for width in (4, 5, 7, 9, 12)])
def test_japanese_keeps_its_rules(text: str, width: float) -> None:
    found = lines(text, width, (square(),))
    assert "".join(found) == text
    for line in found[1:]:
        assert line[0] not in "。、」！!ーっょ゛々）"
    assert not any(line.endswith("「") for line in found)


def test_chinese_fills_its_lines() -> None:
    assert lines("弃掉两张牌，然后抽三张牌。", 5, (square(),)) == ["弃掉两张", "牌，然后抽", "三张牌。"]


def test_latin_and_numbers_among_them_stay_whole() -> None:
    assert lines("手札をdraw2枚100円引く", 4, (square(),)) == ["手札を", "draw2枚", "100円引", "く"]


@given(st.text("猫は。「」ーっ、A1!（）々 ", max_size=16).filter(lambda text: " " not in text))
def test_places_are_those_of_the_whole_text_looked_up_at_once(text: str) -> None:
    if not any(sign > "⺀" for sign in text):
        return
    expected = [at for at in line_break_boundaries(text) if 0 < at < len(text)]
    assert cuts(text, "") == (text, [Cut(at, hyphen=False) for at in expected])


@pytest.mark.slow
def test_german_is_hyphenated_where_it_is_wanted() -> None:
    word = "Donaudampfschifffahrtsgesellschaft"
    found = lines(f"Die {word} fährt", 9, language="de")
    assert len(found) > 2
    assert all(line.endswith("-") for line in found[1:-2])
    assert " ".join(found).replace("- ", "") == f"Die {word} fährt"
    assert cuts(word, "")[1] == []
    assert {word[: cut.at] for cut in cuts(word, "de")[1]} >= {"Donau", "Donaudampf"}


@each(
    ("word", "language", "parts"),
    [
        ("extraordinaire", "fr", ["ex", "traor", "di", "naire"]),
        ("hyphenation", "en", ["hy", "phen", "ation"]),
        ("mariposa", "es", ["ma", "ri", "po", "sa"]),
        ("short", "en", ["short"]),
        ("word", "xx", ["word"]),
        ("mother-in-law", "en", None),
    ],
)
def test_syllables_are_those_of_the_language(word: str, language: str, parts: list[str] | None) -> None:
    text, found = cuts(word, language)
    assert text == word
    if parts is not None:
        places = [0, *[cut.at for cut in found], len(word)]
        assert all("".join(parts).startswith(word[:at]) for at in places)
        assert bool(found) == (len(parts) > 1)


def test_soft_hyphens_and_spaces_of_no_width_are_places_always() -> None:
    assert cuts("Zucker\u00adwatte\u200bbude", "") == ("Zuckerwattebude", [Cut(6, hyphen=True), Cut(11, hyphen=False)])
    assert lines("Zucker\u00adwatte", 5) == ["Zucker-", "watte"]
    assert lines("Zucker\u00adwatte", 20) == ["Zuckerwatte"]
    assert lines("foo\u200bbar", 2.2) == ["foo", "bar"]


def test_a_word_that_may_be_broken_is_as_wide_as_one_that_may_not() -> None:
    box = TextArea(0, 0, 200, 20, (ANDIKA,), 10, 10)
    whole = Fitter().fit("AVATARS To Tomorrow", box)
    parts = Fitter().fit("AVA\u00adTARS To To\u00admorrow", box)
    assert [line.width for line in parts.lines] == pytest.approx([line.width for line in whole.lines])


# In words as long as these nobody sees where one ends: Thai, Lao, Burmese, Tibetan.
UNSPACED = ("ให้จั่วการ์ดเพิ่มอีกหนึ่งใบทันทีโดยไม่ต้องจ่ายเหรียญน้ำผึ้งและกำลังใจ", "ໃຫ້ຈັ່ວບັດເພີ່ມອີກແລະຈ່າຍເງິນຄຳໃນເທື່ອນີ້",
            "သင့်အလှည့်တွင်ကတ်နှစ်ခုဆွဲပါ", "དཔེ་ཆ་གཉིས་ལེན་རོགས་")  # fmt: skip


@each("text", UNSPACED)
def test_scripts_without_spaces_are_broken_between_syllables_and_keep_their_size(text: str) -> None:
    places = [0, *(cut.at for cut in cuts(text, "")[1]), len(text)]
    parts = [text[start:end] for start, end in pairwise(places)]
    assert len(parts) > 3
    assert not any(category(part[0])[0] == "M" or part[0] in "ะำະຳ" or part[-1] in "เแโใไເແໂໃໄ" for part in parts)
    assert cuts(text[:5] + "\u200b" + text[5:], "")[1] == [Cut(5, hyphen=False)], "who says where is obeyed"


@each("sign", ["กำ", "เก", "ຄຳ", "क्ष", "🇫🇷", "👍🏽", "🏴\u200d☠\ufe0f", "e\u0301"])
def test_what_is_one_sign_is_neither_broken_nor_drawn_in_two_fonts(sign: str) -> None:
    assert list(clusters(f"x{sign}{sign}x")) == ["x", sign, sign, "x"]


@each("text, gaps", [("手札を２枚", 4), ("手札 ２枚", 3), ("手ABC札を", 1), ("abc", 0)])
def test_justified_chinese_and_japanese_are_spread_between_letters(text: str, gaps: int) -> None:
    box = TextArea(0, 0, 50, 20, (square(),), 10, 10)
    (line,) = Fitter().fit(text, box).lines
    even = line.justified(9.0)
    assert sum(atom.is_gap for atom in even.atoms) == gaps
    assert "".join(atom.text for atom in even.atoms) == text
    assert sum(atom.width for atom in even.atoms) + even.spread * gaps == pytest.approx(9.0 if gaps else line.width)
