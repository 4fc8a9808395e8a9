"""What a PDF's fonts are, what the codes in its texts mean, and which of them show no glyph of their own."""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from generator.pdf.preflight.facts import PdfFont
from generator.pdf.preflight.objects import identity, number, numbers, unpacked, value

if TYPE_CHECKING:
    from generator.pdf.preflight.truetype import TrueType


_PROGRAMS = ("/FontFile", "/FontFile2", "/FontFile3")
_TAG = 7  # six capitals and a plus before a subset's name
_WINDOWS, _MAC, _UNICODE = 3, 1, 0  # cmap platforms
_NOTHING = "\0"  # what some programs say that a character means for which there was no glyph
_SYMBOLS = 0xF000  # where fonts of symbols keep their codes
_MOST_FONTS = 200  # that are kept


class ReadFont:
    """A font of a PDF."""

    def __init__(self, entry: Any) -> None:
        self.key = id(self)  # whoever holds the key holds the font
        self._entry = entry
        self.kind = str(value(entry, "/Subtype") or "")
        descendants = value(entry, "/DescendantFonts")
        self._inner = descendants[0].get_object() if self.kind == "/Type0" and descendants else entry
        self._descriptor = value(self._inner, "/FontDescriptor")
        self.name = str(
            value(entry, "/BaseFont") or value(self._descriptor, "/FontName") or "a font without a name"
        ).lstrip("/")
        matrix = numbers(value(entry, "/FontMatrix"), 6) if self.kind == "/Type3" else None
        self.scale = abs(matrix[3]) * 1000 if matrix else 1.0  # a glyph's units to the size, 1/1000 but for Type 3

    @cached_property
    def facts(self) -> PdfFont:
        """What the rules look at."""
        tagged = self.name[_TAG - 1 : _TAG] == "+" and self.name[: _TAG - 1].isupper()
        drawn = self.kind == "/Type3"  # its glyphs are drawn in the file itself
        embedded = drawn or any(value(self._descriptor, key) is not None for key in _PROGRAMS)
        return PdfFont(self.name[_TAG:] if tagged else self.name, embedded, tagged or drawn)

    @cached_property
    def _encoding(self) -> Any:
        return value(self._entry, "/Encoding")

    @cached_property
    def _texts(self) -> dict[int, str]:
        return read_map(unpacked(value(self._entry, "/ToUnicode")))

    @cached_property
    def _codec(self) -> str:
        base = value(self._encoding, "/BaseEncoding") or self._encoding
        return "mac_roman" if base == "/MacRomanEncoding" else "cp1252"

    @cached_property
    def _two_bytes(self) -> bool:
        return self.kind == "/Type0" and self._encoding in ("/Identity-H", "/Identity-V")

    def codes(self, text: bytes) -> Sequence[int]:
        """The codes of a string; nothing where they can't be told apart."""
        if self._two_bytes:
            return [high << 8 | low for high, low in zip(text[::2], text[1::2], strict=False)]
        return text if self.kind != "/Type0" else ()

    def is_blank(self, codes: Sequence[int]) -> bool:
        """Whether a text is nothing but spaces, which nobody sees whatever their size."""
        return bool(codes) and len(set(codes)) == 1 and self._text(codes[0]).isspace()

    def text(self, codes: Iterable[int]) -> str:
        """What codes mean, as far as it is known."""
        return "".join(self._text(code) for code in codes)

    def _text(self, code: int) -> str:
        if code in self._texts:
            return self._texts[code]
        return bytes([code]).decode(self._codec, "replace") if self.kind != "/Type0" and code < 256 else "\ufffd"

    def missing(self, codes: Iterable[int]) -> list[int]:
        """Those codes for which the font shows its box for missing glyphs, or nothing at all."""
        unmapped = self._is_missing
        return sorted(
            code for code in codes if self._texts.get(code) == _NOTHING or (unmapped is not None and unmapped(code))
        )

    @cached_property
    def _is_missing(self) -> Callable[[int], bool] | None:
        """How to tell; None where it can't be determined."""
        if self.kind == "/Type3":
            return self._not_among(value(self._entry, "/CharProcs"))
        if self.kind == "/Type0":
            return self._missing_by_number() if self._two_bytes else None
        names = self._names
        if self.kind == "/TrueType" and (program := self._program()) is not None:
            return self._missing_by_map(program)
        return (lambda code: names.get(code) == "/.notdef") if self.facts.embedded else None

    @cached_property
    def _names(self) -> dict[int, str]:
        """The glyphs' names that the font's encoding gives itself."""
        found: dict[int, str] = {}
        code = 0
        for item in value(self._encoding, "/Differences") or []:
            at = number(item) if not isinstance(item, str) else None
            if at is not None:
                code = int(at)
            else:
                found[code] = str(item)
                code += 1
        return found

    def _not_among(self, drawn: Any) -> Callable[[int], bool]:
        names = self._names
        return lambda code: (
            isinstance(drawn, dict) and names.get(code, "") not in drawn and not self._text(code).isspace()
        )

    def _program(self) -> "TrueType | None":
        from generator.pdf.preflight.truetype import TrueType

        stream = value(self._descriptor, "/FontFile2")
        try:
            return TrueType(unpacked(stream)) if stream is not None else None
        except ValueError:
            return None

    def _missing_by_number(self) -> Callable[[int], bool] | None:
        """For fonts whose codes are the numbers of their glyphs, of which 0 is the box for missing ones."""
        if not self.facts.embedded:
            return None
        program = self._program()
        map_to_glyphs = value(self._inner, "/CIDToGIDMap")
        table = unpacked(map_to_glyphs) if hasattr(map_to_glyphs, "get_data") else b""
        most = program.glyphs if program is not None else 1 << 16

        def is_missing(code: int) -> bool:
            glyph = int.from_bytes(table[2 * code : 2 * code + 2], "big") if table else code
            return glyph == 0 or glyph >= most

        return is_missing

    def _missing_by_map(self, program: "TrueType") -> Callable[[int], bool] | None:
        """For fonts that find their glyphs by a map from codes, or from characters: only where no way finds one."""
        if not program.maps:
            return None

        names = self._names

        def is_missing(code: int) -> bool:
            if code in names and code not in self._texts:
                return names[code] == "/.notdef"
            character = self._text(code)
            meant = ord(character) if len(character) == 1 else code
            return not any(
                lookup(each)
                for (platform, _), lookup in program.maps.items()
                for each in ((code,) if platform == _MAC else (code, _SYMBOLS + code, meant))
            )

        return is_missing


class FontShelf:
    """The fonts of a file, each opened once as long as there are not too many."""

    def __init__(self) -> None:
        self._fonts: dict[Hashable, ReadFont] = {}

    def font(self, fonts: Any, name: str) -> ReadFont | None:
        """The font that a resource dictionary's fonts have under a name."""
        entry = value(fonts, f"/{name}")
        if not isinstance(entry, dict):
            return None
        key = identity(fonts, f"/{name}")
        if key in self._fonts:
            self._fonts[key] = self._fonts.pop(key)  # the last that was asked for is the last to go
        else:
            if len(self._fonts) >= _MOST_FONTS:
                del self._fonts[next(iter(self._fonts))]
            self._fonts[key] = ReadFont(entry)
        return self._fonts[key]


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
