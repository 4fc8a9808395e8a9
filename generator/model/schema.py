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
)
from generator.model.kind_fields import DescriptionField, JoinField, LanguageField, PlayersField, SizeField
from generator.model.sheet_source import SOURCE
from generator.model.values import LocalizedText

# Every item of every kind has these; a kind's own fields come beside them.
COMMON: dict[str, Field] = {
    "id": StringField(
        required=True,
        says="the item's name in files and messages: lower-case letters, digits and hyphens; unique in its kind",
        example="red-fox",
        title=LocalizedText({"en": "id", "fr": "identifiant"}),
    ),
    "copies": NumberField(
        says="how often it is printed; 0 keeps it out of print",
        absent="1",
        example="3",
        title=LocalizedText({"en": "copies", "fr": "exemplaires"}),
    ),
    "art": StringField(
        says="the name of a picture for the template", example="fox", title=LocalizedText({"en": "art", "fr": "image"})
    ),
    "waive": MapField(
        of=TextField(),
        empty="the waiver of {key} gives no reason",
        filled='write {key}: "why it may"',
        written='{key}: "why it may"',
        says="rules that are not applied to this item, with reasons",
        example='{fair-price: "a prize, and meant to cost much"}',
    ),
}
OWN = ("id", "copies", "waive")  # those of them that no kind may describe otherwise


# How the sheets are laid out: of a kind, and of a game for all its kinds that say nothing themselves.
SHEET_KEYS: dict[str, Field] = {
    "bleed": LengthField(high=MOST_BLEED, says="mm of art beyond the cut (see `short-bleed`)", absent="0", example="3"),
    "gutter": LengthField(high=MOST_GUTTER, says="mm between neighbours on a sheet", absent="0", example="2"),
    "marks": ChoiceField(
        of=tuple(Marks),
        says="where to cut: crop marks, thin guides along every edge, or nothing",
        absent="crop",
        example="guides",
    ),
    "join": JoinField(
        says="how pieces of a component larger than the paper are joined: overlapping, or edge to edge (`butt`)",
        absent="it must fit the paper",
        example="{overlap: 10}",
    ),
}


KIND = DescriptionField(
    fields={
        "title": TextField(required=True, says="the name for players", example="{en: Animal cards, fr: Cartes Animal}"),
        "file": StringField(
            says="the file of its items, in the game's folder", absent="KIND.yaml, or KIND.json", example="animals.yaml"
        ),
        "source": SOURCE,
        "size": SizeField(says="the size when cut out; needed where there is a template", example="poker"),
        "holds": ListField(
            of=KindNameField(),
            says="makes it a [box of paper](templates.md#boxes-of-paper): the kinds in it, which give its size",
            absent="it is not a box",
            example="[cards, tokens]",
        ),
        "form": ChoiceField(
            of=FORMS, says="of a box: a tuck box with a lid, or an envelope", absent="tuck", example="envelope"
        ),
        "thickness": NumberField(
            whole=False, says="of a box: mm that one component is thick", absent="0.3", example="0.25"
        ),
        "sleeve": NumberField(
            whole=False,
            says="of a box: mm that a sleeve is wider and higher than its component",
            absent="no sleeves",
            example="3",
        ),
        "template": NameField(
            says="the front: an SVG file in the game's folder of templates",
            absent="not printed: a table of data",
            example="card.svg",
        ),
        "back": NameField(
            says="the back; the item's fields are available there too", absent="no backs", example="card-back.svg"
        ),
        **SHEET_KEYS,
        "shaped": NameField(
            says="the front with `--trim shaped`, with a shape to cut (`data-cut`)",
            absent="one way to cut it",
            example="ticket-notched.svg",
        ),
        "shaped_back": NameField(
            says="the back with `--trim shaped`", absent="as `back` is", example="ticket-notched-back.svg"
        ),
        "shaped_gutter": NumberField(
            whole=False, says="mm between neighbours with `--trim shaped`", absent="as `gutter`", example="4"
        ),
        "group": NameField(
            says="a field: items with the same value lie together, with a free slot between if that costs no sheet",
            absent="no groups",
            example="family",
        ),
        "without_gaps": FlagField(default=False, says="no free slot between groups", example="true"),
        "fresh_sheets": FlagField(default=False, says="start a new sheet with each group", example="true"),
        "mixed": FlagField(default=False, says="spread the copies of an item over the sheets", example="true"),
        "share": NameField(
            says="a name: kinds with the same one share sheets and a file",
            absent="the kind is alone on its sheets",
            example="tokens",
        ),
        "page_label": TextField(
            says="a page's name in PDF viewers; {number} counts the sheets",
            absent="{number}",
            example='"Page [{number}]"',
        ),
        "group_page_label": MapField(
            of=TextField(), says="the page name by a group's value", example='{fur: "Fur {number}"}'
        ),
        "blank": FlagField(default=True, says="whether `pnp blank` makes forms to write on", example="false"),
        "blank_styles": ListField(
            says="looks of a blank form, for `pnp blank --style`; the first by default", example="[plain, ruled]"
        ),
        "blank_guide": NameField(
            says="a template printed once with the blank forms: what to copy", example="guide.svg"
        ),
        "blank_page_label": TextField(
            says="the name of a blank page in PDF viewers",
            absent="{number}",
            example='{en: "Page [empty]", fr: "Page [vierge]"}',
        ),
        "procedure": NameField(says="code that plays such an item, for `pnp show`", example="played-card"),
        "derived": MapField(
            says="names for templates, each with the code that computes its value", example="{house: grown-house}"
        ),
        "prose": NameField(
            says="for running text, such as rules: the text is in PROSE.LANG.md, one file per language",
            example="rules",
        ),
        "fields": MapField(
            of=FieldSpec(),
            instead=UnknownField(),
            says="the fields of an item by name; needed without `prose`",
            example="{name: {type: text, required: true}, cost: {type: whole}}",
        ),
    }
)
PLAN = EntryField(  # which components a game for this many players needs
    fields={
        "kind": KindNameField(required=True, says="a printed kind", example="cards"),
        "only": StringField(
            says="which items: an expression over `item`, `players`, `mode` and `wanted` (ids after `--with`)",
            absent="all",
            example="item.cost < 3",
        ),
        "when": StringField(
            says="an expression over `players` and `mode`: whether this entry holds",
            absent="always",
            example="mode == 'long'",
        ),
        "count": StringField(says="an expression: how many components in all; this or `sets`", example="8 * players"),
        "sets": StringField(says="an expression: how often each item's copies; this or `count`", example="players"),
        "weight": StringField(
            says="an item's share of `count`: an expression over `item`, `players` and `mode`",
            absent="its copies",
            example="item.copies if mode == 'long' else 1",
        ),
        "source": ChoiceField(
            of=("rules", "ours"),
            required=True,
            says="where the number is from: the game's rules, or us",
            example="rules",
        ),
        "why": TextField(
            required=True, says="why that many, for the list of contents", example="{en: eight for each player}"
        ),
    }
)
GAME: dict[str, Field] = {
    "name": TextField(required=True, says="the game's name", example="{en: Fox Hunt, fr: Chasse au renard}"),
    "languages": AnyField(
        form=ListField(of=LanguageField()),
        says="the languages of its texts; the first is printed by default",
        absent="[en]",
        example="[en, fr]",
    ),
    "templates": StringField(
        says="the folder under `templates/` with its faces", absent="the name of the game's folder", example="fox-hunt"
    ),
    "players": PlayersField(says="how many can play", example="[2, 4]"),
    "ages": PlayersField(
        noun="years", says="for what ages it is: the youngest, or the youngest and the oldest", example="8"
    ),
    "minutes": PlayersField(noun="minutes", says="how long a game takes: shortest and longest", example="[20, 40]"),
    "modes": ListField(
        of=NameField(),
        says="game modes; the default is the first that allows that many players",
        example="[standard, solo]",
    ),
    "players_by_mode": MapField(of=PlayersField(), says="how many can play, by mode", example="{solo: 1}"),
    "mode_names": MapField(
        of=TextField(),
        says="names of modes on covers and in margins",
        example="{solo: {en: On your own, fr: En solitaire}}",
    ),
    "plan": ListField(
        of=PLAN,
        says="the contents of a box by players, for `pnp plan`",
        example='[{kind: cards, sets: "1", source: ours, why: the whole deck}]',
    ),
    **{key: replace(known, says=f"{known.says}; for all kinds that don't say it") for key, known in SHEET_KEYS.items()},
    "kinds": MapField(
        of=KIND,
        required=True,
        says="the kinds of components; names have lower-case letters, digits and hyphens",
        example="{cards: {title: Cards, fields: {name: {type: text}}}}",
    ),
}
