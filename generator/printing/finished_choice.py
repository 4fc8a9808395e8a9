"""Which pages are printed, and how often each picture: by options, by the names of files, by a list."""

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from generator.core.problem import Mismatch, NotFound, WrongUse, reason_of

MOST_COPIES = 999
_LARGEST_LIST = 1_000_000  # bytes
_NAMED = 6  # lines in a message

_RANGE = re.compile(r"(\d{1,6})(?:\s*(-)\s*(\d{1,6})?)?")
_TIMES_FIRST = re.compile(r"^(\d{1,3})\s?[x×][ _-]+(?=\S)", re.I)
_TIMES_LAST = re.compile(
    r"(?<=\S)[ _-]+(?:\((?:[x×]\s?(\d{1,3})|(\d{1,3})\s?[x×])\)|[x×](\d{1,3})|(\d{1,3})[x×])$", re.I
)
_COUNT_FIRST = re.compile(r"(\d{1,5})\s*(?:[x×](?:\s+|\s*[,;]\s*)|\s+|\s*[,;]\s*)(\S.*)", re.I)
_COUNT_LAST = re.compile(r"(.*\S)(?:\s*[,;\t]\s*[x×]?|\s+[x×]\s?)(\d{1,5})(?:\s?[x×])?", re.I)
_COMMENT = re.compile(r"(^|\s)(#|//).*")


def page_numbers(text: str, count: int, name: str) -> list[int]:
    """The pages that ``text`` names (``1-6,9,12-``), counted from 0, of a file with so many.

    Raises:
        WrongUse: it names none, or pages that are not there.
    """
    numbers: list[int] = []
    for part in text.split(","):
        match = _RANGE.fullmatch(part.strip())
        if match is None:
            raise WrongUse(f"--pages: {part.strip()[:40]!r} is no page; pages are written as 1-6,9,12-")
        first, last = int(match[1]), int(match[3] or (count if match[2] else match[1]))
        if first == 0:
            raise WrongUse("--pages: there is no page 0; pages are counted from 1")
        if match[3] and last < first:
            raise WrongUse(f"--pages: {part.strip()} runs backwards; write {last}-{first}")
        if max(first, last) > count:
            pages = "1 page" if count == 1 else f"{count} pages"
            raise WrongUse(f"--pages: {name} has {pages}; there is no page {max(first, last)}")
        numbers += range(first - 1, last)
    return numbers


def without_times(stem: str) -> tuple[str, int | None]:
    """A file's name without what says how often it is printed (``4x goblin``, ``goblin x4``, ``goblin (4x)``)."""
    for pattern in (_TIMES_FIRST, _TIMES_LAST):
        if match := pattern.search(stem):
            return stem[: match.start()] + stem[match.end() :], int(next(filter(None, match.groups())))
    return stem, None


class ListedName(NamedTuple):
    """A line of a list."""

    line: int
    readings: tuple[tuple[str, int], ...]  # what may be its name, and how often it is printed then


def read_list(path: Path) -> list[ListedName]:
    """The lines of a list: ``4 NAME``, ``4x NAME``, ``NAME,4``, ``NAME``; what follows ``#`` or ``//`` is a comment.

    Raises:
        NotFound: the file is not there.
        WrongUse: it is no text, or says nothing.
    """
    try:
        with path.open("rb") as file:
            text = file.read(_LARGEST_LIST + 1).decode("utf-8-sig")
    except FileNotFoundError:
        raise NotFound(f"there is no list {path.as_posix()}") from None
    except OSError as error:
        raise WrongUse(f"cannot read {path.as_posix()}: {reason_of(error)}") from None
    except UnicodeDecodeError:
        raise WrongUse(
            f"{path.as_posix()} is no text in UTF-8; a list has a line such as 4 NAME for each card"
        ) from None
    if len(text) > _LARGEST_LIST:
        raise WrongUse(f"{path.as_posix()} is longer than {_LARGEST_LIST:,} bytes")
    lines = [
        ListedName(number, tuple(_readings(content)))
        for number, line in enumerate(text.splitlines(), start=1)
        if (content := _COMMENT.sub("", line).strip())
    ]
    if not lines:
        raise WrongUse(f"{path.as_posix()} names no card; write a line such as 4 NAME for each")
    return lines


def _readings(text: str) -> Iterator[tuple[str, int]]:
    if match := _COUNT_FIRST.fullmatch(text):
        yield match[2], int(match[1])
    if match := _COUNT_LAST.fullmatch(text):
        yield match[1], int(match[2])
    yield text, 1


def listed_copies(path: Path, names: Sequence[Iterable[str]]) -> list[int]:
    """How often each card is printed by a list; ``names`` are all that a card may be called by.

    Raises:
        Mismatch: a line names no card, or several.
        Refusal: see `read_list`.
    """
    cards: dict[str, list[int]] = {}
    for number, own in enumerate(names):
        for name in {_key(each): None for each in own}:
            cards.setdefault(name, []).append(number)
    copies = [0] * len(names)
    faults: list[str] = []
    for line in read_list(path):
        name, count = next((pair for pair in line.readings if _key(pair[0]) in cards), line.readings[0])
        meant = cards.get(_key(name), [])
        if len(meant) == 1 and copies[meant[0]] + count <= MOST_COPIES:
            copies[meant[0]] += count
        elif len(meant) == 1:
            faults.append(f"{line.line}: {name} {count} times; {MOST_COPIES} are the most")
        elif meant:
            faults.append(f"{line.line}: {name} is the name of {len(meant)} cards; write FOLDER/{name}")
        else:
            near = get_close_matches(_key(name), cards, 1)
            faults.append(f"{line.line}: there is no {name}" + (f"; did you mean {near[0]}?" if near else ""))
    if faults:
        more = f" and {len(faults) - _NAMED} more" if len(faults) > _NAMED else ""
        raise Mismatch(f"{path.as_posix()}:" + f"; {path.name}:".join(faults[:_NAMED]) + more)
    return copies


def _key(name: str) -> str:
    """A name as it is compared: some systems write an ä as two characters, and people many signs between words."""
    return re.sub(r"[\s_-]+", " ", normalize("NFC", name.replace("\\", "/")).casefold()).strip()
