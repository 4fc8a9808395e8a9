"""`pnp import URL`: what is fetched, and what is not; the server is the test's own, and so is the way to it."""

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from each import each
from projects import Project

from generator.core.problem import Infeasible, WrongUse
from generator.tables import fetching
from generator.tables.fetching import fetch

CSV = "id,name,price\npie,Pie,4\ncake,Cake stall,5\n"
MOVED = {
    "/on": "/pub?output=csv",
    "/plain": "http://sheets.example/pub",
    "/file": "file:///etc/passwd",
    "/home": "https://192.168.0.1/pub",
    "/round": "/round",
    "/long": "/large",
    "/chain": "/deep/one",
    "/deep/one": "two",
}


class _Sheets(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        for _ in range(20 if path == "/slow" else 0):
            time.sleep(0.1)
            self.wfile.write(b"HTTP")  # a line that does not end
            self.wfile.flush()
        if path.startswith("/drip"):
            body = b"\r\n\r\nid,name\n" if path == "/drip" else b"\r\nX-More: "
            self.wfile.write(b"HTTP/1.0 200 OK\r\nContent-Type: text/csv" + body)
            with suppress(OSError):
                for _ in range(40):
                    time.sleep(0.05)
                    self.wfile.write(b"x")
            return
        self.send_response(302 if path in (*MOVED, "/nowhere") else 404 if path in ("/gone", "/two") else 200)
        if path in MOVED:
            self.send_header("Location", MOVED[path])
        if path == "/cut":
            self.send_header("Content-Length", str(len(CSV) + 1))
        self.send_header("Content-Type", "text/html" if path == "/page" else "text/csv; charset=utf-8")
        self.end_headers()
        self.wfile.write(CSV.encode() if path != "/large" else b"x" * (fetching.MOST + 1))

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def sheets(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a server that stands for one in the web: every public name leads to it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Sheets)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    known = socket.getaddrinfo

    def looked_up(host: str, *rest: object, **more: object) -> object:
        return known("127.0.0.1" if host.endswith(".example") else host, *rest, **more)  # type: ignore[arg-type]

    public = fetching._is_public
    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    monkeypatch.setattr(fetching, "_is_public", lambda address: address == "127.0.0.1" or public(address))
    monkeypatch.setattr(fetching, "_secured", lambda made, host: made)
    yield f"https://sheets.example:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_published_sheet_becomes_items_and_is_brought_up_to_date(sheets: str, project: Project) -> None:
    result = project.pnp("import", f"{sheets}/on", "--kind", "stalls", "--update")
    assert (result.exit_code, result.stderr) == (
        0,
        "on.csv: UTF-8, cells separated by commas\n"
        "data/fair/stalls.yaml: 1 item is not in the sheet: darts; the same with --prune removes it; "
        "renamed? darts to pie\n",
    )
    assert result.stdout == "data/fair/stalls.yaml: 1 added, 1 changed (1 field), 0 the same\n"
    assert "- id: pie" in project.path("stalls.yaml").read_text()


@pytest.mark.slow
def test_what_is_no_sheet_or_leads_elsewhere_is_refused_and_nothing_is_left(
    sheets: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "MOST", 100_000)
    refused = {
        "/gone": "the server says 404",
        "/nowhere": "the server says 302",
        "/cut": "the answer was cut off",
        "/page": "is not a spreadsheet but text/html; publish it as CSV",
        "/long": "is larger than",
        "/plain": "it leads to http://sheets.example/pub",
        "/file": "it leads to file:///etc/passwd",
        "/home": "192.168.0.1 is not an address of the public internet",
        "/round": "it leads on more than 5 times",
    }
    for path, message in refused.items():
        with pytest.raises((Infeasible, WrongUse), match=message.replace("(", r"\(")):
            fetch(sheets + path, tmp_path)
    monkeypatch.setattr(fetching, "SECONDS", -1.0)
    with pytest.raises(Infeasible, match="takes longer"):
        fetch(f"{sheets}/pub", tmp_path)
    monkeypatch.setattr(fetching, "SECONDS", 0.3)
    with pytest.raises(Infeasible, match="cannot fetch"):
        fetch(f"{sheets}/slow", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_each_step_of_a_way_is_seen_from_the_one_before(sheets: str, tmp_path: Path) -> None:
    assert fetch(f"{sheets}/chain", tmp_path).read_text() == CSV


def test_the_second_address_of_a_name_is_taken_if_the_first_leads_nowhere(
    sheets: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reached(place: tuple[str, int], seconds: float) -> socket.socket:
        if place[0] == "2606:2800:21f::1":
            raise OSError("no way there")
        made = socket.socket()
        made.connect(place)
        return made

    known = socket.getaddrinfo("sheets.example", 443, type=socket.SOCK_STREAM)
    monkeypatch.setattr(socket, "create_connection", reached)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(*known[0][:4], ("2606:2800:21f::1", 443)), known[0]])
    assert fetch(f"{sheets}/pub", tmp_path).read_text() == CSV
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(*known[0][:4], ("2606:2800:21f::1", 443))])
    with pytest.raises(Infeasible, match="no way there"):
        fetch(f"{sheets}/pub", tmp_path)


def test_a_certificate_that_proves_nothing_is_told_in_words(
    sheets: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unproved(made: socket.socket, host: str) -> None:
        made.close()
        error = ssl.SSLCertVerificationError("certificate verify failed: self-signed certificate (_ssl.c:1006)")
        error.verify_message = "self-signed certificate"
        raise error

    monkeypatch.setattr(fetching, "_secured", unproved)
    with pytest.raises(
        Infeasible, match="its certificate does not prove whose it is: self-signed certificate; nothing"
    ):
        fetch(f"{sheets}/pub", tmp_path)


@each(
    "address",
    ["127.0.0.1", "::1", "10.1.2.3", "192.168.1.1", "172.16.0.1", "169.254.169.254", "fe80::1%eth0", "fd00::1",
     "::ffff:127.0.0.1", "::ffff:10.0.0.1", "0.0.0.0", "224.0.0.1", "100.64.0.1"],
)  # fmt: skip
def test_addresses_of_private_networks_are_none_of_the_web(address: str) -> None:
    assert not fetching._is_public(address)
    assert fetching._is_public("93.184.215.14")
    assert fetching._is_public("2606:2800:21f:cb07:6820:80da:af6b:8b2c")


def test_only_https_is_asked(tmp_path: Path) -> None:
    for url in ("http://sheets.example/a.csv", "ftp://a/b", "https://me:pass@sheets.example/a.csv", "https:///a"):
        with pytest.raises(WrongUse, match="https://"):
            fetch(url, tmp_path)


@each("address", [
    "64:ff9b::a00:1", "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "64:ff9b:1::5db8:d80e", "2002:a00:1::", "2002:7f00:1::1",
    "::a00:1", "::5db8:d80e", "fec0::1", "::ffff:a00:1", "2001:0:a00:1::", "2002:5db8:d80e::1",
])  # fmt: skip
def test_an_address_that_holds_a_private_one_is_none_of_the_web(address: str) -> None:
    assert not fetching._is_public(address)


@pytest.mark.parametrize("address", ["64:ff9b::5db8:d80e", "::ffff:93.184.215.14"])
def test_an_address_that_holds_a_public_one_is_of_the_web(address: str) -> None:
    assert fetching._is_public(address)


LATE = "takes longer than 0.3 s; nothing was changed"


def test_headers_that_come_drop_by_drop_end_with_the_time_there_is(
    sheets: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "SECONDS", 0.3)
    for path in ("/drip", "/drip-headers"):
        begun = time.monotonic()
        with pytest.raises(Infeasible, match=LATE):
            fetch(sheets + path, tmp_path)
        assert time.monotonic() - begun < 5
    assert list(tmp_path.iterdir()) == []


def test_time_that_is_spent_before_there_is_a_connection_counts(
    sheets: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(made: socket.socket, host: str) -> socket.socket:
        time.sleep(0.4)
        return made

    monkeypatch.setattr(fetching, "SECONDS", 0.3)
    monkeypatch.setattr(fetching, "_secured", slowly)
    with pytest.raises(Infeasible, match=LATE):
        fetch(f"{sheets}/drip-headers", tmp_path)
