"""Whole games of Star Road with set 1: what holds after every step, whoever plays; turns, kills and digits."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from each import each
from msgspec.structs import replace
from tables import setting
from tries import slow_but

from generator.lab.simulation.ledger import Ledger
from play.battle import Attack, Blocking
from play.building import HP, LINES, PLATFORMS, SPEND, Player
from play.building import set_up as base
from play.characters import StarRoadCharacter
from play.course import (
    DIGITS,
    PILES,
    Add,
    Assault,
    Begin,
    BlueprintShop,
    Reveal,
    StarRoadAct,
    StarRoadTable,
    free_digits,
    left_in_box,
    play_turn,
    set_up,
)
from play.object_effects import SpecialUse
from play.objects import Blueprint, LineObject
from play.policies import PLAYERS
from play.simulated import MOST_TURNS, StarRoadSetting
from play.teams import TeamCard, winners

BOMB = Blueprint("bomb", "0011", "weapon", 5, 3)
STONE = Blueprint("stone", "0001", "weapon", 1, 1)
THIEVES = Blueprint("thieves", "0111", "special", 1, 3, traits=frozenset(["take_object"]))
WALL = Blueprint("wall", "0003", "mix", 2, 3, protects="base")
SHOP = BlueprintShop(
    (BOMB, STONE, WALL), (), {"0": 9, "1": 9, "3": 9}, dict(zip(PILES, (27, 32, 128, 32), strict=True))
)
RED, BLUE = TeamCard("R", "R"), TeamCard("B", "B")


def of_game(players: int, mode: str = "set1") -> StarRoadSetting:
    found = setting("star-road", players, mode)
    assert isinstance(found, StarRoadSetting)
    return found


def steps(found: StarRoadSetting, policies: Sequence[str], rng: Random, ledger: Ledger) -> Iterator[StarRoadTable]:
    players = [PLAYERS[policies[seat % len(policies)]](rng) for seat in range(len(found.cards))]
    table = set_up(found.cards, rng, found.shop.characters)
    yield table
    while winners(table.cards, table.out) is None and table.turn < MOST_TURNS * len(found.cards):
        for after in play_turn(table, players, found.shop, ledger):
            table = after
            yield table


def held(table: StarRoadTable) -> int:
    """Resources of all players: in storages, as HP, and on objects."""
    on_lines = sum(built.resources for player in table.players for built in player.places if built)
    return on_lines + sum(player.hp + player.storage for player in table.players)


def check(table: StarRoadTable, shop: BlueprintShop) -> None:
    """What holds after every step."""
    for player in table.players:
        assert 0 <= player.hp <= HP
        assert player.storage >= 0
        assert 0 <= player.spent <= player.spends <= SPEND + 1
        assert len(player.places) == LINES * PLATFORMS
        assert all(built is None or 1 <= built.resources <= built.blueprint.cost for built in player.places)
        assert not player.out or (player.storage == 0 and not any(player.places))
    assert min(free_digits(table, shop).values()) >= 0
    assert table.out <= table.face_up
    assert all(table.cards[seat].leader for seat in table.face_up - table.out)


@pytest.mark.parametrize(
    "policies", slow_but(8, ["random", "greedy", "careful", "greedy,random", "careful,random,greedy"])
)
@pytest.mark.parametrize("players", range(2, 9))
def test_no_step_of_a_game_leaves_the_rules(players: int, policies: str) -> None:
    for seed, mode in enumerate(("set1", "set3", "revised")):
        found = of_game(players, mode)
        ledger, before = Ledger(), held(set_up(found.cards, Random(0)))
        table = None
        for table in steps(found, policies.split(","), Random(f"{policies}/{seed}"), ledger):
            check(table, found.shop)
            # Resources come from supply, kills and healing; everything else only takes some away.
            come = 2 * ledger.events["turns"] + 3 * ledger.events["kills: resources"] + ledger.events["HP given back"]
            assert held(table) <= before + come
        assert table is not None
        assert winners(table.cards, table.out) is not None or table.turn == MOST_TURNS * players


@pytest.mark.slow
def test_all_happens_in_some_game() -> None:
    """The invariants say nothing of what never happens."""
    events: Counter[str] = Counter()
    for seed in range(25):
        ledger = Ledger()
        for policies in (["random", "greedy", "careful"], ["random"]):
            for _ in steps(of_game(4, "set2"), policies, Random(seed), ledger):
                pass
        events += ledger.events
    for name in ("special effects", "special effects negated", "attacks aimed at objects", "HP given back"):
        assert events[name] > 0
    for name in ("attacks", "attacks blocked", "HP lost by rebound", "leaders revealed", "objects begun"):
        assert events[name] > 0
    assert {f"kills: {what}" for what in ("nothing", "resources", "loses objects")} <= events.keys()


def test_a_game_with_few_digits_goes_on_without_what_cannot_be_spelled() -> None:
    found = of_game(3)
    few = replace(found, shop=replace(found.shop, digits={"0": 6, "1": 3, "2": 1, "3": 1}))
    ledger = Ledger()
    for table in steps(few, ["random", "greedy"], Random(3), ledger):
        check(table, few.shop)
    assert DIGITS in ledger.short
    assert ledger.events["codes that could not be spelled"] > 0


class Told:
    """Does what the test says, and blocks with the places that it says."""

    def __init__(self, *acts: StarRoadAct, blocks: Sequence[int] = ()) -> None:
        self.waiting = list(acts)
        self.blocks = blocks

    def acts(self, table: StarRoadTable, me: int, shop: BlueprintShop, lacking: frozenset[str]) -> StarRoadAct | None:
        return self.waiting.pop(0) if self.waiting else None

    def answers(self, table: StarRoadTable, me: int, attacker: int, attack: Attack) -> Sequence[Blocking]:
        return [Blocking((place,)) for place in self.blocks]

    def cancels(self, table: StarRoadTable, me: int, effect: SpecialUse, places: Sequence[int]) -> int | None:
        return places[0]


def built(blueprint: Blueprint) -> LineObject:
    return LineObject(blueprint, blueprint.cost, blueprint.uses)


def player(*objects: Blueprint, hp: int = 8) -> Player:
    found = base()
    for place, blueprint in enumerate(objects):
        found = found.placing(place, built(blueprint))
    return replace(found, hp=hp)


def after(table: StarRoadTable, *told: Told, shop: BlueprintShop = SHOP) -> StarRoadTable:
    return list(play_turn(table, told, shop, Ledger()))[-1]


HIT = Assault(1, Attack(((0,),)))


def two(
    mine: Player, other: Player, cards: tuple[TeamCard, ...] = (RED, BLUE), face_up: frozenset[int] = frozenset()
) -> StarRoadTable:
    return StarRoadTable((mine, other), cards, 0, turn=2, face_up=face_up)


def test_a_turn_supplies_builds_and_forgets() -> None:
    found = after(two(player(), player()), Told(Begin(BOMB, 0, 1), Add(0, 2)), Told())
    assert (found.players[0].storage, found.players[0].spent) == (4 + 2 - 3, 0)
    assert found.players[0].places[0] == built(BOMB)
    assert (found.turn, found.active) == (3, 1)


def test_an_attack_costs_the_base_and_the_weapon() -> None:
    found = after(two(player(BOMB), player()), Told(HIT), Told())
    assert (found.players[1].hp, found.players[0].places[0]) == (3, None)


def test_a_wall_returns_what_it_withstands() -> None:
    found = after(two(player(STONE), player(WALL)), Told(HIT), Told(blocks=[0]))
    # A Stone wants 2 in the storage, which this one here does not.
    assert [one.hp for one in found.players] == [7, 8]


def test_who_dies_by_a_rebound_is_killed_by_the_owner_of_the_wall() -> None:
    found = after(
        two(player(STONE, hp=1), player(WALL), face_up=frozenset([1]), cards=(RED, TeamCard("B", "B", True))),
        Told(HIT),
        Told(blocks=[0]),
    )
    assert found.out == {0}
    assert found.players[1].storage == 4 + 3
    assert winners(found.cards, found.out) == frozenset({1})


@pytest.mark.parametrize(
    ("side", "shown", "storage", "left"), [("B", True, 9, True), ("R", True, 6, False), ("B", False, 6, True)]
)
def test_the_killers_card_decides(side: str, shown: bool, storage: int, left: bool) -> None:
    cards = TeamCard("R", "R", True), TeamCard(side, side), BLUE
    start = StarRoadTable((player(BOMB, WALL), player(hp=2), player()), cards, 0, 5, frozenset([0] if shown else []))
    found = after(start, Told(HIT), Told(), Told())
    assert found.players[0].storage == storage  # 4, and 2 of the supply stage
    assert (found.players[0].places[1] is not None) == left
    assert found.out == {1}
    assert 1 in found.face_up  # "a destroyed player shows the team card"
    assert found.active == 2


@each(
    ("start", "act", "words"),
    [
        (replace(two(player(BOMB), player()), turn=0), HIT, "first cycle"),
        (two(player(BOMB), player()), Assault(0, Attack(((0,),))), "aims at the base"),
        (two(player(BOMB), player(STONE)), Assault(1, Attack(((0,),), 0)), "aims at the base"),
        (two(player(BOMB), player()), Assault(1, Attack(())), "weapons"),
        (two(player(BOMB), player(STONE)), Assault(1, Attack(((0,),), 0), 0), "does not let an attack be aimed"),
        (two(player(BOMB), player(STONE)), SpecialUse(0, 1, 0), "no effect"),
        (two(player(), player()), SpecialUse(None, 0), "the character pays"),
        (two(player(THIEVES), player(STONE)), SpecialUse(0, 0, 0), "another player"),
        (replace(two(player(THIEVES), player(STONE)), turn=0), SpecialUse(0, 1, 0), "first cycle"),
        (two(player(*[THIEVES] * 8), player()), SpecialUse(0, 1, 0), "nothing is on place"),
        (two(player(), player()), Reveal(), "only a leader"),
        (two(player(), player()), Begin(BOMB, 1, 1), "lower platform"),
    ],
)
def test_what_the_rules_forbid_is_refused(start: StarRoadTable, act: StarRoadAct, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        after(start, Told(act), Told())


def special(trait: str, **more: Any) -> Blueprint:
    return Blueprint(trait, "0012", "special", 1, 2, traits=frozenset([trait]), **more)


@each(
    ("mine", "act", "then", "theirs"),
    [
        ([special("take_object")], SpecialUse(0, 1, 0), [BOMB], [None]),
        ([special("destroy_object")], SpecialUse(0, 1, 0), [None], [None]),
        ([special("swap_object"), STONE], SpecialUse(0, 1, 0, 1), [None, BOMB], [STONE]),
        ([special("swap_object", recycle=1, uses=None), STONE], SpecialUse(0, 1, 0, 1), ["swap_object", BOMB], [STONE]),
        ([special("hit_object"), BOMB], Assault(1, Attack(((1,),), 0), 0), [None, None], [None]),
    ],
)
def test_special_effects_work_as_their_cards_say(
    mine: list[Blueprint], act: StarRoadAct, then: list[object], theirs: list[object]
) -> None:
    found = after(two(player(*mine), player(BOMB)), Told(act), Told())
    for one, wanted in zip(found.players, (then, theirs), strict=True):
        there = one.places[: len(wanted)]
        assert [None if built is None else built.blueprint for built in there] == [
            mine[0] if name == "swap_object" else name for name in wanted
        ]


def test_a_polaroid_negates_a_special_effect_and_is_used_up_but_stops_no_acid() -> None:
    shown = player(BOMB, special("cancel_special"))
    stopped = after(two(player(THIEVES), shown), Told(SpecialUse(0, 1, 0)), Told())
    assert [one.places[0] for one in stopped.players] == [None, built(BOMB)]
    assert stopped.players[1].places[1] is None
    burnt = after(two(player(special("destroy_object")), shown), Told(SpecialUse(0, 1, 0)), Told())
    assert burnt.players[1].places == (None, *shown.places[1:])


def test_a_character_changes_what_its_player_builds_spends_and_heals() -> None:
    cheap = StarRoadCharacter("thrifty", frozenset(["0011"]), {"cost": -1, "range": 1})
    assert [(one.cost, one.range) for one in SHOP.of(cheap).blueprints[:2]] == [(2, 2), (1, 1)]
    nurse = StarRoadCharacter("nurse", changes={"spend_storage": 1}, heals=(1, 2))
    start = replace(two(player(hp=5), player()), characters=(nurse, None))
    found = after(start, Told(SpecialUse(None, 0), SpecialUse(None, 0)), Told())
    assert (found.players[0].hp, found.players[0].storage) == (8, 4 + 2 - 2)
    assert not StarRoadCharacter("stranger", changes={"speed": 4}).played


def test_digits_of_what_is_replaced_can_be_used_again() -> None:
    one = replace(SHOP, digits={"0": 2, "1": 2, "3": 0})
    ledger = Ledger()
    start = two(player(BOMB), player())
    assert free_digits(start, one).total() == 0
    replaced = list(play_turn(start, [Told(Begin(BOMB, 0, 1)), Told()], one, ledger))[-1]
    assert replaced.players[0].places[0] == LineObject(BOMB, 1)
    assert ledger.events["codes that could not be spelled"] == 0
    list(play_turn(start, [Told(Begin(STONE, 0, 1)), Told()], one, ledger))
    assert ledger.events["codes that could not be spelled"] == 1


def test_what_is_left_in_the_box_counts_everything_in_use() -> None:
    found = left_in_box(two(player(BOMB, STONE), player(WALL)), SHOP)
    assert found == dict(zip(PILES, (27 - 12, 32 - 3, 128 - (24 + 7), 32 - 3), strict=True))
