"""What is wrong with the deals of ``forge.yaml``: lists that are not there, words and templates that cannot
be read."""

from collections.abc import Collection, Sequence
from typing import Any

from generator.core.problem import Infeasible
from generator.forge.item_rules import PointBuy
from generator.forge.item_template import Phrase, entry, filled_entry, keys_in
from generator.forge.place import WRONG, Path, Place, items_of
from generator.forge.request import Context
from generator.model.expressions import compile_expression
from generator.model.fields import ListField, ReferenceField, StringField, TextField
from generator.model.values import Record, nearest
from generator.read.tree import Mapping, Scalar

Entries = list[tuple[Any, Path]]  # entries of a list, each where it is


class EnsembleExamination:
    """The settings of the recipe `ensemble` under the rules in force."""

    def __init__(self, context: Context, settings: Record, place: Place, lines: list[PointBuy]) -> None:
        """Take the game without its items, the settings, where they are, and the numbers that the rules allow."""
        self.settings, self.place, self.kind, self.lines = settings, place, context.kind, lines
        self.context = context
        self.values: dict[str, Any] = dict(lines[0])  # what is drawn first
        self.others: list[dict[str, Any]] = []  # what else may be drawn, one value at a time
        self.unknown: set[str] = set()  # names whose values a mistake keeps from being known
        self.whole = True  # whether all that templates ask for could be drawn

    def run(self, text_fields: Collection[str]) -> None:
        """Note all that is wrong."""
        settings, place = self.settings, self.place
        fields = [name for deal in settings.deal for name in (deal.field, deal.whose) if name]
        fields += [settings.series] if settings.series else []
        if not isinstance(settings.item, dict):
            place.note(("item",), "wrong-type", "a mapping of fields is wanted here")
            return
        item_fields = [*settings.item, *fields]
        for number, name in enumerate(settings.unlike):
            self._text(("unlike", number), name, item_fields)
        for number, deal in enumerate(settings.deal):
            self._deal(("deal", number), deal, item_fields)
        fine = place.names(("title",), self.values)
        fine &= place.names(("item",), self.values)
        if not fine or not self.whole:
            return
        once = [deal.once for deal in settings.deal if deal.once]
        for values in [{}, *self.others]:
            item = place.filled(("item",), settings.item, {**self.values, **values})
            place.read_item(item, self.kind, {*text_fields, *self.lines[0], *fields, "id"})
            place.texts(item, [name for name in (*settings.unlike, *once) if name in settings.item], self.kind)
            place.filled(("title",), settings.title, {**self.values, **values})

    def _text(self, path: Path, name: str, item_fields: Collection[str]) -> bool:
        if self.place.field(path, name, self.kind, TextField) and name not in item_fields:
            self.place.note(path, "unknown-reference", f"nothing gives an item its {name}", nearest(name, item_fields))
        return name in item_fields

    def _deal(self, path: Path, deal: Record, item_fields: Collection[str]) -> None:
        """Look at a deal, and keep what it may bring: a value for those that follow, and others besides."""
        if deal.tell is not None:
            self._tell(path, deal)
            return
        if deal.of:
            self._other(path, deal)
            return
        rows = self._rows(path, deal)
        if not rows or not self._form(path, deal, rows, item_fields):
            self._lose(deal)
            return
        for row, at in rows:
            if isinstance(row, dict) and "if" in row:
                self._evaluate((*at, "if"), str(row["if"]), [*self.lines, *self.others])
        if deal.field:
            self._entries(deal, rows)
            return
        choices = []
        keys = keys_in(row for row, _ in rows)
        for row, at in rows:
            parts = row.items() if isinstance(row, dict) else ()
            spoken = [(*at, key) for key, part in parts if isinstance(part, Phrase)] if parts else [at]
            wrong = [phrase_path for phrase_path in spoken if not self.place.names(phrase_path, self.values)]
            if wrong or (self.unknown and isinstance(row, dict | Phrase)):
                continue
            try:
                choices.append({deal.name: filled_entry(row, self.values, keys)})
            except Infeasible as error:
                self.place.note(at, "rule-syntax", str(error).removeprefix("forge.yaml: "))
        if not choices:
            self._lose(deal)
            return
        self.values |= choices[0]
        self.others += choices[1:]

    def _other(self, path: Path, deal: Record) -> None:
        """Look at a deal of an item of another kind, and keep each as a value."""
        kind = self.context.game.kinds.get(deal.of)
        if kind is None or not deal.name:
            message = f"{deal.of!r} is not a kind" if kind is None else "a deal of an item has a name for templates"
            rule = "unknown-reference" if kind is None else "missing-field"
            self.place.note(
                (*path, "of") if kind is None else path, rule, message, nearest(deal.of, self.context.game.kinds)
            )
            self._lose(deal)
            return
        if deal.whose:
            self.place.field((*path, "whose"), deal.whose, self.kind, (ReferenceField, StringField))
        names = [*self.values, *kind.fields, "id", "copies"]
        if deal.where and not self.place.expression((*path, "where"), deal.where, names):
            self._lose(deal)
            return
        try:
            records = items_of(self.context, deal, self.values, self.place.languages[0])
        except Infeasible as error:
            if kind.items:
                self.place.note(path, "cannot-be-made", str(error).removeprefix("forge.yaml: "))
            self._lose(deal)
            return
        if deal.whose:
            records = [Record({**record.held, "has": 0}) for record in records]
        self.values[deal.name] = records[0]
        self.others += [{deal.name: record} for record in records[1:]]

    def _lose(self, deal: Record) -> None:
        """Go on without what a deal would have brought."""
        self.whole = False
        if deal.name:
            self.values[deal.name] = None
            self.unknown.add(deal.name)

    def _tell(self, path: Path, deal: Record) -> None:
        if not deal.name:
            self.place.note(path, "missing-field", "a computed value needs a name", "add name: …")
            return
        values = self._evaluate((*path, "tell"), deal.tell, self.others)
        if not values:
            self._lose(deal)
            return
        self.values[deal.name] = values[0]
        self.others += [{deal.name: value} for value in values[1:]]

    def _evaluate(self, path: Path, expression: str, choices: Sequence[dict[str, Any]]) -> list[Any]:
        """The values of an expression, some with others of what it asks for; nothing where it cannot be worked out."""
        if not self.place.expression(path, expression, self.values):
            return []
        names = compile_expression(expression)[1]
        if names & self.unknown:
            return []
        tried = [self.values, *({**self.values, **choice} for choice in choices if names & set(choice))]
        results = [self.place.value(path, expression, values) for values in tried]
        return [] if any(value is WRONG for value in results) else results

    def _rows(self, path: Path, deal: Record) -> Entries:
        """The entries that a deal draws from, of every list where each word brings its own."""
        name, _, key = (deal["from"] or "").partition(".")
        where = (*path, "from")
        lists = {list_name: rows for list_name, rows in self.settings.words.items() if isinstance(rows, list) and rows}
        if not deal["from"]:
            self.place.note(path, "missing-field", "a deal has from or tell", "add from: the list that is drawn from")
            return []
        source = next((str(d["from"]) for d in self.settings.deal if d.name == name and d["from"]), "")
        if key and name in self.values and source in lists:
            entries: Entries = []
            for number, row in enumerate(lists[source]):
                word = ("words", source, number)
                brought = row.get(key) if isinstance(row, dict) else None
                if not isinstance(brought, list) or not brought:
                    self.place.note(
                        word, "missing-field", f"this word has no list {key} to draw from", f"add {key}: […]"
                    )
                    return []
                entries += [(part, (*word, key, at)) for at, part in enumerate(brought)]
            return entries
        if not key and name in lists:
            return [(row, ("words", name, number)) for number, row in enumerate(lists[name])]
        message = f"there is no list {deal['from']!r} to draw from"
        self.place.note(where, "unknown-reference", message, nearest(name, lists))
        return []

    def _form(self, path: Path, deal: Record, rows: Entries, item_fields: Collection[str]) -> bool:
        """Whether a deal and its list go together."""
        place, before = self.place, len(self.place.report.problems)
        if bool(deal.name) == bool(deal.field):
            place.note(
                path, "missing-field", "a deal has either a name or a field", "name it, or say which field it makes"
            )
        if deal.count is not None and not 1 <= deal.count <= len(rows):
            message = f"count is {deal.count}; the list has {len(rows):,}"
            place.note((*path, "count"), "number-range", message, f"write 1 to {len(rows):,}")
        if deal.field and deal.field not in self.kind.fields:
            place.field((*path, "field"), deal.field, self.kind, ListField)
        elif deal.field and bool(deal.count) != bool(self.kind.fields[deal.field].member):
            message = f"{deal.field} is {'no list' if deal.count else 'a list'}"
            place.note((*path, "field"), "wrong-type", message, "" if deal.count else "add count: how many it has")
        if deal.once and deal.name and self._text((*path, "once"), deal.once, item_fields):
            template = self.settings.item.get(deal.once)
            where = ("item", deal.once) if template is not None else (*path, "once")
            if template is None:
                place.note(where, "unknown-reference", f"item has no {deal.once}")
            elif place.names(where, [deal.name]):
                for row, at in rows:
                    node = place.filled(where, template, {deal.name: entry(row)})
                    texts = node.values if isinstance(node, Mapping) else dict.fromkeys(place.languages, node)
                    wrong = [tongue for tongue in place.languages if not isinstance(texts.get(tongue), Scalar)]
                    if wrong:
                        place.note(at, "missing-field", f"this word gives no {deal.once} in {', '.join(wrong)}")
        for row, at in rows:
            if deal.field and not (isinstance(row, dict) and "is" in row):
                place.note(at, "missing-field", "this entry does not say what it is", "add is: its fields")
            elif deal.apart and not isinstance(row, dict):
                place.note(at, "wrong-type", f"a mapping with {deal.apart} is wanted here")
        return len(place.report.problems) == before

    def _entries(self, deal: Record, rows: Entries) -> None:
        """Fill each entry that makes up a field."""
        field = self.kind.fields[deal.field]
        field = field.member or field
        for row, at in rows:
            if self.place.names((*at, "is"), self.values) and not self.unknown:
                self.place.read(self.place.filled((*at, "is"), row["is"], self.values), field)
