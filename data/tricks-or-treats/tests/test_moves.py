"""Moves on boards made of pieces: forward and backward, edges, doors, turned pieces."""

from itertools import pairwise
from random import Random

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from play.boards import ROWS, Cell, make_pieces, upside_down
from play.doors import Door
from play.moves import (
    Board,
    destinations,
    lay_tile,
    move,
    move_length,
    set_out,
    stacked,
    steps,
)

CROSS = ("#.#", "..S", "#.#")
OPEN = stacked([("." * 9,) * 9])


def board(*rows: str) -> Board:
    return stacked([rows])


def town(seed: int = 0) -> Board:
    return stacked(make_pieces(Random(seed), 2))


def test_forward_is_up_or_right_and_backward_down_or_left_never_diagonal_nor_onto_a_blocked_square() -> None:
    assert steps(board(*CROSS), (1, 1)) == {(0, 1), (1, 2)}
    assert steps(board(*CROSS), (1, 1), forward=False) == {(2, 1), (1, 0)}
    assert steps(board("###", "#.#", "###"), (1, 1)) == frozenset()


def test_the_player_chooses_the_way_at_each_step() -> None:
    assert move(OPEN, (8, 0), 4, min) == (4, 0)
    assert move(OPEN, (8, 0), 4, max) == (8, 4)
    assert destinations(OPEN, (8, 0), 2) == [(6, 0), (7, 1), (8, 2)]


def test_a_way_that_is_no_step_is_refused() -> None:
    with pytest.raises(ValueError, match="not a step away"):
        move(OPEN, (8, 0), 1, lambda ways: (7, 1))


@pytest.mark.parametrize(("squares", "cell"), [(9, (0, 1)), (-9, (2, 1)), (0, (1, 1))])
def test_a_move_stops_where_it_cannot_go_on(squares: int, cell: Cell) -> None:
    line = board("#.#", "#.#", "#.#")
    assert move(line, (1, 1), squares, min) == cell
    assert destinations(line, (1, 1), squares) == [cell]


def test_a_pawn_at_the_end_goes_to_the_start_first_by_our_setting() -> None:
    here = board(*CROSS)
    assert here.start == (2, 1)
    assert set_out(here, (0, 1)) == here.start
    assert set_out(here, (1, 1)) == (1, 1)


def test_all_start_on_the_bottom_left_square() -> None:
    assert OPEN.start == (8, 0)
    assert board("...", "...", "#..").start == (2, 1)  # of two as near to the corner, the lower one


def test_a_costume_changes_the_length_of_a_move_never_below_0() -> None:
    assert [move_length(4, modifier) for modifier in (2, 0, -3, -5)] == [6, 4, 1, 0]


def test_surprise_squares_are_known() -> None:
    assert board(*CROSS).surprises == {(1, 2)}


def test_a_piece_is_turned_upside_down() -> None:
    assert upside_down(("ab", "cd", "ef")) == ("fe", "dc", "ba")
    assert upside_down(upside_down(("ab", "cd", "ef"))) == ("ab", "cd", "ef")


@each("seed", range(5))
def test_streets_go_on_across_the_joints_of_two_pieces(seed: int) -> None:
    here = town(seed)
    for column in (1, 4, 7):
        assert {(ROWS - 1, column), (ROWS, column)} <= here.walkable


def test_a_board_has_squares_to_walk_on() -> None:
    with pytest.raises(ValueError, match="can be walked on"):
        board("##", "##")


@each(
    ("row", "column", "arrow", "linked"),
    [(9, 3, "up", (8, 4)), (-3, 3, "down", (0, 4)), (3, 9, "left", (4, 8)), (3, -3, "right", (4, 0))],
)
def test_a_tile_beside_the_board_is_linked_to_the_square_at_its_arrow(
    row: int, column: int, arrow: str, linked: Cell
) -> None:
    laid = lay_tile(OPEN, Door(5, 2), row, column, arrow)
    assert laid.doors == {linked: Door(5, 2)}
    assert laid.walkable == OPEN.walkable


def test_a_tile_on_squares_blocks_them() -> None:
    laid = lay_tile(board(*("." * 9,) * 8, "S" * 9), Door(5, 2), 6, 0, "right")
    assert laid.doors == {(7, 3): Door(5, 2)}
    assert len(laid.walkable) == 81 - 9
    assert len(laid.surprises) == 6


def test_a_tile_that_links_nothing_or_takes_anothers_square_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be walked on"):
        lay_tile(OPEN, Door(1, 1), 9, 3, "down")
    laid = lay_tile(OPEN, Door(1, 1), 9, 3, "up")
    for row, column, arrow in ((9, 3, "up"), (6, 3, "up")):
        with pytest.raises(ValueError, match="linked to one tile only"):
            lay_tile(laid, Door(1, 1), row, column, arrow)


def walks(here: Board, cell: Cell, squares: int) -> set[Cell]:
    """Where all ways of going so far end, each tried out."""
    ways = steps(here, cell, forward=squares > 0) if squares else frozenset()
    if not ways:
        return {cell}
    left = squares - 1 if squares > 0 else squares + 1
    return {end for way in ways for end in walks(here, way, left)}


@pytest.mark.slow
@given(st.integers(0, 3), st.integers(-8, 9), st.randoms(use_true_random=False))
def test_destinations_are_where_some_way_ends(seed: int, squares: int, rng: Random) -> None:
    here = town(seed)
    cell = rng.choice(sorted(here.walkable))
    assert destinations(here, cell, squares) == sorted(walks(here, cell, squares))
    path = [move(here, cell, number if squares > 0 else -number, min) for number in range(abs(squares) + 1)]
    assert path[-1] in destinations(here, cell, squares)
    assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) <= 1 for a, b in pairwise(path))
