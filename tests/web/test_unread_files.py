"""A file that cannot be read any more: its last good state is shown, and the cause comes first."""

from collections.abc import Callable

import pytest
from projects import Project
from starlette.testclient import TestClient

from generator.core.choices import PAPERS
from generator.core.problem import Problem
from generator.web.faults import SHOWN_AT_ONCE, by_file, causes
from generator.web.guard import HEADERS

Serve = Callable[..., TestClient]
BROKEN = "\n- id: [oops\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["stalls.yaml", "game.yaml"])
def test_the_last_good_items_stay_until_it_is_mended(project: Project, serve: Serve, name: str) -> None:
    client = serve()
    look = client.app.state.workshop.look  # type: ignore[attr-defined]
    client.get("/fair/stalls/cake.svg")
    before = project.path(name).read_text(encoding="utf-8")
    project.write(name, before + BROKEN)
    for _ in range(2):  # what was held once is held on
        look()
        page = client.get("/fair/stalls/").text
        assert page.count('<li class="face') == 2
        assert page.count(" stale") == 2
        assert f'href="/-/files/fair/{name}?line=' in page
        project.write("people.yaml", "- id: ann\n  name: Anna\n")
    for item in ("cake", "darts"):  # the second was never drawn before
        face = client.get(f"/fair/stalls/{item}.svg")
        assert (face.status_code, face.headers["x-pnp-face"]) == (200, "before")
    answer = client.get("/fair/stalls/cake/text", headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["problems"][0]["rule"]) == (409, "yaml-syntax")
    assert "cannot be read now" in client.get("/fair/stalls/cake").text
    whole = client.get(f"/-/files/fair/{name}", headers={"accept": "text/html"})
    assert (whole.status_code, "[oops" in whole.text) == (200, True)
    project.write(name, before)
    look()
    assert " stale" not in client.get("/fair/stalls/").text
    assert client.get("/fair/stalls/cake.svg").headers["x-pnp-face"] == "current"
    assert "Anna" in client.get("/fair/people/ann").text


def test_a_project_that_begins_with_such_a_file_says_so(project: Project, serve: Serve) -> None:
    project.write("stalls.yaml", BROKEN)
    page = serve().get("/fair/stalls/").text
    assert "cannot be read now" in page
    assert "There is not an item of this kind yet" not in page


def test_causes_come_first_and_what_is_the_same_once(project: Project, serve: Serve) -> None:
    problems = [Problem("a.yaml", line, 1, "error", "rule", f"message {line % 20}", "") for line in range(1, 101)]
    problems.append(Problem("b.yaml", 1, 1, "error", "yaml-syntax", "open", ""))
    assert causes(problems) == problems[-1:]
    (first, _), others = by_file(problems)
    (rule,) = first.rules
    assert (first.number, len(rule.shown), len(rule.folded)) == (100, SHOWN_AT_ONCE, 20 - SHOWN_AT_ONCE)
    assert others[problems[0]] == problems[20:100:20]
    project.write(
        "stalls.yaml", project.path("stalls.yaml").read_text(encoding="utf-8").replace("price: 5", "price: x")
    )
    project.write("people.yaml", BROKEN)
    page = serve().get("/fair/problems").text
    assert page.index("yaml-syntax") < page.index("1 more, which may follow") < page.index("wrong-type")


def test_papers_are_offered_from_the_one_list(project: Project, serve: Serve) -> None:
    client = serve()
    project.write("game.yaml", project.path("game.yaml").read_text(encoding="utf-8") + PLAN)
    for page in ("/calibrate", "/fair/print?what=blank", "/fair/print?what=box"):
        text = client.get(f"{page}{'&' if '?' in page else '?'}paper=200x280").text
        for paper in (*PAPERS, "200x280"):
            assert f'<option value="{paper}"' in text, (page, paper)
        assert 'value="a9"' not in text


PLAN = "players: [2, 4]\nplan: [{kind: stalls, sets: players, source: ours, why: all}]\n"


def test_forms_say_where_they_come_from(project: Project, serve: Serve) -> None:
    """With `no-referrer` browsers send ``Origin: null`` with a form, which is refused."""
    assert HEADERS["referrer-policy"] == "same-origin"
    client = serve()
    client.get("/")
    form = {"token": client.app.state.workshop.terms.token}  # type: ignore[attr-defined]
    for origin, status in (("http://127.0.0.1:8765", 404), ("null", 403), ("http://evil.example", 403)):
        answer = client.post("/-/undo/fair", data=form, headers={"origin": origin, "sec-fetch-site": "same-origin"})
        assert answer.status_code == status
