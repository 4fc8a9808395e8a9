"""The way back from a font's codes to text: its ToUnicode map (ISO 32000-1, 9.10.3)."""

import re
from collections.abc import Iterator
from itertools import chain, islice

_BLOCK = re.compile(rb"begin(bfchar|bfrange)(.*?)end(?:bfchar|bfrange)", re.S)
_ITEM = re.compile(rb"<([0-9A-Fa-f\s]*)>|(\[)|(\])")
_MOST = 70_000  # entries that are read; a code has two bytes


def read_map(data: bytes) -> dict[int, str]:
    """The text of each code. What is out of order is left out."""
    entries = chain.from_iterable(
        _pairs(block[2]) if block[1] == b"bfchar" else _ranges(block[2]) for block in _BLOCK.finditer(data)
    )
    return dict(islice(entries, _MOST))


def _pairs(block: bytes) -> Iterator[tuple[int, str]]:
    words = [item[1] for item in _ITEM.finditer(block) if item[1] is not None]
    for code, text in zip(words[::2], words[1::2], strict=False):
        yield _whole(code), _text(text)


def _ranges(block: bytes) -> Iterator[tuple[int, str]]:
    items = _ITEM.finditer(block)
    for first in items:
        last, target = next(items, None), next(items, None)
        if first[1] is None or last is None or last[1] is None or target is None:
            return
        start, end = _whole(first[1]), min(_whole(last[1]), 0xFFFF)
        if target[2]:
            for code, item in enumerate(iter(lambda: next(items, None), None), start=start):
                if item[1] is None:
                    break
                yield code, _text(item[1])
        elif target[1] is not None:
            text = _text(target[1])
            for code in range(start, end + 1):
                yield code, text[:-1] + chr(min(ord(text[-1]) + code - start, 0x10FFFF)) if text else ""


def _whole(digits: bytes) -> int:
    return int(b"".join(digits.split())[:8] or b"0", 16)


def _text(digits: bytes) -> str:
    joined = b"".join(digits.split())[:256].decode("ascii")
    return bytes.fromhex(joined + "0" * (len(joined) % 2)).decode("utf-16-be", "replace")
