"""Text boxes of templates: what they say, what a blank form shows in their place, and what is wrong with them."""

from pathlib import Path
from typing import Any

import pytest
from drawn import ANDIKA, DEJAVU, LILITA, Bench
from each import each

from generator.core.choices import mm_from_points
from generator.draw.marks.marks import Shape
from generator.draw.scope import MOST_KEPT
from generator.draw.textbox import TextBox


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def rect(attributes: str = "", place: str = 'x="5" y="5" width="40" height="10"') -> str:
    """A text box of 12 points; an attribute given here takes the place of the usual one."""
    usual = {"data-field": "title", "data-font": "text", "data-size": "12"}
    rest = " ".join(f'{name}="{value}"' for name, value in usual.items() if f"{name}=" not in attributes)
    return f"<rect {rest} {attributes} {place}/>"


# ---- What it says ----


def test_a_box_shows_its_field_and_its_own_rectangle_is_not_drawn(bench: Bench) -> None:
    face = bench.draw(rect(), title="Sweet dreams")
    (run,) = face.marks
    assert face.texts == ["Sweet dreams"]
    assert (run.font, run.size, run.x) == (ANDIKA, mm_from_points(12), 5.0)  # type: ignore[union-attr]


def test_words_and_expressions_stand_together(bench: Bench) -> None:
    content = rect("data-text=\"{{ item.price|signed }} for {{ word('tale', item.price) }}\"")
    assert bench.draw(content, price=-3).texts == ["−3 for A tale of -3"]
    assert bench.draw(content, price=1).texts == ["+1 for A tale"]


@pytest.mark.parametrize("value", [None, "", "   ", "\n"])
def test_nothing_to_say_draws_nothing_and_is_no_mistake(bench: Bench, value: str | None) -> None:
    face = bench.draw(rect(), title=value)
    assert (face.marks, face.findings) == ([], [])


@pytest.mark.parametrize(
    ("value", "shown"), [(0, "0"), (7, "7"), (1.5, "1.5"), ("007", "007"), ("R&D <coin>", "R&D <coin>")]
)
def test_a_value_is_shown_as_it_is_written(bench: Bench, value: Any, shown: str) -> None:
    assert bench.draw(rect(), title=value).texts == [shown]


def test_capitals_are_made_of_letters_with_accents_too(bench: Bench) -> None:
    assert bench.draw(rect('data-case="upper"'), title="été").texts == ["ÉTÉ"]


@pytest.mark.parametrize(
    ("language", "title", "texts"),
    [("en", "2 (3)", "left"), ("he", "2 (3)", "right"), ("he", "−1", "right"), ("he", "Ace", "left")],
)
def test_numbers_alone_begin_where_their_language_does(bench: Bench, language: str, title: str, texts: str) -> None:
    first = min(run.x for run in bench.draw(rect(), title=title, lang=language).runs)
    assert (first == 5.0) == (texts == "left")


def test_text_has_the_colour_of_its_box_and_is_black_without_one(bench: Bench) -> None:
    assert bench.draw(rect('data-colour="#a10"'), title="x").runs[0].colour == "#aa1100"
    assert bench.draw(rect(), title="x").runs[0].colour == "#000000"


def test_another_role_is_another_font(bench: Bench) -> None:
    assert bench.draw(rect('data-font="number"'), title="12").runs[0].font == LILITA


@pytest.mark.parametrize(("align", "share"), [("left", 0.0), ("center", 0.5), ("right", 1.0)])
def test_text_is_aligned_within_its_width(bench: Bench, align: str, share: float) -> None:
    (run,) = bench.draw(rect(f'data-align="{align}"'), title="Sweet").runs
    assert run.x == pytest.approx(5 + share * (40 - ANDIKA.width("Sweet") * run.size))


@pytest.mark.parametrize("valign", ["top", "middle", "bottom"])
def test_text_is_aligned_within_its_height_by_the_middle_of_its_capitals(bench: Bench, valign: str) -> None:
    place = 'x="5" y="5" width="40" height="30"'
    (run,) = bench.draw(rect(f'data-valign="{valign}"', place), title="Sweet").runs
    expected = {"top": 5 + 0.6 * run.size, "middle": 20.0, "bottom": 35 - 0.6 * run.size}[valign]
    assert run.y - ANDIKA.cap_height * run.size / 2 == pytest.approx(expected)


def test_a_box_whose_place_varies_is_filled_where_it_comes_to_lie(bench: Bench) -> None:
    content = rect('data-align="right"', 'x="{{ item.at }}" y="5" width="{{ 2 * item.at }}" height="10"')
    for at in (10, 20, 10):
        (run,) = bench.draw(content, title="Sweet", at=at).runs
        assert run.x == pytest.approx(3 * at - ANDIKA.width("Sweet") * run.size)


def test_a_box_that_is_turned_sets_turned_text(bench: Bench) -> None:
    (run,) = bench.draw(rect('transform="rotate(90)"'), title="Sweet").runs
    assert run.matrix == pytest.approx((0, 1, -1, 0, 0, 0))


# ---- Blank forms ----


def test_a_blank_form_has_dotted_lines_to_write_on(bench: Bench) -> None:
    place = 'x="5" y="5" width="40" height="15.5"'
    marks = bench.draw(rect('data-guide="lines"', place), blank=True, title=None).marks
    lines = [mark.path for mark in marks if isinstance(mark, Shape)]
    pitch = max(mm_from_points(12) * 1.2, 5)
    assert lines == [(("M", 5.0, 20.5 - row * pitch), ("L", 45.0, 20.5 - row * pitch)) for row in range(3)]


def test_a_blank_form_has_no_more_lines_than_the_text_could_have(bench: Bench) -> None:
    place = 'x="5" y="5" width="40" height="30"'
    assert len(bench.draw(rect('data-guide="lines" data-lines="2"', place), blank=True, title=None).marks) == 2


def test_a_blank_form_has_a_dotted_frame_where_one_is_asked_for(bench: Bench) -> None:
    (frame,) = bench.draw(rect('data-guide="box"'), blank=True, title=None).marks
    assert isinstance(frame, Shape)
    corners = (("M", 5.0, 5.0), ("L", 45.0, 5.0), ("L", 45.0, 15.0), ("L", 5.0, 15.0), ("Z",))
    assert (frame.path, frame.paint.dash, frame.paint.fill) == (corners, (0.01, 1.0), None)


def test_a_blank_form_shows_nothing_where_no_guide_is_asked_for(bench: Bench) -> None:
    assert bench.draw(rect(), blank=True, title=None).marks == []


def test_a_blank_form_keeps_the_words_that_do_not_depend_on_the_item(bench: Bench) -> None:
    face = bench.draw(rect('data-text="Price" data-guide="lines"'), blank=True, title=None)
    assert face.texts == ["Price"]


def test_guides_are_for_blank_forms_only(bench: Bench) -> None:
    assert bench.draw(rect('data-guide="lines"'), title=None).marks == []


# ---- What is found wrong with a text ----


def test_a_text_that_does_not_fit_is_blamed_on_its_field(bench: Bench) -> None:
    (finding,) = bench.draw(rect('data-min="9"'), title="word " * 40).findings
    assert (finding.rule, finding.path) == ("text-overflow", ("title",))
    assert "does not fit at 9 pt: " in finding.message
    assert "lines too many" in finding.message


def test_one_line_too_many_is_one_line(bench: Bench) -> None:
    (finding,) = bench.draw(rect('data-min="12" data-lines="1"'), title="some words on two lines").findings
    assert finding.message == "does not fit at 12 pt: 1 line too many"


def test_without_a_smallest_size_text_shrinks_to_six_points(bench: Bench) -> None:
    (finding,) = bench.draw(rect(), title="word " * 400).findings
    assert "at 6 pt" in finding.message


def test_a_smallest_size_above_the_largest_is_the_largest(bench: Bench) -> None:
    assert bench.draw(rect('data-size="5"'), title="Sweet").runs[0].size == pytest.approx(mm_from_points(5))


def test_a_missing_glyph_is_named_with_its_code_and_the_fonts_tried(bench: Bench) -> None:
    (finding,) = bench.draw(rect(), title="gold 日").findings
    assert (finding.rule, finding.path) == ("missing-glyph", ("title",))
    assert finding.message == f"no glyph for '日' (U+65E5) in {ANDIKA.name}, {DEJAVU.name}"
    assert "fallback" in finding.hint


def test_a_role_without_fallbacks_names_its_one_font(bench: Bench) -> None:
    (finding,) = bench.draw(rect('data-font="number"'), title="⚔").findings
    assert finding.message == f"no glyph for '⚔' (U+2694) in {LILITA.name}"


def test_a_text_that_runs_from_right_to_left_starts_at_the_right_unless_told_otherwise(bench: Bench) -> None:
    hebrew, latin = "\u05e9\u05dc\u05d5\u05dd", "word"
    (started,), (plain,) = bench.draw(rect(), title=hebrew).runs, bench.draw(rect(), title=latin).runs
    (left,) = bench.draw(rect('data-align="left"'), title=hebrew).runs
    assert (started.leftwards, plain.leftwards) == (True, False)
    assert started.x > left.x == plain.x


def test_a_member_of_a_list_is_blamed_by_its_number(bench: Bench) -> None:
    content = rect('data-field="notes.{{ loop.index0 }}" data-text="{{ note }}"')
    (finding,) = bench.draw(f'<g data-for="note in item.notes">{content}</g>', notes=["short", "word " * 400]).findings
    assert finding.path == ("notes", 1)


def test_text_of_no_field_is_blamed_on_the_item(bench: Bench) -> None:
    content = '<rect data-text="{{ item.title }}" data-font="text" data-size="9" x="0" y="0" width="9" height="3"/>'
    (finding,) = bench.draw(content, title="word " * 40).findings
    assert finding.path == ()


def test_what_is_only_looked_through_is_found_wrong_alike_and_leaves_no_marks(bench: Bench) -> None:
    for title in ("Sweet", "word " * 400, "gold 日", "[coin]"):
        drawn, checked = bench.draw(rect(), title=title), bench.draw(rect(), draws=False, title=title)
        assert checked.findings == drawn.findings
        assert checked.marks == []


# ---- Mistakes in the template ----


@each(
    ("attributes", "says", "hint"),
    [
        ('data-font="tetx"', "'tetx' is not a role under fonts in style.yaml", "did you mean text?"),
        ('data-size="big"', "data-size: 'big' is not a number", "write a number"),
        ('data-size="0"', "data-size: 0 is not between 1 and 1000", "write a number"),
        ('data-min="-3"', "data-min: -3 is not between", "write a number"),
        ('data-leading="0"', "data-leading: 0 is not between", "write a number"),
        ('data-leading="nan"', "data-leading: 'nan' is not a number", "write a number"),
        ('data-lines="1.5"', "data-lines: 1.5 is not a whole number", "write a number"),
        ('data-align="centre"', "data-align is 'centre'", "known: left, center, right"),
        ('data-valign="center"', "data-valign is 'center'", "known: top, middle, bottom"),
        ('data-guide="dots"', "data-guide is 'dots'", "known: lines, box"),
        ('data-case="lower"', "data-case is 'lower'", "known: upper"),
        ('data-colour="reddish"', "data-colour: ", ""),
        ('data-aling="left"', "data-aling is not known here", "did you mean data-align?"),
        ('data-text="{{ item.title }"', "'{{ item.title }': the braces are not closed by }}", ""),
        ('data-text="{{ 1 + }}"', "cannot read '1 +'", ""),
        ('data-text="{% if x %}"', "only {{ expressions }} are allowed here", ""),
        ('transform="spin(3)"', "transform: ", ""),
    ],
)
def test_a_mistake_in_an_attribute_is_reported_at_its_line(bench: Bench, attributes: str, says: str, hint: str) -> None:
    (problem,) = bench.problems(f"<g>\n{rect(attributes)}</g>")
    assert (problem.file, problem.line, problem.rule) == ("face.svg", 3, "template-syntax")
    assert problem.message.startswith(says)
    assert problem.hint.startswith(hint)


@pytest.mark.parametrize("name", ["width", "height", "data-size"])
def test_a_size_that_is_not_there_is_missed(bench: Bench, name: str) -> None:
    problems = bench.problems(rect().replace(f" {name}=", " data-place="))
    assert [problem.message for problem in problems] == [f"{name}: is missing"]


def test_an_attribute_that_is_wrong_is_pointed_at(bench: Bench) -> None:
    content = '<rect data-field="title" data-font="text"\n  data-size="huge" x="0" y="0" width="9" height="9"/>'
    assert [(problem.line, problem.column) for problem in bench.problems(content)] == [(3, 3)]


@each(
    ("attributes", "place"),
    [
        ('data-field="tilte"', 'x="0" y="0" width="9" height="9"'),
        ('data-text="{{ nothing + 1 }}"', 'x="0" y="0" width="9" height="9"'),
        ('data-field="title.{{ loop.index }}" data-text="x"', 'x="0" y="0" width="9" height="9"'),
        ("", 'x="{{ item.title }}" y="0" width="9" height="9"'),
        ("", 'x="{{ none }}" y="0" width="9" height="9"'),
        ("", 'x="0" y="0" width="{{ 1000000000 }}" height="9"'),
    ],
)
def test_what_goes_wrong_with_an_item_is_reported_at_the_line_of_the_template(
    bench: Bench, attributes: str, place: str
) -> None:
    (finding,) = bench.draw(f"<g>\n\n{rect(attributes, place)}</g>", title="Sweet").findings
    assert (finding.rule, finding.path, finding.line) == ("template-syntax", None, 4)


# ---- What it remembers ----


def test_a_box_remembers_few_of_many_texts(bench: Bench) -> None:
    template = bench.template(rect())
    (part,) = template.parts
    assert isinstance(part, TextBox)
    for number in range(3 * MOST_KEPT):
        assert bench.draw(template, title=f"Card {number}").texts == [f"Card {number}"]
    assert len(part.fitted) <= MOST_KEPT


def test_a_text_looked_through_before_is_drawn_all_the_same(bench: Bench) -> None:
    template = bench.template(rect())
    bench.draw(template, draws=False, title="Sweet")
    assert bench.draw(template, title="Sweet").texts == ["Sweet"]
