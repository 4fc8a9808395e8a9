"""A designer who has never seen YAML: items are added, filled in, ordered, deleted and undone by buttons and fields."""

import re

from browsing import Opened, Shop, until
from playwright.sync_api import Page, expect


def ready(page: Page) -> Page:
    """Wait until a form can be filled in."""
    page.locator("html[data-server=there] #editor[data-ready]").wait_for()
    return page


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def press_and_go(page: Page, name: str) -> None:
    """Press what opens another page, or the same once more."""
    with page.expect_navigation():
        press(page, name)
    ready(page)


def saved(page: Page) -> None:
    press(page, "Save")
    expect(page.locator("#editor .state")).to_have_text("Saved")


def test_every_sort_of_field_is_filled_in_and_the_text_and_face_follow(shop: Shop, opened: Opened) -> None:
    before = shop.text("stalls.yaml")
    page: Page = ready(opened("/fair/stalls/apple"))
    page.get_by_label("name", exact=True).fill("Apples: red")
    expect(page.locator("#tableau img")).to_have_attribute("src", re.compile("Apples"))
    page.get_by_label("price", exact=True).press("ArrowUp")
    page.locator('[data-field="price"]').get_by_role("button", name="more").click()
    page.get_by_label("note", exact=True).fill("so sweet")
    page.get_by_label("note", exact=True).select_text()
    page.locator('[data-field="note"]').get_by_role("button", name="Bold").click()
    page.get_by_label("note (fr)").fill("douces")
    page.get_by_label("note (fr)").press("Control+a")
    page.get_by_label("note (fr)").press("Control+i")
    page.get_by_label("code", exact=True).fill("007")
    page.get_by_label("open", exact=True).check()
    page.get_by_label("side", exact=True).select_option("right")
    page.get_by_label("keeper", exact=True).select_option(label="Ann")
    for word in ("a", "b"):
        page.locator('[data-field="wares"]').get_by_role("button", name="Add one").click()
        page.keyboard.type(word)
    page.get_by_role("button", name="Line 2 higher").click()
    page.locator('[data-field="prizes"]').get_by_role("button", name="Add one").click()
    page.get_by_label("prizes 1", exact=True).select_option("dolls")
    page.get_by_label("prizes 1 dolls", exact=True).fill("2")
    page.get_by_label("crate height", exact=True).fill("3")
    buttons = re.findall('button "(.*)"', page.locator("#fields").aria_snapshot())
    assert len({*buttons}) == len(buttons) > 20  # each says whose it is
    saved(page)
    old = "- id: apple\n  name: {en: Apple, fr: Apple (fr)}\n  price: 1  # pence\n"
    new = (
        '- id: apple\n  name: {en: "Apples: red", fr: Apple (fr)}\n  price: 3  # pence\n'
        '  note: {en: "**so sweet**", fr: _douces_}\n  code: "007"\n  open: true\n  side: right\n  wares: [b, a]\n'
        "  keeper: ann\n  prizes:\n    - dolls: 2\n  crate: {height: 3}\n"
    )
    assert shop.text("stalls.yaml") == before.replace(old, new)
    page.get_by_label("price", exact=True).fill("three")
    expect(page.locator('[data-field="price"] p.wrong')).to_contain_text("a whole number")
    page.get_by_text("YAML", exact=True).click()
    expect(page.locator("#editor .cm-content")).to_contain_text("price: three")
    page.locator("#editor .cm-line").filter(has_text="price: three").click()
    page.keyboard.press("End")
    for _ in "three  # pence":
        page.keyboard.press("Backspace")
    page.keyboard.type("8")
    expect(page.get_by_label("price", exact=True)).to_have_value("8")
    press(page, "Undo")
    press(page, "Redo")
    expect(page.get_by_label("price", exact=True)).to_have_value("8")


def test_items_come_go_and_move_and_all_of_it_is_undone(shop: Shop, opened: Opened) -> None:
    first = shop.text("stalls.yaml")
    page: Page = opened("/fair/stalls/")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("heading", name="Stalls 13")).to_be_visible()
    until(lambda: page.locator("#tableau img").evaluate("one => one.naturalWidth"))
    ready(page)
    states = [first, shop.text("stalls.yaml")]
    page.get_by_label("price", exact=True).fill("4")  # what is not saved goes along
    press_and_go(page, "Move up")
    assert "price: 4" in shop.text("stalls.yaml")
    press_and_go(page, "Duplicate")
    expect(page).to_have_url(re.compile("stalls-14$"))
    press_and_go(page, "Move down")
    assert shop.text("stalls.yaml").index("stalls-14") > shop.text("stalls.yaml").index("id: jug")
    states.append(shop.text("stalls.yaml"))
    press(page, "Delete")
    expect(page.get_by_text("“stalls-14” was deleted.")).to_be_visible()
    page.reload()
    press(page, "Undo")
    expect(page).to_have_url(re.compile("stalls-14$"))
    until(lambda: shop.text("stalls.yaml") == states[-1])
    ready(page)
    press(page, "Undo")
    expect(page.locator("#editor .state")).to_have_text("Undone: moving Stalls 13")
    with page.expect_navigation(url="**/stalls/"):
        press(page, "Undo")  # the copy
    expect(page.locator("main .note")).to_have_text("Undone: adding Stalls 13")
    with page.expect_navigation(url="**/stalls/"):
        press(page, "Undo")  # what was moved before, which leaves no page
    page.goto(f"{shop.address}fair/stalls/stalls-13")
    ready(page)
    press(page, "Undo")
    expect(page.locator("#editor .state")).to_have_text("Undone: price of Stalls 13")
    expect(page.get_by_label("price", exact=True)).not_to_have_value("4")
    assert shop.text("stalls.yaml") == states[1]
    with page.expect_navigation(url="**/stalls/"):
        press(page, "Undo")  # what was added
    assert shop.text("stalls.yaml") == first
    with page.expect_navigation(url="**/stalls/"):
        press(page, "Redo")
    assert shop.text("stalls.yaml") == states[1]


def test_an_empty_kind_gets_its_first_item(shop: Shop, opened: Opened) -> None:
    page: Page = opened("/bare/stalls/")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("heading", name="Stalls 1")).to_be_visible()
    assert "price: 1\n" in shop.text("data/bare/stalls.yaml")


def test_cells_are_typed_pasted_filled_down_sorted_and_undone(shop: Shop, opened: Opened) -> None:
    before = shop.text("stalls.yaml")
    page: Page = opened("/fair/stalls/", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("link", name="Grid", exact=True).click()
    page.locator("#cells[data-ready]").wait_for()
    page.get_by_label("price, cake").fill("9")
    page.get_by_label("price, cake").press("Enter")
    expect(page.get_by_label("price, darts")).to_be_focused()
    page.get_by_label("side, cake").fill("left")
    page.get_by_label("side, cake").press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    press(page, "Fill down")
    expect(page.get_by_label("side, apple")).to_have_value("left")
    press(page, "Undo")
    expect(page.get_by_label("side, apple")).to_have_value("")
    press(page, "Redo")
    page.evaluate("navigator.clipboard.writeText('Juggler\\tJongleur\\t6\\nKites\\tVents\\t7\\n')")
    page.get_by_label("name.en, jug").click()
    page.keyboard.press("Control+v")
    expect(page.get_by_label("price, New row")).to_have_value("7")
    page.get_by_label("price, darts").fill("slow")
    press(page, "Save")
    expect(page.locator("#state")).to_contain_text("price: a whole number is wanted")
    expect(page.get_by_label("price, darts")).to_have_attribute("aria-invalid", "true")
    assert shop.text("stalls.yaml") == before
    page.get_by_label("price, darts").fill("5")
    press(page, "Save")
    expect(page.locator("#state")).to_have_text("Saved")
    now = shop.text("stalls.yaml")
    assert "price: 9\n  side: left\n  copies: 2\n" in now
    assert "name: {en: Juggler, fr: Jongleur}\n  price: 6  # pence\n" in now
    assert now.endswith("\n- id: kites\n  name: {en: Kites, fr: Vents}\n  price: 7\n")
    page.get_by_role("button", name="price", exact=True).click()
    page.get_by_role("button", name="price", exact=True).click()
    expect(page.locator("#cells tbody tr").first).to_have_attribute("data-id", "cake")
    page.get_by_label("Search").fill("kites")
    assert page.locator("#cells tbody tr:visible").count() == 1
    press(page, "Undo")
    until(lambda: shop.text("stalls.yaml") == before)
