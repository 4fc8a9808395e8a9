"""The chance of a draw or of a roll lies within limits.

Items count with their copies; ``when`` says which are in the deck at all. ``pnp odds draw`` and ``pnp odds dice``
answer the same questions.

SETTINGS
draws: a draw: how many are drawn, without putting back
    such as: 3
where: which items are looked for; needed with `draws`
    such as: cost < 3
at_least: how many of them are wanted
    else: 1
    such as: 2
exactly: how many exactly
    such as: 2
roll: or a roll: dice with a comparison
    such as: d12 + 4 >= 10
what: what the chance is called, in messages
    such as: a good start
min: the smallest chance, from 0 to 1
    such as: 0.4
max: the largest chance, from 0 to 1
    such as: 0.6

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

from generator.core.dice import DiceError, roll
from generator.core.distribution import chance_of
from generator.model.expressions import evaluate
from generator.model.fields import Field, NumberField, ReadContext, StringField, WithinField
from generator.model.values import Record
from generator.read.tree import Node, Scalar
from generator.rules.rule import Breach, Reach, RuleScope
from generator.rules.settings import ExpressionField, settings_of

MOST_DRAWS = 1_000
HINT = "change some items, or the numbers in balance.yaml"


class RollField(Field, frozen=True):
    """A roll of dice that is compared with something. Read as its chance."""

    def read(self, node: Node, context: ReadContext) -> Fraction | None:
        if not isinstance(node, Scalar):
            self._wrong(node, context, "a roll", "such as d12+4>=10")
            return None
        try:
            chance = roll(node.text)
        except DiceError as error:
            context.report.add(node, "wrong-type", str(error), "such as d12+4>=10")
            return None
        if isinstance(chance, Fraction):
            return chance
        context.report.add(node, "wrong-type", f"{node.text!r} compares nothing", "add such as >= 10")
        return None


REACH: Reach = "deck"
NEEDS = ("draws", "roll")
APART = (("draws", "roll"), ("at_least", "exactly"))
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    draws=WithinField(low=1, high=MOST_DRAWS),
    where=ExpressionField(),
    at_least=WithinField(),
    exactly=WithinField(),
    roll=RollField(),
    what=StringField(default="the chance"),
    min=NumberField(whole=False, default=0),
    max=NumberField(whole=False, default=1),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the deck, at its first item, if the chance is too small or too large."""
    if not scope.items:
        return
    scope.judged += 1
    deck = sum(item.copies for item in scope.items)
    if settings.roll is None and settings.draws > deck:
        message = f"{settings.draws} cannot be drawn: the deck holds {deck}"
        yield Breach(scope.items[0], (), message, HINT)
        return
    chance = _of_draw(scope, settings, deck) if settings.roll is None else settings.roll
    if Fraction(str(settings.min)) <= chance <= Fraction(str(settings.max)):
        return
    share = f"{chance}" if chance.denominator < 1000 else f"{float(chance):.4f}"
    message = f"{settings.what} is {float(100 * chance):.1f} % ({share}); {settings.min} to {settings.max} wanted"
    yield Breach(scope.items[0], (), message, HINT)


def _of_draw(scope: RuleScope, settings: Record, deck: int) -> Fraction:
    marked = sum(item.copies for item in scope.items if settings.where is None or evaluate(settings.where, item.fields))
    least = 1 if settings.at_least is None else settings.at_least
    return chance_of(deck, marked, settings.draws, at_least=least, exactly=settings.exactly)
