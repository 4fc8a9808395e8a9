"""UTF-8 text from a file that may come from anyone: a limit on its size, and no characters that nobody sees."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from os.path import realpath
from pathlib import Path
from stat import S_ISREG

from generator.core.problem import Problem

LINE_BREAK = re.compile("\r\n?|\n")
BOM = b"\xef\xbb\xbf"  # the byte order mark that some editors write

# Control characters, and those that end a line for YAML but for no editor, or that nobody sees.
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")

_USUAL = 64 * 1024  # bytes

# How files begin that are not text, whatever their names say: what they are, and what to do.
_OTHER_FILES = {
    b"\x89PNG": ("a PNG picture, not text", "rename it to end in .png, in href too, or save it as SVG"),
    b"\xff\xd8\xff": ("a JPEG picture, not text", "rename it to end in .jpg, in href too, or save it as SVG"),
    b"%PDF-": ("a PDF, not text", "save it as SVG"),
    b"\x1f\x8b": ("compressed, not text", "save it uncompressed: plain SVG, for a picture"),
    b"PK\x03\x04": ("a zip archive, as workbooks are, not text", "save it as text; `pnp import` reads workbooks"),
    b"\xff\xfe": ("in UTF-16 or UTF-32, not in UTF-8", "save the file as UTF-8"),
    b"\xfe\xff": ("in UTF-16 or UTF-32, not in UTF-8", "save the file as UTF-8"),
}

_UNSAVED: ContextVar[Mapping[str, bytes]] = ContextVar("unsaved", default={})  # noqa: B039 - nobody changes it


@contextmanager
def unsaved(texts: Mapping[str, bytes]) -> Iterator[None]:
    """Let these texts replace what is in files, by the files' real paths: as an editor has them."""
    token = _UNSAVED.set(texts)
    try:
        yield
    finally:
        _UNSAVED.reset(token)


def unsaved_text(path: Path) -> bytes | None:
    """What an editor has in place of a file, if anything."""
    texts = _UNSAVED.get()
    return texts.get(realpath(path)) if texts else None


def read_text_file(
    path: Path, shown: str, most: int, rule: str, within: Path | None = None, hint: str = ""
) -> tuple[str | None, list[Problem]]:
    """A file's text, or None and why it cannot be had.

    Args:
        path: the file.
        shown: its name in messages.
        most: how many bytes it may have.
        rule: the rule that a problem follows.
        within: the folder that the file must not lead out of, even by a symbolic link.
        hint: what to do with a file that is too large.
    """
    data, problems = read_bytes_of(path, shown, most, rule, within, hint)
    return (None, problems) if data is None else decoded(data, shown, rule)


def read_bytes_of(
    path: Path, shown: str, most: int, rule: str, within: Path | None = None, hint: str = ""
) -> tuple[bytes | None, list[Problem]]:
    """Like `read_text_file`, the bytes as they are."""
    data, reason = _bytes(path, most, within)
    if data is None:
        return None, [Problem(shown, 1, 1, "error", rule, reason)]
    if len(data) > most:
        size = f"{most // 1024**2} MiB" if most % 1024**2 == 0 else f"{most // 1024} KiB"
        return None, [Problem(shown, 1, 1, "error", rule, f"the file is larger than {size}", hint)]
    return data, []


def decoded(data: bytes, shown: str, rule: str) -> tuple[str | None, list[Problem]]:
    """Like `read_text_file`, of given bytes."""
    data = data.removeprefix(BOM)
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError as error:
        for start, (what, hint) in _OTHER_FILES.items():
            if data.startswith(start):
                return None, [Problem(shown, 1, 1, "error", rule, f"the file is {what}", hint)]
        place = place_after(data[: error.start].decode("utf-8"))
        message = f"byte 0x{data[error.start]:02X} is not UTF-8"
        return None, [Problem(shown, *place, "error", rule, message, "save the file as UTF-8")]


def forbidden_character(text: str, shown: str, rule: str) -> list[Problem]:
    """The first character that has no place in a text; nothing where there is none."""
    forbidden = FORBIDDEN.search(text)
    if not forbidden:
        return []
    message = f"the character U+{ord(forbidden[0]):04X} is not allowed here"
    return [Problem(shown, *place_after(text[: forbidden.start()]), "error", rule, message, "delete it")]


def place_after(before: str) -> tuple[int, int]:
    """Line and column (from 1) of what comes after ``before``."""
    *above, line = LINE_BREAK.split(before)
    return len(above) + 1, len(line) + 1


def _bytes(path: Path, most: int, within: Path | None) -> tuple[bytes | None, str]:
    """The file's bytes, at most one more than it may have; or None and why they cannot be had."""
    if within is not None and not Path(realpath(path)).is_relative_to(realpath(within)):
        return None, "the file is a link that leads out of the project"
    if (text := unsaved_text(path)) is not None:
        return text[: most + 1], ""
    try:
        if not S_ISREG(path.stat().st_mode):  # a folder, or a device or pipe, which may never end
            return None, "this is not a file"
        with path.open("rb") as file:
            # Room is made for as many bytes as are asked for, and few files have that many.
            data = file.read(min(most + 1, _USUAL))
            return (data if len(data) < _USUAL else data + file.read(most + 1 - len(data))), ""
    except OSError as error:
        return None, f"cannot read the file: {(error.strerror or 'it cannot be read').lower()}"
