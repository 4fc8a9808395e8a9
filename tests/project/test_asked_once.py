"""What is asked for several times in a check is worked out once, and counts each time."""

import pytest

from generator.core.notes import noting, take_note
from generator.model.budget import METER, ExhaustedError
from generator.project.asked_once import AskedOnce


def worker(told: list[str]) -> str:
    take_note("file", "somewhere")
    told.append("worked")
    METER.work(40)
    return "answer"


def test_an_answer_is_worked_out_once_and_its_steps_and_notes_count_each_time() -> None:
    told: list[str] = []
    ask = AskedOnce()
    with METER.allowance(1_000, "a test"):
        for left in (960, 920, 880):
            with noting() as notes:
                assert ask("what", lambda: worker(told)) == "answer"
            assert (METER.balance, list(notes)) == (left, [("file", "somewhere")])
        assert told == ["worked"]
        assert ask("what else", lambda: "another") == "another"


def test_where_an_answer_takes_more_than_is_left_it_is_worked_out_anew_and_ends_as_it_would() -> None:
    told: list[str] = []
    ask = AskedOnce()
    with METER.allowance(60, "a test"):
        ask("what", lambda: worker(told))
        with pytest.raises(ExhaustedError, match="a test takes more than 60 steps"):
            ask("what", lambda: worker(told))
    assert told == ["worked", "worked"]
