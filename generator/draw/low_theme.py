"""``low:`` in ``style.yaml``: what is otherwise on faces for a printer whose ink is to be spared. See `ink`."""

from collections.abc import Collection

from msgspec import Struct

from generator.draw.font_families import FontField
from generator.draw.prose_theme import Measure
from generator.model.fields import ListField, MapField, RecordField, StringField
from generator.model.values import ProblemLog, Record, nearest
from generator.read.tree import Node, locate

PEN = 0.6  # of a game that says nothing of low ink

LOW = RecordField(
    says="what changes with low ink (`--ink low`)",
    example="{pen: 0.5, fonts: {display: Grandstander_500Medium}}",
    fields={
        "pen": Measure(
            low=0.1, high=1, default=PEN, says="how wide lines are, of what they are with full ink", example="0.5"
        ),
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
                    required=True, low=4, says="the size in points from which on letters are hollow", example="14"
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
