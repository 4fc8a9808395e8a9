"""Steps of undo: named, of one page or of the game, passed over where they no longer can be, all files or none."""

import itertools
import re
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
import yaml
from addresses import text
from each import each
from projects import PEOPLE, STALLS, Project
from starlette.testclient import TestClient

from generator.web.history import FileChange, History, since, step_name
from generator.web.speech import speaker
from generator.web.turning import brought_together

JSON = {"accept": "application/json"}


def save(client: TestClient, item: str, old: str, new: str) -> None:
    """Change a text of an item by its page."""
    page = client.get(f"/fair/stalls/{item}/text").json()
    body = {"text": page["text"].replace(old, new), "version": page["version"]}
    assert client.put(f"/fair/stalls/{item}/text", json=body).status_code == 200


def turn(client: TestClient, word: str, **page: str) -> tuple[int, str]:
    """Undo or redo: the status, and what is said."""
    answer = client.post(f"/-/{word}/fair", json=page, headers=JSON)
    return answer.status_code, answer.json().get("told", answer.json().get("error", ""))


def titles(client: TestClient, address: str) -> list[str]:
    """What the buttons of undo and redo on a page say; those that are off say nothing."""
    page = client.get(address).text.partition('data-part="turns"')[2].partition("</div>")[0]
    buttons = re.findall(r"<button[^>]*>", page)
    return [re.findall(r'title="([^"]*)"', one)[0] for one in buttons if "disabled" not in one]


def test_each_page_undoes_its_own_and_the_game_all(project: Project, desk: TestClient) -> None:
    first = project.path("stalls.yaml").read_text(encoding="utf-8")
    save(desk, "cake", "price: 3", "price: 4")
    save(desk, "darts", "price: 5", "price: 6")
    save(desk, "cake", "en: Cake stall", "en: Cakes")
    assert titles(desk, "/fair/stalls/darts") == ["Undo: price of Darts, just now"]
    assert titles(desk, "/fair/stalls/cake") == ["Undo: name of Cakes, just now"]
    assert titles(desk, "/fair/people/grid") == titles(desk, "/fair/people/") == []
    for page in ("", "files", "stalls/grid", "stalls/"):
        assert titles(desk, f"/fair/{page}") == ["Undo: name of Cakes, just now"], page
    assert titles(desk, "/fair/balance") == titles(desk, "/fair/pictures") == []
    assert turn(desk, "undo", kind="stalls", item="darts") == (200, "Undone: price of Darts")
    now = project.path("stalls.yaml").read_text(encoding="utf-8")
    assert now == first.replace("price: 3", "price: 4").replace("en: Cake stall", "en: Cakes")
    assert titles(desk, "/fair/stalls/darts") == ["Redo: price of Darts"]
    assert turn(desk, "undo", kind="stalls", item="darts") == (404, "there is nothing to undo")
    assert turn(desk, "undo", kind="people")[0] == 404
    assert [turn(desk, "undo")[1] for _ in range(2)] == ["Undone: name of Cake stall", "Undone: price of Cake stall"]
    assert project.path("stalls.yaml").read_text(encoding="utf-8") == first
    assert [turn(desk, "redo", kind="stalls", item="cake")[0] for _ in range(3)] == [200, 200, 404]
    assert project.path("stalls.yaml").read_text(encoding="utf-8") == now


@pytest.mark.slow
def test_an_item_is_followed_through_its_names(project: Project, desk: TestClient) -> None:
    first = project.path("stalls.yaml").read_text(encoding="utf-8")
    save(desk, "cake", "price: 3", "price: 4")
    save(desk, "cake", "id: cake", "id: pie")
    save(desk, "pie", "price: 4", "price: 5")
    states = [turn(desk, "undo", kind="stalls", item="pie") for _ in range(2)]
    assert states == [(200, "Undone: price of Cake stall"), (200, "Undone: id of Cake stall")]
    assert turn(desk, "redo", kind="stalls", item="cake")[0] == 200
    assert [turn(desk, "undo", kind="stalls", item=item)[0] for item in ("pie", "cake", "cake")] == [200, 200, 404]
    assert project.path("stalls.yaml").read_text(encoding="utf-8") == first


def test_what_no_longer_can_be_undone_is_passed_over(project: Project, desk: TestClient) -> None:
    first = project.path("stalls.yaml").read_text(encoding="utf-8")
    save(desk, "cake", "price: 3", "price: 4")
    version = desk.get("/-/files/fair/people.yaml", headers=JSON).json()["version"]
    sent = {"versions": {"people": version}, "texts": [{**text("people", "name", "en"), "item": "ann"}]}
    assert desk.put("/fair/translations", json=sent).status_code == 200
    save(desk, "darts", "price: 5", "price: 6")
    project.write("people.yaml", "- id: bob\n  name: Bob\n")  # somebody else
    assert turn(desk, "undo") == (200, "Undone: price of Darts")
    assert titles(desk, "/fair/")[0] == "Undo: price of Cake stall, just now"
    assert turn(desk, "undo") == (200, "Undone: price of Cake stall")
    assert project.path("stalls.yaml").read_text(encoding="utf-8") == first
    assert titles(desk, "/fair/") == ["Redo: price of Cake stall"]
    status, why = turn(desk, "undo")
    assert (status, "was changed meanwhile" in why) == (409, True)
    project.write("stalls.yaml", first.replace("price: 3", "price: 8"))
    assert turn(desk, "redo") == (200, "Done again: price of Darts")  # which is elsewhere in the file than that
    assert turn(desk, "redo")[0] == 409
    assert project.path("stalls.yaml").read_text(encoding="utf-8").count("price: 8\n") == 1


@pytest.mark.slow
def test_going_back_is_one_step(project: Project, desk: TestClient) -> None:
    first = project.path("stalls.yaml").read_bytes()
    for old, new in itertools.pairwise(range(3, 8)):
        save(desk, "cake", f"price: {old}", f"price: {new}")
    history: History = desk.app.state.workshop.history  # type: ignore[attr-defined]
    third = history.steps("fair")[2]
    assert desk.post("/-/back/fair", json={"number": str(third.number)}).json() == {"undone": 3}
    assert "price: 5" in project.path("stalls.yaml").read_text(encoding="utf-8")
    assert [turn(desk, "redo")[0] for _ in range(4)] == [200, 200, 200, 404]
    assert desk.post("/-/back/fair", json={"number": str(history.steps("fair")[-1].number)}).json() == {"undone": 4}
    assert project.path("stalls.yaml").read_bytes() == first


@pytest.mark.slow
def test_a_form_says_on_the_next_page_what_was_done(desk: TestClient) -> None:
    save(desk, "cake", "price: 3", "price: 4")
    token = desk.headers["x-pnp-token"]
    for page, there in (({"kind": "stalls"}, "/fair/stalls/"), ({}, "/fair/")):
        answer = desk.post("/-/undo/fair", data={"token": token, **page}, headers={"accept-language": "fr"})
        assert (answer.status_code, answer.headers["location"]) == (303, there)
        shown = desk.get(there, headers={"accept-language": "fr"}).text
        assert re.search(r'role="status">Annulé.: price de «.Gâteaux.»<', shown)
        assert "Annulé" not in desk.get(there, headers={"accept-language": "fr"}).text
        assert desk.post("/-/redo/fair", json={}).status_code == 200


SORTS = ("saved", "deleted", "added", "moved", "imported", "translated", "picture", "made")


@each("tongue, sort", [(tongue, sort) for tongue in ("en", "fr") for sort in SORTS])
def test_every_sort_of_step_has_a_name(tongue: str, sort: str) -> None:
    say = speaker(tongue)
    for kind, item, fields in (
        ("", "", ()),
        ("stalls", "", ()),
        ("stalls", "cake", ()),
        ("stalls", "cake", ("price",)),
    ):
        change = FileChange(10**18, "fair", "templates/art/fox.svg", sort, kind, item, b"", "v", fields=fields)
        name = step_name(change, None, say, tongue)
        assert sort == "translated" or ("{" not in name and (item or "f") in name)
        assert say("undo-what", what=name, when=since(change, say))
        assert say(f"change-{sort}")


LINES = [b"%d\n" % number for number in range(12)]


def test_a_change_is_taken_out_of_a_text_that_was_changed_since_elsewhere() -> None:
    """Against all pairs of changes of one line or block: both are made, or it is refused."""
    rng = Random(7)
    for _ in range(400):
        (low, high), (start, end) = (sorted(rng.sample(range(13), 2)) for _ in range(2))
        new, others = [b"a\n"] * rng.randrange(3), [b"b\n"] * rng.randrange(3)
        one, other = LINES[:low] + new + LINES[high:], LINES[:start] + others + LINES[end:]
        made = brought_together(b"".join(LINES), b"".join(one), b"".join(other))
        if high < start or end < low:
            first, second = (
                ((low, high, new), (start, end, others)) if high < start else ((start, end, others), (low, high, new))
            )
            both = LINES[: first[0]] + first[2] + LINES[first[1] : second[0]] + second[2] + LINES[second[1] :]
            assert made is None or made == b"".join(both)
            assert made is not None or min(abs(high - start), abs(end - low)) < 2 or not (new and others)
        else:
            assert made is None or one == other or made == b"".join(other), (low, high, start, end)


@pytest.mark.parametrize("kept", [STALLS, PEOPLE])
def test_line_ends_and_the_last_line_stay(kept: str) -> None:
    base = kept.replace("\n", "\r\n").encode()
    other = base.replace(b"id: ", b"id: x", 1)
    assert brought_together(base, base, other) == other
    assert brought_together(base, base + b"# more\r\n", base) == base + b"# more\r\n"


@pytest.mark.slow
def test_many_save_two_files_at_once_and_nobody_sees_a_half(project: Project, desk: TestClient) -> None:
    """Both files say the same number after every act: of saving, and of undo."""

    def number_in(name: str) -> set[str]:
        names = [one["name"] for one in yaml.safe_load(project.path(name).read_text(encoding="utf-8"))]
        numbers = set(re.findall(r"T(\d+)", str(names[0])))  # one for both languages; none before the first act
        assert len(numbers) <= 1
        return numbers

    def write(number: int) -> list[int]:
        statuses = []
        for turn_ in range(3):
            versions = {
                kind: desk.get(f"/-/files/fair/{kind}.yaml", headers=JSON).json()["version"]
                for kind in ("stalls", "people")
            }
            said = f"T{number}{turn_}"
            texts = [{**text("stalls", "name", "en"), "text": said}, {**text("people", "name", "en"), "item": "ann"}]
            texts += [{**text("stalls", "name", "fr"), "text": said}]
            texts[1]["text"] = said
            answer = desk.put("/fair/translations", json={"versions": versions, "texts": texts}, headers=JSON)
            statuses.append(answer.status_code)
            if number % 2:
                statuses.append(desk.post("/-/undo/fair", json={}, headers=JSON).status_code)
        return statuses

    project.change("stalls.yaml", "{en: Cake stall, fr: Gâteaux}", "{en: T, fr: T}")
    desk.app.state.workshop.look()  # type: ignore[attr-defined]
    with ThreadPoolExecutor(8) as pool:
        statuses = [status for found in pool.map(write, range(8)) for status in found]
    assert {*statuses} <= {200, 404, 409}
    assert statuses.count(200) >= 2
    assert number_in("stalls.yaml") == number_in("people.yaml")
    while turn(desk, "undo")[0] == 200:
        assert number_in("stalls.yaml") == number_in("people.yaml")
    assert project.path("people.yaml").read_text(encoding="utf-8") == PEOPLE
    assert not list(project.folder.rglob("*.part"))
