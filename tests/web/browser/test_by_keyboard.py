"""Ten things that people do, by keyboard alone: found with Tab, done with keys, with the focus to be seen all the way."""

import re

from browsing import Opened, Shop, listening, until
from playwright.sync_api import Page, expect

MOST_TABS = 120


class Hands:
    """Hands on a keyboard, and none on a mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page
        listening(page)

    def reach(self, role: str, name: str) -> None:
        """Press Tab until something of this role and name has the focus, and can be seen to have it."""
        wanted = self.page.get_by_role(role, name=name, exact=True).first  # type: ignore[arg-type]
        wanted.wait_for()
        for _ in range(MOST_TABS):
            self.page.keyboard.press("Tab")
            if wanted.evaluate("one => one === document.activeElement"):
                seen = "one => getComputedStyle(one).outlineStyle !== 'none' || one.matches('.cm-content')"
                assert wanted.evaluate(seen), f"{name}: nobody sees that it has the focus"
                return
        raise AssertionError(f"Tab does not lead to {role} {name}")

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def go(self, role: str, name: str) -> None:
        """Reach something that leads to another page, and press Enter."""
        self.reach(role, name)
        with self.page.expect_navigation():
            self.press("Enter")
        listening(self.page)


def editing(page: Page) -> None:
    page.locator("#editor[data-ready]").wait_for()


def test_a_card_is_added_filled_in_saved_moved_deleted_and_brought_back(shop: Shop, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/")
    hands = Hands(page)
    hands.go("button", "Add")  # 1: a new stall
    editing(page)
    hands.reach("textbox", "name")
    hands.press("Control+a")
    page.keyboard.type("Tea tent")
    hands.reach("spinbutton", "price")  # 2: its values
    hands.press("ArrowUp", "ArrowUp")
    hands.press("Control+s")  # 3: saved
    expect(page.locator("#editor .state")).to_have_text("Saved")
    assert "Tea tent" in shop.text("stalls.yaml")
    saved = shop.text("stalls.yaml")
    page.keyboard.press("Control+Home")
    hands.go("button", "Move up")  # 4: before another
    editing(page)
    moved = shop.text("stalls.yaml")
    assert moved != saved
    hands.go("button", "Delete")  # 5: gone
    assert "Tea tent" not in shop.text("stalls.yaml")
    hands.go("button", "Undo")  # 6: and back
    assert shop.text("stalls.yaml") == moved


def test_the_grid_is_filled_down_and_a_game_is_found_and_printed(shop: Shop, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/grid")
    hands = Hands(page)
    page.locator("#cells[data-ready]").wait_for()
    hands.reach("textbox", "price, cake")  # 7: cells are filled down
    page.keyboard.type("7")
    hands.press("Enter")
    expect(page.get_by_label("price, darts")).to_be_focused()
    hands.press("ArrowUp", "Shift+ArrowDown", "Shift+ArrowDown", "Control+d", "Control+s")
    until(lambda: shop.text("stalls.yaml").count("price: 7") >= 3)
    page.goto(page.url.removesuffix("grid"))
    listening(page)
    hands.press("/")  # 8: a stall is found
    page.keyboard.type("Fiddle")
    expect(page.locator("ul.faces .face:visible")).to_have_count(1)
    hands.go("link", "Fiddle")
    expect(page.get_by_role("heading", name="Fiddle")).to_be_visible()
    hands.go("link", "Print this")  # 9: sheets are printed
    hands.reach("link", "Print (PDF)")
    with page.expect_download() as download:
        hands.press("Enter")
    assert download.value.suggested_filename.endswith(".pdf")


def test_a_card_is_drawn_and_played_at_the_table(opened: Opened) -> None:
    page: Page = opened("/fair/table?players=2&seed=3")
    hands = Hands(page)
    page.locator("#room[data-ready]").wait_for()
    pile = page.locator("#felt .piece").first
    for _ in range(MOST_TABS):
        hands.press("Tab")
        if pile.evaluate("one => one === document.activeElement"):
            break
    hands.press("d")  # 10: drawn, and played face up
    expect(page.locator("#cards button")).to_have_count(1)
    hands.reach("button", str(page.locator("#cards button").get_attribute("aria-label")))
    hands.press("Enter")  # leads to what can be done with it
    expect(page.get_by_role("button", name="Play face up")).to_be_focused()
    hands.press("Enter")
    expect(page.locator("#cards button")).to_have_count(0)
    expect(page.locator("#said")).to_contain_text(re.compile("plays"))
