"""The gallery as a person meets it: faces, filters, sizes, what changes on the disk."""

import re
from typing import Any

import pytest
from browsing import Opened, listening, until
from playwright.sync_api import Page, Response, Route, expect


def names(page: Page) -> list[str]:
    """The names of the faces that are shown."""
    return [link.get_attribute("alt") or "" for link in page.locator(".face:not([hidden]) img").all()]


def test_a_value_that_changes_on_the_disk_changes_the_picture(shop: Any, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/")
    listening(page)
    picture = page.get_by_role("img", name="Cake stall")
    expect(picture).to_be_visible()
    before = picture.get_attribute("src")
    shop.change("stalls.yaml", "price: 3", "price: 44")
    expect(picture).not_to_have_attribute("src", before or "")


def test_a_wrong_number_marks_its_face_and_says_what_is_wrong(shop: Any, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/")
    listening(page)
    shop.change("stalls.yaml", "price: 3", "price: three")
    face = page.locator('[data-item="cake"]')
    expect(face).to_have_class("face wrong stale")
    expect(face.locator(".says")).to_contain_text("line 3")
    expect(face.get_by_role("img")).to_be_visible()  # the last good one
    expect(page.locator(".masthead [data-count]")).to_have_text("1")
    shop.change("stalls.yaml", "price: three", "price: 4")
    expect(face).to_have_class("face")
    expect(face.locator(".says")).to_have_count(0)


def test_items_that_come_and_go_do_so_in_the_page(shop: Any, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/")
    listening(page)
    shop.write(
        "stalls.yaml",
        "- id: swing\n  name: Swing\n  price: 1\n" + shop.text("stalls.yaml").replace("id: darts", "id: arrows"),
    )
    expect(page.locator(".face").first).to_have_attribute("data-item", "swing")
    expect(page.locator('[data-item="darts"]')).to_have_count(0)
    expect(page.locator('[data-item="arrows"] img')).to_be_visible()


def test_a_change_before_the_page_listens_is_not_missed(shop: Any, opened: Opened) -> None:
    page: Page = opened("/fair/")
    listening(page)
    held: list[Route] = []
    page.context.route("**/events*", lambda route: held.append(route))
    other = page.context.new_page()
    page.close()  # the one that listens
    other.goto(f"{shop.address}fair/stalls/")
    expect(other.get_by_role("img", name="Cake stall")).to_be_visible()
    shop.change("stalls.yaml", "price: 3", "price: three")
    until(lambda: other.evaluate("fetch('../problems.json').then(told => told.text())").count("three"))
    until(lambda: other.evaluate("true") and held)
    held[0].continue_()
    expect(other.locator('[data-item="cake"]')).to_have_class("face wrong stale")


def test_a_page_that_nobody_sees_listens_again_when_it_is_seen(shop: Any, opened: Opened) -> None:
    page: Page = opened("/fair/stalls/")
    listening(page)
    seen = "Object.defineProperty(document, 'hidden', {configurable: true, get: () => %s}); document.dispatchEvent(new Event('visibilitychange'))"
    page.evaluate(seen % "true")
    shop.change("stalls.yaml", "price: 3", "price: three")
    until(lambda: page.evaluate("fetch('../problems.json').then(told => told.text())").count("three"))
    expect(page.locator('[data-item="cake"]')).not_to_have_class(re.compile("wrong"))
    page.evaluate(seen % "false")
    expect(page.locator('[data-item="cake"]')).to_have_class(re.compile("wrong"))


def faces_in(page: Response) -> int:
    return page.text().count('<li class="face')


def test_a_save_asks_for_what_changed(shop: Any, opened: Opened) -> None:
    page: Page = opened("/crowd/problems", width=1000, height=700)  # which waits for the check
    page.goto(f"{shop.address}crowd/stalls/?q=s17&size=1")
    listening(page)
    until(lambda: page.evaluate("[...document.images].every(one => one.naturalWidth)"))
    told: list[Response] = []
    page.on("response", lambda answer: told.append(answer))
    file = "data/crowd/stalls.yaml"
    shop.change(file, "name: Stall 17\n", "name: Seventeen\n")
    expect(page.locator('[data-item="s17"] .caption')).to_have_text("Seventeen")
    assert [one.url.partition("?")[0][-7:] for one in told if one.request.resource_type == "image"] == ["s17.svg"]
    assert [faces_in(one) for one in told if "/stalls/?" in one.url] == [2]  # and one with a warning
    told.clear()
    shop.change(file, "- id: s17\n", "- id: s17b\n  name: New\n  price: 3\n- id: s17\n")
    expect(page.locator(".face:not([hidden])").first).to_have_attribute("data-item", "s17b")
    shop.write(file, shop.text(file).replace("- id: s17b\n  name: New\n  price: 3\n", ""))
    expect(page.locator(".face:not([hidden])").first).to_have_attribute("data-item", "s17")
    assert [faces_in(one) for one in told if "/stalls/?" in one.url] == [2, 1]


def test_filters_work_at_once_and_stand_in_the_address(opened: Opened) -> None:
    page: Page = opened("/fair/stalls/")
    page.keyboard.press("/")
    page.keyboard.type("oo")
    expect(page.locator(".face:not([hidden])")).to_have_count(2)
    assert names(page) == ["Balloon", "Hoop"]
    expect(page).to_have_url(re.compile(r"\?q=oo$"))
    page.reload()
    assert names(page) == ["Balloon", "Hoop"]
    page.get_by_label("Search").fill("")
    page.get_by_label("Field").select_option("price")
    page.get_by_label("Value").fill(">= 9")
    expect(page.locator(".face:not([hidden])")).to_have_count(2)
    page.get_by_label("Value").fill("99")
    expect(page.get_by_role("heading", name="No match")).to_be_visible()
    page.get_by_role("link", name="Show all").click()
    expect(page.locator(".face:not([hidden])")).to_have_count(12)


def test_a_filter_is_there_when_one_comes_back(opened: Opened) -> None:
    page: Page = opened("/fair/stalls/?q=cake")
    page.get_by_role("link", name="Cake stall").click()
    expect(page.get_by_role("heading", name="Cake stall")).to_be_visible()
    page.go_back()
    expect(page.locator(".face:not([hidden])")).to_have_count(1)


def test_two_languages_stand_side_by_side(opened: Opened) -> None:
    page: Page = opened("/fair/stalls/")
    page.get_by_role("link", name="en + fr").click()
    expect(page.get_by_role("img", name="Gâteaux")).to_be_visible()  # the page has come
    assert names(page)[:2] == ["Cake stall", "Gâteaux"]


def test_the_slider_makes_faces_larger(opened: Opened) -> None:
    page: Page = opened("/fair/stalls/")
    picture = page.get_by_role("img", name="Darts")
    before = picture.bounding_box()
    page.get_by_label("Size").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    after = picture.bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] > 1.7 * before["width"]
    assert "size=5" in page.url


def test_arrows_go_from_face_to_face(opened: Opened) -> None:
    page: Page = opened("/fair/stalls/")
    page.get_by_role("link", name="Cake stall").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("link", name="Darts")).to_be_focused()
    page.keyboard.press("End")
    expect(page.get_by_role("link", name="Jug")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Jug", exact=True)).to_be_visible()


def test_only_what_is_near_the_window_is_in_the_page(opened: Opened) -> None:
    page: Page = opened("/crowd/stalls/", width=1000, height=700)
    faces, last = page.locator(".face"), page.locator('[data-item="s299"]')
    expect(last).to_have_count(0)
    assert 0 < faces.count() < 150
    expect(faces.first).to_have_js_property("ariaSetSize", "300")
    expect(faces.first).to_have_js_property("ariaPosInSet", "1")
    height = page.evaluate("document.documentElement.scrollHeight")
    page.keyboard.press("End")
    expect(last).to_be_in_viewport()
    expect(last).to_have_js_property("ariaPosInSet", "300")
    until(lambda: page.evaluate("document.querySelector('[data-item=s299] img').naturalWidth") > 0)
    expect(page.locator('[data-item="s0"]')).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollHeight") == height


def test_keyboard_and_address_lead_to_what_is_far_away(opened: Opened) -> None:
    page: Page = opened("/crowd/stalls/", width=1000, height=700)
    first, last = (page.locator(f'[data-item="{name}"] > a') for name in ("s0", "s299"))
    first.focus()
    page.keyboard.press("End")
    expect(last).to_be_focused()
    expect(last).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    expect(first).to_be_in_viewport()
    expect(last).to_be_focused()  # what has the focus stays
    page.keyboard.press("ArrowLeft")
    expect(page.locator('[data-item="s298"] > a')).to_be_focused()
    page.evaluate("location.hash = '#s150'")
    expect(page.locator('[data-item="s150"] > a')).to_be_focused()
    expect(page.locator('[data-item="s150"]')).to_be_in_viewport()
    page.keyboard.press("Control+f")
    expect(page.get_by_label("Search")).to_be_focused()


def test_a_filter_reaches_what_is_far_away(opened: Opened) -> None:
    page: Page = opened("/crowd/stalls/?size=1", width=1000, height=700)
    name = page.evaluate("fetch('?', {headers: {accept: 'application/json'}}).then(told => told.json())")[-1]
    page.get_by_label("Search").fill(name)
    expect(page.locator(".face")).to_have_count(1)
    expect(page.locator(f'[data-item="{name}"] img')).to_be_visible()
    until(lambda: page.evaluate("document.querySelector('.face img').naturalWidth") > 0)
    page.get_by_label("Search").fill("")
    expect(page.locator(".face").first).to_have_js_property("ariaSetSize", "300")


def test_without_scripts_a_long_list_is_whole(opened: Opened) -> None:
    page: Page = opened("/crowd/stalls/", java_script_enabled=False)
    expect(page.locator(".face")).to_have_count(300)


def test_without_scripts_all_can_be_read_and_filtered(opened: Opened) -> None:
    page: Page = opened("/fair/stalls/", java_script_enabled=False)
    page.get_by_label("Search").fill("oo")
    page.get_by_role("button", name="Filter", exact=True).click()
    assert names(page) == ["Balloon", "Hoop"]
    page.get_by_role("link", name="Balloon").click()
    assert "price\n2" in page.locator("main").inner_text()


@pytest.mark.parametrize("dark", [False, True])
def test_light_and_dark_can_be_chosen_and_stay(opened: Opened, dark: bool) -> None:
    page: Page = opened("/fair/", dark=dark)
    page.get_by_role("button", name="Light page" if dark else "Dark page").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light" if dark else "dark")
