"""Readings above words, outlines and shadows, justified lines: how they are written, measured and drawn."""

from drawn import ANDIKA, DEJAVU
from each import each
from msgspec.structs import replace
from texts import STYLE, document, typesetter

from generator.core.choices import mm_from_points
from generator.draw.marks.marks import PlacedDrawing, Shape, TextRun
from generator.draw.text.fit import Fitter, TextArea
from generator.draw.text.markup import Stretch, read_marks
from generator.draw.text.text_lines import TextLine, line_of
from generator.draw.text.text_marks import line_marks, place
from generator.draw.text.words import PLAIN, LetterEffect, Look, Ruler, with_reading
from generator.draw.text_values import VALUE

LONG = "Every player takes a boat and rows along the longest quay until the harbour bell rings twice in the fog."


@each(
    ("text", "stretches"),
    [
        ("{漢字|かんじ}", [Stretch("漢字", reading="かんじ")]),
        ("を{食べ|たべ}る", [Stretch("を"), Stretch("食べ", reading="たべ"), Stretch("る")]),
        ("**{一枚|いちまい}**", [Stretch("一枚", bold=True, reading="いちまい")]),
        ("{3|coins}", [Stretch("{3|coins}")]),
        ("\\{漢字|かんじ}", [Stretch("{"), Stretch("漢字|かんじ}")]),
    ],
)
def test_a_reading_is_told_by_what_stands_before_the_bar(text: str, stretches: list[Stretch]) -> None:
    assert read_marks(text, [], []) == stretches


@each(
    ("text", "valued"),
    [
        ("{漢字|かんじ}", False),
        ("{n|coins}", True),
        ("{枚数 + 1|coins}", True),
        ("{(枚数)|coins}", True),
        ("{=枚数}", True),
    ],
)
def test_a_phrase_with_its_number_is_no_reading(text: str, valued: bool) -> None:
    assert (VALUE.search(text) is not None) is valued


def test_a_word_is_as_wide_as_its_reading_and_stands_in_its_middle() -> None:
    look = with_reading(PLAIN, "a long reading", (ANDIKA,))
    assert look is not None
    words, missing = Ruler().words("word", (ANDIKA,), {}, look)
    assert missing == []
    assert words[0].width == ANDIKA.width("a long reading") / 2
    line = line_of(words)
    assert line.height > 1
    *letters, base = line_marks(line, 0.0, 10.0, 4.0)
    assert isinstance(base, TextRun)
    assert (base.text, base.size) == ("word", 4.0)
    placed = [mark.matrix for mark in letters if isinstance(mark, PlacedDrawing)]
    assert len(placed) == len("alongreading")
    assert {matrix[5] < base.y - 3 for matrix in placed} == {True}
    assert placed[0][4] == 0.0
    assert abs(2 * (base.x + ANDIKA.width("word") * 2) - line.width * 4) < 1e-6


def test_words_with_readings_are_neither_broken_nor_merged() -> None:
    look = with_reading(PLAIN, "x", (ANDIKA,))
    assert look is not None
    words, _ = Ruler().words("one", (ANDIKA,), {}, look)
    joined = words[0].joined(words[0])
    assert [atom.text for atom in joined.atoms] == ["one", "one"]
    runs = [mark for mark in line_marks(line_of([joined]), 0.0, 10.0, 4.0) if isinstance(mark, TextRun)]
    assert [run.text for run in runs] == ["one", "one"]


def test_a_reading_that_no_font_has_is_reported() -> None:
    assert with_reading(PLAIN, "かんじ", (ANDIKA,)) is None
    fitted = Fitter().check("{漢字|かんじ}", TextArea(0, 0, 50, 20, (ANDIKA, DEJAVU), 12, 8))
    assert {"漢", "か"} <= set(fitted.missing)


def test_outline_and_shadow_are_shapes_behind_letters_that_are_found_once() -> None:
    look = Look("#ffffff", 1.0, LetterEffect("#cc0000", 0.5, "#999999", 0.6, 0.4))
    words, _ = Ruler().words("Boo", (ANDIKA,), {}, look)
    shadow, outline, letters = line_marks(line_of(words), 1.0, 10.0, 4.0)
    assert isinstance(shadow, Shape)
    assert isinstance(outline, Shape)
    assert (shadow.paint.fill, outline.paint.stroke, outline.paint.width) == ("#999999", "#cc0000", 1.0)
    moved = [round(one - other, 6) for one, other in zip(shadow.path[0][1:], outline.path[0][1:], strict=True)]
    assert moved == [0.6, 0.4]
    assert isinstance(letters, TextRun)
    assert (letters.text, letters.colour) == ("Boo", "#ffffff")


def right(line: list[TextRun]) -> float:
    last = line[-1]
    return last.x + last.font.width(last.text.rstrip()) * last.size


def test_justified_lines_reach_both_edges_but_for_the_last() -> None:
    box = TextArea(2, 0, 50, 40, (ANDIKA,), 10, 10, "justify")
    fitted = Fitter().fit(LONG, box)
    plain = Fitter().fit(LONG, TextArea(2, 0, 50, 40, (ANDIKA,), 10, 10, "left"))
    assert len(fitted.lines) == len(plain.lines) > 2
    runs = [mark for mark in place(fitted, box) if isinstance(mark, TextRun)]
    rows = [[run for run in runs if run.y == y] for y in dict.fromkeys(run.y for run in runs)]
    assert [round(right(row), 4) for row in rows[:-1]] == [52.0] * (len(rows) - 1)
    assert right(rows[-1]) < 51
    assert {row[0].x for row in rows} == {2.0}
    assert " ".join("".join(run.text for run in row) for row in rows) == LONG


def test_a_line_without_spaces_stays_as_it_is() -> None:
    line = TextLine((), 3.0)
    assert line.justified(10.0) is line
    assert line_of(Ruler().words("word", (ANDIKA,), {})[0]).justified(10.0).spread == 0.0


def test_running_text_is_justified_and_hyphenated_where_it_is_asked_for() -> None:
    def edges(width: float = 40.0, **asked: bool) -> list[tuple[float, str]]:
        setter = typesetter()
        setter.style = replace(STYLE, **asked)
        found: list[tuple[float, str]] = []
        for row in setter.rows(document("Extraordinarily " + LONG), width):
            runs = [mark for mark in row.marks if isinstance(mark, TextRun)]
            found.append((round(right(runs), 3), "".join(run.text for run in runs)))
        return found

    plain, even = edges(), edges(justified=True)
    assert [text for _, text in plain] == [text for _, text in even]
    assert {at for at, _ in even[:-1]} == {40.0}
    assert even[-1] == plain[-1]
    assert any(at < 39 for at, _ in plain[:-1])
    narrow = edges(width=22.0)
    broken = edges(width=22.0, hyphenates=True)
    assert any(text.endswith("-") for _, text in broken)
    assert len(broken) <= len(narrow)


def test_a_reading_makes_its_line_of_running_text_higher() -> None:
    setter = typesetter()
    look = with_reading(PLAIN, "x", (ANDIKA,))
    assert look is not None
    (row,) = setter.rows(document("plain words"), 60.0)
    assert row.height == STYLE.body.pitch
    setter.rows(document("{漢字|かんじ}"), 60.0)
    assert {finding.rule for finding in setter.findings} == {"missing-glyph"}
    assert look.height == 1.35
    assert mm_from_points(72) > 25
