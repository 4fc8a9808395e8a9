"""Bold, italic, styles and escapes within texts."""

import re

import pytest
from drawn import ANDIKA, DEJAVU, FONTS, ICONS
from each import each
from hypothesis import given
from hypothesis import strategies as st

from generator.draw.marks.fonts import load
from generator.draw.marks.marks import PlacedDrawing, TextRun
from generator.draw.text.fit import FittedText, Fitter, TextArea
from generator.draw.text.markup import MARKED, in_capitals, lone_marks, paragraphs, read_marks
from generator.draw.text.text_marks import line_boxes, place
from generator.draw.text.words import Fonts, Look

STYLES = ("red", "small")
BOLD, ITALIC = (load(FONTS / "andika" / f"Andika_{name}.ttf") for name in ("700Bold", "400Regular_Italic"))
LOOKS = {"red": Look("#cc0000"), "small": Look("", 0.5), "big": Look("", 2.0)}


def told(text: str) -> list[str]:
    """The stretches of a text: **b**, _i_ and the names of styles before the words."""
    return [
        f"{'b' * one.bold}{'i' * one.italic}{'+'.join(one.styles)}:{one.text}"
        for one in read_marks(text, ICONS, STYLES)
    ]


@each(
    ("text", "stretches"),
    [
        ("**Once** a turn", ["b:Once", ": a turn"]),
        ("_Once_ a turn", ["i:Once", ": a turn"]),
        ("**_both_** and _**both**_ and ***both***", ["bi:both", ": and ", "bi:both", ": and ", "bi:both"]),
        ("**bold _and more_ bold**", ["b:bold ", "bi:and more", "b: bold"]),
        ("(**a**), “_b_”!", [":(", "b:a", ":), “", "i:b", ":”!"]),
        ("**Un**lucky un**lucky**", ["b:Un", ":lucky un", "b:lucky"]),
        ("これは**太字**です", [":これは", "b:太字", ":です"]),
        ("{red: Stop} {small:tiny {red: both}}", ["red:Stop", ": ", "small:tiny ", "small+red:both"]),
        ("{red: **loud** [coin]}", ["bred:loud", "red: ", "red:[coin]"]),
        ("one\\ntwo", [":one", ":\n", ":two"]),
        ("\\*\\*not\\*\\* \\_it\\_ \\{red: x} \\\\", [":*", ":*", ":not", ":*", ":*", ": ", ":_", ":it", ":_", ": ", ":{", ":red: x} ", ":\\"]),
    ],
)  # fmt: skip
def test_a_pair_is_a_mark(text: str, stretches: list[str]) -> None:
    assert told(text) == stretches


@each(
    "text",
    [
        "snake_case_words", "_private_name", "__init__", "a _ b _ c", "2 * 3 * 4", "*only once", "**left open",
        "closed** only", "2 ** 3 ** 4", "2**3 and 4**5", "****", "{blue: no style}", "{red: left open", "} {",
        "{n} of {braces}", "C:\\dir", "_", "**", "end\\",
    ],
)  # fmt: skip
def test_what_is_no_pair_prints_as_it_stands(text: str) -> None:
    assert "".join(one.text for one in read_marks(text, ICONS, STYLES)) == text
    assert not any(one.bold or one.italic or one.styles for one in read_marks(text, ICONS, STYLES))


SIGNS = st.lists(st.sampled_from([*"ab *_{}\\:[]\n太é", "**", "[coin]", "{red: "]), max_size=40).map("".join)


@given(SIGNS)
def test_no_text_is_refused_and_no_word_is_lost(text: str) -> None:
    stretches = read_marks(text, ICONS, STYLES)
    shown = "".join(one.text for one in stretches)
    assert [sign for sign in shown if sign in "ab太é"] == [sign for sign in text if sign in "ab太é"]
    assert "\n".join("".join(one.text for one in line) for line in paragraphs(stretches)) == shown
    if not MARKED.search(text):
        assert shown == text


@given(st.text("ab *_{}\\", max_size=30))
def test_an_escaped_text_prints_as_it_stands(text: str) -> None:
    assert "".join(one.text for one in read_marks(re.sub(r"([*_{}\\])", r"\\\1", text), (), STYLES)) == text


def test_marks_by_themselves_are_found() -> None:
    assert lone_marks("a ** b {red: c **d**", (), STYLES) == [(2, "**"), (7, "{red: ")]
    assert lone_marks("\\** **a** _", (), STYLES) == []


def test_capitals_leave_names_alone() -> None:
    assert in_capitals("gain {coin} {red: now}\\nétà", ["{coin}"], STYLES) == "GAIN {coin} {red: NOW}\\nÉTÀ"
    said = (("tr", "ızgara istif", "IZGARA İSTİF"), ("el", "Κάρτα ΐ ή", "ΚΑΡΤΑ Ϊ Η"), ("de", "Straße", "STRASSE"))
    assert [in_capitals(text, (), (), language) for language, text, _ in said] == [capitals for *_, capitals in said]


class Faces:
    """A family with bold and italic, but without both at once."""

    def __call__(self, bold: bool, italic: bool, text: str) -> Fonts:
        return () if bold and italic else (BOLD if bold else ITALIC, DEJAVU)

    def plain(self, bold: bool, italic: bool, text: str) -> list[str]:
        return []

    def fitting(self, fonts: Fonts, text: str) -> Fonts:
        return fonts


def fit(text: str, width: float = 60.0, height: float = 40.0, size: float = 12.0) -> tuple[FittedText, TextArea]:
    area = TextArea(0, 0, width, height, (ANDIKA, DEJAVU), size, size, icons=ICONS, styled=Faces(), looks=LOOKS)
    return Fitter().fit(text, area), area


def runs(text: str, **more: float) -> list[TextRun]:
    return [mark for mark in place(*fit(text, **more)) if isinstance(mark, TextRun)]


def test_each_stretch_is_set_in_its_font_colour_and_size() -> None:
    plain, bold, italic, red, small = runs("Plain **bold** _slanted_ {red: stop} {small: tiny}")
    shown = [run.text.strip() for run in (plain, bold, italic, red, small)]
    assert shown == ["Plain", "bold", "slanted", "stop", "tiny"]
    assert [run.font for run in (plain, bold, italic, red, small)] == [ANDIKA, BOLD, ITALIC, ANDIKA, ANDIKA]
    assert (red.colour, plain.colour) == ("#cc0000", "#000000")
    assert small.size == plain.size / 2


def test_a_word_in_two_fonts_is_not_broken_between_them() -> None:
    fitted, _ = fit("aaaa aaaa **bbb**ccc", width=26)
    assert ["".join(atom.text for atom in line.atoms) for line in fitted.lines] == ["aaaa aaaa", "bbbccc"]


def test_what_touches_in_one_font_is_measured_together() -> None:
    """An escape parts a text, but not its letters."""
    whole, _ = fit("VA*TA")
    escaped, _ = fit("VA\\*TA")
    assert [line.width for line in whole.lines] == [line.width for line in escaped.lines]


def test_both_without_a_font_for_it_is_reported_and_set_plain() -> None:
    fitted, area = fit("a ***b*** c")
    assert fitted.unstyled == ((ANDIKA.name, "bold italic"),)
    assert [mark.font for mark in place(fitted, area) if isinstance(mark, TextRun)] == [ANDIKA]


def test_larger_words_make_their_line_higher_and_take_room() -> None:
    fitted, area = fit("one\n{big: two}\nthree", height=24)
    assert [line.height for line in fitted.lines] == [1.0, 2.0, 1.0]
    tops = [y for _, y, _, _ in line_boxes(fitted, area)]
    plain = [y for _, y, _, _ in line_boxes(*fit("one\ntwo\nthree", height=24))]
    assert tops[2] - tops[0] == pytest.approx(1.5 * (plain[2] - plain[0]))
    assert fit("one\n{big: two}\nthree", height=18)[0].lines_over == 1
    assert fit("one\ntwo\nthree", height=18)[0].lines_over == 0


def test_a_style_reaches_icons() -> None:
    fitted, area = fit("[coin] {big: [coin]}")
    small, big = [mark for mark in place(fitted, area) if isinstance(mark, PlacedDrawing)]
    assert big.matrix[0] == pytest.approx(2 * small.matrix[0])


def test_an_escaped_icon_is_its_name() -> None:
    assert [run.text for run in runs("\\[coin]")] == ["[coin]"]


def test_a_last_icon_takes_the_word_before_it_along() -> None:
    width = ANDIKA.width("take one more") * 12 * 25.4 / 72 + 0.5
    fitted, _ = fit("take one more [coin]", width=width)
    assert ["".join(atom.text for atom in line.atoms) for line in fitted.lines] == ["take one", "more [coin]"]
    fitted, _ = fit("more [coin]", width=ANDIKA.width("more") * 12 * 25.4 / 72 + 0.5)
    assert len(fitted.lines) == 2
