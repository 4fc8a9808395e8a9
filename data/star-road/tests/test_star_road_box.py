"""The parts of Star Road's box fit one another: digits and stand, the stand's own folds, the backs of team cards."""

from itertools import pairwise
from math import sqrt
from pathlib import Path

import pytest
from each import each
from imposed import impose
from shared_games import shipped_game

from generator.core.choices import PAPERS
from generator.core.plugins import offered
from generator.draw.marks.marks import Face
from generator.draw.renderer import Renderer, open_renderer
from generator.model.game import Kind
from generator.pdf.pdf import write_pdf
from generator.pdf.png import page_png
from generator.rules.kit import picks
from generator.sheet.grid import fit_grid
from generator.sheet.impose import Placeable
from generator.sheet.margin_text import sheet_label
from generator.sheet.page import Document, Rectangle

ROOT = Path(__file__).parents[3]
TEMPLATES = ROOT / "templates"
GAME = shipped_game("star-road")


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return open_renderer(GAME, TEMPLATES, TEMPLATES / "common", offered("procedures"))


def faces(renderer: Renderer, kind: Kind) -> list[Face]:
    assert renderer.template(kind) is not None
    return [renderer.face(kind, item, "en")[0] for item in kind.items]


def heights(face: Face) -> list[float]:
    """The strips into which level folds cut a face, from its top."""
    edges = [0.0, *sorted(fold[0][2] for fold in face.folds), face.height]
    return [below - above for above, below in pairwise(edges)]


def test_a_stand_closes_to_a_tent_with_a_ledge(renderer: Renderer) -> None:
    tab, front, back, floor, lip = heights(faces(renderer, GAME.kinds["stands"])[0])
    foot = floor - tab  # the tab lies on the rest of the floor, with its end at the lip
    assert front == pytest.approx(back)
    assert foot < front + back
    assert sqrt(front**2 - (foot / 2) ** 2) > 15  # high enough to be seen
    assert lip < tab  # the lip hides little of what stands on the tab


def test_four_digits_stand_side_by_side_and_end_below_the_ridge(renderer: Renderer) -> None:
    stand, digit = GAME.kinds["stands"], GAME.kinds["digit-pieces"]
    assert stand.size is not None
    assert digit.size is not None
    _, front, *_ = heights(faces(renderer, stand)[0])
    assert 4 * digit.size[0] <= stand.size[0]
    assert digit.size[1] < front


def test_a_stand_carries_the_markers_of_every_use_limit(renderer: Renderer) -> None:
    stand, marker = GAME.kinds["stands"], GAME.kinds["completion-indicators"]
    assert stand.size is not None
    assert marker.size is not None
    limits = [item.fields["use_limit"] for item in GAME.kinds["blueprints"].items]
    most = max(limit for limit in limits if isinstance(limit, int))
    assert most == 5
    assert most * marker.size[0] <= stand.size[0]
    flap = heights(faces(renderer, marker)[0])[0]
    _, front, *_ = heights(faces(renderer, stand)[0])
    assert flap < front


@each("mode", GAME.modes)
@each("players", [2, 5, 8])
def test_each_version_has_its_own_box(mode: str, players: int) -> None:
    picked: dict[str, dict[str, int]] = {}
    for entry in GAME.plan:
        found = picks(GAME, GAME.kinds[entry.kind], entry, {"players": players, "mode": mode})
        picked.setdefault(entry.kind, {}).update({item.id: number for item, number in found})
    sets = {
        "set1": {"1"},
        "set2": {"1", "2"},
        "set3": {"1", "2", "3"},
        "revised": {"1r", "2Ar", "2Br"},
        "draft2019": {"D19"},
        "cards": {"1"},
    }

    def of(kind: str, field: str) -> set[object]:
        return {item.fields[field] for item in GAME.kinds[kind].items if item.id in picked.get(kind, {})}

    shown = "blueprints" if mode == "cards" else "blueprint-tables"
    assert of("characters", "set") == of(shown, "set") == sets[mode]
    assert of("team-cards", "edition") == {"2019" if mode == "draft2019" else "2018"}
    assert picked["round-aids"] == {f"round-aid{ {'cards': '-cards', 'draft2019': '-draft'}.get(mode, '') }": players}
    if mode == "cards":
        assert sum(picked["blueprints"].values()) >= 12 * players
        assert not any(sum(picked.get(kind, {}).values()) for kind in ("stands", "digit-pieces", "production-boards"))
        return
    board = {"set3": "production-board-ground", "draft2019": "production-board-draft"}.get(mode, "production-board")
    assert picked["production-boards"] == {board: players}
    assert of("stands", "base") == {6 if mode == "draft2019" else 4}
    assert sum(picked["team-cards"].values()) == players
    assert sum(picked["digit-pieces"].values()) == 4 * sum(picked["stands"].values()) == 32 * players
    assert all(number for number in picked["digit-pieces"].values())
    ground = {kind for kind in ("delay-markers", "pawns", "ground-boards") if picked.get(kind)}
    assert ground == ({"delay-markers", "pawns", "ground-boards"} if mode == "set3" else set())
    assert set(picked.get("pawns", {}).values()) <= {2}
    markers = sum(picked["completion-indicators"].values())
    assert markers == (8 if mode in ("set1", "draft2019") else 16) * players
    assert bool(picked.get("draft-rules")) == (mode == "draft2019")


def test_all_digits_of_the_box_are_one_sheet() -> None:
    digit = GAME.kinds["digit-pieces"]
    assert digit.size is not None
    assert len(fit_grid(PAPERS["a4"], digit.size).slots) >= sum(item.copies for item in digit.items)


@pytest.mark.slow
def test_team_cards_look_alike_from_behind(renderer: Renderer, tmp_path: Path) -> None:
    kind = GAME.kinds["team-cards"]
    assert kind.size is not None
    drawn = faces(renderer, kind)
    grid = fit_grid(PAPERS["a4"], kind.size)
    slot, fonts = grid.slots[0], renderer.theme.fonts["text"]
    back = Rectangle(slot.x, slot.y + slot.height / 2, slot.width, slot.height / 2)  # turned: the right half lies below
    assert slot.turned
    pictures: dict[str, set[bytes]] = {"front": set(), "back": set()}
    for number, face in enumerate(drawn):
        file = tmp_path / f"{number}.pdf"
        pages = impose(
            [Placeable("card", face)], grid, page_labels=["1"], sheet_label=lambda _: sheet_label(""), fonts=fonts
        )
        write_pdf(Document("card", "en"), pages, file)
        pictures["back"].add(page_png(file, 0, 100, back))
        pictures["front"].add(page_png(file, 0, 100, Rectangle(slot.x, slot.y, slot.width, slot.height / 2)))
    assert len(pictures["back"]) == 1
    assert len(pictures["front"]) == len(drawn)
