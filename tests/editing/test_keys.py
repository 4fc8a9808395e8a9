"""Every key that a designer may write says what it means, with an example that its own reader takes."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest
from each import each

import generator
from generator.draw.font_families import FACE, FONT, FontField
from generator.editing.schemas import FILES
from generator.forge.recipes import recipes
from generator.model.field_spec import AnyField, FieldSpec, field_keys
from generator.model.fields import Field, ListField, MapField, OneOfField, ReadContext, RecordField
from generator.model.values import ProblemLog
from generator.read.reader import read_text
from generator.read.tree import Mapping
from generator.rules.rulebook import checks

Keyed = tuple[str, str, Field]  # the file, the path to a key, the field


def all_keys() -> Iterator[Keyed]:
    """Every key of the tool's own that may stand in a file, those of checks and recipes among them."""
    for file in FILES.values():
        yield from keys_in(file.form, file.name)
    yield from keys_of(field_keys(), "game.yaml", "kinds.KIND.fields.FIELD.")
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
            yield from keys_of(dict(FACE.fields), file, before)
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


KEYS = list(all_keys())
KNOWN = {id(known) for _, _, known in KEYS}
UNDOCUMENTED = {"generator.model.own_rules"}  # whose file ships with the tool, and is nobody's to write


def test_every_key_has_a_meaning_and_an_example() -> None:
    assert [(file, path) for file, path, known in KEYS if not (known.says and known.example)] == []


@each("key", KEYS)
def test_an_example_is_what_the_key_takes(key: Keyed) -> None:
    _, path, known = key
    name = path.rpartition(".")[2].rpartition(" ")[2]
    root, problems = read_text(f"{name}: {known.example}\n", "example.yaml")
    assert isinstance(root, Mapping)
    report = ProblemLog("example.yaml")
    found = known.read(root.values[name], ReadContext(report, ("en", "fr")))
    form = getattr(known, "form", None)
    if form is not None:
        form.read(root.values[name], ReadContext(report, ("en", "fr")))
    assert [str(problem) for problem in [*problems, *report.problems] if problem.level == "error"] == []
    assert found is not None


def tables() -> Iterator[tuple[str, str, Field]]:
    """Every field in a table of keys that a module holds."""
    for module in walk_packages(generator.__path__, "generator."):
        if module.name.endswith("__main__") or module.name in UNDOCUMENTED:
            continue
        import_module(module.name)
        for name, value in vars(sys.modules[module.name]).items():
            if isinstance(value, dict) and value and all(isinstance(known, Field) for known in value.values()):
                yield from ((f"{module.name}.{name}", key, known) for key, known in value.items())
            if isinstance(value, RecordField):
                yield from ((f"{module.name}.{name}", key, known) for key, known in value.fields.items())


@pytest.mark.slow
def test_no_reader_has_keys_of_its_own() -> None:
    assert [(table, key) for table, key, known in tables() if id(known) not in KNOWN] == []
