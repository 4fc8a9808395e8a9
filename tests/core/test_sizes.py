"""Papers and sizes are those of the standards."""

import pytest

from generator.core.sizes import PAPERS, SIZES


def test_papers_are_exact() -> None:
    inches = {"letter": (8.5, 11), "legal": (8.5, 14), "ledger": (11, 17), "tabloid": (11, 17), "4x6": (4, 6)}
    in_mm = {name: pytest.approx((width * 25.4, height * 25.4)) for name, (width, height) in inches.items()}
    assert {"a3": (297, 420), "a4": (210, 297), "a5": (148, 210), **in_mm} == PAPERS


@pytest.mark.parametrize("name", SIZES)
def test_sizes_are_upright_and_fit_each_paper(name: str) -> None:
    width, height = SIZES[name]
    assert 0 < width <= height
    assert all(width <= paper[0] - 10 and height <= paper[1] - 10 for paper in PAPERS.values())
