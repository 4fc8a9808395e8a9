"""A person who never sees YAML makes a whole game: cards, pictures, a board, rules; mends, prints and plays it."""

import io
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from browsing import Shop, found_by_axe, listening
from PIL import Image, ImageDraw
from playwright.sync_api import Page, expect

PICTURES = os.environ.get("PNP_PICTURES")  # a folder, for whoever wants to look at each step
SORTS = {"lantern": ("Lantern", "Lanterne"), "spice": ("Spice", "Épice"), "silk": ("Silk", "Soie")}
CARDS = [
    (f"{english} {number}", f"{french} {number}", number)
    for english, french in SORTS.values()
    for number in range(1, 9)
]


class Maker:
    """Who makes the game: presses buttons and fills in fields by their names, and is asked for nothing else."""

    def __init__(self, page: Page) -> None:
        self.page, self.steps, self.began = page, 0, monotonic()

    def press(self, name: str) -> None:
        """Press a button, or what looks like one."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def follow(self, name: str) -> None:
        """Follow a link."""
        self.page.get_by_role("link", name=name, exact=True).first.click()
        listening(self.page)

    def seen(self, what: str) -> None:
        """Look at what there is: no YAML, nothing that axe finds; and have a picture made, where some are wanted."""
        self.steps += 1
        self.page.wait_for_load_state()
        assert found_by_axe(self.page) == []
        assert not self.page.locator(".cm-content:visible", has_text="- id:").count()
        if PICTURES:
            self.page.screenshot(path=f"{PICTURES}/{self.steps:02d}-{what}.png", full_page=True)

    def ready(self) -> None:
        """Wait for a form."""
        self.page.locator("html[data-server=there] #editor[data-ready]").wait_for()

    def open_first(self, kind: str) -> None:
        """Open the first item of a kind."""
        self.follow("Cards")
        self.page.locator("a.tile", has_text=kind).click()
        listening(self.page)
        self.page.locator("ul.faces .face > a").first.click()
        self.ready()

    def saved(self) -> None:
        """Save, and be told so."""
        self.press("Save")
        expect(self.page.locator("#editor .state, #state").first).to_have_text(re.compile("^Saved"))


def drawn(colour: str, sides: int) -> bytes:
    """A picture of one's own."""
    picture = Image.new("RGB", (600, 600), "white")
    ImageDraw.Draw(picture).regular_polygon((300, 300, 260), sides, fill=colour)
    target = io.BytesIO()
    picture.save(target, "PNG")
    return target.getvalue()


@pytest.fixture
def maker(tmp_path: Path, started: Callable[..., Shop], browser: Any) -> Iterator[Maker]:
    """Somebody before a workshop with nothing in it."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-US", reduced_motion="reduce")
    context.set_default_timeout(60_000)
    (tmp_path / "data").mkdir()
    shop = started(tmp_path)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(shop.address)
    yield Maker(page)
    context.close()
    assert errors == []


def test_a_game_is_made_mended_printed_and_played_without_yaml(maker: Maker, tmp_path: Path) -> None:
    _begin(maker)
    _fill_in_cards(maker)
    _add_pictures(maker)
    _set_the_board(maker)
    _write_rules(maker)
    _set_a_rule(maker)
    _mend(maker)
    _print_the_box(maker)
    _play(maker)
    text = (tmp_path / "data/night-market/cards.yaml").read_text(encoding="utf-8")
    assert text.count("- id:") == 24
    assert text.count("  art: ") == 3
    print(f"\n{maker.steps} screens, {(monotonic() - maker.began) / 60:.1f} minutes")


def _begin(maker: Maker) -> None:
    maker.seen("nothing-yet")
    maker.follow("Begin a game")
    maker.page.get_by_label("Title").first.fill("Night market")
    maker.page.get_by_label("Languages").fill("en, fr")
    for sort in ("cards", "a board", "rules to read"):
        maker.page.get_by_role("switch", name=sort, exact=True).check()
    maker.seen("new-game")
    maker.press("Make it")
    expect(maker.page.get_by_role("heading", name="Night market")).to_be_visible()
    listening(maker.page)
    maker.seen("game")


def _fill_in_cards(maker: Maker) -> None:
    """The cards come from a list that was written elsewhere, and is pasted; what comes with a new game goes."""
    page = maker.page
    maker.page.locator("a.tile", has_text="Cards").click()
    listening(page)
    maker.seen("cards")
    maker.follow("Grid")
    page.locator("#cells[data-ready]").wait_for()
    rows = "\n".join(
        f"{english}\t{french}\t{['sun', 'moon', 'star'][at // 8]}\t{number}"
        for at, (english, french, number) in enumerate(CARDS)
    )
    page.get_by_label("name.en, kite", exact=True).focus()
    page.evaluate(
        """text => { const data = new DataTransfer(); data.setData("text/plain", text);
        document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true})); }""",
        rows,
    )
    expect(page.locator("#cells tbody tr")).to_have_count(24)
    for row in ("picnic", "pillow", "telescope"):  # what these said belonged to others
        for language in ("en", "fr"):
            page.get_by_label(f"text.{language}, {row}", exact=True).fill("")
    page.get_by_label("value, owl", exact=True).fill("12")  # a slip, to be found later
    page.keyboard.press("Tab")
    maker.saved()
    maker.seen("grid")


def _add_pictures(maker: Maker) -> None:
    page = maker.page
    maker.follow("Look")
    maker.follow("Pictures")
    files: list[Any] = [
        {"name": f"{sort}.png", "mimeType": "image/png", "buffer": drawn(colour, sides)}
        for sort, colour, sides in zip(SORTS, ("#b33", "#393", "#339"), (3, 5, 8), strict=True)
    ]
    page.get_by_label("Add pictures").set_input_files(files)
    expect(page.get_by_role("heading", name="cards/silk.svg")).to_be_visible()
    maker.seen("pictures")
    for card, picture in (("Lantern 1", "lantern"), ("Spice 1", "spice"), ("Silk 1", "silk")):
        maker.follow("Cards")
        page.locator("a.tile", has_text="Cards").click()
        listening(page)
        page.get_by_label("Search").fill(card)
        page.locator("ul.faces .face:visible", has_text=card).locator("a").click()
        maker.ready()
        page.get_by_label("Picture", exact=True).select_option(picture)
        face = page.locator("#tableau img").first
        expect(face).to_have_attribute("src", re.compile("image%2Fpng|image/png"))
        maker.saved()
    maker.seen("card")


def _set_the_board(maker: Maker) -> None:
    page = maker.page
    maker.open_first("Board")
    page.get_by_label("name", exact=True).fill("The Night Market")
    page.get_by_label("name (fr)").fill("Le marché de nuit")
    page.get_by_label("text", exact=True).fill("Whoever sells out first wins.")
    page.get_by_label("text (fr)").fill("Gagne qui a tout vendu le premier.")
    expect(page.locator("#tableau img").first).to_have_attribute("src", re.compile("^data:"))
    maker.saved()
    maker.seen("board")


def _write_rules(maker: Maker) -> None:
    page = maker.page
    maker.open_first("Rules")
    page.get_by_role("textbox", name="The text of").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("\nSell what you hold, from one to eight, before the lanterns go out.")
    expect(page.locator("#tableau img").first).to_have_attribute("src", re.compile("^data:"))
    maker.saved()
    maker.seen("rules")


def _set_a_rule(maker: Maker) -> None:
    page = maker.page
    maker.follow("Rules")
    maker.seen("balance")
    page.get_by_label("Kind").select_option("cards")
    page.get_by_label("What is to hold").select_option(
        label="The number of items, in all or in each group: cards for every player, objects in a set."
    )
    maker.press("Begin the rule")
    page.get_by_label("within", exact=True).first.fill("suit")
    page.get_by_label("exactly", exact=True).first.fill("8")
    page.get_by_label("why", exact=True).first.fill("Each stall sells eight things.")
    maker.seen("new-rule")
    page.locator("form", has=page.locator("input[name=check]")).get_by_role("button", name="Save").click()
    expect(page.locator("#cards-how-many").get_by_role("heading")).to_have_text(re.compile("for each suit by itself"))
    page.get_by_text("Change this rule cards-value").click()
    page.locator("#cards-value").get_by_label("max", exact=True).fill("8")
    page.locator("#cards-value").get_by_role("button", name="Save").click()
    expect(page.locator("#cards-value").get_by_text("broken once")).to_be_visible()
    maker.seen("rule-broken")


def _mend(maker: Maker) -> None:
    page = maker.page
    page.get_by_role("link", name=re.compile("^Problems")).click()
    listening(page)
    maker.seen("problems")
    page.locator("ol.problems .place a").first.click()
    maker.ready()
    expect(page.locator('[data-field="value"] p.wrong')).to_contain_text("12")
    page.get_by_label("value", exact=True).fill("4")
    expect(page.locator('[data-field="value"] p.wrong')).to_be_hidden()
    maker.saved()
    page.get_by_role("link", name=re.compile("^Problems")).click()
    expect(page.get_by_text("No problem found")).to_be_visible()


def _print_the_box(maker: Maker) -> None:
    page = maker.page
    maker.follow("Print")
    page.get_by_text("3", exact=True).first.click()
    expect(page).to_have_url(re.compile("players=3|print$"))
    expect(page.get_by_role("img", name=re.compile("Front of sheet 1"))).to_be_visible()
    maker.seen("box")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Print (PDF)").click()
    assert Path(saved.value.path()).read_bytes().startswith(b"%PDF")


def _play(maker: Maker) -> None:
    page = maker.page
    maker.follow("Try")
    maker.follow("Table")
    page.locator("#room[data-ready]").wait_for()
    page.locator(".piece:has(.count)").first.click()
    page.get_by_role("button", name="Draw to hand").click()
    expect(page.locator("#cards button")).to_have_count(1)
    maker.seen("table")
