"""What only a browser shows: forms that are pressed, a server that starts again, what is done by hand."""

import re
from collections.abc import Callable
from pathlib import Path

from browsing import Opened, Shop, editor_of, ended, fair_files, listening, put_cursor, text_of, until
from playwright.sync_api import Browser, Page, Route, expect
from projects import write_files

FORGE = """\
kinds:
  stalls:
    recipe: draw
    draw: {price: as deck, name: {en: New, fr: Neuf}}
    evenly: [picture]
    repeats: true
    title: "Stall {{ picture.name }} {{ price }}"
    words: {picture: [{name: a}, {name: b}]}
"""
RULE = "- {rule: number-range, kind: stalls, field: price, min: 1, max: 40, source: ours, why: ours, pass: {price: 3}, fail: {price: 41}}\n"


def test_forms_that_are_pressed_reach_the_server(shop: Shop, opened: Opened) -> None:
    """A browser sends where a form comes from only if the page lets it, and the server wants to know."""
    page: Page = opened("/calibrate?printer=attic")
    for box in page.locator("#measure .places input").all():
        box.fill("0")
    page.get_by_role("button", name="Work it out").click()
    page.get_by_role("button", name="Store").click()
    expect(page).to_have_url(re.compile("stored=1"))
    stored = shop.folder / "printers.yaml"
    assert "attic" in stored.read_text(encoding="utf-8")
    stored.unlink()
    shop.write("forge.yaml", FORGE)
    shop.write("balance.yaml", RULE)
    before = shop.text("stalls.yaml")
    page.goto(f"{shop.address}fair/stalls/forge?count=2&seed=1")
    page.get_by_role("link", name="Keep all").click()
    page.get_by_role("button", name="Add 2 to the deck").click()
    expect(page).to_have_url(re.compile("added=2"))
    assert shop.text("stalls.yaml").startswith(before)
    assert shop.text("stalls.yaml").count("\n- id: ") == before.count("\n- id: ") + 2


def test_pages_save_after_the_server_was_started_again(
    tmp_path: Path, browser: Browser, started: Callable[..., Shop]
) -> None:
    shop = started(write_files(tmp_path, fair_files()))
    port = shop.address.rstrip("/").rpartition(":")[2]
    page = browser.new_page()
    page.goto(f"{shop.address}fair/stalls/cake")
    put_cursor(page, 3)
    ended(shop)
    page.keyboard.type("7")
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    assert page.get_by_role("alert").evaluate("bar => bar.offsetWidth == document.documentElement.clientWidth")
    shop = started(tmp_path, "--port", port)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="Save").click()
    until(lambda: "price: 37" in shop.text("stalls.yaml"))
    page.close()


def test_what_was_deleted_comes_back(shop: Shop, opened: Opened) -> None:
    shop.change("stalls.yaml", "- id: apple", "# ---- Fruit ----\n\n- id: apple")
    before = shop.text("stalls.yaml")
    page: Page = opened("/fair/stalls/darts")
    until(lambda: "Fruit" not in text_of(page))
    editor_of(page).click()
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("“darts” was deleted.")).to_be_visible()
    assert "id: darts" not in shop.text("stalls.yaml")
    assert "# ---- Fruit ----" in shop.text("stalls.yaml")
    page.goto(f"{shop.address}fair/stalls/darts")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Darts")).to_be_visible()
    assert shop.text("stalls.yaml") == before


def test_a_file_that_cannot_be_read_keeps_its_faces(shop: Shop, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/")
    listening(page)
    item: Page = page.context.new_page()
    item.goto(f"{shop.address}fair/stalls/cake")
    editor_of(item)
    before = shop.text("stalls.yaml")
    shop.write("stalls.yaml", before + "\n- id: [oops\n")
    expect(page.get_by_role("alert")).to_contain_text("these are its last good faces")
    assert page.locator(".face.stale").count() == 12
    expect(item.locator("#editor .state")).to_contain_text("cannot be read")
    expect(item.locator("#wrong .problem")).to_contain_text("stalls.yaml:")
    page.get_by_role("alert").get_by_role("link").click()
    expect(page.get_by_role("heading", name="data/fair/stalls.yaml")).to_be_visible()
    editor_of(page)
    shop.write("stalls.yaml", before)
    expect(item.locator("#editor .state")).to_have_text("")
    expect(item.locator("#wrong .none")).to_be_visible()
    shop.path("stalls.yaml").rename(shop.path("away.yaml"))
    expect(item.locator("#editor .state")).to_contain_text("no longer in the file")
    shop.path("away.yaml").rename(shop.path("stalls.yaml"))
    expect(item.locator("#editor .state")).to_have_text("")


def test_problems_lead_to_whole_files_which_are_mended_there(shop: Shop, opened: Opened) -> None:
    style = "templates/fair/style.yaml"
    old = shop.text(style)
    page: Page = opened("/fair/problems")
    listening(page)
    shop.write("stalls.yaml", shop.text("stalls.yaml") + "- id: never\n  name: {en: N, fr: N}\n  price: never\n")
    expect(page.locator(".problem .no-face")).to_have_text("cannot be drawn")
    shop.write(style, "fonts: {text: Nowhere}\n")
    page.get_by_role("link", name="style.yaml:1").first.click()
    expect(page.get_by_role("heading", name="style.yaml")).to_be_visible()
    editor_of(page).click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(old)
    page.keyboard.press("Control+s")
    until(lambda: shop.text(style) == old)


def test_filters_come_back_when_the_window_grows(opened: Opened) -> None:
    page: Page = opened("/fair/stalls/", width=600)
    expect(page.get_by_label("Value")).to_be_hidden()
    page.set_viewport_size({"width": 1024, "height": 800})
    expect(page.get_by_label("Value")).to_be_visible()


def test_what_takes_long_and_what_cannot_be_had_is_said_in_the_page(shop: Shop, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/cake")
    put_cursor(page, 3)
    held: list[Route] = []
    page.route("**/text", lambda route: held.append(route) if route.request.method == "PUT" else route.continue_())
    page.keyboard.type("0")
    page.keyboard.press("Control+s")
    expect(page.locator("#editor .state")).to_have_text("Saving …")
    held[0].continue_()
    expect(page.locator("#editor .state")).to_have_text("Saved")
    page.unroute("**/text")
    taken_up: list[Route] = []
    page.route("**/stalls/cake", lambda route: taken_up.append(route))
    page.keyboard.type("0")
    page.keyboard.press("Control+s")
    until(lambda: page.evaluate("true") and taken_up)
    page.wait_for_timeout(400)  # it would say once more after 300 ms that it saves
    expect(page.locator("#editor .state")).to_have_text("Saved")
    taken_up[0].continue_()
    page.unroute("**/stalls/cake")
    shop.change("stalls.yaml", "price: 5", "price: five")
    page.goto(f"{shop.address}fair/stalls/")
    page.locator("#main").get_by_role("link", name="Print these").click()
    expect(page.get_by_role("alert")).to_contain_text("data/fair/stalls.yaml:7:")
    page.get_by_role("alert").get_by_role("link", name="Problems").click()
    expect(page).to_have_url(re.compile("/fair/problems$"))


def test_the_table_speaks_the_interfaces_language(opened: Opened) -> None:
    page: Page = opened("/fair/table?ui=fr")
    picture = page.locator("#felt img, #felt image").first
    expect(picture).to_be_attached()
    assert "lang=fr" in str(picture.get_attribute("src") or picture.get_attribute("href"))


def test_what_is_wrong_with_the_description_of_a_text_stays_while_it_is_written(
    tmp_path: Path, browser: Browser, started: Callable[..., Shop]
) -> None:
    files = fair_files()
    rules = "  rules: {title: {en: Rules}, size: [50, 40], template: stall.svg, prose: rules, gutter: wide}\n"
    files["data/fair/game.yaml"] += rules + "  signs: {title: {en: Signs}, fields: {name: {type: txt}}}\n"
    shop = started(write_files(tmp_path, files | {"data/fair/rules.en.md": "# Fair\n"}))
    page = browser.new_page()
    page.goto(f"{shop.address}fair/rules/rules")
    put_cursor(page, 1)
    page.keyboard.type(" and ![](nothing.png)")
    problems = page.locator("#wrong .problem")
    expect(problems.last).to_contain_text("rules.en.md:1")
    expect(problems).to_contain_text([re.compile("not 'wide'.*game.yaml", re.DOTALL), "rules.en.md:1"])
    expect(page.locator("#wrong")).not_to_contain_text("txt")
