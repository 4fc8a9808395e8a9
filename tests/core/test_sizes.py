"""Papers and sizes are those of the standards."""

import pytest

from generator.core.sizes import PAPERS, SIZES


def test_letter_is_eight_and_a_half_by_eleven_inches() -> None:
    assert PAPERS["letter"] == pytest.approx((8.5 * 25.4, 11 * 25.4))


@pytest.mark.parametrize("name", SIZES)
def test_sizes_are_upright_and_fit_the_usual_papers(name: str) -> None:
    width, height = SIZES[name]
    assert 0 < width <= height
    assert all(width <= PAPERS[paper][0] - 10 and height <= PAPERS[paper][1] - 10 for paper in ("a4", "letter"))
