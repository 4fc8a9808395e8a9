"""Mean, variance and quantiles of counted numbers, against the numbers written out one by one."""

import math
from fractions import Fraction

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from generator.core.distribution import quantile
from generator.lab.deck import exact, exact_all
from generator.lab.numbers import counted, summarised

values = st.fractions(-20, 20, max_denominator=6)
decks = st.lists(st.tuples(values, st.integers(1, 4)), min_size=1, max_size=12)


@pytest.mark.slow
@given(decks)
def test_counted_numbers_are_those_written_out(deck: list[tuple[Fraction, int]]) -> None:
    written_out = sorted(value for value, often in deck for _ in range(often))
    short = summarised(counted(deck))
    assert short.count == len(written_out)
    assert (short.lowest, short.highest) == (written_out[0], written_out[-1])
    assert short.mean == sum(written_out) / Fraction(len(written_out))
    assert short.variance == sum((value - short.mean) ** 2 for value in written_out) / Fraction(len(written_out))
    for part, found in zip((1, 2, 3), short.quartiles, strict=True):
        assert found == written_out[math.ceil(Fraction(part, 4) * len(written_out)) - 1]


@pytest.mark.slow
@given(decks, st.fractions(Fraction(1, 50), 1, max_denominator=50))
def test_a_quantile_is_the_first_that_so_many_do_not_exceed(deck: list[tuple[Fraction, int]], at: Fraction) -> None:
    written_out = [value for value, often in deck for _ in range(often)]
    found = quantile(counted(deck), at)
    assert sum(value <= found for value in written_out) >= at * len(written_out)
    assert sum(value < found for value in written_out) < at * len(written_out)


@each(
    ("value", "number"),
    [(3, Fraction(3)), (True, Fraction(1)), (0.1, Fraction(1, 10)), (1 / 3, Fraction(1, 3)), ("3", None), (None, None)],
)
def test_numbers_are_taken_as_they_were_meant(value: object, number: Fraction | None) -> None:
    assert exact(value) == number


def test_what_is_no_finite_number_is_none() -> None:
    assert exact(math.inf) is None
    assert exact(math.nan) is None


def test_numbers_with_no_common_denominator_to_speak_of_are_rounded() -> None:
    few = exact_all([1 / 3, 1 / 7, None, "X"])
    assert few == [Fraction(1, 3), Fraction(1, 7), None, None]
    many = exact_all([1 / number for number in range(1, 2_000)])
    assert all(one is not None and 10**9 % one.denominator == 0 for one in many)
    assert many[2] == Fraction(333_333_333, 10**9)
    assert len(str(summarised(counted((one, 1) for one in many if one is not None)).variance)) < 60
