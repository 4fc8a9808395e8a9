"""A sheet that is dropped on the page of new games becomes one, without scripts too."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from browsing import Shop
from playwright.sync_api import expect

Start = Callable[..., Shop]
SHEET = "Nom,Coût,Texte,Vide\n" + "".join(f"Carte {n},{n},Piochez {n} cartes.,\n" for n in range(1, 6))


def dropped(page: Any, file: Path) -> None:
    """Drop a file as from the desktop on the field that takes one."""
    field = page.locator("#f-sheet")
    field.scroll_into_view_if_needed()
    box = field.bounding_box()
    line = page.context.new_cdp_session(page)
    for sort in ("dragEnter", "dragOver", "drop"):
        data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
        place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        line.send("Input.dispatchDragEvent", {"type": sort, **place, "data": data})


def test_a_sheet_that_is_dropped_becomes_a_game_without_scripts(tmp_path: Path, started: Start, browser: Any) -> None:
    shop = started(tmp_path)
    sheet = tmp_path / "mes cartes.csv"
    sheet.write_bytes(SHEET.encode("cp1252"))
    context = browser.new_context(locale="fr-FR", java_script_enabled=False)
    page = context.new_page()
    page.goto(shop.address + "new")
    dropped(page, sheet)
    look = page.get_by_role("button", name="Montrer ce qu’il devient")
    look.click()
    expect(page.get_by_role("alert")).to_contain_text("ressemble à cp1252")
    dropped(page, sheet)
    page.get_by_label("Encodage").fill("cp1252")
    look.click()
    table = page.get_by_role("table")
    expect(table.get_by_role("row")).to_have_count(5)
    expect(table).to_contain_text("elle est vide")
    assert not (tmp_path / "data").exists()
    expect(page.get_by_label("Titre", exact=True)).to_have_value("Mes cartes")
    page.get_by_role("button", name="Créer").click()
    expect(page).to_have_url(shop.address + "mes-cartes/")
    page.goto(shop.address + "mes-cartes/cards/")
    expect(page.get_by_role("img", name="Carte 1")).to_be_visible()
    assert page.request.get(f"{shop.address}mes-cartes/problems.json").json() == []
    context.close()
