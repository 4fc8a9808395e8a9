"""The game itself, changed by a person with buttons, wide and narrow."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browsing import Shop
from playwright.sync_api import Page, expect
from projects import typed


@pytest.mark.parametrize("width", [1280, 390])
def test_a_designer_makes_the_game_without_a_file(
    started: Callable[..., Shop], browser: Any, tmp_path: Path, width: int
) -> None:
    assert typed(tmp_path, "new", "harbour", "--kind", "cards").exit_code == 0
    base = started(tmp_path).address.rstrip("/")
    page: Page = browser.new_context(locale="en-US", viewport={"width": width, "height": 900}).new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))

    page.goto(f"{base}/harbour/settings")
    for label, value in (("Title", "Harbour Lights"), ("Players", "2-5"), ("Ages", "8"), ("Minutes", "20-40")):
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Players", exact=True)).to_have_value("2–5")
    expect(page.locator(".masthead")).to_contain_text("Harbour Lights")

    page.goto(f"{base}/harbour/cards/fields")
    add = page.locator("#add")
    add.get_by_label("What it is called").fill("Cost")
    add.get_by_label("Type").select_option("whole")
    add.get_by_text("Every item has it").click()
    add.get_by_role("button", name="Add field").click()
    cost = page.locator("#field-cost")
    expect(cost).to_contain_text("1–9")
    cost.get_by_label("New name", exact=True).fill("price")
    cost.get_by_role("button", name="Rename").click()
    expect(page.get_by_role("heading", name="Rename cost to price?")).to_be_visible()
    expect(page.locator(".uses")).to_contain_text("templates/cards.svg")
    page.get_by_role("button", name="Rename").click()
    expect(page.locator("#field-price")).to_be_visible()
    page.locator("#field-price").get_by_role("button", name="Delete").click()
    page.locator("main").get_by_role("button", name="Delete").click()
    expect(page.locator("#field-price")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#field-price")).to_be_visible()

    page.goto(f"{base}/harbour/style")
    page.get_by_label("Titles").select_option("Andika_700Bold")
    page.get_by_label("Name of a new colour").fill("sea")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("sea", exact=True)).to_be_visible()

    page.goto(f"{base}/harbour/cards/design")
    page.get_by_label("Text of").select_option("suit")
    page.get_by_role("button", name="Add text").click()
    expect(page.locator(".design-box[aria-label=suit]")).to_have_count(1)
    page.get_by_role("button", name="Add picture").click()
    expect(page.locator(".design-box[aria-label^='picture of the item']")).to_have_count(2)
    page.get_by_label("Grid of 5 mm").check(force=True)
    page.get_by_label("Zoom").press("ArrowRight")
    assert errors == []
    page.close()
