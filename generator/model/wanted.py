"""What a field takes, in a designer's words: for manuals and for editors."""

from functools import singledispatch

from generator.model.field_spec import AnyField, FieldSpec, ItemField, KindNameField
from generator.model.fields import (
    ChoiceField,
    Field,
    FlagField,
    LengthField,
    ListField,
    MapField,
    NameField,
    NumberField,
    OneOfField,
    RecordField,
    ReferenceField,
    StringField,
    TextField,
)
from generator.model.schema import JoinField, LanguageField, PlayersField, SizeField


@singledispatch
def wanted(known: Field) -> str:  # noqa: ARG001 - what is registered for a sort of field looks at it
    """What a field takes. Rooms that have fields of their own register what these take."""
    return "a word or text"


def usually(known: Field) -> str:
    """What an absent value stands for, or that it is needed; empty where nothing is to be said."""
    if known.required:
        return "needed"
    if known.absent:
        return known.absent
    if isinstance(known, FlagField):
        return str(bool(known.default)).lower()
    if known.default in (None, "", []):
        return ""
    return f"{known.default:g}" if isinstance(known.default, float) else str(known.default)


wanted.register(TextField, lambda _: "a text, or one per language")
wanted.register(NameField, lambda _: "a name")
wanted.register(KindNameField, lambda _: "a kind")
wanted.register(LanguageField, lambda _: "a language code")
wanted.register(FlagField, lambda _: "true or false")
wanted.register(FieldSpec, lambda _: "the description of a field")
wanted.register(ItemField, lambda _: "fields of an item, or a list of such")
wanted.register(SizeField, lambda _: "a size by name, or [width, height] in mm")
wanted.register(JoinField, lambda _: "overlap, butt or {overlap: MM}")
wanted.register(PlayersField, lambda _: "a whole number, or [fewest, most]")
wanted.register(NumberField, lambda known: " or ".join(["a whole number" if known.whole else "a number", *known.words]))
wanted.register(LengthField, lambda known: f"mm from {known.low:g} to {known.high:g}")
wanted.register(ReferenceField, lambda known: f"the id of an item of {known.to}")
wanted.register(ListField, lambda known: f"a list, each {wanted(known.of)}")
wanted.register(MapField, lambda known: f"a mapping: name to {wanted(known.of)}")
wanted.register(RecordField, lambda known: f"a mapping of {', '.join(known.fields)}" if known.fields else "a mapping")
wanted.register(OneOfField, lambda known: f"a mapping with one of {', '.join(known.keys)}")
wanted.register(AnyField, lambda known: wanted(known.form) if known.form is not None else "any value")


@wanted.register
def _choice(known: ChoiceField) -> str:
    return " or ".join([", ".join(known.of[:-1]), known.of[-1]] if len(known.of) > 1 else known.of)


SORTS: dict[type[Field], tuple[str, str]] = {
    TextField: ("a text", "texts"),
    StringField: ("a word", "words"),
    NumberField: ("a number", "numbers"),
    FlagField: ("true or false", "flags"),
    ChoiceField: ("a choice", "choices"),
    ReferenceField: ("an id", "ids"),
    ListField: ("a list", "lists"),
    RecordField: ("a mapping", "mappings"),
    OneOfField: ("one key with its value", "keys with their values"),
    MapField: ("a mapping", "mappings"),
}


def sort_of(sort: type[Field], *, many: bool = False) -> str:
    """A sort of field in words."""
    one, several = SORTS.get(sort, ("a value", "values"))
    return f"a list of {several}" if many and sort is OneOfField else one
