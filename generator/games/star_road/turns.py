"""Who begins, and who is next. Source: the game's rules of 2018."""

from collections.abc import Collection
from random import Random


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
