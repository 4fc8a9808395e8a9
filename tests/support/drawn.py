"""Small templates, drawn: what came of them, and what was found wrong."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.core.problem import Problem
from generator.draw.compile import read_template
from generator.draw.marks.fonts import Font, load
from generator.draw.marks.marks import Drawing, Mark, Paint, PlacedDrawing, Shape
from generator.draw.marks.marks import TextRun as Run
from generator.draw.marks.picture import Picture
from generator.draw.phrases import Phrases
from generator.draw.scope import FaceFault, FaceScope
from generator.draw.template import Template
from generator.draw.text.fit import Fitter
from generator.draw.theme import Theme
from generator.model.values import LocalizedText, Record

FONTS = Path(__file__).parents[2] / "templates" / "common" / "fonts"
ANDIKA = load(FONTS / "andika" / "Andika_400Regular.ttf")
DEJAVU = load(FONTS / "dejavu" / "DejaVuSans.ttf")
LILITA = load(FONTS / "lilita-one" / "LilitaOne_400Regular.ttf")

SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm"><path d="M0 0H37V37z"/></svg>'


def icon(name: str, width: float = 4.0, height: float = 4.0) -> Picture:
    """A triangle as a picture."""
    outline = (("M", 0.0, 0.0), ("L", width, 0.0), ("L", 0.0, height), ("Z",))
    return Picture(Drawing(name, (Shape(outline, Paint(fill="#000000")),)), width, height, 1)


ICONS = {"[coin]": icon("coin"), "[long]": icon("long", 12.0, 4.0)}


@dataclass
class Face:
    """A template drawn for one item."""

    marks: list[Mark]
    findings: list[FaceFault]

    @property
    def texts(self) -> list[str]:
        """What its runs of text say."""
        return [mark.text for mark in self.marks if isinstance(mark, Run)]

    @property
    def runs(self) -> list[Run]:
        """Its runs of text."""
        return [mark for mark in self.marks if isinstance(mark, Run)]

    @property
    def placed(self) -> list[PlacedDrawing]:
        """Its drawings."""
        return [mark for mark in self.marks if isinstance(mark, PlacedDrawing)]

    @property
    def rules(self) -> list[str]:
        """The rules of what was found."""
        return [finding.rule for finding in self.findings]


class Bench:
    """A folder of templates with a look, to draw in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        fonts: dict[str, tuple[Font, ...]] = {"text": (ANDIKA, DEJAVU), "number": (LILITA,)}
        words = {
            "tale": LocalizedText({"en": "A tale of {n}", "fr": "Un conte de {n}"}),
            "tale-one": LocalizedText({"": "A tale"}),
        }
        self.theme = Theme(folder, (folder,), fonts, ICONS, Phrases(words))

    def write(self, name: str, text: str) -> None:
        """Write a file beside the template."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def read(self, content: str) -> Template | list[Problem]:
        """A template of 60 x 40 mm around ``content``, which begins on its second line; or what is wrong with it."""
        self.write(
            "face.svg", f'<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm">\n{content}\n</svg>'
        )
        text = (self.folder / "face.svg").read_text(encoding="utf-8")
        self.write("face.svg", text.replace('height="40mm"', 'height="40mm" viewBox="0 0 60 40"'))
        return read_template(self.folder / "face.svg", self.theme, "face.svg")

    def template(self, content: str) -> Template:
        """The same, where nothing is wrong."""
        template = self.read(content)
        assert isinstance(template, Template), template
        return template

    def problems(self, content: str) -> list[Problem]:
        """The same, where something is."""
        problems = self.read(content)
        assert isinstance(problems, list)
        return problems

    def draw(
        self, content: str | Template, *, blank: bool = False, draws: bool = True, lang: str = "en", **item: Any
    ) -> Face:
        """A face for an item with these fields."""

        def word(name: str, number: int | None = None) -> str:
            return self.theme.words.word(name, "en", "en", number)

        template = self.template(content) if isinstance(content, str) else content
        variables = {"item": Record(item), "lang": lang, "blank": blank, "word": word}
        scope = FaceScope(variables, self.theme, Fitter(), lang, blank, draws)
        return Face(list(template.face(scope).marks), scope.findings)
