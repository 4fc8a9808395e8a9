"""An item's text in the editor: checked, completed, saved; and what happens when the file changes meanwhile."""

import re

from browsing import Opened, Shop, editor_of, listening, put_cursor, text_of, until
from playwright.sync_api import Dialog, Page, expect


def test_what_is_typed_shows_in_the_face_before_it_is_saved(shop: Shop, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/cake")
    before = shop.text("stalls.yaml")
    put_cursor(page, 3, "Backspace")
    page.keyboard.type("7")
    expect(page.locator("#tableau img")).to_have_attribute("src", re.compile("^data:image/svg"))
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    assert shop.text("stalls.yaml") == before


def test_saving_keeps_comments_and_all_other_lines(shop: Shop, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/apple")
    before = shop.text("stalls.yaml")
    put_cursor(page, 3, *["ArrowLeft"] * len("  # pence"), "Backspace")
    page.keyboard.type("9")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    assert shop.text("stalls.yaml") == before.replace("price: 1  # pence", "price: 9  # pence", 1)


def test_a_mistake_stands_at_its_line_and_what_to_do_below(shop: Shop, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/cake")
    put_cursor(page, 3, "Backspace")
    page.keyboard.type("three")
    expect(page.locator("#editor .cm-lintRange-error")).to_have_text("three")
    expect(page.locator("#editor .cm-lint-marker-error")).to_be_visible()
    problem = page.locator("#wrong .problem")
    expect(problem).to_contain_text("data/fair/stalls.yaml:3:10: error wrong-type")
    expect(page.locator("#tableau .paper.wrong.stale")).to_be_visible()
    problem.get_by_role("button").click()
    assert page.evaluate("document.activeElement.classList.contains('text')")


def test_keys_and_choices_are_offered(shop: Shop, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/cake")
    put_cursor(page, 3, "Enter")
    page.keyboard.type("si")
    offer = page.locator("#yaml").get_by_role("option", name="side")
    expect(offer).to_be_visible()
    page.wait_for_timeout(100)  # what has just come is not taken by a key that was meant for something else
    page.keyboard.press("Enter")
    until(lambda: "  side: " in text_of(page))
    page.keyboard.type("le")
    expect(page.locator("#yaml").get_by_role("option", name="left")).to_be_visible()


def test_a_change_outside_and_one_in_the_editor_are_both_kept(shop: Shop, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/cake")
    put_cursor(page, 4)
    page.keyboard.type("0")
    shop.change("stalls.yaml", "price: 3", "price: 6")
    until(lambda: "price: 6" in text_of(page))
    assert "copies: 20" in text_of(page)
    page.keyboard.press("Control+s")
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    assert "price: 6\n  copies: 20\n" in shop.text("stalls.yaml")


def test_where_both_changed_the_same_line_one_is_asked_and_undo_brings_the_other_back(
    shop: Shop, opened: Opened
) -> None:
    page: Page = opened("/fair/stalls/cake")
    put_cursor(page, 3)
    page.keyboard.type("3")
    shop.change("stalls.yaml", "price: 3", "price: 6")
    asked = page.get_by_role("dialog")
    expect(asked).to_be_visible()
    expect(asked.get_by_role("columnheader", name="What you have written")).to_be_visible()
    expect(asked.get_by_role("rowheader")).to_have_text(["price"])  # the others are the same
    assert asked.locator("mark").all_inner_texts() == ["33", "6"]
    asked.get_by_role("button", name="Take the file’s").click()
    until(lambda: "price: 6\n" in text_of(page))
    page.keyboard.press("Control+z")
    until(lambda: "price: 33\n" in text_of(page))
    shop.change("stalls.yaml", "price: 6", "price: 7")
    asked.get_by_role("button", name="Keep mine").click()
    until(lambda: "price: 33" in shop.text("stalls.yaml"))  # which saves it


def test_undo_goes_back_over_saves(shop: Shop, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/cake")
    put_cursor(page, 3)
    page.keyboard.type("0")
    page.keyboard.press("Control+s")
    until(lambda: "price: 30" in shop.text("stalls.yaml"))
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Save")).to_be_disabled()  # what was saved has come back
    listening(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Save")).to_be_disabled()  # there is nothing to save
    until(lambda: "price: 3\n" in shop.text("stalls.yaml"))


def test_what_was_not_saved_is_there_after_a_crash(shop: Shop, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/cake")
    put_cursor(page, 3)
    page.keyboard.type("1")
    other = page.context.new_page()
    other.goto(page.url)
    editor_of(other)
    until(lambda: "price: 31" in text_of(other))
    expect(other.get_by_text("was restored")).to_be_visible()
    other.get_by_role("button", name="Discard it").click()
    until(lambda: "price: 3\n" in text_of(other))


def test_a_page_with_unsaved_text_asks_before_it_goes(shop: Shop, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/cake")
    put_cursor(page, 3)
    page.keyboard.type("1")
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", answer)
    page.get_by_role("link", name="Cards", exact=True).click()
    until(lambda: asked == ["beforeunload"])


def test_an_item_that_is_called_otherwise_is_followed(shop: Shop, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/cake")
    put_cursor(page, 1)
    page.keyboard.type("s")
    page.keyboard.press("Control+s")
    expect(page).to_have_url(re.compile("/fair/stalls/cakes$"))
    put_cursor(page, 3)
    page.keyboard.type("1")
    page.keyboard.press("Control+s")
    until(lambda: "- id: cakes" in shop.text("stalls.yaml") and "price: 31" in shop.text("stalls.yaml"))


def test_keys_lead_to_the_next_item(opened: Opened) -> None:
    page: Page = opened("/fair/stalls/cake")
    listening(page)
    page.locator("#editor[data-ready]").wait_for()  # else nobody hears keys yet
    page.keyboard.press("Alt+PageDown")
    expect(page.get_by_role("heading", name="Darts")).to_be_visible()
    listening(page)
    page.locator("#editor[data-ready]").wait_for()
    page.keyboard.press("Alt+PageUp")
    expect(page.get_by_role("heading", name="Cake stall")).to_be_visible()


def test_an_arrow_leads_to_the_same_field_of_the_next_item_and_saves(shop: Shop, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/cake")
    listening(page)
    page.locator("#editor[data-ready]").wait_for()
    page.get_by_label("price", exact=True).fill("8")
    page.keyboard.press("Alt+ArrowDown")
    expect(page.get_by_role("heading", name="Darts")).to_be_visible()
    expect(page.get_by_label("price", exact=True)).to_be_focused()
    assert "price: 8\n  copies: 2" in shop.text("stalls.yaml")
