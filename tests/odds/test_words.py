"""Answers in words: percent with one decimal, fractions that tell something, bars, tables without tails."""

from fractions import Fraction as F

import pytest

from generator.odds.words import as_plain, number, percent, table, without_tails


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (F(7, 24), "29.2 % (7/24)"),
        (F(1, 16), "6.3 % (1/16)"),  # 6.25: half goes up
        (F(1, 999), "0.1 % (1/999)"),
        (F(1, 1000), "0.1 %"),
        (F(0), "0.0 %"),
        (F(1), "100.0 %"),
        (F(1, 10**400), "0.0 %"),
    ],
)
def test_a_chance_reads_as_percent_and_fraction(chance: F, text: str) -> None:
    assert percent(chance) == text


@pytest.mark.parametrize(
    ("value", "text"), [(F(3, 8), "+0.38 (3/8)"), (F(-5, 2), "-2.50 (-5/2)"), (F(4), "+4"), (F(0), "0"), (F(-2), "-2")]
)
def test_a_change_has_a_sign(value: F, text: str) -> None:
    assert number(value) == text


def test_a_table_aligns_names_and_shares() -> None:
    assert table([("a", F(1, 2)), ("long", F(1, 2000))]) == [
        "  a      50.0 %  ████████████             (1/2)",
        "  long    0.1 %",
    ]
    assert table([]) == []


def test_tails_are_put_together() -> None:
    chances = {-3: F(1, 5000), -2: F(1, 2000), -1: F(1, 4), 0: F(1, 2), 1: F(1, 4) - F(9, 10000), 2: F(1, 5000)}
    shown = without_tails(chances)
    assert [name for name, _ in shown] == ["-1 or less", "0", "+1 or more"]
    assert sum(chance for _, chance in shown) == sum(chances.values())
    assert without_tails({0: F(1)}) == [("0", F(1))]
    assert without_tails({0: F(1, 2), 3: F(1, 2)}) == [("0", F(1, 2)), ("+3", F(1, 2))]


def test_plain_data_has_fractions_as_text() -> None:
    assert as_plain({"a": F(7, 24), 3: [(1, F(1))], "b": {"c": None}}) == {
        "a": "7/24",
        "3": [[1, "1"]],
        "b": {"c": None},
    }
