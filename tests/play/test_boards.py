"""Game Board pieces: streets that join in any order and any turn."""

import shutil
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from generator.balance.apply import check_balance
from generator.catalog.load import load_game
from generator.play.tricks_or_treats.boards import COLUMNS, REGION, ROWS, joints, make_piece, make_pieces, plan

DATA = Path(__file__).parents[2] / "data" / "tricks-or-treats"
SEEDS = range(300)


def shipped() -> list[list[str]]:
    return [item.fields["rows"] for item in load_game(DATA, "tricks-or-treats")[0].kinds["game-boards"].items]


def turned(rows: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """A piece after a quarter turn clockwise."""
    return tuple("".join(row[column] for row in reversed(rows)) for column in range(len(rows[0])))


def edges(rows: tuple[str, ...]) -> list[str]:
    """What is open along the four edges, read clockwise."""
    right, left = ("".join(row[column] for row in rows) for column in (-1, 0))
    return [edge.replace("S", ".") for edge in (rows[0], right, rows[-1][::-1], left[::-1])]


def test_three_hundred_pieces_keep_every_rule_of_the_shipped_game(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path / "tricks-or-treats")
    items = [
        f'- {{id: piece-{seed}, name: {{en: A, fr: A}}, code: "{seed + 1:03}", rows: {list(make_piece(Random(seed)))}}}'
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
    plain = [tuple(row.replace("S", ".") for row in rows) for rows in known + fresh]
    assert not any(a in (b, turned(turned(b))) for a, b in combinations(plain, 2))


def test_a_plan_draws_every_square_once() -> None:
    for seed in range(30):
        sorts = plan(make_piece(Random(seed)))
        covered = [
            (square.row + down, square.column + right)
            for squares in sorts
            for square in squares
            for down in range(square.span)
            for right in range(square.span)
        ]
        assert sorted(covered) == [(row, column) for row in range(ROWS) for column in range(COLUMNS)]


def test_blocked_squares_are_put_together_where_they_make_a_larger_square() -> None:
    sorts = plan(["###S", "###.", "###.", "##.."])
    assert [square.span for square in sorts.blocked] == [3, 1, 1]
    assert [(square.row, square.column) for square in sorts.surprises] == [(0, 3)]


def test_a_piece_has_a_joint_in_the_middle_of_each_region_of_its_edges() -> None:
    assert len(joints()) == 2 * (COLUMNS + ROWS) // REGION
    assert joints()[:4] == ((0, 1), (0, 4), (0, 7), (1, 8))


def test_the_box_holds_28_different_pieces() -> None:
    pieces = [tuple(row.replace("S", ".") for row in rows) for rows in shipped()]
    assert len({min(rows, turned(turned(rows))) for rows in pieces}) == 28
