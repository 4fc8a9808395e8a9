"""Types are nouns: none is named by a participle, or by a word that only says what was done with it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from each import each
from test_conventions import MODULES, TOOL
from trees import nodes, tree

NO_NOUNS = re.compile("Asked|Found|Given|Gone|Held|Kept|Known|Laid|Looked|Made|Said|Shown|Told|Wanted")
IRREGULAR = {"Built", "Dealt", "Done", "Drawn", "Read", "Seen", "Taken", "Written"}
NOUNS = {"Bed", "Feed", "Need", "Seed", "Shed", "Speed"}
KEPT = {"NotFound", "Played"}  # the word that every program uses; what games of before import


def type_names(path: Path) -> Iterator[str]:
    """The classes and aliases of types that a module makes, private ones too."""
    yield from (node.name for node in nodes(path) if isinstance(node, ast.ClassDef))
    inner = [node for node in tree(path).body if isinstance(node, ast.If)]  # if TYPE_CHECKING:
    for node in [*tree(path).body, *(statement for block in inner for statement in block.body)]:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) if re.fullmatch(r"_?[A-Z]\w*[a-z]\w*", name):
                yield name


def is_participle(name: str) -> bool:
    """Whether a type's last word is a participle, or one of its words says only what was done."""
    words = re.findall("[A-Z][a-z0-9]*", name)
    last = words[-1] if words else ""
    regular = last.endswith("ed") and last not in NOUNS
    return name not in KEPT and (regular or last in IRREGULAR or any(map(NO_NOUNS.fullmatch, words)))


def test_no_type_is_named_by_a_participle() -> None:
    named = {path.relative_to(TOOL).as_posix(): [*filter(is_participle, type_names(path))] for path in MODULES}
    assert {path: names for path, names in named.items() if names} == {}


@each("name", ["Checked", "_Kept", "KnownFiles", "SiteMade", "Drawn", "PlaceAsked"])
def test_a_participle_is_noticed(name: str) -> None:
    assert is_participle(name)


@each("name", ["CheckResult", "EmbeddedFont", "Seed", "NotFound", "StraightCut", "ReadError"])
def test_a_noun_is_not(name: str) -> None:
    assert not is_participle(name)
