"""What listeners get, and what they get again after they were away."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

from loops import played
from projects import STALL
from projects import Project as Fair

from generator.core.folders import Project
from generator.web import events
from generator.web.events import Hub
from generator.web.terms import Terms
from generator.web.workshop import GameChange, Workshop

PIE = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9"><path d="M1 1H8V8H1Z"/></svg>'


def told(text: bytes) -> tuple[str, str, Any]:
    """The id, the name and the data of an event."""
    lines = dict(line.split(": ", 1) for line in text.decode().splitlines() if line and not line.startswith("retry"))
    return lines["id"], lines["event"], json.loads(lines["data"])


def with_hub(scene: Callable[[Hub], Coroutine[Any, Any, None]]) -> None:
    async def play() -> None:
        hub = Hub()
        hub.begin()
        await scene(hub)

    played(play)


async def after(hub: Hub, change: GameChange, line: AsyncIterator[bytes]) -> tuple[str, str, Any]:
    """What a listener hears when something changes."""
    hub.publish(change)
    return told(await anext(line))


def change_of(number: int) -> GameChange:
    return GameChange("fair", number, None, gone={"stalls": ("cake",)})


def test_a_listener_hears_of_changes_in_their_order() -> None:
    async def scene(hub: Hub) -> None:
        line = hub.listen(None)
        assert told(await anext(line)) == (hub.now, "hello", {"now": hub.now})
        for number in (1, 2):
            identifier, event, data = await after(hub, change_of(number), line)
            assert (identifier, event, data["number"], data["gone"]) == (
                hub.now,
                "changed",
                number,
                {"stalls": ["cake"]},
            )

    with_hub(scene)


def test_who_was_away_is_told_what_was_missed() -> None:
    async def scene(hub: Hub) -> None:
        line = hub.listen(None)
        await anext(line)
        seen, _, _ = await after(hub, change_of(1), line)
        await line.aclose()
        hub.publish(change_of(2))
        await asyncio.sleep(0)
        back = hub.listen(seen)
        missed, hello = (part + b"\n\n" for part in (await anext(back)).rstrip().split(b"\n\n"))
        assert told(missed)[2]["number"] == 2
        assert told(hello) == (hub.now, "hello", {"now": hub.now})

    with_hub(scene)


def test_who_missed_more_than_is_kept_or_comes_from_another_run_looks_at_all_anew() -> None:
    async def scene(hub: Hub) -> None:
        first = hub.now
        for number in range(events.KEPT + 5):
            hub.publish(change_of(number))
        await asyncio.sleep(0.01)
        for known in (first, "00000000-1", f"{hub.run}-99999", f"{hub.run}-x", "nonsense"):
            assert told(await anext(hub.listen(known)))[1] == "resync"

    with_hub(scene)


def test_a_slow_listener_is_let_go_and_keeps_nobody_waiting() -> None:
    async def scene(hub: Hub) -> None:
        slow = hub.listen(None)
        await anext(slow)
        for number in range(100):
            hub.publish(change_of(number))
        await asyncio.sleep(0.01)
        heard = [text async for text in slow]
        assert 0 < len(heard) < 100

    with_hub(scene)


def test_silence_is_broken_and_the_end_is_reported(monkeypatch: Any) -> None:
    monkeypatch.setattr(events, "HEARTBEAT", 0.01)

    async def scene(hub: Hub) -> None:
        line = hub.listen(None)
        await anext(line)
        assert await anext(line) == b": still there\n\n"
        hub.close()
        assert [text async for text in line if not text.startswith(b":")] == []

    with_hub(scene)


def test_a_save_is_reported_with_the_items_that_it_concerns(project: Fair) -> None:
    workshop = Workshop(Project(Path("data"), Path("templates")), Terms())
    heard: list[GameChange] = []
    workshop.hear(heard.append)
    workshop.game("fair")
    assert workshop.look() == []
    project.change("stalls.yaml", "id: darts", "id: arrows")
    project.change("stalls.yaml", "copies: 2", "copies: 3")
    (change,) = workshop.look()
    assert heard == [change]
    assert "arrows" in change.items["stalls"]
    assert change.gone == {"stalls": ("darts",)}
    project.path("game.yaml").unlink()
    (change,) = workshop.look()
    assert (change.snapshot, set(change.gone)) == (None, {"stalls", "people"})


def test_what_a_whole_check_adds_is_reported_later_and_stays_meanwhile(project: Fair) -> None:
    shown = '<use href="art/pie.svg" x="40" y="30" width="9" height="9"/></svg>'
    project.write("templates/fair/stall.svg", STALL.replace("</svg>", shown))
    project.write("templates/fair/art/pie.svg", PIE)
    workshop = Workshop(Project(Path("data"), Path("templates")), Terms())
    seen: list[tuple[int, bool]] = []

    def hear(change: GameChange) -> None:
        assert change.snapshot is not None
        seen.append((len(change.snapshot.problems), bool(change.items)))

    workshop.hear(hear)
    assert workshop.game("fair").problems == []
    project.write("templates/fair/art/pie.low.svg", "<svg")
    first, last = workshop.look()
    assert seen == [(0, True), (1, False)]
    assert (last.number, last.gone) == (first.number + 1, {})
    project.change("stalls.yaml", "copies: 2", "copies: 3")
    workshop.look()
    assert seen[2:] == [(1, True)]  # the same is found again
    project.write("templates/fair/art/pie.low.svg", PIE)
    workshop.look()
    assert [count for count, _ in seen[3:]] == [1, 0]


def test_the_last_good_face_stays_while_its_item_has_errors(project: Fair) -> None:
    from generator.web.workshop import View

    workshop = Workshop(Project(Path("data"), Path("templates")), Terms())

    def cake(language: str = "en") -> tuple[bytes, bool]:
        game = workshop.game("fair").game
        item = game.find("stalls", "cake")
        assert item is not None
        shown = workshop.picture("fair", game.kinds["stalls"], item, View(language))
        return shown.svg, shown.sound

    good, sound = cake()
    assert sound
    project.change("stalls.yaml", "price: 3", "price: three")
    workshop.look()
    assert cake() == (good, False)
    project.change("stalls.yaml", "price: three", "price: 4")
    workshop.look()
    assert cake()[1]
    assert cake()[0] != good
