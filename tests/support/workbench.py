"""New items of any kind of the shipped games, and the games with them."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from generator.core.problem import Problem
from generator.forge.forge import NewItem, forge
from generator.forge.request import Context, Request
from generator.forge.spec import ForgeSpec, read_forge
from generator.forge.yaml_writer import appended_to
from generator.model.game import Game, Item, Kind
from generator.model.load import load_game
from generator.rules.apply import check_balance
from generator.rules.rule import Rule
from generator.rules.rulebook import read_rulebook

DATA = Path(__file__).parents[2] / "data"


@dataclass(frozen=True, repr=False)
class Bench:
    """A game with what it takes to make new items of one kind."""

    game: Game
    kind: Kind
    book: ForgeSpec
    rules: list[Rule]

    def __repr__(self) -> str:
        return f"{self.game.name} {self.kind.name}"

    def make(self, count: int, seed: int = 1, taken: tuple[Item, ...] = (), **more: Any) -> list[NewItem]:
        notes = more.pop("notes", None)
        request = Request(count, **more)
        rng = Random(seed)
        return forge(self.game, self.kind, self.book, request, rng, rules=self.rules, extra=taken, notes=notes)

    def context(self, seed: int = 1) -> Context:
        rules = [rule for rule in self.rules if rule.kind == self.kind.name]
        return Context(self.game, self.kind, rules, list(self.kind.items), Random(seed))

    def settings(self) -> Any:
        return self.book.entries[self.kind.name].settings


@cache
def bench(game: str, kind: str, folder: Path = DATA) -> Bench:
    found, problems = load_game(folder / game, game)
    book, more = read_forge(found)
    assert [problem for problem in problems + more if problem.level == "error"] == []
    return Bench(found, found.kinds[kind], book, read_rulebook(found)[0])


def as_text(items: list[NewItem]) -> str:
    return "\n".join(item.as_yaml() for item in items)


def with_them(bench: Bench, items: list[NewItem], folder: Path, *, alone: bool = False) -> tuple[Kind, list[Problem]]:
    """The kind with new items at the end of its own, or alone, and all that is wrong in that file."""
    path = folder / f"{bench.kind.name}.yaml"
    own = b"" if alone else (bench.game.folder / Path(bench.kind.file).name).read_bytes()
    path.write_bytes(appended_to(path, own, as_text(items)))
    game, problems = load_game(bench.game.folder, "x", {bench.kind.name: (path, "new")})
    problems += check_balance(game)[0]
    return game.kinds[bench.kind.name], [problem for problem in problems if problem.file == "new"]
