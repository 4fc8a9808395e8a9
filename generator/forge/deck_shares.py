"""The shares that a new deck keeps: of its lengths, its keys, its gains and losses."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeVar

from msgspec import Struct

from generator.forge.request import Context
from generator.forge.space import Space
from generator.model.budget import ExpressionError
from generator.model.expressions import evaluate
from generator.model.game import Item
from generator.model.values import Record
from generator.rules.rule import Rule

T = TypeVar("T")


class Shares(Struct, frozen=True):
    """What lengths, keys, gains and losses are in proportion to; a part with no weights at all is shared out evenly."""

    lengths: dict[int, Fraction]
    keys: dict[str, Fraction]
    signs: dict[int, Fraction]  # 1 gains, -1 losses
    by_key: dict[tuple[str, int], Fraction]  # the same, for each key; a preference, not a promise


def members_of(item: Item, field: str) -> list[tuple[str, int]]:
    """Keys and signed sizes of an item's members."""
    return [(member.key, member.value) for member in item.fields.get(field) or []]


def deck_shares(items: Iterable[Item], field: str, unsigned: Sequence[str]) -> Shares:
    """The shares of a deck at hand, each item counted with its copies; items without members don't count."""
    lengths: Counter[int] = Counter()
    symbols: Counter[tuple[str, int]] = Counter()
    for item in items:
        members = members_of(item, field)
        lengths[len(members)] += item.copies
        for key, value in members:
            symbols[key, 0 if key in unsigned else 1 if value > 0 else -1] += item.copies
    del lengths[0]
    keys: Counter[str] = Counter()
    signs: Counter[int] = Counter()
    for (key, sign), count in symbols.items():
        keys[key] += count
        if sign:
            signs[sign] += count
    return Shares(_fractions(lengths), _fractions(keys), _fractions(signs), _fractions(symbols))


def ruled_shares(context: Context, field: str, space: Space, otherwise: Shares) -> Shares:
    """The shares that the rules in force ask for; those on which they are silent as in ``otherwise``.

    A `shares` rule says what it is about by an expression, so each is tried on sample members and items to see whether
    it tells keys apart, or gains from losses, or long items from short ones.
    """
    lengths, keys, signs = otherwise.lengths, otherwise.keys, otherwise.signs
    samples = {
        (symbol.key, symbol.sign): Record({"key": symbol.key, "value": symbol.sign or 1}) for symbol in space.symbols
    }
    for rule in context.rules:
        if rule.check_name != "shares":
            continue
        wanted = {sort: Fraction(str(share)) for sort, share in rule.settings.of.items()}
        if rule.settings.each == field:
            sorts = {symbol: _sort(rule, context, field, [sample], sample) for symbol, sample in samples.items()}
            if all(sorts[symbol] == symbol[0] for symbol in sorts):
                keys = {key: wanted.get(key, Fraction(0)) for key, _ in sorts}
            else:
                signs = _by_sign(sorts, wanted) or signs
        elif rule.settings.each is None:
            sample = next(iter(samples.values()))
            named = {length: _sort(rule, context, field, [sample] * length, None) for length in space.lengths}
            if set(named.values()) <= set(wanted):
                lengths = {length: wanted[sort] for length, sort in named.items()}
    return Shares(lengths, keys, signs, otherwise.by_key)


def _sort(rule: Rule, context: Context, field: str, members: list[Record], member: Record | None) -> str:
    try:
        return str(evaluate(rule.settings.by, {**context.new_item(**{field: members}), "member": member}))
    except ExpressionError:
        return ""


def _by_sign(sorts: dict[tuple[str, int], str], wanted: dict[str, Fraction]) -> dict[int, Fraction]:
    """The shares of gains and losses, where a rule gives all gains one sort and all losses another."""
    found = {sign: {sort for (_, other), sort in sorts.items() if other == sign} for sign in (1, -1)}
    if all(len(found[sign]) == 1 and found[sign] <= set(wanted) for sign in found) and found[1] != found[-1]:
        return {sign: wanted[next(iter(found[sign]))] for sign in found}
    return {}


def _fractions(counts: Counter[T]) -> dict[T, Fraction]:
    return {key: Fraction(count) for key, count in counts.items()}
