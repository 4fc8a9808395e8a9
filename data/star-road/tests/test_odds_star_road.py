"""Battles as the lab tells them, against settling them point by point from the printed numbers."""

from pathlib import Path
from typing import Any

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_games import shipped_game
from shelves import OneGame, answered

from generator.lab.ask import ask
from generator.lab.question import BadQuestion
from generator.model.load import load_game
from play.battle import Attack, Blocking, fight
from play.building import Player
from play.objects import LineObject, blueprint_of

GAME = shipped_game("star-road")
ITEMS = {item.id: item.fields for item in GAME.kinds["blueprints"].items}
SET_1 = [name for name, fields in ITEMS.items() if fields["set"] == "1"]
WEAPONS = [name for name in SET_1 if ITEMS[name]["kind"] == "weapon" and name not in ("air-cannon", "shuriken")]
BLOCKERS = [name for name in SET_1 if ITEMS[name].get("protects") != "object"]


def asked(*values: str) -> dict[str, Any]:
    return answered("star-road/battle", *values, game=GAME)


def told(*values: str) -> list[str]:
    return list(ask("star-road/battle", values, OneGame(GAME)).text)


def slow(weapons: list[str], blockers: list[str]) -> dict[str, Any]:
    """One point of attack after the other, on the printed numbers."""
    size = [
        ITEMS[name]["value"] if ITEMS[name]["kind"] in ("shield", "mix") else ITEMS[name]["cost"] for name in blockers
    ]
    left, met, gone, base = list(size), [0] * len(size), [], 0
    returned: list[list[int]] = [[] for _ in size]
    for weapon in weapons:
        points = ITEMS[weapon]["value"]
        for number, name in enumerate(blockers):
            if number in gone or not points:
                continue
            met[number] += points
            returned[number].append(points)
            if met[number] > size[number]:
                returned[number].pop()  # this one breaks it
            while points and left[number]:
                points, left[number] = points - 1, left[number] - 1
            plain = ITEMS[name]["kind"] not in ("shield", "mix")
            if (plain and not left[number]) or (not plain and met[number] > size[number]):
                gone.append(number)
        base += points
    survives = [{"id": name, "left": left[number]} for number, name in enumerate(blockers) if number not in gone]
    rebound = sum(sum(returned[number]) for number, name in enumerate(blockers) if ITEMS[name]["kind"] == "mix")
    destroyed = [name for number, name in enumerate(blockers) if number in gone]
    if base < 8:
        survives.append({"id": "base", "left": 8 - base})
    else:
        destroyed.append("base")
    return {"base_damage": base, "destroyed": destroyed, "survives": survives, "rebound": rebound}


@settings(deadline=None)
@given(st.lists(st.sampled_from(WEAPONS), min_size=1, max_size=4), st.lists(st.sampled_from(BLOCKERS), max_size=4))
def test_a_battle_is_what_point_by_point_gives(weapons: list[str], blockers: list[str]) -> None:
    found = asked(f"attack={','.join(weapons)}", f"defend={','.join(blockers)}")
    assert {name: found[name] for name in ("base_damage", "destroyed", "survives", "rebound")} == slow(
        weapons, blockers
    )


@settings(deadline=None)
@given(
    st.lists(st.sampled_from([*WEAPONS, "air-cannon", "shuriken"]), min_size=1, max_size=3),
    st.lists(st.sampled_from(BLOCKERS), max_size=3),
)
def test_a_battle_is_what_two_players_come_to(weapons: list[str], blockers: list[str]) -> None:
    def standing(names: list[str]) -> Player:
        built = [blueprint_of(name, ITEMS[name]) for name in names]
        return Player(8, 99, tuple(LineObject(one, one.cost) for one in built))

    found = asked(f"attack={','.join(weapons)}", f"defend={','.join(blockers)}")
    attack = Attack(tuple((place,) for place in range(len(weapons))))
    played = fight(
        standing(weapons), standing(blockers), attack, [Blocking((place,)) for place in range(len(blockers))]
    )
    assert played.defender.hp == max(0, 8 - found["base_damage"])
    assert played.attacker.hp == max(0, 8 - found["rebound"])
    left = [built.blueprint.name for built in played.defender.places if built]
    assert left == [one["id"] for one in found["survives"] if one["id"] != "base"]


def test_the_printed_example_is_reported() -> None:
    assert told("attack=grenade,bomb", "defend=shield,cannon") == [
        "grenade 3(A); shield 1(P) cancels 1 of 3; cannon 4(W) cancels 2 of 2",
        "bomb 5(A); cannon 4(W) cancels 2 of 5",
        "damage to the base: 3",
        "destroyed: shield, cannon",
        "survives: base with 5",
        "rebound to the attacker: 0",
    ]


def test_an_attack_may_be_aimed_at_an_object_with_what_lies_on_it() -> None:
    found = asked("attack=grenade", "at=cannon", "resources=3")
    assert (found["base_damage"], found["destroyed"], found["survives"]) == (0, ["cannon"], [])
    assert asked("attack=grenade", "at=cannon")["survives"] == [{"id": "cannon", "left": 1}]
    assert asked("attack=grenade", "resources=2")["destroyed"] == ["base"]
    assert asked("attack=grenade", "at=base") == asked("attack=grenade")


def test_the_base_of_two_has_more_to_begin_with() -> None:
    assert asked("attack=grenade", "players=2")["survives"] == [{"id": "base", "left": 16 - ITEMS["grenade"]["value"]}]
    assert asked("attack=grenade", "players=3") == asked("attack=grenade")
    assert asked("attack=grenade", "players=2", "resources=5") == asked("attack=grenade", "resources=5")


def test_a_blocker_may_answer_weapons_by_their_places() -> None:
    split = asked("attack=stone,stone", "defend=object-shield@1,object-shield@2", "at=bomb")
    assert (split["destroyed"], split["base_damage"]) == ([], 0)
    both = asked("attack=stone,stone", "defend=object-shield@1+2,object-shield", "at=bomb")
    assert both["destroyed"] == ["object-shield"]
    assert both["hits"][0] == {"weapon": 1, "blocker": 1, "attack": 1, "cancelled": 1}


def test_objects_used_together_count_by_the_reading_and_by_their_character() -> None:
    found = asked("attack=lever+grenade", "defend=anti-missile + anti-missile")
    assert (found["base_damage"], found["characters"]) == (5, {"lever+grenade": "acrobatic-man"})
    assert asked("attack=lever+grenade", "reading=total")["base_damage"] == 5
    assert asked("attack=lever+stone", "reading=added")["base_damage"] == 6
    assert "lever+grenade together: acrobatic-man alone" in told("attack=lever+grenade")


def test_a_shuriken_is_lowered_by_plates_and_reads_two_ways() -> None:
    assert asked("attack=shuriken", "defend=cannon")["base_damage"] == 1
    assert asked("attack=shuriken", "defend=cannon", "shuriken=object-shields")["base_damage"] == 0
    assert asked("attack=shuriken", "defend=steel-plate")["base_damage"] == 0
    assert "Steel Plates lower each Shuriken by 1" in told("attack=shuriken", "defend=steel-plate")


def test_the_revised_air_cannon_is_settled_by_its_own_card() -> None:
    assert asked("attack=air-cannon", "defend=rebound-wall")["base_damage"] == 2
    assert asked("attack=air-cannon-1r", "defend=rebound-wall-1r")["base_damage"] == 2
    assert asked("attack=air-cannon-1r", "defend=rebound-wall-1r")["destroyed"] == ["rebound-wall-1r"]


def test_a_wall_may_return_more_than_m_as_its_card_prints() -> None:
    question = ["attack=air-cannon-1r,stone-1r", "defend=rebound-wall-1r@2"]
    assert asked("attack=grenade", "defend=rebound-wall")["rebound"] == 0
    assert asked("attack=stone,grenade", "defend=rebound-wall")["rebound"] == 1
    assert asked("attack=stone,grenade", "defend=rebound-wall", "rebound=attack")["rebound"] == 0
    found = asked("attack=grenade", "defend=rebound-wall", "returns-beyond=1")
    assert (found["rebound"], found["survives"][0]) == (3, {"id": "rebound-wall", "left": 0})
    assert asked(*question, "returns-beyond=1")["survives"][0] == {"id": "rebound-wall-1r", "left": 2}


@each(
    ("values", "message"),
    [
        (["attack="], "attack names no weapon"),
        (["attack=sotne"], "star-road has no object 'sotne'; did you mean stone?"),
        (["attack=stone,,stone"], "star-road has no object ''"),
        (["attack=stone", "at=stnoe"], "did you mean stone?"),
        (["attack=shield"], "shield is not a weapon"),
        (["attack=stone@1"], "attack: 'stone@1': blockers alone answer a weapon"),
        (["attack=stone", "defend=shield@0"], "defend: 0 is out of reach; 1 to 8"),
        (["attack=stone", "defend=shield@2"], "shield answers weapon 2; the attack has 1"),
        (["attack=stone", "defend=shield@x"], "'x' is not a whole number"),
        (["attack=stone", "defend=object-shield"], "object-shield guards no base"),
        (["attack=stone", "defend=shield", "at=stone"], "shield guards no objects"),
        (["attack=stone,grenade-1r"], "stone and grenade-1r are of different editions"),
        (["attack=" + ",".join(["stone"] * 9)], "9 objects are named; a player has 8 at the most"),
        (["attack=stone+stone"], "stone and stone gain nothing by being used together"),
        (["attack=stone", "defend=stone+lever"], "protect nothing together"),
        (["attack=anti-missile+anti-missile"], "anti-missile is not a weapon"),
        (["attack=mine-3"], "mine-3 has the mark ground, which is not settled here"),
        (["attack=stone", "at=cannon", "resources=7"], "resources is 7; cannon holds 4 at the most"),
        (["attack=stone", "resources=0"], "resources: 0 is out of reach"),
        (["attack=stone", "reading=both"], "'both' is none of added, total"),
    ],
)
def test_bad_questions_about_a_battle_get_one_clear_line(values: list[str], message: str) -> None:
    with pytest.raises(BadQuestion) as found:
        asked(*values)
    assert message in str(found.value)
    assert "\n" not in str(found.value)


@each("name", ITEMS)
def test_every_object_is_settled_or_refused_as_weapon_blocker_and_target(name: str) -> None:
    stone = "stone-1r" if ITEMS[name]["set"].endswith("r") else "stone"
    refused = []
    for values in ([f"attack={name}"], [f"attack={stone}", f"defend={name}"], [f"attack={stone}", f"at={name}"]):
        try:
            asked(*values)
        except BadQuestion as error:
            refused.append(str(error))
    third = any(ITEMS[name].get(field) for field in ("ground", "delay")) or ITEMS[name].get("protects") == "character"
    assert (len(refused) == 3) == (third or ITEMS[name]["cost"] == "X")
    assert (f"{name} is not a weapon" in refused) or ITEMS[name]["kind"] == "weapon" or len(refused) == 3


@pytest.mark.parametrize("fields", ["{name: {type: string}}", "{value: {type: string}, cost: {type: whole}}"])
def test_objects_of_another_form_are_refused(fields: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(f"name: F\nkinds: {{blueprints: {{title: B, fields: {fields}}}}}\n")
    (tmp_path / "blueprints.yaml").write_text("- {id: a}\n")
    game = load_game(tmp_path, "fair")[0]
    with pytest.raises(BadQuestion, match="a is not of the form that this game has"):
        ask("star-road/battle", ["attack=a"], OneGame(game))


def test_the_table_of_battles_is_made_of_single_battles() -> None:
    table = answered("star-road/battles", game=GAME)
    assert "nothing" in table["blockers"]
    assert len(table["attacks"]) > 5
    for attack, damage, falls, back in zip(
        table["attacks"], table["base_damage"], table["destroyed"], table["rebound"], strict=True
    ):
        for place, blocker in enumerate(table["blockers"]):
            given = [f"attack={attack}"] + ([] if blocker == "nothing" else [f"defend={blocker}"])
            one = asked(*given)
            assert (damage[place], falls[place], back[place]) == (
                one["base_damage"],
                blocker in one["destroyed"],
                one["rebound"],
            )
