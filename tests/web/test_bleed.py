"""Bleed, gutter and marks wherever they are said: the same sheets, the strongest word, art that reaches far enough."""

import csv
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from projects import STALL, Project
from pypdf import PdfReader
from starlette.testclient import TestClient

from generator.core.choices import PAPERS, SIZES
from generator.sheet.grid import fit_grid
from generator.sheet.page import rect_of

Serve = Callable[..., TestClient]
SAID = {"bleed": "3", "gutter": "8", "marks": "guides"}
FULL = '<rect x="-3" y="-3" width="56" height="46" fill="#cde"/>'
PLAN = 'players: [2, 4]\nplan: [{kind: stalls, sets: "1", source: ours, why: {en: all, fr: tout}}]\n'


def printed(project: Project, *arguments: str) -> bytes:
    """The one file that a command writes."""
    folder = project.folder / "made"
    result = project.pnp(*arguments, "--out", str(folder))
    assert result.exit_code == 0, result.output
    (file,) = folder.rglob("*.pdf")
    content = file.read_bytes()
    file.unlink()
    return content


@pytest.fixture
def full(project: Project) -> Project:
    """Stalls with art that reaches 3 mm beyond the cut."""
    project.write("templates/fair/stall.svg", STALL.replace("<rect", f"{FULL}<rect", 1))
    project.change("game.yaml", "kinds:\n", PLAN + "kinds:\n")
    return project


COMMANDS = {
    "render": ("render", "fair", "--kind", "stalls"),
    "blank": ("blank", "fair"),
    "plan": ("plan", "fair", "--players", "2", "--render"),
}


@pytest.mark.slow
def test_each_source_of_a_setting_gives_the_same_bytes(full: Project, serve: Serve) -> None:
    """The data's hash in the margin is of the description too: so all are said there, overruled where they must be."""
    options = [word for key, value in SAID.items() for word in (f"--{key}", value)]
    full.change("game.yaml", "    template:", "    bleed: 1\n    gutter: 9\n    marks: none\n    template:")
    pages = {"render": "stalls.pdf", "blank": "stalls-blank.pdf", "plan": "box.pdf?players=2"}
    typed = {name: printed(full, *command, *options) for name, command in COMMANDS.items()}
    plain = {name: printed(full, *command) for name, command in COMMANDS.items()}
    assert all(plain[name] != typed[name] for name in COMMANDS)
    query = "&".join(f"{key}={value}" for key, value in SAID.items())
    for name, page in pages.items():
        assert serve().get(f"/fair/{page}{'&' if '?' in page else '?'}{query}").content == typed[name]
    (full.folder / "pnp.yaml").write_text("".join(f"{key}: {value}\n" for key, value in SAID.items()))
    assert {name: printed(full, *command) for name, command in COMMANDS.items()} == typed
    assert {name: serve().get(f"/fair/{page}").content for name, page in pages.items()} == typed


@pytest.mark.slow
def test_game_kind_project_and_option_are_ever_stronger(full: Project) -> None:
    def reach(*options: str) -> float:
        (page, *_) = PdfReader(BytesIO(printed(full, *COMMANDS["render"], *options))).pages
        return round(float(page.trimbox.left - page.bleedbox.left) / 72 * 25.4, 2)

    assert reach() == 0
    full.change("game.yaml", "kinds:\n", "bleed: 3\nkinds:\n")
    assert reach() == 3
    full.change("game.yaml", "    template:", "    bleed: 2.5\n    template:")
    assert reach() == 2.5
    (full.folder / "pnp.yaml").write_text("bleed: 2\n")
    assert reach() == 2
    assert reach("--bleed", "1") == 1
    assert reach("--bleed", "0") == 0


def test_lengths_out_of_reach_are_reported_at_their_place(full: Project) -> None:
    full.change(
        "game.yaml", "    template:", "    bleed: 11\n    gutter: -1\n    marks: dots\n    join: glue\n    template:"
    )
    full.change("game.yaml", "size: [50, 40]", "size: [500, 400]")  # nobody can say whether it is joined
    large = STALL.replace('width="50mm" height="40mm"', 'width="500mm" height="400mm"').replace("50 40", "500 400")
    full.write("templates/fair/stall.svg", large)
    assert [one[2] for one in full.places()] == ["number-range", "number-range", "not-one-of", "not-one-of"]


@pytest.mark.parametrize(
    ("art", "sides"),
    [
        (FULL, ""),
        ("", ""),  # the frame keeps away from the cut
        (FULL.replace('"-3" y="-3" width="56"', '"-3" y="-3" width="55"'), "right"),
        ('<rect width="50" height="40" fill="#cde"/>', "left, top, right, bottom"),
        ('<rect width="50" height="40" fill="#fff"/>', ""),  # as white as the paper
        ('<path d="M-1 20H20" stroke="#000" stroke-width="1"/>', "left"),
        (f'<g transform="translate(1 0)">{FULL}</g>', "left"),
    ],
)
def test_art_that_stops_short_of_the_bleed_is_reported_at_the_item(project: Project, art: str, sides: str) -> None:
    project.write("templates/fair/stall.svg", STALL.replace("<rect", f"{art}<rect", 1))
    assert "short-bleed" not in [one.rule for one in project.check()]
    project.change("game.yaml", "    template:", "    bleed: 3\n    template:")
    found = [one for one in project.check() if one.rule == "short-bleed"]
    assert [(one.line, one.level) for one in found] == ([(1, "warning"), (5, "warning")] if sides else [])
    assert all(f"({sides})" in one.message for one in found)
    assert ("short-bleed" in project.pnp("render", "--bleed", "9").stderr) == bool(art and "#fff" not in art)


def test_art_that_stops_short_on_many_faces_is_told_once_for_each_side(project: Project) -> None:
    cards = "".join(f"- {{id: c{number}, name: Cake, price: 3}}\n" for number in range(5))
    project.write("stalls.yaml", cards)
    project.write(
        "templates/fair/stall.svg", STALL.replace("<rect", '<rect width="50" height="40" fill="#cde"/><rect', 1)
    )
    back = '<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="40mm" viewBox="0 0 50 40">'
    project.write("templates/fair/back.svg", f'{back}<rect x="-1" width="51" height="40" fill="#cde"/></svg>')
    project.change("game.yaml", "    template:", "    bleed: 3\n    back: back.svg\n    template:")
    told = project.pnp("check").stdout
    assert re.findall(r"\d+: warning short-bleed: c0: (.*?) \(|(\d+) more follow", told) == [
        ("the art ends at the cut", ""),
        ("", "4"),
        ("the back's art ends at the cut", ""),
        ("", "9"),
    ]


@pytest.mark.parametrize("card", [SIZES["poker"], (63.5, 88.0), (63.5, 88.9)])
def test_eight_poker_cards_with_bleed_lie_on_a4_with_all_that_a_sheet_carries(card: tuple[float, float]) -> None:
    grid = fit_grid(PAPERS["a4"], card, gutter=6, margin=8, bleed=3)
    assert (len(grid.slots), len(grid.slug)) == (8, 3)
    for place in grid.slug:
        assert not any(
            rect_of(slot).grown(3_000).x1 < rect_of(place.box).x2
            and rect_of(place.box).x1 < rect_of(slot).grown(3_000).x2
            and rect_of(slot).grown(3_000).y1 < rect_of(place.box).y2
            and rect_of(place.box).y1 < rect_of(slot).grown(3_000).y2
            for slot in grid.slots
        )


@pytest.mark.slow
def test_shops_get_their_sizes_with_no_white_and_faces_alike_once(full: Project) -> None:
    full.change("game.yaml", "[50, 40]", "[63, 88]")
    art = '<rect x="-2" y="-2" width="67" height="92" fill="#88aacc"/>'
    full.write("templates/fair/stall.svg", STALL.replace('"50mm" height="40mm" viewBox="0 0 50 40"', '"63mm" height="88mm" viewBox="0 0 63 88"').replace("<rect", f"{art}<rect", 1))  # fmt: skip
    full.write("templates/fair/back.svg", f'<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">{art}</svg>')  # fmt: skip
    full.change("game.yaml", "    template:", "    bleed: 2\n    back: back.svg\n    template:")
    sizes = {"tgc": (825, 1125), "mpc": (816, 1110)}
    for shop, size in sizes.items():
        made = full.pnp("export", "fair", "--to", shop)
        assert made.exit_code == 0
        assert "mirrored" in made.stderr
        folder = Path("output/fair", shop, "stalls")
        assert sorted(path.name for path in folder.iterdir()) == ["cake-back.png", "cake.png", "cards.csv", "darts.png"]
        with Image.open(folder / "cake.png") as picture:
            assert picture.size == size
            corners = [picture.getpixel((x, y)) for x in (0, size[0] - 1) for y in (0, size[1] - 1)]
        assert all(isinstance(one, tuple) and abs(one[0] - 0x88) < 3 for one in corners), corners
        rows = list(csv.reader((folder / "cards.csv").read_text(encoding="utf-8").splitlines()))
        assert rows[1:] == [["cake", "cake.png", "cake-back.png", "2"], ["darts", "darts.png", "cake-back.png", "1"]]
    assert full.pnp("export", "fair", "--to", "dtc").exit_code == 0
    pages = PdfReader("output/fair/dtc/stalls.pdf").pages
    assert len(pages) == 6, "back and front of three cards"
    assert [round(float(side) / 72, 2) for side in pages[0].mediabox[2:]] == [2.75, 3.75]
    assert "Darts" in pages[5].extract_text()
    assert full.pnp("export", "fair", "--to", "png", "--dpi", "254").exit_code == 0
    with Image.open("output/fair/png/stalls/cake.png") as picture:
        assert picture.size == (670, 920)


def test_a_box_of_paper_bleeds_and_colours_end_at_folds(project: Project) -> None:
    project.change("game.yaml", "  people:\n", "  boxes:\n    title: Box\n    holds: [stalls]\n    template: box.svg\n    bleed: 3\n    fields: {}\n  people:\n")  # fmt: skip
    project.write("boxes.yaml", "- id: box\n")
    colours = "{{ '#ff0000' if panel == 'front' else '#00ff00' }}"
    panel = f"""<g data-if="panel != 'glue'"><rect x="-3" y="-3" width="{{{{ width + 6 }}}}" height="{{{{ height + 6 }}}}" fill="{colours}"/></g>"""  # fmt: skip
    project.write("templates/fair/box.svg", f'<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="90mm" viewBox="0 0 60 90" overflow="visible">{panel}</svg>')  # fmt: skip
    made = project.pnp("export", "fair", "--kind", "boxes", "--to", "png", "--dpi", "254", "--bleed", "0")
    assert made.exit_code == 0, made.output
    # The net of 42 x 52 x 4: flap, side, front, side, back.
    with Image.open("output/fair/png/boxes/box.png") as opened:
        picture = opened.convert("RGB")
    red = [x for x in range(picture.width) if picture.getpixel((x, picture.height // 2)) == (255, 0, 0)]
    width = 42
    assert (red[-1] - red[0]) / 10 == pytest.approx(width, abs=0.8), "from fold to fold"
    column = [y for y in range(picture.height) if picture.getpixel((red[0] + 30, y)) == (255, 0, 0)]
    assert (column[-1] - column[0]) / 10 == pytest.approx(52 + 6, abs=0.8), "beyond the cut above and below"


@pytest.mark.slow
def test_what_fits_no_box_is_shared_by_several(project: Project) -> None:
    project.change("game.yaml", "  people:\n", "  boxes: {title: {en: Box, fr: Boîte}, holds: [stalls], template: box.svg, fields: {}}\n  people:\n")  # fmt: skip
    entries = "".join(f'  - {{kind: {kind}, sets: "1", source: ours, why: all}}\n' for kind in ("stalls", "boxes"))
    project.change("game.yaml", "kinds:\n", f"players: 2\nplan:\n{entries}kinds:\n")
    project.write("boxes.yaml", "- id: box\n")
    project.write("templates/fair/box.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="90mm" viewBox="0 0 60 90"/>')  # fmt: skip
    project.write("./pnp.yaml", "marks: guides\n")  # whose sheets have no room for others
    counted = {}
    for copies in (100, 999):
        project.write("stalls.yaml", f"- id: cake\n  name: Cake\n  price: 3\n  copies: {copies}\n")
        assert project.check() == []
        told = project.pnp("plan", "fair", "--players", "2").stdout
        counted[copies] = int(next(line.split()[2] for line in told.splitlines() if line.startswith("boxes")))
        assert project.pnp("render", "fair", "--kind", "boxes").exit_code == 0
        assert len(PdfReader("output/fair/boxes.pdf").pages) == counted[copies]
    assert counted[100] == 1
    assert 2 < counted[999] < 12


@pytest.mark.slow
def test_a_plan_of_many_entries_has_several_covers(project: Project) -> None:
    kinds = "".join(f"  k{n}: {{title: K, size: [30, 20], file: stalls.yaml, template: k.svg, share: all, fields: {{name: {{type: text}}, price: {{type: whole}}}}}}\n" for n in range(90))  # fmt: skip
    entries = "".join(f'  - {{kind: k{n}, sets: "1", source: ours, why: all}}\n' for n in range(90))
    project.write("game.yaml", f"name: Fair\nlanguages: [en, fr]\nplayers: [2, 2]\nplan:\n{entries}kinds:\n{kinds}")
    project.path("people.yaml").unlink()
    project.write("templates/fair/k.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="20mm" viewBox="0 0 30 20"/>')  # fmt: skip
    made = project.pnp("plan", "fair", "--players", "2", "--render")
    assert made.exit_code == 0, made.output
    reader = PdfReader("output/fair/box-2-players.pdf")
    assert reader.page_labels[:2] == ["1", "2"]
    first, second, third = (page.extract_text() for page in reader.pages[:3])
    assert "10 mm" in third
    assert f"page 2 of {len(reader.pages)}" in second
    assert f"page 1 of {len(reader.pages)}" in first


@pytest.mark.slow
def test_pieces_are_those_of_the_command(project: Project, serve: Serve) -> None:
    project.change("game.yaml", "[50, 40]", "[250, 240]")
    project.write("templates/fair/stall.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="250mm" height="240mm" viewBox="0 0 250 240"/>')  # fmt: skip
    made = printed(project, "render", "fair", "--join", "butt", "--paper", "a5", "--bleed", "2")
    answer = serve().get("/fair/stalls.pdf?join=butt&paper=a5&bleed=2")
    assert answer.content == made
    assert len(PdfReader(BytesIO(made)).pages) > 3
    refused = serve().get("/fair/stalls.pdf?paper=a5")
    assert refused.status_code == 422
    assert "--join" in refused.text
    assert serve().get("/fair/stalls.pdf?join=glue").status_code == 400
