"""Pictures of strangers: uses of uses, tags full of attributes and long paths take time in proportion, or are refused."""

import gc
from pathlib import Path
from time import process_time

import pytest
from tries import slow_but

from generator.core.problem import Problem
from generator.draw.marks.picture import Picture
from generator.draw.svg.drawing import MAX_PROBLEMS, forget_drawings, read_drawing

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm" viewBox="0 0 10 10">{}</svg>'


def read(folder: Path, **files: str) -> Picture | list[Problem]:
    """The picture ``a.svg`` of these files."""
    for name, content in files.items():
        (folder / f"{name}.svg").write_text(SVG.format(content), encoding="utf-8")
    forget_drawings()
    return read_drawing(folder / "a.svg", [folder])


def uses(name: str, count: int = 200) -> str:
    return f'<use href="{name}.svg" x="1" y="1" width="3" height="3"/>' * count


@pytest.mark.parametrize("inmost", ['<path d="M1 1h3"/>', ""])
def test_files_that_use_one_another_are_counted_with_all_that_is_in_them(inmost: str, tmp_path: Path) -> None:
    found = read(tmp_path, a=uses("b"), b=uses("c"), c=uses("d"), d=inmost)
    assert isinstance(found, list)
    assert {problem.rule for problem in found} == {"too-costly"}


def test_a_file_may_be_used_often(tmp_path: Path) -> None:
    assert isinstance(read(tmp_path, a=uses("b", 100), b=uses("c", 20), c='<path d="M1 1h3"/>'), Picture)


def test_a_file_is_told_of_so_many_mistakes_and_no_more(tmp_path: Path) -> None:
    many = "".join(f'<rect x="1" y="1" width="wide{n}" height="3"/>' for n in range(3 * MAX_PROBLEMS))
    found = read(tmp_path, a=uses("b"), b=uses("c"), c=many)
    assert isinstance(found, list)
    assert len(found) == MAX_PROBLEMS


@pytest.mark.parametrize(
    ("before", "again", "after"),
    slow_but(
        2,
        [
            ('<rect x="1" y="1" width="2" height="3"', ' a{}="1"', "/>"),
            ('<rect x="1" y="1" width="2" height="3" style="', "a{}:1;", '"/>'),
            ('<rect x="1" y="1" width="2" height="3" style="', "fill:x{};", '"/>'),
            ('<path d="M1 1', "h1", '"/>'),
            ('<path d="M5 5', "a1 1 0 11 1 0a1 1 0 11-1 0", '"/>'),
            ('<polygon points="', "1 1 ", '"/>'),
            ("", '<rect x="1" y="1" width="wide" height="3"/>', ""),
        ],
    ),
)
def test_ten_times_as_much_takes_about_ten_times_as_long(before: str, again: str, after: str, tmp_path: Path) -> None:
    def cost(count: int) -> float:
        gc.disable()  # it goes through all that other tests have left, the oftener the more is made here
        try:
            started = process_time()
            read(tmp_path, a=before + "".join([again.format(n) for n in range(count)]) + after)
            return process_time() - started
        finally:
            gc.enable()

    cost(100)
    assert cost(10_000) < 30 * max(cost(1_000), 0.005)


@pytest.mark.parametrize(
    ("link", "last"),
    [
        ('<clipPath id="c{0}" clip-path="url(#c{1})"><path d="M0 0h9v9z"/></clipPath>', 'clip-path="url(#c0)"'),
        ('<mask id="c{0}"><path d="M0 0h9v9z" mask="url(#c{1})"/></mask>', 'mask="url(#c0)"'),
        (
            '<pattern id="c{0}" width="1" height="1" patternContentUnits="objectBoundingBox">'
            '<path d="M0 0h1v1z" fill="url(#c{1})"/></pattern>',
            'fill="url(#c0)"',
        ),
    ],
)
def test_long_chains_of_clips_masks_and_patterns_are_refused(link: str, last: str, tmp_path: Path) -> None:
    chain = "".join([link.format(n, n + 1) for n in range(500)]) + link.format(500, 0)
    found = read(tmp_path, a=f'{chain}<path d="M0 0h9v9z" {last}/>')
    assert isinstance(found, list)
    assert {problem.rule for problem in found} <= {"too-costly", "template-syntax"}


def test_groups_faded_in_one_another_are_refused_beyond_a_limit(tmp_path: Path) -> None:
    for count, kind in [(10, Picture), (40, list)]:
        content = '<g opacity=".9">' * count + '<path d="M0 0h9v9z" stroke="#000"/>' + "</g>" * count
        assert isinstance(read(tmp_path, a=content), kind)


def test_stops_of_a_gradient_have_a_limit(tmp_path: Path) -> None:
    stops = "".join(f'<stop offset="{n / 300}" stop-color="red"/>' for n in range(300))
    found = read(tmp_path, a=f'<linearGradient id="g">{stops}</linearGradient><path d="M0 0h9v9z" fill="url(#g)"/>')
    assert isinstance(found, list)
    assert "more than 256 stops" in found[0].message
