"""``forge.yaml``: for each kind the recipe that makes new items, its settings, and the words for their texts."""

from difflib import get_close_matches
from typing import Any

from msgspec import Struct

from generator.core.problem import Problem
from generator.forge.recipes import recipes
from generator.forge.request import Recipe
from generator.forge.vocabulary import WORDS, Vocabulary, read_words
from generator.forge.wording import TEXTS, Wording, read_texts
from generator.model.field_spec import AnyField
from generator.model.fields import Field, MapField, ReadContext, RecordField, StringField, read_fields
from generator.model.fields.json_schema import Schema, SchemaNames, keys_schema
from generator.model.game import Game
from generator.model.values import ProblemLog, Record, nearest
from generator.read.reader import read_file
from generator.read.tree import Mapping, Node, excerpt

FILE = "forge.yaml"
REPLACED = {  # recipes of earlier versions, and what to write
    "grid": "write recipe: draw, and evenly: with the choice of even: and the first of numbers:",
    "sets": "write recipe: draw, draw: {NUMBER: as deck}, and pictures: as a list under words:, named in evenly:",
}


class RecipeField(RecordField, frozen=True):
    """How the items of a kind are made: the fields common to all recipes, and those of the one that is named."""

    def schema(self, names: SchemaNames) -> Schema:
        """Once the recipe is known, its settings and no others."""
        cases = []
        for name, recipe in recipes().items():
            names.definitions[f"recipe-{name}"] = keys_schema({**self.fields, **recipe.PARAMETERS}, names)
            named = {"properties": {"recipe": {"const": name}}, "required": ["recipe"]}
            cases.append({"if": named, "then": {"$ref": f"#/$defs/recipe-{name}"}})
        return self.schema_by("recipe", list(recipes()), cases, names)

    def read(self, node: Node, context: ReadContext) -> Record | None:
        word = node.values.get("recipe") if isinstance(node, Mapping) else None
        recipe = recipes().get(getattr(word, "text", ""))
        return RecordField(fields={**self.fields, **(recipe.PARAMETERS if recipe else {})}).read(node, context)


COMMON: dict[str, Field] = {
    "recipe": StringField(required=True, says="the recipe; its own keys are next to it", example="members"),
    "texts": AnyField(
        form=RecordField(fields=TEXTS),
        says="their titles, lines and pictures",
        absent="they have none",
        example='{title: title, titles: [{en: "{a noun}", fr: "{un noun}"}]}',
    ),
}
FORGE: dict[str, Field] = {
    "kinds": AnyField(
        form=MapField(of=RecipeField(fields=COMMON)),
        required=True,
        says="by kind, how its items are made",
        example="{cards: {recipe: members, field: effects}}",
    ),
    "words": AnyField(
        form=RecordField(fields=WORDS),
        says="nouns and adjectives that the kinds share",
        example="{nouns: [{en: an owl, fr: un *hibou, sort: [creature]}]}",
    ),
}


class Entry(Struct, frozen=True):
    """How items of a kind are made. ``settings`` are the recipe's, as its PARAMETERS read them."""

    kind: str
    recipe: Recipe
    settings: Record
    node: Mapping
    wording: Wording | None = None  # of its texts


class ForgeSpec(Struct, frozen=True):
    """What a game's ``forge.yaml`` says."""

    entries: dict[str, Entry]


def read_forge(game: Game) -> tuple[ForgeSpec, list[Problem]]:
    """Read a game's ``forge.yaml``; a game without one makes nothing."""
    path = game.folder / FILE
    if not path.exists() or "languages" in game.wrong:  # nobody can say which words it needs
        return ForgeSpec({}), []
    file = game.file.removesuffix("game.yaml") + FILE
    root, problems = read_file(path, file, game.folder.resolve().parent)
    report = ProblemLog(file, problems)
    context = ReadContext(report, game.languages)
    root = report.rooted(root, Mapping, "a mapping with kinds")
    if root is None:
        return ForgeSpec({}), problems
    values = read_fields(root, FORGE, context)
    kinds = values["kinds"]
    if kinds is not None and not isinstance(kinds, Mapping):
        report.add(kinds, "wrong-type", "a mapping of kinds is wanted here")
    words = read_words(values["words"], context) if values["words"] else Vocabulary()
    entries = {}
    for name, node in kinds.values.items() if isinstance(kinds, Mapping) else ():
        if name not in game.kinds:
            report.add(kinds.keys[name], "unknown-reference", f"{name!r} is not a kind", nearest(name, game.kinds))
            continue
        entry = _entry(name, node, words, context)
        if entry is not None:
            entries[name] = entry
    return ForgeSpec(entries), problems


def _entry(name: str, node: Any, words: Vocabulary, context: ReadContext) -> Entry | None:
    if not isinstance(node, Mapping):
        context.report.add(node, "wrong-type", "a mapping with a recipe is wanted here")
        return None
    word = node.values.get("recipe")
    recipe = recipes().get(getattr(word, "text", ""))
    if word is not None and recipe is None:
        named = getattr(word, "text", "")
        if named in REPLACED:
            context.report.add(word, "not-one-of", f"recipe: {named} is no more", REPLACED[named])
            return None
        context.report.add(word, "not-one-of", f"{excerpt(named)} is not a recipe", nearest(named, recipes()))
        return None
    if recipe is None:  # what else is in it, only the recipe could tell
        misspelt = next((key for key in node.keys if get_close_matches(key.casefold(), ["recipe"], 1)), None)
        if misspelt is not None:
            message = f"{misspelt!r} is not a field here"
            context.report.add(node.keys[misspelt], "unknown-field", message, "did you mean recipe?")
        else:
            context.report.add(node, "missing-field", "recipe is missing", f"add a line recipe: {', '.join(recipes())}")
        return None
    before = len(context.report.problems)
    values = read_fields(node, {**COMMON, **recipe.PARAMETERS}, context)
    if len(context.report.problems) > before:
        return None
    texts = values["texts"]
    if texts is not None and not isinstance(texts, Mapping):
        context.report.add(texts, "wrong-type", "a mapping with title and titles is wanted here")
    wording = read_texts(texts, words, context) if isinstance(texts, Mapping) else None
    if len(context.report.problems) > before:
        return None
    return Entry(name, recipe, Record({key: values[key] for key in recipe.PARAMETERS}), node, wording)
