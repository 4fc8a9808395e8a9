"""One table in three browsers: two who play, one who looks on."""

import json
from typing import Any

import pytest
from browsing import Opened
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.usefixtures("shop")


def laid(page: Page) -> Page:
    page.locator("html[data-server=there] #room[data-ready]").wait_for()
    return page


def hand(page: Page) -> list[str]:
    return [str(card.get_attribute("aria-label")) for card in page.locator("#cards button").all()]


def heard(page: Page) -> list[str]:
    """Whatever the page is sent about tables from now on."""
    texts: list[str] = []

    def listen(answer: Any) -> None:
        if "/-/tables/" in answer.url:
            texts.append(answer.text())

    page.on("response", listen)
    return texts


def test_hands_are_sent_to_their_owners_alone(opened: Opened) -> None:
    first: Page = laid(opened("/crowd/table?players=2&seed=7"))
    with first.expect_navigation():
        first.get_by_role("button", name="Invite").click()
    laid(first)
    link = first.get_by_role("link", name="seat=2")
    address = str(link.get_attribute("href"))
    path = "/" + address.split("/", 3)[3]
    second: Page = laid(opened(path))
    watcher: Page = laid(opened(path.partition("&")[0]))
    texts = {page: heard(page) for page in (first, second, watcher)}
    for page, count in ((first, 3), (second, 2)):
        page.locator(".piece:has(.count)").first.click()
        for number in range(count):
            page.get_by_role("button", name="Draw to hand").click()
            expect(page.locator("#cards button")).to_have_count(number + 1)
    expect(watcher.locator("#others")).to_contain_text("Player 1 holds 3.")
    expect(first.locator("#others")).to_contain_text("Player 2 holds 2.")
    expect(watcher.locator("#cards button")).to_have_count(0)
    expect(watcher.locator("#said")).to_contain_text("Player 2 draws 1")
    mine, theirs = hand(first), hand(second)
    held = {
        page: [text for answer in texts[page] for text in json.loads(answer).get("cards", {}).values()]
        for page in texts
    }
    assert len(set(held[first])) == 3
    assert len(set(held[second])) == 2
    assert held[watcher] == []
    assert not set(held[first]) & set(held[second])
    first.reload()
    laid(first)
    assert hand(first) == mine
    first.locator("#cards button").first.click()
    first.get_by_role("button", name="Play face up").click()
    expect(second.locator("#felt .piece")).to_have_count(2)
    expect(watcher.locator("#others")).to_contain_text("Player 1 holds 2.")
    assert hand(second) == theirs
