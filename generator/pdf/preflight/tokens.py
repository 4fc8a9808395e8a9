"""A content stream as operators with their operands (ISO 32000-1, 7.8.2). Whatever the bytes are, it ends.

Runs of path steps come as one operation and are not taken apart: there are more of them than of all else, and few
are ever looked at.
"""

import re
from collections.abc import Callable, Container, Iterator

from generator.pdf.preflight.objects import Allowance

Operand = float | str | bytes  # a number, a name, a string
Operation = tuple[bytes, list[Operand]]

PATH = b"path"  # a run of path steps; the operands are where it starts and ends in the stream
PICTURE = b"picture"  # an inline image; the operands are its keys and values

_MOST_OPERANDS = 20_000  # a text with its kerning has some hundred
_LONGEST = 40  # digits of a number
_LONGEST_PATH = 5_000  # bytes; longer ones are maps and pictures, not lines

_SPACE = rb"[\0\t\n\f\r ]"
_REGULAR = rb"[^\0\t\n\f\r ()<>\[\]{}/%]"
_TOKEN = re.compile(
    rb"(?:_+|%[^\r\n]*+)*+(?:"
    rb"((?:(?:(?:[-+.\d]++_+){2,6}+(?:re|[mlcvy])|h)(?!R)_*+)++)"  # 1: path steps
    rb"|((?:[-+.\d]++_+){0,8}+)([A-Za-z'\"][A-Za-z\d*]*+)(?!R)"  # 2: numbers, and 3: the operator they are for
    rb"|([-+.\d]++)(?!R)"  # 4: a number that is followed by something else
    rb"|/(R*+)"  # 5: a name
    rb"|\(((?:[^()\\]++|\\.)*+)\)"  # 6: a string
    rb"|<([\dA-Fa-f\0\t\n\f\r ]*+)>"  # 7: a string in hexadecimal digits
    rb"|(\()"  # 8: a string that has parentheses in it
    rb"|R++|[<>\[\]{})]|\Z)".replace(b"_", _SPACE).replace(b"R", _REGULAR),
    re.S,
)
_STEP = re.compile(rb"([-+.\d\0\t\n\f\r ]*)(re|[mlcvyh])")
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.S)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\r\n": b"", b"\r": b"", b"\n": b""}
_PARENTHESIS = re.compile(rb"\\.|[()]", re.S)
_END_OF_PICTURE = re.compile(rb"[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ]|\Z)")
_NAME_CODE = re.compile(r"#([0-9A-Fa-f]{2})")


def operations(data: bytes, wanted: Container[bytes], allowance: Allowance) -> Iterator[Operation]:
    """The operations of a content stream in order, those whose operators are ``wanted``.

    What makes no sense is left out. Runs of path steps and inline images come whatever is wanted.

    Raises:
        Unreadable: there are more words than the allowance has steps.
    """
    operands: list[Operand] = []
    at: int | None = 0
    while at is not None:
        tokens, at, left = _TOKEN.finditer(data, at), None, allowance.steps
        for steps, token in enumerate(tokens, start=1):
            if steps > left:
                break
            kind = token.lastindex
            if kind == 3:
                word = token[3]
                if word in wanted:
                    yield word, operands + _numbers(token[2])
                elif word == b"ID":
                    at = _after_picture(data, token.end())
                    yield PICTURE, operands + _numbers(token[2])
                operands = operands if word == b"BI" else []
            elif kind == 1:
                yield PATH, [token.start(1), token.end(1)]
                operands = []
            elif kind == 8:
                at = _end_of_string(data, token.end())
                operands.append(unescaped(data[token.end() : at - 1]))
            elif kind is not None and len(operands) < _MOST_OPERANDS:
                operands.append(_READ[kind](token[kind]))
            if at is not None:
                break
        allowance.take(steps=steps)


def numbers(operands: list[Operand], count: int) -> list[float] | None:
    """The last ``count`` operands, if that many are numbers."""
    found = operands[-count:]
    if len(found) == count and all(type(operand) is float for operand in found):
        return found  # type: ignore[return-value]
    return None


def strings(operands: list[Operand]) -> list[bytes]:
    """The strings among the operands."""
    return [operand for operand in operands if type(operand) is bytes]


def first_point(data: bytes, start: int) -> tuple[float, float]:
    """Where a run of path steps starts: its first two numbers."""
    words = data[start : start + 60].split(None, 2)
    return (_number(words[0]), _number(words[1])) if len(words) > 2 else (0.0, 0.0)


def rectangle(path: bytes) -> list[float] | None:
    """Corner, width and height where a run of path steps is one rectangle and no more."""
    words = path.split()
    return [_number(word) for word in words[:4]] if len(words) == 5 and words[4] == b"re" else None


def four_corners(path: bytes) -> Iterator[list[float]]:
    """The rectangles and the outlines of four straight sides in a run of path steps: x and y of each corner in turn."""
    corners: list[float] = []
    curved = False
    for step in _STEP.finditer(path[:_LONGEST_PATH]):
        values, operator = [_number(word) for word in step[1].split()], step[2]
        if operator == b"re" and len(values) == 4:
            x, y, width, height = values
            yield [x, y, x + width, y, x + width, y + height, x, y + height]
        if operator == b"l":
            corners += values
        elif operator in (b"c", b"v", b"y"):
            curved = True
        else:
            if _is_four(corners) and not curved:
                yield corners[:8]
            corners, curved = values if operator == b"m" else [], False
    if _is_four(corners) and not curved:
        yield corners[:8]


def _is_four(corners: list[float]) -> bool:
    return len(corners) == 8 or (len(corners) == 10 and corners[8:] == corners[:2])


def unescaped(text: bytes) -> bytes:
    """What a literal string stands for."""
    return _ESCAPE.sub(_one_escape, text) if b"\\" in text else text


def from_hex(text: bytes) -> bytes:
    """What a string of hexadecimal digits stands for."""
    digits = b"".join(text.replace(b"\0", b"").split())
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))


def name(text: bytes) -> str:
    """A name without its slash, its codes read."""
    found = text.decode("latin-1")
    return _NAME_CODE.sub(lambda code: chr(int(code[1], 16)), found) if "#" in found else found


def _number(text: bytes) -> float:
    try:
        value = float(text[:_LONGEST])
    except ValueError:
        return 0.0
    return value if -1e9 < value < 1e9 else 0.0


def _numbers(text: bytes) -> list[Operand]:
    """The numbers before an operator."""
    if not text:
        return []
    words = text.split()
    try:
        found: list[Operand] = [float(word) for word in words]
    except ValueError:
        return [_number(word) for word in words]
    return found if max(map(len, words)) < _LONGEST else [_number(word) for word in words]


def _one_escape(found: re.Match[bytes]) -> bytes:
    escape = found[1]
    if escape[0] in b"01234567":
        return bytes([int(escape, 8) & 255])
    return _ESCAPED.get(escape, escape)


def _end_of_string(data: bytes, start: int) -> int:
    """The end of a literal string with parentheses in it; that of the stream where it has none."""
    depth = 1
    for found in _PARENTHESIS.finditer(data, start):
        depth += {b"(": 1, b")": -1}.get(found[0], 0)
        if not depth:
            return found.end()
    return len(data)


def _after_picture(data: bytes, start: int) -> int:
    end = _END_OF_PICTURE.search(data, start)
    return end.end() if end else len(data)


def pairs(operands: list[Operand]) -> dict[str, Operand]:
    """The keys and values of an inline image."""
    return {key: value for key, value in zip(operands[::2], operands[1::2], strict=False) if isinstance(key, str)}


_READ: dict[int, Callable[[bytes], Operand]] = {4: _number, 5: name, 6: unescaped, 7: from_hex}
