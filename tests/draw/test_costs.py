"""Templates of strangers: what they ask for is counted, and ends as one problem at its place."""

from pathlib import Path
from time import process_time

import pytest
from drawn import Bench
from each import each

from generator.core.problem import Problem
from generator.draw.text.flow import NEVER, Row
from generator.draw.text.typeset import LINES_BELOW_HEADING, _bind_headings

BOX = '<rect width="50" height="9" data-font="text" data-size="8" data-text="{}"/>'


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.mark.slow
@each(
    "content",
    [
        '<g data-let="'
        + "; ".join(["a = [1]", *["a = [a, a, a, a, a, a, a, a, a, a]"] * 9])
        + '">'
        + BOX.format("x")
        + "</g>",
        '<g data-let="' + "; ".join(["a = 'x'", *["a = a ~ a ~ a ~ a"] * 40]) + '">' + BOX.format("x") + "</g>",
        '<g data-let="' + "; ".join(["a = range(2000)|map('string')|list"] * 300) + '">' + BOX.format("x") + "</g>",
        '<g data-for="a in range(40)"><g data-for="b in range(40)">' + BOX.format("{{ range(2000)|sum }}") + "</g></g>",
        '<g data-for="a in range(1999)">' + '<path d="M0 {{ a % 9 }}h9"/>' * 200 + "</g>",
        BOX.format("{{ word('tale', range(2000)|join|replace('1', range(900)|join)) }}"),
        BOX.format("{{ range(2000)|list }} {{ range(2000)|list }}"),
    ],
)
def test_a_face_that_asks_for_too_much_says_so_at_its_place(bench: Bench, content: str) -> None:
    face = bench.draw(content)
    assert set(face.rules) == {"too-costly"}
    assert all(finding.line == 2 for finding in face.findings)


@pytest.mark.slow
@pytest.mark.parametrize(
    "content",
    [
        "".join(f'<path data-if="{n} > 1" d="M0 0h9"/>' for n in range(4_000)).replace(" > ", " &gt; "),
        '<g data-let="' + ";".join(f"a{n} = {n} + 1" for n in range(4_000)) + '"/>',
    ],
)
def test_a_template_of_thousands_of_expressions_is_refused_at_once(bench: Bench, content: str) -> None:
    (problem,) = bench.problems(content)
    assert (problem.rule, problem.line) == ("too-costly", 1)


@pytest.mark.parametrize("text", ["{{" * 500_000, "{{ 1 }}" * 100_000, "{{ 1" * 100_000 + "}}"])
def test_an_attribute_full_of_braces_is_refused(bench: Bench, text: str) -> None:
    (problem,) = bench.problems(BOX.format(text))
    assert "longer than" in problem.message


@each("value", ["nan", "inf", "-inf", "1e400", "1e9", "1_000", "\uff11", "\u00b2"])
@each("name", ["x", "width", "data-size", "data-min", "data-lines", "data-leading"])
def test_a_number_is_one_that_svg_knows(bench: Bench, name: str, value: str) -> None:
    attributes = {"width": "50", "height": "9", "data-size": "8", name: value}
    written = " ".join(f'{key}="{text}"' for key, text in attributes.items())
    (problem,) = bench.problems(f'<rect {written} data-font="text" data-text="x"/>')
    assert problem.rule == "template-syntax"
    problems = bench.problems(f'<use href="x.svg" data-if="true" width="9" height="{value}"/>')
    assert isinstance(problems[0], Problem)


def test_groups_do_not_scale_beyond_all_measure(bench: Bench) -> None:
    content = '<g transform="scale(1e5)" data-if="true">' * 40 + BOX.format("x") + "</g>" * 40
    (message,) = [finding.message for finding in bench.draw(content).findings]
    assert message == "it scales or moves by more than 1,000,000"


@pytest.mark.slow
def test_many_unknown_attributes_are_reported_in_time(bench: Bench) -> None:
    def cost(count: int) -> float:
        started = process_time()
        bench.problems("<rect " + " ".join(f'a{n}="1"' for n in range(count)) + "/>")
        return process_time() - started

    cost(100)
    assert cost(20_000) < 30 * max(cost(2_000), 0.005)


def test_no_break_comes_between_a_heading_and_two_lines_below_it() -> None:
    """The slow way: for each heading all rows below it, until there are two lines."""
    rows = [Row(1.0, heading="h" if n % 7 in (0, 1, 3) else "", lines=1 + n % 2) for n in range(60)]
    slow = {
        below
        for at, row in enumerate(rows)
        if row.heading
        for below in range(at, len(rows) - 1)
        if sum(0 if other.heading else other.lines for other in rows[at : below + 1]) < LINES_BELOW_HEADING
    }
    assert {at for at, row in enumerate(_bind_headings(rows)) if row.cost == NEVER} == slow
