"""Several items that are deleted, copied, moved and pasted in one step, as lines of their file."""

from collections.abc import Callable
from typing import Any

import pytest
from projects import Project as Fair
from starlette.testclient import TestClient

Serve = Callable[..., TestClient]
HEAD = b"# The stalls.\r\n\r\n"
CAKE = b"- id: cake # the first\r\n  name: {en: Cake, fr: G\xc3\xa2teau}\r\n  price: 3\r\n"
DARTS = b"# pointed\r\n- {id: darts, name: Darts, price: 5}\r\n"
TOYS = b"- id: toys\r\n  name: Toys\r\n  price:   7   # pence"
GAP, SECTION = b"\r\n", b"\r\n# ---- Other ----\r\n\r\n"
WHOLE = HEAD + CAKE + GAP + DARTS + SECTION + TOYS
SEVERAL = "/-/several/fair/stalls"


def done(client: TestClient, deed: str, *items: str, **sent: str) -> dict[str, Any]:
    answer = client.post(SEVERAL, json={"do": deed, "items": items, **sent})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.slow
def test_several_items_are_one_step_that_leaves_all_others_as_they_are(project: Fair, writer: Serve) -> None:
    path = project.write("stalls.yaml", WHOLE)
    client = writer()
    end = TOYS + b"\r\n"
    after = {
        ("delete", "cake", "darts"): HEAD + SECTION.lstrip() + TOYS,
        ("delete", "cake", "toys"): HEAD + DARTS + SECTION.rstrip() + b"\r\n",
        ("delete", "darts", "toys"): HEAD + CAKE + SECTION.rstrip() + b"\r\n",
        ("delete", "cake", "darts", "toys"): HEAD + SECTION.strip() + b"\r\n",
        ("move", "toys"): HEAD + end + GAP + CAKE + SECTION + DARTS,
        ("move", "darts", "toys"): HEAD + DARTS + GAP + end + SECTION + CAKE,
    }
    for (deed, *items), wanted in after.items():
        told = done(client, deed, *items, **({"before": "cake"} if deed == "move" else {}))
        assert told["ids"] == items
        assert path.read_bytes() == wanted, (deed, items)
        assert client.post("/-/undo/fair", json={}).status_code == 200
        assert path.read_bytes() == WHOLE
    assert done(client, "move", "cake", before="")["ids"] == ["cake"]
    assert path.read_bytes() == HEAD + DARTS + GAP + end + SECTION + CAKE


def test_copies_stand_behind_their_models_with_ids_of_their_own(project: Fair, writer: Serve) -> None:
    path = project.write("stalls.yaml", WHOLE)
    client = writer()
    assert done(client, "duplicate", "cake", "darts")["ids"] == ["cake-2", "darts-2"]
    text = path.read_bytes().decode()
    assert [line for line in text.splitlines() if "id:" in line] == [
        "- id: cake # the first",
        "- id: cake-2 # the first",
        "- {id: darts, name: Darts, price: 5}",
        "- {id: darts-2, name: Darts, price: 5}",
        "- id: toys",
    ]


def test_what_is_copied_is_pasted_in_another_kind_without_what_that_lacks(project: Fair, writer: Serve) -> None:
    project.write("stalls.yaml", WHOLE)
    client = writer()
    text = done(client, "copy", "cake", "toys")["text"]
    assert "# the first" in text
    told = done(client, "paste", "cake", text=text)
    assert told["ids"] == ["cake-2", "toys-2"]
    lines = project.path("stalls.yaml").read_text(encoding="utf-8").splitlines()
    ids = [line for line in lines if line.startswith("- ")]
    assert ids == [
        "- id: cake # the first",
        "- id: cake-2 # the first",
        "- id: toys-2",
        "- {id: darts, name: Darts, price: 5}",
        "- id: toys",
    ]
    answer = client.post("/-/several/fair/people", json={"do": "paste", "items": [], "text": text})
    assert answer.json()["told"] == "Added: 2 items This kind has no price; that was left out."
    people = project.path("people.yaml").read_text(encoding="utf-8")
    assert people.endswith("- id: cake # the first\n  name: {en: Cake, fr: Gâteau}\n\n- id: toys\n  name: Toys\n")
    assert client.get("/fair/people/").status_code == 200
    for text in ("", "hello", "a: 1\n", "- a\n", "- [", "a\tb\n", "[{id: a}]"):
        answer = client.post(SEVERAL, json={"do": "paste", "items": [], "text": text})
        assert answer.status_code == 422, text
    for sent, status in (({"do": "eat", "items": ["cake"]}, 400), ({"do": "delete", "items": ["nobody"]}, 404)):
        assert client.post(SEVERAL, json=sent).status_code == status


@pytest.mark.parametrize("before", [b"", b"# none yet\n"])
def test_an_empty_kind_takes_what_is_pasted(project: Fair, writer: Serve, before: bytes) -> None:
    project.write("people.yaml", before)
    client = writer()
    answer = client.post("/-/several/fair/people", json={"do": "paste", "text": "  - name: Bea\n  - name: Cyd\n"})
    assert answer.json()["ids"] == ["people-1", "people-2"]
