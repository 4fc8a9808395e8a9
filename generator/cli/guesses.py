"""What people type that is no command, no option or no value, and what answers it: ``guesses.txt``."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

_VALUES = {("--ink", "color"): "colour"}


@cache
def answers() -> dict[tuple[str, str], str]:
    """The answers by command and option; for a word that is no command, the option is empty."""
    found: dict[tuple[str, str], str] = {}
    for line in Path(__file__).with_name("guesses.txt").read_text(encoding="utf-8").splitlines():
        words, mark, answer = line.partition(": ")
        options = [word for word in words.split() if word.startswith("--")] or [""]
        for word in words.split() if mark and not line.startswith("#") else ():
            found |= {(word, option): answer.replace("COMMAND", word) for option in options if word not in options}
    return found


def as_spelt_here(args: Sequence[str]) -> list[str]:
    """What was typed, with values as the tool spells them."""
    found: list[str] = []
    for word in args:
        option, mark, value = word.partition("=")
        if mark:
            found.append(f"{option}={_VALUES.get((option, value.lower()), value)}")
        else:
            found.append(_VALUES.get((found[-1] if found else "", word.lower()), word))
    return found
