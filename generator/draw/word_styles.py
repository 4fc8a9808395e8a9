"""``styles:`` in ``style.yaml``: what ``{name: words}`` looks like in a text."""

import re

from generator.draw.prose_theme import Measure
from generator.draw.svg.colours import colour
from generator.draw.text.words import LetterEffect, Look
from generator.model.fields import RecordField, StringField
from generator.model.values import ProblemLog, Record
from generator.read.tree import Node, locate

STYLE_OF_WORDS = RecordField(
    fields={
        "colour": StringField(says="the colour of the words", absent="the text's own", example='"#c00"'),
        "size": Measure(low=0.5, high=2, default=1, says="their size, of the text's own", example="0.8"),
        "outline": RecordField(
            says="a line round the letters",
            absent="none",
            example='{colour: "#fff", width: 0.4}',
            fields={
                "colour": StringField(required=True, says="its colour", example='"#fff"'),
                "width": Measure(low=0.05, high=5, default=0.4, says="how far it reaches, in mm", example="0.6"),
            },
        ),
        "shadow": RecordField(
            says="a shadow of the letters",
            absent="none",
            example='{colour: "#999", right: 0.3, down: 0.3}',
            fields={
                "colour": StringField(required=True, says="its colour", example='"#999"'),
                "right": Measure(low=-5, high=5, default=0.3, says="how far it lies to the right, mm", example="0.5"),
                "down": Measure(low=-5, high=5, default=0.3, says="how far it lies below, in mm", example="0.5"),
            },
        ),
    }
)


def read_word_styles(styles: dict[str, Record], node: Node, report: ProblemLog) -> dict[str, Look]:
    """What words in a style look like, by its name; mistakes are reported."""
    looks: dict[str, Look] = {}
    for name, values in styles.items():
        if not re.fullmatch(r"\w[\w-]*", name):
            message = f"{name!r} cannot be the name of a style"
            report.add(locate(node, (name,)), "bad-id", message, "letters, digits and hyphens")
            continue
        paint = _colour(values, locate(node, (name,)), report)
        outline, shadow = values.outline, values.shadow
        effect = None
        if outline or shadow:
            effect = LetterEffect(
                _colour(outline, locate(node, (name, "outline")), report),
                outline.width or 0.0 if outline else 0.0,
                _colour(shadow, locate(node, (name, "shadow")), report),
                shadow.right or 0.0 if shadow else 0.0,
                shadow.down or 0.0 if shadow else 0.0,
            )
        looks[name] = Look(paint, values.size or 1.0, effect)
    return looks


def _colour(values: Record | None, node: Node, report: ProblemLog) -> str:
    """The colour that is said; empty where there is none, or it is wrong, which is reported."""
    if values is None or values.colour is None:
        return ""
    try:
        return colour(values.colour) or ""
    except ValueError as error:
        report.add(locate(node, ("colour",)), "wrong-type", f"colour: {error}", "write a colour, such as #c00")
        return ""
