"""``palette:`` in ``style.yaml``: the tints of a game's colour edition, and whether they can be told apart.

People print in grey as well, and one man in twelve sees red and green alike: tints are compared with each other as they
look in grey, and to eyes that lack each of the three sorts of cones.
Sources: CIE 1976 L*a*b* (D65); Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color
vision deficiency" (2009), matrices of severity 1.0, in linear sRGB.
"""

from collections.abc import Mapping
from itertools import combinations
from math import dist

from generator.draw.svg.colours import colour
from generator.model.fields import MapField, StringField
from generator.model.items import ID
from generator.model.values import ProblemLog
from generator.read.tree import Node, locate

MOST = 6  # tints: more are not told apart at a glance
DARKEST = 50.0  # L*: black lines and letters still stand out on it
APART_IN_GREY = 5.0  # L* between two tints
APART = 10.0  # distance in L*a*b* between two tints, to any eye

PALETTE = MapField(
    of=StringField(),
    says="the tints of `--ink colour`: up to six, by the names in `data-tint`",
    absent="the game has no colours",
    example='{bone: "#f6ecd2", leaf: "#a9cf8d"}',
)

_Colour = tuple[float, float, float]
_EYES: dict[str, tuple[_Colour, _Colour, _Colour]] = {
    "to eyes without red": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)
    ),
    "to eyes without green": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)
    ),
    "to eyes without blue": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)
    ),
}  # fmt: skip
_TO_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
_WHITE = (0.95047, 1.0, 1.08883)


def read_palette(values: Mapping[str, str], node: Node, report: ProblemLog) -> dict[str, str]:
    """The tints by name, as ``#rrggbb``; what is wrong with them is reported.

    Args:
        values: as `PALETTE` reads them.
        node: where they are.
        report: of ``style.yaml``.
    """
    tints: dict[str, str] = {}
    unread: dict[
        str, str
    ] = {}  # in white, so that only the palette is reported, and not every picture that has the tint
    for name, written in values.items():
        where = locate(node, (name,))
        unread[name] = "#ffffff"
        if not ID.fullmatch(name):
            report.add(where, "bad-id", f"{name!r} cannot be the name of a tint", "lower-case letters, digits, hyphens")
            continue
        if len(tints) == MOST:
            report.add(where, "number-range", f"a palette has at most {MOST} tints", "leave some out")
            break
        try:
            tint = colour(written)
        except ValueError as error:
            report.add(where, "wrong-type", f"{name}: {error}", "write a colour, such as #f6ecd2")
            continue
        if tint is None:
            report.add(where, "wrong-type", f"{name}: none is not a tint", "write a colour, such as #f6ecd2")
            continue
        tints[name] = tint
    _compare(tints, node, report)
    return unread | tints


def _compare(tints: Mapping[str, str], node: Node, report: ProblemLog) -> None:
    """Warn of tints on which lines are lost, and of those that look alike."""
    for name, written in tints.items():
        if (light := lab(_linear(written))[0]) < DARKEST:
            message = f"{name} is so dark (L* {light:.0f}) that black lines are lost on it; {DARKEST:.0f} is the least"
            report.add(locate(node, (name,)), "dark-tint", message, "take a lighter tint", "warning")
    for first, second in combinations(tints, 2):
        alike = _alike(_linear(tints[first]), _linear(tints[second]))
        if alike:
            message = f"{second} and {first} look alike {alike}"
            hint = "make one of them lighter or darker: everyone can see a difference in grey"
            report.add(locate(node, (second,)), "tints-alike", message, hint, "warning")


def _alike(first: _Colour, second: _Colour) -> str:
    """How two colours look alike; empty where they are told apart in every way."""
    if abs(lab(first)[0] - lab(second)[0]) < APART_IN_GREY:
        return "in grey"
    for eyes, matrix in {"": None, **_EYES}.items():
        seen = [lab(light if matrix is None else _times(matrix, light)) for light in (first, second)]
        if dist(*seen) < APART:
            return eyes or "to everyone"
    return ""


def _linear(written: str) -> _Colour:
    parts = [int(written[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def _times(matrix: tuple[_Colour, _Colour, _Colour], vector: _Colour) -> _Colour:
    red, green, blue = (min(max(sum(a * b for a, b in zip(row, vector, strict=True)), 0.0), 1.0) for row in matrix)
    return red, green, blue


def lab(linear: _Colour) -> _Colour:
    """L*, a* and b* of a colour in linear sRGB (each part 0 to 1)."""
    xyz = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in _TO_XYZ]
    x, y, z = (
        part ** (1 / 3) if part > (6 / 29) ** 3 else part * (29 / 6) ** 2 / 3 + 4 / 29
        for part in (value / white for value, white in zip(xyz, _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
