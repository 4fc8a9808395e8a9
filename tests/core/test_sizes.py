"""Sizes and lengths as people write them: names, millimetres, inches; and what is answered to guesses."""

import pytest
from each import each
from projects import typed

from generator.core.choices import component_size, length_of, paper_size

READ = {
    "63x88": (63, 88),
    "63.5x88.9mm": (63.5, 88.9),
    "63.5 x 88.9 mm": (63.5, 88.9),
    "63.5mm×88.9mm": (63.5, 88.9),
    "2.5x3.5in": (63.5, 88.9),
    "2.5inx3.5in": (63.5, 88.9),
    "2.5in X 3.5in": (63.5, 88.9),
    "6.35x8.89cm": (63.5, 88.9),
    "poker": (63, 88),
    "Tarot": (70, 120),
}


@each("text", READ)
def test_a_component_has_the_size_that_is_written(text: str) -> None:
    assert component_size(text) == READ[text]


@each(
    "text, size", [("8.5x11in", (215.9, 279.4)), ("A4", (210, 297)), ("210x297", (210, 297)), ("21x29.7cm", (210, 297))]
)
def test_a_paper_has_the_size_that_is_written(text: str, size: tuple[float, float]) -> None:
    assert paper_size(text) == size


@each("text, length", [("3", 3), ("0.125in", 3.175), ("0.125 in", 3.175), ("3.5mm", 3.5), ("0.3cm", 3)])
def test_a_length_has_its_unit_or_is_millimetres(text: str, length: float) -> None:
    assert length_of(text) == pytest.approx(length)


@each("text", ["", "3 feet", "-3", "1e3", "0.1.2", "nan", "in"])
def test_what_is_no_length_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a length; write mm such as 3, or 0.125in"):
        length_of(text)


@each(
    "text, meant",
    [("standard", "poker"), ("MTG", "poker"), ("pokre", "poker"), ("mini", "mini-american"), ("tarrot", "tarot")],
)
def test_a_guess_is_answered_with_the_size_that_is_meant(text: str, meant: str) -> None:
    with pytest.raises(ValueError, match=f"did you mean {meant}, "):
        component_size(text)


@each("text", ["1x1", "0.1x0.1in", "90x90in", "63", "63x", "63x88ft", "x"])
def test_what_is_no_size_is_refused_with_those_that_are(text: str) -> None:
    with pytest.raises(
        ValueError, match="is not a size; known: poker, .* or WIDTHxHEIGHT in mm such as 63x88, or 2.5x3.5in"
    ):
        component_size(text)


def test_lengths_of_prints_may_have_units(tmp_path: object) -> None:
    from pathlib import Path

    assert isinstance(tmp_path, Path)
    assert typed(tmp_path, "new", "deck", "--kind", "cards").exit_code == 0
    sheets = []
    for lengths in (("--bleed", "3.175", "--gutter", "6.35"), ("--bleed", "0.125in", "--gutter", "0.25in")):
        assert typed(tmp_path, "render", "deck", *lengths, "--no-cache").exit_code == 0
        sheets.append((tmp_path / "output/deck/cards.pdf").read_bytes())
    assert sheets[0] == sheets[1]
    for wrong in ("11", "1in", "-1", "wide"):
        assert typed(tmp_path, "render", "deck", f"--bleed={wrong}").exit_code == 2
