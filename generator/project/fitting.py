"""Whether what kinds ask for by name is for their items, tried out by whichever process draws them next.

What a procedure makes of an item is kept where it was made, and takes long enough that no other process should wait for
it. Where something does not fit, the kind is to be rid of it before anything is drawn: that game is checked by one
process, which does so (`generator.project.procedures`).
"""

from collections.abc import Callable

from generator.model.game import Kind
from generator.project.check_parts import Findings
from generator.project.checked import Checked
from generator.project.memory import Memory
from generator.project.procedures import unfit_of, unfit_procedures

FIT, UNFIT = (Findings([], [], set(), 0, sound=sound) for sound in (True, False))


def asks(kind: Kind) -> bool:
    """Whether a kind asks for something by name."""
    return bool(kind.derived) or kind.procedure is not None


def fitting(checked: Checked, kind: Kind) -> Findings:
    """`FIT` if what a kind asks for is for its items, else `UNFIT`."""
    if asks(kind) and list(unfit_of(checked.game, kind, checked.renderer.derived, Memory())):
        return UNFIT
    return FIT


def unless_unfit(checked: Checked, task: Callable[[], Findings]) -> Findings:
    """What a task gives, and raises; `UNFIT` where it fails and a kind asks for what its items can't have."""
    try:
        return task()
    except (ValueError, LookupError, AttributeError, TypeError):
        if not list(unfit_procedures(checked.game, checked.renderer.derived, Memory())):
            raise
        return UNFIT
