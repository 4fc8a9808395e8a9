"""The rules that follow a file's structure: sizes, boxes, what it asks of a printer, both sides of the paper."""

from pathlib import Path

import pytest
from foreign import A4, LETTER, cards, found, only, raw, sheet, text
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, FloatObject, NameObject
from reportlab.pdfgen.canvas import Canvas

from generator.core.choices import PAPERS, mm_from_points, points_from_mm
from generator.pdf.preflight.examine import preflight
from generator.pdf.preflight.facts import ExpectedFile, ExpectedPage
from generator.pdf.preflight.rules import FILE_RULES, PAGE_RULES

LEFT, MIDDLE, RIGHT = (42.0, 60.5), (105.0, 60.5), (168.0, 60.5)


def fronts(canvas: Canvas) -> None:
    cards(canvas, LEFT, MIDDLE)


def backs(canvas: Canvas) -> None:
    cards(canvas, RIGHT, MIDDLE)


def with_box(path: Path, name: str, box: list[float]) -> Path:
    """The file with another box on its first page."""
    writer = PdfWriter(PdfReader(path))
    writer.pages[0][NameObject(name)] = ArrayObject(map(FloatObject, box))
    writer.write(path)
    return path


def test_a_sound_file_breaks_no_rule(tmp_path: Path) -> None:
    assert preflight(sheet(tmp_path / "sound.pdf")) == []


def test_every_rule_has_a_manual_page() -> None:
    rules = {**PAGE_RULES, **FILE_RULES}
    assert len(rules) == 11
    assert [name for name, rule in rules.items() if len(rule.__doc__ or "") < 200] == []


# page-size


@pytest.mark.parametrize("paper", PAPERS)
def test_papers_by_name_pass_upright_and_across(tmp_path: Path, paper: str) -> None:
    width, height = map(points_from_mm, PAPERS[paper])
    for size in ((width, height), (height, width)):
        assert found(sheet(tmp_path / "file.pdf", sizes=[size]), "page-size") == []


def test_a_page_counted_in_pixels_is_told_by_how_much_it_is_off(tmp_path: Path) -> None:
    (problem,) = found(sheet(tmp_path / "file.pdf", sizes=[(595.44, 842.16)]), "page-size")
    assert (problem.level, problem.line, problem.column) == ("error", 1, 1)
    assert "0.095 mm off A4" in problem.message
    assert "210 × 297 mm" in problem.hint


def test_a_hundredth_of_a_point_is_exact_enough_and_a_fiftieth_is_not(tmp_path: Path) -> None:
    assert found(sheet(tmp_path / "file.pdf", sizes=[(A4[0] + 0.009, A4[1])]), "page-size") == []
    assert found(sheet(tmp_path / "file.pdf", sizes=[(A4[0] + 0.02, A4[1])]), "page-size") != []


def test_a_size_that_is_no_paper_is_wrong_unless_it_is_asked_for(tmp_path: Path) -> None:
    card = sheet(tmp_path / "card.pdf", sizes=[(points_from_mm(69), points_from_mm(94))])
    (problem,) = found(card, "page-size")
    assert problem.message.startswith("the page is 69.0 × 94.0 mm, which is not A4, Letter, ")
    assert found(card, "page-size", paper=(69.0, 94.0)) == []
    assert found(card, "page-size", paper=(69.0, 94.1)) != []


def test_a_paper_is_meant_up_to_5_mm_from_its_size_and_pages_differ_from_there_on(tmp_path: Path) -> None:
    width, height = PAPERS["a4"]
    near, far = ((points_from_mm(width + more), points_from_mm(height + more)) for more in (4.9, 5.1))
    (problem,) = found(sheet(tmp_path / "file.pdf", text, text, sizes=[A4, near]), "page-size")
    assert "4.900 mm off A4" in problem.message
    two = found(sheet(tmp_path / "file.pdf", text, text, sizes=[A4, far]), "page-size")
    said = sorted(problem.message for problem in two)
    assert ("1 of 2 pages differ" in said[0], "which is not A4" in said[1]) == (True, True)


def test_mixed_papers_are_said_once_at_the_first_that_differs(tmp_path: Path) -> None:
    (problem,) = found(sheet(tmp_path / "file.pdf", text, text, text, sizes=[A4, A4, LETTER]), "page-size")
    assert problem.line == 3
    assert "1 of 3 pages differ" in problem.message


def test_the_same_wrong_size_on_many_pages_is_said_once(tmp_path: Path) -> None:
    (problem,) = found(sheet(tmp_path / "file.pdf", *[text] * 5, sizes=[(500, 500)]), "page-size")
    assert (problem.line, "and the same on 4 more pages" in problem.message) == (1, True)


def test_user_units_and_turned_pages_count_as_they_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(raw(b"", page=b"/UserUnit 2/Rotate 90", box=b"0 0 297.6378 420.9449"))
    assert found(path, "page-size") == []


def test_what_is_cropped_away_is_no_part_of_the_page(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(raw(b"", page=b"/CropBox[100 100 695.2756 941.8898]", box=b"0 0 800 1000"))
    assert found(path, "page-size") == []


# boxes


def test_a_file_without_trim_boxes_is_warned_of_once(tmp_path: Path) -> None:
    problem = only(sheet(tmp_path / "file.pdf", text, text, trim=None))
    assert (problem.rule, problem.level, problem.line) == ("boxes", "warning", 1)
    assert "2 of 2 pages" in problem.message


def test_a_trim_box_inside_a_bleed_box_inside_the_page_passes(tmp_path: Path) -> None:
    path = sheet(tmp_path / "file.pdf", trim=(30, 30, 500, 800))
    assert found(with_box(path, "/BleedBox", [20, 20, 510, 810]), "boxes") == []


def test_a_trim_box_beyond_the_paper_is_an_error(tmp_path: Path) -> None:
    (problem,) = found(sheet(tmp_path / "file.pdf", trim=(-20, 0, 500, 800)), "boxes")
    assert problem.level == "error"
    assert "x -7.1 to 176.4" in problem.message


def test_a_bleed_box_that_cuts_into_the_trim_is_an_error(tmp_path: Path) -> None:
    path = sheet(tmp_path / "file.pdf", trim=(30, 30, 500, 800))
    (problem,) = found(with_box(path, "/BleedBox", [40, 20, 510, 810]), "boxes")
    assert "does not go around the TrimBox" in problem.message


# print-scaling


def test_a_file_that_lets_itself_be_scaled_is_warned_of_where_it_is_not_ours(tmp_path: Path) -> None:
    for scaling, said in ((None, "it says nothing"), ("AppDefault", "it says /AppDefault")):
        problem = only(sheet(tmp_path / "file.pdf", scaling=scaling))
        assert (problem.rule, problem.level, said in problem.message) == ("print-scaling", "warning", True)

    assert levels_of_ours(tmp_path / "file.pdf") == ["error"]


def levels_of_ours(path: Path) -> list[str]:
    """What print-scaling says of a file that we are meant to have made."""
    expected = ExpectedFile((ExpectedPage(mm_from_points(A4[0]), mm_from_points(A4[1]), ()),), None)
    return [problem.level for problem in found(path, "print-scaling", expected=expected)]


# duplex-parity


def test_both_sides_of_whole_sheets_pass(tmp_path: Path) -> None:
    labels = ["Page [1]", "Page [1] back", "Page [2]", "Page [2] back"]
    path = sheet(tmp_path / "file.pdf", *[text] * 4, duplex="DuplexFlipLongEdge", labels=labels)
    assert found(path, "duplex-parity") == []


def test_an_odd_number_of_pages_for_both_sides_is_an_error(tmp_path: Path) -> None:
    (problem,) = found(sheet(tmp_path / "file.pdf", text, text, text, duplex="DuplexFlipShortEdge"), "duplex-parity")
    assert (problem.line, problem.level) == (3, "error")
    assert found(sheet(tmp_path / "file.pdf", text, text, text, duplex="Simplex"), "duplex-parity") == []


def test_fronts_and_backs_out_of_step_are_said_where_it_starts(tmp_path: Path) -> None:
    labels = ["1", "1 back", "2", "3", "2 back", "3 back"]
    path = sheet(tmp_path / "file.pdf", *[text] * 6, duplex="DuplexFlipLongEdge", labels=labels)
    (problem,) = found(path, "duplex-parity")
    assert (problem.line, "page 4 (3) is a front, where backs come" in problem.message) == (4, True)


# registration


def test_backs_behind_their_fronts_pass_on_a_partly_full_sheet(tmp_path: Path) -> None:
    path = sheet(tmp_path / "file.pdf", fronts, backs, duplex="DuplexFlipLongEdge")
    assert found(path, "registration") == []


def test_backs_that_are_not_mirrored_are_an_error(tmp_path: Path) -> None:
    (problem,) = found(sheet(tmp_path / "file.pdf", fronts, fronts, duplex="DuplexFlipLongEdge"), "registration")
    assert (problem.line, problem.level) == (2, "error")
    assert "1 of 2 components of the front" in problem.message


def test_long_and_short_edge_are_told_apart(tmp_path: Path) -> None:
    def low(canvas: Canvas) -> None:
        cards(canvas, (42, 297 - 60.5), (105, 297 - 60.5))

    assert found(sheet(tmp_path / "file.pdf", fronts, low, duplex="DuplexFlipShortEdge"), "registration") == []
    assert found(sheet(tmp_path / "file.pdf", fronts, low, duplex="DuplexFlipLongEdge"), "registration") != []


def test_a_full_sheet_of_backs_behind_a_partly_full_one_passes(tmp_path: Path) -> None:
    def full(canvas: Canvas) -> None:
        cards(canvas, LEFT, MIDDLE, RIGHT)

    assert found(sheet(tmp_path / "file.pdf", fronts, full, duplex="DuplexFlipLongEdge"), "registration") == []


def test_backs_shifted_for_a_printer_are_a_warning_with_the_way(tmp_path: Path) -> None:
    def shifted(canvas: Canvas) -> None:
        canvas.translate(points_from_mm(0.8), points_from_mm(-0.3))
        backs(canvas)

    (problem,) = found(sheet(tmp_path / "file.pdf", fronts, shifted, duplex="DuplexFlipLongEdge"), "registration")
    assert problem.level == "warning"
    assert "0.80 mm to the right and 0.30 mm down" in problem.message


def test_a_back_of_another_size_or_trim_is_an_error(tmp_path: Path) -> None:
    path = sheet(tmp_path / "file.pdf", fronts, backs, duplex="DuplexFlipLongEdge", sizes=[A4, LETTER])
    assert "not of the size of its front" in found(path, "registration")[0].message
    path = sheet(tmp_path / "file.pdf", fronts, backs, duplex="DuplexFlipLongEdge", trim=(30, 30, 500, 800))
    (problem,) = found(path, "registration")
    assert "TrimBox" in problem.message


def test_one_sided_files_have_no_backs_to_meet(tmp_path: Path) -> None:
    assert found(sheet(tmp_path / "file.pdf", fronts, fronts), "registration") == []


def test_labels_tell_backs_where_nothing_is_said_of_both_sides(tmp_path: Path) -> None:
    path = sheet(tmp_path / "file.pdf", fronts, fronts, labels=["1", "1 back"])
    assert len(found(path, "registration")) == 1
    alone = sheet(tmp_path / "file.pdf", fronts, fronts, labels=["1 back", "2 back"])
    assert found(alone, "registration") == []
