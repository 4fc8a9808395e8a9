"""Items that are added, copied, deleted and moved by buttons: the rest of the file stays byte for byte, undo goes back."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from projects import Project as Fair
from projects import typed
from starlette.testclient import TestClient

from generator.editing.item_texts import item_in

Serve = Callable[..., TestClient]
HEAD = b"# The stalls.\r\n\r\n"
CAKE = b"- id: cake # the first\r\n  name: {en: Cake, fr: G\xc3\xa2teau}\r\n  price: 3\r\n"
DARTS = b"# pointed\r\n- {id: darts, name: Darts, price: 5}\r\n"
TOYS = b"- id: toys\r\n  name: Toys\r\n  price:   7   # pence"
GAP, SECTION = b"\r\n", b"\r\n# ---- Other ----\r\n\r\n"
WHOLE = HEAD + CAKE + GAP + DARTS + SECTION + TOYS


def post(client: TestClient, path: str, **sent: str) -> str | None:
    answer = client.post(path, json=sent)
    assert answer.status_code == 200, answer.text
    identifier: str | None = answer.json()["id"]
    return identifier


def test_what_is_done_with_an_item_leaves_all_others_as_they_are(project: Fair, writer: Serve) -> None:
    path = project.write("stalls.yaml", WHOLE)
    client = writer()
    copy = b"- {id: darts-2, name: Darts, price: 5}\r\n"
    after = {
        "delete cake": HEAD + DARTS + SECTION + TOYS,
        "delete toys": HEAD + CAKE + GAP + DARTS + SECTION.rstrip() + b"\r\n",
        "up darts": HEAD + DARTS + GAP + CAKE + SECTION + TOYS,
        "down cake": HEAD + DARTS + GAP + CAKE + SECTION + TOYS,
        "down darts": HEAD + CAKE + GAP + TOYS + b"\r\n" + SECTION + DARTS,
        "duplicate darts": HEAD + CAKE + GAP + DARTS + GAP + copy + SECTION + TOYS,
        "duplicate toys": WHOLE + b"\r\n\r\n" + TOYS.replace(b"toys", b"toys-2") + b"\r\n",
    }
    for told, wanted in after.items():
        deed, identifier = told.split()
        there = post(client, f"/-/items/fair/stalls/{identifier}", do=deed)
        assert there == {"delete": None, "duplicate": f"{identifier}-2"}.get(deed, identifier)
        assert path.read_bytes() == wanted, told
        client.post("/-/undo/fair", json={})
        assert path.read_bytes() == WHOLE, told
    for identifier, deed in (("cake", "up"), ("toys", "down"), ("cake", "eat"), ("nobody", "up")):
        answer = client.post(f"/-/items/fair/stalls/{identifier}", json={"do": deed})
        assert answer.status_code in (400, 404, 422)
    assert path.read_bytes() == WHOLE


@pytest.mark.slow
def test_a_new_item_obeys_the_rules_and_has_its_page_and_face(project: Fair, writer: Serve) -> None:
    project.write(
        "balance.yaml",
        "- {rule: r, check: number-range, kind: stalls, field: price, min: 2, max: 4, source: s, why: w,"
        " pass: {price: 2}, fail: {price: 9}}\n",
    )
    project.change("stalls.yaml", "price: 5", "price: 4")
    client = writer()
    before = project.path("stalls.yaml").read_bytes()
    assert post(client, "/-/items/fair/stalls") == "stalls-3"
    assert project.path("stalls.yaml").read_bytes() == before + (
        "\n- id: stalls-3\n  name: {en: Stalls 3, fr: Étals 3}\n  price: 4\n".encode()
    )
    assert client.get("/fair/stalls/stalls-3").status_code == 200
    assert client.get("/fair/stalls/stalls-3.svg").headers["x-pnp-face"] == "current"
    answer = client.post("/-/items/fair/stalls", data={"token": client.headers["x-pnp-token"]})
    assert (answer.status_code, answer.headers["location"]) == (303, "/fair/stalls/stalls-4")
    for empty in (b"", b"[]\n", b"# none yet\n", None):
        project.path("stalls.yaml").unlink()
        if empty is not None:
            project.write("stalls.yaml", empty)
        client.app.state.workshop.look()  # type: ignore[attr-defined]
        assert post(client, "/-/items/fair/stalls") == "stalls-1"
        assert "price: 2\n" in project.path("stalls.yaml").read_text(encoding="utf-8")
    assert typed(project.folder, "check", "fair").exit_code == 0


def test_values_are_written_one_by_one_and_nothing_else(project: Fair, writer: Serve) -> None:
    project.write("stalls.yaml", WHOLE)
    client = writer()
    told = client.get("/fair/stalls/cake/text").json()
    assert told["values"] == {"id": "cake", "name": {"en": "Cake", "fr": "Gâteau"}, "price": "3"}
    sent = {"text": told["text"], "version": told["version"], "editor": "e"}
    draft = client.post(
        "/fair/stalls/cake/text/draft",
        json={**sent, "values": {"price": "12", "wares": ["a, b", "3"], "open": "true", "note": {"en": "x: y"}}},
    ).json()
    assert draft["text"] == told["text"].replace(
        "price: 3\n", 'price: 12\n  note: {en: "x: y"}\n  open: true\n  wares: ["a, b", "3"]\n'
    )
    assert draft["values"]["wares"] == ["a, b", "3"]
    assert "<svg" in draft["front"]
    wrong = client.post("/fair/stalls/cake/text/draft", json={**sent, "values": [1]})
    assert wrong.status_code == 400


def test_a_text_that_is_no_item_has_no_values() -> None:
    assert [item_in(text) for text in ("", "- [", "a: 1\n", "- a\n", "- id: a\n- id: b\n")] == [None] * 5


@pytest.mark.slow
def test_cells_are_written_in_the_house_form_and_wrong_ones_are_named(project: Fair, writer: Serve) -> None:
    path = project.write("stalls.yaml", WHOLE)
    client = writer()

    def put(*rows: Mapping[str, object], version: str = "") -> tuple[int, Any]:
        page = client.get("/fair/stalls/grid")
        version = version or page.text.partition('data-version="')[2].partition('"')[0]
        answer = client.put("/fair/stalls/grid", json={"version": version, "rows": rows})
        return answer.status_code, answer.json()

    cake, toys = (
        {"id": "cake", "cells": {"price": "4"}},
        {"id": "toys", "cells": {"name.fr": "Jouets", "wares": "a, b"}},
    )
    status, told = put(cake, toys, {"id": "", "cells": {"name.en": "Kites", "name.fr": "Vents", "price": "+2"}})
    assert (status, told["added"]) == (200, ["kites"])
    toys_after = b"- id: toys\r\n  name: {en: Toys, fr: Jouets}\r\n  price:   7   # pence\r\n  wares: [a, b]"
    new = b"\r\n\r\n- id: kites\r\n  name: {en: Kites, fr: Vents}\r\n  price: +2\r\n"
    wanted = WHOLE.replace(b"price: 3", b"price: 4").replace(TOYS, toys_after) + new
    assert path.read_bytes() == wanted
    status, told = put(cake | {"cells": {"price": "much"}}, toys | {"cells": {"side": "Left"}})
    assert (status, [one["row"] for one in told["wrong"]], told["wrong"][0]["column"]) == (409, [0], "price")
    assert put(cake, version="old")[0] == 409
    assert put({"id": "cake", "cells": {"prizes": "1"}})[0] == 400
    assert put({"id": "nobody", "cells": {"price": "1"}})[0] == 409
    assert path.read_bytes() == wanted
    client.post("/-/undo/fair", json={})
    assert path.read_bytes() == WHOLE
