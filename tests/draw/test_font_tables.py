"""What is read of a font's tables at a glance is what reportlab reads, byte for byte; else it is left to reportlab."""

import random
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from each import each
from tries import dear_but, tries

from generator.draw.marks.font_tables import FontTables, read_tables, steering
from generator.draw.marks.fontfile import check_font
from generator.draw.marks.fonts import PressFont, load

FONTS = Path(__file__).parents[2] / "templates/common/fonts"
SMALL = FONTS / "lilita-one/LilitaOne_400Regular.ttf"
DATA = SMALL.read_bytes()
READ = ("name", "head", "hhea", "maxp", "cmap", "OS/2", "post")


def by_reportlab(data: bytes) -> FontTables | None:
    try:
        return PressFont(SMALL, data).tables()
    except (struct.error, ArithmeticError, LookupError, ValueError):
        return None


@each("path", sorted(FONTS.rglob("*.ttf")))
def test_fonts_that_ship_are_read_as_reportlab_reads_them(path: Path) -> None:
    data = path.read_bytes()
    tables = read_tables(data)
    assert tables is not None
    printed = PressFont(path, data)
    assert tables == printed.tables()
    assert list(tables.glyphs) == list(printed.face.charToGlyph)


def places() -> Iterator[tuple[int, int]]:
    """Start and length of the tables that are read."""
    (count,) = struct.unpack_from(">H", DATA, 4)
    for at in range(12, 12 + 16 * count, 16):
        tag, _, start, length = struct.unpack_from(">4sIII", DATA, at)
        if tag.decode() in READ:
            yield start, length


@pytest.mark.tried
@pytest.mark.parametrize("seed", dear_but(4, range(tries(20))))
def test_whatever_stands_in_a_font_is_read_as_reportlab_reads_it(seed: int) -> None:
    chance, tables = random.Random(seed), list(places())
    for _ in range(50):
        data = bytearray(DATA)
        for _ in range(chance.randint(1, 3)):
            start, length = chance.choice(tables)
            at = start + chance.randrange(min(length, chance.choice((40, 100, length))))
            data[at] = chance.choice((0, 1, 255, data[at] ^ 1, chance.randrange(256)))
        try:
            check_font(bytes(data))
        except ValueError:
            continue
        tables_read = read_tables(bytes(data))
        assert tables_read is None or tables_read == by_reportlab(bytes(data))


def test_a_font_of_an_unusual_sort_is_left_to_reportlab(tmp_path: Path) -> None:
    data = bytearray(DATA)
    at = next(12 + 16 * number for number in range(99) if data[12 + 16 * number : 16 + 16 * number] == b"OS/2")
    data[at : at + 4] = b"OS/x"
    assert read_tables(bytes(data)) is None
    (tmp_path / "Odd.ttf").write_bytes(data)
    assert load(tmp_path / "Odd.ttf").width("A") == load(SMALL).width("A")


def test_what_steers_is_known() -> None:
    assert steering({0x41: 3, 0x202E: 4, 0x20: 5, 0x7F: 6}) == {0x202E, 0x7F}


def test_a_font_is_printed_from_the_bytes_that_were_read(tmp_path: Path) -> None:
    file = tmp_path / "Own.ttf"
    file.write_bytes(DATA)
    font = load(file)
    file.unlink()
    assert font.reportlab.face.name == b"LilitaOne"
