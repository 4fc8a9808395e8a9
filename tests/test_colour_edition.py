"""``--ink colour``: tints under the lines of a game that names a palette, and nothing else changed."""

from collections import Counter

import pypdfium2
import pytest
from PIL import Image
from projects import STYLE, Project

from generator.face.palette import lab

PALETTE = 'palette: {bone: "#f6ecd2", leaf: "#a9cf8d"}\n'
STALL = """\
<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="40mm" viewBox="0 0 50 40">
  <rect x="1" y="1" width="48" height="38" fill="#fff" stroke="#000" stroke-width="0.5" data-tint="bone"/>
  <use href="tree.svg" x="30" y="20" width="16" height="16"/>
  <path d="M4 20h10v10h-10Z" fill="#fff" stroke="#000" stroke-width="0.5" data-tint="{{ 'leaf' if item.price == 3 else 'bone' }}"/>
  <g data-tint="bone"><path d="M4 32h9v5h-9Z" stroke="#000" stroke-width="0.5"/><path d="M16 32h9v5h-9Z" fill="#fff"/></g>
  <path d="M16 20h10v10h-10Z" fill="none" stroke="#000" stroke-width="0.5" data-tint="leaf"/>
  <rect data-field="name" data-font="text" data-size="12" data-min="6" x="3" y="3" width="44" height="12"/>
</svg>
"""
TREE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
  <path d="M8 1L15 15H1Z" fill="#fff" stroke="#000" stroke-width="0.5" data-tint="leaf"/>
</svg>
"""
BONE, LEAF, WHITE = (0xF6, 0xEC, 0xD2), (0xA9, 0xCF, 0x8D), (255, 255, 255)


@pytest.fixture
def painted(project: Project) -> Project:
    """A game with a palette, tints in its template and in a picture."""
    project.write("templates/fair/style.yaml", STYLE + PALETTE)
    project.write("templates/fair/stall.svg", STALL)
    project.write("templates/fair/tree.svg", TREE)
    return project


def numbers_of(picture: Image.Image) -> Counter[tuple[int, ...]]:
    """How many points there are of each colour."""
    raw = picture.tobytes()
    return Counter(zip(raw[::3], raw[1::3], raw[2::3], strict=True))


def colours(project: Project, ink: str) -> set[tuple[int, ...]]:
    """The colours of any area on the sheet."""
    result = project.pnp("render", "--kind", "stalls", "--ink", ink)
    assert result.exit_code == 0, result.output
    pdf = pypdfium2.PdfDocument(project.folder / "output/fair/stalls.pdf")
    picture = pdf[0].render(scale=2).to_pil().convert("RGB")
    pdf.close()
    drawn = numbers_of(picture)
    return {colour for colour, count in drawn.items() if count > 400 and max(colour) > 165}


def test_areas_have_their_tints_in_colour_alone(painted: Project) -> None:
    assert painted.check() == []
    assert colours(painted, "colour") == {BONE, LEAF, WHITE}
    assert not {BONE, LEAF} & colours(painted, "full")
    assert not {BONE, LEAF} & colours(painted, "low")


def test_without_colour_the_bytes_are_those_of_a_game_that_has_none(painted: Project) -> None:
    assert painted.pnp("render").exit_code == 0
    file = painted.folder / "output/fair/stalls.pdf"
    tinted = file.read_bytes()
    painted.write("templates/fair/style.yaml", STYLE)
    painted.write("templates/fair/tree.svg", TREE.replace(' data-tint="leaf"', ""))
    painted.write("templates/fair/stall.svg", STALL.replace(' data-tint="bone"', "").replace(' data-tint="leaf"', ""))
    assert painted.pnp("render").exit_code == 0
    assert file.read_bytes() == tinted


def test_a_game_without_a_palette_has_no_colour_edition(project: Project) -> None:
    for command in (("render",), ("blank",), ("export", "fair")):
        result = project.pnp(*command, "--ink", "colour")
        assert result.exit_code == 2
        assert "fair has no colour edition: templates/fair/style.yaml names no palette" in result.stderr


@pytest.mark.parametrize("file", ["tree.svg", "stall.svg"])
def test_a_tint_that_the_palette_does_not_have_is_an_error_at_its_place(painted: Project, file: str) -> None:
    painted.change(f"templates/fair/{file}", 'data-tint="leaf"', 'data-tint="sky"')
    (problem,) = painted.check()
    assert file in problem.file + problem.message
    assert "there is no tint 'sky' in the palette; known: bone, leaf" in problem.message


def test_a_tint_that_an_item_names_is_told_too(painted: Project) -> None:
    painted.change("templates/fair/stall.svg", "'leaf' if", "'sky' if")
    (problem,) = painted.check()
    assert "there is no tint 'sky'" in problem.message


def test_a_picture_may_have_a_variant_in_colour(painted: Project) -> None:
    painted.write("templates/fair/tree.colour.svg", TREE.replace('data-tint="leaf"', 'data-tint="bone"'))
    painted.change("templates/fair/stall.svg", "'leaf' if item.price == 3 else 'bone'", "'bone'")
    painted.change("templates/fair/stall.svg", 'data-tint="leaf"', "")
    assert LEAF not in colours(painted, "colour")


@pytest.mark.parametrize(
    "palette, rules",
    [
        ('{a: "#fbf3d4", b: "#f6c9b4", c: "#86bf8e", d: "#7f9fd2", e: "#dfe3f4", f: "#8a6fa2"}', []),
        ('{a: "#ff9999", b: "#8fc48f"}', ["tints-alike"]),  # red and green of one lightness
        ('{a: "#203040"}', ["dark-tint"]),
        ("{a: mauve-ish}", ["wrong-type"]),
        ("{a: none}", ["wrong-type"]),
        ('{"a b": "#fff"}', ["bad-id"]),
    ],
)
def test_a_palette_is_told_apart_in_grey_and_by_the_colour_blind(
    project: Project, palette: str, rules: list[str]
) -> None:
    project.write("templates/fair/style.yaml", f"{STYLE}palette: {palette}\n")
    assert [problem.rule for problem in project.check()] == rules


def test_lightness_is_that_of_cie() -> None:
    assert lab((1.0, 1.0, 1.0)) == pytest.approx((100, 0, 0), abs=0.02)
    assert lab((0.0, 0.0, 0.0)) == pytest.approx((0, 0, 0), abs=0.02)
    assert lab((1.0, 0.0, 0.0)) == pytest.approx((53.24, 80.09, 67.20), abs=0.05)


def test_a_blank_form_keeps_a_shape_whose_tint_goes_by_the_item(painted: Project) -> None:
    """There is no price to look up on a form: what is left is the shape, to be written on."""
    drawn = []
    for tint in ("'bone'", "{3: 'leaf', 5: 'bone'}[item.price]"):
        painted.write("templates/fair/stall.svg", STALL.replace("'leaf' if item.price == 3 else 'bone'", tint))
        assert painted.check() == []
        assert painted.pnp("blank", "--kind", "stalls").exit_code == 0
        pdf = pypdfium2.PdfDocument(painted.folder / "output/fair/stalls-blank.pdf")
        drawn.append(numbers_of(pdf[0].render(scale=2).to_pil().convert("RGB")))
        pdf.close()
    assert drawn[0] == drawn[1]
