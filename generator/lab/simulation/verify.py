"""Whether a game keeps to the interface of `MoveRules`: random games, played twice and looked at move by move."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from random import Random
from typing import Any

from generator.core.guests import FAILURES
from generator.lab.simulation.move_by_move import MoveByMove, wrong_with
from generator.lab.simulation.moves import MoveRules, Setting, cannot_play, place_of

MOST_TRIED = 5  # legal moves of a state that are all made


def verify(setting: Setting, games: int, seed: int) -> tuple[int, str]:
    """How many moves were examined, and what is wrong; nothing where all is well.

    Raises:
        NoSimulation: the game's own code fails, or it cannot be played move by move.
    """
    if not isinstance(setting, MoveByMove):
        return 0, "the game has its own policies, and is not played move by move: nothing can be verified"
    moves = 0
    for number in range(games):
        try:
            for move, what in enumerate(_looked_at(setting, f"{seed}/{number}"), 1):
                moves += 1
                if what:
                    return moves, f"game {number} of seed {seed}, move {move}: {what}"
        except FAILURES as error:
            raise cannot_play(setting.playable, error) from error
        again = [setting.play(["random"] * setting.players, Random(f"{seed}/{number}")) for _ in range(2)]
        if again[0] != again[1]:
            return (
                moves,
                f"game {number} of seed {seed}: played again it is another one; all chance is to come from rng",
            )
    return moves, ""


def _looked_at(setting: MoveByMove, seed: str) -> Iterator[str]:
    """For each move of a random game what is wrong with it, if anything."""
    playable, rng, choice = setting.playable, Random(seed), Random(f"choices of {seed}")
    state = playable.start(setting.box, setting.players, setting.settings, rng)
    whole = _sizes(playable, state)
    for _ in range(playable.most_moves):
        if playable.is_over(state):
            return
        seat, legal = playable.player(state), playable.moves(state)
        if not legal or seat not in range(setting.players):
            method, what = wrong_with(seat, legal, setting.players)
            yield f"{place_of(playable, method)} gives {what}"
            return
        legal = list(legal)
        yield _wrong_with(playable, state, seat, legal, choice)
        state = playable.apply(state, choice.choice(legal), rng)
        if _sizes(playable, state) != whole:
            yield f"{place_of(playable, 'counts')} come to {_sizes(playable, state)}; they were {whole}"


def _wrong_with(playable: MoveRules, state: Any, seat: int, legal: list[Any], choice: Random) -> str:
    before = deepcopy(state)
    for move in choice.sample(legal, min(len(legal), MOST_TRIED)):
        seed = choice.getrandbits(32)
        after = [playable.apply(state, move, Random(seed)) for _ in range(2)]
        if state != before:
            return f"{place_of(playable, 'apply')} changes the state that it is given, by the move {move!r}"
        if after[0] != after[1]:
            return f"{place_of(playable, 'apply')} gives two states for one rng, by the move {move!r}"
    thought = playable.guess(state, seat, Random(choice.getrandbits(32)))
    if state != before:
        return f"{place_of(playable, 'guess')} changes the state that it is given"
    if playable.player(thought) != seat or list(playable.moves(thought)) != legal:
        return f"{place_of(playable, 'guess')} gives a state in which the player has other moves"
    if _sizes(playable, thought) != _sizes(playable, state):
        return f"{place_of(playable, 'guess')} gives a state with other components"
    return ""


def _sizes(playable: MoveRules, state: Any) -> Mapping[str, int]:
    """How many components of each kind there are, wherever they lie."""
    return {kind: sum(places.values()) for kind, places in playable.counts(state).items()}
