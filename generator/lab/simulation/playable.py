"""A game that can be played by itself: what its code says (`generator.core.plugins`), and how that is found.

A game made from another one, under a name of its own, is played by the same code, if it has all kinds that it needs.
"""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from generator.core.plugins import faults, installed, own_plugin
from generator.core.project_code import code_of
from generator.lab.simulation.move_by_move import MoveByMove
from generator.lab.simulation.moves import Box, MoveRules, NoSimulation, Setting, place_of
from generator.model.budget import ExpressionError
from generator.model.game import Game, Item, Kind
from generator.model.values import nearest
from generator.rules.kit import picks

MOST_SEATS = 99


class PlayableGame(MoveRules):
    """A game that plays by itself, move by move; to its author it is `generator.games.Game`.

    A state is any value that can be compared, a move any value. No method changes a state that it was given, and all
    chance comes from the ``rng`` that it gets. `start` to `scores` are wanted; the others mean something where they are
    not overridden, too. A game that plays whole games by policies of another sort overrides `prepare` alone.
    """

    players: range = range(1, MOST_SEATS + 1)  # how many can play
    kinds: Sequence[str] = ()  # of components that it cannot do without: a game made from it has them too
    settings: Mapping[str, tuple[int, int]] = {}  # numbers that may be tried otherwise: the least and the most
    whole: Collection[str] = ()  # the kinds of which it reads all where the plan puts none into the box
    policies: Mapping[str, str] = {  # what each does, by its name; the first is followed unless another is asked for
        "greedy": "the move after which a player's worth is largest, in expectation",
        "random": "any legal move",
        "search": "the move that a search of 100 playouts comes to; `search:N` for N of them",
    }
    not_played: Sequence[str] = ()  # what of the rules is left out, which figures are therefore not about
    searched = False  # whether `search` is for its players, where it does not play move by move
    folder = ""  # of the project's game that brought it along

    def __reduce__(self) -> Any:
        """Another process finds the code of a project by its folder, and looks whether it is trusted."""
        return (game_in, (self.folder,)) if self.folder else super().__reduce__()

    def leaves_out(self, box: Box, mode: str) -> Sequence[str]:  # noqa: ARG002 - the same whatever is played
        """What of the rules is left out of games with this box, played in this way."""
        return self.not_played

    @property
    def move_by_move(self) -> bool:
        """Whether it plays move by move, and not by a driver of its own."""
        return type(self).prepare is PlayableGame.prepare

    def prepare(self, box: Box, players: int, mode: str, settings: Mapping[str, int] = MappingProxyType({})) -> Setting:
        """A game for so many, with other settings where there are some.

        Raises:
            NoSimulation: it is not for so many, or the box does not hold what is needed.
        """
        if players not in self.players:
            least, most = self.players[0], self.players[-1]
            raise NoSimulation(f"{players} cannot play: it is for {least} to {most}")
        return MoveByMove(self, box, players, {"mode": mode, **settings})


def all_games() -> Mapping[str, PlayableGame]:
    """What plays each installed game that plays by itself, by the game's name."""
    return {name: plugin.game for name, plugin in installed().items() if plugin.game is not None}


def find_game(game: Game) -> PlayableGame:
    """What plays a game: the code of its name, else one whose kinds the game has.

    Raises:
        NoSimulation: there is none, or the game lacks a kind that it needs.
    """
    own = own_plugin(game.folder)
    if own is None and (code := code_of(game.folder)) is not None:
        name = game.folder.name
        raise NoSimulation(f"{code.file} is not run: nobody here has allowed it; read it, then: pnp trust {name}")
    if own is not None and own.game is None and own.fault is not None:
        raise NoSimulation(f"{game.name} cannot be simulated: {own.fault}")
    rules, games = own.game if own is not None else None, all_games
    if (rules := rules or games().get(game.name)) is None:
        suitable = (each for each in games().values() if each.kinds and set(each.kinds) <= game.kinds.keys())
        rules = next(suitable, None)
    if rules is None:
        why = f"nothing here knows its rules; known: {', '.join(games())}{faults()}"
        if own is not None and own.file:
            why = f"{own.file} has no `game`; write game = …, the class that plays it, at its end"
        raise NoSimulation(f"{game.name} cannot be simulated: {why}")
    wrong = _misdeclared(rules)
    if wrong:
        raise NoSimulation(f"{game.name} cannot be simulated: {wrong}")
    missing = [kind for kind in rules.kinds if kind not in game.kinds]
    if missing:
        why = f"{place_of(rules)} names a kind {missing[0]!r}; {nearest(missing[0], game.kinds)}"
        raise NoSimulation(f"{game.name} cannot be simulated: {why}")
    return rules


def _misdeclared(playable: Any) -> str:
    """What is wrong with what a game says of itself, if anything."""
    if not isinstance(playable, PlayableGame):
        return f"`game` makes {playable!r:.60}, which is no Game"
    declarations = {"players": (range, "range(2, 5)"), "settings": (Mapping, '{"rounds": (1, 20)}')}
    for name, (kind, example) in declarations.items():
        value = getattr(playable, name)
        if not isinstance(value, kind) or (name == "players" and not value):
            return f"{place_of(playable)}: {name} is {value!r:.60}; write a {kind.__name__.lower()}, such as {example}"
    return ""


def kin_of(game: Game) -> set[str]:
    """The game's name, and that of the game by whose rules it is played."""
    try:
        rules = find_game(game)
    except NoSimulation:
        return {game.name, game.folder.name}
    return {game.name, game.folder.name, *(name for name, module in all_games().items() if module is rules)}


def game_in(folder: str) -> PlayableGame:
    """What the trusted code in a game's folder plays.

    Raises:
        NoSimulation: it is not there any more.
    """
    plugin = own_plugin(Path(folder))
    if plugin is None or plugin.game is None:
        raise NoSimulation(f"the code in {folder} is not there, or not trusted")
    playable: PlayableGame = plugin.game
    return playable


def box_of(game: Game, players: int, mode: str) -> Box:
    """The components that a game's plan puts into the box for so many, and all of the kinds that it says nothing of.

    Raises:
        NoSimulation: the plan cannot be worked out.
    """
    planned = {entry.kind for entry in game.plan}
    box = {name: _all_of(kind) for name, kind in game.kinds.items() if name not in planned}
    for entry in game.plan:
        kind = game.kinds[entry.kind]
        try:
            picked = picks(game, kind, entry, {"players": players, "mode": mode})
        except ExpressionError as error:
            raise NoSimulation(f"{game.name}: the plan for {entry.kind}: {error}") from None
        box.setdefault(entry.kind, []).extend(item for item, copies in picked for _ in range(copies))
    return box | {name: _all_of(game.kinds[name]) for name in find_game(game).whole if not box.get(name)}


def _all_of(kind: Kind) -> list[Item]:
    return [item for item in kind.items if not item.broken for _ in range(item.copies)]
