"""The chance of a draw or of a roll lies within limits.

A draw: ``where`` says which items are looked for, ``draws`` how many are drawn from the shuffled deck without putting
back, ``at_least`` (1 if absent) or ``exactly`` how many of them are wanted. Items count with their copies; ``when``
says which are in the deck at all. A roll: a comparison in ``roll``, such as ``d12+4>=10`` or ``best 1 of 2d12 >= 9``.
The limits ``min`` and ``max`` are chances from 0 to 1; ``what`` names the chance in messages. ``pnp odds draw`` and
``pnp odds dice`` answer the same questions.

PASS
    fields: {kind: {type: string}}
    rule: {check: odds, draws: 2, where: kind == 'gold', min: 0.4, max: 0.6}
    items:
      - {id: nugget, kind: gold}
      - {id: sand, kind: dust, copies: 3}

FAIL 4:5
    fields: {kind: {type: string}}
    rule: {check: odds, draws: 2, where: kind == 'gold', min: 0.4, max: 0.6}
    items:
      - {id: nugget, kind: gold}
      - {id: sand, kind: dust, copies: 9}

PASS
    fields: {bonus: {type: whole}}
    rule: {check: odds, roll: d12 + 4 >= 10, min: 0.5}
    items:
      - {id: knight, bonus: 4}

FAIL 4:5
    fields: {bonus: {type: whole}}
    rule: {check: odds, roll: d12 + 4 >= 12, min: 0.5}
    items:
      - {id: knight, bonus: 4}
"""

from collections.abc import Iterator
from fractions import Fraction

from generator.balance.rule import Breach, RuleScope
from generator.catalog.expressions import evaluate
from generator.catalog.fields import Field, NumberField, StringField
from generator.catalog.values import Record
from generator.chances.dice import DiceError, roll
from generator.chances.distribution import chance_of

MOST_DRAWS = 1_000

PARAMETERS: dict[str, Field] = {
    "draws": NumberField(),
    "where": StringField(),
    "at_least": NumberField(),
    "exactly": NumberField(),
    "roll": StringField(),
    "what": StringField(default="the chance"),
    "min": NumberField(whole=False, default=0),
    "max": NumberField(whole=False, default=1),
}


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the deck, at its first item, if the chance is too small or too large."""
    if not scope.items:
        return
    if (settings.roll is None) == (settings.draws is None):
        scope.faults.append(("roll", "a rule about odds has either draws (with where) or roll"))
        return
    chance = _of_draw(scope, settings) if settings.roll is None else _of_roll(scope, settings)
    if chance is None or Fraction(str(settings.min)) <= chance <= Fraction(str(settings.max)):
        return
    share = f"{chance}" if chance.denominator < 1000 else f"{float(chance):.4f}"
    message = f"{settings.what} is {float(100 * chance):.1f} % ({share}); {settings.min} to {settings.max} wanted"
    yield Breach(scope.items[0], (), message, "change some items, or the numbers in balance.yaml")


def _of_roll(scope: RuleScope, settings: Record) -> Fraction | None:
    try:
        chance = roll(settings.roll)
    except DiceError as error:
        scope.faults.append(("roll", str(error)))
        return None
    if not isinstance(chance, Fraction):
        scope.faults.append(("roll", f"{settings.roll!r} compares nothing; add such as >= 10"))
        return None
    return chance


def _of_draw(scope: RuleScope, settings: Record) -> Fraction | None:
    """The chance of a draw; None where the rule itself is wrong."""
    if settings.where is None:
        scope.faults.append(("draws", "where is missing: which items are looked for"))
    elif not 1 <= settings.draws <= MOST_DRAWS:
        scope.faults.append(("draws", f"draws is {settings.draws:,}; 1 to {MOST_DRAWS:,} can be answered"))
    elif settings.at_least is not None and settings.exactly is not None:
        scope.faults.append(("exactly", "at_least and exactly exclude each other"))
    else:
        deck = sum(item.copies for item in scope.items)
        marked = sum(item.copies for item in scope.items if evaluate(settings.where, item.fields))
        if settings.draws > deck:
            scope.faults.append(("draws", f"draws is {settings.draws}; the deck holds {deck}"))
            return None
        least = 1 if settings.at_least is None else settings.at_least
        return chance_of(deck, marked, settings.draws, at_least=least, exactly=settings.exactly)
    return None
