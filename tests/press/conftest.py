"""Fonts for pages: one for text, one that has the rest."""

import pytest
from proofs import FONTS

from generator.face.fonts import Font, load


@pytest.fixture(scope="session")
def body() -> Font:
    return load(FONTS / "andika" / "Andika_400Regular.ttf")


@pytest.fixture(scope="session")
def symbols() -> Font:
    return load(FONTS / "dejavu" / "DejaVuSans.ttf")
