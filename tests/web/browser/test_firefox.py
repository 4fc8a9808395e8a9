"""The workshop in Firefox: each of its screens comes to life, and what is typed and pressed is done."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import Shop, until
from firefox import Firefox, firefox_path

SCREENS = {
    "": "document.querySelector('.tile')",
    "new": "document.querySelector('form')",
    "fair/": "document.querySelector('.tile')",
    "fair/stalls/": "[...document.querySelectorAll('ul.faces img')].some(one => one.naturalWidth)",
    "fair/stalls/cake": "document.querySelector('#editor[data-ready] input')",
    "fair/stalls/grid": "document.querySelector('#cells[data-ready]')",
    "fair/stalls/design": "document.querySelector('#surface[data-ready]')",
    "fair/balance": "document.querySelector('form')",
    "fair/pictures": "document.querySelector('#add-pictures')",
    "fair/files": "document.querySelector('#import-file')",
    "fair/translations": "document.querySelector('#texts textarea')",
    "fair/print": "document.querySelector('.sheets-of-paper img')?.naturalWidth > 500",
    "fair/table": "document.querySelector('#room[data-ready]')",
    "fair/problems": "document.querySelector('#problems')",
    "fair/lab": "document.querySelector('h1')",
    "calibrate": "document.querySelector('form')",
    "help/": "document.querySelector('#main a')",
}


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    if firefox_path() is None:
        pytest.skip("no Firefox here: install Debian's package firefox-esr")
    window = Firefox(tmp_path_factory.mktemp("firefox"))
    yield window
    window.end()


def test_every_screen_comes_to_life_in_firefox(shop: Shop, firefox: Firefox) -> None:
    for path, alive in SCREENS.items():
        firefox.open(shop.address + path)
        firefox.until("document.documentElement.dataset.server === 'there'")
        firefox.until(f"Boolean({alive})")
        assert firefox.ask("document.documentElement.classList.contains('lively')"), path
        assert firefox.ask("document.documentElement.scrollWidth <= innerWidth"), path
    assert firefox.complaints == []


def test_a_value_is_changed_saved_and_undone_in_firefox(shop: Shop, firefox: Firefox) -> None:
    path: Path = shop.path("stalls.yaml")
    before = path.read_text(encoding="utf-8")
    firefox.open(shop.address + "fair/stalls/apple")
    firefox.until("Boolean(document.querySelector('html[data-server=there] #editor[data-ready]'))")
    firefox.type('[data-field="price"] input', "8")
    firefox.until("document.querySelector('#tableau img').src.startsWith('data:')")
    firefox.press("[data-do=save]")
    until(lambda: "price: 8  # pence" in path.read_text(encoding="utf-8"))
    firefox.until("document.querySelector('#editor .state').textContent === 'Saved'")
    firefox.until("!document.querySelector('#undo').disabled")
    firefox.press("#undo")
    until(lambda: path.read_text(encoding="utf-8") == before)
    assert firefox.complaints == []
