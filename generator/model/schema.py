"""The form of ``game.yaml``: every key that may be in it, and what each means."""

from msgspec.structs import replace

from generator.core.choices import MOST_BLEED, MOST_GUTTER, Marks
from generator.model.containers import FORMS
from generator.model.field_spec import AnyField, FieldSpec, KindNameField
from generator.model.fields import (
    ChoiceField,
    EntryField,
    Field,
    FlagField,
    LengthField,
    ListField,
    MapField,
    NameField,
    NumberField,
    StringField,
    TextField,
    UnknownField,
    worded,
)
from generator.model.kind_fields import DescriptionField, JoinField, LanguageField, PlayersField, SizeField
from generator.model.sheet_source import SOURCE
from generator.model.values import LocalizedText

# Every item of every kind has these; a kind's own fields come beside them.
COMMON: dict[str, Field] = worded(
    "item",
    id=StringField(required=True, title=LocalizedText({"en": "id", "fr": "identifiant"})),
    copies=NumberField(title=LocalizedText({"en": "copies", "fr": "exemplaires"})),
    art=StringField(title=LocalizedText({"en": "art", "fr": "image"})),
    waive=MapField(
        of=TextField(),
        empty="the waiver of {key} gives no reason",
        filled='write {key}: "why it may"',
        written='{key}: "why it may"',
    ),
)
OWN = ("id", "copies", "waive")  # those of them that no kind may describe otherwise


# How the sheets are laid out: of a kind, and of a game for all its kinds that say nothing themselves.
SHEET_KEYS: dict[str, Field] = worded(
    "sheets",
    bleed=LengthField(high=MOST_BLEED),
    gutter=LengthField(high=MOST_GUTTER),
    marks=ChoiceField(of=tuple(Marks)),
    join=JoinField(),
)


KIND = DescriptionField(
    fields=worded(
        "kind",
        title=TextField(required=True),
        file=StringField(),
        source=SOURCE,
        size=SizeField(),
        holds=ListField(of=KindNameField()),
        form=ChoiceField(of=FORMS),
        thickness=NumberField(whole=False),
        sleeve=NumberField(whole=False),
        template=NameField(),
        back=NameField(),
        **SHEET_KEYS,
        shaped=NameField(),
        shaped_back=NameField(),
        shaped_gutter=NumberField(whole=False),
        group=NameField(),
        without_gaps=FlagField(default=False),
        fresh_sheets=FlagField(default=False),
        mixed=FlagField(default=False),
        share=NameField(),
        page_label=TextField(),
        group_page_label=MapField(of=TextField()),
        blank=FlagField(default=True),
        blank_styles=ListField(),
        blank_guide=NameField(),
        blank_page_label=TextField(),
        procedure=NameField(),
        derived=MapField(),
        prose=NameField(),
        fields=MapField(of=FieldSpec(), instead=UnknownField()),
    )
)
PLAN = EntryField(  # which components a game for this many players needs
    fields=worded(
        "plan",
        kind=KindNameField(required=True),
        only=StringField(),
        when=StringField(),
        count=StringField(),
        sets=StringField(),
        weight=StringField(),
        source=ChoiceField(of=("rules", "ours"), required=True),
        why=TextField(required=True),
    )
)
GAME: dict[str, Field] = worded(
    "game",
    name=TextField(required=True),
    languages=AnyField(form=ListField(of=LanguageField())),
    templates=StringField(),
    players=PlayersField(),
    ages=PlayersField(noun="years"),
    minutes=PlayersField(noun="minutes"),
    modes=ListField(of=NameField()),
    players_by_mode=MapField(of=PlayersField()),
    mode_names=MapField(of=TextField()),
    plan=ListField(of=PLAN),
    **{key: replace(known, says=f"{known.says}; for all kinds that don't say it") for key, known in SHEET_KEYS.items()},
    kinds=MapField(of=KIND, required=True),
)
