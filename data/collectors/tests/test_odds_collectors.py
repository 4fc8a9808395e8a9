"""The chances of checks, trades and duels in Collectors, against rolling every face by the game's own procedures."""

import time
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from projects import ROOT
from shelves import NoGame, answered

from generator.lab.ask import ask
from generator.model.load import load_game
from play.actions import attack
from play.checks import Roll, succeeds
from play.odds.check import chance_of
from play.odds.duel import Fighter, Line, chain, knock_outs
from play.odds.lines import all_lines
from play.rounds import close_round, recover_all
from play.state import CollectorsCharacter, CollectorsPlayer, CollectorsTable

FACES = range(1, 13)
EQUAL = (3, 3, 9)


@each("needed", range(2, 13))
def test_the_printed_table_of_chances_comes_out(needed: int) -> None:
    assert chance_of(0, needed) == Fraction(13 - needed, 12)


@pytest.mark.slow
@given(st.integers(-3, 20), st.integers(-3, 30), st.integers(1, 4), st.booleans())
def test_a_check_is_what_rolling_every_face_gives(bonus: int, reflexes: int, rolls: int, best: bool) -> None:
    kept = max if best else min
    ways = Counter(succeeds(kept(shown), bonus, reflexes) for shown in product(FACES, repeat=rolls))
    assert chance_of(bonus, reflexes, rolls, best=best) == Fraction(ways[True], ways.total())


def test_a_check_is_asked_with_its_values() -> None:
    assert answered("collectors/check", "bonus=4", "reflexes=10") == {"chance": Fraction(7, 12)}
    assert answered("collectors/check", "bonus=4", "reflexes=0")["chance"] == Fraction(11, 12)
    kept = answered("collectors/check", "bonus=4", "reflexes=10", "keep=worst", "of=3")["chance"]
    assert kept == Fraction(7, 12) ** 3
    assert answered("collectors/check", "bonus=4", "reflexes=10", "keep=best")["chance"] == 1 - Fraction(5, 12) ** 2


@given(st.integers(-3, 9), st.integers(0, 40), st.sampled_from(["none", "pairs", "any"]))
def test_a_trade_is_what_rolling_two_dice_gives(grit: int, reflexes: int, naturals: str) -> None:
    ways = 0
    for one, other in product(FACES, repeat=2):
        low, high = (one, other).count(1), (one, other).count(12)
        found = one + other + grit >= reflexes
        if naturals == "pairs" and (low == 2 or high == 2):
            found = high == 2
        if naturals == "any" and (low or high) and not (low and high):
            found = high > 0
        ways += found
    question = f"grit={grit}", f"reflexes={reflexes}", f"naturals={naturals}"
    assert answered("collectors/trade", *question)["chance"] == Fraction(ways, 144)


def played(
    a: Line, b: Line, ap: int, keeps: tuple[int, int], rounds: int, first: int, stamina: int
) -> list[list[Fraction]]:
    """Every face of every attack, on whole tables: the share of those where each is knocked out, by round."""
    seats = [
        CollectorsPlayer(CollectorsCharacter(name, name, *line), stamina=stamina, ap=ap)
        for name, line in zip("ab", (a, b), strict=True)
    ]
    tables = {Still(CollectorsTable(tuple(seats), instigator=first)): Fraction(1)}
    out: list[list[Fraction]] = [[], []]
    for _ in range(rounds):
        downs = [Fraction(0), Fraction(0)]
        for turn in (0, 1):
            tables = rolled(tables, turn, keeps, downs)
        for side in (0, 1):
            out[side].append(downs[side])
        after: defaultdict[Still, Fraction] = defaultdict(Fraction)
        for still, chance in tables.items():
            closed = still.table.fork()
            recover_all(closed)
            close_round(closed)
            after[Still(replace(closed, collectors=tuple(replace(one, ap=ap) for one in closed.collectors)))] += chance
        tables = dict(after)
    return out


class Still:
    """A table that nothing is done to any more, which can be distinguished from others."""

    def __init__(self, table: CollectorsTable) -> None:
        self.table = table
        self.key = table.instigator, table.round, tuple((one.stamina, one.ap) for one in table.collectors)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Still) and self.key == other.key


def showing(face: int) -> Roll:
    return lambda: face


def rolled(
    tables: dict["Still", Fraction], turn: int, keeps: tuple[int, int], downs: list[Fraction]
) -> dict["Still", Fraction]:
    """The tables after the one whose turn it is has spent its AP; those where the other is knocked out are summed up."""
    done: defaultdict[Still, Fraction] = defaultdict(Fraction)
    while tables:
        after: defaultdict[Still, Fraction] = defaultdict(Fraction)
        for still, chance in tables.items():
            table = still.table
            seat = table.playing[turn]
            if table.collectors[seat].ap <= keeps[seat]:
                done[still] += chance
                continue
            for face in FACES:
                next_table = table.fork()
                attack(next_table, seat, 1 - seat, showing(face))
                if next_table.collectors[1 - seat].knocked_out:
                    downs[1 - seat] += chance / 12
                else:
                    after[Still(next_table)] += chance / 12
        tables = dict(after)
    return dict(done)


lines = st.tuples(st.integers(0, 5), st.just(0), st.integers(7, 12))


@settings(max_examples=15, deadline=None)
@given(lines, lines, st.integers(1, 3), st.data(), st.sampled_from([0, 1]))
def test_a_duel_is_what_rolling_every_face_gives(a: Line, b: Line, ap: int, data: st.DataObject, first: int) -> None:
    keeps = data.draw(st.integers(0, ap)), data.draw(st.integers(0, ap))
    stamina, rounds = data.draw(st.integers(1, 4)), 2
    slow = played(a, b, ap, keeps, rounds, first, stamina)
    fighters = [
        Fighter(
            12 * chance_of(line[0], other[2]).numerator // chance_of(line[0], other[2]).denominator, ap - kept, kept
        )
        for line, other, kept in ((a, b, keeps[0]), (b, a, keeps[1]))
    ]
    found = chain(*(fighters if first == 0 else reversed(fighters)), rounds, stamina)
    assert list(found if first == 0 else reversed(found)) == slow
    if stamina == 10:
        assert list(knock_outs(a, b, ap, keeps, rounds, "ab"[first]).values()) == slow


def test_a_whole_duel_is_what_rolling_every_face_gives() -> None:
    a, b = (5, 3, 7), (4, 4, 7)
    slow = played(a, b, 5, (0, 1), 3, 1, 10)
    found = knock_outs(a, b, 5, (0, 1), 3, "b")
    assert [found["a"], found["b"]] == slow
    assert sum(found["b"]) > 0


@pytest.mark.slow
@given(lines, lines, st.integers(0, 4))
@settings(max_examples=30, deadline=None)
def test_chances_of_a_duel_mirror_each_other_and_sum_to_1(a: Line, b: Line, kept: int) -> None:
    found, mirrored = knock_outs(a, b, keeps=(kept, 0), rounds=8), knock_outs(b, a, keeps=(0, kept), rounds=8)
    assert (found["a"], found["b"]) == (mirrored["b"], mirrored["a"])
    assert 0 <= sum(found["a"]) + sum(found["b"]) <= 1
    assert all(chance >= 0 for chances in found.values() for chance in chances)


def test_a_duel_is_reported_with_wins_and_what_is_left_open() -> None:
    data = answered("collectors/duel", "a=3,3,9", "b=3, 3, 9")
    assert data["wins"]["a"] == data["wins"]["b"]
    assert data["wins"]["a"] + data["wins"]["b"] + data["undecided"] == 1
    assert data["wins"]["b"] == sum(data["knock_out"]["a"])
    assert data["undecided"] < Fraction(1, 1000)
    led = answered("collectors/duel", "a=3,3,9", "b=3,3,9", "first=a")
    assert led["wins"]["a"] != led["wins"]["b"]
    assert answered("collectors/duel", "a=3,3,9", "b=3,3,9", "rounds=1")["undecided"] == 1  # 5 hits a round, 10 Stamina
    assert answered("collectors/duel", "a=3,3,9", "b=3,3,9", "ap=0")["undecided"] == 1


def test_an_ap_kept_gives_back_more_than_an_attack_takes() -> None:
    assert sum(knock_outs(EQUAL, EQUAL, keeps=(2, 0))["b"]) > sum(knock_outs(EQUAL, EQUAL)["b"])
    assert sum(knock_outs(EQUAL, EQUAL, keeps=(4, 4))["a"]) == 0  # one attack a round, and 8 back


def test_all_lines_are_those_that_the_characters_have_and_no_more() -> None:
    lines = all_lines()
    assert len(set(lines)) == len(lines) == 27
    assert {sum(line) for line in lines} == {15}
    game = load_game(ROOT / "data/collectors", "collectors")[0]
    shipped = {
        tuple(item.fields[name] for name in ("grit", "cunning", "reflexes")) for item in game.kinds["characters"].items
    }
    assert shipped <= set(lines)


@pytest.mark.rare
def test_all_27_by_27_duels_are_worked_out_within_10_seconds() -> None:
    chain.cache_clear()
    begun = time.process_time()
    data = answered("collectors/lines")
    assert time.process_time() - begun < 10
    assert len(data["wins"]) == 27
    for one, other in ((0, 26), (3, 20), (5, 5)):
        a, b = data["lines"][one], data["lines"][other]
        assert data["wins"][one][other] == sum(knock_outs(a, b)["b"])
    means = dict(zip(data["lines"], data["mean"], strict=True))
    assert max(means, key=lambda line: means[line]) == (3, 0, 12)


@pytest.mark.parametrize("name", ["check", "trade"])
def test_a_die_needs_no_long_answer(name: str) -> None:
    values = ["bonus=4"] if name == "check" else ["grit=4"]
    (line,) = ask(f"collectors/{name}", [*values, "reflexes=12"], NoGame()).text
    assert line.startswith(
        {"check": "+4 against 12: 41.7 % (5/12)", "trade": "two d12 +4 against 12: 85.4 % (41/48)"}[name]
    )


def test_the_table_of_checks_is_made_of_single_checks() -> None:
    table = answered("collectors/checks")
    for bonus, chances, rolls in zip(table["bonus"], table["chances"], table["roll"], strict=True):
        for reflexes, chance, roll in zip(table["reflexes"], chances, rolls, strict=True):
            one = answered("collectors/check", f"bonus={bonus}", f"reflexes={reflexes}")
            assert chance == one["chance"] == Fraction(13 - roll, 12)
