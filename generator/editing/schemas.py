"""The schemas of a project's files, and where an editor finds them; of fields, those that files have of their own."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generator.core.folders import Project, shipped_common
from generator.draw.font_families import font_files
from generator.draw.table_figure import TABLE
from generator.draw.theme import STYLE
from generator.editing.picture_list import MOST_OFFERED, picture_files
from generator.forge.spec import FORGE
from generator.lab.lab_keys import LAB
from generator.lab.simulation.variant import SETTINGS_FILE
from generator.model import defaults
from generator.model.fields import Field, ListField, MapField, RecordField, TextField
from generator.model.fields.json_schema import Schema, SchemaNames, keys_schema
from generator.model.game import Game, Kind
from generator.model.items import ID, WAIVABLE
from generator.model.own_sheets import FIELDS as SHEETS
from generator.model.schema import COMMON, GAME
from generator.model.shop_tables import FIELDS as SHOPS
from generator.printing import profiles
from generator.rules.rulebook import BOOK, open_rulebook


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


def known_in(project: Project, game: Game) -> SchemaNames:
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
    return SchemaNames(game.languages, list(game.kinds), list(fields), ids, list(rules), sorted(font_files(folders)))


def game_schemas(project: Project, game: Game, names: SchemaNames) -> Iterator[FileSchema]:
    """The schemas of a game's files, its items' among them."""
    folders = {DATA: game.folder, TEMPLATES: project.templates_for(game.name) / game.templates}
    for file in FILES.values():
        if file.folder in folders and not file.name.startswith("KIND"):
            yield _schema(file, folders[file.folder] / file.name, Path(game.name), game.name, names)
    for kind in game.kinds.values():
        if not kind.prose and kind.name not in game.unread and ID.fullmatch(kind.name):  # it names a file
            schema = _items(kind, folders[TEMPLATES], names)
            place = Path(game.name, "items", f"{kind.name}.schema.json")
            yield FileSchema(game.folder / Path(kind.file).name, place, schema)


def project_schemas(project: Project) -> Iterator[FileSchema]:
    """The schemas of the files that all games share."""
    for file in FILES.values():
        if not file.folder:
            yield _schema(file, project.defaults.parent / file.name, Path(), "", SchemaNames())


def _schema(file: DesignFile, path: Path, folder: Path, game: str, names: SchemaNames) -> FileSchema:
    of = replace(names, definitions={})
    schema = file.form.schema(of)
    title = f"{file.name} of {game}" if game else file.name
    return FileSchema(path, folder / f"{path.stem}.schema.json", _document(title, file.says, schema, of))


def _items(kind: Kind, templates: Path, names: SchemaNames) -> Schema:
    """The schema of a kind's items: its fields, with what can be known of names of pictures and rules."""
    of = replace(names, definitions={})
    item = keys_schema(kind.fields, of)
    for key, files in picture_files(kind, templates).items():
        if key in item["properties"] and "enum" not in item["properties"][key]:
            item["properties"][key] |= {"examples": list(files)}
    of.definitions["reason"] = TextField(required=True, says="why the rule does not hold here").key_schema(of)
    item["properties"]["waive"] |= {"properties": {rule: {"$ref": "#/$defs/reason"} for rule in of.rules}}
    id_schema = item["properties"]["id"]
    item["properties"]["id"] = {**id_schema, "pattern": "^[a-z0-9-]+$"}
    if "copies" in item["properties"]:
        item["properties"]["copies"] |= {"minimum": 0, "maximum": 999}
    return _document(f"items of {kind.name}", "the items of a kind", {"type": "array", "items": item}, of)


def _document(title: str, says: str, schema: Schema, of: SchemaNames) -> Schema:
    document = {"$schema": DRAFT, "title": title, "description": says, **schema}
    return {**document, "$defs": of.definitions} if of.definitions else document
