"""UTF-8 text from a file that may come from anyone: a limit on its size, and no characters that nobody sees."""

from os.path import realpath
from pathlib import Path

from generator.problem import Problem
from generator.source.reader import FORBIDDEN
from generator.source.yaml_errors import LINE_BREAK


def read_text_file(path: Path, shown: str, most: int, rule: str, within: Path) -> tuple[str | None, list[Problem]]:
    """A file's text, or None and why it cannot be had.

    Args:
        path: the file.
        shown: its name in messages.
        most: how many bytes it may have.
        rule: the rule that a problem goes by.
        within: the folder that the file must not lead out of, be it by a symbolic link.
    """
    data, reason = _bytes(path, most, within)
    if data is None:
        return None, [Problem(shown, 1, 1, "error", rule, reason)]
    data = data.removeprefix(b"\xef\xbb\xbf")  # the byte order mark that some editors write
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        place = _place(data[: error.start].decode("utf-8"))
        message = f"byte 0x{data[error.start]:02X} is not UTF-8"
        return None, [Problem(shown, *place, "error", rule, message, "save the file as UTF-8")]
    forbidden = FORBIDDEN.search(text)
    if forbidden:
        message = f"the character U+{ord(forbidden[0]):04X} cannot stand here"
        return None, [Problem(shown, *_place(text[: forbidden.start()]), "error", rule, message, "delete it")]
    return text, []


def _bytes(path: Path, most: int, within: Path) -> tuple[bytes | None, str]:
    if not Path(realpath(path)).is_relative_to(realpath(within)):
        return None, "the file is a link that leads out of the project"
    try:
        if path.exists() and not path.is_file():  # a folder, or a device or pipe, which may never end
            return None, "this is no file"
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        return None, f"cannot read the file: {(error.strerror or 'it cannot be read').lower()}"
    if len(data) > most:
        return None, f"the file is larger than {most // 1024:,} KiB"
    return data, ""


def _place(before: str) -> tuple[int, int]:
    """Line and column (from 1) of what comes after ``before``."""
    *above, line = LINE_BREAK.split(before)
    return len(above) + 1, len(line) + 1
