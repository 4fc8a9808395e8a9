"""A folder of files at an address, as a plain host has them; or packed, and kept a while, as the usual ones do."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

_WORTH = (".html", ".js", ".mjs", ".css", ".svg", ".json", ".wasm", ".yaml")  # what hosts pack


class _Host(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass

    def handle(self) -> None:
        with suppress(ConnectionError):  # a page was left before all of it came
            super().handle()


@cache
def _packed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


class _PackingHost(_Host):
    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        is_packed = path.suffix in _WORTH
        content = _packed(path) if is_packed else path.read_bytes()
        self.send_response(200)
        self.send_header("content-type", self.guess_type(str(path)))
        self.send_header("content-length", str(len(content)))
        self.send_header("cache-control", "max-age=600")
        if is_packed:
            self.send_header("content-encoding", "gzip")
        self.end_headers()
        self.wfile.write(content)


@contextmanager
def hosted(folder: Path, *, packed: bool = False) -> Iterator[str]:
    """A folder at an address."""
    host = partial(_PackingHost if packed else _Host, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), host)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
