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
    for name in ("architecture", "nothing", "..%2fREADME", "templates.md", "pictures"):
        assert client.get(f"/help/{name}").status_code in (400, 404)
