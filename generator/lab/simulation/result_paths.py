"""Figures of a simulation by their paths in its JSON, each with its limits."""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.core.sample import CONFIDENT, wilson

FoundFigure = tuple[str, float, float, float]  # of what, the value, its lowest and its highest limit


def figures_at(found: Mapping[str, Any], path: str) -> Iterator[FoundFigure]:
    """The figures at a path of the JSON of `pnp simulate`, such as ``wins_by_seat`` or ``quality.drama``; those of
    ``quality`` may be named without it."""
    value: Any = found if path.partition(".")[0] in found else found["quality"]
    for part in path.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    yield from _below(path, value, found["games"])


def _below(path: str, value: Any, games: int) -> Iterator[FoundFigure]:
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int | float):
        shares = path.startswith("shortages")
        low, high = wilson(round(value * games), games) if shares else (value, value)
        yield path, value, low, high
    elif isinstance(value, list):
        for number, member in enumerate(value, 1):
            yield from _below(f"{path} {member.get('seat', number)}", member, games)
    elif "low" in value:
        yield path, value.get("share", value.get("mean")), value["low"], value["high"]
    elif "mean" in value:
        reach = CONFIDENT * value.get("error", 0)
        yield path, value["mean"], value["mean"] - reach, value["mean"] + reach
    else:
        for name, member in value.items():
            yield from _below(f"{path}.{name}", member, games)
