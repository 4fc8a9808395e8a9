"""Whoever looks at a value of an item is noted, in whatever way he looks."""

import pickle
from collections.abc import Callable
from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest

from generator.core.notes import CELLS, noting
from generator.model.game import Game, Item
from generator.model.load import load_game
from generator.project.item_digests import ItemDigests
from generator.project.noting_items import make_noting, unnoted

GAME = """\
name: Fair
languages: [en]
kinds:
  stalls:
    title: Stalls
    fields: {name: {type: text}, price: {type: whole}}
"""
STALLS = "".join(f"- {{id: s{number}, name: Stall, price: {number}}}\n" for number in range(CELLS + 2))
NAME, PRICE, COPIES = (("cell", f"stalls\0{field}\0s1") for field in ("name", "price", "copies"))
ALL = {NAME, PRICE, ("cell", "stalls\0art\0s1")}


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return _read(tmp_path, STALLS)


def _read(folder: Path, stalls: str) -> Game:
    (folder / "fair").mkdir(exist_ok=True)
    (folder / "fair" / "game.yaml").write_text(GAME)
    (folder / "fair" / "stalls.yaml").write_text(stalls)
    game, problems = load_game(folder / "fair", "data/fair")
    assert [problem for problem in problems if problem.level == "error"] == []
    make_noting(game.kinds["stalls"])
    return game


WAYS: dict[str, tuple[Callable[[Item], object], set[tuple[str, str]]]] = {
    "a value": (lambda item: item.fields["price"], {PRICE}),
    "a value that may be absent": (lambda item: item.fields.get("price"), {PRICE}),
    "among more": (lambda item: (item.fields | {"x": 1})["price"], {PRICE}),
    "in a copy": (lambda item: item.fields.copy()["price"], {PRICE}),
    "all, sent elsewhere": (lambda item: copy(item.fields), ALL),
    "one of a record": (lambda item: item.record().price, {PRICE}),
    "one of a view": (lambda item: item.view("en", "en")["price"], {PRICE}),
    "the copies": (lambda item: item.copies, {COPIES}),
    "all, unpacked": (lambda item: {**item.fields}, ALL),
    "all, copied": (lambda item: dict(item.fields), ALL),
    "all, joined to others": (lambda item: {"x": 1} | item.fields, ALL),
    "all, compared": (lambda item: item.fields == {}, ALL),
    "all, told": (lambda item: repr(item.fields), ALL),
    "all of a record, one by one": (lambda item: dict(item.record()), {*ALL, COPIES, ("cell", "stalls\0id\0s1")}),
    "what is written": (lambda item: item.where("price", 0), {PRICE}),
    "all that is written": (lambda item: item.where(), {("items", "stalls")}),
    "its lines": (lambda item: item.node, {("items", "stalls"), ("places", "stalls")}),
    "nothing": (lambda item: item.id, set()),
    "nothing, as the question tells": (lambda item: unnoted(item).fields["price"], set()),
}


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_look_at_a_value_is_noted(game: Game, way: str) -> None:
    look, expected = WAYS[way]
    item = game.kinds["stalls"].items[1]
    with noting() as noted:
        look(item)
    assert set(noted) == expected


def test_who_looks_at_many_rests_on_the_column(game: Game) -> None:
    with noting() as noted:
        assert sum(item.fields["price"] for item in game.kinds["stalls"].items) == sum(range(CELLS + 2))
    assert ("column", "stalls\0price") in noted
    assert ("rows", "stalls") in noted
    assert len(noted) == CELLS + 2


def test_digests_tell_what_was_noted_and_no_more(tmp_path: Path) -> None:
    def digests(stalls: str) -> dict[tuple[str, str], str]:
        kind = _read(tmp_path, stalls).kinds["stalls"]
        told = ItemDigests()
        told.know(kind, kind.items, {})
        names = {"rows": "stalls", "places": "stalls", "items": "stalls", "keys": "stalls", "column": "stalls\0price"}
        return {(sort, name): told.digest((sort, name)) for sort, name in (*names.items(), NAME, PRICE, COPIES)}

    def changed(stalls: str) -> set[str]:
        now = digests(stalls)
        return {
            name.split("\0")[1] if sort == "cell" else sort
            for (sort, name), one in now.items()
            if before[sort, name] != one
        }

    before = digests(STALLS)
    assert changed("# a line\n" + STALLS) == {"places"}
    assert changed(STALLS.replace("price: 1", "price: 9")) == {"places", "items", "column", "price"}
    assert changed(STALLS.replace("price: 2", "price: 9")) == {"places", "items", "column"}
    assert changed(STALLS.replace("id: s2", "id: t2")) == {"places", "items", "rows"}
    assert changed(STALLS.replace("{id: s2,", "{id: s2, copies: 3,")) == {"places", "items", "keys"}
    assert changed(STALLS.replace("id: s1, name: Stall,", "name: Stall, id: s1,")) == {"places", "items", "keys"}


def test_an_item_that_notes_can_be_copied_and_sent(game: Game) -> None:
    item = game.kinds["stalls"].items[1]
    assert replace(item, copies=7).copies == 7
    assert pickle.loads(pickle.dumps(item)).fields == {"name": item.fields["name"], "price": 1, "art": None}
