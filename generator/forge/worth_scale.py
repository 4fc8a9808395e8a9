"""What items are worth, on a scale beside the existing deck, and the shares of their types: for pages about the
forge."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from generator.forge.forge import NewItem
from generator.forge.item_rules import read_item
from generator.lab.deck import exact_all, worked_out
from generator.lab.lab_file import Lab
from generator.lab.numbers import Counts, counted
from generator.lab.question import BadQuestion
from generator.model.game import Game, Item, Kind
from generator.rules.checks.shares import counted_by
from generator.rules.checks.worth import worth_of
from generator.rules.rule import Rule


class WorthScale(Struct, frozen=True):
    """A scale of worth, named after the rule or measure that it is of; ``limits`` are those that a rule sets."""

    name: str
    low: Fraction  # the least that is on it
    high: Fraction
    of: Mapping[str, Fraction]  # by the ids of new items
    at_hand: Counts  # worths with copies, in the order of worth
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
            worths = counted((worth_of(item, rule.settings), item.copies) for item in at_hand)
            return _scale(rule.name, of, worths, (low, high))
    for measure in lab.measures:
        if measure.kind == kind.name:
            try:
                old, new = (exact_all(worked_out(items, measure.expression)) for items in (at_hand, added))
            except BadQuestion:
                continue  # which `pnp check` reports
            of = {item.id: value for item, value in zip(added, new, strict=True) if value is not None}
            copies = zip(at_hand, old, strict=True)
            worths = counted((value, item.copies) for item, value in copies if value is not None)
            return _scale(measure.name, of, worths, None, measure.unit)
    return None


def _scale(
    name: str, of: Mapping[str, Fraction], at_hand: Counts, limits: tuple[Fraction, Fraction] | None, unit: str = ""
) -> WorthScale | None:
    ends = [*of.values(), *at_hand, *(limits or ())]
    if not ends or min(ends) == max(ends):
        return None
    return WorthScale(name, min(ends), max(ends), of, at_hand, limits, unit)


class ShareLine(Struct, frozen=True):
    """One sort of a deck: how many it had and has, and what share of the deck is wanted, if a rule says so."""

    sort: str
    before: int
    after: int
    wanted: Fraction | None  # of 1


class ShareTable(Struct, frozen=True):
    """The sorts of a deck as a `shares` rule tells them apart, or as a choice among the fields does."""

    name: str  # of the rule or the field
    lines: tuple[ShareLine, ...]

    @property
    def before(self) -> int:
        """All that was counted at hand."""
        return sum(line.before for line in self.lines)

    @property
    def after(self) -> int:
        """All that is counted with the new items."""
        return sum(line.after for line in self.lines)


def share_tables(
    game: Game, kind: Kind, rules: Sequence[Rule], new_items: Iterable[NewItem], replaced: Collection[str] = ()
) -> list[ShareTable]:
    """The shares of a kind before and after, with every copy counted.

    Args:
        game: the game.
        kind: what was made.
        rules: the game's rules in force; each `shares` rule about the kind gives a table.
        new_items: what comes.
        replaced: the ids of those whose place the new ones take.
    """
    before = kind.items
    stay = [item for item in before if item.id not in replaced]
    after = [*stay, *(read_item(kind, item.fields, game.languages)[0] for item in new_items)]
    return [*_ruled(kind, rules, before, after), *_chosen(kind, before, after)]


def _ruled(kind: Kind, rules: Iterable[Rule], before: Sequence[Item], after: Sequence[Item]) -> Iterator[ShareTable]:
    for rule in rules:
        if rule.kind == kind.name and rule.check_name == "shares":
            rule_shares = {sort: Fraction(str(share)) / 100 for sort, share in rule.settings.of.items()}
            had, has = (counted_by(rule, items) for items in (before, after))
            if had is not None and has is not None:
                yield _table(rule.name, (had, has), rule_shares, rule_shares)


def _chosen(kind: Kind, before: Sequence[Item], after: Sequence[Item]) -> Iterator[ShareTable]:
    """A table for each choice that tells the items apart."""
    for name, field in kind.fields.items():
        if field.choices:
            counts: list[Counter[str]] = [Counter(), Counter()]
            for items, count in zip((before, after), counts, strict=True):
                for item in items:
                    if item.fields.get(name) is not None:
                        count[str(item.fields[name])] += item.copies
            yield _table(name, counts, field.choices, {})


def _table(
    name: str, counts: Sequence[Counter[str]], sorts: Iterable[str], rule_shares: Mapping[str, Fraction]
) -> ShareTable:
    had, has = counts
    every = dict.fromkeys([*sorts, *sorted({*had, *has})])
    return ShareTable(name, tuple(ShareLine(sort, had[sort], has[sort], rule_shares.get(sort)) for sort in every))
