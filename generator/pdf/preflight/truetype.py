"""Which glyph a TrueType font has for a code: its tables ``cmap`` and ``maxp`` (OpenType 1.9), and no more of it."""

from bisect import bisect_left
from collections.abc import Callable
from struct import error as StructError  # noqa: N812 - the module's own name for it says nothing
from struct import unpack_from

Lookup = Callable[[int], int]  # a code's glyph; 0, the box for missing ones, where it has none

_MOST_TABLES = 64


class TrueType:
    """An embedded font program.

    Raises:
        ValueError: it is none.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        try:
            self._tables = self._directory()
            self.glyphs = int(unpack_from(">H", data, self._tables["maxp"] + 4)[0])
            self.maps = self._maps() if "cmap" in self._tables else {}
        except (StructError, KeyError) as error:
            raise ValueError(f"not a TrueType font: {error}") from None

    def _directory(self) -> dict[str, int]:
        start = unpack_from(">4xI", self._data, 8)[0] if self._data[:4] == b"ttcf" else 0
        count = min(unpack_from(">H", self._data, start + 4)[0], _MOST_TABLES)
        entries = [unpack_from(">4sII", self._data, start + 12 + 16 * at) for at in range(count)]
        return {tag.decode("latin-1"): offset for tag, _, offset in entries}

    def _maps(self) -> dict[tuple[int, int], Lookup]:
        """The maps from codes to glyphs by platform and encoding."""
        start = self._tables["cmap"]
        count = min(unpack_from(">H", self._data, start + 2)[0], _MOST_TABLES)
        found: dict[tuple[int, int], Lookup] = {}
        for at in range(count):
            platform, encoding, offset = unpack_from(">HHI", self._data, start + 4 + 8 * at)
            form = unpack_from(">H", self._data, start + offset)[0]
            reader = {0: self._bytes, 4: self._segments, 6: self._range, 12: self._groups}.get(form)
            if reader is not None:
                found[platform, encoding] = self._safe(reader(start + offset))
        return found

    @staticmethod
    def _safe(lookup: Lookup) -> Lookup:
        def glyph(code: int) -> int:
            try:
                return lookup(code)
            except StructError:
                return 0

        return glyph

    def _bytes(self, start: int) -> Lookup:
        return lambda code: self._data[start + 6 + code] if code < 256 and start + 6 + code < len(self._data) else 0

    def _range(self, start: int) -> Lookup:
        first, count = unpack_from(">HH", self._data, start + 6)
        return lambda code: (
            unpack_from(">H", self._data, start + 10 + 2 * (code - first))[0] if 0 <= code - first < count else 0
        )

    def _segments(self, start: int) -> Lookup:
        data = self._data
        count = unpack_from(">H", data, start + 6)[0] // 2
        ends = unpack_from(f">{count}H", data, start + 14)
        starts = unpack_from(f">{count}H", data, start + 16 + 2 * count)
        deltas = unpack_from(f">{count}H", data, start + 16 + 4 * count)
        at_offsets = start + 16 + 6 * count
        offsets = unpack_from(f">{count}H", data, at_offsets)

        def glyph(code: int) -> int:
            segment = bisect_left(ends, code)
            if segment == count or code < starts[segment]:
                return 0
            if not offsets[segment]:
                return int(code + deltas[segment]) & 0xFFFF
            place = at_offsets + 2 * segment + offsets[segment] + 2 * (code - starts[segment])
            found = unpack_from(">H", data, place)[0]
            return int(found + deltas[segment]) & 0xFFFF if found else 0

        return glyph

    def _groups(self, start: int) -> Lookup:
        count = unpack_from(">I", self._data, start + 12)[0]

        def glyph(code: int) -> int:
            low, high = 0, count
            while low < high:
                middle = (low + high) // 2
                first, last, number = unpack_from(">III", self._data, start + 16 + 12 * middle)
                if first <= code <= last:
                    return int(number + code - first)
                low, high = (low, middle) if code < first else (middle + 1, high)
            return 0

        return glyph
