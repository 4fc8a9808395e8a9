"""A person who never sees YAML makes a whole game: cards, pictures, a board, rules; mends, prints and plays it.

All is found by its name, as a person or a screen reader finds it.
"""

import io
import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from browsing import Shop, found_by_axe, listening
from PIL import Image, ImageDraw
from playwright.sync_api import Locator, Page, expect
from projects import typed
from pypdfium2 import PdfDocument

PICTURES = os.environ.get("PNP_PICTURES")  # a folder, for whoever wants to look at each step
TITLE = "L’Été: Night Market!"
SORTS = {"lantern": ("Lantern", "Lanterne"), "spice": ("Spice", "Épice"), "silk": ("Silk", "Soie")}
CARDS = [
    (f"{english} {number}", f"{french} {number}", sort, number)
    for sort, (english, french) in SORTS.items()
    for number in range(1, 9)
]


class Maker:
    """Who makes the game: presses buttons and fills in fields by their names, and is asked for nothing else."""

    def __init__(self, page: Page) -> None:
        self.page, self.steps, self.screens, self.began = page, 0, 0, monotonic()

    def press(self, name: str | re.Pattern[str], within: Locator | None = None) -> None:
        """Press a button."""
        self.steps += 1
        (within or self.page).get_by_role("button", name=name, exact=True).click()

    def follow(self, *names: str) -> None:
        """Follow links, one after another."""
        for name in names:
            self.steps += 1
            self.page.get_by_role("link", name=name, exact=True).first.click()
            listening(self.page)

    def kind(self, name: str) -> None:
        """Go to a kind."""
        self.steps += 1
        self.follow("Cards")
        self.page.get_by_role("main").get_by_role("link", name=re.compile(f"^{name}")).first.click()
        listening(self.page)

    def fill(self, name: str, value: str, within: Locator | None = None) -> None:
        """Fill in a field."""
        self.steps += 1
        (within or self.page).get_by_label(name, exact=True).first.fill(value)

    def choose(self, name: str, value: str, within: Locator | None = None) -> None:
        """Choose one of several."""
        self.steps += 1
        (within or self.page).get_by_label(name, exact=True).first.select_option(label=value)

    def seen(self, what: str) -> None:
        """Look at what there is: no YAML, nothing that axe finds; and have a picture made, where some are wanted."""
        self.screens += 1
        self.page.wait_for_load_state()
        assert found_by_axe(self.page) == []
        assert not self.page.locator(".cm-content:visible", has_text="- id:").count()
        if PICTURES:
            self.page.screenshot(path=f"{PICTURES}/{self.screens:02d}-{what}.png", full_page=True)

    def open_first(self, kind: str) -> None:
        """Open the first item of a kind."""
        self.kind(kind)
        self.page.get_by_role("main").get_by_role("listitem").get_by_role("link").first.click()
        self.ready()

    def ready(self) -> None:
        """Wait for a form."""
        self.page.locator("html[data-server=there] #editor[data-ready]").wait_for()

    def saved(self) -> None:
        """Save, and be told so."""
        self.press("Save")
        expect(self.page.get_by_role("status").filter(has_text=re.compile("^Saved")).first).to_be_visible()

    def paste(self, rows: Sequence[Sequence[object]]) -> None:
        """Paste rows of a spreadsheet where the cursor is."""
        self.steps += 1
        text = "\n".join("\t".join(map(str, row)) for row in rows)
        self.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        self.page.keyboard.press("Control+V")


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
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=shop.address.rstrip("/"))
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(shop.address)
    yield Maker(page)
    context.close()
    assert errors == []


def test_a_game_is_made_mended_printed_and_played_without_yaml(maker: Maker, tmp_path: Path) -> None:
    _begin(maker)
    _say_for_whom(maker)
    _rename_the_words(maker)
    _add_a_field(maker)
    _fill_in_cards(maker)
    _add_pictures(maker)
    _choose_fonts_and_colours(maker)
    _put_the_field_on_the_face(maker)
    _add_tokens(maker)
    _set_the_board(maker)
    _write_rules(maker)
    _set_a_rule(maker)
    _mend(maker)
    printed = _print_the_box(maker)
    _play(maker)
    print(f"\n{maker.screens} screens, {maker.steps} steps, {(monotonic() - maker.began) / 60:.1f} minutes")
    if PICTURES:
        Path(PICTURES, "box.pdf").write_bytes(printed)
    text = (tmp_path / "data/l-ete-night-market/cards.yaml").read_text(encoding="utf-8")
    assert text.count("- id:") == text.count("  cost: ") == 24
    assert text.count("  art: ") == 3
    assert [text.count(f"  suit: {word}\n") for word in SORTS] == [8, 8, 8]
    checked = typed(tmp_path, "check", "--strict")
    assert checked.exit_code == 0, checked.output


def _begin(maker: Maker) -> None:
    maker.seen("nothing-yet")
    maker.follow("Begin a game")
    maker.fill("Title", TITLE)
    maker.fill("Languages", "en, fr")
    for sort in ("cards", "a board", "rules to read"):
        maker.page.get_by_role("switch", name=sort, exact=True).check()
    maker.seen("new-game")
    maker.press("Make it")
    expect(maker.page.get_by_role("heading", name=TITLE)).to_be_visible()
    listening(maker.page)
    maker.seen("game")


def _say_for_whom(maker: Maker) -> None:
    maker.follow("More", "Game")
    for label, value in (
        ("Players", "2-5"),
        ("Ages", "8"),
        ("Minutes", "20-40"),
        ("Title, français", "L’été au marché"),
    ):
        maker.fill(label, value)
    maker.press("Save")
    expect(maker.page.get_by_label("Players", exact=True)).to_have_value("2–5")
    maker.seen("settings")


def _rename_the_words(maker: Maker) -> None:
    """The words to choose from that came with a new game become one's own, wherever they stand."""
    maker.kind("Cards")
    maker.follow("Fields")
    page = maker.page
    for old, new in zip(("sun", "moon", "star"), SORTS, strict=True):
        page.get_by_text("Change suit").click()
        maker.fill(f"New name of {old}", new)
        page.get_by_label(f"New name of {old}", exact=True).press("Enter")
        expect(page.get_by_role("heading", name=f"Rename {old} to {new}?")).to_be_visible()
        if old == "sun":
            maker.seen("rename")
        maker.press("Rename")
        expect(page.get_by_role("region", name="suit")).to_contain_text(new)
    page.get_by_text("Change suit").click()
    field = page.get_by_role("region", name="suit")
    maker.fill("Title (en)", "Stall", field)
    maker.fill("Title (fr)", "Étal", field)
    for word, titles in SORTS.items():
        for code, title in zip(("en", "fr"), titles, strict=True):
            maker.fill(f"Title ({code})", title, field.get_by_role("group", name=word))
    maker.press("Save", field)
    expect(page.get_by_role("region", name="Stall")).to_be_visible()


def _add_a_field(maker: Maker) -> None:
    page = maker.page
    add = page.get_by_role("region", name="New field")
    maker.fill("What it is called", "Cost", add)
    maker.choose("Type", "whole number", add)
    maker.fill("Least", "1", add)
    maker.fill("Most", "9", add)
    add.get_by_label("Every item has it").check()
    add.get_by_label("Show it on the face").uncheck()
    maker.press("Add field", add)
    cost = page.get_by_role("region", name="Cost")
    expect(cost).to_contain_text("1–9")
    page.get_by_text("Change cost").click()
    maker.fill("Title (fr)", "Prix", cost)
    maker.press("Save", cost)
    maker.seen("fields")


def _fill_in_cards(maker: Maker) -> None:
    """The cards come from a list that was written elsewhere, and is pasted; what comes with a new game goes."""
    page = maker.page
    maker.kind("Cards")
    maker.seen("cards")
    maker.follow("Grid")
    page.get_by_label("name.en, kite", exact=True).focus()
    maker.paste(
        [(english, french, 1 + at % 9, sort, number) for at, (english, french, sort, number) in enumerate(CARDS)]
    )
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(25)
    for row in ("picnic", "pillow", "telescope"):  # what these said belonged to others
        for language in ("en", "fr"):
            maker.fill(f"text.{language}, {row}", "")
    maker.fill("value, owl", "12")  # a slip, to be found later
    page.keyboard.press("Tab")
    maker.saved()
    maker.seen("grid")


def _add_pictures(maker: Maker) -> None:
    page = maker.page
    maker.follow("Look", "Pictures")
    files: list[Any] = [
        {"name": f"{sort}-one.png", "mimeType": "image/png", "buffer": drawn(colour, sides)}
        for sort, colour, sides in zip(SORTS, ("#b33", "#393", "#339"), (3, 5, 8), strict=True)
    ]
    page.get_by_label("Add pictures").set_input_files(files)
    expect(page.get_by_role("heading", name="cards/silk-one.svg")).to_be_visible()
    maker.seen("pictures")
    for card, picture in (("Lantern 1", "lantern-one"), ("Spice 1", "spice-one"), ("Silk 1", "silk-one")):
        maker.kind("Cards")
        page.get_by_label("Search").fill(card)
        page.get_by_role("main").get_by_role("link", name=card, exact=True).click()
        maker.ready()
        maker.choose("Picture", picture)
        face = page.get_by_role("main").get_by_role("img", name=card).first
        expect(face).to_have_attribute("src", re.compile("image%2Fpng|image/png"))
        maker.saved()
    maker.seen("card")


def _choose_fonts_and_colours(maker: Maker) -> None:
    maker.follow("Look", "Style")
    maker.choose("Titles", "LilitaOne_400Regular")
    maker.choose("Numbers", "Grandstander_700Bold")
    maker.fill("Name of a new colour", "sea")
    maker.fill("Colour", "#8ecae6")
    maker.press("Save")
    expect(maker.page.get_by_label("sea", exact=True)).to_have_value("#8ecae6")
    maker.seen("style")


def _put_the_field_on_the_face(maker: Maker) -> None:
    page = maker.page
    maker.kind("Cards")
    maker.follow("Look", "Design")
    maker.choose("Text of", "Cost")
    maker.press("Add text")
    listening(page)
    page.get_by_label("Boxes", exact=True).select_option(label="Cost")
    for label, value in (("Left", "43"), ("Top", "6"), ("Width", "12"), ("Height", "11"), ("Size, in points", "20")):
        maker.fill(label, value)
    maker.choose("Font", "number")
    maker.saved()
    maker.seen("design")


def _add_tokens(maker: Maker) -> None:
    """A second kind of the game, made after the first."""
    page = maker.page
    maker.follow("Cards", "New kind")
    form = page.get_by_role("region", name="New kind")
    maker.choose("Preset", "round tokens", form)
    maker.fill("Its name", "Coins", form)
    maker.press("Add the kind", form)
    listening(page)
    maker.follow("Fields")
    maker.fill("Title (fr)", "Pièces", page.get_by_role("region", name="The kind"))
    maker.press("Save", page.get_by_role("region", name="The kind"))
    maker.follow("More", "Game")
    maker.fill("Coins: pieces", "8 * players")
    maker.press("Save")
    expect(page.get_by_label("Coins: pieces")).to_have_value("8 * players")
    maker.seen("tokens")


def _set_the_board(maker: Maker) -> None:
    page = maker.page
    maker.open_first("Board")
    maker.fill("name", "The Night Market")
    maker.fill("name (fr)", "Le marché de nuit")
    maker.fill("text", "Whoever sells out first wins.")
    maker.fill("text (fr)", "Gagne qui a tout vendu le premier.")
    maker.saved()
    expect(page.get_by_role("main").get_by_role("img", name="The Night Market").first).to_be_visible()
    maker.seen("board")


def _write_rules(maker: Maker) -> None:
    """The rulebook is text as it will be read, in both languages."""
    page = maker.page
    maker.open_first("Rules")
    for language in ("en", "fr"):
        page.get_by_role("main").get_by_role("link", name=language, exact=True).click()
        maker.ready()
        page.get_by_role("textbox", name="The text of").click()
        page.keyboard.press("Control+End")
        page.keyboard.type(
            "\nSell what you hold, from one to eight." if language == "en" else "\nVendez tout, de un à huit."
        )
        maker.saved()
    maker.seen("rules")


def _set_a_rule(maker: Maker) -> None:
    page = maker.page
    maker.follow("Rules", "Balance")
    maker.seen("balance")
    maker.choose("Kind", "Cards")
    maker.choose(
        "What is to hold", "The number of items, in all or in each group: cards for every player, objects in a set."
    )
    maker.press("Begin the rule")
    maker.fill("Groups by", "suit")
    maker.fill("Exactly", "8")
    maker.fill("What it is for", "Each stall sells eight things.")
    maker.seen("new-rule")
    page.get_by_role("main").get_by_role("button", name="Save", exact=True).first.click()
    expect(page.locator("#cards-how-many").get_by_role("heading")).to_have_text(re.compile("for each Stall by itself"))
    page.get_by_text("Change this rule cards-value").click()
    rule = page.locator("#cards-value")
    maker.fill("At most", "8", rule)
    maker.press("Save", rule)
    expect(rule.get_by_text("broken once")).to_be_visible()
    maker.seen("rule-broken")
    page.get_by_text("Change this rule cards-how-many").click()  # which was a try
    maker.press("Delete", page.locator("#cards-how-many"))
    expect(page.locator("#cards-how-many")).to_have_count(0)


def _mend(maker: Maker) -> None:
    page = maker.page
    page.get_by_role("link", name=re.compile("^Problems")).click()
    listening(page)
    maker.seen("problems")
    page.get_by_role("main").get_by_role("listitem").get_by_role("link").first.click()
    maker.ready()
    maker.fill("value", "4")
    maker.saved()
    page.get_by_role("link", name=re.compile("^Problems")).click()
    expect(page.get_by_text("No problem found")).to_be_visible()


def _print_the_box(maker: Maker) -> bytes:
    """For three: as many pages as the page says, with something on each of them."""
    page = maker.page
    maker.follow("Print")
    for players in ("2", "3"):
        page.get_by_role("group", name="Players").get_by_text(players, exact=True).click()
        expect(page).to_have_url(re.compile(f"players={players}"))
    expect(page.get_by_role("img", name=re.compile("Front of sheet 1"))).to_be_visible()
    maker.seen("box")
    said = page.get_by_text(re.compile(r"^\d+ \+ \d+$")).inner_text()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Print (PDF)").click()
    printed = Path(saved.value.path()).read_bytes()
    document = PdfDocument(printed)
    assert len(document) == sum(map(int, said.split(" + ")))
    for sheet in document:
        ink = sheet.render(scale=0.5, grayscale=True).to_pil().getextrema()
        assert ink[0] < 100
        assert ink[1] > 200
    return printed


def _play(maker: Maker) -> None:
    page = maker.page
    maker.follow("Try", "Table")
    page.locator("#room[data-ready]").wait_for()
    page.get_by_role("button", name=re.compile("^Cards")).first.click()
    maker.press("Draw to hand")
    expect(page.locator("#cards button")).to_have_count(1)
    maker.seen("table")
