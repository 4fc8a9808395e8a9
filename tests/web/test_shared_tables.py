"""A table that several play at: nobody is sent another's hand, cards neither appear nor vanish, seats are kept."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from projects import Project
from starlette.testclient import TestClient

from generator.web.limits import Rate
from generator.web.shared_tables import MOST_TABLES

Serve = Callable[..., TestClient]
NAMES = [f"stalls/s{number}/1" for number in range(40)]
LYING = {"x": 0, "y": 0, "turn": 0, "fan": False}


def state(players: int = 3) -> dict[str, Any]:
    """A pile that lies face down, and one card that lies face up."""
    cards = [{"c": name, "up": False} for name in NAMES[1:]]
    stacks = [
        {"id": "sstalls.0", **LYING, "cards": cards},
        {"id": "n0", **LYING, "cards": [{"c": NAMES[0], "up": True}]},
    ]
    hands: list[list[str]] = [[] for _ in range(players)]
    return {"version": 1, "game": "fair", "seed": "1", "players": players, "random": [1, 2, 3, 4], "made": 1, "homes": {},
            "stacks": stacks, "hands": hands, "counters": [{"coins": 0}] * players, "dice": []}  # fmt: skip


class Player:
    """Whoever sits at a table, and all that the server ever sent to them."""

    def __init__(self, client: TestClient, word: str, key: str = "") -> None:
        self.client, self.word, self.key, self.heard = client, word, key, ""
        self.view: dict[str, Any] = {}
        self.look()

    def ask(self, path: str = "", body: Any = None) -> Any:
        headers = {"x-pnp-seat": self.key}
        address = f"/-/tables/{self.word}{path}"
        answer = (
            self.client.post(address, json=body, headers=headers) if body else self.client.get(address, headers=headers)
        )
        self.heard += answer.text
        return answer

    def sit(self, seat: int) -> int:
        answer = self.ask("/seat", {"seat": seat})
        self.key = answer.json().get("key", self.key)
        self.look()
        return int(answer.status_code)

    def look(self) -> None:
        self.view = self.ask().json()

    def do(self, change: Callable[[dict[str, Any]], None], mixed: tuple[str, ...] = (), said: Any = ()) -> int:
        now = copy.deepcopy(self.view["state"])
        change(now)
        answer = self.ask(body={"version": self.view["version"], "state": now, "mixed": mixed, "said": list(said)})
        if answer.status_code in (200, 409):
            self.view = answer.json()
        return int(answer.status_code)

    def draw(self, seat: int, count: int = 1) -> int:
        def act(now: dict[str, Any]) -> None:
            for _ in range(count):
                now["hands"][seat - 1].append(now["stacks"][0]["cards"].pop()["c"])

        return self.do(act, said=["table-drawn", {"player": seat, "count": count, "name": "secret name"}])

    @property
    def hand(self) -> list[str]:
        return [self.view["cards"][token] for token in self.view["state"]["hands"][self.view["seat"] - 1]]


@pytest.fixture
def players(project: Project, serve: Serve) -> list[Player]:
    """Two who sit, one who looks on, at a server that writes no files."""
    client = serve(read_only=True)
    begun = client.post("/-/tables/", json={"state": state(), "decks": dict.fromkeys(NAMES, "stalls.0")}).json()
    first, second, third = (Player(client, begun["word"], key) for key in (begun["key"], "", ""))
    assert second.sit(2) == 200
    return [first, second, third]


def test_nobody_is_sent_anothers_hand_by_any_answer(players: list[Player]) -> None:
    first, second, third = players
    assert first.draw(1, 3) == 200
    second.look()
    assert second.draw(2, 2) == 200
    assert second.do(lambda now: now["stacks"][0]["cards"].append({"c": now["hands"][1].pop(), "up": False})) == 200
    assert first.do(lambda now: None) == 409
    assert first.do(lambda now: now["hands"][1].append(now["stacks"][0]["cards"].pop(0)["c"])) == 200  # dealt
    for one in players:
        one.look()
    assert (len(first.hand), len(second.hand), third.view["seat"]) == (3, 2, 0)
    assert all(name in NAMES for name in first.hand + second.hand)
    for one, other in ((first, second), (second, first), (third, first), (third, second)):
        for name in other.hand:
            assert name not in one.heard
        assert other.key not in one.heard
    assert "secret name" not in second.heard + third.heard
    assert NAMES[0] in third.heard  # it lies face up


def test_what_is_shuffled_is_known_to_nobody_any_more(players: list[Player]) -> None:
    first, second, _ = players
    first.draw(1, 5)
    hand = first.hand
    tokens = list(first.view["state"]["hands"][0])

    def put_back(now: dict[str, Any]) -> None:
        now["stacks"][0]["cards"] += [{"c": token, "up": False} for token in now["hands"][0]]
        now["hands"][0] = []

    assert first.do(put_back, mixed=("sstalls.0",)) == 200
    lying = [card["c"] for card in first.view["state"]["stacks"][0]["cards"]]
    assert not set(tokens) & set(lying)
    assert len(lying) == len(NAMES) - 1
    assert set(first.view["cards"].values()) == {NAMES[0]}
    second.look()
    second.draw(2, len(lying))
    assert set(hand) <= set(second.hand)
    assert sorted(second.hand) == sorted(NAMES[1:])


@pytest.mark.parametrize(
    "change",
    [
        lambda now: now["stacks"][0]["cards"].pop(),
        lambda now: now["stacks"][0]["cards"].append({"c": "stalls.0/new", "up": False}),
        lambda now: now["stacks"][0]["cards"].append(now["stacks"][0]["cards"][0]),
        lambda now: now["hands"][1].append(now["hands"][0].pop()),
        lambda now: now["stacks"][0]["cards"].append({"c": now["hands"][0].pop(), "up": True}),
        lambda now: now["stacks"][0].update(x="left"),
        lambda now: now.update(players=2),
        lambda now: now.update(game="other"),
        lambda now: now.update(hands=[]),
    ],
)
def test_what_cannot_come_of_playing_is_refused(players: list[Player], change: Any) -> None:
    first, second, third = players
    first.draw(1, 2)
    for one in (second, third):
        one.look()
        before = one.view
        assert one.do(change) == 400
        one.look()
        assert one.view == before
    assert third.do(lambda now: None) == 400


def test_seats_are_kept_over_a_reload_and_by_nobody_else(
    players: list[Player],
) -> None:
    first, _, third = players
    first.draw(1)
    again = Player(first.client, first.word, first.key)
    assert (again.view["seat"], again.hand) == (1, first.hand)
    assert [third.sit(seat) for seat in (1, 2, 0, 9)] == [422, 422, 404, 404]
    assert third.sit(3) == 200
    assert first.client.get("/-/tables/no-such").status_code == 404


def test_strangers_other_sites_and_too_many_are_refused(
    project: Project, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = {"state": state(), "decks": dict.fromkeys(NAMES, "stalls.0")}
    assert serve(public=True).post("/-/tables/", json=body).status_code in (403, 404)
    client = serve()
    assert client.post("/-/tables/", json=body, headers={"origin": "http://evil.example"}).status_code == 403
    assert client.post("/-/tables/", json={"state": state()}).status_code == 400
    assert client.post("/-/tables/", json={**body, "state": {**state(), "stacks": 3}}).status_code == 400
    statuses = [client.post("/-/tables/", json=body).status_code for _ in range(MOST_TABLES + 1)]
    assert statuses == [200] * MOST_TABLES + [422]
    monkeypatch.setattr("generator.web.guard.ACTS", Rate(1, 0.01))
    other = serve()
    assert [other.post("/-/tables/no/seat", json={"seat": 1}).status_code for _ in range(2)] == [404, 429]


def test_who_did_the_last_thing_takes_it_back_and_does_it_again(players: list[Player]) -> None:
    first, second = players[:2]
    before = first.view["state"]

    def draw(state: dict[str, Any]) -> None:
        state["hands"][0].append(state["stacks"][0]["cards"].pop()["c"])

    assert first.do(draw, said=["table-drawn", {"player": 1, "count": 1}]) == 200
    second.look()
    assert (second.view["undo"], second.view["log"]) == (False, [[1, "table-drawn", {"player": 1, "count": 1}]])
    assert second.ask("/undo", {"again": False}).status_code == 409
    drawn = first.ask().json()
    assert drawn["undo"]
    assert first.ask("/undo", {"again": False}).json()["state"] == before
    second.look()
    assert second.view["state"] == before
    assert first.ask("/undo", {"again": True}).json()["cards"] == drawn["cards"]
    first.look()
    assert first.do(lambda state: None, mixed=("sstalls.0",)) == 200  # shuffled: nobody knows these tokens
    tokens = {card["c"] for card in first.ask().json()["state"]["stacks"][0]["cards"]}
    taken_back = first.ask("/undo", {"again": False}).json()
    assert taken_back["state"] == drawn["state"]
    assert not tokens & {card["c"] for card in taken_back["state"]["stacks"][0]["cards"]}


def test_notes_are_sent_to_their_seat_alone(players: list[Player]) -> None:
    first, second = players[:2]
    assert first.ask("/notes", {"text": "Ann holds the lantern"}).status_code == 200
    first.look()
    second.look()
    assert (first.view["notes"], second.view["notes"]) == ("Ann holds the lantern", "")
    assert "lantern" not in second.heard
    assert first.ask("/notes", {"text": "x" * 5_000}).status_code == 400
    assert Player(first.client, first.word).ask("/notes", {"text": "mine"}).status_code == 400
