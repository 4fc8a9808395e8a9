"""Names of new games and kinds: which will do, and what to try in place of those that will not."""

from collections.abc import Collection, Iterable
from pathlib import Path

from generator.core.refusal import WrongUse
from generator.model.ids import Ids, id_from
from generator.read.tree import excerpt

# Devices, which Windows takes for no folder; what shares a folder or a page with games.
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))}
RESERVED_GAMES = {*_DEVICES, "common", "events"}
# Files of every game, and the pages that a game has beside its kinds.
RESERVED_KINDS = {
    *_DEVICES,
    *("game", "balance", "forge", "lab", "style", "words", "printed"),
    *("box", "problems", "table", "fonts"),
}


def check_game_name(name: str, taken: Iterable[str]) -> None:
    """Go on only where a folder can be called so.

    Raises:
        WrongUse: it cannot; the message says what can.
    """
    if name and id_from(name, "") == name and name not in RESERVED_GAMES:
        return
    better = Ids({*taken, *RESERVED_GAMES}, "my-game").new(name)
    reason = "is kept for something else" if name in RESERVED_GAMES else "is no name for a game's folder"
    raise WrongUse(f"{excerpt(name)} {reason}: small Latin letters, figures and single hyphens will do; try {better}")


def kind_name(sort: str, name: str | None, taken: Collection[str]) -> str:
    """What a new kind is called: as it is wanted, else like its sort, with a number behind that where need be.

    Raises:
        WrongUse: the name that is wanted is taken, or is none.
    """
    ids = Ids({*taken, *RESERVED_KINDS}, sort)
    if name is None:
        return ids.new(sort)
    free = ids.new(name)
    if free == name:
        return name
    reason = "is taken" if name in taken else "cannot be the name of a kind"
    raise WrongUse(f"{excerpt(name)} {reason}; try --kind {sort}:{free}")


def taken_names(data: Path, templates: Path, kinds: Iterable[str]) -> set[str]:
    """Kinds of a game, and the names of its files: a new kind is called like none of them."""
    files = [*data.glob("*"), *templates.glob("*")]
    names = {path.name.partition(".")[0] for path in files}
    return {*kinds, *names, *(name.removesuffix("-back") for name in names)}
