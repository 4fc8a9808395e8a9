"""Who is let in: by which name, from which page, with how much; and what every answer forbids."""

from collections.abc import Callable

import pytest
from projects import Project
from starlette.testclient import TestClient

from generator.web.guard import HEADERS

Serve = Callable[..., TestClient]


@pytest.mark.parametrize(
    "host, status",
    [
        ("127.0.0.1:8765", 200),
        ("localhost:8765", 200),
        ("LOCALHOST:8765", 200),
        ("localhost.:8765", 200),
        ("[::1]:8765", 200),
        ("127.0.0.1", 200),
        ("127.0.0.1:80", 421),
        ("evil.example", 421),
        ("evil.example:8765", 421),
        ("127.0.0.1.evil.example:8765", 421),
        ("localhost.evil.example", 421),
        ("user@127.0.0.1:8765", 421),
        ("127.0.0.1:8765/evil", 421),
        ("127.0.0.1:x", 421),
        ("0.0.0.0:8765", 421),
        ("", 421),
    ],
)
def test_only_by_its_own_names_it_is_called(project: Project, serve: Serve, host: str, status: int) -> None:
    assert serve().get("/", headers={"host": host}).status_code == status


def test_the_address_that_it_listens_on_is_a_name_too(project: Project, serve: Serve) -> None:
    client = serve(host="192.168.1.7")
    assert client.get("/", headers={"host": "192.168.1.7:8765"}).status_code == 200
    assert client.get("/", headers={"host": "192.168.1.8:8765"}).status_code == 421


@pytest.mark.parametrize(
    "host, status", [("192.168.1.7", 200), ("[fe80::1]", 200), ("attic", 200), ("evil.example", 421)]
)
def test_on_all_addresses_it_is_called_by_numbers_and_the_machines_name(
    project: Project, serve: Serve, host: str, status: int
) -> None:
    client = serve(host="0.0.0.0", names=("attic",))
    assert client.get("/", headers={"host": f"{host}:8765"}).status_code == status


@pytest.mark.parametrize(
    "site, mode, status",
    [
        ("none", "navigate", 200),
        ("same-origin", "cors", 200),
        ("same-origin", "no-cors", 200),
        ("cross-site", "navigate", 200),
        ("cross-site", "no-cors", 403),
        ("same-site", "cors", 403),  # another port of this machine
    ],
)
def test_another_site_may_lead_here_and_no_more(
    project: Project, serve: Serve, site: str, mode: str, status: int
) -> None:
    headers = {"sec-fetch-site": site, "sec-fetch-mode": mode}
    assert serve().get("/-/health", headers=headers).status_code == status


@pytest.mark.parametrize("path", ["/", "/fair/stalls/cake", "/nowhere", "/fair/stalls/cake.svg", "/-/health"])
def test_every_answer_forbids_what_a_page_need_not_do(project: Project, serve: Serve, path: str) -> None:
    headers = serve().get(path).headers
    assert {name: headers[name] for name in HEADERS if name != "content-security-policy"} == {
        name: text for name, text in HEADERS.items() if name != "content-security-policy"
    }
    assert "default-src 'self'" in headers["content-security-policy"] or path.endswith(".svg")
    assert "frame-ancestors 'none'" in headers["content-security-policy"]


@pytest.mark.parametrize(
    "path, status",
    [
        ("/fair/..%2f..%2fetc%2fpasswd", 400),
        ("/-/static/x/..%2f..%2fapp.py", 400),
        ("/-/static/x/%2e%2e/app.py", 400),
        ("/fair/%00/", 400),
        ("/fair/a%0d%0ab/", 400),
        ("/fair/a%5cb/", 400),
        ("/" + "a" * 5000, 414),
        ("/?" + "a=" * 3000, 414),
        ("/%ff%fe/", 404),
    ],
)
def test_addresses_that_can_be_those_of_nothing_are_refused(
    project: Project, serve: Serve, path: str, status: int
) -> None:
    answer = serve().get(path)
    assert answer.status_code == status
    assert len(answer.content) < 20_000


def test_what_strangers_wrote_is_escaped(project: Project, serve: Serve) -> None:
    evil = "<script>alert(1)</script>\u202e"
    project.change("stalls.yaml", "{en: Cake stall,", f"{{en: '{evil}',")
    client = serve()
    for path in ("/", "/fair/", "/fair/stalls/", "/fair/stalls/cake", "/fair/problems", f"/fair/stalls/{evil}"):
        text = client.get(path).text
        assert "<script>alert" not in text
        assert "\u202e" not in text
