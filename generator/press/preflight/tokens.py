"""A content stream as operators with their operands (ISO 32000-1, 7.8.2). Whatever the bytes are, it ends.

Runs of path steps come as one operation and are not taken apart: there are more of them than of all else, and few
are ever looked at.
"""

import re
from collections.abc import Iterator

Operand = float | str | bytes  # a number, a name, a string
Operation = tuple[str, list[Operand]]

PATH = "path"  # a run of path steps; the operands are where it starts and ends in the stream
PICTURE = "picture"  # an inline image; the operands are its keys and values

_MOST_OPERANDS = 20_000  # a text with its kerning has some hundred

_TOKEN = re.compile(
    rb"""
    (?:[\0\t\n\f\r\ ]++|%[^\r\n]*+)*+
    (?:
        ( (?: (?:(?:[-+.\d]++[\0\t\n\f\r\ ]++){2,6}+(?:re|[mlcvy])|h) (?![^\0\t\n\f\r\ ()<>\[\]{}/%]) [\0\t\n\f\r\ ]*+ )++ )
      | ([-+]*+(?:\d++\.?+\d*+|\.\d++)) (?=[\0\t\n\f\r\ ()<>\[\]{}/%]|\Z)
      | /([^\0\t\n\f\r\ ()<>\[\]{}/%]*+)
      | \( ((?:[^()\\]++|\\.)*+) \)
      | <([0-9A-Fa-f\0\t\n\f\r\ ]*+)>
      | ([^\0\t\n\f\r\ ()<>\[\]{}/%]++)
      | (\()
      | [<>\[\]{})]
    )
    """,
    re.X | re.S,
)
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.S)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\r\n": b"", b"\r": b"", b"\n": b""}
_PARENTHESIS = re.compile(rb"\\.|[()]", re.S)
_END_OF_PICTURE = re.compile(rb"[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ]|\Z)")
_NAME_CODE = re.compile(r"#([0-9A-Fa-f]{2})")


def operations(data: bytes) -> Iterator[Operation]:
    """The operations of a content stream in order. What makes no sense is left out."""
    operands: list[Operand] = []
    at: int | None = 0
    while at is not None:
        tokens, at = _TOKEN.finditer(data, at), None
        for token in tokens:
            kind = token.lastindex
            if kind == 2:
                operands.append(_number(token[2]))
            elif kind == 6:
                word = token[6].decode("latin-1")
                if word == "ID":
                    at = _after_picture(data, token.end())
                    yield PICTURE, operands
                elif word != "BI":
                    yield word, operands
                operands = []
            elif kind == 1:
                yield PATH, [token.start(1), token.end(1)]
                operands = []
            elif kind == 4:
                operands.append(unescaped(token[4]))
            elif kind == 3:
                operands.append(name(token[3]))
            elif kind == 5:
                operands.append(from_hex(token[5]))
            elif kind == 7:
                end = _end_of_string(data, token.end())
                operands.append(unescaped(data[token.end() : end - 1]))
                at = end
            if at is not None:
                break
            if len(operands) > _MOST_OPERANDS:
                operands = []


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
        value = float(text[:40])
    except ValueError:
        return 0.0
    return value if -1e9 < value < 1e9 else 0.0


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
