"""Components fill sheets in order, and no sheet is empty."""

from collections.abc import Iterator

import pytest
from each import each
from imposed import impose

from generator.core.choices import PAPERS, SIZES
from generator.draw.marks.fonts import Font
from generator.draw.marks.marks import Face, TextRun
from generator.sheet.crop_marks import crop_marks
from generator.sheet.grid import fit_grid
from generator.sheet.impose import Placeable
from generator.sheet.margin_text import sheet_label
from generator.sheet.page import Page

GRID = fit_grid(PAPERS["a4"], SIZES["poker"])
BLANK = Face(63, 88, ())
Fonts = tuple[Font, Font]


def components(count: int) -> Iterator[Placeable]:
    return (Placeable(f"card-{number}", BLANK) for number in range(1, count + 1))


def imposed(count: int, fonts: Fonts) -> list[Page]:
    labels = [f"Page [{number}]" for number in range(1, -(-count // 9) + 1)]
    pages = impose(
        components(count),
        GRID,
        page_labels=labels,
        sheet_label=lambda n: sheet_label("", f"sheet {n + 1}"),
        fonts=fonts,
    )
    return list(pages)


@each(("count", "pages"), [(0, 0), (1, 1), (8, 1), (9, 1), (10, 2), (18, 2), (19, 3)])
def test_sheets_are_as_many_as_needed_and_none_is_empty(count: int, pages: int, fonts: Fonts) -> None:
    sheets = imposed(count, fonts)
    assert len(sheets) == pages
    assert all(sheet.placements for sheet in sheets)


def test_ten_poker_cards_need_two_pages(fonts: Fonts) -> None:
    first, second = imposed(10, fonts)
    assert [placement.item for placement in first.placements] == [f"card-{n}" for n in range(1, 10)]
    assert [placement.item for placement in second.placements] == ["card-10"]


def test_a_partly_full_sheet_keeps_the_grid(fonts: Fonts) -> None:
    first, second = imposed(13, fonts)
    assert [p.slot for p in second.placements] == [p.slot for p in first.placements[:4]]


def test_a_sheet_has_the_crop_marks_of_its_components_only(fonts: Fonts) -> None:
    first, second = imposed(10, fonts)
    assert first.cuts == crop_marks(GRID.slots, GRID.paper)
    assert second.cuts == crop_marks(GRID.slots[:1], GRID.paper)


def test_each_sheet_carries_its_own_label_and_name(fonts: Fonts) -> None:
    first, second = imposed(10, fonts)
    assert (first.label, second.label) == ("Page [1]", "Page [2]")
    words = [[mark.text for mark in page.slug if isinstance(mark, TextRun)] for page in (first, second)]
    assert (words[0][-1], words[1][-1]) == ("sheet 1", "sheet 2")


def test_pages_have_the_size_of_the_paper(fonts: Fonts) -> None:
    (page,) = imposed(1, fonts)
    assert (page.width, page.height, page.side, page.bleed, page.trim) == (210.0, 297.0, "front", 0.0, None)


def test_components_are_taken_a_sheet_at_a_time(fonts: Fonts) -> None:
    taken: list[str] = []

    def watched() -> Iterator[Placeable]:
        for component in components(30):
            taken.append(component.item)
            yield component

    pages = impose(
        watched(), GRID, page_labels=["1", "2", "3", "4"], sheet_label=lambda n: sheet_label("", str(n)), fonts=fonts
    )
    assert taken == []
    next(pages)
    assert len(taken) == 9


def test_a_face_of_another_size_is_an_error_that_names_both(fonts: Fonts) -> None:
    wrong = [Placeable("ghost", Face(70, 70, ()))]
    with pytest.raises(ValueError, match=r"ghost is 70 × 70 mm, on a sheet for 63 × 88 mm"):
        list(impose(wrong, GRID, page_labels=["1"], sheet_label=lambda n: sheet_label("", str(n)), fonts=fonts))
