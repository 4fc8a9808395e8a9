"""Teams: dealing the cards, what a kill brings, and when the game is over. Source: the game's rules of 2018."""

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from .building import Player

LEADER = "*"  # behind the sign of a leader's colour
NOT_ON_LINES = frozenset({"0301", "0302"})  # Ground Base and “You”, as the Chinese rules have it
REWARD = 3  # resources for who kills someone of another side, who may share them out, and keeps them (ours)

Reward = Literal["nothing", "resources", "loses objects"]


class TeamCard(Struct, frozen=True):
    """A team card: its colour's sign, the side that wins together, and whether it has the leader's star.

    "A leader may reveal any time."
    """

    colour: str
    side: str
    leader: bool = False


def cards_of(fields: Mapping[str, Any]) -> tuple[TeamCard, ...]:
    """The cards dealt for a number of players, from the fields of a row of teams."""
    return tuple(
        TeamCard(sign.removesuffix(LEADER), side["name"], sign.endswith(LEADER))
        for side in fields["sides"]
        for sign in side["cards"]
    )


def deal(cards: Sequence[TeamCard], rng: Random) -> tuple[TeamCard, ...]:
    """The cards by seat, at random; they lie face down."""
    dealt = list(cards)
    rng.shuffle(dealt)
    return tuple(dealt)


def mates(one: TeamCard, other: TeamCard) -> bool:
    """Whether two players belong together: all who win together, our reading of "one colour is left"."""
    return one.side == other.side


def reward(killer: TeamCard, victim: TeamCard, *, face_up: bool) -> Reward:
    """What destroying a player brings the killer, by the killer's own card.

    Death by rebound counts as a kill by the mix's owner (ours).
    """
    if not face_up:
        return "nothing"
    return "loses objects" if mates(killer, victim) else "resources"


def without_objects(player: Player) -> Player:
    """The player after all objects on the lines were destroyed."""
    kept = [built if built and built.blueprint.code in NOT_ON_LINES else None for built in player.places]
    return replace(player, places=tuple(kept))


def eliminated(player: Player) -> Player:
    """A player who is out: objects and storage go to the common supply (ours), and the team card is shown."""
    return replace(player, storage=0, places=(None,) * len(player.places))


def winners(cards: Sequence[TeamCard], out: Collection[int]) -> frozenset[int] | None:
    """The seats of those who win, when one side is left; they win with their dead. None while the game goes on.

    Empty where nobody is left, whom two bases destroyed at once leave (ours: nobody wins).
    """
    left = [card for seat, card in enumerate(cards) if seat not in out]
    if any(not mates(left[0], card) for card in left):
        return None
    return frozenset(seat for seat, card in enumerate(cards) if left and mates(left[0], card))
