"""The screens of work as a person uses them: the forge, blank forms, the lab, the wizard."""

import re
from typing import Any

import pytest
from browsing import Opened, found_by_axe, until
from playwright.sync_api import Page, expect


def test_a_question_is_asked_by_clicking_and_the_address_keeps_it(shop: Any, opened: Opened) -> None:
    page: Page = opened("/fair/lab/odds/dice")
    page.get_by_label("roll").fill("2d6")
    page.get_by_label("roll").press("Enter")
    expect(page.get_by_role("heading", name="Answer")).to_be_visible()
    assert "roll=2d6" in page.url
    assert found_by_axe(page) == []
    page.go_back()
    expect(page.get_by_role("heading", name="Answer")).to_have_count(0)


FORMS = "/fair/print?what=blank&kind=stalls"


def test_numbers_have_buttons_that_ask_at_once(shop: Any, opened: Opened) -> None:
    page: Page = opened(FORMS)
    page.get_by_role("button", name="More: Sheets").click()
    expect(page.get_by_role("heading", name="Sheet 1 of 2")).to_be_visible()
    assert "pages=2" in page.url


def test_sheets_are_turned_over_one_by_one_and_by_number(shop: Any, opened: Opened) -> None:
    """What was turned to stays when something else is changed; the button that was pressed keeps the focus."""
    page: Page = opened(f"{FORMS}&pages=3")
    picture = page.locator(".sheets-of-paper img")
    first = picture.get_attribute("src")
    page.get_by_role("link", name="Next").press("Enter")
    expect(page.get_by_role("heading", name="Sheet 2 of 3")).to_be_visible()
    expect(page.get_by_role("link", name="Next")).to_be_focused()
    assert picture.get_attribute("src") != first
    page.get_by_label("Sheet to show").fill("3")
    page.get_by_label("Sheet to show").press("Enter")
    expect(page.get_by_role("heading", name="Sheet 3 of 3")).to_be_visible()
    page.get_by_label("Paper", exact=True).select_option("letter")
    expect(page).to_have_url(re.compile("paper=letter"))
    expect(page.get_by_role("heading", name="Sheet 3 of 3")).to_be_visible()
    until(lambda: picture.evaluate("one => one.naturalWidth"))
    assert found_by_axe(page) == []


def test_what_is_changed_where_it_means_nothing_is_said(shop: Any, opened: Opened) -> None:
    page: Page = opened("/fair/print?kind=stalls&copies=3")
    page.get_by_label("What", exact=True).select_option("blank")
    expect(page.get_by_text("Left out: Copies of each.")).to_be_visible()
    page.get_by_label("What", exact=True).select_option("box")
    expect(page.get_by_role("heading", name="This game has no plan")).to_be_visible()


def test_forms_are_made_with_a_word_on_how_far_it_is(shop: Any, opened: Opened) -> None:
    page: Page = opened(FORMS)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Print (PDF)").click()
    assert saved.value.suggested_filename == "stalls-blank.pdf"


def test_all_of_it_works_without_scripts(shop: Any, opened: Opened) -> None:
    page: Page = opened(FORMS, java_script_enabled=False)
    page.get_by_label("Forms", exact=True).fill("30")
    page.get_by_role("button", name="Show").click()
    assert "count=30" in page.url
    page.get_by_role("link", name="Next").click()
    assert "Sheet 2 of" in page.locator("main").inner_text()
    until(lambda: page.locator(".sheets-of-paper img").evaluate("one => one.naturalWidth > 500"))


@pytest.mark.parametrize("width", [360, 1920])
def test_the_wizard_says_what_was_read(shop: Any, opened: Opened, width: int) -> None:
    page: Page = opened("/calibrate", width=width)
    for box in page.locator("#measure .places input").all():
        box.fill("0")
    page.get_by_role("button", name="Work it out").click()
    expect(page.get_by_text("Backs lie +0.00 mm")).to_be_visible()
    assert found_by_axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
