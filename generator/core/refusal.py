"""Why a command is not carried out. Whatever room finds the reason raises one of these, and the door says it.

Refusal: all of them
├── WrongUse: what was asked for contradicts itself, or says nothing that can be done
├── NotFound: a folder, game, kind, item or name that was asked for is not there
├── Infeasible: it was understood and all is there, but it cannot be made: too large for the paper, not so many left
└── Faulty: files have errors that their author is to mend first
"""

from collections.abc import Sequence

from generator.core.problem import Problem, has_errors


class Refusal(Exception):
    """What was asked for is not done; the message says in one line why, and what could be done instead."""


class WrongUse(Refusal):
    """What was asked for contradicts itself, or says nothing that can be done."""


class NotFound(Refusal):
    """Something that was asked for is not there; the message says which, and what there is."""


class Infeasible(Refusal):
    """What was asked for cannot be made; the message says in one line why."""


class Faulty(Refusal):
    """Files have errors; ``outcome`` says what became of the work."""

    def __init__(self, problems: Sequence[Problem], outcome: str) -> None:
        super().__init__(f"{problems[0].file}: {problems[0].message}")
        self.problems, self.outcome = list(problems), outcome


def require_sound(problems: Sequence[Problem], outcome: str) -> None:
    """Go on only where no problem is an error.

    Raises:
        Faulty: one is.
    """
    if has_errors(list(problems)):
        raise Faulty(problems, outcome)
