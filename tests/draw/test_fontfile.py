"""Damaged fonts: told, whatever is wrong with them."""

import random
import struct
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from drawn import DEJAVU
from each import each
from tiny_fonts import EMPTY, NO_CONTOURS, SQUARE, made_of, tiny_font

from generator.draw.marks.fontfile import MAX_MAPPED, check_font
from generator.draw.marks.fonts import load, split_by_font

FONT = Path(__file__).parents[2] / "templates/common/fonts/barlow/Barlow_400Regular.ttf"
DATA = FONT.read_bytes()
Change = Callable[[bytearray], None]


def table(tag: str) -> tuple[int, int]:
    at = next(12 + 16 * n for n in range(99) if DATA[12 + 16 * n : 16 + 16 * n] == tag.encode())
    start, length = struct.unpack_from(">II", DATA, at + 8)
    return start, length


def put(tag: str, offset: int, form: str, *values: int) -> Change:
    return lambda data: struct.pack_into(form, data, table(tag)[0] + offset, *values)


def noise(tag: str) -> Change:
    def change(data: bytearray) -> None:
        start, length = table(tag)
        data[start : start + length] = random.Random(7).randbytes(length)

    return change


def first_part_of_cmap(form: str, *values: int) -> Change:
    start = table("cmap")[0]
    (offset,) = struct.unpack_from(">I", DATA, start + 8)
    return put("cmap", offset, form, *values)


def test_a_sound_font_is_read() -> None:
    check_font(DATA)
    assert load(FONT).width("A") > 0


@each(
    "change",
    [
        lambda data: data.clear(),
        lambda data: data.__delitem__(slice(10, None)),
        lambda data: data.__delitem__(slice(len(data) // 2, None)),
        lambda data: data.__setitem__(slice(0, 4), b"OTTO"),
        lambda data: data.__setitem__(slice(0, 4), b"ttcf"),
        lambda data: data.__setitem__(slice(4, 6), b"\xff\xff"),
        put("head", 18, ">H", 0),
        put("head", 50, ">h", 7),
        put("maxp", 4, ">H", 0),
        put("maxp", 4, ">H", 65_535),
        put("hhea", 34, ">H", 0),
        put("hhea", 34, ">H", 65_535),
        put("cmap", 2, ">H", 65_535),
        first_part_of_cmap(">HHIIIIII", 12, 0, 28, 0, 1, 0, 0x7FFFFFFF, 1),
        first_part_of_cmap(">HHIII", 12, 0, 28, 0, 0xFFFFFFFF),
        noise("loca"),
        noise("glyf"),
    ],
)
def test_a_damaged_font_is_refused(change: Change, tmp_path: Path) -> None:
    data = bytearray(DATA)
    change(data)
    file = tmp_path / "Bad.ttf"
    file.write_bytes(data)
    with pytest.raises(ValueError, match=r"^Bad\.ttf: "):
        load(file)


def test_a_font_for_more_characters_than_there_are_is_refused() -> None:
    data = bytearray(DATA)
    first_part_of_cmap(">HHIIIIII", 13, 0, 28, 0, 1, 0, MAX_MAPPED, 1)(data)
    with pytest.raises(ValueError, match=f"more than {MAX_MAPPED:,} characters"):
        check_font(bytes(data))


@each("seed", range(30))
def test_a_font_with_random_bytes_in_it_is_read_or_refused(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    data = bytearray(DATA)
    for _ in range(40):
        data[chance.randrange(12, 400 if seed % 2 else len(data))] = chance.randrange(256)
    file = tmp_path / f"Odd{seed}.ttf"
    file.write_bytes(data)
    with suppress(ValueError):  # whatever else is a fault
        load(file)


def test_a_font_without_a_table_that_is_not_needed_is_read(tmp_path: Path) -> None:
    data = bytearray(DATA)
    at = next(12 + 16 * number for number in range(99) if data[12 + 16 * number : 16 + 16 * number] == b"OS/2")
    data[at : at + 4] = b"OS/x"
    (tmp_path / "Odd.ttf").write_bytes(data)
    assert load(tmp_path / "Odd.ttf").width("A") == load(FONT).width("A")


def test_what_only_steers_is_no_glyph_of_a_font() -> None:
    steers = {0x202E, 0x200F, 0x2028}
    font = load(FONT.parents[1] / "andika" / "Andika_400Regular.ttf")
    assert steers <= font.face.charToGlyph.keys()
    assert not steers & font.glyphs.keys()
    assert {0x20, 0x41, 0xA0} <= font.glyphs.keys()


def test_a_font_is_printed_from_the_bytes_that_were_read(tmp_path: Path) -> None:
    file = tmp_path / "Own.ttf"
    file.write_bytes(DATA)
    font = load(file)
    file.unlink()
    assert font.face.name == load(FONT).face.name


def test_a_folder_is_no_font(tmp_path: Path) -> None:
    folder = tmp_path / "Folder.ttf"
    folder.mkdir()
    with pytest.raises(ValueError, match="not a file"):
        load(folder)


def tiny(tmp_path: Path, data: bytes) -> Path:
    file = tmp_path / "Tiny.ttf"
    file.write_bytes(data)
    return file


def test_a_letter_without_an_outline_is_not_in_the_font_but_a_blank_is(tmp_path: Path) -> None:
    """In a font of colours alone, what is drawn lies in layers that are not read."""
    layers = {"COLR": b"\0" * 14, "CPAL": b"\0" * 12}
    letters = {"a": SQUARE, "b": EMPTY, "c": NO_CONTOURS, "7": EMPTY, "!": made_of(1), "é": made_of(2, 1), "😀": EMPTY}
    blanks = dict.fromkeys("\u00a0\u3000\u2003\u115f\u3164\u2800\u0301\u200b", EMPTY)
    font = load(tiny(tmp_path, tiny_font({**letters, **blanks}, more=layers)))
    assert [sign for sign in letters if font.has(sign)] == ["a", "é"]
    assert all(font.has(sign) for sign in blanks)
    assert split_by_font("ab", (font, DEJAVU)) == ([(font, "a"), (DEJAVU, "b")], [])
    assert split_by_font("ab", (font,))[1] == ["b"]


@each("tag", ["OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post"])
def test_a_font_without_a_table_is_read_or_refused_with_a_sentence(tag: str, tmp_path: Path) -> None:
    file = tiny(tmp_path, tiny_font({"a": SQUARE}, without=[tag]))
    if tag == "OS/2":
        assert load(file).width("a") == 0.5
    else:
        with pytest.raises(ValueError, match=f"^Tiny.ttf: the file is damaged, .*: it has no table '{tag}'$"):
            load(file)


@each("tag", ["CBDT", "EBDT", "sbix", "SVG "])
def test_a_font_of_pictures_is_refused_as_one(tag: str, tmp_path: Path) -> None:
    data = tiny_font({"a": SQUARE}, without=["glyf", "loca"], more={tag: b"none"})
    with pytest.raises(ValueError, match=rf"it holds pictures \({tag.strip()}\) in place of outlines; take a font"):
        load(tiny(tmp_path, data))


@each("table, size", [(tag, size) for tag in ("name", "post", "OS/2", "fvar") for size in (0, 1, 5, 11)])
def test_a_table_that_ends_too_early_is_told_in_words(table: str, size: int, tmp_path: Path) -> None:
    file = tiny(tmp_path, tiny_font({"a": SQUARE}, more={table: b"\x7f" * size}))
    try:
        load(file)
    except ValueError as error:
        assert len(str(error).split()) > 4  # noqa: PT017 - it may be sound enough, too


def test_a_variable_font_tells_its_axes(tmp_path: Path) -> None:
    font = load(tiny(tmp_path, tiny_font({"a": SQUARE}, {"wght": 300, "slnt": -7.5})))
    assert font.axes == (("wght", 100, 300, 900), ("slnt", 100, -7.5, 900))
