"""Seconds from a keystroke to its diagnostics in the largest files: ``python bench/keystroke.py PROJECT``.

What an editor sees: over the protocol, the whole text is sent after each letter typed into a title, and the diagnostics
of that very text are waited for. Median, the first ones left out.
"""

import json
import sys
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from goals import CHANGED, PNP
from language_server import PATIENCE, LanguageServer

LETTERS, WARM = "Sweet downp", 3
FILES = {"tricks-or-treats/surprise-cards": CHANGED, "collectors/items": "name: {en: "}


def main(project: Path) -> None:
    """Type, and print the medians as JSON."""
    print(json.dumps({f"keystroke in {name}": _taken(project, name, old) for name, old in FILES.items()}))


def _taken(project: Path, name: str, old: str) -> float:
    """The median of the seconds that letters take which are typed where ``old`` begins."""
    file = project / "data" / f"{name}.yaml"
    server = LanguageServer(project, [str(PNP), "lsp"])
    text = file.read_text(encoding="utf-8")
    document = {"uri": file.as_uri(), "languageId": "yaml", "version": 1, "text": text}
    server.tell("textDocument/didOpen", {"textDocument": document})
    _wait(server, file, 1)
    taken = []
    for version, end in enumerate(range(1, len(LETTERS) + 1), start=2):
        typed = text.replace(old, f"{old.partition(': {en')[0]}: {{en: {LETTERS[:end]}", 1)
        started = time.perf_counter()
        identified = {"uri": file.as_uri(), "version": version}
        server.tell("textDocument/didChange", {"textDocument": identified, "contentChanges": [{"text": typed}]})
        _wait(server, file, version)
        taken.append(time.perf_counter() - started)
    server.close()
    return median(taken[WARM:])


def _wait(server: LanguageServer, file: Path, version: int) -> None:
    end = time.monotonic() + PATIENCE
    while server.versions.get(file.as_uri()) != version:
        server.take(server.receive(end))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
