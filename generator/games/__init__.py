"""What the Python of a game builds on: all that it imports of the tool.

A plugin is a module or a package that has any of these names; the tool finds it by the name of its game.

``procedures``
    What a kind in ``game.yaml`` may ask for under ``derived``, by name: each takes an item's fields and returns a value
    for its template, such as an order or shapes. It raises ValueError for an item that it cannot work with.
``effects``
    How an item is played, as a kind names it under ``procedure``: a `Procedure` each.
``layers``
    What lays the streets of new pieces of a board, as a recipe of the forge names it: ``(rng, count, known)`` to rows.
``questions``
    What `pnp odds GAME/NAME` asks: `Question` values, or a `question_folder`.
``game``
    What `pnp simulate` plays: a `Game`, once it is called; so its class will do.

Whatever takes long to import can wait in `later` until it is called. Art that is grown is drawn by
`generator.games.pen`, the one other module for plugins.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from generator.core.distribution import Distribution, Ways, as_chances, expected
from generator.games.procedure import Member, Outcome, Procedure, Step
from generator.lab.deck import deck_of, numbers
from generator.lab.question import (
    Answer,
    AnswerTable,
    BadQuestion,
    Question,
    Shelf,
    Value,
    ValueShape,
    counts,
    left_of,
    one_of,
    question_folder,
    several,
    sorts,
    whole,
)
from generator.lab.simulation.ledger import Ledger, Teller
from generator.lab.simulation.moves import Box, GameResult, NoSimulation, Setting
from generator.lab.simulation.playable import PlayableGame as Game
from generator.lab.simulation.search import seated
from generator.lab.telling import number, percent, percent_of, share, table, without_tails
from generator.model.game import Game as GameData
from generator.model.game import Item
from generator.model.values import LocalizedText, nearest

Played = GameResult  # as games written before it had that name import it

__all__ = ["later"]
# What is played.
__all__ += ["Box", "Game", "GameResult", "Ledger", "NoSimulation", "Played", "Setting", "Teller", "seated"]
# How an item is played.
__all__ += ["Member", "Outcome", "Procedure", "Step"]
# Questions: their values and what reads them, answers and what says them in words.
__all__ += ["Answer", "AnswerTable", "BadQuestion", "Question", "Shelf", "Value", "ValueShape", "question_folder"]
__all__ += ["counts", "left_of", "one_of", "several", "sorts", "whole"]
__all__ += ["number", "percent", "percent_of", "share", "table", "without_tails"]
__all__ += ["Distribution", "Ways", "as_chances", "expected"]
# What is in a game's files.
__all__ += ["GameData", "Item", "LocalizedText", "deck_of", "nearest", "numbers"]


def later(module: str, name: str) -> Callable[..., Any]:
    """A function or class of a module that is imported when it is called first."""

    def called(*arguments: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*arguments, **named)

    return called
