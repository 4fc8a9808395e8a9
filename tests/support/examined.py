"""PDF files examined in the test's own process: starting another one takes longer than all the rest."""

from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from generator.pdf.preflight import apart
from generator.pdf.preflight.examine import examine


@pytest.fixture(autouse=True)
def examined_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examine without limits and without a process."""
    monkeypatch.setattr(apart, "Apart", lambda: nullcontext(SimpleNamespace(examine=examine)))
