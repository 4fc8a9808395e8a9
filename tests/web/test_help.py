"""The manual is shown by every server, strangers included, and no other file."""

from collections.abc import Callable

from projects import Project
from starlette.testclient import TestClient

Serve = Callable[..., TestClient]


def test_documents_are_shown_and_nothing_else(project: Project, serve: Serve) -> None:
    client = serve(public=True)
    assert 'href="/help/templates"' in client.get("/help/").text
    assert "data-field" in client.get("/help/templates").text
    assert client.get("/help/all.json").json()["templates"].startswith("# Templates")
    picture = client.get("/help/pictures/learn/draw-a-card-1.png")
    assert (picture.headers["content-type"], picture.content[1:4]) == ("image/png", b"PNG")
    for name in ("box.png", "learn/none.png", "../cli.md", "..%2fcli.md"):
        assert client.get(f"/help/pictures/{name}").status_code in (400, 404)
    for name in ("architecture", "extend", "nothing", "..%2fREADME", "index", "templates.md", "decisions"):
        assert client.get(f"/help/{name}").status_code in (400, 404)
