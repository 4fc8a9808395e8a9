"""The manual is shown by every server, strangers included, and no other file."""

import re
from collections.abc import Callable

import pytest
from projects import Project
from starlette.testclient import TestClient

from generator.core.manual_pages import manual

Serve = Callable[..., TestClient]


@pytest.mark.slow
def test_documents_are_shown_and_nothing_else(project: Project, serve: Serve) -> None:
    client = serve()
    assert 'href="/help/templates"' in client.get("/help/").text
    assert "data-field" in client.get("/help/templates").text
    assert {name: client.get(f"/help/{name}").status_code for name in manual()} == dict.fromkeys(manual(), 200)
    searched = client.get("/help/?q=data-for+list").text
    assert 'href="/help/templates#' in searched
    assert "<mark>data-for</mark>" in searched
    assert "No page matches" in client.get("/help/?q=data-for+zebra").text
    picture = client.get("/help/pictures/learn/draw-a-card-1.png")
    assert (picture.headers["content-type"], picture.content[1:4]) == ("image/png", b"PNG")
    for name in ("box.png", "learn/none.png", "../cli.md", "..%2fcli.md"):
        assert client.get(f"/help/pictures/{name}").status_code in (400, 404)
    for name in ("architecture", "extend", "nothing", "..%2fREADME", "index", "templates.md", "decisions"):
        assert client.get(f"/help/{name}").status_code in (400, 404)


def test_documents_are_set_with_addresses_for_headings_and_links_to_each_other(project: Project, serve: Serve) -> None:
    client = serve()
    text = client.get("/help/templates").text
    links = {name: client.get(f"/help/{name}").text for name in ("game", "cookbook", "cli")}
    assert re.search(r'<h3 id="[\w-]+">', text)
    assert '<pre tabindex="0"><code' in text
    assert re.search(r'<div class="scroll" tabindex="0" role="region" aria-label="[^"]+ 1"><table class="table">', text)
    assert 'href="/help/' in links["game"]
    assert 'src="/help/pictures/' in links["cookbook"]
    for page in (text, *links.values()):
        article = page[page.index("<article") :]
        assert not re.search(r'(href|src)="(?!/|https?:|#)[^"]+"|<!--', article)
