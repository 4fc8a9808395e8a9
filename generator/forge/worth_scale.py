"""What items are worth, on a scale beside the existing deck: by a rule of the game, or by a measure of its lab."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from generator.lab.deck import exact_all, worked_out
from generator.lab.lab_file import Lab
from generator.lab.question import BadQuestion
from generator.model.game import Item, Kind
from generator.rules.checks.worth import worth_of
from generator.rules.rule import Rule


class WorthScale(Struct, frozen=True):
    """A scale of worth, named after the rule or measure that it is of; ``limits`` are those that a rule sets."""

    name: str
    low: Fraction  # the least that is on it
    high: Fraction
    of: Mapping[str, Fraction]  # by the ids of new items
    at_hand: Sequence[tuple[Fraction, int]]  # worth and copies, in the order of worth
    limits: tuple[Fraction, Fraction] | None = None
    unit: str = ""


def worth_scale(kind: Kind, rules: Iterable[Rule], lab: Lab, added: Sequence[Item]) -> WorthScale | None:
    """The scale of the kind's `worth` rule, else of its first measure in the lab; None where it has neither.

    Args:
        kind: the kind, with the existing items.
        rules: the game's rules in force.
        lab: the game's lab.
        added: new items, which are to be placed on it.
    """
    at_hand = [item for item in kind.items if item.copies and not item.broken]
    for rule in rules:
        if rule.kind == kind.name and rule.check_name == "worth":
            low, high = Fraction(str(rule.settings.min)), Fraction(str(rule.settings.max))
            of = {item.id: worth_of(item, rule.settings) for item in added}
            known = _tallied((worth_of(item, rule.settings), item.copies) for item in at_hand)
            return _scale(rule.name, of, known, (low, high))
    for measure in lab.measures:
        if measure.kind == kind.name:
            try:
                old, new = (exact_all(worked_out(items, measure.expression)) for items in (at_hand, added))
            except BadQuestion:
                continue  # which `pnp check` reports
            of = {item.id: value for item, value in zip(added, new, strict=True) if value is not None}
            copies = zip(at_hand, old, strict=True)
            known = _tallied((value, item.copies) for item, value in copies if value is not None)
            return _scale(measure.name, of, known, None, measure.unit)
    return None


def _tallied(worths: Iterable[tuple[Fraction, int]]) -> list[tuple[Fraction, int]]:
    counts: Counter[Fraction] = Counter()
    for worth, copies in worths:
        counts[worth] += copies
    return sorted(counts.items())


def _scale(
    name: str,
    of: Mapping[str, Fraction],
    at_hand: Sequence[tuple[Fraction, int]],
    limits: tuple[Fraction, Fraction] | None,
    unit: str = "",
) -> WorthScale | None:
    ends = [*of.values(), *(worth for worth, _ in at_hand), *(limits or ())]
    if not ends or min(ends) == max(ends):
        return None
    return WorthScale(name, min(ends), max(ends), of, at_hand, limits, unit)
