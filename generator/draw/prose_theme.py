"""``prose:`` in ``style.yaml``: how running text is set. Sizes are points there, lengths mm, fonts named by role."""

from collections.abc import Callable
from typing import Protocol

from generator.core.choices import mm_from_points
from generator.draw.font_families import FontFamily
from generator.draw.marks.picture import Picture
from generator.draw.text.prose_style import (
    Background,
    FigureStyle,
    Inset,
    LeadWordStyle,
    ListMarker,
    ProseStyle,
    TableStyle,
    Type,
)
from generator.draw.text.words import Fonts
from generator.model.fields import (
    ChoiceField,
    Field,
    FlagField,
    ListField,
    NumberField,
    ReadContext,
    RecordField,
    StringField,
    TextField,
)
from generator.model.values import ProblemLog, Record, nearest
from generator.read.tree import Node, locate

DrawPicture = Callable[[str, Node], Picture | None]  # the picture of a name that is at a node


class FontSource(Protocol):
    """What has fonts by role."""

    fonts: dict[str, Fonts]
    styled: dict[str, FontFamily]


class Measure(NumberField, frozen=True):
    """A number within limits; by default mm."""

    whole: bool = False
    low: float = 0
    high: float = 100

    def read(self, node: Node, context: ReadContext) -> int | float | str | None:
        number = super().read(node, context)
        if isinstance(number, int | float) and not self.low <= number <= self.high:
            message = f"{number:g} is out of range: {self.low:g} to {self.high:g} are possible"
            context.report.add(node, "number-range", message)
            return None
        return number


def _mm(default: float, says: str) -> Measure:
    return Measure(default=default, says=f"{says}, in mm", example=f"{default + 0.5:g}")


_FONT = StringField(required=True, says="the font: a role under `fonts`", example="text")
_TYPE: dict[str, Field] = {
    "font": _FONT,
    "size": Measure(required=True, low=4, says="the size in points", example="10"),
    "leading": Measure(low=0.8, high=3, default=1.25, says="the line height, of the size", example="1.3"),
}
_PICTURE: dict[str, Field] = {
    "picture": StringField(says="a picture at its head", absent="none", example="kit/bullet.svg"),
    "height": _mm(2.0, "how high the picture is"),
}
_GROUND: dict[str, Field] = {
    **_TYPE,
    "ground": StringField(
        default="",
        says="a template drawn behind it, in its size",
        absent="nothing",
        example="rules-box.svg",
    ),
    "inset": ListField(
        of=Measure(),
        default=[0, 0, 0, 0],
        says="inner margins: left, top, right, bottom, in mm",
        example="[4, 2.5, 4, 2.5]",
    ),
    "align": ChoiceField(
        of=("start", "left", "center", "right"), default="start", says="how lines are aligned", example="center"
    ),
    "before": _mm(2.0, "the space above it"),
    "after": _mm(2.0, "the space below it"),
}
_MARKER: dict[str, Field] = {
    **_PICTURE,
    "indent": _mm(4.0, "how far the text of an item is indented"),
    "gap": _mm(1.0, "the space between items"),
}
_HEADING = "{font: text, size: 14, before: 4}"
NO_ROLE = "is not a role under fonts"
PROSE = RecordField(
    says="how running text, such as rules, is set: all of these keys",
    example="{body: {font: text, size: 10}, bold: bold, italic: text, section: {font: bold, size: 16}, "
    "step: {font: bold, size: 12}, bullets: {indent: 5}, numbers: {font: text, size: 10}, "
    "table: {font: text, size: 9, head: bold}, box: {font: text, size: 9.5}}",
    fields={
        "body": RecordField(
            required=True,
            says="paragraphs",
            example="{font: text, size: 10}",
            fields={
                **_TYPE,
                "gap": _mm(2.0, "the space between paragraphs"),
                "icons": Measure(
                    low=0.5, high=3, default=1.0, says="how high icons are, of the font's size", example="1.2"
                ),
            },
        ),
        "bold": StringField(required=True, says="the font of `**bold**` words: a role under `fonts`", example="bold"),
        "italic": StringField(
            required=True, says="the font of `*italic*` words: a role under `fonts`", example="italic"
        ),
        "section": RecordField(required=True, fields=_GROUND, says="headings of sections (`##`)", example=_HEADING),
        "step": RecordField(required=True, fields=_GROUND, says="headings of steps (`###`)", example=_HEADING),
        "bullets": RecordField(
            required=True,
            fields=_MARKER,
            says="lists; without a picture, a dot",
            example="{picture: kit/bullet.svg, indent: 5}",
        ),
        "numbers": RecordField(
            required=True, fields={**_MARKER, **_TYPE}, says="numbered lists", example="{font: text, size: 10}"
        ),
        "table": RecordField(
            required=True,
            says="tables",
            example="{font: text, size: 9, head: bold}",
            fields={
                **_TYPE,
                "head": StringField(required=True, says="the font of the head: a role under `fonts`", example="bold"),
                "between": _mm(3.0, "the space between columns"),
                "pad": _mm(0.6, "the space above and below a row"),
            },
        ),
        "box": RecordField(
            required=True, fields=_GROUND, says="boxes (`>`)", example="{font: text, size: 9.5, ground: rules-box.svg}"
        ),
        "figure": RecordField(
            says="figures and their captions",
            absent="as paragraphs, in the middle",
            example="{font: text, size: 8.5}",
            fields={
                **_TYPE,
                "align": ChoiceField(
                    of=("left", "center", "right"),
                    default="center",
                    says="how the picture and its caption are aligned",
                    example="left",
                ),
                "before": _mm(2.0, "the space above it"),
                "gap": _mm(1.5, "the space between the picture and its caption"),
            },
        ),
        "keep": ChoiceField(
            of=("lines", "steps"),
            default="lines",
            says="with `steps`, a numbered list that fits a column stays together",
            example="steps",
        ),
        "align": ChoiceField(
            of=("start", "justify"),
            default="start",
            says="how lines end",
            example="justify",
        ),
        "hyphenate": FlagField(default=False, says="whether words may be broken after syllables", example="true"),
        "marks": ListField(
            of=RecordField(
                fields={
                    **_PICTURE,
                    "words": TextField(required=True, says="the words at a paragraph's start", example='{en: "Note:"}'),
                    "font": _FONT,
                }
            ),
            says="paragraphs that start with certain words and get a picture",
            example='[{words: {en: "Note:"}, font: italic, picture: kit/note.svg}]',
        ),
    },
)


def read_prose_style(
    node: Node,
    theme: FontSource,
    draw: DrawPicture,
    report: ProblemLog,
    languages: tuple[str, ...],
) -> ProseStyle | None:
    """The style in ``prose:``; None where it cannot be used (and why is reported).

    Args:
        node: what is there.
        theme: the fonts of the game by role, and their families.
        draw: gives the picture that a name stands for; where there is none, it reports why.
        report: of ``style.yaml``.
        languages: the game's.
    """
    before = len(report.problems)
    values = PROSE.read(node, ReadContext(report, languages))
    if values is None or len(report.problems) > before:
        return None
    reader = _Reader(theme, report, draw)
    style = reader.style(values, node)
    return style if len(report.problems) == before else None


class _Reader:
    """Looks up what names stand for. What is not there is reported, and something else put in its place."""

    def __init__(self, theme: FontSource, report: ProblemLog, draw: DrawPicture) -> None:
        self.roles, self.families, self.report, self.draw = theme.fonts, theme.styled, report, draw

    def style(self, values: Record, node: Node) -> ProseStyle:
        """The whole style."""
        part = {name: locate(node, (name,)) for name, _ in values}
        numbers = self.marker(values.numbers, part["numbers"], self.type(values.numbers, part["numbers"]))
        table = values.table
        return ProseStyle(
            self.type(values.body, part["body"]),
            values.body.gap,
            values.body.icons,
            self.fonts(values.bold, part["bold"]),
            self.fonts(values.italic, part["italic"]),
            self.ground(values.section, part["section"]),
            self.ground(values.step, part["step"]),
            self.marker(values.bullets, part["bullets"]),
            numbers,
            TableStyle(
                self.type(table, part["table"]),
                self.fonts(table.head, locate(part["table"], ("head",))),
                table.between,
                table.pad,
            ),
            self.ground(values.box, part["box"]),
            tuple(self.mark(mark, locate(part["marks"], (at,))) for at, mark in enumerate(values.marks)),
            self.figure(values.figure, part["figure"]) if values.figure is not None else None,
            values.keep == "steps",
            values.align == "justify",
            bool(values.hyphenate),
            {style: self.families[role] for style in ("bold", "italic") if (role := values[style]) in self.families},
            {self.roles[role]: family for role, family in self.families.items()},
        )

    def fonts(self, role: str, node: Node) -> Fonts:
        """The fonts of a role."""
        if role in self.roles:
            return self.roles[role]
        self.report.add(node, "unknown-reference", f"{role!r} {NO_ROLE}", nearest(role, self.roles))
        return ()

    def type(self, values: Record, node: Node) -> Type:
        """Font, size and leading."""
        return Type(self.fonts(values.font, locate(node, ("font",))), mm_from_points(values.size), values.leading)

    def picture(self, name: str | None, node: Node) -> Picture | None:
        """A picture by its file's name."""
        return None if name is None else self.draw(name, locate(node, ("picture",)))

    def ground(self, values: Record, node: Node) -> Background:
        """A heading's or a box's style."""
        inset = values.inset
        if len(inset) != 4:
            self.report.add(locate(node, ("inset",)), "wrong-type", "inset is [left, top, right, bottom], in mm")
            inset = [0, 0, 0, 0]
        type_ = self.type(values, node)
        return Background(type_, values.ground, Inset(*inset), values.align, values.before, values.after)

    def figure(self, values: Record, node: Node) -> FigureStyle:
        """The style of figures."""
        return FigureStyle(self.type(values, node), values.align, values.before, values.gap)

    def marker(self, values: Record, node: Node, type_: Type | None = None) -> ListMarker:
        """A list's style."""
        return ListMarker(values.indent, values.gap, self.picture(values.picture, node), values.height, type_)

    def mark(self, values: Record, node: Node) -> LeadWordStyle:
        """A marked paragraph's style."""
        fonts = self.fonts(values.font, locate(node, ("font",)))
        return LeadWordStyle(values.words.in_language, fonts, self.picture(values.picture, node), values.height)
