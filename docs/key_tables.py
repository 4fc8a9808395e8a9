"""The lists of pages to look things up in: every key of a game's files, made from the readers' own tables."""

import re
from collections import Counter
from collections.abc import Mapping
from textwrap import dedent

from generator.core.choices import PAPERS, SIZES, Size
from generator.draw.prose_theme import PROSE
from generator.draw.table_figure import TABLE
from generator.draw.theme import STYLE
from generator.editing.schemas import FILES
from generator.forge.recipes import recipes
from generator.forge.spec import COMMON as FORGE_KIND
from generator.forge.spec import FORGE
from generator.forge.vocabulary import TITLE, WORDS
from generator.forge.wording import TEXTS
from generator.lab.lab_keys import CURVE, LAB, MEASURE, QUESTION
from generator.lab.simulation.variant import SETTINGS_FILE
from generator.model.defaults import FIELDS as DEFAULTS
from generator.model.field_spec import AnyField, FieldSpec, field_keys, field_types
from generator.model.fields import Field, ListField, MapField, RecordField
from generator.model.own_sheets import FIELDS as SHEETS
from generator.model.schema import COMMON as ITEM
from generator.model.schema import GAME, KIND, PLAN
from generator.model.shop_tables import FIELDS as SHOPS
from generator.model.shop_tables import SHIPPED, read_shops
from generator.printing.profiles import FIELDS as PRINTERS
from generator.rules.rulebook import COMMON as RULE
from generator.rules.rulebook import checks

SHORTER = {
    "a word or text": "text",
    "text, or one per language": "text for players",
    "list, each": "list of",
    "true or false": "flag",
    "mapping: name to list": "mapping of list",
}
BRIEF = {  # the same of settings of checks: what is left out is in what is said of them
    r"\bfield: \w+(?: or \w+)?(, or id)?(, of kind to)?": r"field\1",
    r"\bpath(?: to [\w ]+?|: where problem is shown)(?=,|$)(, or list of such)?(?:, of kind by)?": r"path\1",
    r"path, or list of such": "path or paths",
    r"(expression|text)(?: with {{ expressions }})? over fields(?: and \w+)?": r"\1",
    r": name to list of value of within": " of lists",
    r"field, or id": "field or id",
}
NEEDED = "!"  # before what is said of a key that must be there, which is in bold type
SHARED_BY = 3  # checks at least, for a setting to be described once for all
MOST_WORDS = 12  # of an example in a table
SHARED = ("bleed", "gutter", "marks", "join")  # of a kind; a game and pnp.yaml have them for all kinds


def cell(text: str) -> str:
    """A text as a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def code(text: str) -> str:
    """A text in the type of code; nothing for nothing."""
    return f"`{cell(text)}`" if text else ""


def one_line(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())


def rows(fields: Mapping[str, Field], before: str = "", apart: tuple[int, ...] = ()) -> list[tuple[str, str, str]]:
    """A key, its example, and what is said of it; then those within it, for which fields ``apart`` have other lists."""
    told = []
    for key, known in fields.items():
        usual = known.usual()
        absent = "" if known.required or usual in ("", "false") else f", else {usual}"
        within = [] if id(known) in apart else inner(known, f"{before}{key}.", apart)
        example = known.example if not within and len(known.example.split()) <= MOST_WORDS else ""
        form = f"{brief(takes(known))}{absent}"
        said = f"{'' if form == 'text' else f' ({form})'}: {one_line(known.says)}"
        told += [(f"{before}{key}", example, f"{NEEDED if known.required else ''}{said}"), *within]
    return told


def brief(text: str) -> str:
    """What a field takes, without articles."""
    for long, short in SHORTER.items():
        text = text.replace(long, short)
    text = re.sub(r"\b(?:an?|the) ", "", text)
    for long, short in BRIEF.items():
        text = re.sub(long, short, text)
    text = re.sub(r"(list of (?:whole )?(?:number|text|name))\b", r"\1s", text)
    return one_line(re.sub(r"whole number\b(?!s)", "whole", text))


def inner(known: Field, before: str, apart: tuple[int, ...]) -> list[tuple[str, str, str]]:
    """The same of the keys within a field."""
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
    return known.takes


def keys(fields: Mapping[str, Field], *apart: Field, but: str = "") -> str:
    """The list of a mapping's keys; those within several of them of which the same is said share a line.

    Examples that ``but``, a rule, has too are left out.
    """
    alike: dict[tuple[str, str, str], list[str]] = {}
    for name, example, said in rows(fields, apart=tuple(map(id, apart))):
        before, dot, last = name.rpartition(".")
        shown = "" if any(f"{part}: " in but for part in name.split(".")) else example
        alike.setdefault((dot + last, shown, said), []).append(before)
    lines = []
    for (last, example, said), owners in alike.items():
        also = f"; also in {', '.join(f'`{owner}`' for owner in owners[1:])}" if owners[1:] else ""
        bold = "**" if said.startswith(NEEDED) else ""
        lines.append(
            f"- {bold}`{owners[0]}{last}{f': {example}' if example else ''}`{bold}{also}{said.removeprefix(NEEDED)}"
        )
    return "\n".join(lines) + "\n"


def unshared(fields: Mapping[str, Field]) -> dict[str, Field]:
    """The keys but those that a kind has too."""
    return {key: known for key, known in fields.items() if key not in SHARED}


def files() -> str:
    """The files of a project, with what each is for."""
    lines = ["| file | lies in | holds |", "|---|---|---|"]
    for file in FILES.values():
        folder = code(file.folder) if "/" in file.folder else file.folder
        lines.append(f"| `{file.name}` | {folder or 'the project'} | {file.says} |")
    return "\n".join(lines) + "\n"


def types_of_fields() -> str:
    """The types of fields, each with an example of its description and of a value."""
    lines = ["| type | takes | described as | an item has |", "|---|---|---|---|"]
    lines += [
        f"| `{name}` | {cell(known.says)} | {code(known.example)} | {code(known.value)} |"
        for name, (_, known) in field_types().items()
    ]
    return "\n".join(lines) + "\n"


def named(sizes: Mapping[str, Size]) -> str:
    """The sizes that have names."""
    return ", ".join(f"`{name}` {width:g}×{height:g}" for name, (width, height) in sizes.items()) + "\n"


def every_check() -> str:
    """Settings that several checks have, then each generic check: what it asks for, its settings, and an example."""
    counts = Counter(_alike(key, known) for check in checks().values() for key, known in check.PARAMETERS.items())
    shared: dict[str, tuple[str, Field]] = {}
    for check in checks().values():
        for key, known in check.PARAMETERS.items():
            if counts[_alike(key, known)] >= SHARED_BY:
                shared.setdefault(_alike(key, known), (key, known))
    told = ["### Shared settings\n", "".join(keys({key: known}) for key, known in shared.values())]
    for name, check in checks().items():
        needs = tuple(getattr(check, "NEEDS", ()))
        also = [f"One of {', '.join(f'`{need}`' for need in needs)} is needed."] if needs else []
        also += [f"`{one}` and `{other}` exclude each other." for one, other in getattr(check, "APART", ())]
        words, _, examples = (check.__doc__ or "").strip().partition("\nPASS\n")
        words = words.partition("\nSETTINGS\n")[0]
        rule = next(line for line in dedent(examples.partition("\n\n")[0]).splitlines() if line.startswith("rule:"))
        own = {key: known for key, known in check.PARAMETERS.items() if _alike(key, known) not in shared}
        common = ", ".join(f"`{key}`" for key in check.PARAMETERS if key not in own)
        also = ([f"Also [{common}](#shared-settings)."] if common else []) + also
        told += [f"### `{name}`\n", one_line(words).replace("``", "`") + "\n", f"`{rule.removeprefix('rule: ')}`\n"]
        told += [keys(own, but=rule)] if own else []
        told += [" ".join(also) + "\n"] if also else []
    return "\n".join(told)


def _alike(key: str, known: Field) -> str:
    """What two checks say alike of a setting, which may have different examples."""
    return repr([(name, said) for name, _, said in rows({key: known})])


def every_recipe() -> str:
    """Each recipe: what it makes, and its settings."""
    told = []
    for name, recipe in recipes().items():
        first = (recipe.__doc__ or "").partition("\n\n")[0].replace("``", "`")
        told += [f"### `{name}`\n", f"{first}\n", keys(recipe.PARAMETERS)]
    return "\n".join(told)


def every_shop() -> str:
    """The shops and tables that ship, with their sizes, sources and dates."""
    lines = ["| `--to` | is | writes | cards, in mm | looked up |", "|---|---|---|---|---|"]
    for shop in read_shops(SHIPPED)[0].values():
        cards = "; ".join(f"{card.name}: {card.size[0]:g}×{card.size[1]:g}" for card in shop.cards)
        bleed = f"{cards}; bleed {shop.bleed:g}" if cards else ""
        found = f"[{shop.looked_up}]({shop.source})"
        lines.append(f"| `{shop.name}` | {shop.title} | {shop.writes} | {cell(bleed)} | {found} |")
    return "\n".join(lines) + "\n"


PARTS = {
    "files": files,
    "game-keys": lambda: keys(unshared(GAME), GAME["kinds"], GAME["plan"]),
    "kind-keys": lambda: keys(KIND.fields),
    "sizes": lambda: named(SIZES),
    "papers": lambda: named(PAPERS),
    "field-keys": lambda: keys(field_keys()),
    "field-types": types_of_fields,
    "plan-keys": lambda: keys(PLAN.fields),
    "item-keys": lambda: keys(ITEM),
    "rule-keys": lambda: keys(RULE),
    "checks": every_check,
    "forge-keys": lambda: keys(FORGE, FORGE["kinds"], FORGE["words"]),
    "forge-kind-keys": lambda: keys(FORGE_KIND, FORGE_KIND["texts"]),
    "recipes": every_recipe,
    "texts-keys": lambda: keys(TEXTS, TEXTS["titles"], TEXTS["lines"], TEXTS["words"]),
    "title-keys": lambda: keys(TITLE),
    "words-keys": lambda: keys(WORDS),
    "lab-keys": lambda: keys(LAB, *LAB.values()),
    "measure-keys": lambda: keys(MEASURE),
    "curve-keys": lambda: keys(CURVE),
    "question-keys": lambda: keys(QUESTION),
    "style-keys": lambda: keys(STYLE, STYLE["prose"]),
    "prose-keys": lambda: keys(PROSE.fields),
    "table-keys": lambda: keys(TABLE),
    "pnp-keys": lambda: keys(unshared(DEFAULTS)),
    "settings-keys": lambda: keys(SETTINGS_FILE),
    "printer-keys": lambda: keys(PRINTERS),
    "shop-keys": lambda: keys(SHOPS),
    "sheet-keys": lambda: keys(SHEETS),
    "shops": every_shop,
}
