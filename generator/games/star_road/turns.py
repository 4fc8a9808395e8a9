"""Who begins, who is next, and which characters are drawn. Source: the game's rules of 2018."""

from collections.abc import Collection, Sequence
from random import Random
from typing import TypeVar

DrawnCharacter = TypeVar("DrawnCharacter")
DRAWN = 2  # character cards of each player, who keeps one


def first_player(players: int, rng: Random) -> int:
    """The seat that begins, at random. Seats are numbered anti-clockwise, as turns run."""
    return rng.randrange(players)


def next_seat(seat: int, players: int, out: Collection[int] = ()) -> int:
    """Whose turn follows; players who are out have none.

    Raises:
        ValueError: all are out.
    """
    for step in range(1, players + 1):
        following = (seat + step) % players
        if following not in out:
            return following
    raise ValueError("nobody is left")


def draw_characters(
    cards: Sequence[DrawnCharacter], players: int, rng: Random
) -> tuple[tuple[DrawnCharacter, ...], ...]:
    """Two character cards for each player, of whom each keeps one.

    Raises:
        ValueError: there are too few.
    """
    if len(cards) < DRAWN * players:
        raise ValueError(f"{len(cards)} characters are too few for {players} players; {DRAWN} each are drawn")
    drawn = rng.sample(list(cards), DRAWN * players)
    return tuple(tuple(drawn[DRAWN * seat : DRAWN * (seat + 1)]) for seat in range(players))
