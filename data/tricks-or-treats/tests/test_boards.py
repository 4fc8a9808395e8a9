"""Game Board pieces: streets that join in any order and any turn."""

import shutil
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from generator.model.load import load_game
from generator.rules.apply import check_balance
from play.board_plan import plan
from play.boards import COLUMNS, PLOT_SIDE, REGION, ROWS, joints, make_piece, make_pieces

DATA = Path(__file__).parents[1]
SEEDS = range(300)


def shipped() -> list[list[str]]:
    return [item.fields["rows"] for item in load_game(DATA, "tricks-or-treats")[0].kinds["game-boards"].items]


def plain(row: str) -> str:
    """A row without what is marked on its squares."""
    return row.translate(str.maketrans("SDAF", "...."))


def turned(rows: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """A piece after a quarter turn clockwise."""
    return tuple("".join(row[column] for row in reversed(rows)) for column in range(len(rows[0])))


def edges(rows: tuple[str, ...]) -> list[str]:
    """What is open along the four edges, read clockwise."""
    right, left = ("".join(row[column] for row in rows) for column in (-1, 0))
    return [plain(edge) for edge in (rows[0], right, rows[-1][::-1], left[::-1])]


@pytest.mark.rare
def test_three_hundred_pieces_keep_every_rule_of_the_shipped_game(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path / "tricks-or-treats")
    items = [
        f'- {{id: piece-{seed}, name: {{en: A, fr: A}}, district: wood, code: "{seed + 1:03}", rows: {list(make_piece(Random(seed)))}}}'
        for seed in SEEDS
    ]
    (tmp_path / "tricks-or-treats" / "game-boards.yaml").write_text("\n".join(items), encoding="utf-8")
    game, problems = load_game(tmp_path / "tricks-or-treats", "copy")
    found = [problem for problem in problems + check_balance(game)[0] if problem.file == "copy/game-boards.yaml"]
    assert len(game.kinds["game-boards"].items) == len(SEEDS)
    assert found == []


def test_the_same_seed_gives_the_same_piece() -> None:
    assert make_piece(Random(5)) == make_piece(Random(5))
    assert make_piece(Random(5)) != make_piece(Random(6))


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_joints_meet_whichever_way_two_pieces_lie_and_however_far_they_are_shifted(seed: int) -> None:
    one, other = make_pieces(Random(seed), 2)
    for near in edges(one) + edges(turned(one)):
        for far in edges(other) + edges(turned(other)):
            facing = far[::-1]
            for shift in range(-len(facing) + REGION, len(near), REGION):
                beside = [(place, place - shift) for place in range(len(near)) if 0 <= place - shift < len(facing)]
                assert all(near[here] == facing[there] for here, there in beside)


def test_pieces_differ_from_each_other_and_from_known_ones_also_upside_down() -> None:
    known = make_pieces(Random(1), 40)
    fresh = make_pieces(Random(1), 40, known)
    found = [tuple(map(plain, rows)) for rows in known + fresh]
    assert not any(a in (b, turned(turned(b))) for a, b in combinations(found, 2))


def test_a_plan_draws_every_square_once() -> None:
    for seed in range(30):
        drawn = plan(make_piece(Random(seed)))
        squares = [*drawn.streets, *drawn.surprises, *drawn.gates, *drawn.starts, *drawn.finishes]
        blocks = [*drawn.corners, *drawn.edges, *drawn.blocks, *drawn.plots]
        covered = [(square.row, square.column) for square in squares] + [
            (block.row + down, block.column + right)
            for block in blocks
            for down in range(block.down)
            for right in range(block.across)
        ]
        assert sorted(covered) == [(row, column) for row in range(ROWS) for column in range(COLUMNS)]
        assert (len(drawn.corners), len(drawn.edges)) == (4, 10)
        assert {max(block.across, block.down) for block in drawn.edges} == {2}


def test_blocks_are_as_large_as_they_can_be_and_keep_to_one_edge() -> None:
    drawn = plan(("#####", "#.###", "#.###", "#.D##", "#HHH#", "#HHH#", "#HHH#", "#####"))
    assert [(block.row, block.column, block.across, block.down) for block in drawn.blocks] == [
        (1, 2, 2, 2),
        (3, 3, 1, 1),
    ]
    assert [(block.edge, block.turn) for block in drawn.corners] == [
        ("left-top", 270), ("top-right", 0), ("bottom-left", 180), ("right-bottom", 90)
    ]  # fmt: skip
    assert [(block.row, block.column, block.across, block.gate) for block in drawn.plots] == [(4, 1, 3, 0)]
    assert drawn.blocks[0].middle == (3, 2)


def test_a_plot_is_as_large_as_a_tile_and_a_millimetre_all_round() -> None:
    kinds = load_game(DATA, "tricks-or-treats")[0].kinds
    sizes = {name: kinds[name].size or (0, 0) for name in ("game-boards", "housing-tiles", "decorations")}
    plot = PLOT_SIDE * sizes["game-boards"][0] / COLUMNS
    for kind in ("housing-tiles", "decorations"):
        assert [plot - side for side in sizes[kind]] == [pytest.approx(2), pytest.approx(2)]


def test_each_plot_has_its_gate_before_the_middle_of_a_side() -> None:
    for seed in range(100):
        drawn = plan(make_piece(Random(seed)))
        assert 1 <= len(drawn.plots) == len(drawn.gates) <= 2
        assert all(plot.gate in (0, 90, 180, 270) for plot in drawn.plots)


def test_a_piece_has_a_joint_in_the_middle_of_each_region_of_its_edges() -> None:
    assert len(joints()) == 2 * (COLUMNS + ROWS) // REGION
    assert joints()[:4] == ((0, 1), (0, 4), (0, 7), (1, 8))


def test_28_pieces_differ_in_their_streets_or_plots() -> None:
    pieces = [tuple(map(plain, rows)) for rows in shipped()]
    assert len({min(rows, turned(turned(rows))) for rows in pieces}) == 28


@pytest.mark.slow
def test_there_are_more_pieces_than_numbers() -> None:
    assert len(make_pieces(Random(2), 344, shipped())) == 344


def test_four_pieces_have_a_start_and_four_a_finish_on_squares_to_walk_on() -> None:
    assert sum("A" in "".join(rows) for rows in shipped()) == 4
    assert sum("F" in "".join(rows) for rows in shipped()) == 4
