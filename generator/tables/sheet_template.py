"""The plain template of a kind that is made from a sheet: every field of it, its back, and the style of its game."""

from math import ceil
from xml.sax.saxutils import escape

from msgspec import Struct

from generator.draw.text.markup import MARKED

SIZES = ((63.0, 88.0), (74.0, 105.0), (105.0, 148.0), (148.0, 210.0), (190.0, 262.0))  # mm; the last fits A4 and Letter
NAMES = {(63.0, 88.0): "poker"}
INSET = 6.0  # mm from the cut to what is written
SHORT, SHORT_LABEL = 14, 18  # characters of what stands in a cell of its own, and above it
STYLE = """\
# How the game looks. Templates ask for a font by its role (data-font="display"), so you change a font only here.
fonts:
  display: Grandstander_700Bold # titles
  text: Andika_400Regular # all other text
  number: LilitaOne_400Regular
fallback: [DejaVuSans] # for characters that these do not have
styles: # what {centred: words} looks like in a text
  centred: {align: center}
  underlined: {line: under}
  struck: {line: through}
"""
STYLES = {"center": "centred", "under": "underlined", "through": "struck"}  # for what HTML says of lines
MISSING = """\
<svg xmlns="http://www.w3.org/2000/svg" width="8mm" height="10mm" viewBox="0 0 8 10">
  <title>In place of a character that no font here has</title>
  <path d="M0.8 0.8H7.2V9.2H0.8ZM0.8 0.8L7.2 9.2M7.2 0.8L0.8 9.2" fill="none" stroke="#000" stroke-width="0.6"/>
</svg>
"""


class FaceField(Struct):
    """A field on a face."""

    name: str
    label: str
    type: str
    longest: int = 0  # characters of its longest value

    @property
    def is_short(self) -> bool:
        """Whether it may stand in a cell of its own."""
        return self.type != "list" and len(self.label) <= SHORT_LABEL and self.longest <= SHORT

    def value(self) -> str:
        """An expression for what is printed."""
        if self.type == "flag":
            return f"('✓' if item.{self.name} else '–')"
        return f"(item.{self.name}|join(', '))" if self.type == "list" else f"item.{self.name}"


class SheetFace(Struct):
    """What is on the face of a kind, and where."""

    size: tuple[float, float]
    title: FaceField | None
    cells: list[FaceField]
    body: list[FaceField]
    art: bool = False

    def svg(self) -> str:
        """The template."""
        (width, height), parts = self.size, list[str]()
        scale = min(width / 63, height / 88) ** 0.6
        inner, top = width - 2 * INSET, 5.0
        if self.title:
            box = _box(INSET, top, inner, 9.5 * scale)
            look = _look("display", 14 * scale, 7, "center", 'data-lines="2" data-valign="middle" data-guide="lines"')
            parts.append(f'<rect data-field="{self.title.name}" {look} {box}/>')
            top += 9.5 * scale + 0.8
            parts.append(_rule(INSET, top, width - INSET))
        if self.art:
            box = _box(INSET, top + 1.2, inner, height * 0.34)
            art = 'data-if="not blank and item.art" href="art/{{ item.art }}" data-place="art"'
            parts.append(f"<use {art} {box}/>")
            top += height * 0.34 + 2.4
        room = height - INSET - top
        each = max(2, int(inner // (16 * scale)))
        rows = ceil(len(self.cells) / each)
        high = 10 * scale if self.body or self.art else min(20 * scale, room / max(1, rows))
        most = max(0, int(room * (0.6 if self.body or len(self.cells) > each * int(room / high) else 1) / high)) * each
        shown, rest = self.cells[:most], self.cells[most:]
        for number, field in enumerate(shown):
            row, column = divmod(number, each)
            count = min(each, len(shown) - row * each)
            parts += _cell(field, INSET + column * inner / count, top + row * high, inner / count, high, scale)
            if column == 0:
                parts.append(_rule(INSET, top + (row + 1) * high, width - INSET))
        top += ceil(len(shown) / each) * high + 1.2
        if body := [*rest, *self.body]:
            box = _box(INSET, top, inner, height - INSET + 1 - top)
            least = 5 if self.size == SIZES[-1] else 6
            look = _look("text", 10 * scale, least, "", 'data-leading="1.2" data-guide="lines"')
            parts.append(f'<rect data-text="{_attribute(_paragraphs(body, alone=not shown))}" {look} {box}/>')
        return _whole(self.size, "Front. Lengths are millimetres from the top left corner.", parts)


def back_svg(size: tuple[float, float]) -> str:
    """A back that looks the same from both ends."""
    width, height = size
    left, top, right, bottom = 6.0, 6.0, width - 6, height - 6
    lines = []
    step = 8.0
    middle = (width + height) / 2
    for number in range(-int(middle / step), int(middle / step) + 1):
        down = middle + number * step  # x + y along the line, and its mirror image
        x, y = max(left, down - bottom), min(right, down - top)
        if x < y:
            lines.append(
                f"M{x:g} {down - x:g}L{y:g} {down - y:g}M{width - x:g} {down - x:g}L{width - y:g} {down - y:g}"
            )
    wide, high, centre = right - left, bottom - top, f'cx="{width / 2:g}" cy="{height / 2:g}"'
    parts = [
        f'<path d="{"".join(lines)}" fill="none" stroke="#000" stroke-width="0.25"/>',
        f'<rect {_box(left, top, wide, high)} rx="1.5" fill="none" stroke="#000" stroke-width="0.5"/>',
        f'<circle {centre} r="{width / 5:g}" fill="#fff" stroke="#000" stroke-width="0.8"/>',
        f'<circle {centre} r="{width / 6:g}" fill="none" stroke="#000" stroke-width="0.25"/>',
    ]
    return _whole(size, "Back: the same from both ends, so that nobody sees which way up it lies.", parts)


def _whole(size: tuple[float, float], says: str, parts: list[str]) -> str:
    width, height = size
    frame = f'<rect {_box(2.5, 2.5, width - 5, height - 5)} rx="4" fill="#fff" stroke="#000" stroke-width="0.8"/>'
    lines = "\n".join(f"  {part}" for part in [f"<title>{says}</title>", frame, *parts])
    place = f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {place}>\n{lines}\n</svg>\n'


def _cell(field: FaceField, x: float, y: float, width: float, height: float, scale: float) -> list[str]:
    """A short value with its label above it."""
    label = 3.2 * scale
    value = f'data-text="{{{{ {_attribute(field.value())} }}}}" ' if field.type == "flag" else ""
    head = _look("text", 6.5 * scale, 4.5, "center", 'data-lines="1" data-valign="bottom"')
    look = _look("number", 15 * scale, 6, "center", 'data-lines="1" data-valign="middle" data-guide="box"')
    below = _box(x + 0.6, y + label + 0.6, width - 1.2, height - label - 1)
    words = _attribute(f"{{{{ {_quoted(_unmarked(field.label))} }}}}" if "{" in field.label else _unmarked(field.label))
    return [
        f'<rect data-text="{words}" {head} {_box(x + 0.4, y + 0.5, width - 0.8, label)}/>',
        f'<rect data-field="{field.name}" {value}{look} {below}/>',
    ]


def _paragraphs(fields: list[FaceField], *, alone: bool) -> str:
    """An expression for fields below each other, each with its label where there are several."""
    if len(fields) == 1 and alone:
        return f"{{{{ {fields[0].value()} }}}}"
    parts = []
    for field in fields:
        label = _quoted(f"**{_unmarked(field.label)}** ")
        is_there = f"item.{field.name}" + (" is not none" if field.type in ("whole", "number") else "")
        value = _quoted(f"**{_unmarked(field.label)}**") if field.type == "flag" else f"{label} ~ {field.value()}"
        parts.append(f"({value}) if {is_there} else ''")
    return f"{{{{ [{', '.join(parts)}]|select|join('\\n') }}}}"


def _look(role: str, largest: float, least: float, align: str, more: str) -> str:
    sizes = f'data-size="{largest:.3g}" data-min="{least:g}"'
    return " ".join([f'data-font="{role}" {sizes}', *([f'data-align="{align}"'] if align else []), more])


def _box(x: float, y: float, width: float, height: float) -> str:
    return f'x="{x:.5g}" y="{y:.5g}" width="{width:.5g}" height="{height:.5g}"'


def _rule(left: float, y: float, right: float) -> str:
    return f'<path d="M{left:g} {y:.5g}H{right:g}" fill="none" stroke="#000" stroke-width="0.25"/>'


def _unmarked(label: str) -> str:
    """A label whose signs are no marks."""
    return "".join(f"\\{sign}" if sign in "\\*_{" else sign for sign in label) if MARKED.search(label) else label


def _quoted(text: str) -> str:
    """A text within an expression."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _attribute(text: str) -> str:
    return escape(text, {'"': "&quot;"})
