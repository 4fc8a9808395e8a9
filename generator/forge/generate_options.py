"""What was typed behind ``pnp generate``, as a value."""

import re
import shlex
from fractions import Fraction
from pathlib import Path

from msgspec import Struct

from generator.core.problem import NotFound, WrongUse
from generator.forge.request import MOST, SPECIAL, SWINGS, Request
from generator.model.game import Game, Item

SPAN = re.compile(r"(\d{1,3})(?:\s*(?:\.\.|-|–)\s*(\d{1,3}))?")
MEAN = re.compile(r"[+-]?\d{1,6}(\.\d{1,6})?")


class GenerateOptions(Struct, frozen=True):
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
    whom: str | None = None
    language: str | None = None
    replace: bool = False  # whether new items take the place of as many at hand


def read_request(options: GenerateOptions, game: Game, like: list[Item] | None) -> Request:
    """What is asked of the forge; ``like`` holds the items of ``--like``.

    Raises:
        WrongUse: an option says nothing that can be done.
        NotFound: the game is not in the language.
    """
    if options.count < 1:
        raise WrongUse(f"--count is {options.count}; 1 or more can be made")
    if options.count > MOST:
        raise WrongUse(f"--count is {options.count:,}; {MOST:,} can be made at once")
    if options.swing is not None and options.swing not in SWINGS:
        raise WrongUse(f"--swing is {options.swing!r}; {', '.join(SWINGS)} are known")
    if options.mean is not None and not MEAN.fullmatch(options.mean):
        raise WrongUse(f"--mean is {options.mean!r}; a number such as 1.5 is wanted")
    if options.language is not None and options.language not in game.languages:
        raise NotFound(
            f"{game.name} is not written in {options.language!r}; its languages: {', '.join(game.languages)}"
        )
    span = SPAN.fullmatch(options.effects.strip()) if options.effects is not None else None
    if options.effects is not None and span is None:
        raise WrongUse(f"--effects is {options.effects!r}; a number or two, such as 2 or 1-3, are wanted")
    lengths = (int(span[1]), int(span[2] or span[1])) if span else None
    mean = Fraction(options.mean) if options.mean is not None else None
    return Request(
        options.count, lengths, options.only, options.without, options.repeats, options.swing, mean,
        tuple(like) if like is not None else None, options.whom, options.language,
    )  # fmt: skip


def command_line(options: GenerateOptions, seed: int) -> str:
    """The command that makes the same items again from the same data."""
    words = ["pnp", "generate", options.kind]
    words += ["--game", options.game] if options.game else []
    words += ["--count", str(options.count), "--seed", str(seed)]
    for name, (lever, _) in SPECIAL.items():
        setting = options.effects if name == "lengths" else getattr(options, name)
        for value in setting if isinstance(setting, tuple) else (setting,):
            if value:
                words += [lever.option] if value is True else [lever.option, str(value)]
    words += ["--replace"] if options.replace else []
    words += ["--lang", options.language] if options.language else []
    return re.sub(r"[^\x20-\x7e\xa1-\ud7ff]", "?", shlex.join(words))
