"""Papers and sizes are those of the standards."""

import re

import pytest
from each import each

from generator.core.choices import PAPERS, SIZES


@each("name", PAPERS)
def test_papers_are_those_of_iso_216_or_whole_half_inches(name: str) -> None:
    width, height = PAPERS[name]
    if re.fullmatch(r"a\d", name):
        sides = 841, 1189  # A0; each number halves the longer side, and what is over a millimetre is cut off
        for _ in range(int(name[1:])):
            sides = sides[1] // 2, sides[0]
        assert (width, height) == sides
    else:
        assert [round(side / 12.7, 9) % 1 for side in (width, height)] == [0, 0]
    assert width < height


def test_letter_and_legal_are_as_wide_as_each_other_and_as_high_as_they_are_called() -> None:
    assert PAPERS["letter"] == pytest.approx((8.5 * 25.4, 11 * 25.4))
    assert PAPERS["legal"] == pytest.approx((8.5 * 25.4, 14 * 25.4))


@each("name", SIZES)
def test_sizes_are_upright_and_fit_the_usual_papers(name: str) -> None:
    width, height = SIZES[name]
    assert 0 < width <= height
    assert all(width <= PAPERS[paper][0] - 10 and height <= PAPERS[paper][1] - 10 for paper in ("a4", "letter"))
