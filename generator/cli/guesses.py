"""What people type that is no command, no option or no value, and what answers it: ``guesses.txt``."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path


@cache
def answers() -> dict[tuple[str, str], str]:
    """The answers by command and option; for a word that is no command, the option is empty."""
    guesses: dict[tuple[str, str], str] = {}
    for line in Path(__file__).with_name("guesses.txt").read_text(encoding="utf-8").splitlines():
        words, mark, answer = line.partition(": ")
        options = [word for word in words.split() if word.startswith("--")] or [""]
        for word in words.split() if mark and not line.startswith("#") else ():
            guesses |= {(word, option): answer.replace("COMMAND", word) for option in options if word not in options}
    return guesses


def as_spelt_here(args: Sequence[str]) -> list[str]:
    """What was typed, with ``--ink colour`` as the tool spells it."""
    inks = {f"{before}color": f"{before}colour" for before in ("", "--ink=")}
    pairs = pairwise(["", *args])
    return [inks.get(word.lower(), word) if "--ink" in (word[:5], last) else word for last, word in pairs]
