"""What a field or a word of the recipe `draw` is drawn from: a range, a list, weights, the deck, several of these."""

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from msgspec import Struct

from generator.core.problem import Infeasible
from generator.forge.item_template import Phrase, entry
from generator.forge.request import Context
from generator.forge.steering import FEW
from generator.model.fields import Field
from generator.model.game import Item
from generator.model.values import as_data, nearest

AS_DECK = "as deck"
FLAGS = {"yes": True, "no": False, "true": True, "false": False}
SOME = ("some", "count", "once")  # the keys of a source that draws several
FORMS = f"write a range [1, 6], a list of words, {{word: weight}}, {{some: LIST, count: 2}}, a template, or {AS_DECK}"

DrawnPlace = int | tuple[int, ...]  # the place of a value in its source, or of several


class ValueSource(Struct, frozen=True):
    """Values with their weights. ``counts``: the fewest and the most that are drawn together, as a list."""

    values: tuple[Any, ...]
    weights: tuple[int, ...]
    counts: tuple[int, int] | None = None
    once: bool = False  # whether a list has a value once only
    as_deck: bool = False  # whether the deck keeps the shares

    def draw(self, rng: Random) -> DrawnPlace:
        """A value, or several, by their weights."""
        if self.counts is None:
            return self._one(rng)
        many, places = rng.randint(*self.counts), list[int]()
        while len(places) < many:
            place = self._one(rng)
            if not self.once or place not in places:
                places.append(place)
        return tuple(sorted(places)) if self.once else tuple(places)

    def value(self, choice: DrawnPlace) -> Any:
        """What was drawn."""
        if isinstance(choice, tuple):
            return [self.values[place] for place in choice]
        return self.values[choice]

    def _one(self, rng: Random) -> int:
        return rng.choices(range(len(self.values)), self.weights)[0]


def is_template(setting: Any) -> bool:
    """Whether a setting is a template, filled with what was drawn for others, or a text as it is."""
    if isinstance(setting, Mapping):
        return not is_several(setting) and not all(isinstance(part, int) for part in setting.values())
    return isinstance(setting, Phrase) or (isinstance(setting, list) and any(map(is_template, setting)))


def is_several(setting: Any) -> bool:
    """Whether a setting draws several values."""
    return isinstance(setting, Mapping) and "some" in setting


def read_source(context: Context, name: str, setting: Any, items: Iterable[Item]) -> ValueSource:
    """The source that a setting describes.

    Args:
        context: the game and its rules.
        name: the field, or the word, that is drawn.
        setting: what is written; None where the field's own form is to say it.
        items: the deck whose shares are kept.

    Raises:
        Infeasible: it describes none; the message says what to write.
    """
    field = context.kind.fields.get(name)
    sort = field.in_form.sort if field else ""
    if is_several(setting):
        return _several(context, name, setting, items)
    if setting == AS_DECK or (setting is None and sort in ("choice", "flag")):
        counts, values = Counter[str](), dict[str, Any]()
        for item in (item for item in items if name not in item.wrong):
            value = as_data(item.fields.get(name))
            values[str(value)] = value
            counts[str(value)] += item.copies
        if counts.total() >= (FEW if setting is None else 1):
            return _weighted([(values[text], many) for text, many in counts.items()], as_deck=True)
        setting = None
    if setting is None:
        return _weighted([(value, 1) for value in _own_values(context, name, field)])
    if isinstance(setting, list) and setting:
        if sort == "number" and len(setting) == 2 and all(isinstance(end, int) for end in setting):
            if setting[0] > setting[1]:
                raise Infeasible(
                    f"a range has its least and its most, in this order: write [{setting[1]}, {setting[0]}]"
                )
            return _weighted([(value, 1) for value in range(setting[0], setting[1] + 1)])
        return _weighted([(_read_word(field, value), 1) for value in setting])
    if isinstance(setting, Mapping) and setting and all(isinstance(many, int) for many in setting.values()):
        if min(setting.values()) < 0 or not any(setting.values()):
            raise Infeasible("a weight is 0 or more, and one of them above 0")
        return _weighted([(_read_word(field, word), many) for word, many in setting.items()])
    raise Infeasible(f"{name} has nothing to be drawn from here; {FORMS}")


def _several(context: Context, name: str, setting: Mapping[str, Any], items: Iterable[Item]) -> ValueSource:
    """A source that draws several values, as a list."""
    unknown = next((key for key in setting if key not in SOME), None)
    if unknown is not None:
        raise Infeasible(f"{unknown!r} is not a key of a list that is drawn; {nearest(unknown, SOME)}")
    source = read_source(context, "", setting["some"], items)
    count = setting.get("count", 1)
    low, high = count if isinstance(count, list) and len(count) == 2 else (count, count)
    if not (isinstance(low, int) and isinstance(high, int) and 0 <= low <= high):
        raise Infeasible(f"count of {name} is a number, or the least and the most in this order: write [1, 3]")
    once = setting.get("once", False)
    if not isinstance(once, bool):
        raise Infeasible(f"once of {name} is true or false")
    if once and high > len(source.values):
        raise Infeasible(f"{name} cannot have {high:,} of {len(source.values):,} values once each; lower count")
    return ValueSource(source.values, source.weights, (low, high), once)


def _own_values(context: Context, name: str, field: Field | None) -> list[Any]:
    """The values that a field's own form leaves: the numbers of its `number-range`, the words of a choice.

    Raises:
        Infeasible: there are none.
    """
    sort = field.in_form.sort if field else ""
    values = context.span(name) if sort == "number" else (True, False) if sort == "flag" else field and field.choices
    if values:
        return list(values)
    raise Infeasible(f"{name} has nothing to be drawn from, and the deck has no items to go by; {FORMS}")


def _read_word(field: Field | None, word: Any) -> Any:
    """A word of a list or a key of weights, as its field has it."""
    sort = field.in_form.sort if field else ""
    if sort == "flag":
        return FLAGS.get(str(word).lower(), word)
    if sort == "number" and isinstance(word, str) and word.lstrip("+-").isdecimal():
        return int(word)
    return entry(word) if field is None else word


def _weighted(values: list[tuple[Any, int]], *, as_deck: bool = False) -> ValueSource:
    values = [(value, weight) for value, weight in values if weight > 0]
    if not values:
        raise Infeasible("nothing is left to be drawn")
    words, weights = zip(*values, strict=True)
    return ValueSource(words, weights, as_deck=as_deck)
