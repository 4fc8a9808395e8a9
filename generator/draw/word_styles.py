"""``styles:`` and ``low:`` in ``style.yaml``: what ``{name: words}`` looks like in a text, and what is otherwise
with low ink."""

import re
from collections.abc import Collection

from msgspec import Struct

from generator.draw.font_families import FontField
from generator.draw.prose_theme import Measure
from generator.draw.svg.colours import colour
from generator.draw.text.words import LetterEffect, Look
from generator.model.fields import ChoiceField, ListField, MapField, RecordField, StringField
from generator.model.values import ProblemLog, Record, nearest
from generator.read.tree import Node, locate

ALIGNS = ("left", "center", "right", "justify")
LINES = ("under", "through")
STYLE_OF_WORDS = RecordField(
    fields={
        "colour": StringField(says="the colour of the words", absent="the text's own", example='"#c00"'),
        "size": Measure(low=0.5, high=2, default=1, says="their size, of the text's own", example="0.8"),
        "align": ChoiceField(
            of=ALIGNS,
            says="where lines stand that begin with such words",
            absent="as `data-align` of their box says",
            example="center",
        ),
        "line": ChoiceField(of=LINES, says="a line under the words, or through them", absent="none", example="under"),
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
        lines = (values.line,) if values.line else ()
        looks[name] = Look(paint, values.size or 1.0, effect, align=values.align or "", lines=lines)
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


PEN = 0.6  # of a game that says nothing of low ink

LOW = RecordField(
    says="what changes with low ink (`--ink low`)",
    example="{pen: 0.5, fonts: {display: Grandstander_500Medium}}",
    fields={
        "pen": Measure(low=0.1, high=1, default=PEN, says="the width of lines, relative to full ink", example="0.5"),
        "fonts": MapField(
            of=FontField(), says="lighter fonts for some roles", example="{display: Grandstander_500Medium}"
        ),
        "hollow": RecordField(
            says="roles whose large letters are drawn as outlines",
            example="{roles: [number], line: 0.3, above: 14}",
            fields={
                "roles": ListField(required=True, of=StringField(), says="the roles", example="[number]"),
                "line": Measure(required=True, low=0.1, high=2, says="how wide the outline is, in mm", example="0.3"),
                "above": Measure(
                    required=True, low=4, says="from which size in points letters are hollow", example="14"
                ),
            },
        ),
    },
)


class Hollow(Struct, frozen=True):
    """Letters that are drawn as outlines: how wide the line is (mm), and above which size (points)."""

    line: float
    above: float


class Low(Struct, frozen=True):
    """What ``low:`` says."""

    pen: float = PEN
    fonts: dict[str, Record] = {}  # by role
    hollow: dict[str, Hollow] = {}  # by role


def read_low(values: Record | None, node: Node, roles: Collection[str], report: ProblemLog) -> Low:
    """What a game wants otherwise with low ink; roles that it does not have are reported.

    Args:
        values: as `LOW` reads them; None where the game says nothing.
        node: where they are.
        roles: those of the game's fonts.
        report: of ``style.yaml``.
    """
    if values is None:
        return Low()
    fonts, hollow = values.fonts or {}, values.hollow
    outlined = hollow.roles or [] if hollow else []
    places = [(role, ("fonts", role)) for role in fonts]
    for role, path in [*places, *((role, ("hollow", "roles", at)) for at, role in enumerate(outlined))]:
        if role not in roles:
            message = f"{role!r} is not a role under fonts"
            report.add(locate(node, path), "unknown-reference", message, nearest(role, roles))
    sizes = Hollow(hollow.line or 0.0, hollow.above or 0.0) if hollow else None
    return Low(values.pen or PEN, fonts, dict.fromkeys(outlined, sizes) if sizes else {})
