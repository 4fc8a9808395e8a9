"""Fonts for sheets: one for text, one that has the rest."""

from pathlib import Path

import pytest

from generator.face.fonts import Font, load

FONTS = Path(__file__).parents[2] / "templates" / "common" / "fonts"


@pytest.fixture(scope="session")
def fonts() -> tuple[Font, Font]:
    return load(FONTS / "andika" / "Andika_400Regular.ttf"), load(FONTS / "dejavu" / "DejaVuSans.ttf")
