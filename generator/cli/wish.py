"""What was typed behind ``pnp generate``, as a value."""

import hashlib
import re
import shlex
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from generator.catalog.game import Game, Item
from generator.forge.request import SWINGS, Impossible, Request
from generator.forge.run import LEVER_NAMES
from generator.forge.spec import FILE

SPAN = re.compile(r"(\d{1,3})(?:\s*(?:\.\.|-|–)\s*(\d{1,3}))?")
MEAN = re.compile(r"[+-]?\d{1,6}(\.\d{1,6})?")


@dataclass(frozen=True, slots=True)
class Wish:
    """The command's options as they were typed."""

    kind: str
    game: str | None = None
    count: int = 1
    seed: int | None = None
    out: Path | None = None
    effects: str | None = None
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    repeats: bool = False
    swing: str | None = None
    mean: str | None = None
    like: Path | None = None
    language: str | None = None
    sheets: Path | None = None  # the folder for printed sheets, if any are wanted
    paper: str = "a4"


def read_request(wish: Wish, game: Game, like: list[Item] | None) -> Request:
    """What is asked of the forge; ``like`` holds the items of ``--like``.

    Raises:
        Impossible: an option says nothing that can be done.
    """
    if wish.count < 1:
        raise Impossible(f"--count is {wish.count}; 1 or more can be made")
    if wish.swing is not None and wish.swing not in SWINGS:
        raise Impossible(f"--swing is {wish.swing!r}; {', '.join(SWINGS)} are known")
    if wish.mean is not None and not MEAN.fullmatch(wish.mean):
        raise Impossible(f"--mean is {wish.mean!r}; a number such as 1.5 is wanted")
    if wish.language is not None and wish.language not in game.languages:
        raise Impossible(f"{game.name} is not written in {wish.language!r}; its languages: {', '.join(game.languages)}")
    span = SPAN.fullmatch(wish.effects.strip()) if wish.effects is not None else None
    if wish.effects is not None and span is None:
        raise Impossible(f"--effects is {wish.effects!r}; a number or two, such as 2 or 1-3, are wanted")
    lengths = (int(span[1]), int(span[2] or span[1])) if span else None
    mean = Fraction(wish.mean) if wish.mean is not None else None
    return Request(
        wish.count, lengths, wish.only, wish.without, wish.repeats, wish.swing, mean,
        tuple(like) if like is not None else None, wish.language,
    )  # fmt: skip


def command_line(wish: Wish, seed: int) -> str:
    """The command that makes the same items again from the same data."""
    words = ["pnp", "generate", wish.kind]
    words += ["--game", wish.game] if wish.game else []
    words += ["--count", str(wish.count), "--seed", str(seed)]
    words += [LEVER_NAMES["lengths"], wish.effects] if wish.effects else []
    for lever, values in (("only", wish.only), ("without", wish.without)):
        words += [word for value in values for word in (LEVER_NAMES[lever], value)]
    words += [LEVER_NAMES["repeats"]] if wish.repeats else []
    words += [LEVER_NAMES["swing"], wish.swing] if wish.swing else []
    words += [LEVER_NAMES["mean"], wish.mean] if wish.mean else []
    words += [LEVER_NAMES["like"], str(wish.like)] if wish.like else []
    words += ["--lang", wish.language] if wish.language else []
    return re.sub(r"[^\x20-\x7e\xa1-\ud7ff]", "?", shlex.join(words))


def data_hash(folder: Path, items: str, wish: Wish) -> str:
    """A short hash of the bytes of every file that the new items depend on."""
    digest = hashlib.sha256()
    own = [folder / name for name in ("game.yaml", "balance.yaml", FILE, Path(items).name)]
    for path in [*own, *(extra for extra in (wish.out, wish.like) if extra)]:
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:7]
