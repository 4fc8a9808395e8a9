"""What holds for every page: nothing that axe-core finds, nothing wider than a phone, in both languages and looks."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browsing import Opened, found_by_axe
from playwright.sync_api import Page
from projects import ROOT

from generator.core.folders import NamedModules
from generator.web import screens
from generator.web.endpoints import ROUTES

# Where a route has a place for a name, one that is there; others come by the modules of the screens.
NAMES = {
    "file": "x.svg",
    "game": "fair",
    "kind": "stalls",
    "item": "cake",
    "question": "dice",
    "name": "templates",
    "sort": "card",
    "number": 1,
}
SPECIAL = [
    "/nowhere/", "/bare/", "/bare/stalls/", "/bare/problems", "/crowd/stalls/", "/fair/people/", "/fair/people/ann",
]  # fmt: skip


def pages() -> list[str]:
    """The addresses of all pages, as the screens name them; downloads and what scripts ask for are not pages."""
    found = [*SPECIAL]
    for module in NamedModules(screens.__name__, screens.__path__).values():
        template = "page(" in Path(module.__file__ or "").read_text(encoding="utf-8")
        for route in ROUTES[module.__name__] if template else ():
            path = (
                route.path_format.format(**NAMES) if "GET" in (route.methods or ()) and "/-/" not in route.path else ""
            )
            if path and "." not in path.rpartition("/")[2]:
                found.append(path)
    return sorted(set(found))


@pytest.mark.parametrize("path", pages())
def test_a_page_is_for_everybody(turned: Callable[[str], tuple[Page, Page]], path: str) -> None:
    """Broad and light in English, narrow and dark in French."""
    page, narrow = turned(path)
    if page.locator("main").count() == 0:
        pytest.skip("no page")
    assert found_by_axe(page) == []
    assert path.startswith("/crowd/") or found_by_axe(narrow) == []  # once is long enough for 300 faces
    assert narrow.evaluate("document.documentElement.scrollWidth") <= 360
    assert narrow.locator("html").get_attribute("lang") == "fr"
    for one in (page, narrow):
        assert one.locator(".masthead").evaluate("head => head.offsetHeight") == 56  # one line, whatever the width
        assert one.locator(".primary:visible").count() <= 1


@pytest.mark.parametrize("width, height", [(1440, 900), (390, 844)])
@pytest.mark.parametrize(
    "path, face",
    [
        ("/fair/stalls/", ".face img"),
        ("/fair/stalls/cake", ".tableau img"),
        ("/fair/stalls/design", "#surface"),
        ("/fair/print?kind=stalls", ".sheets-of-paper img"),
    ],
)
def test_the_first_face_is_seen_without_scrolling(
    opened: Opened, path: str, face: str, width: int, height: int
) -> None:
    page: Page = opened(path, width=width, height=height, locale="fr-FR")
    page.wait_for_load_state("networkidle")
    box = page.locator(face).first.bounding_box()
    assert box is not None
    assert box["y"] >= 56
    assert box["y"] + box["height"] <= height
    assert box["x"] + box["width"] <= width


def test_pages_of_a_game_with_mistakes_are_for_everybody_too(shop: Any, opened: Opened) -> None:
    shop.change("stalls.yaml", "price: 3", "price: three")
    shop.change("stalls.yaml", "id: hoop", "id: Hoop")
    for path in ("/fair/", "/fair/stalls/", "/fair/stalls/cake", "/fair/problems"):
        page: Page = opened(path, dark=True, width=360)
        assert found_by_axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("link", name="stalls.yaml:3").click()
    assert "/fair/stalls/cake?line=3" in page.url


def test_the_skip_link_leads_past_the_frame(opened: Opened) -> None:
    page: Page = opened("/fair/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_icons_that_pages_name_are_there() -> None:
    sprite = (ROOT / "generator/web/static/icons.svg").read_text(encoding="utf-8")
    there = set(re.findall(r'<symbol id="([a-z-]+)"', sprite))
    named: set[str] = set()
    for path in (ROOT / "generator/web/pages").glob("*.html"):
        named |= set(re.findall(r'icon\("([a-z-]+)"', path.read_text(encoding="utf-8")))
    assert named <= there
