"""What a schema takes, the reader takes: files changed anywhere by chance, as far as their form goes."""

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from as_editors_read import text_value
from fox_hunt import FILES, write_fox_hunt
from jsonschema import Draft202012Validator
from test_broken_files import BOOK, FORGE, GAME, ITEMS, LAB, PNP, STYLE, WORDS, problems_in, schemas_of
from tries import slow_but

FORM = {"wrong-type", "missing-field", "unknown-field", "not-one-of"}
WRITTEN = [GAME, ITEMS, BOOK, FORGE, LAB, STYLE, WORDS, PNP]
TRIED = 100
VALUES: list[Any] = [
    *("word", "fur", "animals", "goose", "", 7, -1, 1.5, True, None, "number-range", "grid", "text"),
    *([], {}, ["word"], [1, 2], [{}], {"en": "text"}, {"en": "text", "de": "Text"}, {"word": 1}, {"type": "list"}),
]
KEYS = [
    "word", "type", "of", "kind", "field", "max", "recipe", "numbers", "en", "size", "back", "art", "copies", "fields",
]  # fmt: skip
# What only `pnp check` can tell: a number under a key of another's, an expression, what an empty list or text is for.
BEYOND = "is empty|no text in any language|nothing is low or high|a name is wanted|is not a field$|not a language of this game"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_fox_hunt(tmp_path_factory.mktemp("project"))


@pytest.fixture(scope="module")
def validators(project: Path) -> dict[str, Draft202012Validator]:
    return schemas_of(project)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to everything within a value."""
    yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from places(part, (*path, key))


def changed(value: Any, place: tuple[Any, ...], change: str, key: str, new: Any) -> Any:
    """A value with something else, or nothing, or something more, at a place."""
    whole = [copy.deepcopy(value)]
    holder: Any = whole
    steps = (0, *place)
    for step in steps[:-1]:
        holder = holder[step]
    if change == "delete" and place:
        del holder[steps[-1]]
    elif change == "add" and isinstance(holder[steps[-1]], dict):
        holder[steps[-1]][key] = new
    else:
        holder[steps[-1]] = new
    return whole[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_but(2, WRITTEN))
def test_what_a_schema_takes_the_reader_takes(
    name: str, project: Path, validators: dict[str, Draft202012Validator]
) -> None:
    rng, value = Random(name), text_value(FILES[name])
    spots, taken, disagreed = list(places(value)), 0, []
    for _ in range(TRIED):
        change = rng.choice(["replace", "replace", "delete", "add"])
        mutant = changed(value, rng.choice(spots), change, rng.choice(KEYS), rng.choice(VALUES))
        if not validators[name].is_valid(mutant):
            continue
        taken += 1
        text = json.dumps(mutant)
        (project / name).write_text(text, encoding="utf-8")
        found = problems_in(project, name)
        wrong = [one for one in found if one.level == "error" and one.rule in FORM and one.file.endswith(name)]
        disagreed += [f"{text}: {one}" for one in wrong if not re.search(BEYOND, one.message)]
    (project / name).write_text(FILES[name], encoding="utf-8")
    assert disagreed == []
    assert taken > TRIED / 20
