"""Names in a template that no kind has, told where no item of the kind can be drawn, as that would show them."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from jinja2 import TemplateError, nodes

from generator.core.problem import Problem
from generator.draw.attribute_expressions import braces
from generator.draw.directives import loop_text, name_texts
from generator.draw.svg.parse import Element, parse_svg, read_svg_text
from generator.model.budget import ExpressionError
from generator.model.compiled import parse_expression
from generator.model.expressions import ENVIRONMENT
from generator.model.fields import Field, ListField, RecordField
from generator.model.game import Kind
from generator.model.values import nearest

Fields = Mapping[str, Field]
Held = tuple[Fields, bool]  # what has these fields, and whether it is a list of such


def unknown_names(path: Path, shown: str, kind: Kind, unseen: Mapping[str, Kind]) -> list[Problem]:
    """What a template asks of kinds that they do not have.

    Args:
        path: the template, which can be read.
        shown: its name in problems.
        kind: the kind whose items it draws.
        unseen: the kinds none of whose items can be drawn, by name; only of these anything is said.
    """
    text, _ = read_svg_text(path, shown)
    root = parse_svg(text or "", shown)
    if isinstance(root, Problem):
        return []
    known = {"item": (kind.fields, False)} if kind.name in unseen else {}
    found = []
    for element, name, fields in _asked_in(root, known, unseen):
        if name not in fields and name not in ("id", "copies"):
            message, hint = f"{name!r} is not a field here", nearest(name, fields)
            found.append(Problem(shown, element.line, element.column, "error", "template-syntax", message, hint))
    return list(dict.fromkeys(found))


def _asked_in(
    element: Element, known: Mapping[str, Held], unseen: Mapping[str, Kind]
) -> Iterator[tuple[Element, str, Fields]]:
    """The fields that an element and all in it ask for: where, its name, those that there are.

    ``known``: what names stand for.
    """
    try:
        loop = [loop_text(element)] if "data-for" in element.attributes else []
        names = name_texts(element)
    except ExpressionError:
        return  # reported where the template is read
    attributes = element.attributes
    texts = [text for _, text in (*loop, *names)] + [attributes[name] for name in ("data-if",) if name in attributes]
    texts += [text[start + 2 : stop - 2] for text in attributes.values() for start, stop in braces(text)]
    own = {name: (held[0], False) for name, text in loop for held in [_held(_tree(text), known, unseen)] if held}
    hidden = {name for name, _ in (*loop, *names)}
    known = {**{name: held for name, held in known.items() if name not in hidden}, **own}
    for name in ("data-field", "data-place"):
        if "item" in known and "{{" not in attributes.get(name, "{{"):
            yield element, attributes[name].partition(".")[0], known["item"][0]
    for tree in filter(None, map(_tree, texts)):
        for node in (tree, *tree.find_all(nodes.Node)):
            held = _held(node.node, known, unseen) if isinstance(node, nodes.Getattr) else None
            if held is not None and not held[1]:
                yield element, node.attr, held[0]  # type: ignore[attr-defined]
            listed = _held(node, known, unseen) if isinstance(node, nodes.Call) else None
            for pair in node.kwargs if listed is not None else ():  # type: ignore[attr-defined]
                yield element, pair.key, listed[0]  # type: ignore[index]
    for child in element.children:
        yield from _asked_in(child, known, unseen)


def _tree(text: str) -> nodes.Expr | None:
    """An expression; None where it cannot be read, or asks what there is."""
    try:
        tree = parse_expression(text.strip(), ENVIRONMENT)
    except TemplateError:
        return None
    return None if any(test.name == "defined" for test in tree.find_all(nodes.Test)) else tree


def _held(node: nodes.Node | None, known: Mapping[str, Held], unseen: Mapping[str, Kind]) -> Held | None:
    """What an expression gives, if that has fields of which something can be said."""
    match node:
        case nodes.Name():
            return known.get(node.name)
        case nodes.Call(node=nodes.Name(name="items"), args=[nodes.Const(value=name), *_]) if name in unseen:
            return unseen[name].fields, True
        case nodes.Filter() | nodes.Getitem():
            held = _held(node.node, known, unseen)
            return held and (held[0], held[1] and isinstance(node, nodes.Filter) and node.name not in ("first", "last"))
        case nodes.Getattr():
            held = _held(node.node, known, unseen)
            field = None if held is None or held[1] else held[0].get(node.attr)
            many = isinstance(field, ListField)
            field = field.of if isinstance(field, ListField) else field
            return (field.fields, many) if isinstance(field, RecordField) else None
    return None
