"""What operators in expressions do, each with what it costs."""

from typing import Any

from generator.model.budget import METER, made, text_of, weight
from generator.model.filters import MAX_NUMBER, bounded

SHORT = 100  # characters that cost nothing to speak of

# Named once, as a union written where it is asked for is made anew each time.
NUMBER = (int, float)
LEAST = -MAX_NUMBER


def plus(left: Any, right: Any) -> Any:
    """``left + right``."""
    if type(left) not in NUMBER and not isinstance(left, NUMBER):
        METER.charge(len(left) if hasattr(left, "__len__") else 1)
    total = left + right
    return total if type(total) in NUMBER and LEAST <= total <= MAX_NUMBER else bounded(total)


def times(left: Any, right: Any) -> Any:
    """``left * right``, of numbers only."""
    if not (isinstance(left, NUMBER) and isinstance(right, NUMBER)):
        raise _not_of_numbers("*", left, right)
    product = left * right
    return product if LEAST <= product <= MAX_NUMBER else bounded(product)


def remainder(left: Any, right: Any) -> Any:
    """``left % right``, of numbers only."""
    if not (isinstance(left, NUMBER) and isinstance(right, NUMBER)):
        raise _not_of_numbers("%", left, right)
    return left % right


def _not_of_numbers(operator: str, left: Any, right: Any) -> TypeError:
    return TypeError(f"{operator} works on numbers only, not on {type(left).__name__} and {type(right).__name__}")


def joined(parts: tuple[Any, ...]) -> str:
    """The parts of ``a ~ b`` as one text."""
    return made("".join([part if type(part) is str else text_of(part) for part in parts]))  # type: ignore[no-any-return]


def weighed(value: Any) -> Any:
    """A value that is about to be compared."""
    kind = type(value)
    if kind not in NUMBER and (kind is not str or len(value) > SHORT):
        weight(value)
    return value


def part(value: Any, cut: slice) -> Any:
    """``value[from:to]``."""
    return bounded(value[cut])
