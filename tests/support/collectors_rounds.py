"""A round of Collectors, step by step."""

from collections.abc import Iterator, Sequence
from random import Random

from generator.games import Ledger
from generator.games.collectors.course import CollectorsCourse
from generator.games.collectors.deciding import CollectorsDecider
from generator.games.collectors.state import CollectorsTable


def play_round(
    table: CollectorsTable, players: Sequence[CollectorsDecider], rng: Random, ledger: Ledger
) -> Iterator[CollectorsTable]:
    """A round; the table after every step of it, which goes on changing."""
    course, number = CollectorsCourse(players, rng, ledger), table.round
    while table.round == number:
        course.advance(table)
        yield table
