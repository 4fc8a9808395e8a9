"""Whether a template, or a text of an item, says which copy it is: then each copy is a face of its own."""

import re
from collections.abc import Iterable

from generator.draw.attribute_expressions import braces, is_dynamic
from generator.draw.directives import DIRECTIVES
from generator.draw.svg.parse import Element
from generator.draw.text_values import VALUE
from generator.model.game import Item
from generator.model.running_text import texts_in

_COPY = re.compile(r"(?<![\w.'\"-])copy(?![\w'\"(-])")
_BOUND = re.compile(r"(?:^|;)\s*copy\s*(?:=(?!=)|in\b)")  # a name of the template's own


def template_tells(root: Element) -> bool:
    """Whether an expression of a template asks which copy it draws."""
    attributes = [
        (name, text) for element in root.walk() for name, text in element.attributes.items() if "copy" in text
    ]
    if any(name in DIRECTIVES and _BOUND.search(text) for name, text in attributes):
        return False
    return _tell(part for name, text in attributes for part in _expressions(name, text))


def texts_tell(item: Item) -> bool:
    """Whether a value in a text of an item asks which copy it is."""
    texts = (
        words
        for text in texts_in(list(item.fields.values()))
        for words in text.translations.values()
        if "copy" in words
    )
    return "copy" not in item.fields and _tell(
        match["value"] or match["count"] for words in texts for match in VALUE.finditer(words)
    )


def _expressions(name: str, text: str) -> Iterable[str]:
    if name in DIRECTIVES:
        return (text,)
    return [text[start:stop] for start, stop in braces(text)] if is_dynamic(text) else ()


def _tell(expressions: Iterable[str]) -> bool:
    return any(_COPY.search(expression) for expression in expressions)
