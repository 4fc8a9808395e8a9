"""A designer at work: pictures, texts, rules, design, import and new kinds, each by the buttons of its page."""

import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import Opened, Shop, ended, listening, serving, until
from PIL import Image
from playwright.sync_api import Page, expect
from projects import typed

Studio = Callable[..., Page]


@pytest.fixture(scope="module")
def running_studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """One server for a game that `pnp new` made."""
    folder = tmp_path_factory.mktemp("studio")
    typed(folder, "new", "sol", "--languages", "en,fr", "--kind", "cards", "--kind", "rules")
    shop = serving(folder)
    yield shop
    ended(shop)


@pytest.fixture
def studio(running_studio: Shop, opened: Opened) -> Iterator[Studio]:
    """Opens a page of that game, whose files are put back afterwards."""
    folder = running_studio.folder
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.suffix != ".log"}

    def opening(path: str, **options: Any) -> Page:
        page: Page = opened("/", **options)
        page.goto(running_studio.address + path.lstrip("/"))
        listening(page)
        return page

    yield opening
    for path in [*folder.joinpath("data").rglob("*"), *folder.joinpath("templates").rglob("*")]:
        if path.is_file() and path not in before:
            path.unlink()
    for path, content in before.items():
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def png(colour: str = "red") -> bytes:
    target = io.BytesIO()
    Image.new("RGB", (60, 40), colour).save(target, "PNG")
    return target.getvalue()


def drop(page: Page, selector: str, name: str, content: bytes) -> None:
    """Drop a file as from the desktop."""
    page.evaluate(
        """([selector, name, bytes]) => {
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(bytes)], name));
            const target = document.querySelector(selector);
            for (const type of ["dragenter", "dragover", "drop"])
                target.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        [selector, name, list(content)],
    )


def test_a_picture_is_dropped_used_replaced_and_taken_back(running_studio: Shop, studio: Studio) -> None:
    templates: Path = running_studio.folder / "templates/sol/cards"
    page = studio("/sol/pictures")
    page.get_by_label("Add pictures").set_input_files({"name": "Mon Été.PNG", "mimeType": "image/png", "buffer": png()})
    expect(page.get_by_role("heading", name="cards/mon-ete.svg")).to_be_visible()
    first = (templates / "mon-ete.svg").read_bytes()
    drop(page, "#pictures", "bad.svg", b'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script/></svg>')
    expect(page.locator(".toast.red")).to_contain_text("<script> is not read in a drawing")
    page.get_by_label("Replace: cards/mon-ete.svg").set_input_files(
        {"name": "b.png", "mimeType": "image/png", "buffer": png("blue")}
    )
    until(lambda: (templates / "mon-ete.svg").read_bytes() != first)
    page.goto(page.url.replace("pictures", "cards/kite"))
    page.locator("#editor[data-ready]").wait_for()
    page.get_by_label("art", exact=True).select_option("mon-ete")
    expect(page.locator("#tableau img").first).to_have_attribute("src", re.compile("image%2Fpng|image/png"))
    drop(page, '[data-field="art"] .field', "Fox 2.png", png("green"))
    expect(page.get_by_label("art", exact=True)).to_have_value("fox-2")
    press(page, "Save")
    expect(page.locator("#editor .state")).to_have_text("Saved")
    assert "  art: fox-2\n" in (running_studio.folder / "data/sol/cards.yaml").read_text(encoding="utf-8")
    press(page, "Undo")  # the card
    expect(page.get_by_label("art", exact=True)).to_have_value("")
    press(page, "Undo")  # the picture
    until(lambda: not (templates / "fox-2.svg").exists())
    page.goto(page.url.replace("cards/kite", "pictures"))
    with page.expect_navigation():
        press(page, "Undo")
    until(lambda: (templates / "mon-ete.svg").read_bytes() == first)
