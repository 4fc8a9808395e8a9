"""Items that differ in a few whole numbers and one choice: a tile with its numbers and the way it points.

The space is what the rules in force leave of it: every number between the least and the most of its `number-range`, and
of these combinations, with each word of the choice, all that break no rule by themselves, warnings among them. What a
`unique` rule lets stand once is taken once.

    recipe: grid
    numbers: [length, weight]   # the fields; the first is spread evenly over the run
    even: side                  # the choice of which each word comes equally often
    since: run                  # counted in the run; deck: with the existing items
    tags: {heavy: weight > 5}   # names for `texts`: an item has those whose expression holds

No combination comes twice, nor one that an item at hand has, while there are others; when all are used, they start
over. The words of the choice come as often as each other, or one more (the largest remainder of equal shares), as far
as enough combinations are left. A `mean` rule is kept to along the way: of the combinations that would do, one is taken
that brings the sum of what it reckons near the middle. Items are made one at a time, from what is left of the space.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import product
from math import prod
from typing import Any

from generator.core.problem import Infeasible
from generator.forge.item_rules import Distinct, ItemRules
from generator.forge.item_template import FormulaField, value_of
from generator.forge.place import WRONG, Place
from generator.forge.request import Context, Draft, Lever, Request
from generator.model.budget import ExpressionError
from generator.model.expressions import evaluate
from generator.model.fields import ChoiceField, Field, ListField, MapField, NumberField, StringField
from generator.model.values import Record
from generator.rules.rulebook import BrokenRule, own_mistake

PARAMETERS: dict[str, Field] = {
    "numbers": ListField(
        required=True,
        says="the fields with the numbers; the first is spread evenly",
        example="[length, weight]",
    ),
    "even": StringField(required=True, says="a choice: each of its words comes equally often", example="side"),
    "since": ChoiceField(
        of=("run", "deck"),
        default="run",
        says="whether the new items count alone, or with the existing ones",
        example="deck",
    ),
    "tags": MapField(
        of=FormulaField(),
        says="names for `texts`: an item has those whose expression holds",
        example="{heavy: weight > 5}",
    ),
}
OPTIONS = frozenset[str]()

LARGEST = 20_000  # combinations of numbers
SLACK = 2.0  # by which the sum of what a `mean` rule reckons may be off before it is brought back

GridCell = tuple[int, ...]


def levers(_context: Context, _settings: Record) -> Iterator[Lever]:
    """None but those of every run; see `Recipe`."""
    yield from ()


def make(context: Context, settings: Record, request: Request) -> Iterator[Draft]:
    """Yield the drafts; see `Recipe`."""
    words = context.words(settings.even)
    cells = legal_cells(context, settings, words)
    tags = {cell: tags_of(cell, settings) for cell in _all(cells)}
    taken = [read for item in context.taken if (read := _read(item.fields, settings)) is not None]
    table = _Table(context, settings, cells, taken)
    if settings.since == "deck":
        table.counts.update(word for _, word in taken)
    for _ in range(request.count):
        cell, fields = table.draw()
        yield Draft(fields, tags[cell])
    if table.again:
        context.notes.append(
            f"the space is used up: {table.again:,} of the {request.count:,} have the numbers and the "
            f"{settings.even} of another"
        )


def examine(context: Context, settings: Record, place: Place, given: Collection[str]) -> Iterator[frozenset[str]]:
    """Note what is wrong with the settings; see `Recipe`."""
    kind, numbers = context.kind, settings.numbers
    fine = place.field(("even",), settings.even, kind, ChoiceField)
    for number, name in enumerate(numbers):
        fine &= place.field(("numbers", number), name, kind, NumberField)
    if not numbers or len(set(numbers)) < len(numbers):
        place.tell(("numbers",), "missing-field", "numbers names one field or several, each once", "such as [length]")
        return
    for name, holds in (settings.tags or {}).items():
        fine &= place.expression(("tags", name), holds, numbers)
    place.gives(kind, {*numbers, settings.even, *given})
    if not fine:
        return
    try:
        cells = legal_cells(context, settings, context.words(settings.even))
    except Infeasible as error:
        place.tell(("numbers",), "cannot-be-made", str(error))
        return
    found = set()
    for cell in _all(cells):
        values = dict(zip(numbers, cell, strict=True))
        held = {name: place.value(("tags", name), holds, values) for name, holds in (settings.tags or {}).items()}
        if WRONG not in held.values():
            found.add(frozenset(name for name, holds in held.items() if holds))
    yield from sorted(found, key=sorted)


def legal_cells(context: Context, settings: Record, words: tuple[str, ...]) -> dict[str, list[GridCell]]:
    """For each word of the choice, the combinations of numbers that break no rule with it.

    Raises:
        Infeasible: there are none, or more than can be examined.
    """
    spans = [context.span(name) for name in settings.numbers]
    size = prod(len(span) for span in spans)
    if size > LARGEST:
        raise Infeasible(f"{', '.join(settings.numbers)} have {size:,} combinations; {LARGEST:,} can be examined")
    item_rules = ItemRules(context)
    every = [dict(zip(settings.numbers, cell, strict=True)) for cell in product(*spans)]
    alone = [numbers for numbers in every if item_rules.breach(numbers) is None]
    cells = {
        word: [
            tuple(numbers.values()) for numbers in alone if item_rules.breach({**numbers, settings.even: word}) is None
        ]
        for word in words
    }
    if not any(cells.values()):
        raise Infeasible(f"the rules leave no {' and '.join(settings.numbers)} for {context.kind.name}")
    return cells


def _all(cells: dict[str, list[GridCell]]) -> list[GridCell]:
    """The combinations that are there with any word, each once."""
    return list(dict.fromkeys(cell for row in cells.values() for cell in row))


def _pulls(context: Context, numbers: list[str], cells: list[GridCell]) -> dict[GridCell, float]:
    """For each combination, how far it is from the middle of what a `mean` rule wants."""
    pulls = dict.fromkeys(cells, 0.0)
    for rule in context.rules:
        if rule.check_name != "mean":
            continue
        middle = (rule.settings.min + rule.settings.max) / 2
        for cell in cells:
            fields = context.new_item(**dict(zip(numbers, cell, strict=True)))
            if rule.when is None or context.holds(rule.when, fields):
                try:
                    reckoned = evaluate(rule.settings.of, fields)
                except ExpressionError as error:
                    raise BrokenRule(own_mistake(rule, "of", error)) from None
                pulls[cell] += reckoned - middle if isinstance(reckoned, int | float) else 0.0
    return pulls


def tags_of(cell: GridCell, settings: Record) -> frozenset[str]:
    """The tags of a combination."""
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
        self, context: Context, settings: Record, cells: dict[str, list[GridCell]], taken: list[tuple[GridCell, str]]
    ) -> None:
        self.cells, self.words, self.rng = cells, tuple(cells), context.rng
        self.pulls = _pulls(context, settings.numbers, _all(cells))
        self.names = (*settings.numbers, settings.even)
        self.distinct = Distinct(context, self.names)  # what must not come again, whatever it is combined with
        self.counts: Counter[str] = Counter(dict.fromkeys(self.words, 0))  # draws by word
        self.first: Counter[int] = Counter()  # by the first number
        self.uses = Counter(cell for cell, _ in taken)
        self.sum = 0.0
        self.again = 0  # drawn although they were there before
        self.drawn = 0
        self._rounds = 0
        self._gone = set(taken)
        self._fill()

    def _fill(self) -> None:
        """Put all combinations on the table, less those gone and those that must not come again."""
        self.left: dict[str, dict[int, list[GridCell]]] = {}
        for word in self.words:
            rows: dict[int, list[GridCell]] = {}
            for cell in self.cells[word]:
                if (cell, word) not in self._gone and self._admits(cell, word):
                    rows.setdefault(cell[0], []).append(cell)
            self.left[word] = rows
        self._gone = set()

    def _admits(self, cell: GridCell, word: str) -> bool:
        return self.distinct.admits(dict(zip(self.names, (*cell, word), strict=True)))

    def draw(self) -> tuple[GridCell, dict[str, Any]]:
        """A combination, and the fields that come of it, taken from the table, which is filled again when it is empty.

        Raises:
            Infeasible: what must not come again leaves nothing more.
        """
        open_words = [word for word in self.words if self.left[word]]
        if not open_words:
            self._rounds += 1
            self._fill()
            open_words = [word for word in self.words if self.left[word]]
        if not open_words:
            raise Infeasible(f"{self.drawn:,} can be made: the rules let none of what is there come again")
        self.again += self._rounds > 0
        self.drawn += 1
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
        fields = dict(zip(self.names, (*cell, word), strict=True))
        self.distinct.take(fields)
        if self.distinct.rules:
            self._prune()
        return cell, fields

    def _prune(self) -> None:
        """Take away what must not come again."""
        for word, rows in self.left.items():
            kept = {row: [cell for cell in cells if self._admits(cell, word)] for row, cells in rows.items()}
            self.left[word] = {row: cells for row, cells in kept.items() if cells}

    def _off(self, cell: GridCell) -> float:
        return max(0.0, abs(self.sum + self.pulls[cell]) - SLACK)
