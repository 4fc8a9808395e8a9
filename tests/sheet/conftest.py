"""Fonts for sheets: one for text, one that has the rest."""

import pytest

from generator.draw.marks.fonts import Font


@pytest.fixture(scope="session")
def fonts(body: Font, symbols: Font) -> tuple[Font, Font]:
    return body, symbols
