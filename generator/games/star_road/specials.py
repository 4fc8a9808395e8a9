"""What set 1's special objects do to objects on the lines. Source: the game's list of objects, in our words.

An object used for its text is destroyed by it (ours): the caller passes it through `use.after_use`. What reactions
cancel is no matter of these procedures; see `use.settle_reactions`. A Scope lets an attack be aimed at an object, the
``target`` of `battle.Attack`; Infra Red is `battle.Blocking.as_protection`; a Repair Box is `building.repair`.
"""

from generator.games.star_road.building import RULES, BuildRules, Player, open_places


def destroy(player: Player, place: int) -> Player:
    """Acid: an object returns to the common supply, its resources with it.

    Raises:
        ValueError: none stands there.
    """
    player.at(place)
    return player.placing(place, None)


def take(
    taker: Player, owner: Player, place: int, to: int, apart: int, rules: BuildRules = RULES
) -> tuple[Player, Player]:
    """Heli Flyer: an object of a neighbour moves, with its resources, to a place of the taker's that is open.

    Args:
        taker: who uses it.
        owner: whose object it is.
        place: where it stands.
        to: where it goes; what stands there is replaced (ours).
        apart: the distance between the two.
        rules: the game's numbers.

    Raises:
        ValueError: they are no neighbours, nothing stands there, or the place is not open.
    """
    built = owner.at(place)
    if apart != 1:
        raise ValueError(f"the other player sits at {apart}; neighbours at 1 are wanted")
    if to not in open_places(taker, rules):
        raise ValueError(f"place {to} is not open: the lower platform comes first")
    return taker.placing(to, built), owner.placing(place, None)
