"""A PDF file of ours, read back without pypdf, which takes longer to import than such a file to read.

Its objects stand one by one in a table at the end; streams are packed by zlib alone. Anything else is damage.
"""

import re
import zlib
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import IO, Any

_KEPT = 16  # objects: pages share their fonts
_TAIL = 64  # bytes, within which the file says where its table is
_START = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*\Z")
_ENTRY = re.compile(rb"^(\d{10}) \d{5} n", re.MULTILINE)
_TOKEN = re.compile(
    rb"(?:\s|%[^\r\n]*)*"
    rb"(<<|>>|[\[\]]|/[^\s/<>\[\]()]*|\((?:[^()\\]|\\.)*\)|<[0-9A-Fa-f\s]*>|\d+ \d+ R\b|[^\s/<>\[\]()]+)",
    re.DOTALL,
)
_STREAM = re.compile(rb"\s*stream\r?\n")
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
_SIGNS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_WORDS = {b"true": True, b"false": False, b"null": None}


class OurFile:
    """The objects of a file, as plain values."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        """Read the table. Raises errors of any kind where it is not as we write it."""
        self._file, self.object = file, lru_cache(_KEPT)(self._object)
        file.seek(max(size - _TAIL, 0))
        found = _START.search(file.read())
        if found is None:
            raise ValueError("it does not say where its objects are")
        start = int(found[1])
        file.seek(start)
        table, _, trailer = file.read().partition(b"trailer")
        places = [int(place) for place in _ENTRY.findall(table)]
        ends = dict(pairwise([*sorted(places), start]))
        self._places = [(place, ends[place]) for place in places]
        self.root = self._read(trailer)["/Root"].get_object()

    def _object(self, number: int) -> Any:
        """The object with a number, from 1."""
        start, end = self._places[number - 1]
        self._file.seek(start)
        text = self._file.read(end - start)
        header = f"{number} 0 obj".encode()
        if not text.startswith(header):
            raise ValueError(f"object {number} is not where it should be")
        return self._read(text, len(header))

    def _read(self, text: bytes, at: int = 0) -> Any:
        tokens = _TOKEN.finditer(text, at)
        found = self._value(next(tokens), tokens)
        if isinstance(found, Stream):
            begins = _STREAM.match(text, found.at)
            if begins is not None:
                found.packed = text[begins.end() : begins.end() + int(found["/Length"])]
        return found

    def _value(self, token: re.Match[bytes], tokens: Iterator[re.Match[bytes]]) -> Any:
        word = token[1]
        if word == b"<<":
            held = Stream()
            while (key := next(tokens))[1] != b">>":
                held[key[1].decode("latin-1")] = self._value(next(tokens), tokens)
            held.at = key.end()
            return held
        if word == b"[":
            listed = []
            while (member := next(tokens))[1] != b"]":
                listed.append(self._value(member, tokens))
            return listed
        if word.endswith(b" R"):
            return ObjectReference(self, int(word.split()[0]))
        if word[:1] == b"(":
            return _text(_ESCAPE.sub(_sign, word[1:-1]))
        if word[:1] in (b"/", b"<"):
            return word.decode("latin-1")
        return _WORDS[word] if word in _WORDS else float(word)


class Stream(dict[str, Any]):
    """A dictionary, with the stream that follows it, if one does."""

    packed = b""
    at = 0  # where it ends

    def get_data(self) -> bytes:
        """What was packed."""
        return zlib.decompress(self.packed) if "/Filter" in self else self.packed


class ObjectReference:
    """Stands for an object of the file."""

    def __init__(self, file: OurFile, number: int) -> None:
        """Take the object's number."""
        self._file, self.idnum = file, number

    def get_object(self) -> Any:
        """The object."""
        return self._file.object(self.idnum)


def _sign(found: re.Match[bytes]) -> bytes:
    said = found[1]
    return bytes([int(said, 8) & 255]) if said.isdigit() else _SIGNS.get(said, said)


def _text(data: bytes) -> str:
    return data[2:].decode("utf-16-be") if data.startswith(b"\xfe\xff") else data.decode("latin-1")
