"""Definitions: an element of a template that is drawn again where a use names it."""

from pathlib import Path
from time import process_time

import pytest
from drawn import Bench
from each import each

from generator.draw.marks.marks import Shape


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def say(words: str) -> str:
    """A text box with these words."""
    return f'<rect data-text="{words}" data-font="text" data-size="9" x="0" y="0" width="60" height="5"/>'


HEX = '<defs><g id="hex"><path d="M0 0h4v4Z"/>{}</g></defs>'


def test_a_definition_is_drawn_where_it_is_used_and_nowhere_else(bench: Bench) -> None:
    content = HEX.format("") + '<use href="#hex" data-for="n in [1, 2]" x="{{ 9 * n }}" y="5"/><use href="#hex" x="3"/>'
    placed = bench.draw(content).placed
    assert [place.matrix[4:] for place in placed[:2]] == [(9, 5), (18, 5)]
    assert placed[0].drawing is placed[1].drawing
    (moved,) = placed[2].drawing.marks
    assert isinstance(moved, Shape)
    assert moved.path[0] == ("M", 3, 0)


def test_a_definition_takes_the_paint_and_the_names_of_its_use(bench: Bench) -> None:
    content = HEX.format(say("{{ n }}")) + '<use href="#hex" data-let="n = item.n" fill="{{ item.paint }}"/>'
    face = bench.draw(content, n=7, paint="#c00")
    assert face.texts == ["7"]
    (shape,) = [mark for place in face.placed for mark in place.drawing.marks]
    assert isinstance(shape, Shape)
    assert shape.paint.fill == "#cc0000"


def test_definitions_may_use_each_other(bench: Bench) -> None:
    content = (
        HEX.format("") + '<defs><g id="two"><use href="#hex"/><use href="#hex" x="9"/></g></defs><use href="#two"/>'
    )
    (placed,) = bench.draw(content).placed
    assert len(placed.drawing.marks) == 2


@each(
    ("content", "message"),
    [
        ('<use href="#hax"/><path id="hex" d="M0 0h4"/>', "the template has no element with id='hax'"),
        ('<use href="#{{ item.n }}"/>', "a use of a definition names it without {{ }}"),
        ('<g id="a"><use href="#a"/></g>', "#a shows itself"),
        (
            '<defs><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></defs><use href="#a"/>',
            "#a shows itself",
        ),
        ('<path id="a" d="M0 0h4"/><use href="#a" width="5"/>', "width is not read where a use shows an element"),
        ('<path id="a" d="M0 0h4"/><path id="a" d="M0 0h9"/><use href="#a"/>', "id='a' is there twice, and used"),
        ('<path id="a" d="M0 0h4"/><use href="#"/>', "the template has no element with id=''"),
        ('<path id="a" d="M0 0h4" data-size="9"/><use href="#a"/>', "<path> has data-size, which is not read there"),
        (
            '<g id="a0"><path d="M0 0h4"/></g>'
            + "".join(f'<g id="a{n + 1}">' + f'<use href="#a{n}"/>' * 9 + "</g>" for n in range(9)),
            "its uses stand for more than 10,000 elements",
        ),
    ],
)
def test_a_use_that_cannot_be_drawn_is_told_once_at_its_line(bench: Bench, content: str, message: str) -> None:
    started = process_time()
    problems = bench.problems(content)
    assert message in [problem.message for problem in problems]
    assert len(problems) == len(set(problems))
    assert process_time() - started < 3
