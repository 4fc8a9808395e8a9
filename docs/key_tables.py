"""The tables of pages to look things up in: every key of a game's files, made from the readers' own tables."""

import re
from collections.abc import Mapping
from textwrap import dedent

from generator.core.choices import PAPERS, SIZES, Size
from generator.draw.prose_theme import PROSE
from generator.draw.table_figure import TABLE
from generator.draw.theme import STYLE
from generator.forge.recipes import recipes
from generator.forge.spec import COMMON as FORGE_KIND
from generator.forge.spec import FORGE
from generator.forge.vocabulary import TITLE, WORDS
from generator.forge.wording import TEXTS
from generator.lab.lab_keys import CURVE, LAB, MEASURE, QUESTION
from generator.lab.simulation.variant import SETTINGS_FILE
from generator.model.defaults import FIELDS as DEFAULTS
from generator.model.field_spec import FIELD_KEYS, FIELD_TYPES, AnyField, FieldSpec
from generator.model.fields import Field, ListField, MapField, RecordField
from generator.model.own_sheets import FIELDS as SHEETS
from generator.model.schema import COMMON as ITEM
from generator.model.schema import GAME, KIND, PLAN
from generator.model.shop_tables import FIELDS as SHOPS
from generator.model.shop_tables import SHIPPED, read_shops
from generator.model.wanted import usually, wanted
from generator.project.editing.schemas import FILES
from generator.project.printing.profiles import FIELDS as PRINTERS
from generator.rules.rulebook import COMMON as RULE
from generator.rules.rulebook import checks

HEAD = "| key | takes | if absent | means | example |\n|---|---|---|---|---|\n"


def cell(text: str) -> str:
    """A text as a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def code(text: str) -> str:
    """A text in the type of code; nothing for nothing."""
    return f"`{cell(text)}`" if text else ""


def rows(fields: Mapping[str, Field], before: str = "", apart: tuple[int, ...] = ()) -> list[str]:
    """A row a key, and one for each key within it; what is within the fields ``apart`` has tables of its own."""
    told = []
    for key, known in fields.items():
        usual = usually(known)
        shown = f"**{usual}**" if known.required else cell(usual)
        example = code(f"{key}: {known.example}")
        told.append(f"| `{before}{key}` | {cell(takes(known))} | {shown} | {cell(known.says)} | {example} |")
        if id(known) not in apart:
            told += inner(known, f"{before}{key}.", apart)
    return told


def inner(known: Field, before: str, apart: tuple[int, ...]) -> list[str]:
    """The rows of the keys within a field."""
    match known:
        case AnyField() if known.form is not None:
            return inner(known.form, before, apart)
        case RecordField():
            return rows(known.fields, before, apart)
        case ListField() if not isinstance(known.of, FieldSpec):
            return inner(known.of, before, apart)
    return []


def takes(known: Field) -> str:
    """What a field takes; of a mapping whose keys follow in the table, only that."""
    match known:
        case AnyField() if known.form is not None:
            return takes(known.form)
        case RecordField():
            return "a mapping"
        case ListField() if isinstance(known.of, RecordField):
            return "a list of mappings"
        case MapField() if isinstance(known.of, RecordField):
            return "a mapping: name to mapping"
    return wanted(known)


def table(fields: Mapping[str, Field], *apart: Field) -> str:
    """The table of a mapping's keys; keys within several of them that say the same share a row."""
    alike: dict[tuple[str, str], list[str]] = {}
    for row in rows(fields, apart=tuple(map(id, apart))):
        key, rest = row.removeprefix("| ").split(" | ", 1)
        before, dot, last = key.strip("`").rpartition(".")
        alike.setdefault((last if dot else key, rest), []).append(before)
    lines = []
    for (last, rest), owners in alike.items():
        names = f"`{owners[0]}.{last}`" if owners[0] else last
        also = f"; also in {', '.join(f'`{owner}`' for owner in owners[1:])}" if owners[1:] else ""
        lines.append(f"| {names}{also} | {rest}")
    return HEAD + "\n".join(lines) + "\n"


def without_examples(settings: str, shown: str) -> str:
    """A table of settings whose examples are left out where the rule shown below it has one."""
    rule = next(line for line in shown.splitlines() if line.startswith("rule:"))
    lines = HEAD.splitlines()
    for line in settings.splitlines()[2:]:
        *cells, example = line.removesuffix(" |").split(" | ")
        there = re.match(r"`(\w+): ", example)
        lines.append(" | ".join([*cells, "" if there and f"{there[1]}: " in rule else example]) + " |")
    return "\n".join(lines) + "\n"


def files() -> str:
    """The files of a project, with what each is for."""
    lines = ["| file | lies in | holds |", "|---|---|---|"]
    for file in FILES.values():
        folder = code(file.folder) if "/" in file.folder else file.folder
        lines.append(f"| `{file.name}` | {folder or 'the project'} | {file.says} |")
    return "\n".join(lines) + "\n"


def field_types() -> str:
    """The types of fields, each with an example of its description and of a value."""
    lines = ["| type | takes | described as | an item has |", "|---|---|---|---|"]
    lines += [
        f"| `{name}` | {cell(known.says)} | {code(known.example)} | {code(known.value)} |"
        for name, known in FIELD_TYPES.items()
    ]
    return "\n".join(lines) + "\n"


def named(sizes: Mapping[str, Size]) -> str:
    """The sizes that have names."""
    return "\n".join(f"- `{name}`: {width:g} × {height:g} mm" for name, (width, height) in sizes.items()) + "\n"


def every_check() -> str:
    """Each generic check: what it asks for, its settings, and an example of a rule."""
    told = []
    for name, check in checks().items():
        needs = tuple(getattr(check, "NEEDS", ()))
        also = [f"One of {', '.join(f'`{need}`' for need in needs)} is needed."] if needs else []
        also += [f"`{one}` and `{other}` exclude each other." for one, other in getattr(check, "APART", ())]
        words, _, examples = (check.__doc__ or "").strip().partition("\nPASS\n")
        shown = dedent(examples.partition("\n\n")[0])
        settings = without_examples(table(check.PARAMETERS), shown)
        told += [f"### `{name}`\n", words.strip().replace("``", "`") + "\n", settings]
        told += [" ".join(also) + "\n"] if also else []
        told += [f"Items that keep a rule, with their fields and the rule:\n\n```yaml\n{shown}\n```\n"]
    return "\n".join(told)


def every_recipe() -> str:
    """Each recipe: what it makes, and its settings."""
    told = []
    for name, recipe in recipes().items():
        first = (recipe.__doc__ or "").partition("\n\n")[0].replace("``", "`")
        told += [f"### `{name}`\n", f"{first}\n", table(recipe.PARAMETERS)]
    return "\n".join(told)


def every_shop() -> str:
    """The shops and tables that ship, with their sizes, sources and dates."""
    lines = ["| `--to` | is | writes | cards: size in mm, pixels | else | looked up |", "|---|---|---|---|---|---|"]
    for shop in read_shops(SHIPPED)[0].values():
        cards = "; ".join(
            f"{card.name}: {card.size[0]:g} × {card.size[1]:g}, {card.pixels[0]} × {card.pixels[1]}"
            for card in shop.cards
        )
        bleed = f"the cut and {shop.bleed:g} mm" if shop.bleed else "the cut"
        found = f"[{shop.looked_up}]({shop.source})"
        lines.append(
            f"| `{shop.name}` | {shop.title} | {shop.writes} | {cell(cards)} | {bleed}, {shop.dpi} dpi | {found} |"
        )
    return "\n".join(lines) + "\n"


PARTS = {
    "files": files,
    "game-keys": lambda: table(GAME, GAME["kinds"], GAME["plan"]),
    "kind-keys": lambda: table(KIND.fields),
    "sizes": lambda: named(SIZES),
    "papers": lambda: named(PAPERS),
    "field-keys": lambda: table(FIELD_KEYS),
    "field-types": field_types,
    "plan-keys": lambda: table(PLAN.fields),
    "item-keys": lambda: table(ITEM),
    "rule-keys": lambda: table(RULE),
    "checks": every_check,
    "forge-keys": lambda: table(FORGE, FORGE["kinds"], FORGE["words"]),
    "forge-kind-keys": lambda: table(FORGE_KIND, FORGE_KIND["texts"]),
    "recipes": every_recipe,
    "texts-keys": lambda: table(TEXTS, TEXTS["titles"], TEXTS["lines"], TEXTS["words"]),
    "title-keys": lambda: table(TITLE),
    "words-keys": lambda: table(WORDS),
    "lab-keys": lambda: table(LAB, *LAB.values()),
    "measure-keys": lambda: table(MEASURE),
    "curve-keys": lambda: table(CURVE),
    "question-keys": lambda: table(QUESTION),
    "style-keys": lambda: table(STYLE, STYLE["prose"]),
    "prose-keys": lambda: table(PROSE.fields),
    "table-keys": lambda: table(TABLE),
    "pnp-keys": lambda: table(DEFAULTS),
    "settings-keys": lambda: table(SETTINGS_FILE),
    "printer-keys": lambda: table(PRINTERS),
    "shop-keys": lambda: table(SHOPS),
    "sheet-keys": lambda: table(SHEETS),
    "shops": every_shop,
}
