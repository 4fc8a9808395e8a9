"""Texts from right to left, alone and among others: places, lines, and what readers of the PDF find."""

import pytest
from drawn import ANDIKA, DEJAVU, FONTS, ICONS
from each import each
from proofs import pdf_with, reader, text_lines

from generator.draw.marks.bidi import STEERS
from generator.draw.marks.fonts import load
from generator.draw.marks.marks import PlacedDrawing, TextRun
from generator.draw.text.fit import Fitter, TextArea
from generator.draw.text.text_marks import place
from generator.draw.text.words import Fonts, Look

BOLD = load(FONTS / "dejavu" / "DejaVuSans-Bold.ttf")
LOOKS = {"red": Look("#cc0000")}


class Bold:
    """A family that is bold, whatever is asked for."""

    def __call__(self, bold: bool, italic: bool, text: str) -> Fonts:
        return (BOLD,)

    def plain(self, bold: bool, italic: bool, text: str) -> list[str]:
        return []

    def fitting(self, fonts: Fonts, text: str) -> Fonts:
        return fonts


def area(width: float = 80.0, height: float = 40.0, fonts: Fonts = (DEJAVU,)) -> TextArea:
    return TextArea(0, 0, width, height, fonts, 12, 12, "start", icons=ICONS, styled=Bold(), looks=LOOKS)


def runs(text: str, box: TextArea) -> list[TextRun]:
    """From left to right, the upper lines first."""
    found = [mark for mark in place(Fitter().fit(text, box), box) if isinstance(mark, TextRun)]
    return sorted(found, key=lambda run: (round(run.y, 3), run.x))


SAMPLES = [
    "שלום", "Draw 2 שלום now", "קח 3 קלפים, שלם (2) מטבעות!", "مرحبا بالعالم", "اسحب 3 بطاقات (2) الآن",
    "السلام عليكم ABC",
]  # fmt: skip
# Where both directions come more than once, each reader has its own way to find the order; the words are whole.
MIXED = ["שלום 123 (abc)", "السلام عليكم ABC 12%", "Say السلام عليكم twice"]


@each("text", SAMPLES)
def test_what_readers_find_is_what_was_written(text: str) -> None:
    box = area()
    pdf = pdf_with(*place(Fitter().fit(text, box), box), width=80)
    assert text_lines(pdf) == [text]


@pytest.mark.parametrize("text", MIXED)
def test_words_are_found_whole(text: str) -> None:
    box = area()
    pdf = pdf_with(*place(Fitter().fit(text, box), box), width=80)
    assert sorted(text_lines(pdf)[0].split()) == sorted(text.split())


@each("text", SAMPLES)
def test_another_reader_finds_the_same_words(text: str) -> None:
    """pypdf turns round what is from right to left, but does not know where brackets and numbers beside it belong."""
    box = area()
    said = reader(pdf_with(*place(Fitter().fit(text, box), box), width=80)).pages[0].extract_text()
    assert sorted(filter(str.isalnum, said)) == sorted(filter(str.isalnum, text))
    for word in filter(str.isalpha, text.split()):
        assert word in said


def test_numbers_and_latin_run_rightwards_within() -> None:
    assert [(run.text, run.leftwards) for run in runs("שלום 123 (abc)", area())] == [
        (")", True), ("abc", False), (" (", True), ("123", False), ("שלום ", True),
    ]  # fmt: skip


def test_runs_touch_each_other_and_fill_the_line() -> None:
    box = area()
    (line,) = Fitter().fit("שלום 123 (abc) Say AV", box).lines
    end = 80.0
    for run in reversed(runs("שלום 123 (abc) Say AV", box)):
        width = run.font.width(run.text, leftwards=run.leftwards) * run.size
        assert run.x + width == pytest.approx(end)
        end = run.x
    assert 80 - end == pytest.approx(line.width * runs("א", box)[0].size)


def test_lines_are_broken_in_the_order_of_reading() -> None:
    text = "אחת שתיים שלוש ארבע"
    box = area(width=30)
    lines = [run.text for run in runs(text, box)]
    assert " ".join(lines) == text
    assert len(lines) > 1
    assert all(
        run.x + run.font.width(run.text, leftwards=True) * run.size == pytest.approx(30) for run in runs(text, box)
    )


def test_bold_colours_icons_and_fallbacks_follow_their_letters() -> None:
    text = "קח **שלוש** {red: ועוד} [coin]"
    box = area(fonts=(ANDIKA, DEJAVU))
    found = [run for run in runs(text, box) if run.text.strip()]
    assert [run.text.strip() for run in found] == ["ועוד", "שלוש", "קח"]
    assert [run.font for run in found] == [DEJAVU, BOLD, DEJAVU]
    assert found[0].colour == "#cc0000"
    (icon,) = [mark for mark in place(Fitter().fit(text, box), box) if isinstance(mark, PlacedDrawing)]
    assert icon.matrix[4] < found[0].x


def test_a_word_too_wide_is_broken_in_the_order_of_reading() -> None:
    word = "אבגדהוזחטיכלמנסעפצקרשת"
    box = area(width=25)
    assert "".join(run.text for run in runs(word, box)) == word


@pytest.mark.slow
@each("mark", STEERS)
def test_marks_of_direction_want_no_glyph_and_are_not_printed(mark: str) -> None:
    for fonts, text in (
        ((ANDIKA, DEJAVU), "a # c"),
        ((DEJAVU,), "#קח 3# קלפים!#"),
        ((BOLD,), "#a **b#c**#"),
        ((ANDIKA,), "#"),
    ):
        box, written = area(fonts=fonts), text.replace("#", mark)
        fitted, plain = Fitter().fit(written, box), Fitter().fit(text.replace("#", ""), box)
        assert not fitted.missing
        assert sum(line.width for line in fitted.lines) == pytest.approx(sum(line.width for line in plain.lines))
        shown = "".join(run.text for run in runs(written, box))
        assert sorted(shown) == sorted("".join(run.text for run in runs(text.replace("#", ""), box)))
        printed = "".join(text_lines(pdf_with(*place(fitted, box), width=80)))
        assert mark not in printed
        assert sorted(filter(str.isalnum, printed)) == sorted(filter(str.isalnum, text))


@each(("text", "order"), [("א!", "!א"), ("א!\u200e", "!א"), ("\u200eא!", "א!"), ("a!", "a!"), ("\u200fa!", "!a")])
def test_marks_of_direction_move_what_is_beside_them(text: str, order: str) -> None:
    assert "".join(run.text[::-1] if run.leftwards else run.text for run in runs(text, area())) == order


@each("text", ["D6: קחו 3 קלפים\n3\n+2", "קחו:\n3 2\n(−1)", "**ABC** שלום שלום\n_3_"])
def test_a_line_without_letters_runs_as_its_text_does(text: str) -> None:
    assert [line.leftwards for line in Fitter().fit(text, area()).lines] == [True] * (text.count("\n") + 1)
