"""A whole game of Tricks or Treats: set-up, turns, end; and what holds after every step, whoever plays."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from each import each
from msgspec.structs import replace
from tables import setting
from tries import slow_but, tries

from generator.lab.simulation.ledger import Ledger
from play.boards import COLUMNS, ROWS
from play.doors import Door
from play.moves import Board, open_gate
from play.policies import PLAYERS, TreatsChance
from play.priors import Priors
from play.simulated import TreatsSetting
from play.state import Card, Collector, Costume, Piles
from play.table import (
    GameRules,
    TreatsBox,
    TreatsSeat,
    TreatsTable,
    rules_of,
    set_up,
    winners,
)
from play.turns import TreatsTurn

Pieces = Counter[tuple[str, Any]]


def of_game(players: int) -> TreatsSetting:
    found = setting("tricks-or-treats", players, "solo" if players == 1 else "standard")
    assert isinstance(found, TreatsSetting)
    return found


def steps(found: TreatsSetting, policies: Sequence[str], rng: Random, ledger: Ledger) -> Iterator[TreatsTable]:
    """The table as it is set up, and after every step of a whole game."""
    priors = Priors(found.box.piles.tricks, found.box.piles.masks)
    players = [PLAYERS[policies[seat % len(policies)]](rng, priors, found.rules) for seat in range(found.players)]
    table = set_up(found.box, found.players, found.rules, rng, ledger)
    yield table
    for _ in range(found.rules.rounds):
        for after in play_round(table, players, rng, found.rules, ledger):
            table = after
            yield table


def play_round(
    table: TreatsTable, players: Sequence[TreatsChance], rng: Random, rules: GameRules, ledger: Ledger
) -> Iterator[TreatsTable]:
    """A turn of each collector in their order; the table after every step of it."""
    for me in range(len(table.seats)):
        for after in TreatsTurn(me, players, rng, rules, ledger).play(table):
            table = after
            yield after


def pieces(piles: Piles, seats: Sequence[TreatsSeat] = ()) -> Pieces:
    """All components, wherever they are."""
    found: Pieces = Counter({("treats", None): piles.treats + sum(seat.collector.treats for seat in seats)})
    for name in ("tricks", "masks", "costumes", "surprises", "movements"):
        found.update((name, piece) for piece in getattr(piles, name))
    for seat in seats:
        found.update(("tricks", ticket) for ticket in seat.collector.tricks)
        found.update(("masks", mask) for mask in seat.collector.masks)
        found.update([("costumes", seat.collector.costume)] if seat.collector.costume else [])
    return found


def check(table: TreatsTable, whole: Pieces, rules: GameRules) -> None:
    """What holds after every step."""
    assert pieces(table.piles, table.seats) == whole
    assert table.piles.treats >= 0
    for seat in table.seats:
        assert seat.collector.treats >= 0
        assert seat.cell in table.board.walkable
        assert 0 <= seat.missing <= 2
        assert not (rules.solo and seat.collector.masks)
        assert all(1 <= value <= 9 for value in (*seat.collector.tricks, *seat.collector.masks))


TABLES = ["random", "greedy", "careful", "greedy,random", "careful,random,greedy"]


@pytest.mark.tried
@pytest.mark.parametrize("policies", slow_but(3, TABLES))
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_no_step_of_a_game_loses_a_component_or_leaves_the_rules(players: int, policies: str) -> None:
    found = of_game(players)
    whole = pieces(found.box.piles)
    for seed in range(tries(4)):
        ledger, seen = Ledger(), 0
        for table in steps(found, policies.split(","), Random(f"{policies}/{seed}"), ledger):
            check(table, whole, found.rules)
            seen += 1
        assert ledger.events["turns"] + ledger.events["turns missed"] == found.rules.rounds * players
        assert seen > found.rules.rounds * players


@pytest.mark.slow
@pytest.mark.parametrize("policies", ["random", "greedy", "careful"])
def test_a_box_that_is_far_too_small_is_played_to_the_end(policies: str) -> None:
    full = of_game(4)
    few = Piles(
        7, (1, 9), (4,), (Costume("ghost", 2, -1),), full.box.piles.surprises[:5] + (Card("blank", ()),), (9, 3)
    )
    for piles in (few, Piles(surprises=full.box.piles.surprises[:9], movements=(5,)), Piles()):
        found = replace(full, box=replace(full.box, piles=piles))
        dry: set[str] = set()
        for seed in range(8):
            ledger = Ledger()
            for table in steps(found, [policies], Random(seed), ledger):
                check(table, pieces(piles), found.rules)
            dry |= ledger.short
        assert {"treats", "tricks", "masks"} <= dry
        assert ("movements" in dry) == (not piles.movements)


def test_what_is_noted_as_the_least_left_is_never_more_than_what_is_seen_to_be_left() -> None:
    found = of_game(4)
    for seed in range(10):
        ledger = Ledger()
        seen = [len(table.piles.tricks) for table in steps(found, ["greedy"], Random(seed), ledger)]
        assert ledger.least["tricks"] <= min(seen)
        assert ledger.least["movements"] == len(found.box.piles.movements) - 1


@pytest.mark.rare
def test_all_happens_in_some_game() -> None:
    """The invariants say nothing of what never happens."""
    events: Counter[str] = Counter()
    for seed in range(120):
        ledger = Ledger()
        for _ in steps(of_game(4), ["random", "greedy"], Random(seed), ledger):
            pass
        events += ledger.events
    assert {f"doors {state}" for state in ("declined", "successful", "invalidation", "failed")} <= events.keys()
    streets = ("declined", "deserted", "successful", "failed", "equalization")
    assert {f"streets {state}" for state in streets} <= events.keys()
    assert {"retreats", "turns missed", "back to the start", "forced moves", "Treats lost to the pile"} <= events.keys()


# ---- set-up ----


def test_each_collector_begins_with_our_setting_on_the_start() -> None:
    found = of_game(3)
    table = set_up(found.box, 3, found.rules, Random(1), Ledger())
    assert [(s.collector.treats, len(s.collector.tricks), len(s.collector.masks)) for s in table.seats] == [
        (3, 5, 5)
    ] * 3
    four = set_up(of_game(4).box, 4, found.rules, Random(1), Ledger())
    assert [seat.collector.treats for seat in four.seats] == [5, 3, 3, 3]  # whoever begins has 2 more
    assert four.piles.treats == of_game(4).box.piles.treats - 14
    assert {seat.collector.costume for seat in table.seats} == {None}
    assert {seat.cell for seat in table.seats} == {(ROWS + 10, 1)}  # of the piece below, which lies upright


def test_without_a_start_pawns_begin_on_the_bottom_left_square() -> None:
    board = set_up(unmarked(of_game(2).box), 2, GameRules(), Random(1), Ledger()).board
    lowest = max(row for row, _ in board.walkable)
    assert board.start == (lowest, min(column for row, column in board.walkable if row == lowest))


def unmarked(box: TreatsBox) -> TreatsBox:
    """A box whose pieces have neither start nor finish, as hand-drawn ones may."""
    return replace(box, pieces=tuple(tuple(row.replace("A", ".").replace("F", ".") for row in p) for p in box.pieces))


def test_in_solo_the_masks_stay_in_the_box() -> None:
    found = of_game(1)
    table = set_up(found.box, 1, found.rules, Random(1), Ledger())
    assert (table.piles.masks, table.seats[0].collector.masks) == ((), ())
    assert (table.seats[0].collector.treats, len(table.seats[0].collector.tricks)) == (3, 5)


def test_twelve_tiles_lie_on_all_plots_and_beside_the_board_and_each_is_linked_to_a_square_of_its_own() -> None:
    found = of_game(4)
    for seed in range(30):
        board = set_up(found.box, 4, found.rules, Random(seed), Ledger()).board
        assert len(board.doors) == 12
        assert 2 <= len(board.gates) <= 4
        assert board.gates <= board.doors.keys() <= board.walkable
        beside = board.doors.keys() - board.gates
        assert all(row == 0 or column == COLUMNS - 1 for row, column in beside)  # where moves end
        lying = [board.doors[cell].difficulty for cell in sorted(beside, reverse=True)]
        assert lying == sorted(lying, reverse=True)  # the hardest lowest


def test_with_fewer_tiles_than_plots_some_plots_stay_free() -> None:
    found = of_game(4)
    board = set_up(found.box, 4, replace(found.rules, tiles=1), Random(1), Ledger()).board
    assert len(board.doors) == 2
    assert board.doors.keys() < board.gates
    with pytest.raises(ValueError, match="no free plot"):
        open_gate(board, next(iter(board.doors.values())), next(iter(board.doors)))


def test_the_board_differs_from_game_to_game() -> None:
    found = of_game(4)
    boards = {set_up(found.box, 4, found.rules, Random(seed), Ledger()).board.walkable for seed in range(40)}
    assert len(boards) == 5  # above the start lies the finish, or one of two others, either way up
    without = {set_up(unmarked(found.box), 4, found.rules, Random(seed), Ledger()).board.walkable for seed in range(40)}
    assert len(without) > 20


# ---- turns, on a straight street: column 0 from row 9 up to row 0, all squares in one line ----

STREET = Board(frozenset((row, 0) for row in range(10)), frozenset([(5, 0)]))


class Told(TreatsChance):
    """Does what the test says: starts a street or not, takes it up or not."""

    def __init__(self, rng: Random, *, starts: bool = True, stays: bool = False) -> None:
        super().__init__(rng, Priors((), ()), GameRules())
        self.starts, self.stays = starts, stays
        self.asked: list[str] = []

    def rival(self, table: TreatsTable, me: int, rate: int, rivals: Sequence[int]) -> int | None:
        self.asked.append(f"PSR {rate}, rivals {list(rivals)}")
        return rivals[0] if self.starts else None

    def takes_up(self, table: TreatsTable, me: int, defiance: int, stake: int) -> bool:
        self.asked.append(f"ST {stake}")
        return self.stays


def played(
    seats: Sequence[TreatsSeat],
    piles: Piles,
    players: Sequence[Told],
    board: Board = STREET,
    rules: GameRules | None = None,
) -> list[TreatsTable]:
    rng = Random(0)
    return list(play_round(TreatsTable(board, tuple(seats), piles), players, rng, rules or GameRules(), Ledger()))


def test_a_deserter_with_too_few_treats_pays_all_goes_back_and_misses_its_next_turn() -> None:
    seats = [TreatsSeat(Collector(1), (9, 0)), TreatsSeat(Collector(2), (6, 0))]
    players = [Told(Random(0)), Told(Random(0))]
    tables = played(seats, Piles(tricks=(4,), movements=(3,)), players)
    moved, met = tables[0], tables[1]
    assert [seat.cell for seat in moved.seats] == [(6, 0), (6, 0)]
    assert (players[0].asked, players[1].asked) == (["PSR 3, rivals [1]"], ["ST 7"])
    assert [seat.collector.treats for seat in met.seats] == [3, 0]
    assert met.seats[1] == TreatsSeat(Collector(0), (9, 0), missing=1)  # 7 squares back, to the edge
    assert tables[-1].seats[1].missing == 0  # it has missed its turn, and did not move
    assert tables[-1].seats[1].cell == (9, 0)


def test_a_deserter_that_ends_at_a_door_misses_two_turns() -> None:
    board = replace(STREET, doors={(9, 0): Door(30, 7)})
    seats = [TreatsSeat(Collector(1), (9, 0)), TreatsSeat(Collector(2), (6, 0))]
    tables = played(seats, Piles(tricks=(4,), movements=(3,)), [Told(Random(0)), Told(Random(0))], board)
    assert tables[1].seats[1].missing == 2


def test_a_deserter_that_can_pay_stays_where_it_is() -> None:
    seats = [TreatsSeat(Collector(1), (9, 0)), TreatsSeat(Collector(9), (6, 0))]
    tables = played(seats, Piles(tricks=(4,), movements=(3,)), [Told(Random(0)), Told(Random(0))])
    assert tables[1].seats[1] == TreatsSeat(Collector(5), (6, 0))
    assert tables[1].seats[0].collector.treats == 5


def test_nobody_may_choose_an_immune_rival() -> None:
    seats = [TreatsSeat(Collector(1), (9, 0)), TreatsSeat(Collector(2), (6, 0), missing=1)]
    players = [Told(Random(0)), Told(Random(0))]
    played(seats, Piles(tricks=(4,), movements=(3,)), players)
    assert players[0].asked == []


def test_the_costume_worn_changes_the_move_and_the_stake() -> None:
    seats = [TreatsSeat(Collector(1, costume=Costume("bat", movement=2)), (9, 0)), TreatsSeat(Collector(9), (4, 0))]
    players = [Told(Random(0)), Told(Random(0))]
    tables = played(seats, Piles(tricks=(4,), movements=(3,)), players)
    assert tables[0].seats[0].cell == (4, 0)
    assert (players[0].asked, players[1].asked[0]) == (["PSR 5, rivals [1]"], "ST 9")


def test_a_move_of_0_is_no_arrival() -> None:
    seats = [TreatsSeat(Collector(1, costume=Costume("slow", movement=-3)), (5, 0)), TreatsSeat(Collector(9), (5, 0))]
    players = [Told(Random(0), starts=False), Told(Random(0), starts=False)]
    played(seats, Piles(tricks=(4,), movements=(3,)), players)
    assert players[0].asked == []


def test_a_challenge_is_settled_and_all_pieces_go_back() -> None:
    seats = [TreatsSeat(Collector(9, masks=(7,)), (9, 0)), TreatsSeat(Collector(9, masks=(5,)), (6, 0))]
    players = [Told(Random(0)), Told(Random(0), stays=True)]
    met = played(seats, Piles(tricks=(1,), movements=(3,)), players)[1]
    assert [seat.collector for seat in met.seats] == [Collector(13), Collector(5)]
    assert sorted(met.piles.masks) == [5, 7]


def test_whoever_stands_at_the_end_goes_to_the_start_square_first() -> None:
    tables = played([TreatsSeat(Collector(), (0, 0))], Piles(movements=(3,)), [Told(Random(0))])
    assert tables[0].seats[0].cell == (6, 0)


def test_a_surprise_card_ends_every_turn_in_standard() -> None:
    card = Card("two", (("treats", 2),))
    tables = played([TreatsSeat(Collector(), (9, 0))], Piles(9, surprises=(card,), movements=(1,)), [Told(Random(0))])
    assert tables[-1].seats[0].collector.treats == 2


@pytest.mark.parametrize(("token", "treats"), [(4, 2), (3, 0)])
def test_in_solo_a_surprise_card_is_drawn_on_its_square_only(token: int, treats: int) -> None:
    piles = Piles(9, surprises=(Card("two", (("treats", 2),)),), movements=(token,))
    tables = played([TreatsSeat(Collector(), (9, 0))], piles, [Told(Random(0))], rules=rules_of("solo"))
    assert tables[-1].seats[0].collector.treats == treats


def test_a_surprise_moves_the_pawn_and_triggers_nothing() -> None:
    piles = Piles(9, surprises=(Card("back", (("movements", -2),)),), movements=(4,))
    seats = [TreatsSeat(Collector(5), (9, 0)), TreatsSeat(Collector(5), (7, 0))]
    players = [Told(Random(0)), Told(Random(0))]
    tables = played(seats, piles, players)
    assert tables[1].seats[0].cell == (7, 0)  # where a rival is
    assert players[0].asked == []


# ---- policies ----


def test_the_advice_of_90_percent_is_for_who_attempts_and_not_for_the_competition() -> None:
    found = of_game(4)
    priors = Priors(found.box.piles.tricks, found.box.piles.masks)
    careful, greedy = (PLAYERS[name](Random(0), priors, found.rules) for name in ("careful", "greedy"))
    answers = []
    for mine, other in ((9, 1), (5, 5), (1, 9)):
        seats = [TreatsSeat(Collector(9, masks=(number,) * 3), (0, 0)) for number in (other, mine)]
        table = TreatsTable(STREET, tuple(seats), found.box.piles)
        answers.append([player.takes_up(table, 1, 0, 12) for player in (careful, greedy)])
        assert careful.rival(table, 1, 6, [0]) == (0 if mine == 9 else None)
    assert answers == [[True, True], [True, True], [False, False]]


# ---- the end ----


@each(
    ("held", "won"),
    [
        ([(9, 1), (8, 5)], (0,)),
        ([(9, 1), (9, 5)], (1,)),  # "tied collectors compare the number of Tricks held"
        ([(9, 5), (9, 5), (3, 9)], (0, 1)),  # "then share"
        ([(0, 0), (0, 0)], (0, 1)),
    ],
)
def test_most_treats_wins(held: list[tuple[int, int]], won: tuple[int, ...]) -> None:
    seats = tuple(TreatsSeat(Collector(treats, (1,) * tricks), (0, 0)) for treats, tricks in held)
    assert winners(TreatsTable(STREET, seats, Piles()), GameRules()) == won


@pytest.mark.parametrize(("treats", "won"), [(14, (0,)), (13, ())])
def test_solo_is_won_with_14_treats(treats: int, won: tuple[int, ...]) -> None:
    assert winners(TreatsTable(STREET, (TreatsSeat(Collector(treats), (0, 0)),), Piles()), rules_of("solo")) == won


def test_a_box_without_pieces_cannot_be_set_up() -> None:
    with pytest.raises(ValueError, match="2 Game Board pieces"):
        set_up(TreatsBox((), (), Piles()), 2, GameRules(), Random(0), Ledger())
