"""A site below some address of a plain file server: the forge in the browser, without the net after a first visit."""

import gzip
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic
from typing import Any

import pytest
from browsing import found_by_axe, until
from firefox import Firefox, firefox_path
from hosting import hosted
from projects import ROOT, typed

RUNTIME = ROOT / ".node/runtime"
PATIENCE = 180  # s that the tool may take on a machine that has much to do


def waited(page: Any, says: str) -> None:
    """Until an expression holds; Playwright's own way is forbidden by the site's policy."""
    last = monotonic() + PATIENCE
    while not page.evaluate(says):
        assert monotonic() < last, says
        page.wait_for_timeout(100)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A site below an address of a plain file server, and the project that it is made of."""
    if not (RUNTIME / "pyodide.mjs").exists():
        pytest.skip("no runtime here: make node")
    folder = tmp_path_factory.mktemp("site")
    assert typed(folder, "new", "my-game", "--languages", "en,fr").exit_code == 0
    assert typed(folder, "site", "--out", "host/sub", "--runtime", str(RUNTIME)).exit_code == 0
    with hosted(folder / "host") as address:
        yield folder, f"{address}sub/"


class Visitor:
    """Somebody who is watched: what the pages complain of, which other hosts they ask, how much is sent."""

    def __init__(self, browser: Any, host: str, **options: Any) -> None:
        self.context = browser.new_context(accept_downloads=True, **options)
        self.page, self.complaints, self.host = self.context.new_page(), list[str](), host
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        own = (host, "blob:", "data:")
        self.context.on("request", lambda one: None if one.url.startswith(own) else self.complaints.append(one.url))

    def saved(self, link: str) -> bytes:
        """The file that a link gives."""
        with self.page.expect_download(timeout=PATIENCE * 1000) as download:
            self.page.locator(link).click()
        return Path(download.value.path()).read_bytes()


def printed(folder: Path, text: bytes, ids: list[str]) -> bytes:
    """The sheet of cards whose text is put at the end of their file, as the command prints them."""
    project = Path(mkdtemp(dir=folder))
    for part in ("data", "templates"):
        shutil.copytree(folder / part, project / part)
    with (project / "data/my-game/letters.yaml").open("ab") as file:
        file.write(b"\n" + text)
    wanted = [word for one in ids for word in ("--item", one)]
    done = typed(project, "render", "--kind", "letters", *wanted, "--out", "out")
    assert done.exit_code == 0, done.output
    return next((project / "out").rglob("*.pdf")).read_bytes()


def test_a_visitor_forges_keeps_writes_and_prints_without_the_net(host: tuple[Path, str], browser: Any) -> None:
    folder, address = host
    visitor = Visitor(browser, address)
    page = visitor.page
    page.goto(f"{address}my-game/")
    waited(page, "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)")
    page.goto(f"{address}my-game/letters/own/")
    waited(page, "document.querySelector('.own-face img:not([hidden])') !== null")
    page.goto(f"{address}my-game/letters/forge/?count=9&seed=7")
    waited(page, "document.querySelector('#candidates .count').textContent === '9'")
    waited(page, "[...document.querySelectorAll('.results img')].every((one) => one.naturalWidth > 0)")
    assert visitor.complaints == []
    visitor.context.set_offline(True)
    ids = []
    for number in range(1, 4):
        ids.append(str(page.locator("section:has(#candidates) li").first.get_attribute("id")).removeprefix("card-"))
        page.locator("section:has(#candidates) li").first.get_by_role("link", name="Keep").click()
        waited(page, f"document.querySelectorAll('.tray li').length === {number}")
    page.get_by_role("link", name="Write one to go with them").click()
    waited(page, "document.querySelector('.own-face img:not([hidden])') !== null")
    waited(page, "document.querySelectorAll('.tray li').length === 3")
    page.locator("[data-field=title] textarea").fill("A letter of mine")
    page.locator("[data-field=to] select").select_option("boot")
    for name, value in (("weight", "1"), ("stamps", "9")):
        page.locator(f"[data-field={name}] input").fill(value)
    waited(page, "document.querySelector('[data-field=stamps] .wrong').textContent.includes('1 to 2')")
    page.locator("[data-field=stamps] input").fill("2")
    waited(page, "document.querySelector('#own-state').textContent === 'No problem found'")
    text = visitor.saved("#own-yaml")
    assert b"\n- id: a-letter-of-mine\n  title: A letter of mine\n  to: boot\n  weight: 1\n  stamps: 2\n" in text
    wanted = printed(folder, text, [*ids, "a-letter-of-mine"])
    assert visitor.saved("#own-pdf") == wanted
    shared = page.url
    page.goto(f"{address}my-game/")
    assert page.locator("h1").count() == 1
    page.goto(f"{address}fr/my-game/letters/wish/")
    assert page.locator("h1").inner_text() == "Pas sans connexion"
    assert page.evaluate("getComputedStyle(document.querySelector('.empty')).display") != "inline"
    visitor.context.set_offline(False)
    assert [one for one in visitor.complaints if not one.startswith("Failed to load resource")] == []
    visitor.context.close()
    fresh = Visitor(browser, address)
    fresh.page.goto(shared)
    waited(fresh.page, "document.querySelectorAll('.tray li').length === 3")
    waited(fresh.page, "document.querySelector('#own-state').textContent === 'No problem found'")
    assert fresh.page.locator("[data-field=title] textarea").input_value() == "A letter of mine"
    assert fresh.saved("#own-pdf") == wanted
    assert fresh.complaints == []
    fresh.context.close()


PAGES = (
    *("", "my-game/", "my-game/letters/", "my-game/letters/wish/", "my-game/rules/read/", "my-game/print/"),
    *("my-game/lab/", "my-game/table/", "my-game/letters/forge/", "my-game/letters/own/", "404.html"),
)


@pytest.fixture(scope="module")
def readers(host: tuple[Path, str], browser: Any) -> Iterator[dict[str, Visitor]]:
    """Who only looks at pages, in each language: what works beside a page, which takes seconds to begin, never comes."""
    phone = {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"}
    quiet: dict[str, Any] = {"bypass_csp": True, "reduced_motion": "reduce", "service_workers": "block"}
    found = {"": Visitor(browser, host[1], **quiet), "fr/": Visitor(browser, host[1], **quiet, **phone)}
    for visitor in found.values():
        visitor.context.route("**/pyodide.mjs", lambda _: None)
    yield found
    for visitor in found.values():
        visitor.context.close()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_of_a_site_is_for_everybody(host: tuple[Path, str], readers: dict[str, Visitor], path: str) -> None:
    for tree, visitor in readers.items():
        visitor.page.goto(host[1] + ("" if path == "404.html" else tree) + path)
        assert found_by_axe(visitor.page) == []
        assert not tree or visitor.page.evaluate("document.documentElement.scrollWidth") <= 360
        assert [one for one in visitor.complaints if "404" not in one] == []


def sent(body: bytes) -> int:
    """How many bytes of a file hosts send, as all of them pack what is text."""
    return min(len(body), len(gzip.compress(body, 6)))


def test_a_page_is_light_and_whole_without_scripts(host: tuple[Path, str], browser: Any) -> None:
    for path in ("", "my-game/", "my-game/letters/", "my-game/rules/read/"):
        visitor = Visitor(browser, host[1], java_script_enabled=False)
        sizes: list[int] = []
        visitor.context.on("response", lambda answer, sizes=sizes: sizes.append(sent(answer.body())))
        visitor.page.goto(host[1] + path, wait_until="networkidle")
        assert visitor.page.locator("h1").count() == 1
        assert sum(sizes) < (500_000 if path else 400_000)
        assert visitor.complaints == []
        visitor.context.close()


def in_firefox(folder: Path) -> Firefox:
    """Somebody who was never here."""
    window = Firefox(folder, {"pdfjs.disabled": True})
    window.do("WebDriver:SetWindowRect", {"width": 450, "height": 800})
    return window


def saved_by(firefox: Firefox, link: str) -> bytes:
    """The file that a link gives."""
    firefox.until(f"Boolean(document.querySelector('{link}'))")
    folder = firefox.folder / "Downloads"
    before = {*folder.glob("*")}
    firefox.ask(f"document.querySelector('{link}').click()")
    until(lambda: [path for path in folder.glob("*") if path not in before and path.stat().st_size], PATIENCE)
    until(lambda: not [*folder.glob("*.part")], PATIENCE)
    return next(path for path in folder.glob("*") if path not in before).read_bytes()


def test_the_same_in_firefox_on_a_phone(host: tuple[Path, str], tmp_path: Path) -> None:
    if firefox_path() is None:
        pytest.skip("no Firefox here: install Debian's package firefox-esr")
    folder, _ = host
    net = ExitStack()
    address = net.enter_context(hosted(folder / "host")) + "sub/"
    firefox = in_firefox(tmp_path / "first")
    try:
        firefox.open(f"{address}my-game/")
        firefox.until("Boolean(navigator.serviceWorker.controller)")
        firefox.open(f"{address}my-game/letters/own/")
        firefox.until("Boolean(document.querySelector('.own-face img:not([hidden])'))")
        firefox.open(f"{address}my-game/letters/forge/?count=9&seed=7")
        firefox.until("document.querySelector('#candidates .count').textContent === '9'")
        firefox.until("document.querySelector('.results img').naturalWidth > 0")  # those below come when they are near
        assert firefox.ask("document.documentElement.scrollWidth <= innerWidth")
        net.close()
        ids = []
        for number in range(1, 4):
            first = "document.querySelector('section:has(#candidates) li')"
            ids.append(str(firefox.ask(f"{first}.id")).removeprefix("card-"))
            firefox.ask(
                f"[...{first}.querySelectorAll('a')].find((one) => one.textContent.trim().startsWith('Keep')).click()"
            )
            firefox.until(f"document.querySelectorAll('.tray li').length === {number}")
        link = (
            "[...document.querySelectorAll('a')].find((one) => one.textContent.includes('Write one to go with them'))"
        )
        firefox.ask(f"{link}.click()")
        firefox.until("Boolean(document.querySelector('.own-face img:not([hidden])'))")
        firefox.until("document.querySelectorAll('.tray li').length === 3")
        firefox.type("[data-field=title] textarea", "A letter of mine")
        firefox.press("[data-field=to] option[value=boot]")
        for name, value in (("weight", "1"), ("stamps", "2")):
            firefox.type(f"[data-field={name}] input", value)
        firefox.until("document.querySelector('#own-state').textContent === 'No problem found'")
        text = saved_by(firefox, "#own-yaml")
        wanted = printed(folder, text, [*ids, "a-letter-of-mine"])
        assert saved_by(firefox, "#own-pdf") == wanted
        shared = str(firefox.ask("location.href")).removeprefix(address)
        assert firefox.complaints == []
    finally:
        net.close()
        firefox.end()
    fresh = in_firefox(tmp_path / "fresh")
    try:
        fresh.open(host[1] + shared)
        fresh.until("document.querySelectorAll('.tray li').length === 3")
        fresh.until("document.querySelector('#own-state').textContent === 'No problem found'")
        assert saved_by(fresh, "#own-pdf") == wanted
        assert fresh.complaints == []
    finally:
        fresh.end()


def test_a_visitor_finds_cards_by_any_word(host: tuple[Path, str], browser: Any) -> None:
    visitor = Visitor(browser, host[1], service_workers="block")
    page = visitor.page
    page.goto(f"{host[1]}my-game/letters/")
    all_cards = page.locator(".face").count()
    page.get_by_label("Search").fill("dew")
    waited(page, f"document.querySelectorAll('.face').length < {all_cards}")
    assert 0 < page.locator(".face").count() < all_cards
    page.goto(f"{host[1]}my-game/letters/?q=nothing-of-the-kind")
    page.locator("#show-all").click()
    waited(page, f"document.querySelectorAll('.face').length === {all_cards}")
    assert visitor.complaints == []
    visitor.context.close()
