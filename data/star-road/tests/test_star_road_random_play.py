"""Star Road played with random legal moves: nothing sticks, nothing is lost, no limit is passed."""

from random import Random

from each import each
from shared_games import shipped_game

from play.battle import Attack, Blocking, fight
from play.building import Player, add, begin, end_turn, gained, left_to_spend, open_places, set_up
from play.course import distance, next_seat
from play.objects import blueprint_of, combination_of, storage_needed
from play.teams import TeamCard, cards_of, deal, eliminated, reward, without_objects
from play.teams import winners as winning

GAME = shipped_game("star-road")
SHOP = [blueprint_of(item.id, item.fields) for item in GAME.kinds["blueprints"].items if item.fields["set"] == "1"]
ROWS = {
    row.fields["players"]: cards_of(row.fields) for row in GAME.kinds["teams"].items if row.fields["edition"] == "2018"
}
TOGETHER = [
    combination_of(item.fields)
    for item in GAME.kinds["combinations"].items
    if item.fields["set"] == "1" and not item.fields.get("character")
]


def sound(player: Player) -> None:
    assert player.hp >= 0
    assert player.storage >= 0
    assert player.spent <= 4
    for place, built in enumerate(player.places):
        assert built is None or 1 <= built.resources <= built.blueprint.cost
        assert built is None or place in range(8)


def built_up(player: Player, rng: Random) -> Player:
    """A player who moves resources at random while some can be moved."""
    while left_to_spend(player) > 0 and rng.random() < 0.9:
        unfinished = [place for place, one in enumerate(player.places) if one and not one.complete]
        if unfinished:
            player = add(player, rng.choice(unfinished), 1)
        else:
            place = rng.choice(open_places(player))
            player = begin(player, rng.choice(SHOP), place, 1)
        sound(player)
    return player


def weapons_of(player: Player) -> list[tuple[int, ...]]:
    """Complete weapons that the storage allows to use at once: pairs that gain first."""
    ready = {
        place: one.blueprint
        for place, one in enumerate(player.places)
        if one and one.complete and one.blueprint.kind == "weapon"
    }
    found: list[tuple[int, ...]] = []
    for combination in TOGETHER:
        places = {ready[place].code: place for place in ready}
        if combination.stat == "attack" and set(combination.parts) <= places.keys():
            found.append(tuple(places[code] for code in combination.parts))
            ready = {place: one for place, one in ready.items() if place not in found[-1]}
    found += [(place,) for place in ready]
    while found and storage_needed(player.at(place).blueprint for part in found for place in part) > player.storage:
        found.pop()
    return found


def blocks_of(player: Player, rng: Random) -> list[Blocking]:
    """Complete objects that guard the base, in any order, as far as the storage allows."""
    ready = [
        place for place, one in enumerate(player.places) if one and one.complete and one.blueprint.protects != "object"
    ]
    rng.shuffle(ready)
    while ready and storage_needed(player.at(place).blueprint for place in ready) > player.storage:
        ready.pop()
    return [Blocking((place,)) for place in ready]


def killed(
    players: list[Player], killer: int, victim: int, cards: tuple[TeamCard, ...], face_up: set[int]
) -> list[Player]:
    players[victim] = eliminated(players[victim])
    found = reward(cards[killer], cards[victim], face_up=killer in face_up)
    if found == "loses objects":
        players[killer] = without_objects(players[killer])
    if found == "resources" and not players[killer].out:
        players[killer] = gained(players[killer], 3)
    return players


@each("count", range(2, 9))
def test_star_road_ends_with_a_side(count: int) -> None:
    rng = Random(count)
    cards = deal(ROWS[count], rng)
    face_up = {seat for seat, card in enumerate(cards) if card.leader}
    players, seat = [set_up() for _ in range(count)], rng.randrange(count)
    for turn in range(5_000):
        out = {place for place, player in enumerate(players) if player.out}
        if winning(cards, out) is not None:
            break
        players[seat] = built_up(gained(players[seat], 2), rng)
        target = rng.choice([other for other in range(count) if other != seat and other not in out])
        apart = distance(seat, target, count, out)
        weapons = [
            one
            for one in weapons_of(players[seat])
            if turn >= count - 1 and all(players[seat].at(place).blueprint.range >= apart for place in one)
        ]
        if weapons:
            found = fight(
                players[seat],
                players[target],
                Attack(tuple(weapons)),
                blocks_of(players[target], rng),
                apart=apart,
                known=TOGETHER,
            )
            players[seat], players[target] = found.attacker, found.defender
            for killer, victim in ((seat, target), (target, seat)):
                if players[victim].out:
                    players = killed(players, killer, victim, cards, face_up)
        for player in players:
            sound(player)
        players = [end_turn(player) for player in players]
        seat = next_seat(seat, count, {place for place, player in enumerate(players) if player.out} - {seat})
    dead = {place for place, player in enumerate(players) if player.out}
    won = winning(cards, dead)
    assert won is not None
    assert len({cards[place].side for place in won}) <= 1
