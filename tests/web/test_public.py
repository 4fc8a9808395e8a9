"""A public server as its page describes it: its figures, its container, whose word is taken for who a visitor is."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from projects import GAME, ROOT, Project
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from generator.cli import print_commands
from generator.web import errands, limits
from generator.web.guard import client_of
from generator.web.serving import config_of
from generator.web.terms import Terms

Serve = Callable[..., TestClient]
PAGE = (ROOT / "docs/do/serve-public.md").read_text(encoding="utf-8")


def test_the_page_tells_the_figures_that_hold() -> None:
    answers, work, most = limits.ANSWERS, limits.WORK, errands.STRANGERS
    assert f"{answers.at_once} answers at once, then {answers.a_second} per second" in PAGE
    assert f"{work.at_once} pieces of work at once, then one in {1 / work.a_second:.0f} s" in PAGE
    assert limits.TOGETHER == 2
    assert f"{most.seconds} s of processor time and {most.memory // 10**9} GB of memory" in PAGE
    assert f"{most.waiting} waiting" in PAGE


@pytest.mark.parametrize("file", ["Containerfile", "compose.yaml", "docs/do/serve-public.md", "docs/serve.md"])
def test_containers_and_pages_use_options_that_there_are(file: str, project: Project) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    commands = re.findall(r"pnp serve ([^`\n]*)", text) + [
        " ".join(json.loads(found)) for found in re.findall(r"^(?:ENTRYPOINT|CMD|    command:) (\[.*\])$", text, re.M)
    ]
    used = {word for command in commands for word in re.split(r"[\s.]+", command) if word.startswith("--")}
    known = project.pnp("serve", "--help").stdout
    assert {option for option in used - {"--from", "--to"} if option not in known} == set()
    assert used or file == "docs/serve.md"
    assert str(print_commands.PORT) in (ROOT / "docs" / "serve.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "proxies, said, client",
    [
        ((), "203.0.113.9", "10.0.0.1"),
        (("10.0.0.1",), "203.0.113.9", "203.0.113.9"),
        (("10.0.0.0/24",), "203.0.113.9", "203.0.113.9"),
        (("10.9.9.9",), "203.0.113.9", "10.0.0.1"),
        (("10.0.0.1",), "198.51.100.7, 203.0.113.9", "203.0.113.9"),  # what comes first, the visitor may have made up
        (("10.0.0.1",), "nonsense", "nonsense"),
    ],
)
def test_only_a_proxy_that_is_named_says_who_asks(proxies: tuple[str, ...], said: str, client: str) -> None:
    def who(request: Request) -> PlainTextResponse:
        return PlainTextResponse(client_of(request.scope))

    config = config_of(Starlette(routes=[Route("/", who)]), Terms(public=True, proxies=proxies))
    config.load()
    app: Any = config.loaded_app
    asked = TestClient(app, client=("10.0.0.1", 1))
    assert asked.get("/", headers={"x-forwarded-for": said}).text == client


def test_work_that_takes_too_much_is_ended_and_said(project: Project, serve: Serve) -> None:
    client = serve(public=True)
    app: Any = client.app
    app.state.errands.budget = errands.ErrandBudget(20, 60_000_000, 5)  # too little to begin with
    answer = client.get("/fair/stalls.pdf")
    assert (answer.status_code, "takes more than" in answer.text) == (422, True), answer.text
    app.state.errands.budget = errands.STRANGERS
    assert client.get("/fair/stalls.pdf").status_code == 200


def test_who_wants_too_much_work_done_waits(project: Project, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.web.errands.WORK", limits.Rate(1, 0.01))
    client = serve(public=True)
    assert [client.get(f"/fair/stalls.pdf?copies={number}").status_code for number in (1, 2)] == [200, 429]


def test_a_plan_is_work_too(project: Project, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.web.errands.WORK", limits.Rate(1, 0.01))
    plan = "\nplayers: [2, 4]\nplan: [{kind: stalls, sets: players, source: ours, why: all}]\n"
    project.write("game.yaml", GAME + plan)
    client = serve(public=True)
    assert [client.get("/fair/box?players=3").status_code for _ in range(2)] == [200, 429]
