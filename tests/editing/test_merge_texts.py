"""Bringing two changes of a text together."""

from hypothesis import given
from hypothesis import strategies as some

from generator.editing.lines import merged


def text(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


BASE = text("a", "b", "c", "d")


def test_changes_of_lines_that_are_apart_are_both_made() -> None:
    assert merged(BASE, text("a", "B", "c", "d"), text("a", "b", "c", "D")) == text("a", "B", "c", "D")
    assert merged(BASE, text("new", "a", "b", "c", "d"), text("a", "b", "d")) == text("new", "a", "b", "d")


def test_of_lines_next_to_each_other_each_is_taken_from_who_changed_it() -> None:
    assert merged(BASE, text("a", "B", "c", "d"), text("a", "b", "C", "d")) == text("a", "B", "C", "d")


def test_nobody_decides_between_two_changes_of_one_line_or_where_lines_came_at_a_change() -> None:
    assert merged(BASE, text("a", "B", "c", "d"), text("a", "X", "c", "d")) is None
    assert merged(BASE, text("a", "B", "c", "d"), text("a", "b", "new", "c", "d")) is None
    assert merged(BASE, "", text("a", "b", "C", "d")) is None


@given(some.lists(some.tuples(some.integers(0, 3), some.integers(0, 5), some.integers(0, 5)), max_size=7))
def test_one_change_alone_is_taken_as_it_is_and_none_is_lost(lines: list[tuple[int, int, int]]) -> None:
    def changed(side: int) -> str:
        ways: tuple[list[str], ...] = ([], [f"n{side}", "l0"], [f"c{side}"])
        parts = [ways[line[side] - 3] if line[side] > 2 else [f"l{line[0]}"] for line in lines]
        return text(*(one for part in parts for one in part))

    base, mine, theirs = text(*(f"l{line[0]}" for line in lines)), changed(1), changed(2)
    assert merged(base, mine, base) == mine
    assert merged(base, base, theirs) == theirs
    assert merged(base, mine, mine) == mine
    both = merged(base, mine, theirs)
    assert merged(base, theirs, mine) == both
    if both is not None:
        added = [line for side in (mine, theirs) for line in side.split("\n") if line[:1] in ("n", "c")]
        assert set(added) <= set(both.split("\n"))
