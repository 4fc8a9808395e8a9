"""Whatever the file is, preflight says something short about it, and soon."""

import random
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from each import each
from foreign import form, only, pictured, raw, raw_pdf, sheet, stream, text, written
from pypdf import PdfReader, PdfWriter
from reportlab.pdfgen.canvas import Canvas
from tries import slow_but, tries

from generator.pdf.preflight.apart import Apart
from generator.pdf.preflight.examine import preflight


def ordinary(path: Path) -> Path:
    """What reportlab writes for somebody who asks for nothing."""
    canvas = Canvas(str(path), pagesize=(612, 792), invariant=1)
    canvas.setFont("Helvetica", 12)
    canvas.drawString(100, 700, "Cards to print")
    pictured(canvas, 100, 40)
    canvas.save()
    return path


def test_an_ordinary_file_gets_a_problem_for_each_thing_it_leaves_out(tmp_path: Path) -> None:
    problems = preflight(ordinary(tmp_path / "cards.pdf"))
    assert [(problem.level, problem.rule) for problem in problems] == [
        ("error", "font-embedded"),
        ("error", "picture-resolution"),
        ("warning", "boxes"),
        ("warning", "print-scaling"),
    ]
    assert {(problem.file, problem.line, problem.column) for problem in problems} == {
        (str(tmp_path / "cards.pdf"), 1, 1)
    }


def test_a_file_can_be_called_by_another_name(tmp_path: Path) -> None:
    assert {problem.file for problem in preflight(ordinary(tmp_path / ".part"), name="cards.pdf")} == {"cards.pdf"}


@each(
    ("content", "rule"),
    [
        (b"", "not-a-pdf"),
        (b"id: cake\nname: Cake\n", "not-a-pdf"),
        (b"%PDF-1.7\n", "damaged"),
        (b"%PDF-1.7\n%%EOF\n", "damaged"),
    ],
)
def test_what_is_no_pdf_or_has_nothing_in_it_is_one_problem(tmp_path: Path, content: bytes, rule: str) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(content)
    problem = only(path)
    assert (problem.rule, problem.level, problem.line, problem.column) == (rule, "error", 1, 1)


def test_a_locked_file_is_one_problem(tmp_path: Path) -> None:
    writer = PdfWriter(PdfReader(ordinary(tmp_path / "open.pdf")))
    writer.encrypt("secret", "owner", algorithm="RC4-128")
    writer.write(tmp_path / "locked.pdf")
    problem = only(tmp_path / "locked.pdf")
    assert (problem.rule, problem.message) == ("encrypted", "the file is locked with a password")


@pytest.mark.parametrize("cipher", ["RC4-40", "RC4-128"])
def test_a_file_that_opens_without_its_password_is_read(tmp_path: Path, cipher: str) -> None:
    path = tmp_path / "open.pdf"
    writer = PdfWriter(PdfReader(ordinary(path)))
    writer.encrypt("", "owner", algorithm=cipher)
    writer.write(tmp_path / "restricted.pdf")
    assert preflight(tmp_path / "restricted.pdf", name="file") == preflight(path, name="file")


@pytest.mark.parametrize("cipher", ["aes-128", "aes-256"])  # made once: pypdf alone cannot write them
def test_a_file_encrypted_with_aes_that_opens_without_its_password_is_read(cipher: str) -> None:
    assert preflight(Path(__file__).parent / f"restricted-{cipher}.pdf") == []


def test_a_file_whose_encryption_nobody_knows_is_said_to_be_unreadable(tmp_path: Path) -> None:
    writer = PdfWriter(PdfReader(ordinary(tmp_path / "open.pdf")))
    writer.encrypt("", "owner", algorithm="RC4-128")
    writer.write(tmp_path / "file.pdf")
    content = (tmp_path / "file.pdf").read_bytes()
    (tmp_path / "file.pdf").write_bytes(content.replace(b"/Filter /Standard", b"/Filter /Stranger"))
    problem = only(tmp_path / "file.pdf")
    assert (problem.rule, "cannot be read here" in problem.message) == ("encrypted", True)


def test_a_file_cut_off_anywhere_is_one_problem(tmp_path: Path) -> None:
    whole = sheet(tmp_path / "whole.pdf", *[text] * 3).read_bytes()
    path = tmp_path / "cut.pdf"
    for end in range(20, len(whole) - 8, len(whole) // 20):
        path.write_bytes(whole[:end])
        assert only(path).rule == "damaged"


def test_a_file_with_no_page_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(raw_pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[]/Count 0>>"))
    assert only(path).message == "the file has no pages"


def test_too_many_pages_are_not_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595.276 841.89]>>"
    kids = b" ".join(b"%d 0 R" % (3 + number) for number in range(1001))
    path.write_bytes(
        raw_pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count 1001/Kids[" + kids + b"]>>", *[page] * 1001)
    )
    problem = only(path)
    assert (problem.rule, problem.message) == ("too-large", "1001 pages; 1000 at most are read")


def test_a_file_too_large_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    with path.open("wb") as file:
        file.write(b"%PDF-1.7\n")
        file.truncate(200_000_001)  # a hole, that takes no room
    assert only(path).rule == "too-large"


MANY = 6_000_000
WELL = b"<</XObject<</A 5 0 R>>>>"
BOMBS: dict[str, Callable[[], bytes]] = {  # packed only where they are asked for
    "a stream that unpacks without end": lambda: raw(b"0 0 m " * 20_000_000),
    "a form in itself": lambda: raw(b"/A Do", WELL, form(b"/A Do " * 50, b"/BBox[0 0 9 9]/Resources" + WELL)),
    "forms in forms in forms": lambda: raw(
        b"/A Do",
        WELL,
        *(
            form(b"/A Do .9 0 0 .8 0 0 cm /A Do " * 4, b"/BBox[0 0 9 9]/Resources<</XObject<</A %d 0 R>>>>" % at)
            for at in range(6, 26)
        ),
        form(b"0 0 m 9 9 l S"),
    ),
    "states put aside without end": lambda: raw(b"q " * MANY),
    "numbers without end": lambda: raw(b"1 " * MANY),
    "spaces without end": lambda: raw(b" " * 50_000_000),
    "strings that never close": lambda: raw(b"((" * 500_000),
    "a map to characters without end": lambda: raw(
        b"BT /F 9 Tf 300 300 Td (a) Tj ET",
        b"<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 5 0 R>>>>>>",
        stream(b"beginbfrange " + b"<0000> <FFFF> <0000> " * 100_000 + b"endbfrange"),
    ),
}


@pytest.mark.slow
@pytest.mark.tried
@pytest.mark.parametrize("bomb", slow_but(["a form in itself"], BOMBS))
def test_a_small_file_that_unpacks_or_repeats_without_end_is_left_soon(tmp_path: Path, bomb: str) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(BOMBS[bomb]())
    with Apart(seconds=2) as apart:
        problems = apart.examine(path).problems
    assert len(problems) <= 3
    assert {problem.rule for problem in problems} <= {"too-costly", "damaged", "font-embedded"}


@pytest.mark.slow
@pytest.mark.tried
def test_bytes_changed_by_chance_never_break_the_tool(tmp_path: Path) -> None:
    chance = random.Random(6)
    path = tmp_path / "file.pdf"

    def words_and_picture(canvas: Canvas) -> None:
        written(canvas, "日 ok", 9)
        pictured(canvas, 9, 9)

    plain = sheet(tmp_path / "plain.pdf", words_and_picture, pageCompression=0)
    for _ in range(tries(50)):
        content = bytearray(plain.read_bytes())
        for _ in range(chance.choice((1, 5, 50))):
            content[chance.randrange(20, len(content) - 10)] = chance.choice(b"0123456789<>[]()/ abcRTmf\xff")
        path.write_bytes(content)
        for problem in preflight(path):
            assert problem.message


def test_nothing_of_the_library_is_printed_or_logged(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    content = sheet(tmp_path / "whole.pdf").read_bytes()
    path = tmp_path / "odd.pdf"
    path.write_bytes(content.replace(b"startxref", b"startxxxx", 1) + b"%%EOF")
    preflight(path)
    assert (capfd.readouterr(), caplog.records) == (("", ""), [])


def test_a_file_is_free_again_when_it_was_looked_at(tmp_path: Path) -> None:
    path = ordinary(tmp_path / "file.pdf")
    preflight(path)
    path.write_bytes(BytesIO(b"other").getvalue())
    path.unlink()


def test_nothing_of_a_file_is_said_as_a_control_character(tmp_path: Path) -> None:
    font = b"<</Type/Font/Subtype/Type1/BaseFont/A#1b#5b31mB#9d#e2#80#ae#0a>>"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595.2756 841.8898]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>"
    label = rb"<</Nums[0<</P(\033[1mone\233 back)>>1<</P(\376\377\000t\040\056\000 \000b\000a\000c\000k)>>]>>"
    path = tmp_path / "file.pdf"
    path.write_bytes(
        raw_pdf(
            b"<</Type/Catalog/Pages 2 0 R/PageLabels "
            + label
            + b"/ViewerPreferences<</PrintScaling/No#1b#5b2Jne/Duplex/DuplexFlipLongEdge>>>>",
            b"<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2>>",
            page,
            stream(b"BT /F 3 Tf 300 300 Td (a\x1b]0;b\x07) Tj ET"),
            font,
            page,
        )
    )
    problems = preflight(path)
    assert {problem.rule for problem in problems} >= {
        "font-embedded",
        "text-too-small",
        "print-scaling",
        "duplex-parity",
    }
    said = "".join(problem.message + problem.hint for problem in problems)
    assert [character for character in said if not character.isprintable()] == []
    assert said.count("\\x1b[31m") >= 2
    assert "\\x1b[2J" in said
