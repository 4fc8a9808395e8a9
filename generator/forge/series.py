"""Numbers that go on from those at hand, with their codes."""

from msgspec import Struct

from generator.core.refusal import Infeasible
from generator.forge.request import Context
from generator.rules.checks.positional_code import in_base


class Series(Struct, frozen=True):
    """What the `positional-code` rule in force says of new items."""

    code: str  # the field
    number: str  # the field
    first: int  # the number of the first new item
    base: int
    digits: int

    def at(self, place: int) -> dict[str, int | str]:
        """The number and code of the item made in a place, from 0."""
        number = self.first + place
        return {self.number: number, self.code: in_base(number, self.base, self.digits)}


def series(context: Context, count: int) -> Series | None:
    """The numbers after the largest at hand; None where items have no codes.

    Raises:
        Infeasible: not so many are left.
    """
    rule = next((rule for rule in context.rules if rule.check_name == "positional-code"), None)
    if rule is None:
        return None
    name, base, digits = rule.settings.number, rule.settings.base, rule.settings.digits
    numbers = (item.fields.get(name) for item in context.taken)
    first = max((number for number in numbers if isinstance(number, int)), default=0) + 1
    last = base**digits - 1
    left = max(0, last - first + 1)
    if count > left:
        span = f"the numbers {first} to {last} are free" if left else f"no number up to {last} is free"
        raise Infeasible(f"{count:,} were asked for, and {left:,} can be made: {span}")
    return Series(rule.settings.code, name, first, base, digits)
