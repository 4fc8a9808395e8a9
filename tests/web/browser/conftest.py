"""A browser before a running workshop: one server and one browser for all tests of a process, a project to change."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import Opened, Shop, browser_path, ended, fair_files, serving
from projects import write_files

LONG = 60_000  # ms that a busy machine is waited for


# What `make test` tries in a browser: a change goes from the editor to the disk, and one on the disk to the page. All
# else here is dear.
KEPT = {
    "test_a_value_that_changes_on_the_disk_changes_the_picture",
    "test_saving_keeps_comments_and_all_other_lines",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all but a few of these tests as dear, and skip them, saying why, where there is no browser."""
    there = browser_path() is not None
    for item in items:
        if Path(__file__).parent in item.path.parents:
            if item.name not in KEPT:
                item.add_marker(pytest.mark.dear)
            if not there:
                item.add_marker(
                    pytest.mark.skip(reason="no Chromium here: install Debian's package chromium-headless-shell")
                )


@pytest.fixture(scope="session")
def running_shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """The one server."""
    folder = write_files(tmp_path_factory.mktemp("shop"), fair_files())
    shop = serving(folder)
    shop.files = {path: path.read_bytes() for path in (folder / "data").rglob("*.yaml")}
    yield shop
    ended(shop)


@pytest.fixture
def started() -> Iterator[Callable[..., Shop]]:
    """Starts a server for a test alone, as `serving` does; none outlives the test."""
    shops: list[Shop] = []

    def start(folder: Path, *options: str) -> Shop:
        shops.append(serving(folder, *options))
        return shops[-1]

    yield start
    for shop in shops:
        if shop.process.returncode is None:
            ended(shop)


@pytest.fixture
def shop(running_shop: Shop) -> Iterator[Shop]:
    """The server, with its files as they were at first."""
    running_shop.restore()
    yield running_shop
    running_shop.restore()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The one browser."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=LONG)

    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox", "--disable-gpu"])
        yield made
        made.close()


class Windows:
    """Windows of the browser, and what is complained of in their consoles.

    What cannot be had is not a complaint: faces with errors, pages that are not there, texts whose files have changed.
    """

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.contexts: list[Any] = []
        self.complaints: list[str] = []

    def window(self, *, width: int = 1280, height: int = 800, dark: bool = False, **options: Any) -> Any:
        """An empty page of somebody who was never here."""
        scheme = "dark" if dark else "light"
        known = {
            "viewport": {"width": width, "height": height},
            "color_scheme": scheme,
            "locale": "en-US",
            "reduced_motion": "reduce",
        }
        context = self.browser.new_context(**{**known, **options})
        context.set_default_timeout(LONG)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning") and not re.search(r"status of (404|409|422)", message.text):
            self.complaints.append(message.text)

    def close(self) -> None:
        """Close them all."""
        for context in self.contexts:
            context.close()


@pytest.fixture
def opened(shop: Shop, browser: Any) -> Iterator[Opened]:
    """Opens a page of the workshop: ``opened("/fair/", width=360, dark=True, locale="fr-FR")``.

    Whatever a page complains of in its console fails the test.
    """
    windows = Windows(browser)

    def opening(path: str, **options: Any) -> Any:
        page = windows.window(**options)
        page.goto(shop.address + path.lstrip("/"))
        return page

    yield opening
    windows.close()
    assert windows.complaints == []


@pytest.fixture(scope="session")
def visitor(browser: Any) -> Iterator[Windows]:
    """Somebody who goes from page to page: `turned` has two windows."""
    windows = Windows(browser)
    windows.window()
    windows.window(width=360, height=740, dark=True, locale="fr-FR")
    yield windows
    windows.close()


@pytest.fixture
def turned(shop: Shop, visitor: Windows) -> Iterator[Callable[[str], tuple[Any, Any]]]:
    """Turns two windows that stay open to a page: one broad and light in English, one narrow and dark in French.

    For what looks at every page: a window of its own for each takes three times as long.
    """

    def turning(path: str) -> tuple[Any, Any]:
        broad, narrow = (context.pages[0] for context in visitor.contexts)
        for page in (broad, narrow):
            page.goto(shop.address + path.lstrip("/"))
        return broad, narrow

    visitor.complaints.clear()
    yield turning
    assert visitor.complaints == []
