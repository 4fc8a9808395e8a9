"""Answers in words: percent with one decimal, fractions that tell something, bars, tables without tails."""

import json
from fractions import Fraction

from each import each

from generator.lab.telling import as_json, as_plain, number, percent, table, without_tails


@each(
    ("chance", "text"),
    [
        (Fraction(7, 24), "29.2 % (7/24)"),
        (Fraction(1, 16), "6.3 % (1/16)"),  # 6.25: half goes up
        (Fraction(1, 999), "0.1 % (1/999)"),
        (Fraction(1, 1000), "0.1 %"),
        (Fraction(0), "0.0 %"),
        (Fraction(1), "100.0 %"),
        (Fraction(1, 10**400), "0.0 %"),
    ],
)
def test_a_chance_reads_as_percent_and_fraction(chance: Fraction, text: str) -> None:
    assert percent(chance) == text


@each(
    ("value", "text"),
    [
        (Fraction(3, 8), "+0.38 (3/8)"),
        (Fraction(-5, 2), "-2.50 (-5/2)"),
        (Fraction(4), "+4"),
        (Fraction(0), "0"),
        (Fraction(-2), "-2"),
    ],
)
def test_a_change_has_a_sign(value: Fraction, text: str) -> None:
    assert number(value) == text


def test_a_table_aligns_names_and_shares() -> None:
    assert table([("a", Fraction(1, 2)), ("long", Fraction(1, 2000))]) == [
        "  a      50.0 %  ████████████             (1/2)",
        "  long    0.1 %",
    ]
    assert table([]) == []


def test_tails_are_put_together() -> None:
    chances = {
        -3: Fraction(1, 5000),
        -2: Fraction(1, 2000),
        -1: Fraction(1, 4),
        0: Fraction(1, 2),
        1: Fraction(1, 4) - Fraction(9, 10000),
        2: Fraction(1, 5000),
    }
    shown = without_tails(chances)
    assert [name for name, _ in shown] == ["-1 or less", "0", "+1 or more"]
    assert sum(chance for _, chance in shown) == sum(chances.values())
    assert without_tails({0: Fraction(1)}) == [("0", Fraction(1))]
    assert without_tails({0: Fraction(1, 2), 3: Fraction(1, 2)}) == [("0", Fraction(1, 2)), ("+3", Fraction(1, 2))]


def test_plain_data_has_fractions_as_text() -> None:
    assert as_plain({"a": Fraction(7, 24), 3: [(1, Fraction(1))], "b": {"c": None}}) == {
        "a": "7/24",
        "3": [[1, "1"]],
        "b": {"c": None},
    }


def test_pairs_stand_on_one_line_in_json() -> None:
    text = as_json({"chance": Fraction(1, 2), "distribution": [(1, Fraction(1, 2)), (2, Fraction(1, 2))], "none": []})
    assert text.splitlines()[2:6] == ['  "distribution": [', '    [1, "1/2"],', '    [2, "1/2"]', "  ],"]
    assert json.loads(text) == {"chance": "1/2", "distribution": [[1, "1/2"], [2, "1/2"]], "none": []}
