"""The table in a browser: mouse, keyboard alone, a second window, undo, what stays after the page is loaded again."""

import json
import re
from typing import Any

import pytest
from browsing import Opened, found_by_axe, until
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.usefixtures("shop")
ADDRESS = "/fair/table?players=2&seed=7"


def laid(opened: Opened, address: str = ADDRESS, **options: Any) -> Page:
    page: Page = opened(address, **options)
    expect(page.locator("#room[data-ready]")).to_be_visible()
    return page


def pile(page: Page) -> Any:
    """The pile of stalls."""
    return page.locator(".piece:has(.count)").first


def left(page: Page) -> int:
    return int(pile(page).locator(".count").inner_text())


def names(page: Page) -> list[str]:
    """The cards of the hand."""
    return [str(card.get_attribute("aria-label")) for card in page.locator("#cards button").all()]


def test_a_card_is_drawn_by_a_button_and_dragged_onto_the_table(opened: Opened) -> None:
    page = laid(opened)
    before = left(page)
    pile(page).click()
    page.get_by_role("button", name="Draw to hand").click()
    expect(page.locator("#said")).to_contain_text(f"Player 1 draws 1; {before - 1} left.")
    assert len(names(page)) == 1
    card, felt = page.locator("#cards button").bounding_box(), page.locator("#felt").bounding_box()
    assert card
    assert felt
    page.mouse.move(card["x"] + 20, card["y"] + 20)
    page.mouse.down()
    page.mouse.move(felt["x"] + 60, felt["y"] + felt["height"] - 70, steps=4)
    page.mouse.up()
    expect(page.locator("#said")).to_contain_text("Player 1 plays")
    assert names(page) == []


def test_the_top_of_a_pile_is_dragged_into_the_hand_and_the_pile_by_its_number(opened: Opened) -> None:
    page = laid(opened)
    before = left(page)
    box, hand = pile(page).bounding_box(), page.locator("#hand").bounding_box()
    assert box
    assert hand
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(hand["x"] + 300, hand["y"] + 40, steps=4)
    page.mouse.up()
    assert left(page) == before - 1
    assert len(names(page)) == 1
    count = pile(page).locator(".count").bounding_box()
    assert count
    page.mouse.move(count["x"] + 5, count["y"] + 5)
    page.mouse.down()
    page.mouse.move(count["x"] + 5, count["y"] + 155, steps=4)
    page.mouse.up()
    was = box["y"]
    until(lambda: abs(pile(page).bounding_box()["y"] - was - 150) < 30)  # it lines up with what is near
    assert left(page) == before - 1


def test_all_is_done_by_keyboard_alone_and_reported(opened: Opened) -> None:
    page = laid(opened)
    said = page.locator("#said")
    before = left(page)
    page.locator("#window").focus()
    page.keyboard.press("Tab")
    expect(page.locator(".piece:focus")).to_have_count(1)
    for key, told in (
        ("s", "shuffled"),
        ("d", f"{before - 1} left"),
        ("t", "Laid out"),
        ("Space", "Face down"),
        ("r", "turned to 90°"),
        ("Shift+ArrowRight", "Moved"),
        ("m", "Picked up"),
        ("m", "Left where it was"),
        ("x", "Discard"),
        ("g", "are back"),
        ("f", "Face down"),
        ("Control+z", "Undone"),
        ("Control+y", "Redone"),
    ):
        page.keyboard.press(key)
        expect(said).to_contain_text(told)
        if not page.locator(".piece:focus").count():
            page.locator(".piece[tabindex='0']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#panel button:focus")).to_have_count(1)


def test_what_is_undone_is_as_it_was_and_can_be_done_again(opened: Opened) -> None:
    page = laid(opened)
    before = left(page)
    expect(page.locator("#undo")).to_be_disabled()
    pile(page).focus()
    page.keyboard.press("d")
    expect(page.locator("#cards button")).to_have_count(1)
    drawn = names(page)
    page.locator("#undo").click()
    assert (left(page), names(page)) == (before, [])
    page.locator("#redo").click()
    assert (left(page), names(page)) == (before - 1, drawn)


def test_the_table_is_there_again_when_the_page_is_loaded_again(opened: Opened) -> None:
    page = laid(opened)
    pile(page).focus()
    for key in "dds":
        page.keyboard.press(key)
    state = page.evaluate("localStorage.getItem('pnp-table:fair')")
    page.reload()
    expect(page.locator("#room[data-ready]")).to_be_visible()
    assert len(names(page)) == 2
    assert page.evaluate("localStorage.getItem('pnp-table:fair')") == state
    assert "seed=7" in page.url


def test_a_link_brings_the_same_order_of_cards_and_another_seed_another(opened: Opened) -> None:
    orders = set()
    for seed in ("7", "7", "8"):
        page = laid(opened, f"/fair/table?players=2&seed={seed}")
        pile(page).focus()
        page.keyboard.press("s")
        state = json.loads(page.evaluate("localStorage.getItem('pnp-table:fair')"))
        orders.add(json.dumps([card["c"] for stack in state["stacks"] for card in stack["cards"]]))
    assert len(orders) == 2


def test_a_second_window_shows_the_same_table_and_not_the_others_hand(opened: Opened) -> None:
    page = laid(opened)
    pile(page).focus()
    page.keyboard.press("d")
    (mine,) = names(page)
    with page.expect_popup() as popup:
        page.locator("#window").click()
    other = popup.value
    expect(other.locator("#room[data-ready]")).to_be_visible()
    assert left(other) == left(page)
    assert names(other) == []
    held = re.escape(mine.split(",")[0])
    card = page.locator("#cards img").get_attribute("src")
    assert f'src="{card}"' not in other.content()
    assert not re.search(rf'aria-label="{held},', other.content())
    expect(other.locator("#others")).to_contain_text("Player 1 holds 1.")
    pile(other).focus()
    other.keyboard.press("d")
    expect(page.locator("#others")).to_contain_text("Player 2 holds 1.")
    assert names(page) == [mine]


def test_counters_and_dice(opened: Opened) -> None:
    page = laid(opened)
    page.get_by_label("New counter").fill("coins")
    page.get_by_role("button", name="Add the counter").click()
    page.get_by_role("button", name="One more of coins").click()
    page.get_by_role("button", name="One more of coins").click()
    expect(page.get_by_label("coins", exact=True)).to_have_value("2")
    page.get_by_label("How many").fill("3")
    page.get_by_role("button", name="Roll d6").click()
    assert re.fullmatch(r"d6 d6 d6: ([1-6], ){2}[1-6]", page.locator("#said").inner_text())


def test_the_chance_of_the_next_card_is_reported_exactly(opened: Opened) -> None:
    page = laid(opened)
    pile(page).focus()
    page.keyboard.press("Enter")
    number = left(page)
    page.get_by_text("Chance of the next").click()
    row = page.locator("#panel tbody tr", has=page.get_by_role("rowheader", name="3", exact=True))
    expect(row).to_have_count(1)
    count = int(row.locator("td").first.inner_text())
    assert f"{count / number * 100:.1f}" in row.inner_text()


def test_what_changes_on_the_disk_changes_on_the_table(shop: Any, opened: Opened) -> None:
    page = laid(opened)
    before = left(page)
    pile(page).focus()
    page.keyboard.press("d")
    shop.change("stalls.yaml", "copies: 2", "copies: 4")
    expect(page.locator("#said")).to_contain_text("The game has changed")
    assert left(page) == before - 1 + 2
    assert len(names(page)) == 1


def test_a_saved_table_comes_back(opened: Opened) -> None:
    page = laid(opened)
    pile(page).focus()
    page.keyboard.press("d")
    mine = names(page)
    with page.expect_download() as saved:
        page.locator("#save").click()
    page.locator("#undo").click()
    assert names(page) == []
    page.locator("#load").set_input_files(saved.value.path())
    expect(page.locator("#said")).to_contain_text("is restored")
    assert names(page) == mine


@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_while_one_plays(opened: Opened, width: int) -> None:
    page = laid(opened, width=width, dark=width == 360)
    pile(page).focus()
    for key in "dt":
        page.keyboard.press(key)
    pile(page).click(position={"x": 5, "y": 5})
    page.get_by_text("Chance of the next").click()
    page.get_by_text("What is in it").click()
    assert found_by_axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_fingers_drag_and_bring_nearer(opened: Opened) -> None:
    page = laid(opened, width=390, has_touch=True)
    before = left(page)
    box, hand = pile(page).bounding_box(), page.locator("#felt").bounding_box()
    assert box
    assert hand
    touch = page.context.new_cdp_session(page)

    def event(sort: str, *points: tuple[float, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": sort, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    at = (box["x"] + 8, box["y"] + 8)
    event("touchStart", at)
    for step in range(1, 5):
        event("touchMove", (at[0] + 20 * step, at[1] + 30 * step))
    event("touchEnd")
    assert left(page) == before - 1
    wide = box["width"]
    middle = (hand["x"] + 200, hand["y"] + 380)
    event("touchStart", middle, (middle[0] + 40, middle[1]))
    event("touchMove", (middle[0] - 20, middle[1]), (middle[0] + 60, middle[1]))
    event("touchEnd")
    now = pile(page).bounding_box()
    assert now
    assert now["width"] > 1.5 * wide
