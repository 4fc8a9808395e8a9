"""CSV and TSV: encodings, separators, quotes, and what is told of them."""

import pytest
from each import each

from generator.core.problem import Faulty, WrongUse
from generator.tables import cells, delimited
from generator.tables.cells import CellGrid
from generator.tables.delimited import read_delimited


def read(data: bytes, name: str = "a.csv", encoding: str | None = None) -> CellGrid:
    return read_delimited(data, name, encoding)


def texts(grid: CellGrid) -> list[list[str]]:
    return [[cell.text for _, cell in sorted(found.items())] for _, found in grid.in_order()]


@each(
    "data, told",
    [
        ("id,é\n".encode(), "UTF-8, cells separated by commas"),
        ("id;é\r\n".encode("utf-8-sig"), "UTF-8, cells separated by semicolons"),
        ("id\té\n".encode("utf-16"), "UTF-16, cells separated by tabs"),
        (b"\xfe\xff" + "id\té\n".encode("utf-16-be"), "UTF-16, cells separated by tabs"),
        ("sep=|\nid|é\n".encode(), "UTF-8, cells separated by |"),
        ("sep=\t\r\nid\té\n".encode(), "UTF-8, cells separated by tabs"),
        ('"sep=,"\nid,é\n'.encode(), "UTF-8, cells separated by commas"),
    ],
)
def test_the_encoding_and_the_separator_are_found_and_reported(data: bytes, told: str) -> None:
    grid = read(data)
    assert grid.notes == [told]
    assert texts(grid)[-1] == ["id", "é"]


# Two cards in a language, and the encodings that its sheets come in.
SHEETS = (
    ("fox,Füchse,Nimm zwei Karten für den Zug. Größe", "cp1252 mac-roman cp850"),
    ("fox,Forêt,Piochez deux cartes à la fin l’été à côté", "cp1252 mac-roman"),
    ("fox,Zorro,¿Añade el corazón más pequeño?", "cp1252 mac-roman cp850"),
    ("fox,Fox,Don’t “draw” – it’s 5 €…", "cp1252"),
    ("fox,Räv,Ta två kort från högen", "cp1252 mac-roman cp850"),
    ("fox,Raposa,Não jogue duas cartas à mão coração", "cp1252 mac-roman"),
    ("fox,Lis,Weź dwie karty potem żółw śpi", "cp1250 iso8859-2"),
    ("fox,Liška,Vezmi dvě karty žluťoučký kůň", "cp1250 iso8859-2"),
    ("fox,Róka,Húzz két kártyát őrült tűz", "cp1250"),
    ("fox,Лиса,Возьми две карты", "cp1251 koi8-r cp866"),
    ("fox,Лисиця,Візьми дві карти її їжак", "cp1251"),
    ("fox,Αλεπού,Τράβα δύο κάρτες.", "cp1253"),
    ("fox,Tilki,İki kart çek ve ğüzel şans", "cp1254"),
    ("fox,Tilki,Çiğ köfte İstanbul şişe ığdır", "cp1254"),
    ("fox,Lis,Żółw ciągnie dwie karty źdźbło", "cp1250 iso8859-2"),
    ("fox,แม่มด,จั่วการ์ด 2 ใบ แล้วทิ้งหนึ่งใบ", "cp874"),
    ("fox,Volpe,È la città perché", "cp1252 mac-roman"),
    ("fox,Renard,À vous l’État; Éléphant", "cp1252"),
    ("fox,שועל,קח שני קלפים", "cp1255"),
    ("fox,ثعلب,خذ بطاقتين", "cp1256"),
    ("fox,Lapė,Paimk dvi kortas ąžuolų šį", "cp1257"),
    ("fox,狐①,カードを二枚引く。", "cp932"),
    ("fox,狐,カードを二枚引く。", "cp932 euc-jp"),
    ("fox,狐狸,抽两张牌。", "gbk"),
    ("fox,狐狸,抽兩張牌。", "big5"),
    ("fox,여우,카드 두 장을 뽑는다.", "cp949"),
    ("fox,Füchse,Нимм 狐", "utf-16-le utf-16-be utf-32 utf-32-le utf-32-be"),
    ("fox,Fox,Draw", "utf-16-le utf-16-be utf-32 utf-32-le"),
)


@each("line, encoding", [(line, name) for line, names in SHEETS for name in names.split()])
def test_another_encoding_is_refused_with_a_guess(line: str, encoding: str) -> None:
    data = f"id,name,text\n{line}\n".encode(encoding)
    with pytest.raises(Faulty) as refused:
        read(data)
    assert refused.value.problems[0].message == f"it is not UTF-8; looks like {encoding}: --encoding {encoding}"
    word = next((word for word in line.replace(",", " ").split() if not word.isascii()), "")
    assert encoding.startswith("utf") or f"it reads '{word}' then" in refused.value.problems[0].hint
    grid = read(data, encoding=encoding)
    assert texts(grid)[-1] == line.split(",")
    assert grid.notes == [f"{encoding}, cells separated by commas"]


@each("mark", ["utf-8-sig", "utf-16"])
def test_a_mark_says_more_than_the_user(mark: str) -> None:
    grid = read("id,é\n".encode(mark), encoding="cp1252")
    assert texts(grid) == [["id", "é"]]
    assert grid.notes[0].startswith(mark[:5].upper())


@each("name", ["xx", "rot13", "hex", "zlib", "idna", "unicode_escape", "undefined", "a\0b", "x" * 999])
def test_a_name_of_no_encoding_is_wrong_use(name: str) -> None:
    with pytest.raises(WrongUse, match="no encoding has that name"):
        read("id,é\n".encode("cp1252"), encoding=name)


@each("encoding", ["ascii", "shift_jis", "utf-8", "UTF8", "cp1252"])
def test_an_encoding_that_is_not_that_of_the_file_is_refused_at_its_line(encoding: str) -> None:
    with pytest.raises(Faulty, match=f"a.csv:2: it is not {encoding}: byte 0x81"):
        read(b"id,name\n1,\x81\n", encoding=encoding)


@each(
    "line, cells",
    [
        ('="007";="1,5";="";="a""b"', ["007", "1,5", 'a"b']),
        ('"=""007""";\'="007"', ["007", '\'="007"']),
        ("=1+1;=A1", ["=1+1", "=A1"]),
    ],
)
def test_a_text_that_a_spreadsheet_is_to_leave_alone_is_that_text(line: str, cells: list[str]) -> None:
    assert texts(read(f"a;b;c\n{line}\n".encode())) == [["a", "b", "c"], cells]


@each(
    "line, cells",
    [
        ('"Two", "moon", 4, "hi, there"', ["Two", "moon", "4", "hi, there"]),
        ('Two,   "a ""b"" c", x', ["Two", 'a "b" c', "x"]),
        ('Two, moon "bright", x', ["Two", 'moon "bright"', "x"]),
        (' "Two","moon"', ["Two", "moon"]),
    ],
)
def test_blanks_before_a_quote_are_none_of_the_cell(line: str, cells: list[str]) -> None:
    assert texts(read(f"a,b\n{line}\n".encode()))[1] == cells


def test_a_first_line_can_name_the_separator_and_is_no_row() -> None:
    assert texts(read(b"sep=;\r\nid;a,b,c\r\n")) == [["id", "a,b,c"]]


def test_a_separator_in_quotes_counts_for_nothing() -> None:
    assert texts(read(b'id;"a,b,c,d"\n')) == [["id", "a,b,c,d"]]


def test_a_tsv_has_tabs() -> None:
    assert texts(read(b"a,b,c\td\n", "a.tsv")) == [["a,b,c", "d"]]


def test_line_breaks_and_quotes_stand_in_cells() -> None:
    grid = read(b'id,a\r\n1,"two\r\nlines, ""quoted"""\r\n\r\n3,x')
    assert texts(grid) == [["id", "a"], ["1", 'two\nlines, "quoted"'], ["3", "x"]]
    assert sorted(grid.rows) == [1, 2, 4]  # rows as a spreadsheet counts them


@pytest.mark.parametrize(
    "data, message",
    [
        (b'id,a\n1,"x"y\n', "the quotes do not fit together"),
        (b'id,a\n1,"x\n', "the quotes do not fit together"),
        (b"\x00\x01id,a", "null bytes"),
        (bytes(range(128, 256)), "it is not UTF-8, and no other encoding fits"),
        (("id;" + "äöüß" * 9).encode() + b"\n\xff;", "a.csv:2: it is UTF-8, but for 1 wrong bytes from here on"),
        (b"\xff\xfei\x00d", "marked as UTF-16"),
        (b'id\n"' + b"x" * 200_000 + b'"', "100,000 characters"),
        (b"," * 20_000, "16,384 cells"),
        (b"a,b\n" * 1_000, "1,000 cells"),
        (b"\n" * 2_000, "1,000 rows"),
    ],
)
def test_what_is_no_such_file_is_refused(data: bytes, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "MAX_CELLS", 1000)
    monkeypatch.setattr(delimited, "MAX_ROW", 1000)
    with pytest.raises(Faulty, match=message):
        read(data)
