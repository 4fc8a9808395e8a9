"""The words of the interface, in its own languages."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import yaml

FOLDER = Path(__file__).parent / "words"
FIRST = "en"


Say = Callable[..., str]  # says something in one language, see `speaker`


@cache
def tongues() -> tuple[str, ...]:
    """The languages of the interface, the one that is spoken unless another is wanted first."""
    names = sorted(path.stem for path in FOLDER.glob("*.yaml"))
    return tuple(sorted(names, key=lambda tongue: tongue != FIRST))


@cache
def vocabulary(tongue: str) -> Mapping[str, str | Mapping[str, str]]:
    """All words of a language, by key: a text, or the forms ``one`` and ``other``.

    Those of all pages are in ``words/TONGUE.yaml``, those of some screens in ``words/TONGUE/``.
    """
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    words: dict[str, str | Mapping[str, str]] = {}
    for path in (FOLDER / f"{tongue}.yaml", *sorted((FOLDER / tongue).glob("*.yaml"))):
        words |= yaml.load(path.read_bytes(), loader)
    return {key: _spaced(text, tongue) for key, text in words.items()}


def _spaced(words: str | Mapping[str, str], tongue: str) -> str | Mapping[str, str]:
    """French with the spaces that no line is broken at: narrow before ; ! ? and wide before : % and within « »."""
    if tongue != "fr":
        return words
    if isinstance(words, Mapping):
        return {form: str(_spaced(text, tongue)) for form, text in words.items()}
    return re.sub(r" ([;!?])", "\u202f\\1", re.sub(r" ([:»%])", "\u00a0\\1", words.replace("« ", "«\u00a0")))


def editor_phrases(tongue: str) -> dict[str, object]:
    """The editor's own phrases, by CodeMirror's own keys."""
    words = vocabulary(tongue).items()
    return {key.removeprefix("phrase-"): text for key, text in words if key.startswith("phrase-")}


@cache
def _refusals(tongue: str) -> list[tuple[re.Pattern[str], str]]:
    """Patterns of refusals and their translations, the longest first."""
    path = FOLDER / "refusals" / f"{tongue}.yaml"
    translations: dict[str, str] = yaml.safe_load(path.read_bytes()) if path.exists() else {}
    patterns = sorted(translations, key=lambda text: -len(text.replace("{}", "")))
    return [
        (re.compile("(.+?)".join(map(re.escape, text.split("{}")))), str(_spaced(translations[text], tongue)))
        for text in patterns
    ]


def refusal_in(tongue: str, message: str) -> str:
    """Translate a refusal, as far as the language of the interface has words for it."""
    for pattern, translation in _refusals(tongue):
        match = pattern.fullmatch(message)
        if match is not None:
            return translation.format(*match.groups())
    return message


def speaker(tongue: str) -> Say:
    """A function that gives the words for a key in this language.

    A ``number`` chooses between the forms for one and for more, and fills ``{number}``; other values fill their names.

    Raises:
        KeyError: when it is asked for words that there are none of; a template's mistake, which tests find.
    """
    words = vocabulary(tongue)

    def say(word: str, number: float | None = None, **values: object) -> str:
        text = words[word]
        if isinstance(text, Mapping):
            # French counts what is less than two as one; English counts 1 alone.
            single = number is not None and (abs(number) < 2 if tongue == "fr" else number == 1)
            text = text["one" if single else "other"]
        return text.format(number=number, **values) if number is not None or values else text

    return say


def spoken(requested: str | None, cookie: str | None, accepted: str) -> str:
    """The language to speak.

    Args:
        requested: what the address asks for.
        cookie: what was wanted before, by the cookie.
        accepted: the header ``Accept-Language``; its languages are taken by their weights.
    """
    available = tongues()
    for preference in (requested, cookie):
        if preference in available:
            return preference
    weighed = []
    for place, part in enumerate(accepted.split(",")[:20]):
        name, _, weight = part.partition(";q=")
        try:
            weighed.append((-float(weight or 1), place, name.strip().lower().partition("-")[0]))
        except ValueError:
            continue
    return next((name for _, _, name in sorted(weighed) if name in available), FIRST)
