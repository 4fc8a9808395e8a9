"""A word wider than its box: where it is broken, and whether that is worth a warning."""

import pytest
from drawn import ANDIKA, DEJAVU

from generator.draw.text.fit import Fitter, TextArea


@pytest.mark.parametrize(
    ("text", "lines", "broken"),
    [
        ("Bout-de-Baguette", ["Bout-de-", "Baguette"], []),
        ("Zuckerwattebude", ["Zuckerwatt", "ebude"], ["Zuckerwatt|ebude"]),
        ("Zucker", ["Zucker"], []),
    ],
)
def test_a_word_is_broken_behind_its_hyphen_if_it_has_one(text: str, lines: list[str], broken: list[str]) -> None:
    width = ANDIKA.width("Zuckerwatt") * 6 * 25.4 / 72 + 0.01
    box = TextArea(0, 0, width, 20, (ANDIKA, DEJAVU), 6, 6)
    fitted = Fitter().fit(text, box)
    assert ["".join(run for _, run, *_ in line.atoms) for line in fitted.lines] == lines
    assert list(fitted.broken) == broken
    assert Fitter().check(text, box).broken == fitted.broken


@pytest.mark.parametrize(("text", "is_cut"), [("ຍິນດີຕ້ອນຮັບທຸກຄົນ", False), ("გამარჯობათქვენ", True)])
def test_a_script_without_spaces_is_broken_anywhere_and_that_cuts_no_word(text: str, is_cut: bool) -> None:
    box = TextArea(0, 0, DEJAVU.width(text[:8]) * 6 * 25.4 / 72, 20, (DEJAVU,), 6, 6)
    fitted = Fitter().fit(text, box)
    assert (len(fitted.lines) > 1, bool(fitted.broken), fitted.missing) == (True, is_cut, ())
