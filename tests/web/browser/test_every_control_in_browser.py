"""Every button, select, box to tick and link of every screen does something, and nothing that it does goes wrong."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import ended, found_by_axe, serving
from crawling import Crawler, Ground, Press, pages, pressed_in_firefox
from firefox import Firefox, firefox_path
from projects import typed

from generator.web.speech import vocabulary

NAMES = {
    "file": "cards.yaml",
    "game": "harbour",
    "kind": "cards",
    "item": "kite",
    "question": "dice",
    "name": "templates",
    "sort": "card",
    "number": 1,
}
MORE = [
    "/nowhere/", "/-/offline", "/-/files/harbour/data/cards.yaml", "/harbour/balance?kind=cards&check=count",
    "/harbour/board/board", "/harbour/cards/fields?field=suit&word=sun&new=lamp", "/harbour/cards/design?side=back",
    "/harbour/print?what=kind&kind=cards", "/harbour/print?what=blank&kind=cards", "/harbour/print?what=game",
    "/harbour/rules/read", "/harbour/rules/rules", "/harbour/search?q=kite", "/reef/cards/forge", "/reef/problems",
    "/reef/cards/kite", "/reef/print",
]  # fmt: skip


def small_game(folder: Path, name: str = "harbour") -> None:
    """A game with kinds of all sorts and few items of each."""
    sorts = [option for sort in ("cards", "tokens", "board", "rules") for option in ("--kind", sort)]
    made = typed(folder, "new", name, "--languages", "en,fr", *sorts)
    assert made.exit_code == 0, made.output
    for kind, most in (("cards", 3), ("tokens", 2)):
        path = folder / f"data/{name}/{kind}.yaml"
        path.write_text("- ".join(path.read_text(encoding="utf-8").split("- ")[: most + 1]), encoding="utf-8")


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    """A workshop with that game, and with one that has mistakes."""
    folder = tmp_path_factory.mktemp("ground")
    small_game(folder)
    small_game(folder, "reef")
    path = folder / "data/reef/cards.yaml"
    text = path.read_text(encoding="utf-8").replace("suit: sun", "suit: sunn").replace("value: 5", "value: five")
    path.write_text(text, encoding="utf-8")
    shop = serving(folder)
    Ground(shop.address, folder).post("/-/items/harbour/cards")  # which makes a history
    yield Ground(shop.address, folder)
    ended(shop)


def screens() -> list[str]:
    """The addresses of all screens."""
    found = [path for path in pages(NAMES) if not path.endswith("/text")]  # which an editor asks for
    return ["/harbour/files", *found, *MORE]  # the first while little has happened yet


# What does nothing that could be seen, or can't be reached by a mouse, with the reason.
RIGHT = {
    r"main \| button \| frame( \d)?": "a box of a design that lies under others: its list and the Tab key reach it",
    r"main \| checkbox \| Snap to half a millimetre": "says how a box moves that is dragged",
    r"import \| (select \| Kind|checkbox \| Update)": "says what becomes of a sheet that is dropped",
}


def test_every_control_of_every_screen_does_something(ground: Ground, browser: Any) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-US", reduced_motion="reduce")
    context.set_default_timeout(60_000)
    crawler = Crawler(context.new_page(), ground)
    pressed: dict[str, list[Press]] = {}
    of_print: set[str] = set()  # the form is the same for all that is printed
    for path in screens():
        pressed[path] = crawler.crawl(path, of_print.__contains__ if "/print?" in path else lambda _: False)
        of_print |= {each.key for each in pressed[path] if each.key.startswith("printing |")}
        print(f"\n{path}: {len(pressed[path])} controls", *pressed[path], sep="\n   ", flush=True)
    context.close()
    wrong = [
        f"{path}: {each}" for path, presses in pressed.items() for each in presses if each.wrong and not _right(each)
    ]
    assert wrong == []
    assert crawler.errors == []
    bare = [path for path, presses in pressed.items() if len(presses) < 7 and not presses[0].did.startswith("leads to")]
    assert bare == []


def _right(press: Press) -> bool:
    return any(re.match(pattern, press.key) for pattern in RIGHT)


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    """Firefox, where it is."""
    if firefox_path() is None:
        pytest.skip("no Firefox here: install Debian's package firefox-esr")
    window = Firefox(tmp_path)
    yield window
    window.end()


def test_controls_of_screens_of_a_kind_do_something_in_firefox(ground: Ground, firefox: Firefox) -> None:
    wrong: list[str] = []
    for path in ("/harbour/cards/", "/harbour/cards/kite", "/harbour/cards/fields", "/harbour/cards/design"):
        pressed = pressed_in_firefox(firefox, ground, path)
        print(f"\n{path}: {len(pressed)} controls", *pressed, sep="\n   ")
        assert len(pressed) > 5
        wrong += [f"{path}: {each}" for each in pressed if each.wrong and not _right(each)]
    assert wrong == []
    # A press may lead elsewhere while a script comes, of which Firefox complains; one that never comes leaves no form to press.
    assert [one for one in firefox.complaints if "error loading dynamically imported module" not in one] == []


# Any two of a width, a look and a language meet once.
VIEWS = {"en": ((1440, "light"), (390, "dark")), "fr": ((1440, "dark"), (390, "light"))}
SAID = """() => { const own = (one) => one.closest("[lang]").lang === "fr" && !one.closest("code, pre, script, style, template");
const found = [];
for (const one of document.querySelectorAll("body *")) {
  if (!own(one)) continue;
  for (const node of one.childNodes) if (node.nodeType === 3) found.push(node.textContent);
  for (const name of ["aria-label", "title", "placeholder", "alt"]) if (one.hasAttribute(name)) found.push(one.getAttribute(name));
}
return [...new Set(found.map((text) => text.replace(/[ \\n\\t]+/g, " ").trim()).filter((text) => /[a-z]/i.test(text)))]; }"""
# A colour that is inherited begins to change when that of what is around it has changed.
STILL = """async () => { for (let still = 0; still < 4; ) {
  await new Promise(requestAnimationFrame);
  const on = document.getAnimations().filter((one) => one.playState !== "finished" && one.effect.getComputedTiming().endTime < Infinity);
  for (const one of on) one.finish();
  still = on.length ? 0 : still + 1;
} }"""
ENGLISH = re.compile(r"\b(the|of|and|is|are|with|to|this|that|be|not|from|has|was)\b", re.I)


def in_english() -> list[re.Pattern[str]]:
    """What the workshop says in English and not in French, as patterns."""
    told: dict[str, set[str]] = {}
    for tongue in ("en", "fr"):
        texts = vocabulary(tongue).values()
        told[tongue] = {form for text in texts for form in ([text] if isinstance(text, str) else text.values())}
    places = re.compile(r"\\\{[a-z_]+\\\}")
    return [
        re.compile(places.sub(".+", re.escape(text)))
        for text in sorted(told["en"] - told["fr"])
        if len(re.findall("[a-z]{2,}", re.sub(r"\{[a-z_]+\}", "", text), re.I)) > text.count("{")
    ]


def test_every_screen_is_for_everybody_in_every_look_and_french_is_whole(ground: Ground, browser: Any) -> None:
    english, found, others = in_english(), [], []
    for tongue, views in VIEWS.items():
        context = browser.new_context(locale=tongue, reduced_motion="reduce")
        context.set_default_timeout(60_000)
        page = context.new_page()
        for path in screens():
            page.goto(ground.address + path)
            for width, look in views:
                page.set_viewport_size({"width": width, "height": 900})
                page.emulate_media(color_scheme=look)
                page.evaluate(STILL)  # colours change in steps, which take long where much else is done
                where = f"{path} {tongue} {width} {look}"
                found += [f"{where}: {one}" for one in found_by_axe(page)]
                wide = page.evaluate("document.documentElement.scrollWidth")
                found += [f"{where}: {wide} px wide"] if wide > width else []
            if tongue == "fr":
                assert page.locator("html").get_attribute("lang") == "fr", path
                said: list[str] = page.evaluate(SAID)
                others += [
                    f"{path}: {text}"
                    for text in said
                    if any(pattern.fullmatch(text) for pattern in english) or ENGLISH.search(text)
                ]
        context.close()
    assert found == []
    assert others == []
