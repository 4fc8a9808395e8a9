"""Texts in boxes: lines, sizes, icons and characters that no font has."""

import re
from collections.abc import Sequence

import pytest
from drawn import ANDIKA, DEJAVU, ICONS
from each import each
from hypothesis import given
from hypothesis import strategies as st

from generator.core.choices import mm_from_points
from generator.draw.marks.fonts import Font
from generator.draw.marks.marks import PlacedDrawing, TextRun
from generator.draw.text.fit import STEP, Align, FittedText, Fitter, TextArea
from generator.draw.text.text_marks import place


def box(
    width: float = 40.0,
    height: float = 20.0,
    sizes: tuple[float, float] = (12.0, 6.0),
    *,
    align: Align = "left",
    fonts: tuple[Font, ...] = (ANDIKA,),
    most_lines: int = 0,
    leading: float = 1.2,
) -> TextArea:
    """A box at (5, 7) with icons."""
    largest, smallest = sizes
    return TextArea(5.0, 7.0, width, height, fonts, largest, smallest, align, "top", leading, most_lines, ICONS)


def lines_of(fitted: FittedText) -> list[str]:
    """What each line says, icons by their names."""
    return ["".join(text for _, text, *_ in line.atoms) for line in fitted.lines]


def fit(text: str, in_box: TextArea) -> FittedText:
    return Fitter().fit(text, in_box)


def width_of(text: str, size: float, font: Font = ANDIKA) -> float:
    return font.width(text) * mm_from_points(size)


# ---- Lines and sizes ----


def test_a_text_with_room_stands_on_one_line_at_the_largest_size() -> None:
    fitted = fit("Sweet dreams", box())
    assert (fitted.size, lines_of(fitted)) == (12.0, ["Sweet dreams"])


def test_lines_break_at_spaces_and_lose_none_of_the_words() -> None:
    fitted = fit("one two three four five six seven eight", box(25, 30))
    assert len(fitted.lines) > 1
    assert " ".join(lines_of(fitted)) == "one two three four five six seven eight"


def test_a_line_takes_a_word_that_fits_exactly() -> None:
    exactly = width_of("one two", 12)
    assert lines_of(fit("one two three", box(exactly, 30))) == ["one two", "three"]
    assert lines_of(fit("one two three", box(exactly - 0.01, 30, (12, 12)))) == ["one", "two", "three"]


def test_a_text_shrinks_to_the_largest_size_at_which_it_fits() -> None:
    at_nine = box(width_of("one two three", 9), 5)
    fitted = fit("one two three", at_nine)
    assert (fitted.size, len(fitted.lines)) == (9.0, 1)


def test_the_smallest_size_is_tried_though_no_whole_step_leads_to_it() -> None:
    fitted = fit("one two three", box(width_of("one two three", 6.6), 3.5, (8.5, 6.6)))
    assert (fitted.size, fitted.lines_over) == (6.6, 0)


def test_a_text_too_long_for_the_smallest_size_says_by_how_many_lines() -> None:
    fitted = fit("one two three", box(width_of("three", 6), 2.6 * 2, (12, 6)))
    assert (fitted.size, fitted.lines, fitted.lines_over) == (6.0, (), 1)


def test_most_lines_are_not_exceeded_though_there_is_room() -> None:
    text = "one two three four five six"
    assert len(fit(text, box(20, 40)).lines) > 2
    fitted = fit(text, box(20, 40, most_lines=2))
    assert len(fitted.lines) == 2
    assert fitted.size < 12


@each("text", ["", " ", "    ", "\n", " \n \n"])
def test_a_text_of_nothing_has_no_lines_and_is_no_mistake(text: str) -> None:
    fitted = fit(text, box())
    assert (fitted.lines, fitted.lines_over, fitted.missing) == ((), 0, ())


def test_a_line_break_in_the_text_breaks_the_line_and_an_empty_line_stays_empty() -> None:
    assert lines_of(fit("one two\nthree", box())) == ["one two", "three"]
    assert lines_of(fit("one\n\nthree", box())) == ["one", "", "three"]


def test_spaces_at_the_ends_of_lines_are_dropped_and_those_between_words_kept() -> None:
    assert lines_of(fit("  one   two  ", box())) == ["one   two"]
    fitted = fit("  one   two  ", box())
    assert fitted.lines[0].width == pytest.approx(ANDIKA.width("one   two"))


# ---- Words wider than a line ----


def test_a_word_wider_than_its_box_shrinks_before_it_is_broken() -> None:
    word = "Donaudampfschifffahrtsgesellschaft"
    fits = fit(word, box(width_of(word, 7), 20))
    assert (fits.size, lines_of(fits)) == (7.0, [word])
    broken = fit(word, box(width_of(word, 6) / 2, 20))
    assert broken.size == 6.0
    assert len(broken.lines) >= 2
    assert "".join(lines_of(broken)) == word


def test_a_broken_word_shares_its_last_line_with_the_words_after_it() -> None:
    fitted = fit("a wwwwwwwwwwwwwwwwwwww b", box(width_of("wwwwwwwwwwwwww", 6), 20))
    assert lines_of(fitted) == ["a", "wwwwwwwwwwwwww", "wwwwww b"]


def test_a_word_of_4000_letters_is_measured_in_lines_too_many() -> None:
    fitted = fit("w" * 4000, box())
    assert fitted.lines == ()
    assert fitted.lines_over > 50


def test_a_word_of_4000_letters_loses_none_of_them_where_there_is_room() -> None:
    fitted = fit("w" * 4000, box(200, 200))
    assert "".join(lines_of(fitted)) == "w" * 4000
    assert max(line.width * mm_from_points(fitted.size) for line in fitted.lines) <= 200.001


@pytest.mark.parametrize("text", ["w", "one w two", "[long]"])
def test_what_is_wider_than_the_whole_box_does_not_fit(text: str) -> None:
    assert fit(text, box(1.0, 20)).lines_over > 0


# ---- Icons ----


@each(
    "text",
    ["[coin] gold", "gold [coin]", "[coin]", "[coin][coin]", "take [coin] [coin] now", "x[coin]y", "[coin]\n[coin]"],
)
@each("align", ["left", "center", "right"])
def test_an_icon_stands_where_its_token_stood(text: str, align: Align) -> None:
    in_box = box(60, 20, align=align)
    size = mm_from_points(12)
    marks = place(fit(text, in_box), in_box)
    rows = text.split("\n")
    assert sum(isinstance(mark, PlacedDrawing) for mark in marks) == text.count("[coin]")
    for row, line in enumerate(rows):
        parts = [part for part in re.split(r"(\[coin\])", line) if part]
        widths = [size if part == "[coin]" else width_of(part, 12) for part in parts]
        slack = {"left": 0.0, "center": 0.5, "right": 1.0}[align] * (60 - sum(widths))
        icons = [mark for mark in marks if isinstance(mark, PlacedDrawing)]
        starts = [5 + slack + sum(widths[:at]) for at, part in enumerate(parts) if part == "[coin]"]
        found = [
            mark.matrix[4] for mark in icons if abs(mark.matrix[5] - min(i.matrix[5] for i in icons)) < 0.1 + row * 9
        ]
        assert starts == pytest.approx(found[-len(starts) :] if row else found[: len(starts)])


def test_text_after_an_icon_starts_where_the_icon_and_the_space_end() -> None:
    in_box = box(60, 20)
    (mark,) = [mark for mark in place(fit("[coin] gold", in_box), in_box) if isinstance(mark, TextRun)]
    assert mark.text == "gold"
    assert mark.x == pytest.approx(5 + mm_from_points(12) + width_of(" ", 12))


def test_a_line_breaks_beside_an_icon_but_never_within_its_token() -> None:
    fitted = fit("[long] [long] [long]", box(mm_from_points(12) * 3.5, 30, (12, 12)))
    assert lines_of(fitted) == ["[long]"] * 3


def test_icons_that_touch_are_broken_apart_only_at_the_smallest_size() -> None:
    fitted = fit("[long]" * 4, box(mm_from_points(6) * 6.5, 30))
    assert (fitted.size, lines_of(fitted)) == (6.0, ["[long][long]"] * 2)


def test_an_icon_is_as_high_as_the_text_and_sits_on_its_line() -> None:
    in_box = box()
    icon, text = place(fit("[long] x", in_box), in_box)
    assert isinstance(icon, PlacedDrawing)
    assert isinstance(text, TextRun)
    a, _, _, d, _, top = icon.matrix
    assert a == d == pytest.approx(mm_from_points(12) / 4)
    assert top < text.y < top + mm_from_points(12)


# ---- French ----


@each("mark", ["!", "?", ";", ":", "»", "%", "€", "?!", "!!!"])
def test_no_line_begins_with_a_mark_that_french_sets_apart(mark: str) -> None:
    text = f"Attention {mark} Encore"
    narrowest = int(10 * width_of(f"Attention {mark}", 6)) + 1  # else the word is cut anywhere
    for tenths in range(narrowest, 400, 3):
        for line in lines_of(fit(text, box(tenths / 10, 60))):
            assert not line.startswith(mark)


def test_an_opening_guillemet_stays_with_the_word_after_it() -> None:
    for tenths in range(int(10 * width_of("« encore »", 6)) + 1, 400, 3):
        assert not any(line.endswith("«") for line in lines_of(fit("Il dit « encore » et part", box(tenths / 10, 60))))


def test_a_line_breaks_after_a_word_that_ends_with_such_a_mark() -> None:
    assert lines_of(fit("Cours ! Vite !", box(width_of("Cours !", 12), 30))) == ["Cours !", "Vite !"]


@pytest.mark.parametrize("space", ["\u00a0", "\u202f"])
def test_a_no_break_space_keeps_two_words_together(space: str) -> None:
    lines = fit(f"dix{space}francs", box(width_of("dix fran", 12), 30, (12, 6))).lines
    assert len(lines) == 1


# ---- Centred ----


def test_centred_lines_are_as_even_as_they_can_be() -> None:
    text = "one two three four five"
    narrow = width_of("one two three four", 12) + 0.1
    assert lines_of(fit(text, box(narrow, 30))) == ["one two three four", "five"]
    assert lines_of(fit(text, box(narrow, 30, align="center"))) == ["one two three", "four five"]


def test_centring_takes_no_more_lines_than_setting_to_the_left() -> None:
    for text in ("a bb ccc dddd eeeee ffffff", "aaaaaaaaaa b c d e", "one\ntwo three four five six seven"):
        for width in range(12, 60, 3):
            left, centred = (fit(text, box(width, 60, align=align)) for align in ("left", "center"))
            assert (left.size, len(left.lines)) == (centred.size, len(centred.lines))


# ---- Characters ----


def test_a_character_that_no_font_has_is_named_once_and_the_rest_is_set() -> None:
    fitted = fit("日 gold 日本", box(fonts=(ANDIKA, DEJAVU)))
    assert fitted.missing == ("日", "本")
    assert "gold" in lines_of(fitted)[0]


def test_a_fallback_font_draws_what_the_first_lacks_and_no_more() -> None:
    in_box = box(60, fonts=(ANDIKA, DEJAVU))
    marks = [mark for mark in place(fit("hit ⚔ twice", in_box), in_box) if isinstance(mark, TextRun)]
    assert [(mark.font, mark.text) for mark in marks] == [(ANDIKA, "hit "), (DEJAVU, "⚔"), (ANDIKA, " twice")]
    assert marks[2].x == pytest.approx(marks[1].x + width_of("⚔", 12, DEJAVU))


def test_letters_written_with_separate_accents_are_set_as_one() -> None:
    assert lines_of(fit("caf" + "e\u0301", box())) == ["caf\u00e9"]


# ---- Whatever the text and the box ----

LETTERS = st.text(alphabet="abcdefghijklmWMé …’«»!?:;%-12[]⚔", min_size=1, max_size=14)
TEXTS = st.lists(st.one_of(LETTERS, st.sampled_from(["[coin]", "[long]", "\n", "  "])), max_size=30).map(" ".join)
BOXES = st.builds(
    box,
    st.floats(0.5, 80),
    st.floats(0.5, 60),
    st.tuples(st.floats(5, 40), st.floats(3, 12)).map(lambda pair: (max(pair), min(pair))),
    align=st.sampled_from(["left", "center", "right"]),
    fonts=st.sampled_from([(ANDIKA,), (ANDIKA, DEJAVU)]),
    most_lines=st.integers(0, 4),
    leading=st.floats(1, 1.5),
)


@pytest.mark.slow
@given(TEXTS, BOXES)
def test_nothing_is_set_outside_the_box_and_nothing_is_lost(text: str, in_box: TextArea) -> None:
    fitted = fit(text, in_box)
    assert in_box.smallest <= fitted.size <= in_box.largest
    if fitted.lines_over:
        assert fitted.lines == ()
        return
    size = mm_from_points(fitted.size)
    drawn = []
    for mark in place(fitted, in_box):
        if isinstance(mark, TextRun):
            left, right = mark.x, mark.x + mark.font.width(mark.text) * mark.size
            top, bottom = mark.y - in_box.fonts[0].cap_height * size, mark.y
            drawn.append(mark.text)
        else:
            assert isinstance(mark, PlacedDrawing)
            name = mark.drawing.name
            left, right = mark.matrix[4], mark.matrix[4] + size * (3 if name == "long" else 1)
            top, bottom = mark.matrix[5] + 0.05 * size, mark.matrix[5] + 0.95 * size
            drawn.append(f"[{name}]")
        assert in_box.x - 0.001 <= left
        assert right <= in_box.x + in_box.width + 0.001
        assert in_box.y - 0.02 <= top
        assert bottom <= in_box.y + in_box.height + 0.02
    kept = re.sub(r"\s", "", "".join(drawn))
    assert kept == "".join(c for c in re.sub(r"\s", "", text) if c not in fitted.missing)


@pytest.mark.slow
@given(TEXTS, BOXES)
def test_checking_finds_wrong_what_fitting_does(text: str, in_box: TextArea) -> None:
    fitted, checked = fit(text, in_box), Fitter().check(text, in_box)
    assert (checked.lines_over, checked.missing, checked.lines) == (fitted.lines_over, fitted.missing, ())


@pytest.mark.slow
@given(TEXTS, BOXES)
def test_a_remembered_word_is_measured_as_a_new_one(text: str, in_box: TextArea) -> None:
    fitter = Fitter()
    fitter.fit(text, in_box)
    assert fitter.fit(text, in_box) == fit(text, in_box)


# ---- The same by brute force ----


def brute_force(text: str, in_box: TextArea) -> tuple[float, list[str]] | None:
    """Size and lines by trying each size from the largest down, each line letter by letter; None where none fits."""
    size = in_box.largest
    while True:
        last = size <= in_box.smallest
        lines = wrapped(text, in_box.width, size, split=last)
        room = int((in_box.height + 0.01) / (mm_from_points(size) * in_box.leading))
        room = min(room, in_box.most_lines) if in_box.most_lines else room
        if lines is not None and len(lines) <= room:
            return size, lines
        if last:
            return None
        size = max(size - STEP, in_box.smallest)


def wrapped(text: str, width: float, size: float, *, split: bool) -> list[str] | None:
    def wide(words: Sequence[str]) -> bool:
        return width_of(" ".join(words), size) > width + 1e-5

    lines = []
    for paragraph in text.split("\n"):
        line: list[str] = []
        for word in paragraph.split():
            if wide([word]) and not split:
                return None
            if line and wide([*line, word]):
                lines.append(" ".join(line))
                line = []
            while wide([word]):
                cut = max((end for end in range(1, len(word)) if not wide([word[:end]])), default=0)
                if not cut:
                    return None
                if line:
                    lines.append(" ".join(line))
                    line = []
                lines.append(word[:cut])
                word = word[cut:]
            line.append(word)
        lines.append(" ".join(line))
    return lines


WORDS = st.lists(st.text(alphabet="abcdWMil", min_size=1, max_size=18), min_size=1, max_size=12).map(" ".join)


@pytest.mark.slow
@given(
    st.lists(WORDS, min_size=1, max_size=3).map("\n".join),
    st.builds(
        box,
        st.floats(2, 60),
        st.floats(2, 40),
        st.sampled_from([(12.0, 6.0), (9.0, 7.5), (8.5, 6.6), (30.0, 10.0), (7.0, 7.0)]),
        most_lines=st.integers(0, 5),
        leading=st.sampled_from([1.0, 1.1, 1.2]),
    ),
)
def test_size_and_lines_are_those_found_by_brute_force(text: str, in_box: TextArea) -> None:
    expected = brute_force(text, in_box)
    fitted = fit(text, in_box)
    if expected is None:
        assert fitted.lines_over > 0
    else:
        assert (fitted.size, lines_of(fitted)) == expected
