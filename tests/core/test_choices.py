"""The words that people choose by are declared once."""

import ast
from pathlib import Path

from trees import nodes

from generator.core import choices
from generator.core.choices import Backs, CutFormat, CutterName, Edge, InkName, Marks

TOOL = Path(choices.__file__).parents[1]


def test_only_backs_that_follow_their_fronts_turn_the_paper() -> None:
    assert {backs: backs.edge for backs in Backs if backs.edge} == {Backs.long: Edge.long, Backs.short: Edge.short}


def test_no_module_lists_these_words_again() -> None:
    vocabularies = (Backs, CutFormat, CutterName, Edge, InkName, Marks)
    words = [frozenset(str(one) for one in vocabulary) for vocabulary in vocabularies]
    for path in TOOL.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if not any(all(word in text for word in listed) for listed in words):
            continue  # to parse all of the tool takes seconds
        for node in nodes(path):
            if isinstance(node, ast.Tuple | ast.List | ast.Set):
                texts = frozenset(one.value for one in node.elts if isinstance(one, ast.Constant))
                assert texts not in words, f"{path.name}:{node.lineno}"
