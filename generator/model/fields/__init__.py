"""Fields: what a value may be. A type is one class; `Field` says what each is asked."""

from generator.model.fields.field import PLAIN_DECIMAL, Field, SingleField, UnknownField, read_fields, worded
from generator.model.fields.mapping_fields import EntryField, MapField, OneOfField, RecordField
from generator.model.fields.number_fields import FlagField, LengthField, NumberField, WithinField
from generator.model.fields.traits import UNSAID, FieldForm, ReadContext
from generator.model.fields.word_fields import (
    AddressField,
    ChoiceField,
    ListField,
    NameField,
    ReferenceField,
    StringField,
    TextField,
)

__all__ = [
    "PLAIN_DECIMAL", "UNSAID", "AddressField", "ChoiceField", "EntryField", "Field", "FieldForm", "FlagField",
    "LengthField", "ListField", "MapField", "NameField", "NumberField", "OneOfField", "ReadContext", "RecordField",
    "ReferenceField", "SingleField", "StringField", "TextField", "UnknownField", "WithinField", "read_fields", "worded",
]  # fmt: skip
