"""Finished cards are dropped on a page of the workshop, and their sheets are saved and opened."""

from pathlib import Path

import pypdfium2
from browsing import Opened, Shop
from PIL import Image
from playwright.sync_api import Page, expect
from projects import typed


def drop(page: Page, files: list[Path]) -> None:
    """Drop files as from the desktop."""
    page.locator("html[data-server=there]").wait_for()
    page.evaluate(
        """(files) => {
            const data = new DataTransfer();
            for (const [name, bytes] of files) data.items.add(new File([new Uint8Array(bytes)], name));
            for (const type of ["dragenter", "dragover", "drop"])
                document.getElementById("main").dispatchEvent(
                    new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        [[file.name, list(file.read_bytes())] for file in files],
    )


def test_dropped_pictures_become_the_sheets_of_the_command(shop: Shop, opened: Opened, tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    folder.mkdir()
    for name, colour in {"fox 10.png": "red", "fox 2.png": "orange", "back.png": "navy"}.items():
        Image.new("RGB", (252, 352), colour).save(folder / name)
    before = {path: path.read_bytes() for path in shop.folder.rglob("*.yaml")}
    page: Page = opened("/")
    page.get_by_role("link", name="Print finished cards").first.click()
    make = page.get_by_role("button", name="Make the sheets")
    expect(make).to_be_disabled()
    other = tmp_path / "notes.md"
    other.write_text("not a picture")
    drop(page, [*sorted(folder.iterdir()), other])
    expect(page.locator("#impose-chosen")).to_contain_text("3 files: back.png, fox 10.png, fox 2.png (– notes.md)")
    page.get_by_label("Bleed, in mm").fill("2")
    page.get_by_label("Size when cut").fill("tarot")
    make.click()
    expect(page.locator("#imposed .note").first).to_contain_text("cut off at two edges")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save cards-sheets.pdf").click()
    typed(tmp_path, "impose", "cards", "--bleed", "2", "--size", "tarot")
    made = Path(saved.value.path())
    assert made.read_bytes() == (tmp_path / "output/cards-sheets.pdf").read_bytes()
    with pypdfium2.PdfDocument(made) as document:
        assert len(document) == 2
    # One PDF is as good as pictures; what is not a picture is refused, and the page goes on.
    drop(page, [tmp_path / "output/cards-sheets.pdf"])
    page.get_by_label("one for all, from another file").check()
    page.get_by_label("The back of all cards").set_input_files(folder / "back.png")
    make.click()
    expect(page.get_by_role("link", name="Save cards-sheets-sheets.pdf")).to_be_visible()
    bad = tmp_path / "bad.png"
    bad.write_bytes(b"<script>")
    drop(page, [bad])
    make.click()
    expect(page.locator("#imposed .note.red")).to_have_text("bad.png: this is not a valid PNG file")
    assert {path: path.read_bytes() for path in shop.folder.rglob("*.yaml")} == before


def test_the_page_speaks_french_and_fits_a_telephone(opened: Opened, tmp_path: Path) -> None:
    card = tmp_path / "renard.png"
    Image.new("RGB", (504, 704), "red").save(card)
    page: Page = opened("/impose", width=390, height=844, locale="fr-FR")
    drop(page, [card])
    expect(page.locator("#impose-chosen")).to_have_text("Un fichier : renard.png")
    page.get_by_role("button", name="Faire les planches").click()
    expect(page.get_by_role("link", name="Enregistrer renard-sheets.pdf")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
