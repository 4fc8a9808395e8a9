"""The addresses of the workshop that write, and what is sent to some of them."""

import re
from collections.abc import Iterator

from starlette.routing import Route
from starlette.testclient import TestClient

NAMES = {"game": "fair", "kind": "stalls", "item": "cake", "file": "stalls.yaml", "name": "art/fox.svg"}


RULE = {
    "do": "add",
    "rule": "",
    "check": "number-range",
    "kind": "stalls",
    "set.field": "price",
    "set.max": "4",
    "set.why": "Cheap.",
}


def text(kind: str, path: str, language: str) -> dict[str, str]:
    """A text as the page of translations sends it."""
    return {"kind": kind, "item": "cake" if kind else "", "path": path, "language": language, "text": "T"}


def writing(client: TestClient) -> Iterator[tuple[str, str]]:
    """Method and address of all routes that take something."""
    for route in client.app.routes:  # type: ignore[attr-defined]
        if isinstance(route, Route):
            address = re.sub(r"\{(\w+)(:path)?\}", lambda found: NAMES.get(found[1], "x"), route.path)
            yield from ((method, address) for method in (route.methods or set()) & {"POST", "PUT"})
