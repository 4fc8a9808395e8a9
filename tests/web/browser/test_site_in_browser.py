"""A site below some address of a plain file server: the forge in the browser, without the net after a first visit."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from projects import ROOT, typed

RUNTIME = ROOT / ".node/runtime"
PATIENCE = 180  # s that the tool may take on a machine that has much to do


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def waited(page: Any, says: str) -> None:
    """Until an expression holds; Playwright's own way is forbidden by the site's policy."""
    last = monotonic() + PATIENCE
    while not page.evaluate(says):
        assert monotonic() < last, says
        page.wait_for_timeout(100)


@pytest.mark.skipif(not (RUNTIME / "pyodide.mjs").exists(), reason="no runtime here: make node")
def test_a_visitor_forges_keeps_and_prints_without_the_net(tmp_path: Path, browser: Any) -> None:
    assert typed(tmp_path, "new", "my-game", "--languages", "en,fr").exit_code == 0
    assert typed(tmp_path, "site", "--out", "host/sub", "--runtime", str(RUNTIME)).exit_code == 0
    made = typed(tmp_path, "generate", "letters", "--count", "3", "--seed", "7", "--render", "--sheets", "out")
    assert made.exit_code == 0
    sheets = next((tmp_path / "out").rglob("*.pdf")).read_bytes()
    with served(tmp_path / "host") as host:
        context = browser.new_context(accept_downloads=True)
        page, complaints = context.new_page(), list[str]()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        own = (host, "blob:", "data:")
        context.on("request", lambda one: None if one.url.startswith(own) else complaints.append(one.url))
        page.goto(f"{host}sub/my-game/")
        waited(page, "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)")
        page.goto(f"{host}sub/my-game/letters/forge/?count=3&seed=7")
        waited(page, "document.querySelector('#candidates .count').textContent === '3'")
        waited(page, "[...document.querySelectorAll('.results img')].every((one) => one.naturalWidth > 0)")
        assert complaints == []
        context.set_offline(True)
        page.locator("a:has-text('Keep all')").click()
        waited(page, "document.querySelectorAll('.tray li').length === 3")
        for link, wanted in (("a[data-job]", sheets), ("a:has-text('YAML')", made.stdout.encode())):
            with page.expect_download(timeout=PATIENCE * 1000) as download:
                page.locator(f".tray {link}").click()
            assert Path(download.value.path()).read_bytes() == wanted
        shared = page.url
        page.goto(f"{host}sub/my-game/")
        assert page.locator("h1").count() == 1
        context.set_offline(False)
        assert [one for one in complaints if not one.startswith("Failed to load resource")] == []
        fresh = browser.new_context().new_page()
        fresh.goto(shared)
        waited(fresh, "document.querySelectorAll('.tray li').length === 3")
        context.close()
        fresh.context.close()
