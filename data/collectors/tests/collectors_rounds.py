"""A round of Collectors, step by step, and tables on which something is different."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from generator.games import Ledger
from play.by_chance import CollectorsChance
from play.course import CollectorsCourse
from play.state import CollectorsTable


def play_round(
    table: CollectorsTable, players: Sequence[CollectorsChance], rng: Random, ledger: Ledger
) -> Iterator[CollectorsTable]:
    """A round; the table after every step of it, which goes on changing."""
    course, number = CollectorsCourse(players, rng, ledger), table.round
    while table.round == number:
        course.advance(table)
        yield table


def changed(table: CollectorsTable, seat: int, **changes: Any) -> CollectorsTable:
    """Another table, on which something of a Collector is different."""
    after = replace(table.collectors[seat], **changes)
    return replace(table, collectors=(*table.collectors[:seat], after, *table.collectors[seat + 1 :]))


def done(act: Callable[..., None], table: CollectorsTable, *given: Any, **named: Any) -> CollectorsTable:
    """The table after something was done at it, which has changed it."""
    act(table, *given, **named)
    return table
