"""Papers and sizes are those of the standards."""

import pytest
from each import each

from generator.sizes import PAPERS, SIZES


def test_papers_are_exact() -> None:
    assert PAPERS == {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0), "legal": (215.9, 355.6)}


def test_letter_is_eight_and_a_half_by_eleven_inches() -> None:
    assert PAPERS["letter"] == pytest.approx((8.5 * 25.4, 11 * 25.4))


@each("name", SIZES)
def test_sizes_are_upright_and_fit_each_paper(name: str) -> None:
    width, height = SIZES[name]
    assert 0 < width <= height
    assert all(width <= paper[0] - 10 and height <= paper[1] - 10 for paper in PAPERS.values())
