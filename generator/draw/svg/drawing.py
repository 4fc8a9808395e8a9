"""Pictures that never vary (icons, frames, illustrations, photographs), as drawings that are placed.

An SVG file is read by `svg_reader`, a PNG, JPEG or WebP file by `rasters`. Where a name has no suffix, the first of
these sorts that is there is taken, in the order of `SORTS`. Cameras write `.JPG`, and a Mac writes an ``ä`` as ``a``
and two dots: a file whose name differs in no more than that is the one that is meant.
"""

import os
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from msgspec.structs import replace

from generator.core.problem import Problem
from generator.draw.marks.picture import Picture, fit
from generator.draw.svg.path import SPACE
from generator.draw.svg.rasters import SUFFIXES, TooLargeError, read_pixels
from generator.draw.svg.reference import FULL_INK, Ink, check_file
from generator.draw.svg.style import TINT
from generator.draw.svg.svg_file import MAX_PROBLEMS
from generator.draw.svg.svg_reader import SvgReader

__all__ = ["MAX_PROBLEMS", "Picture", "fit", "forget_drawings", "is_absent", "picture_message", "read_drawing"]

SORTS = (".svg", *SUFFIXES)

# By working folder (empty where no path is relative to it), file, roots and ink.
_PictureKey = tuple[str, Path, tuple[Path, ...], Ink]
_cache: dict[_PictureKey, Picture | tuple[Problem, ...]] = {}

_TINTS = re.compile(rf"""{TINT}[{SPACE}]*=[{SPACE}]*(["'])(.*?)\1""".encode(), re.DOTALL)

_shown: dict[_PictureKey, dict[Path, None]] = {}  # by the same: what they show


def read_drawing(path: Path, roots: Sequence[Path], ink: Ink = FULL_INK) -> Picture | list[Problem]:
    """Read a picture's file, and the files it uses, all of which must lie inside one of the folders ``roots``.

    Returns the picture, or everything that is wrong with it in the order of the files, which are named as ``path``
    names its file. Rules: ``template-syntax``, ``too-costly``, and ``unknown-reference`` for a file or id that cannot
    be used. The answer is kept by path until ``forget_drawings``.
    """
    named, namesakes = _with_suffix(Path(os.path.normpath(path)))
    file, folders = ink.file(named), tuple(roots)
    drawing = _cache.get(_key(file, folders, ink))
    if drawing is None:
        try:
            check_file(file, folders)
        except ValueError as error:
            return [Problem(file.as_posix(), 1, 1, "error", "unknown-reference", str(error))]
        if file.suffix and file.suffix.lower() not in SORTS:
            message, hint = f"{file.suffix[1:]} is no sort of picture that is read", "save it as SVG, PNG, JPEG or WebP"
            return [Problem(file.as_posix(), 1, 2, "error", "template-syntax", message, hint)]
        drawing = _read(file, folders, ink, ())
    if not isinstance(drawing, Picture):
        return list(drawing)
    return replace(drawing, namesakes=namesakes) if namesakes else drawing


def _key(path: Path, roots: tuple[Path, ...], ink: Ink) -> _PictureKey:
    """By what a picture is kept."""
    bound = not (path.is_absolute() and all(root.is_absolute() for root in roots))
    return os.getcwd() if bound else "", path, roots, ink


def _with_suffix(path: Path) -> tuple[Path, tuple[str, ...]]:
    """The file that a name without a suffix stands for, and those that it might stand for as well."""
    names = [path.name] if path.suffix.lower() in SORTS else [path.name + suffix for suffix in SORTS]
    there = [file for file in map(path.with_name, names) if os.path.isfile(file)]
    if not there:
        there = [path.with_name(name) for name in _written_otherwise(path.parent, names)]
    return (there[0], tuple(file.name for file in there[1:])) if there else (path, ())


def _written_otherwise(folder: Path, names: Sequence[str]) -> list[str]:
    """The files of a folder that have one of ``names``, but for capitals in the suffix and how accents are coded."""
    try:
        files = _names_in(os.getcwd(), folder, folder.stat().st_mtime_ns)
    except OSError:
        return []
    return [file for name in names for file in files.get(_plainly(name), ())]


@lru_cache(maxsize=64)
def _names_in(_here: str, folder: Path, _changed: int) -> dict[str, list[str]]:
    """The pictures of a folder by their plain names, as the folder is at this time of its last change."""
    names: dict[str, list[str]] = {}
    for name in sorted(os.listdir(folder)):
        if Path(name).suffix.lower() in SORTS:
            names.setdefault(_plainly(name), []).append(name)
    return names


def _plainly(name: str) -> str:
    stem, suffix = os.path.splitext(unicodedata.normalize("NFC", name))
    return stem + suffix.lower()


def picture_message(name: str, problem: Problem, folder: Path) -> str:
    """What is wrong with a picture, for the file in ``folder`` that uses it as ``name``.

    The fault may lie in its low-ink variant, or in a picture inside it: so that file and its line are named.
    """
    if is_absent(problem):
        return f"{name}: {problem.message}"
    line = f", line {problem.line}" if problem.file.endswith(".svg") else ""
    return f"{os.path.relpath(problem.file, folder)}{line}: {problem.message}"


def all_shown(names: Iterable[str], roots: Sequence[Path]) -> list[Path]:
    """The files of pictures that are shown in full ink, and of what they show.

    Args:
        names: the pictures, as `read_drawing` is asked for them.
        roots: see there.
    """
    folders = tuple(roots)
    waiting = [FULL_INK.file(_with_suffix(Path(os.path.normpath(name)))[0]) for name in names]
    read = dict[Path, None]()
    while waiting:
        path = waiting.pop()
        key = _key(path, folders, FULL_INK)
        if path in read or (key not in _shown and not _may_be_read(path, folders)):
            continue
        read[path] = None
        waiting += _shown.get(key, ())
    return sorted(read)


def otherwise(pictures: Iterable[Path], ink: Ink) -> list[Path]:
    """Of pictures those that another ink has a variant of, or tints that its palette may not have."""
    return [path for path in pictures if ink.file(path) != path or _has_unknown_tints(path, ink)]


def _may_be_read(path: Path, roots: tuple[Path, ...]) -> bool:
    """Read a picture that was forgotten; False where there is none."""
    try:
        check_file(path, roots)
    except ValueError:
        return False
    _read(path, roots, FULL_INK, ())
    return True


def _has_unknown_tints(path: Path, ink: Ink) -> bool:
    """Whether a picture may name a tint that the palette does not have; those that it has are right without a look."""
    if not ink.palette or path.suffix.lower() != ".svg" or not os.path.isfile(path):
        return False
    tints = {"", *dict(ink.palette)}
    return any(name.decode(errors="replace").strip(SPACE) not in tints for _, name in _TINTS.findall(path.read_bytes()))


def is_absent(problem: Problem) -> bool:
    """Whether a problem of `read_drawing` is that the picture itself is not there, and not something inside it."""
    return problem.rule == "unknown-reference" and (problem.line, problem.column) == (1, 1)


def forget_drawings() -> None:
    """Read every file again from now on (for a program that runs while files change)."""
    _cache.clear()
    _shown.clear()
    _names_in.cache_clear()


def _read(path: Path, roots: tuple[Path, ...], ink: Ink, users: tuple[Path, ...]) -> Picture | tuple[Problem, ...]:
    key = _key(path, roots, ink)
    plain = ink._replace(current=FULL_INK.current, art=None)
    _shown.setdefault(_key(path, roots, plain), {})
    if users:
        _shown.setdefault(_key(users[-1], roots, plain), {})[path] = None
    if key not in _cache:
        is_pixels = path.suffix.lower() in SUFFIXES
        _cache[key] = _read_pixels(path) if is_pixels else SvgReader(path, roots, ink, users, _read).read()
    return _cache[key]


def _read_pixels(path: Path) -> Picture | tuple[Problem, ...]:
    try:
        return read_pixels(path)
    except TooLargeError as error:
        return (Problem(path.as_posix(), 1, 1, "error", "too-costly", str(error), "save it smaller"),)
    except OSError as error:
        message = (error.strerror or "it cannot be read").lower()
        return (Problem(path.as_posix(), 1, 1, "error", "template-syntax", message),)
    except ValueError as error:
        hint = "save it again as PNG, JPEG or WebP"
        return (Problem(path.as_posix(), 1, 1, "error", "template-syntax", str(error), hint),)
