"""Firefox, driven by the line that it has for that itself (Marionette): a length, a colon and JSON, over a socket."""

import json
import os
import shutil
import socket
import subprocess
import time
from itertools import count
from pathlib import Path
from typing import Any

PREFERENCES = {
    "marionette.port": 0,
    "browser.dom.window.dump.enabled": True,
    "devtools.console.stdout.content": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.disabledForTesting": True,
    "intl.accept_languages": "en-US",
    "ui.prefersReducedMotion": 1,
}
PATIENCE = 90.0  # s


def firefox_path() -> str | None:
    """Where there is one."""
    return next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)


class Firefox:
    """A window of Firefox without a screen."""

    def __init__(self, folder: Path, more: dict[str, Any] | None = None) -> None:
        """Begin with a profile of its own in an empty folder, and with more preferences."""
        self.folder = folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        profile = folder / "profile"
        profile.mkdir(parents=True)
        preferences = {**PREFERENCES, **(more or {}), "marionette.port": port}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items()]
        (profile / "user.js").write_text("".join(lines), encoding="utf-8")
        self._log = folder / "firefox.log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [str(firefox_path()), "--headless", "--marionette", "--no-remote", "--profile", str(profile)],
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "HOME": str(folder), "MOZ_HEADLESS_WIDTH": "1280", "MOZ_HEADLESS_HEIGHT": "900"},
            )
        self._socket = self._connected(port)
        self._rest, self._numbers = b"", count(1)
        self._read()
        self.do("WebDriver:NewSession", {"strictFileInteractability": False})

    def _connected(self, port: int) -> socket.socket:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
            except OSError:
                assert self._process.poll() is None, self._log.read_text(errors="replace")
                assert time.monotonic() < end, "Firefox does not answer"
                time.sleep(0.1)

    def _read(self) -> Any:
        while b":" not in self._rest:
            self._rest += self._socket.recv(65536)
        length, _, rest = self._rest.partition(b":")
        while len(rest) < int(length):
            rest += self._socket.recv(65536)
        said, self._rest = rest[: int(length)], rest[int(length) :]
        return json.loads(said)

    def do(self, command: str, values: dict[str, Any] | None = None) -> Any:
        """Give a command of WebDriver; what came of it."""
        message = json.dumps([0, next(self._numbers), command, values or {}]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._read()
        assert error is None, error
        return result.get("value", result) if isinstance(result, dict) else result

    def open(self, address: str) -> None:
        """Open a page."""
        self.do("WebDriver:Navigate", {"url": address})

    def ask(self, script: str) -> Any:
        """What an expression comes to in the page."""
        return self.do("WebDriver:ExecuteScript", {"script": f"return {script}", "args": []})

    def until(self, script: str) -> None:
        """Wait for an expression to be true in the page."""
        end = time.monotonic() + PATIENCE
        while not self.ask(script):
            assert time.monotonic() < end, script
            time.sleep(0.05)

    def press(self, selector: str) -> None:
        """Press an element."""
        self.do("WebDriver:ElementClick", {"id": self._found(selector)})

    def type(self, selector: str, text: str) -> None:
        """Type into an element, in place of what it holds."""
        element = self._found(selector)
        self.do("WebDriver:ElementClear", {"id": element})
        self.do("WebDriver:ElementSendKeys", {"id": element, "text": text})

    def _found(self, selector: str) -> str:
        return str(next(iter(self.do("WebDriver:FindElement", {"using": "css selector", "value": selector}).values())))

    @property
    def complaints(self) -> list[str]:
        """What pages complained of in the console; what Firefox's own loader of settings says without a net is not theirs."""
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        told = [line for line in lines if "JavaScript error: http" in line or line.startswith("console.error")]
        return [line for line in told if not line.startswith("console.error: RSLoader")]

    def end(self) -> None:
        """End it."""
        self._socket.close()
        self._process.terminate()
        self._process.wait(30)
