"""The tool's own modules, parsed once for all tests that look at how they are written."""

import ast
from functools import cache
from pathlib import Path


@cache
def tree(path: Path) -> ast.Module:
    """A module as Python reads it."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All that is in a module's tree: going through it takes as long as parsing."""
    return tuple(ast.walk(tree(path)))
