"""What is wrong with the designs of ``forge.yaml``, tried out one after another."""

from collections.abc import Collection
from typing import Any

from generator.core.problem import Infeasible
from generator.forge.design import Fields, Namer, Pool, entries, read_designs
from generator.forge.item_rules import ItemRules, series
from generator.forge.place import WRONG, Path, Place
from generator.forge.request import Context
from generator.model.fields import ChoiceField, NumberField, TextField
from generator.model.values import Record, nearest
from generator.read.tree import Mapping

MANY = 2_000  # sets of numbers and choices of a design that are examined
NOTHING = Mapping({}, {}, 0, 0)
PART = ("parts", "here")  # what templates know besides numbers, choices and words


class DesignExamination:
    """The settings of the recipe `designs` under the rules in force."""

    def __init__(self, context: Context, settings: Record, place: Place) -> None:
        """Take the game without its items, the settings, and where they are."""
        self.context, self.settings, self.place, self.kind = context, settings, place, context.kind

    def run(self, text_fields: Collection[str]) -> None:
        """Note all that is wrong."""
        before = len(self.place.report.problems)
        self._settings()
        words = {name: entries(rows) for name, rows in (self.settings.words or {}).items()}
        for name in (name for name, rows in words.items() if not rows):
            self.place.note(("words", name), "missing-field", "no word is there", "add words, or delete the list")
        for number, row in enumerate(self.settings.designs):
            self._form(("designs", number), row, words)
        if not self.settings.designs:
            self.place.note(("designs",), "missing-field", "no design is there", "add one: its parts")
        if len(self.place.report.problems) > before:
            return
        try:
            codes = series(self.context, 1)
        except Infeasible as error:
            self.place.note(("recipe",), "cannot-be-made", str(error))
            return
        marks = [codes.number, codes.code] if codes else []
        for number, row in enumerate(self.settings.designs):
            self._fill(("designs", number), row, words, {*text_fields, *marks, "id"})
        if len(self.place.report.problems) == before:
            self._build()

    def _settings(self) -> None:
        settings, place, kind = self.settings, self.place, self.kind
        place.field(("shares",), settings.shares, kind, ChoiceField)
        place.field(("title",), settings.title, kind, TextField)
        for path, names in (("best", [settings.best]), ("better", settings.better), ("usual", settings.usual or ())):
            for name in names:
                place.field((path,) if path == "best" else (path, name), name, kind, NumberField)
        if settings.longest < 1:
            place.note(("longest",), "number-range", f"longest is {settings.longest}; a name has 1 character or more")
        if not 0 <= settings.least <= settings.largest:
            message = f"{settings.best} would go from {settings.least} to {settings.largest}"
            place.note(("largest",), "number-range", message, "write 0 <= least <= largest")
        self._spans(("numbers",), settings.numbers)

    def _spans(self, path: Path, spans: dict[str, Any] | None) -> None:
        for name, bounds in (spans or {}).items():
            if len(bounds) != 2 or bounds[0] > bounds[1]:
                message = f"{name} needs the least and the most, in this order"
                self.place.note((*path, name), "number-range", message, "such as [1, 6]")

    def _form(self, path: Path, row: Record, words: dict[str, tuple[Any, ...]]) -> None:
        """What can be seen without numbers: words that are not there, names that nobody gives."""
        place, settings = self.place, self.settings
        if row.often < 1:
            place.note((*path, "often"), "number-range", f"often is {row.often}; 1 is the least", "write 1")
        self._spans((*path, "numbers"), row.numbers)
        for name, choices in (row.choices or {}).items():
            if not choices:
                place.note((*path, "choices", name), "missing-field", f"{name} has nothing to choose from")
        for name, source in (row.words or {}).items():
            if source not in words:
                where, message = (*path, "words", name), f"there are no words {source!r}"
                place.note(where, "unknown-reference", message, nearest(str(source), words))
        names = [*(settings.numbers or {}), *(row.numbers or {}), *(row.choices or {})]
        for name, formula in (settings.let or {}).items():
            place.expression(("let", name), formula, names)
            names.append(name)
        conditions = [(("likely",), settings.likely), ((*path, "if"), row["if"])]
        for source in (row.words or {}).values():
            rows = enumerate(words.get(source, ()))
            conditions += [
                (("words", source, number, "if"), word["if"]) for number, word in rows if isinstance(word, Record)
            ]
        for where, condition in conditions:
            if condition:
                place.expression(where, condition, names)
        names += [*(row.words or {}), settings.best, *PART]
        if settings.common:
            place.names(("common",), names)
        if not row.parts:
            place.note(
                (*path, "parts"), "missing-field", "a design has a part or several", "add the item that it makes"
            )
        for number, part in enumerate(row.parts):
            self._part((*path, "parts", number), part, names)

    def _part(self, path: Path, part: Any, names: list[str]) -> None:
        place, settings = self.place, self.settings
        if not isinstance(part, dict) or not isinstance(settings.common or {}, dict):
            at = path if not isinstance(part, dict) else ("common",)
            place.note(at, "wrong-type", "a mapping of fields is wanted here")
            return
        whole = {**(settings.common or {}), **part}
        if type(whole.get(settings.shares)) is not str:
            place.note(path, "missing-field", f"a part has no {settings.shares}", f"add {settings.shares}: …")
        title = whole.get(settings.title)
        texts = title if isinstance(title, dict) else dict.fromkeys(place.languages, title)  # one for all languages
        absent = [tongue for tongue in place.languages if not texts.get(tongue)]
        if absent:
            message = f"{settings.title} has no text in {', '.join(absent)}; items are told apart by it"
            place.note((*path, settings.title), "missing-field", message, f"add {absent[0]}: …")
        place.names(path, names)

    def _fill(self, path: Path, row: Record, words: dict[str, tuple[Any, ...]], supplied: Collection[str]) -> None:
        """Fill the parts with all numbers, and with every word once."""
        slots = self._slots(path, row)
        if not slots:
            return
        drawn = {name: self._drawn(path, name, words[source], slots) for name, source in (row.words or {}).items()}
        if not all(drawn.values()):
            return
        unsaid = Record(dict.fromkeys(self.place.languages, "–"))
        unknown = Record(
            {
                **self.context.new_item(),
                "code": "–",
                "number": 0,
                **dict.fromkeys(supplied, "–"),
                self.settings.title: unsaid,
            }
        )
        seen: set[tuple[str, int]] = set()
        for number, slot in enumerate(slots):
            first = {name: fits[number][0] for name, fits in drawn.items()}
            fresh = [
                (name, word) for name, fits in drawn.items() for word in fits[number] if (name, id(word)) not in seen
            ]
            seen |= {(name, id(word)) for name, word in fresh}
            for chosen in [first, *({**first, name: word} for name, word in fresh if word is not first[name])]:
                values = {**slot, **chosen, self.settings.best: 0, "parts": [unknown] * len(row.parts)}
                for here, part in enumerate(row.parts):
                    self._try((*path, "parts", here), part, {**values, "here": here}, supplied)

    def _try(self, path: Path, part: dict[str, Any], values: dict[str, Any], supplied: Collection[str]) -> None:
        common, own = self.place.at(("common",)) if self.settings.common else NOTHING, self.place.at(path)
        assert isinstance(common, Mapping)
        assert isinstance(own, Mapping)
        whole = Mapping(common.keys | own.keys, common.values | own.values, own.line, own.column)
        item = self.place.filled(whole, {**(self.settings.common or {}), **part}, values)
        self.place.texts(item, [self.settings.title], self.kind)
        self.place.read_item(item, self.kind, {*supplied, self.settings.best, self.settings.title})

    def _slots(self, path: Path, row: Record) -> tuple[Fields, ...]:
        """The numbers and choices of a design; none where they cannot be determined."""
        alone = Record({**dict(self.settings), "designs": [row], "likely": None})
        try:
            slots = read_designs(alone)[0].slots[:MANY]
        except Infeasible as error:
            self.place.note(path, "rule-syntax", str(error).removeprefix("forge.yaml: "))
            return ()
        if not slots:
            where = (*path, "if")
            message = "no numbers fulfil this: the design is never made"
            self.place.note(where, "never-made", message, "widen it, or delete the design", "warning")
        for slot in slots if self.settings.likely else ():
            weight = self.place.value(("likely",), self.settings.likely, slot)
            if weight is not WRONG and not (isinstance(weight, int | float) and weight > 0):
                numbers = ", ".join(f"{name} {value}" for name, value in slot.items())
                self.place.note(("likely",), "number-range", f"{weight} for {numbers}; it is to be above 0")
                return ()
        return slots

    def _drawn(self, path: Path, name: str, rows: tuple[Any, ...], slots: tuple[Fields, ...]) -> list[list[Any]]:
        """For each set of numbers the words that fit; nothing where one has none."""
        words_by_slot = []
        for slot in slots:
            fits = [row for row in rows if not isinstance(row, Record) or not row["if"] or self._holds(row["if"], slot)]
            if not fits:
                numbers = ", ".join(f"{key} {value}" for key, value in slot.items())
                self.place.note((*path, "words", name), "cannot-be-made", f"no word of this list fits {numbers}")
                return []
            words_by_slot.append(fits)
        return words_by_slot

    def _holds(self, condition: str, slot: Fields) -> bool:
        held = self.place.value(("words",), condition, slot)
        return held is not WRONG and bool(held)

    def _build(self) -> None:
        """Whether the rules let each design be made, and whether it has a name that is short enough."""
        designs = read_designs(self.settings)
        pool = Pool(designs, ItemRules(self.context), self.settings)
        for number, design in enumerate(designs):
            path = ("designs", number)
            try:
                built = next(pool.stream([number], self.context.rng), None)
                templates = [part[self.settings.title] for part in design.parts]
                namer = Namer(self.context, self.settings.title, self.settings.longest, self.place.languages)
                for slot in design.slots[:1]:
                    namer.draw(templates, design.words, slot)
            except Infeasible as error:
                self.place.note(path, "cannot-be-made", str(error).removeprefix("forge.yaml "))
                continue
            if built is None and design.slots:
                message = f"the rules leave no {self.settings.best} of {self.settings.least} or more for this design"
                self.place.note(path, "never-made", message, "", "warning")
