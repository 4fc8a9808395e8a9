"""``--ink colour``: tints under the lines of a game that names a palette, and nothing else changed."""

import contextlib
import re
from collections import Counter

import pypdfium2
import pytest
from PIL import Image
from projects import STYLE, Project
from pypdf import PdfReader

from generator.check.build import check_game
from generator.core.choices import InkName
from generator.core.folders import Project as Folders
from generator.draw.palette import lab
from generator.draw.svg.drawing import all_shown, otherwise
from generator.draw.textbox import TextBox

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
    return {colour for colour, count in points(project, ink).items() if count > 400 and max(colour) > 165}


def points(project: Project, ink: str) -> Counter[tuple[int, ...]]:
    """How many points of the sheet there are of each colour."""
    result = project.pnp("render", "--kind", "stalls", "--ink", ink)
    assert result.exit_code == 0, result.output
    return numbers_of(picture_of(project, "stalls"))


def picture_of(project: Project, name: str, page: int = 0) -> Image.Image:
    """A page of a file that was printed."""
    with contextlib.closing(pypdfium2.PdfDocument(project.folder / f"output/fair/{name}.pdf")) as pdf:
        picture: Image.Image = pdf[page].render(scale=2).to_pil().convert("RGB")
    return picture


def words_of_the_cover(project: Project, ink: str) -> str:
    """What the cover of a box says."""
    assert project.pnp("plan", "fair", "--players", "2", "--render", "--ink", ink).exit_code == 0
    return PdfReader(project.folder / "output/fair/box-2-players.pdf").pages[0].extract_text()


@pytest.mark.slow
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
    plain = STALL.replace('g data-tint="bone"', 'g fill="#fff"').replace(' data-tint="bone"', "")
    painted.write("templates/fair/stall.svg", re.sub(r' data-tint="[^"]*"', "", plain))
    assert painted.pnp("render").exit_code == 0
    assert file.read_bytes() == tinted


def test_a_game_without_a_palette_has_no_colour_edition(project: Project) -> None:
    for command in (("render",), ("blank",), ("export", "fair")):
        result = project.pnp(*command, "--ink", "colour")
        assert result.exit_code == 2
        assert "fair has no colours: templates/fair/style.yaml names no palette" in result.stderr


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


@pytest.mark.slow
def test_an_area_that_says_no_fill_is_white_without_colour(painted: Project) -> None:
    shapes = '<path d="M20 4h20v14h-20Z" data-tint="leaf"/>'
    kept = '<g fill="#777"><path d="M4 4h10v14h-10Z" data-tint="bone"/></g>'
    painted.write("templates/fair/stall.svg", f"{STALL.splitlines()[0]}{shapes}{kept}</svg>")
    assert painted.check() == []
    assert points(painted, "full")[0, 0, 0] < 5000  # crop marks, and the ruler
    assert points(painted, "full")[0x77, 0x77, 0x77] > 400
    assert points(painted, "colour")[LEAF] > 400
    assert points(painted, "colour")[BONE] > 400


@pytest.mark.slow
def test_an_item_may_have_no_tint_and_a_form_has_none(painted: Project) -> None:
    painted.change(
        "templates/fair/stall.svg", 'fill="#fff" stroke="#000" stroke-width="0.5" data-tint="{{', 'data-tint="{{'
    )
    painted.change("templates/fair/stall.svg", "'leaf' if item.price == 3 else 'bone'", "item.side or ''")
    painted.change("game.yaml", "of: [left, right]", "of: [leaf, bone]")
    painted.change("stalls.yaml", "  price: 3\n", "  price: 3\n  side: leaf\n")
    assert painted.check() == []
    assert painted.pnp("blank", "--ink", "colour").exit_code == 0
    assert painted.pnp("render", "--ink", "colour").exit_code == 0
    assert numbers_of(picture_of(painted, "stalls-blank"))[0, 0, 0] < 100_000  # lines; no area is black


def test_a_tint_is_looked_up_in_pictures_that_items_name_and_in_what_they_use(painted: Project) -> None:
    painted.write("templates/fair/leaves.svg", TREE.replace("leaf", "sky"))
    painted.write(
        "templates/fair/cake.svg", TREE.replace("<path", '<use href="leaves.svg" width="9" height="9"/><path')
    )
    painted.write("templates/fair/darts.svg", TREE)
    painted.change("templates/fair/stall.svg", "tree.svg", "{{ item.id }}.svg")
    problems = painted.check()
    assert problems
    assert all("there is no tint 'sky'" in problem.message for problem in problems)


def test_only_what_has_tints_or_asks_for_the_ink_is_drawn_twice(painted: Project) -> None:
    painted.write("templates/fair/stall.svg", STALL)
    checked = check_game(Folders(painted.folder / "data", painted.folder / "templates"), "fair")
    other = checked.renderer.in_ink(InkName.colour)
    stalls = checked.game.kinds["stalls"]
    whole, again = checked.renderer.template(stalls), other.template(stalls)
    assert whole is not None
    assert again is not None
    assert any(isinstance(part, TextBox) for part in whole.parts)
    assert not any(isinstance(part, TextBox) for part in again.parts)
    painted.write("templates/fair/stall.svg", re.sub(r' data-tint="[^"]*"', "", STALL))
    assert checked.renderer.in_ink(InkName.colour).template(stalls) is None


@pytest.mark.rare
def test_a_whole_box_forms_and_pictures_come_in_colour(painted: Project) -> None:
    plan = "players: 2\nplan: [{kind: stalls, sets: '1', source: ours, why: {en: all, fr: tout}}]\n"
    painted.change("game.yaml", "languages: [en, fr]\n", f"languages: [en, fr]\n{plan}")
    assert painted.check() == []
    box, form, pictures = ["plan", "fair", "--players", "2", "--render"], ["blank"], ["export", "fair", "--to"]
    for command in (box, form, *([*pictures, to] for to in ("png", "tts", "tgc"))):
        result = painted.pnp(*command, "--ink", "colour")
        assert result.exit_code == 0, (command, result.output)
    written = painted.folder / "output/fair"
    assert numbers_of(picture_of(painted, "box-2-players", 1))[LEAF] > 400
    assert numbers_of(picture_of(painted, "stalls-blank"))[BONE] > 400
    assert painted.pnp("preflight", *map(str, sorted(written.glob("*.pdf")))).exit_code == 0
    for to in ("png", "tts", "tgc"):
        (face, *_) = sorted(path for path in (written / to).rglob("*.png") if "back" not in path.name)
        assert numbers_of(Image.open(face).convert("RGB"))[LEAF] > 400, to
    # Nobody is asked to colour what has its colours.
    told = {ink: words_of_the_cover(painted, ink) for ink in ("full", "colour")}
    assert "Colour first" in told["full"]
    assert "Colour first" not in told["colour"]


def test_a_reprint_in_colour_is_not_of_black_cards(painted: Project) -> None:
    manifest = str(painted.path("printed.json"))
    assert painted.pnp("render", "--mark-printed").exit_code == 0
    assert "nothing has changed" in painted.pnp("render", "--ink", "low", "--changed-since", manifest).output
    told = painted.pnp("render", "--ink", "colour", "--changed-since", manifest, "--mark-printed").output
    assert re.search(r"stalls +3 ", told), told
    for ink in ("full", "colour"):
        assert "nothing has changed" in painted.pnp("render", "--ink", ink, "--changed-since", manifest).output
    painted.change("templates/fair/style.yaml", "#f6ecd2", "#f7edd3")
    assert "nothing has changed" in painted.pnp("render", "--changed-since", manifest).output
    assert "nothing has changed" not in painted.pnp("render", "--ink", "colour", "--changed-since", manifest).output


@pytest.mark.slow
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


def test_what_is_the_same_in_colour_is_not_looked_at_again(painted: Project) -> None:
    """A tint that the palette has needs no look, and whether ink is low is answered as in full ink."""
    plain = STALL.replace("{{ 'leaf' if item.price == 3 else 'bone' }}", "leaf")
    asked = plain.replace("<use", """<circle data-if="ink != 'low'" cx="9" cy="9" r="3"/><use""")
    drawn_again, tree = {}, str(painted.path("templates/fair/tree.svg"))
    for written in (plain, asked, asked.replace("'low'", "'colour'")):
        painted.write("templates/fair/stall.svg", written)
        checked = check_game(Folders(painted.folder / "data", painted.folder / "templates"), "fair")
        other = checked.renderer.in_ink(InkName.colour)
        read = otherwise(all_shown([tree], other.theme.roots), other.theme.ink)
        drawn_again[written] = other.template(checked.game.kinds["stalls"]) is not None, len(read)
    assert list(drawn_again.values()) == [(False, 0), (False, 0), (True, 0)]
    painted.write("templates/fair/tree.svg", TREE.replace("leaf", "sky"))
    checked = check_game(Folders(painted.folder / "data", painted.folder / "templates"), "fair")
    other = checked.renderer.in_ink(InkName.colour)
    assert [path.name for path in otherwise(all_shown([tree], other.theme.roots), other.theme.ink)] == ["tree.svg"]
