"""The grid of a kind: of many rows those in the window, pictures in cells, errors at the cell that has them."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browsing import Opened, Shop, found_by_axe, until
from playwright.sync_api import Page, expect

ELEMENTS = "document.querySelectorAll('*').length"
MANY = "".join(
    f"- id: s{number}\n  name: {{en: Stall {number}, fr: Étal {number}}}\n  price: 3\n" for number in range(900)
)

RULE = (
    "- {rule: r, check: number-range, kind: stalls, field: price, min: 1, max: 40, source: s, why: w,"
    " pass: {price: 2}, fail: {price: 99}}\n"
)


def grid_of(opened: Opened, path: str = "/fair/stalls/grid", **options: Any) -> Page:
    page: Page = opened(path, **options)
    page.locator("html[data-server=there] #cells[data-ready]").wait_for()
    return page


def test_of_many_rows_those_in_the_window_are_in_the_page(shop: Shop, opened: Opened) -> None:
    shop.write("stalls.yaml", MANY)
    page = grid_of(opened)
    expect(page.get_by_label("price, s0", exact=True)).to_be_visible()
    assert page.evaluate(ELEMENTS) < 3_000
    page.get_by_label("price, s0", exact=True).fill("4")
    page.locator(".grid-scroll").evaluate("one => one.scrollTop = one.scrollHeight")
    last = page.get_by_label("price, s899", exact=True)
    expect(last).to_be_visible()
    last.fill("5")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_label("price, s898", exact=True)).to_be_focused()
    page.locator(".grid-scroll").evaluate("one => one.scrollTop = 0")  # the cell at work stays
    page.keyboard.type("6")
    page.get_by_role("button", name="price", exact=True).click()
    page.get_by_role("button", name="price", exact=True).click()  # the largest first
    expect(page.locator("#cells tbody tr[data-id]").first).to_have_attribute("data-id", "s898")
    assert page.evaluate(ELEMENTS) < 3_000
    page.get_by_label("Search").fill("stall 777")
    expect(page.locator("#cells tbody tr")).to_have_count(1)
    page.get_by_label("Search").fill("")
    expect(page.locator("#cells")).to_have_attribute("aria-rowcount", "901")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#state")).to_have_text("Saved")
    text = shop.text("stalls.yaml")
    assert [re.findall(rf"id: {one}\n.*\n  price: (\d+)", text) for one in ("s0", "s898", "s899")] == [
        ["4"],
        ["6"],
        ["5"],
    ]
    assert found_by_axe(page) == []


def test_an_error_is_marked_at_its_cell_and_said(shop: Shop, opened: Opened) -> None:
    shop.write("balance.yaml", RULE)
    page = grid_of(opened)
    save = page.get_by_role("button", name="Save")
    expect(save).to_be_disabled()
    expect(page.locator("#undo")).to_be_disabled()
    expect(page.locator("#fill")).to_be_disabled()
    price, keeper = (page.get_by_label(f"{name}, cake", exact=True) for name in ("price", "keeper"))
    keeper.fill("anne")
    page.keyboard.press("Control+s")
    expect(page.locator("#state")).to_have_text(re.compile("^Not saved. keeper: 'anne' is not an item of people"))
    expect(keeper).to_have_attribute("aria-invalid", "true")
    keeper.fill("ann")
    price.fill("99")
    page.keyboard.press("Control+s")
    expect(page.locator("#state")).to_have_text(re.compile("^Saved, with 1 error: Cake stall: .*99"))
    expect(price).to_have_attribute("aria-invalid", "true")
    expect(price).to_have_attribute("title", re.compile("99"))
    expect(keeper).not_to_have_attribute("aria-invalid", "true")
    assert found_by_axe(page) == []
    price.fill("9")
    page.keyboard.press("Control+s")
    expect(page.locator("#state")).to_have_text("Saved")
    expect(price).not_to_have_attribute("aria-invalid", "true")
    french = grid_of(opened, "/fair/stalls/grid?ui=fr", locale="fr-FR")
    french.get_by_label("price, cake", exact=True).fill("99")
    french.keyboard.press("Control+s")
    expect(french.locator("#state")).to_have_text(re.compile("^Enregistré, avec 1 erreur.: Cake stall: "))


def test_pictures_are_chosen_in_their_cells_before_any_item_has_one(
    tmp_path: Path, started: Callable[..., Shop], browser: Any
) -> None:
    (tmp_path / "data").mkdir()
    shop = started(tmp_path)
    page: Page = browser.new_page()
    page.goto(f"{shop.address}new")
    page.get_by_label("Title").first.fill("Night")
    page.get_by_role("switch", name="cards", exact=True).check()
    page.get_by_role("button", name="Make it").click()
    page.goto(f"{shop.address}night/cards/")
    page.get_by_role("navigation", name="Cards").get_by_role("link", name="Grid", exact=True).click()
    page.locator("#cells[data-ready]").wait_for()
    picture = page.get_by_role("button", name="Choose a picture: Picture, kite")
    picture.click()
    page.locator("dialog .thumb", has_text="moon").click()
    expect(picture.locator("img")).to_have_attribute("src", re.compile("moon"))
    expect(page.get_by_label("Picture, kite", exact=True)).to_be_focused()
    page.keyboard.press("Control+s")
    expect(page.locator("#state")).to_have_text("Saved")
    until(lambda: "art: moon" in (tmp_path / "data/night/cards.yaml").read_text(encoding="utf-8"))
    page.get_by_label("Picture, kite", exact=True).fill("mon")
    assert page.locator("#words option").evaluate_all("all => all.map(one => one.value)") == []
    page.get_by_label("Picture, kite", exact=True).fill("mo")
    assert page.locator("#words option").evaluate_all("all => all.map(one => one.value)") == ["moon"]
    assert found_by_axe(page) == []
    page.context.close()


def test_a_range_of_cells_is_copied_and_pasted_in_one_step(shop: Shop, opened: Opened) -> None:
    shop.write("stalls.yaml", MANY)
    page = grid_of(opened)

    def cell(name: str, number: int) -> Any:
        return page.get_by_label(f"{name}, s{number}", exact=True)

    cell("name.en", 1).click()
    cell("name.fr", 2).click(modifiers=["Shift"])
    expect(page.locator("#cells .marked")).to_have_count(4)
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Control+c")
    cell("name.en", 4).click()
    page.keyboard.press("Control+v")
    expect(cell("name.en", 4)).to_have_value("Stall 1")
    expect(cell("name.fr", 5)).to_have_value("Étal 2")
    page.get_by_role("button", name="Undo").click()
    expect(cell("name.en", 4)).to_have_value("Stall 4")
    expect(cell("name.fr", 5)).to_have_value("Étal 5")
    assert page.locator("#cells .changed").count() == 0
