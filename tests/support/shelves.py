"""Shelves for questions of the lab: one with a single game, and an empty one."""

from typing import Any

from generator.lab.ask import ask
from generator.model.game import Game


class OneGame:
    """Answers every question with the same game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def game_with(self, kind: str, usual: str | None = None) -> Game:
        return self.game


class NoGame:
    """For questions that need none."""

    def game_with(self, kind: str, usual: str | None = None) -> Game:
        raise AssertionError(f"this question needs no game, and asks for {kind}")


def answered(name: str, *values: str, game: Game | None = None) -> dict[str, Any]:
    """An answer's data."""
    return dict(ask(name, values, OneGame(game) if game else NoGame()).data)
