"""The schemas of a project's files, and where an editor finds them; of fields, those that files have of their own."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.core.choices import PAPER_BY_SIZE, PAPERS
from generator.core.folders import Project, shipped_common
from generator.draw.font_families import DEFAULT, FONT, FontField, font_files
from generator.draw.table_figure import TABLE
from generator.draw.theme import STYLE
from generator.forge.item_template import TemplateField
from generator.forge.recipes import recipes
from generator.forge.spec import FORGE, RecipeField
from generator.forge.vocabulary import WordsField
from generator.lab.ask import all_questions
from generator.lab.lab_keys import LAB, QuestionField
from generator.lab.question import Value
from generator.lab.simulation.variant import SETTINGS_FILE
from generator.lab.spread import SPREAD, VALUES
from generator.model import defaults
from generator.model.fields import Field, ListField, MapField, RecordField, TextField
from generator.model.game import Game, Kind
from generator.model.items import ID, WAIVABLE
from generator.model.own_sheets import FIELDS as SHEETS
from generator.model.schema import COMMON, GAME
from generator.model.shop_tables import FIELDS as SHOPS
from generator.model.values import wider_tags
from generator.project.editing.json_schema import SCALAR, Schema, key_schema, keys_schema, one_of_words, schema_of
from generator.project.editing.picture_list import MOST_OFFERED, Known, picture_files
from generator.project.printing import profiles
from generator.rules.rule import Check
from generator.rules.rulebook import BOOK, RuleField, checks, open_rulebook
from generator.rules.settings import KeyedField, KindField, LimitsField, PathField


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
    DesignFile("words.yaml", TEMPLATES, "phrases that templates print on faces", MapField(of=TextField())),
    DesignFile("TABLE.yaml", "beside a text", "a table laid out, for a figure", RecordField(fields=TABLE)),
    DesignFile("pnp.yaml", "", "defaults of commands", RecordField(fields=defaults.FIELDS)),
    DesignFile("SETTINGS.yaml", "any folder", "what is simulated", RecordField(fields=SETTINGS_FILE)),
    DesignFile("shops.yaml", "", "print shops and virtual tables of your own", ListField(of=RecordField(fields=SHOPS))),
    DesignFile("sheets.yaml", "", "places on sheets of your own", ListField(of=RecordField(fields=SHEETS))),
    DesignFile("printers.yaml", "", "what printers do to backs", ListField(of=RecordField(fields=profiles.FIELDS))),
)
FILES = {file.name: file for file in _ALL}

DRAFT = "https://json-schema.org/draft/2020-12/schema"


class FileSchema(Struct, frozen=True):
    """The schema of a file, and the name of the schema's own file under the folder of all schemas."""

    file: Path
    place: Path
    schema: Schema

    @property
    def text(self) -> str:
        """The schema as it is written."""
        return json.dumps(self.schema, ensure_ascii=False, indent=1) + "\n"

    def line(self, out: Path) -> str:
        """The line, at the head of the file, that tells an editor of the schema."""
        path = os.path.relpath(out / self.place, self.file.parent)
        return f"# yaml-language-server: $schema={Path(path).as_posix()}"


def known_in(project: Project, game: Game) -> Known:
    """What there is in a game, its rules and the fonts at hand among it; of kinds with unread items no ids."""
    book = open_rulebook(game)
    rules = dict.fromkeys([*(rule.name for rule in book.rules), *sorted(book.left_out), *WAIVABLE])
    folders = (project.templates_for(game.name) / game.templates, project.common, shipped_common())
    ids = {
        kind.name: [item.id for item in kind.items]
        for kind in game.kinds.values()
        if not kind.partial and all(item.id for item in kind.items) and len(kind.items) <= MOST_OFFERED
    }
    fields = dict.fromkeys(name for kind in game.kinds.values() for name in kind.fields)
    return Known(game.languages, list(game.kinds), list(fields), ids, list(rules), sorted(font_files(folders)))


def game_schemas(project: Project, game: Game, known: Known) -> Iterator[FileSchema]:
    """The schemas of a game's files, its items' among them."""
    folders = {DATA: game.folder, TEMPLATES: project.templates_for(game.name) / game.templates}
    for file in FILES.values():
        if file.folder in folders and not file.name.startswith("KIND"):
            yield _schema(file, folders[file.folder] / file.name, Path(game.name), game.name, known)
    for kind in game.kinds.values():
        if not kind.prose and kind.name not in game.unread and ID.fullmatch(kind.name):  # it names a file
            schema = _items(kind, folders[TEMPLATES], known)
            place = Path(game.name, "items", f"{kind.name}.schema.json")
            yield FileSchema(game.folder / Path(kind.file).name, place, schema)


def project_schemas(project: Project) -> Iterator[FileSchema]:
    """The schemas of the files that all games share."""
    for file in FILES.values():
        if not file.folder:
            yield _schema(file, project.defaults.parent / file.name, Path(), "", Known())


def _schema(file: DesignFile, path: Path, folder: Path, game: str, known: Known) -> FileSchema:
    of = replace(known, definitions={})
    schema = schema_of(file.form, of)
    title = f"{file.name} of {game}" if game else file.name
    return FileSchema(path, folder / f"{path.stem}.schema.json", _document(title, file.says, schema, of))


def _items(kind: Kind, templates: Path, known: Known) -> Schema:
    """The schema of a kind's items: its fields, with what can be known of names of pictures and rules."""
    of = replace(known, definitions={})
    item = keys_schema(kind.fields, of)
    for key, files in picture_files(kind, templates).items():
        if key in item["properties"] and "enum" not in item["properties"][key]:
            item["properties"][key] |= {"examples": list(files)}
    of.definitions["reason"] = key_schema(TextField(required=True, says="why the rule does not hold here"), of)
    item["properties"]["waive"] |= {"properties": {rule: {"$ref": "#/$defs/reason"} for rule in of.rules}}
    id_schema = item["properties"]["id"]
    item["properties"]["id"] = {**id_schema, "pattern": "^[a-z0-9-]+$"}
    if "copies" in item["properties"]:
        item["properties"]["copies"] |= {"minimum": 0, "maximum": 999}
    return _document(f"items of {kind.name}", "the items of a kind", {"type": "array", "items": item}, of)


def _document(title: str, says: str, schema: Schema, of: Known) -> Schema:
    found = {"$schema": DRAFT, "title": title, "description": says, **schema}
    return {**found, "$defs": of.definitions} if of.definitions else found


@schema_of.register
def _kind(known: KindField, of: Known) -> Schema:  # noqa: ARG001
    return one_of_words(of.kinds) if of.kinds else dict(SCALAR)


@schema_of.register
def _path(known: PathField, of: Known) -> Schema:  # noqa: ARG001
    return {**SCALAR, "examples": list(of.fields)} if of.fields else dict(SCALAR)


@schema_of.register
def _limits(known: LimitsField, of: Known) -> Schema:  # noqa: ARG001
    return {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}


@schema_of.register
def _keyed(known: KeyedField, of: Known) -> Schema:
    return {"type": "object", "additionalProperties": schema_of(known.of, of), "minProperties": 1}


@schema_of.register
def _template(known: TemplateField, of: Known) -> Schema:  # noqa: ARG001
    inner: Schema = {"$ref": "#/$defs/template"}
    nested = [{"type": "array", "items": inner}, {"type": "object", "additionalProperties": inner}]
    of.definitions["template"] = {"anyOf": [SCALAR, *nested]}
    return inner


@schema_of.register
def _font(known: FontField, of: Known) -> Schema:  # noqa: ARG001
    name: Schema = {**SCALAR, "examples": list(of.fonts)} if of.fonts else dict(SCALAR)
    one: Schema = {"anyOf": [name, keys_schema(FONT.fields, of)]}
    tags = dict.fromkeys([DEFAULT, *(wide for language in of.languages for wide in wider_tags(language))], one)
    by_tongue = {"type": "object", "required": [DEFAULT], "properties": tags, "additionalProperties": False}
    return {"anyOf": [*one["anyOf"], by_tongue]}


@schema_of.register
def _paper(known: defaults.PaperField, of: Known) -> Schema:  # noqa: ARG001
    names = [*PAPERS, *map(str.upper, PAPERS)]
    return {"anyOf": [{"enum": names}, {"type": "string", "pattern": f"^ *{PAPER_BY_SIZE.pattern} *$"}]}


@schema_of.register
def _words(known: WordsField, of: Known) -> Schema:
    return keys_schema(known.in_languages(of.languages), of)


@schema_of.register
def _rule(known: RuleField, of: Known) -> Schema:
    """A rule: once its check is known, the settings of that and no others."""
    cases: list[Schema] = []
    for name, check in checks().items():
        of.definitions[f"check-{name}"] = _checked(known.fields, check, of)
        named: Schema = {"properties": {"check": {"const": name}}, "required": ["check"]}
        called: Schema = {"properties": {"check": False, "rule": {"const": name}}, "required": ["rule"]}
        cases.append({"if": {"anyOf": [named, called]}, "then": {"$ref": f"#/$defs/check-{name}"}})
    names = list(checks())
    cases.append({"if": {"not": {"required": ["check"]}}, "then": {"properties": {"rule": {"enum": names}}}})
    return _by_name(known, "check", names, cases, of)


def _by_name(known: RecordField, key: str, names: list[str], cases: list[Schema], of: Known) -> Schema:
    """A mapping of which one key, by names, decides which of the cases it is."""
    common = keys_schema(known.fields, of)["properties"]
    common[key] = {**common[key], "type": "string", "enum": names}
    needed = [name for name, field in known.fields.items() if field.required]
    return {"type": "object", "properties": common, "required": needed, "allOf": cases}


def _checked(common: Mapping[str, Field], check: Check, of: Known) -> Schema:
    """A rule that puts a check in force."""
    found = keys_schema({**common, **check.PARAMETERS}, of)
    for key, known in check.PARAMETERS.items():
        if known.required and isinstance(known, ListField):
            found["properties"][key]["minItems"] = 1
    needs: tuple[str, ...] = getattr(check, "NEEDS", ())
    apart: tuple[tuple[str, str], ...] = getattr(check, "APART", ())
    if needs:
        found["anyOf"] = [{"required": [need]} for need in needs]
    if apart:
        found["allOf"] = [{"not": {"required": list(pair)}} for pair in apart]
    return found


@schema_of.register
def _recipe(known: RecipeField, of: Known) -> Schema:
    """What the forge makes a kind by: once the recipe is known, its settings and no others."""
    cases = []
    for name, recipe in recipes().items():
        of.definitions[f"recipe-{name}"] = keys_schema({**known.fields, **recipe.PARAMETERS}, of)
        named = {"properties": {"recipe": {"const": name}}, "required": ["recipe"]}
        cases.append({"if": named, "then": {"$ref": f"#/$defs/recipe-{name}"}})
    return _by_name(known, "recipe", list(recipes()), cases, of)


@schema_of.register
def _question(known: QuestionField, of: Known) -> Schema:
    """A question of the lab: exactly one, with its values."""
    found = keys_schema(known.fields, of)
    asked = {SPREAD: VALUES, **{name: question.values for name, question in all_questions().items()}}
    found["properties"] |= {name: _values(values) for name, values in asked.items()}
    found["oneOf"] = [{"required": [name]} for name in asked]
    return found


def _values(values: Mapping[str, Value]) -> Schema:
    """The values of a question, under their names or with underscores in place of hyphens."""
    word: dict[str, Any] = {"anyOf": [SCALAR, {"type": "array", "items": SCALAR, "minItems": 1}]}
    told = {name: {"description": f"{value.about} ({value.form})", **word} for name, value in values.items()}
    told |= {name.replace("-", "_"): schema for name, schema in told.items()}
    needed = [name for name, value in values.items() if value.required and "-" not in name]
    found: Schema = {"type": "object", "properties": told, "additionalProperties": False}
    return {**found, "required": needed} if needed else found
