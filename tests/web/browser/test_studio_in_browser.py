"""A designer at work: pictures, texts, rules, design, import and new kinds, by the buttons of pages."""

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
    page.get_by_label("Picture", exact=True).select_option("mon-ete")
    expect(page.locator("#tableau img").first).to_have_attribute("src", re.compile("image%2Fpng|image/png"))
    drop(page, '[data-field="art"] .field', "Fox 2.png", png("green"))
    expect(page.get_by_label("Picture", exact=True)).to_have_value("fox-2")
    press(page, "Save")
    expect(page.locator("#editor .state")).to_have_text("Saved")
    assert "  art: fox-2\n" in (running_studio.folder / "data/sol/cards.yaml").read_text(encoding="utf-8")
    press(page, "Undo")  # the card
    expect(page.get_by_label("Picture", exact=True)).to_have_value("")
    page.goto(page.url.replace("cards/kite", "pictures"))
    with page.expect_navigation():
        press(page, "Undo")
    until(lambda: not (templates / "fox-2.svg").exists())
    with page.expect_navigation():
        press(page, "Undo")
    until(lambda: (templates / "mon-ete.svg").read_bytes() == first)


def take_icon(page: Page, words: str, name: str) -> None:
    page.get_by_role("searchbox", name="Find an icon").fill(words)
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()


def test_icons_are_searched_and_taken_for_texts_and_pictures(running_studio: Shop, studio: Studio) -> None:
    folder: Path = running_studio.folder
    page = studio("/sol/pictures")
    press(page, "Icons")
    page.get_by_role("dialog").get_by_role("button", name="Cancel", exact=True).click()
    press(page, "Icons")
    take_icon(page, "cross sword", "crossed-swords")
    expect(page.get_by_role("heading", name="icons/crossed-swords.svg")).to_be_visible()
    assert "- crossed-swords\n" in (folder / "data/sol/CREDITS.md").read_text(encoding="utf-8")
    page.goto(page.url.replace("pictures", "cards/kite"))
    page.locator("#editor[data-ready]").wait_for()
    art = page.locator('[data-field="art"]')
    art.get_by_role("button", name="Icons").click()
    take_icon(page, "acorn", "acorn")
    expect(page.get_by_label("Picture", exact=True)).to_have_value("acorn")
    text = page.locator('[data-field="text"]')
    text.get_by_role("button", name="Icons").click()
    take_icon(page, "bat", "bat")
    expect(text.get_by_role("button", name="{bat}")).to_be_visible()
    press(page, "Save")
    expect(page.locator("#editor .state")).to_have_text("Saved")
    cards = (folder / "data/sol/cards.yaml").read_text(encoding="utf-8")
    assert "  art: acorn\n" in cards
    assert "{bat}" in cards
    expect(page.locator("#wrong .problem.error")).to_have_count(0)


def test_rules_are_written_with_their_page_beside_them(running_studio: Shop, studio: Studio) -> None:
    page = studio("/sol/rules/rules")
    editor = page.get_by_role("textbox", name="The text of")
    editor.click()
    page.keyboard.press("Control+End")
    page.keyboard.type("\nWhoever laughs, loses.")
    face = page.locator("#tableau img").first
    until(lambda: str(face.get_attribute("src")).startswith("data:image/svg+xml"))
    press(page, "Save")
    expect(page.locator("#editor .state")).to_have_text("Saved")
    rules: Path = running_studio.folder / "data/sol/rules.en.md"
    assert rules.read_text(encoding="utf-8").endswith("Whoever laughs, loses.\n")
    page.goto(page.url.replace("rules/rules", "files"))
    page.get_by_role("link", name="rules.en.md").click()
    expect(page.locator("#editor .cm-content")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Back to before this").first.click()
    expect(page.locator("#history").get_by_text("undone").first).to_be_visible()
    assert "laughs" not in rules.read_text(encoding="utf-8")


def test_what_a_language_lacks_comes_first_and_is_filled_in(running_studio: Shop, studio: Studio) -> None:
    cards: Path = running_studio.folder / "data/sol/cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("{en: A picnic, fr: Un pique-nique}", "{en: A picnic}"))
    words: Path = running_studio.folder / "templates/sol/words.yaml"
    words.write_text("# Mine.\nhello: {en: Hello}\nbye: {en: Bye, fr: Au revoir}\n", encoding="utf-8")
    page = studio("/sol/files")
    page.get_by_role("link", name="Translations").click()
    until(lambda: page.reload() and page.locator("tr[data-lacks]").count() == 2)
    expect(page.locator("#texts tbody tr").first).to_contain_text("picnic")
    page.get_by_label("Only what is missing").check()
    assert page.locator("#texts tbody tr:visible").count() == 2
    page.get_by_label("picnic name, fr").fill("Un pique-nique !")
    page.get_by_label("hello, fr").fill("Bonjour: toi")
    press(page, "Save")
    expect(page.locator("#state")).to_have_text("Saved")
    assert "{en: A picnic, fr: Un pique-nique !}" in cards.read_text(encoding="utf-8")
    assert words.read_text() == '# Mine.\nhello: {en: Hello, fr: "Bonjour: toi"}\nbye: {en: Bye, fr: Au revoir}\n'


def test_a_spreadsheet_is_dropped_looked_at_and_taken_in(running_studio: Shop, studio: Studio) -> None:
    cards: Path = running_studio.folder / "data/sol/cards.yaml"
    before = cards.read_text(encoding="utf-8")
    page = studio("/sol/files")
    drop(page, "#import", "cards.csv", b"name.en,name.fr,suit,value\nA fox,Un renard,sun,nine\n")
    expect(page.locator("#preview")).to_contain_text("cards.csv:D2")
    expect(page.get_by_role("button", name="Apply")).to_be_hidden()
    page.get_by_label("Choose a file").set_input_files(
        {"name": "cards.csv", "mimeType": "text/csv", "buffer": b"name.en,name.fr,suit,value\nA fox,Un renard,sun,9\n"}
    )
    expect(page.locator("#preview")).to_contain_text("One item comes")
    expect(page.locator("#preview ins").first).to_contain_text("+")
    assert cards.read_text(encoding="utf-8") == before
    with page.expect_navigation(url="**/sol/cards/"):
        press(page, "Apply")
    expect(page.get_by_role("img", name="A fox")).to_be_visible()
    with page.expect_navigation():
        press(page, "Undo")
    assert cards.read_text(encoding="utf-8") == before


def test_a_game_and_a_kind_are_made_by_forms_and_printed_by_choice(running_studio: Shop, studio: Studio) -> None:
    page = studio("/")
    page.get_by_role("link", name="New game").click()
    page.get_by_label("Title").first.fill("Très bien")
    page.get_by_label("Languages").fill("fr, en")
    page.get_by_text("cards", exact=True).click()
    press(page, "Make it")
    expect(page).to_have_url(re.compile("/tres-bien/$"))
    page.get_by_role("link", name="New kind").click()
    page.get_by_label("Preset").select_option("tokens")
    page.get_by_label("Its name").fill("Coins")
    press(page, "Add the kind")
    expect(page).to_have_url(re.compile("/tres-bien/coins/$"))
    until(lambda: page.locator("ul.faces img").first.evaluate("one => one.naturalWidth"))
    page.locator("main").get_by_role("link", name="Print").click()
    page.wait_for_url("**/print?*kind=coins")
    listening(page)
    page.get_by_label("Kind", exact=True).select_option("cards")
    expect(page).to_have_url(re.compile("kind=cards"))
    page.get_by_text("Only some of them").first.click()
    page.get_by_role("checkbox", name="A kite").check()
    expect(page.get_by_text("1 chosen")).to_be_visible()
    page.get_by_text("More options").click()
    page.get_by_role("spinbutton", name="Bleed, in mm").fill("2")
    page.get_by_role("spinbutton", name="Bleed, in mm").press("Enter")
    expect(page).to_have_url(re.compile("bleed=2"))
    with page.expect_download() as saved:
        page.get_by_role("link", name="Print (PDF)").click()
    assert saved.value.suggested_filename == "cards.en.pdf"
    assert Path(saved.value.path()).read_bytes().startswith(b"%PDF")


def test_the_manual_is_searched(studio: Studio) -> None:
    page = studio("/sol/")
    page.get_by_role("link", name="Help").first.click()
    page.get_by_label("Search").fill("registration marks")
    page.keyboard.press("Enter")
    page.locator("#found a").first.click()
    expect(page.locator("#document h2")).to_be_visible()
    assert page.locator("#document table, #document pre, #document li").count() > 3
    assert page.evaluate("!location.hash || Boolean(document.getElementById(location.hash.slice(1)))")


def test_a_box_is_dragged_resized_and_set_in_another_type(running_studio: Shop, studio: Studio) -> None:
    template: Path = running_studio.folder / "templates/sol/cards.svg"
    before = template.read_text(encoding="utf-8")
    page = studio("/sol/cards/design?item=kite")
    page.locator("#surface[data-ready]").wait_for()
    name = page.locator("#surface").get_by_role("button", name="name", exact=True)
    name.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Alt+ArrowRight")
    expect(page.get_by_label("Left")).to_have_value("8.1")
    page.get_by_label("Size, in points").fill("16")
    page.get_by_label("Across").select_option("left")
    face = page.locator('#surface img[data-what="this"]')
    until(lambda: str(face.get_attribute("src")).startswith("data:"))
    expect(page.locator('.samples img[src^="data:"]')).to_have_count(6)  # three items in two languages
    text = page.locator("#surface").get_by_role("button", name="text", exact=True)
    box = text.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 40, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    until(lambda: float(page.get_by_label("Left").input_value()) > 20)
    press(page, "Undo")
    expect(page.get_by_label("Left")).to_have_value("18.5")
    press(page, "Save")
    expect(page.locator("#state")).to_have_text("Saved")
    old = 'data-size="13" data-min="8" data-lines="1" data-align="center" data-valign="middle" data-guide="lines" x="8" y="58.5" width="47"'
    new = (
        old.replace('"13"', '"16"')
        .replace('"center"', '"left"')
        .replace('x="8" y="58.5"', 'x="8.1" y="59"')
        .replace('"47"', '"46.5"')
    )
    assert old in before
    assert template.read_text(encoding="utf-8") == before.replace(old, new)
    with page.expect_navigation():
        press(page, "Undo")
    assert template.read_text(encoding="utf-8") == before


def test_a_box_that_is_repeated_is_moved_at_all_of_its_places(running_studio: Shop, studio: Studio) -> None:
    template: Path = running_studio.folder / "templates/sol/cards.svg"
    before = template.read_text(encoding="utf-8")
    page = studio("/sol/cards/design?item=kite")
    page.locator("#surface[data-ready]").wait_for()
    first, second = (
        page.locator("#surface").get_by_role("button", name=name, exact=True) for name in ("value", "value 2")
    )

    def places() -> list[tuple[float, float]]:
        style = "one => [parseFloat(one.style.left), parseFloat(one.style.top)]"
        return [tuple(mark.evaluate(style)) for mark in (first, second)]

    above, below = places()
    second.focus()
    page.keyboard.press("ArrowRight")  # as it is seen: the second is turned round
    page.keyboard.press("ArrowUp")
    for mark in (first, second):
        expect(mark).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_label("Left")).to_have_value("5.5")
    moved, turned = places()
    assert moved[0] < above[0]
    assert moved[1] > above[1]
    assert turned[0] > below[0]
    assert turned[1] < below[1]
    page.get_by_label("Size, in points").fill("30")
    expect(page.locator('.samples img[src^="data:"]')).to_have_count(6)
    press(page, "Save")
    expect(page.locator("#state")).to_have_text("Saved")
    old = 'data-size="28" data-leading="1" data-align="center" data-valign="middle" x="6" y="6"'
    new = old.replace("28", "30").replace('x="6" y="6"', 'x="5.5" y="6.5"')
    assert template.read_text(encoding="utf-8") == before.replace(old, new)


def laid(page: Page) -> Page:
    page.locator("html[data-server=there] #room[data-ready]").wait_for()
    return page
