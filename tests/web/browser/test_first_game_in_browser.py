"""Nobody is left before an empty folder: the workshop begins a game there, and its first card is on the screen."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from browsing import Shop
from playwright.sync_api import expect

Start = Callable[..., Shop]


def test_an_empty_folder_leads_to_a_game_with_faces_and_sheets(tmp_path: Path, started: Start, browser: Any) -> None:
    shop = started(tmp_path)
    page = browser.new_context(locale="en-US").new_page()
    page.goto(shop.address)
    expect(page.get_by_role("heading", name="There is no game yet")).to_be_visible()
    expect(page.locator(".empty code")).to_have_text("pnp serve tricks-or-treats")
    page.locator(".empty").get_by_role("link", name="Begin a game").click()
    form = page.locator("form.card").first
    form.locator("input[name=name]").fill("Le Jardin")
    form.locator("input[name=languages]").fill("fr,en")
    form.locator("button").click()
    expect(page).to_have_url(shop.address + "le-jardin/")
    page.locator("main a[href]:has(img)").first.click()
    face = page.locator("main img").first
    expect(face).to_be_visible()
    assert face.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    kind = next((tmp_path / "templates/le-jardin").glob("*.svg")).stem
    assert page.request.get(f"{shop.address}le-jardin/problems.json").json() == [], kind
    page.context.close()
