"""Names that are drawn from lists of words, unlike each other and unlike those at hand."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from generator.core.refusal import Infeasible
from generator.forge.item_template import fill, text_in, value_of
from generator.forge.request import Context
from generator.model.values import LocalizedText, Record

TRIES = 300  # draws before no name is taken to be left


class Namer:
    """Draws words for names, those used least first."""

    def __init__(self, context: Context, field: str, longest: int, languages: tuple[str, ...]) -> None:
        """Take the field that holds names, how many characters they may have, and the languages that they are for."""
        self.rng, self.longest, self.field = context.rng, longest, field
        self.languages = languages
        self.taken = {
            (tongue, found.in_language(tongue, tongue).casefold())
            for item in context.taken
            for tongue in self.languages
            if isinstance(found := item.fields.get(field), LocalizedText)
        }
        self.uses: Counter[int] = Counter()

    def draw(
        self, templates: list[Any], words: Mapping[str, tuple[Any, ...]], slot: Mapping[str, Any]
    ) -> tuple[dict[str, Any], list[dict[str, str]]]:
        """Words, and the names that come out of templates with them: all new, and none like another.

        A word with ``if`` is for the slots for which that holds.

        Raises:
            Infeasible: nothing new was found.
        """
        for boldness in range(TRIES):
            drawn = {name: self._one(rows, slot, 1 + boldness / 10) for name, rows in words.items()}
            names = [fill(template, {**slot, **drawn, "here": here}) for here, template in enumerate(templates)]
            keys = [(tongue, text_in(name, tongue).casefold()) for name in names for tongue in self.languages]
            short = all(len(name) <= self.longest for _, name in keys)
            if short and len(set(keys)) == len(keys) and not self.taken & set(keys):
                self.taken.update(keys)
                self.uses.update(id(word) for word in drawn.values())
                return drawn, names
        raise Infeasible(f"forge.yaml has no new {self.field} left: add words")

    def _one(self, rows: tuple[Any, ...], slot: Mapping[str, Any], boldness: float) -> Any:
        fit = [row for row in rows if not isinstance(row, Record) or not row["if"] or value_of(row["if"], dict(slot))]
        if not fit:
            raise Infeasible(f"forge.yaml has no {self.field} for {', '.join(f'{k} {v}' for k, v in slot.items())}")
        return min(fit, key=lambda row: self.uses[id(row)] + boldness * self.rng.random())
