"""Every key that a designer may write says what it means, with an example that its own reader takes."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

from each import each

import generator
from generator.model.fields import Field, ReadContext, RecordField
from generator.model.problem_log import ProblemLog
from generator.project.editing.schemas import Keyed, all_keys
from generator.read.reader import read_text
from generator.read.tree import Mapping

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


def test_no_reader_has_keys_of_its_own() -> None:
    assert [(table, key) for table, key, known in tables() if id(known) not in KNOWN] == []
