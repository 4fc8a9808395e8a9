"""Items that differ in a few whole numbers and one choice: a tile with its numbers and the way it points.

The space is what the rules in force leave of it: every number between the least and the most of its `number-range`, and
of these combinations all that break no rule by themselves, warnings among them.

    recipe: grid
    numbers: [length, weight]   # the fields; the first is spread evenly over the run
    even: side                  # the choice of which each word comes equally often
    since: run                  # counted in the run; deck: with the items at hand
    tags: {heavy: weight > 5}   # names for `texts`: an item has those whose expression holds

No combination comes twice, nor one that an item at hand has, while there are others; when all are used, they start
over. The words of the choice come as often as each other, or one more (the largest remainder of equal shares), as far
as enough combinations are left. A `mean` rule is kept to along the way: of the combinations that would do, one is taken
that brings the sum of what it reckons near the middle. Items are made one at a time, from what is left of the space.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from generator.catalog.expressions import evaluate
from generator.catalog.fields import ChoiceField, Field, ListField, MapField, StringField
from generator.catalog.values import Record
from generator.forge.item_rules import ItemRules
from generator.forge.item_template import FormulaField, value_of
from generator.forge.request import Context, Draft, Request
from generator.refusal import Infeasible

PARAMETERS: dict[str, Field] = {
    "numbers": ListField(required=True),
    "even": StringField(required=True),
    "since": ChoiceField(of=("run", "deck"), default="run"),
    "tags": MapField(of=FormulaField()),
}
OPTIONS = frozenset[str]()

LARGEST = 20_000  # combinations of numbers
SLACK = 2.0  # by which the sum of what a `mean` rule reckons may be off before it is brought back

GridCell = tuple[int, ...]


def make(context: Context, settings: Record, request: Request) -> Iterator[Draft]:
    """Yield the drafts; see `Recipe`."""
    words = _words(context, settings.even)
    cells = _cells(context, settings)
    pulls = _pulls(context, settings.numbers, cells)
    tags = {cell: _tags(cell, settings) for cell in cells}
    taken = [read for item in context.taken if (read := _read(item.fields, settings)) is not None]
    table = _Table(cells, words, pulls, taken, context.rng)
    if settings.since == "deck":
        table.counts.update(word for _, word in taken)
    for _ in range(request.count):
        cell, word = table.draw()
        yield Draft({**dict(zip(settings.numbers, cell, strict=True)), settings.even: word}, tags[cell])
    if table.again:
        context.notes.append(
            f"the space is used up: {table.again:,} of the {request.count:,} have the numbers and the "
            f"{settings.even} of another"
        )


def _words(context: Context, even: str) -> tuple[str, ...]:
    field = context.kind.fields.get(even)
    if not isinstance(field, ChoiceField) or not field.of:
        raise Infeasible(f"{even!r} is no choice among the fields of {context.kind.name}")
    return tuple(field.of)


def _cells(context: Context, settings: Record) -> list[GridCell]:
    """The combinations of numbers that break no rule."""
    spans = [_span(context, name) for name in settings.numbers]
    size = 1
    for span in spans:
        size *= len(span)
    if size > LARGEST:
        raise Infeasible(f"{', '.join(settings.numbers)} have {size:,} combinations; {LARGEST:,} can be looked at")
    item_rules = ItemRules(context)
    every = product(*spans)
    cells = [cell for cell in every if item_rules.breach(dict(zip(settings.numbers, cell, strict=True))) is None]
    if not cells:
        raise Infeasible(f"the rules leave no {' and '.join(settings.numbers)} for {context.kind.name}")
    return cells


def _span(context: Context, name: str) -> range:
    low, high = None, None
    for rule in context.rules_about("number-range", name):
        low = rule.min if low is None else max(low, rule.min)
        high = rule.max if high is None else min(high, rule.max)
    if low is None or high is None:
        raise Infeasible(f"{context.game.name} has no `number-range` rule with min and max for {name}")
    return range(int(low), int(high) + 1)


def _pulls(context: Context, numbers: list[str], cells: list[GridCell]) -> dict[GridCell, float]:
    """For each combination, how far it is from the middle of what a `mean` rule wants."""
    pulls = dict.fromkeys(cells, 0.0)
    for rule in context.rules:
        if rule.check_name != "mean":
            continue
        middle = (rule.settings.min + rule.settings.max) / 2
        for cell in cells:
            fields = context.new_item(**dict(zip(numbers, cell, strict=True)))
            if rule.when is None or evaluate(rule.when, fields):
                reckoned = evaluate(rule.settings.of, fields)
                pulls[cell] += reckoned - middle if isinstance(reckoned, int | float) else 0.0
    return pulls


def _tags(cell: GridCell, settings: Record) -> frozenset[str]:
    values: dict[str, Any] = dict(zip(settings.numbers, cell, strict=True))
    return frozenset(name for name, holds in (settings.tags or {}).items() if value_of(holds, values))


def _read(fields: dict[str, Any], settings: Record) -> tuple[GridCell, str] | None:
    numbers = tuple(fields.get(name) for name in settings.numbers)
    word = fields.get(settings.even)
    if not isinstance(word, str) or not all(isinstance(number, int) for number in numbers):
        return None
    return tuple(int(number) for number in numbers if number is not None), word


class _Table:
    """The combinations that are left, and what was drawn so far."""

    def __init__(
        self,
        cells: list[GridCell],
        words: tuple[str, ...],
        pulls: dict[GridCell, float],
        taken: list[tuple[GridCell, str]],
        rng: Random,
    ) -> None:
        self.cells, self.words, self.pulls, self.rng = cells, words, pulls, rng
        self.counts: Counter[str] = Counter(dict.fromkeys(words, 0))  # draws by word
        self.first: Counter[int] = Counter()  # by the first number
        self.uses = Counter(cell for cell, _ in taken)
        self.sum = 0.0
        self.again = 0  # drawn although they were there before
        self._rounds = 0
        self._gone = set(taken)
        self._fill()

    def _fill(self) -> None:
        """Put all combinations on the table, less those gone."""
        self.left: dict[str, dict[int, list[GridCell]]] = {}
        for word in self.words:
            rows: dict[int, list[GridCell]] = {}
            for cell in self.cells:
                if (cell, word) not in self._gone:
                    rows.setdefault(cell[0], []).append(cell)
            self.left[word] = rows
        self._gone = set()

    def draw(self) -> tuple[GridCell, str]:
        """Take one from the table, which is filled anew when it is empty."""
        open_words = [word for word in self.words if self.left[word]]
        if not open_words:
            self._rounds += 1
            self._fill()
            open_words = list(self.words)
        self.again += self._rounds > 0
        chance = self.rng.random
        word = min(open_words, key=lambda word: (self.counts[word], chance()))
        rows = self.left[word]
        row = min(rows, key=lambda number: (self.first[number], chance()))
        cell = min(rows[row], key=lambda cell: (self._off(cell), self.uses[cell], chance()))
        rows[row].remove(cell)
        if not rows[row]:
            del rows[row]
        self.counts[word] += 1
        self.first[row] += 1
        self.uses[cell] += 1
        self.sum += self.pulls[cell]
        return cell, word

    def _off(self, cell: GridCell) -> float:
        return max(0.0, abs(self.sum + self.pulls[cell]) - SLACK)
