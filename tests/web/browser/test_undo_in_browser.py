"""Undo and redo say what they do, belong to the page that they are pressed on, and leave it as it is."""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from browsing import Opened, Shop, until

if TYPE_CHECKING:
    from playwright.sync_api import Page
else:
    Page = object


def changed(shop: Shop, opened: Opened, item: str, price: str) -> Page:
    """An item's page, after its price was saved."""
    from playwright.sync_api import expect

    page: Page = opened(f"/fair/stalls/{item}")
    page.locator("#editor[data-ready]").wait_for()
    expect(page.locator("#undo")).to_be_disabled()
    page.get_by_label("price", exact=True).fill(price)
    expect(page.locator("#undo")).to_be_enabled()
    page.keyboard.press("Control+s")
    until(lambda: f"price: {price}" in shop.text("stalls.yaml"))
    return page


def test_undo_stays_on_its_page_and_ends_with_it(shop: Shop, opened: Opened) -> None:
    from playwright.sync_api import expect

    first = shop.text("stalls.yaml")
    cake = changed(shop, opened, "cake", "41")
    changed(shop, opened, "darts", "42")
    people: Page = opened("/fair/people/grid")
    people.locator("#cells[data-ready]").wait_for()
    expect(people.locator("#undo")).to_be_disabled()
    expect(people.locator("#undo")).to_have_attribute("title", "Undo")
    expect(cake.locator("#undo")).to_have_attribute("title", "Undo: price of Cake stall, just now")
    cake.locator("#undo").click()
    expect(cake.locator("#editor .state")).to_have_text("Undone: price of Cake stall")
    expect(cake.locator("#toasts")).to_contain_text("Undone: price of Cake stall")
    expect(cake.get_by_label("price", exact=True)).to_have_value("3")
    expect(cake).to_have_url(re.compile("/fair/stalls/cake$"))
    expect(cake.locator("#undo")).to_be_disabled()
    expect(cake.locator("#redo")).to_have_attribute("title", "Redo: price of Cake stall")
    assert shop.text("stalls.yaml") == first.replace("price: 5", "price: 42", 1)  # another's change stays
    cake.locator("#redo").click()
    expect(cake.locator("#editor .state")).to_have_text("Done again: price of Cake stall")
    grid: Page = opened("/fair/stalls/grid?ui=fr")
    grid.locator("#cells[data-ready]").wait_for()
    expect(grid.locator("#undo")).to_have_attribute(
        "title", re.compile("Annuler.: price de «.Fléchettes.», à l’instant")
    )
    grid.locator("#undo").click()
    expect(grid.locator("#state")).to_have_text(re.compile("Annulé.: price de «.Fléchettes.»"))
    grid.locator("#undo").click()
    until(lambda: shop.text("stalls.yaml") == first)
    expect(grid.locator("#undo")).to_be_disabled()
    expect(grid).to_have_url(re.compile("/fair/stalls/grid"))


def test_what_is_passed_over_and_what_the_game_undoes(shop: Shop, opened: Opened) -> None:
    from playwright.sync_api import expect

    first = shop.text("stalls.yaml")
    changed(shop, opened, "cake", "41").context.close()
    page: Page = opened("/fair/people/ann")
    page.locator("#editor[data-ready]").wait_for()
    page.get_by_label("name", exact=False).first.fill("Anna")
    page.keyboard.press("Control+s")
    until(lambda: "Anna" in shop.text("people.yaml"))
    shop.change("people.yaml", "Anna", "Somebody")  # so that it cannot be undone any more
    expect(page.locator("#undo")).to_be_disabled()
    page.goto(f"{shop.address}fair/")
    expect(page.locator(".turns button").first).to_have_attribute("title", re.compile("^Undo: price of Cake stall, "))
    page.locator(".turns button").first.click()
    expect(page.locator("main .note")).to_have_text("Undone: price of Cake stall")
    expect(page).to_have_url(re.compile("/fair/$"))
    assert shop.text("stalls.yaml") == first
    assert "Somebody" in shop.text("people.yaml")
    page.reload()
    expect(page.locator("main .note")).to_have_count(0)


def test_a_file_that_is_too_large_is_refused_with_its_limit_and_not_sent(opened: Opened, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    page: Page = opened("/fair/pictures")
    expect(page.get_by_text("of up to 24 MB are accepted")).to_be_visible()
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.method))
    file = tmp_path / "big.jpg"
    file.touch()
    os.truncate(file, 24_000_001)
    page.locator("#add-pictures").set_input_files(files=[file])
    expect(page.locator("#toasts")).to_contain_text("big.jpg: too large: 24 MB is the most")
    assert "PUT" not in sent
