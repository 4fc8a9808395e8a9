"""Names say what they hold: at most a tenth of a package's functions bind a word that only says what was done with it."""

import ast
from collections import Counter

import pytest
from test_conventions import MODULES, TOOL
from trees import nodes

IDIOMS = {"found", "one", "other", "known", "told", "asked", "said", "kept", "made", "work", "given", "wanted"}


def bound(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """A function's own name, and those of its parameters and variables."""
    stored = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return stored | {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)} | {function.name}


@pytest.mark.slow
def test_a_tenth_of_the_functions_may_bind_an_idiom() -> None:
    functions, idiomatic = Counter[str](), Counter[str]()
    for path in MODULES:
        package = path.relative_to(TOOL).parts[0]
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                functions[package] += 1
                idiomatic[package] += not IDIOMS.isdisjoint(bound(node))
    assert {package: idiomatic[package] for package in functions if 10 * idiomatic[package] > functions[package]} == {}
