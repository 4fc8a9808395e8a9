"""Check finds what only low ink draws, without drawing every face twice."""

import shutil

import pytest
from projects import FONTS, STYLE, Found, Project
from tries import slow_but

from generator.core.choices import InkName
from generator.draw.marks.fonts import load

NARROW = FONTS / "lilita-one" / "LilitaOne_400Regular.ttf"
WIDE = FONTS / "andika" / "Andika_400Regular.ttf"
SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="4mm" height="4mm" viewBox="0 0 4 4"><path d="M0 0H4V4z"/></svg>'
)
STALL = "templates/fair/stall.svg"


def found(project: Project) -> list[Found]:
    """What check finds; printing with either ink ends alike."""
    problems = project.check()
    inks = (InkName.full, InkName.low)  # there is no colour edition
    wrong = [project.pnp("render", "--ink", ink).exit_code for ink in inks]
    assert max(wrong) == (1 if problems else 0)
    return problems


def test_a_variant_of_a_picture_is_read(project: Project) -> None:
    project.change(STALL, "</svg>", '<use href="frame.svg" width="4" height="4"/></svg>')
    project.write("templates/fair/frame.svg", SQUARE)
    assert found(project) == []
    project.write("templates/fair/frame.low.svg", SQUARE.replace("<path", "\n<video/><path"))
    (problem,) = found(project)
    assert (problem.file, problem.line, problem.rule) == ("templates/fair/frame.low.svg", 2, "template-syntax")
    assert problem.message.endswith("(low ink)")


def test_a_variant_of_a_template_is_drawn_for_every_item(project: Project) -> None:
    face = project.path(STALL).read_text(encoding="utf-8")
    project.write("templates/fair/stall.low.svg", face.replace('width="44" height="12"', 'width="6" height="4"'))
    assert {(p.file, p.rule) for p in found(project)} == {("data/fair/stalls.yaml", "text-overflow")}


@pytest.mark.parametrize(
    "element",
    slow_but(
        2,
        [
            '<rect data-if="ink == \'low\'" data-text="{{ item.nme }}" {box}/>',
            '<g data-let="low = ink == \'low\'"><rect data-if="low" data-text="{{ item.nme }}" {box}/></g>',
            '<g data-if="ink == \'low\'"><rect data-text="far too long to be set here" {box}/></g>',
            '<use data-if="ink == \'low\'" href="{{ item.id }}.svg" width="4" height="4"/>',
            '<circle data-if="ink == \'low\'" r="1" cx="60" cy="{{ 2 }}"/>',
        ],
    ),
)
def test_what_a_template_draws_with_low_ink_alone_is_drawn(project: Project, element: str) -> None:
    box = 'data-font="text" data-size="8" data-min="8" x="3" y="3" width="9" height="4"'
    project.change(STALL, "</svg>", f"{element.replace('{box}', box)}</svg>")
    assert found(project) != []
    project.change(STALL, "'low'", "'none of them'")
    assert found(project) == []


@pytest.mark.parametrize(("low", "rules"), [("LilitaOne_400Regular", []), ("Andika_400Regular", ["text-overflow"])])
def test_texts_fit_in_the_fonts_of_either_ink(project: Project, low: str, rules: list[str]) -> None:
    for file in (WIDE, NARROW):
        shutil.copy(file, project.folder / "templates" / "common" / "fonts")
    project.write(
        "templates/fair/style.yaml", f"fonts: {{text: LilitaOne_400Regular}}\nlow: {{fonts: {{text: {low}}}}}\n"
    )
    narrow, wide = (load(file).width("Cakes of all sorts") for file in (NARROW, WIDE))
    assert wide > narrow
    width = (narrow + wide) / 2 * 10 * 25.4 / 72
    box = f'data-font="text" data-size="10" data-min="10" data-lines="1" x="3" y="30" width="{width}" height="6"'
    project.change(STALL, "</svg>", f'<rect data-text="Cakes of all sorts" {box}/></svg>')
    assert list(dict.fromkeys(problem.rule for problem in found(project))) == rules


def test_a_font_of_low_ink_that_cannot_be_used_is_reported(project: Project) -> None:
    project.write("templates/common/fonts/Broken.ttf", b"no font at all")
    project.write("templates/fair/style.yaml", STYLE + "low: {fonts: {text: Broken}}\n")
    (problem,) = project.check()
    assert (problem.line, problem.rule) == (2, "unknown-reference")
