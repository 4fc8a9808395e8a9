"""The screens of work as a person uses them: the forge, blank forms, the lab, the wizard."""

from typing import Any

import pytest
from browsing import Opened, found_by_axe
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


def test_numbers_have_buttons_that_ask_at_once(shop: Any, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/blank")
    page.get_by_role("button", name="More: Sheets").click()
    expect(page.get_by_role("heading", name="2 sheets")).to_be_visible()
    assert "pages=2" in page.url


def test_forms_are_made_with_a_word_on_how_far_it_is(shop: Any, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/blank")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Print (PDF)").click()
    assert saved.value.suggested_filename == "stalls-blank.pdf"


def test_all_of_it_works_without_scripts(shop: Any, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/blank", java_script_enabled=False)
    page.get_by_label("Forms", exact=True).fill("3")
    page.get_by_role("button", name="Show").click()
    assert "count=3" in page.url
    assert "3 forms" in page.locator("main").inner_text()


@pytest.mark.parametrize("width", [360, 1920])
def test_the_wizard_says_what_was_read(shop: Any, opened: Opened, width: int) -> None:
    page: Page = opened("/calibrate", width=width)
    for box in page.locator("#measure .places input").all():
        box.fill("0")
    page.get_by_role("button", name="Work it out").click()
    expect(page.get_by_text("Backs lie +0.00 mm")).to_be_visible()
    assert found_by_axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
