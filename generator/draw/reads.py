"""What the expressions in a template's attributes read: names, and fields of them."""

import re
from collections.abc import Iterable
from functools import lru_cache

from jinja2 import TemplateError, nodes

from generator.draw.attribute_expressions import braces, is_dynamic
from generator.model.compiled import parse_expression
from generator.model.expressions import ENVIRONMENT
from generator.model.filters import ORDERED

NamePath = tuple[str, ...]  # a name, or a name and a field of it
Reads = frozenset[NamePath]
LANGUAGE: NamePath = ("lang",)

_DOTTED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)+")
_UNSURE = frozenset(("items", "rule"))  # what they give may change while a program runs


def reads(texts: Iterable[str]) -> Reads | None:
    """All that the expressions in these attributes of a template read; None where nobody can say."""
    found: set[NamePath] = set()
    for text in texts:
        expressions = [text[start + 2 : stop - 2] for start, stop in braces(text)] if is_dynamic(text) else []
        for expression in expressions:
            paths = expression_reads(expression)
            if paths is None:
                return None
            found |= paths
    return frozenset(found)


@lru_cache(maxsize=1024)
def expression_reads(text: str) -> Reads | None:
    """All that an expression reads: names, or fields of them; None where nobody can say. It follows the text alone."""
    text = text.strip()
    if _DOTTED.fullmatch(text):
        return frozenset((tuple(text.split(".")[:2]),))
    try:
        waiting: list[nodes.Node] = [parse_expression(text, ENVIRONMENT)]
    except TemplateError:
        return None
    found: set[NamePath] = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, nodes.Getattr) and isinstance(node.node, nodes.Name):
            found.add((node.node.name, node.attr))
        elif isinstance(node, nodes.Name):
            found.add((node.name,))
        else:
            if isinstance(node, nodes.Filter) and node.name in ORDERED:
                found.add(LANGUAGE)
            waiting += node.iter_child_nodes()
    names = {path[0] for path in found}
    return None if names & _UNSURE else frozenset(found)
