"""Schemas of the fields that rules, the forge, the lab and themes have of their own."""

from collections.abc import Mapping
from typing import Any

from generator.core.choices import PAPER_BY_SIZE, PAPERS
from generator.draw.font_families import DEFAULT, FONT, FontField
from generator.forge.item_template import TemplateField
from generator.forge.recipes import recipes
from generator.forge.spec import RecipeField
from generator.forge.vocabulary import WordsField
from generator.lab.ask import all_questions
from generator.lab.lab_keys import QuestionField
from generator.lab.question import Value
from generator.lab.spread import SPREAD, VALUES
from generator.model.defaults import PaperField
from generator.model.fields import Field, ListField, RecordField
from generator.model.values import wider_tags
from generator.project.editing.json_schema import SCALAR, Schema, keys_schema, one_of_words, schema_of
from generator.project.editing.picture_list import Known
from generator.rules.rule import Check
from generator.rules.rulebook import RuleField, checks
from generator.rules.settings import KeyedField, KindField, LimitsField, PathField


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
def _paper(known: PaperField, of: Known) -> Schema:  # noqa: ARG001
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
