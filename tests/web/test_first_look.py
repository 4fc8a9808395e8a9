"""What is shown of a game before it is checked, and what its check adds; who works long gives way."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
from projects import Project
from starlette.testclient import TestClient

from generator.check.cache import Cache
from generator.core.folders import Project as Folders
from generator.model.budget import METER
from generator.web.app import make_app
from generator.web.terms import Terms
from generator.web.turns import Turns
from generator.web.workshop import GameChange, Workshop

CACHE, PORT = Path("kept"), 8765


class Lazy:
    """A workshop in which games are opened when the test says so."""

    def __init__(self) -> None:
        self.shop = Workshop(Folders(Path("data"), Path("templates")), Terms(port=PORT), cache=Cache(CACHE, b"s" * 32))
        self.asked: list[str] = []
        self.heard: list[GameChange] = []
        self.shop.opener = self.asked.append
        self.shop.hear(self.heard.append)
        self.client = TestClient(make_app(self.shop), base_url=f"http://127.0.0.1:{PORT}", follow_redirects=False)

    def get(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.text


@pytest.fixture
def lazy(project: Project) -> Iterator[Lazy]:
    made = Lazy()
    with made.client:
        yield made


@pytest.mark.slow
def test_pages_and_faces_come_before_the_check(lazy: Lazy) -> None:
    assert "Checking …" in lazy.get("/fair/")
    assert 'data-item="cake"' in lazy.get("/fair/stalls/")
    before = lazy.get("/fair/stalls/cake.svg")
    assert set(lazy.asked) == {"fair"}
    assert not lazy.shop.judged("fair")
    assert lazy.heard == []

    lazy.shop.game("fair")
    (change,) = lazy.heard
    assert (change.game, dict(change.items)) == ("fair", {})  # the faces that pages have are still good
    assert "Checking …" not in lazy.get("/fair/")
    assert lazy.get("/fair/stalls/cake.svg") == before


def test_a_game_that_was_checked_before_tells_its_problems_at_once(lazy: Lazy, project: Project) -> None:
    project.change("stalls.yaml", "price: 3", "price: lots")
    lazy.get("/fair/")
    found = lazy.shop.game("fair").problems
    assert found

    again = Lazy()
    assert "Checking …" not in again.get("/fair/")
    assert again.client.get("/fair/problems.json").json() == lazy.client.get("/fair/problems.json").json()
    assert again.shop.glance("fair").problems == found
    assert again.heard == []  # nobody has checked it


def test_a_change_before_the_check_is_no_first_look_any_more(lazy: Lazy, project: Project) -> None:
    lazy.get("/fair/stalls/cake.svg")
    project.change("stalls.yaml", "price: 3", "price: 4")
    lazy.shop.game("fair")
    assert "cake" in lazy.heard[-1].items["stalls"]


def test_problems_wait_for_the_check_where_nobody_knows_them(lazy: Lazy, project: Project) -> None:
    project.change("stalls.yaml", "price: 3", "price: lots")
    assert lazy.client.get("/fair/problems.json").json()


def test_who_works_long_gives_way_and_keeps_its_allowance() -> None:
    turns, holds, served = Turns(), Event(), Event()
    left: list[int] = []

    def long_work() -> None:
        with turns, turns, METER.allowance(1000, "work"):
            METER.work(10)
            holds.set()
            while not served.is_set():
                turns.give_way()
            left.append(METER.balance)
            assert turns.mine

    worker = Thread(target=long_work)
    worker.start()
    assert holds.wait(60)
    with turns:
        METER.work(100_000)  # is nobody's
        served.set()
    worker.join(60)
    assert (left, turns.mine) == ([990], False)
