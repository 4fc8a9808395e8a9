"""The files of a project that a designer writes, each with the form that its reader reads it by."""

from collections.abc import Iterator

from msgspec import Struct

from generator.draw.font_families import FONT, FontField
from generator.draw.table_figure import TABLE
from generator.draw.theme import STYLE
from generator.forge.recipes import recipes
from generator.forge.spec import FORGE
from generator.lab.lab_keys import LAB
from generator.lab.simulation.variant import SETTINGS_FILE
from generator.model import defaults
from generator.model.field_spec import FIELD_KEYS, AnyField, FieldSpec
from generator.model.fields import Field, ListField, MapField, OneOfField, RecordField, TextField
from generator.model.schema import COMMON, GAME
from generator.project.printing import profiles
from generator.rules.rulebook import BOOK, checks


class DesignFile(Struct, frozen=True):
    """A file by its name, the folder in which it lies, what it is for, and its form."""

    name: str
    folder: str
    says: str
    form: Field


ITEMS = "KIND.yaml"
DATA, TEMPLATES = "data/GAME", "templates/GAME"
_ALL = (
    DesignFile("game.yaml", DATA, "what the game is: its kinds and their fields", RecordField(fields=GAME)),
    DesignFile(ITEMS, DATA, "the items of a kind", ListField(of=RecordField(fields=COMMON))),
    DesignFile("balance.yaml", DATA, "the rules that items obey", BOOK),
    DesignFile("forge.yaml", DATA, "how new items are made", RecordField(fields=FORGE)),
    DesignFile("lab.yaml", DATA, "what to look at in a deck, and what to expect", RecordField(fields=LAB)),
    DesignFile("style.yaml", TEMPLATES, "fonts, icons, the look of running text", RecordField(fields=STYLE)),
    DesignFile("words.yaml", TEMPLATES, "phrases that faces print of their own accord", MapField(of=TextField())),
    DesignFile("TABLE.yaml", "beside a text", "a table laid out, for a figure", RecordField(fields=TABLE)),
    DesignFile("pnp.yaml", "", "what commands go by without an option", RecordField(fields=defaults.FIELDS)),
    DesignFile("SETTINGS.yaml", "any folder", "what is simulated", RecordField(fields=SETTINGS_FILE)),
    DesignFile("printers.yaml", "", "what printers do to backs", ListField(of=RecordField(fields=profiles.FIELDS))),
)
FILES = {file.name: file for file in _ALL}

Keyed = tuple[str, str, Field]  # the file, the path to a key, the field


def all_keys() -> Iterator[Keyed]:
    """Every key of the tool's own that may stand in a file, those of checks and recipes among them."""
    for file in FILES.values():
        yield from keys_in(file.form, file.name)
    yield from keys_of(FIELD_KEYS, "game.yaml", "kinds.KIND.fields.FIELD.")
    for name, check in checks().items():
        yield from keys_of(check.PARAMETERS, "balance.yaml", f"check: {name}, ")
    for name, recipe in recipes().items():
        yield from keys_of(recipe.PARAMETERS, "forge.yaml", f"recipe: {name}, ")


def keys_of(fields: dict[str, Field], file: str, before: str = "") -> Iterator[Keyed]:
    """The keys of a mapping, and those within."""
    for key, known in fields.items():
        yield file, before + key, known
        yield from keys_in(known, file, f"{before}{key}.")


def keys_in(known: Field, file: str, before: str = "") -> Iterator[Keyed]:
    """The keys within what a field takes; a described field is left to `all_keys`."""
    match known:
        case FieldSpec():
            return
        case FontField():
            yield from keys_of(dict(FONT.fields), file, before)
        case AnyField() if known.form is not None:
            yield from keys_in(known.form, file, before)
        case RecordField():
            yield from keys_of(dict(known.fields), file, before)
        case OneOfField():
            yield from keys_of(dict(known.keys), file, before)
        case ListField():
            yield from keys_in(known.of, file, before)
        case MapField():
            yield from keys_in(known.of, file, f"{before}NAME." if before else "")
