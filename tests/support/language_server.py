"""Language servers, driven over their protocol (LSP, JSON-RPC on standard input and output).

If none is named, it is the YAML language server that editors run.
"""

import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

HOME = Path(__file__).parents[2] / ".node"
SERVER = HOME / "node_modules/yaml-language-server/bin/yaml-language-server"
PATIENCE = 60.0  # seconds for one answer, on a machine that is busy


def why_not() -> str:
    """Why the server cannot be run here; empty where it can."""
    if shutil.which("node") is None:
        return "there is no node on this machine: the YAML language server is not tried"
    return "" if SERVER.exists() else "the YAML language server is not installed: make node"


class LanguageServer:
    """A running server, with a project open."""

    def __init__(
        self, root: Path, command: Sequence[str] = (), client: int | None = None, *, errors: IO[str] | None = None
    ) -> None:
        """Start it in a folder.

        Args:
            root: the folder.
            command: what starts it.
            client: the process that is given as the client's.
            errors: where its standard error goes.
        """
        self.process = subprocess.Popen(
            command or ["node", str(SERVER), "--stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors or subprocess.DEVNULL,
            cwd=root,
        )
        self.held = b""
        self.asked = 0
        self.diagnostics: dict[str, list[dict[str, Any]]] = {}
        self.versions: dict[str, int | None] = {}  # of the texts that the diagnostics are about
        offered = {"textDocument": {"completion": {"completionItem": {"documentationFormat": ["plaintext"]}}}}
        start = {
            "processId": client or os.getpid(),
            "rootUri": root.as_uri(),
            "capabilities": offered,
            "workspaceFolders": None,
        }
        self.ask("initialize", start)
        self.tell("initialized", {})
        yaml = {"schemaStore": {"enable": False}, "validate": True, "completion": True, "hover": True}
        self.tell("workspace/didChangeConfiguration", {"settings": {"yaml": yaml}})

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.communicate()

    def end(self) -> int:
        """Ask it to end as editors do; its exit status."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        self.process.communicate(timeout=PATIENCE)
        return self.process.returncode

    def open(self, file: Path, text: str) -> Path:
        """Open a text as if it stood beside a file; its name, under which it is asked for."""
        self.asked += 1
        other = file.with_name(f"{file.stem}-{self.asked}{file.suffix}")
        document = {"uri": other.as_uri(), "languageId": "yaml", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})
        return other

    def wrong(self, file: Path) -> list[dict[str, Any]]:
        """What it finds wrong with an open text."""
        end = time.monotonic() + PATIENCE
        while file.as_uri() not in self.diagnostics:
            self.take(self.receive(end))
        return self.diagnostics[file.as_uri()]

    def complete(self, file: Path, line: int, character: int) -> list[dict[str, Any]]:
        """What it offers at a place of an open file; lines and characters count from 0."""
        found = self.ask("textDocument/completion", self.at(file, line, character))
        return list(found["items"] if isinstance(found, dict) else found or [])

    def hover(self, file: Path, line: int, character: int) -> str:
        """What it says of a place of an open file."""
        found = self.ask("textDocument/hover", self.at(file, line, character))
        return json.dumps(found, ensure_ascii=False)

    def at(self, file: Path, line: int, character: int) -> dict[str, Any]:
        """A place of an open file."""
        return {"textDocument": {"uri": file.as_uri()}, "position": {"line": line, "character": character}}

    def ask(self, method: str, parameters: dict[str, Any] | None) -> Any:
        """Ask for something; the answer."""
        self.asked += 1
        number = self.asked
        self.send({"id": number, "method": method} | ({"params": parameters} if parameters is not None else {}))
        end = time.monotonic() + PATIENCE
        while True:
            message = self.receive(end)
            if message.get("id") == number and "method" not in message:
                assert "error" not in message, message
                return message["result"]
            self.take(message)

    def tell(self, method: str, parameters: dict[str, Any] | None) -> None:
        """Tell something that needs no answer."""
        self.send({"method": method} | ({"params": parameters} if parameters is not None else {}))

    def take(self, message: dict[str, Any]) -> None:
        """What the server says of its own accord: findings are kept, questions are answered with nothing."""
        if message.get("method") == "textDocument/publishDiagnostics":
            told = message["params"]
            self.diagnostics[told["uri"]] = told["diagnostics"]
            self.versions[told["uri"]] = told.get("version")
        elif "method" in message and "id" in message:
            self.send({"id": message["id"], "result": None})

    def send(self, message: dict[str, Any]) -> None:
        """Write a message."""
        assert self.process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self, end: float) -> dict[str, Any]:
        """The next message; fails after a while without one."""
        while True:
            head, mark, rest = self.held.partition(b"\r\n\r\n")
            length = int(head.split(b"Content-Length: ")[1].split(b"\r\n")[0]) if mark else 0
            if mark and len(rest) >= length:
                self.held = rest[length:]
                message: dict[str, Any] = json.loads(rest[:length])
                return message
            assert self.process.stdout is not None
            ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, end - time.monotonic()))
            assert ready, "the language server does not answer"
            piece = os.read(self.process.stdout.fileno(), 1 << 16)
            assert piece, "the language server ended"
            self.held += piece
