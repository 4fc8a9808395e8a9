"""Requests made up by chance: none is a fault of the server, reads a file outside, or leaves a process behind.

`make fuzz` sends 20,000; a run of all tests sends a few hundred.
"""

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, unquote

import pytest
from projects import GAME
from projects import Project as Fair
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Message
from tries import slow_but

REQUESTS = int(os.environ.get("PNP_REQUESTS", "200"))
Serve = Callable[..., TestClient]
CANARY = b"canary-7f3a9"  # in every file that nobody may read
NAMES = ["fair", "stalls", "people", "cake", "darts", "ann", "events", "-", "static", "files", "health", "jobs", "forge",
         "forge.yaml", "print", "box.pdf", "lab", "table", "problems", "problems.json", "stalls.pdf", "stalls-blank.pdf",
         "stalls-backs.pdf", "cake.svg", "text", "draft", "stalls.yaml", "game.yaml", "outside.yaml", "link.yaml",
         "tricks-or-treats", "surprise-cards", "housing-tiles", "collectors", "characters"]  # fmt: skip
ODD = ["", "..", ".", "%2e%2e", "..%2f..%2foutside.yaml", "%00", "%0d%0aset-cookie:a", "a" * 300, "é", "%ff", "\\..\\", "*",
       "~", "{game}", "{{7*7}}", "<script>", "'", '"', "CON", "%u002e", ";", "//", "stalls ", ".stalls", "stalls%20"]  # fmt: skip
OPTIONS = ["lang", "side", "ink", "page", "paper", "backs", "players", "mode", "count", "seed", "pages", "style", "art",
           "item", "copies", "bleed", "gutter", "skip", "start-at", "per-sheet", "marks", "printer", "only", "without",
           "effects", "swing", "mean", "for", "repeats", "ui", "v", "job", "since", "q", "text", "field", "beside", "size",
           "keep", "away", "problem", "order", "hand", "question", "kind", "what", "sheet", "deal"]  # fmt: skip
VALUES = ["en", "fr", "xx", "0", "1", "2", "-1", "999999999999999999999", "1e9", "١", "NaN", "front", "back", "both", "low",
          "full", "colour", "a4", "letter", "50x50", "1x1", "0x0", "99999x1", "long", "separate", "fold", "none", "mix",
          "cake", "darts,cake", "", " ", "\x00", "../../outside.yaml", "/etc/passwd", "<b>", "{{1}}", "%", "🂡", "a" * 2000,
          "wild", "1-3", "true", "stalls", "12345678", "(" * 200, "__class__", "price>3", "price:", "or", '"']  # fmt: skip
METHODS = ["GET"] * 12 + ["HEAD"] * 2 + ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get", "X" * 50]
COSTLY = (".pdf", "forge")  # begin a process each


@dataclass
class Asked:
    """A request, and what came of it."""

    method: str
    path: bytes
    query: bytes
    headers: list[tuple[bytes, bytes]]
    body: list[bytes]
    status: int = 0
    content: bytearray = field(default_factory=bytearray)

    async def ask(self, app: ASGIApp) -> None:
        """Send it, as a server would hand it on."""
        parts = list(self.body)

        async def receive() -> Message:
            if parts:
                return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.status = message["status"]
            else:
                self.content += message.get("body", b"")

        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "root_path": "",
            "method": self.method, "path": unquote(self.path.decode("ascii")), "raw_path": self.path,
            "query_string": self.query, "headers": self.headers, "client": ("10.0.0.1", 1), "server": ("127.0.0.1", 8765),
        }  # fmt: skip
        await app(scope, receive, send)


def made_up(dice: Random, token: str) -> Asked:
    """A request that resembles good ones more or less."""
    parts = [
        dice.choice(NAMES) if dice.random() < 0.88 else dice.choice(ODD)
        for _ in range(dice.choice((0, 1, 2, 2, 3, 3, 4, 5)))
    ]
    path = "/" + "/".join(parts) + dice.choice(("", "", "", "/"))
    known_paths = ["/fair/", "/fair/stalls/", "/fair/stalls/cake", "/fair/stalls/cake.svg", "/fair/stalls/cake/text", "/",
                   "/fair/stalls/cake/text/draft", "/-/files/fair/stalls.yaml", "/-/files/fair/people.yaml/draft",
                   "/fair/stalls/forge", "/fair/print", "/fair/print.png", "/fair/lab", "/fair/table", "/events"]  # fmt: skip
    if dice.random() < 0.5:
        path = dice.choice(known_paths)
    if path.startswith("/events"):
        path += "x"  # they don't end
    if any(word in path for word in COSTLY) and dice.random() < 0.9:
        path = "/fair/stalls/"
    query = "&".join(
        f"{dice.choice(OPTIONS)}={quote(dice.choice(VALUES), safe=dice.choice(('', '/<>{}')))}"
        for _ in range(dice.choice((0, 0, 1, 1, 2, 3, 8)))
    )
    headers = [
        (b"host", dice.choice([b"127.0.0.1:8765"] * 30 + [b"evil.example", b"", b"\xff", b"[", b"a" * 5000])),
        (b"accept", dice.choice((b"text/html", b"application/json", b"\xff,", b"*/*"))),
        (b"accept-language", dice.choice((b"fr;q=x", b"fr", b"," * 3000, b"\xff", b""))),
        (b"accept-encoding", dice.choice((b"gzip", b"", b"br;q=1, gzip;q=0"))),
        (b"if-none-match", dice.choice((b"*", b'"x"', b"", b"W/"))),
        (b"cookie", f"pnp-token-8765={token}; pnp-ui={dice.choice(VALUES[:12])}; {dice.choice(ODD)}".encode("utf-8", "replace")),
        (b"x-pnp-token", token.encode()),
        (b"content-type", dice.choice((b"application/json",) * 5 + (b"application/x-www-form-urlencoded", b"text/plain", b"\xff"))),
        (b"origin", dice.choice((b"http://127.0.0.1:8765",) * 9 + (b"null", b"http://evil.example", b"http://[", b"\xff"))),
    ]  # fmt: skip
    body = dice.choice((
        b"", b"{}", b"[", b"\xff", b'{"text": "- id: cake\\n", "version": ""}', b'{"text": 3}', b"a=b&" * 600, b"[" * 5000,
        b'{"text": "' + b"[" * 3000 + b'", "editor": "e"}', b'{"text": "- &a [*a, *a]\\n"}', b'{"text": "\\ud800"}',
        b'{"text": "- id: cake\\n  name: ok\\n  price: 1\\n", "editor": "e"}', b'{"text": "x: \\u0000"}',
    ))  # fmt: skip
    return Asked(
        dice.choice(METHODS),
        path.encode("ascii", "ignore"),
        query.encode("ascii", "ignore"),
        headers,
        [body[:7], body[7:]],
    )


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("terms", slow_but(1, [{}, {"read_only": True}]), ids=["own", "read-only"])
def test_no_request_is_a_fault_or_gets_out(
    project: Fair, serve: Serve, terms: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_bytes(CANARY)
    project.path("data/fair/link.yaml").symlink_to(outside)
    (project.folder / "pnp.yaml").write_text(f"# {CANARY.decode()}\npaper: a4\n")
    project.write(
        "game.yaml", GAME + "\nplayers: [2, 4]\nplan: [{kind: stalls, sets: players, source: ours, why: all}]\n"
    )
    client = serve(**terms)
    client.get("/fair/")
    app = client.app
    before, dice, statuses = files_in(tmp_path), Random(repr(terms)), Counter[int]()
    for number in range(REQUESTS // 2):
        asked = made_up(dice, client.app.state.workshop.terms.token)  # type: ignore[attr-defined]
        said = f"{number}: {asked.method} {asked.path!r}?{asked.query!r} {asked.body!r:.300}"
        assert client.portal is not None
        try:
            client.portal.call(asked.ask, app)
        except BaseException as error:
            raise AssertionError(said) from error
        statuses[asked.status] += 1
        assert 200 <= asked.status < 500 or asked.status == 503, said
        assert CANARY not in asked.content, said
    written = {name for name, content in files_in(tmp_path).items() if before.get(name) != content}
    assert all("/data/fair/" in name for name in written), written
    assert not written or not terms
    assert statuses[200] > REQUESTS // 20, statuses
    assert multiprocessing.active_children() == []


@pytest.mark.slow
def test_addresses_of_a_shipped_game_are_no_fault_either(
    monkeypatch: pytest.MonkeyPatch, shipped_shop: TestClient
) -> None:
    dice = Random(1)
    for _ in range(REQUESTS // 10):
        asked = made_up(dice, "")
        path = "/collectors/" + asked.path.decode("ascii").lstrip("/").replace("fair/stalls", "characters", 1)
        if not any(word in path for word in COSTLY):
            assert shipped_shop.get(path, params=asked.query.decode("ascii")).status_code < 500, path
