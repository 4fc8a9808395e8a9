"""Answers that need a library are worked out where it is, and known where it is not."""

from typing import NamedTuple

import pytest

from generator.core.prepared import _TAKEN, MissingAnswer, pack_prepared, prepared, preparing, take_prepared


class Sort(NamedTuple):
    name: str
    data: bytes


_ASKED: list[bytes] = []


@prepared(tuple[int, Sort | None])
def _counted(data: bytes, step: int) -> tuple[int, Sort | None]:
    _ASKED.append(data)
    if not data:
        raise ValueError("nothing is there")
    return len(data) * step, Sort("letters", data[:2]) if step > 1 else None


def test_an_answer_that_was_prepared_is_given_without_the_work() -> None:
    with preparing() as answers:
        assert _counted(b"abc", 2) == (6, Sort("letters", b"ab"))
        assert _counted(b"abc", 1) == (3, None)
        with pytest.raises(ValueError, match="nothing"):
            _counted(b"", 1)
    assert len(answers) == 2
    packed = pack_prepared({key: answers[key] for key in reversed(answers)})
    assert packed == pack_prepared(answers)
    take_prepared(packed)
    try:
        _ASKED.clear()
        assert _counted(b"abc", 2) == (6, Sort("letters", b"ab"))
        assert _counted(b"abc", 1) == (3, None)
        with pytest.raises(MissingAnswer) as missing:
            _counted(b"abc", 3)
        assert sorted(missing.value.near) == [(3, None), (6, Sort("letters", b"ab"))]
        with pytest.raises(MissingAnswer) as missing:
            _counted(b"abcd", 2)
        assert missing.value.near == []
        assert _ASKED == []
    finally:
        _TAKEN.clear()


def test_nothing_is_noted_outside_the_block() -> None:
    with preparing() as answers:
        pass
    _counted(b"xyz", 1)
    assert answers == {}
