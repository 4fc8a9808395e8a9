"""The pages that all others hang on: games, kinds, faces, an item, problems."""

import json
import re
from collections.abc import Callable
from enum import StrEnum
from html import unescape
from pathlib import Path
from urllib.parse import urljoin

import pytest
from projects import Project
from starlette.testclient import TestClient

from generator.printing.press import press_forms
from generator.web.app import make_app
from generator.web.speech import tongues, vocabulary

Serve = Callable[..., TestClient]


def test_pages_lead_from_the_games_to_an_item(project: Project, serve: Serve) -> None:
    client = serve()
    assert 'href="/fair/"' in client.get("/").text
    assert 'href="/fair/stalls/"' in client.get("/fair/").text
    gallery = client.get("/fair/stalls/").text
    assert re.findall(r'alt="([^"]*)"', gallery)[:2] == ["Cake stall", "Darts"]
    page = client.get("/fair/stalls/cake")
    assert page.status_code == 200
    assert "- id: cake" in page.text


def test_a_face_is_a_picture_with_a_mark_of_its_own(project: Project, serve: Serve) -> None:
    client = serve()
    first = client.get("/fair/stalls/cake.svg")
    assert first.headers["content-type"] == "image/svg+xml"
    again = client.get("/fair/stalls/cake.svg", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.head("/fair/stalls/cake.svg").content == b""
    assert client.get("/fair/stalls/darts.svg").headers["etag"] != first.headers["etag"]


@pytest.mark.slow
def test_tabs_of_a_kind_lead_to_what_it_has(project: Project, serve: Serve, shipped_shop: TestClient) -> None:
    game = "/tricks-or-treats"
    for client, kind in ((serve(), "/fair/stalls/"), (serve(), "/fair/people/"), (shipped_shop, f"{game}/rules/")):
        tabs = re.search(r'(?s)<nav class="tabs row-.*?</nav>', client.get(kind).text)
        assert tabs
        found = re.findall(r'href="([^"]+)"', tabs[0])
        own = [address for address in found if address.startswith(kind)]
        assert own
        assert {address: client.get(address).status_code for address in own} == dict.fromkeys(own, 200)
        assert (f"{kind}grid" in own) == (kind != f"{game}/rules/")
        assert (f"{kind}design" in client.get(kind).text) == (kind == "/fair/stalls/")


def pages_from(client: TestClient, first: str) -> dict[str, str]:
    """All pages of a game that links lead to from a page of it, by their addresses; no files of it."""
    known, waiting, seen = {}, [first], {first}
    while waiting:
        address = waiting.pop()
        answer = client.get(address)
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        known[address] = answer.text
        links = {urljoin(address, unescape(link)) for link in re.findall(r'href="([^"#?]+)', answer.text)}
        new = sorted(link for link in links - seen if link.startswith("/fair/") and "." not in link)  # pages, not files
        waiting += new
        seen.update(new)
    return known


def test_a_game_in_one_language_does_not_speak_of_languages(project: Project, desk: TestClient) -> None:
    two = pages_from(desk, "/fair/")
    assert {"/fair/translations", "/fair/stalls/grid", "/fair/lab", "/fair/stalls/design"} <= two.keys()
    for file in ("game.yaml", "stalls.yaml"):
        text = project.path(file).read_text(encoding="utf-8").replace("[en, fr]", "[en]")
        project.write(file, re.sub(r", fr: [^}]*", "", text))
    desk.app.state.workshop.look()  # type: ignore[attr-defined]
    one = pages_from(desk, "/fair/")
    assert two.keys() - one.keys() == {"/fair/translations"}
    assert desk.get("/fair/translations").status_code == 200  # as it may be in somebody's bookmarks

    def speaking(known: dict[str, str]) -> list[str]:
        own = (
            r'<nav class="tongue".*?</nav>',
            r"<dialog.*?</dialog>",
            r' data-(?!columns)[a-z-]+="[^"]*"',
        )  # what scripts read
        bare = {
            address: re.sub("(?s)" + "|".join(own), "", text.partition("<body")[2]) for address, text in known.items()
        }
        says = r"(?i)translat|languag|>\s*(en|fr)\b|hreflang|\b(en|fr)(&#34;|\")[,}]|\((en|fr)\)"
        return sorted(address for address, text in bare.items() if re.search(says, text))

    assert speaking(one) == ["/fair/settings"]  # where another one is added
    assert len(speaking(two)) > 8


def test_tabs_lead_somewhere(project: Project, serve: Serve) -> None:
    client = serve()

    def tabs(path: str) -> dict[str, str]:
        nav = re.search(r'(?s)<nav class="tabs" id="screens".*?</nav>', client.get(path).text)
        assert nav is not None
        return {words: address for address, words in re.findall(r'href="([^"]*)"[^>]*>([^<]*)<', nav[0])}

    there = tabs("/fair/")
    assert [*there] == ["Cards", "Look", "Rules", "Print", "Try", "More"]
    assert {client.get(address).status_code for address in there.values()} == {200}
    for address in there.values():
        assert f'href="{address}" aria-current' in client.get(address).text
    assert tabs("/fair/stalls/fields")["Look"] == "/fair/stalls/design"
    project.write("stalls.yaml", "[]\n")
    project.write("people.yaml", "[]\n")
    client.app.state.workshop.look()  # type: ignore[attr-defined]
    assert [*tabs("/fair/")] == ["Cards", "Look", "Rules", "More"]


def test_a_page_is_told_anew_by_what_it_lacks(project: Project, serve: Serve) -> None:
    client = serve()
    whole = client.get("/fair/stalls/").text
    order = re.search(r'data-order="(\w+)"', whole)
    assert order is not None

    def part(known: str, path: str = "/fair/stalls/") -> tuple[list[str], list[str]]:
        text = client.get(path, headers={"x-pnp-part": known}).text
        return re.findall(r'data-item="(\w+)"', text), re.findall(r'data-some="([^"]*)"', text)

    assert part(f"{order[1]};darts,nobody") == (["darts"], [""])
    assert part("other;") == ([], ["cake,darts"])
    project.change("stalls.yaml", "price: 3", "price: three")
    client.app.state.workshop.look()  # type: ignore[attr-defined]
    assert part(f"{order[1]};") == (["cake"], [""])  # what is wrong is always told
    rows = client.get("/fair/stalls/grid", headers={"x-pnp-part": f"{order[1]};darts"}).text
    assert re.findall(r'\["(\w+)", \[', rows) == ["cake", "darts"]


def test_a_picture_keeps_its_address_until_it_may_look_otherwise(project: Project, serve: Serve) -> None:
    client = serve()

    def addresses() -> list[str]:
        return re.findall(r'src="(\w+\.svg[^"]*)"', client.get("/fair/stalls/").text)

    before = addresses()
    project.change("stalls.yaml", "price: 3", "price: 4")
    client.app.state.workshop.look()  # type: ignore[attr-defined]
    now = addresses()
    assert now[0] != before[0]
    assert now[1:] == before[1:]


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere/", "/fair/nothing/", "/fair/stalls/nobody", "/fair/stalls/nobody.svg", "/x", "/fair/x",
        "/-/static/0/no.css",
    ],
)  # fmt: skip
def test_what_is_not_there_is_said_so(project: Project, serve: Serve, path: str) -> None:
    assert serve().get(path).status_code == 404


@pytest.mark.parametrize("path", ["/fair", "/fair/stalls"])
def test_a_folder_without_its_slash_leads_to_it(project: Project, serve: Serve, path: str) -> None:
    answer = serve().get(path)
    assert (answer.status_code, answer.headers["location"]) == (308, path + "/")


def test_a_text_has_the_problems_of_its_files_and_its_description_alone(project: Project, serve: Serve) -> None:
    rules = "  rules:\n    title: {en: Rules}\n    size: [50, 40]\n    template: stall.svg\n    prose: rules\n"
    project.change("game.yaml", "  people:\n", f"{rules}  people:\n    gutter: wide\n")  # one before, one behind
    project.change("game.yaml", "note: {type: text}", "note: {type: txt}")
    project.write("rules.en.md", "# Fair\n\nA stray [link.\n\n![](nothing.png)\n")
    client = serve()
    found = [one for one in project.check("fair") if one.file.endswith((".md", "game.yaml"))]
    own = [one for one in found if one.file.endswith(".md") or one.rule == "missing-translation"]
    assert {one.rule for one in found} - {one.rule for one in own}
    page = unescape(re.sub(r"<[^>]*>", "", client.get("/fair/rules/rules").text.partition('id="wrong"')[2]))
    assert [one.message for one in found if one.message in page] == [one.message for one in own]
    assert len(own) > 1
    assert client.get("/fair/stalls/cake").text.count('<ol class="problems">') == 0


def test_problems_are_those_of_the_command(project: Project, serve: Serve) -> None:
    project.change("stalls.yaml", "copies: 2", "copies: two")
    listed = serve().get("/fair/problems.json")
    assert listed.text == project.pnp("check", "data/fair", "--format", "json").stdout
    assert json.loads(listed.text)
    told = " ".join(re.sub(r"<[^>]*>", "", serve().get("/fair/problems").text).split())
    assert re.search(r"stalls\.yaml:\d+:\d+: error wrong-type", told)


def test_the_interface_speaks_the_browsers_language_or_the_one_that_was_chosen(project: Project, serve: Serve) -> None:
    client = serve()
    assert '<html lang="en">' in client.get("/", headers={"accept-language": "de, en;q=0.8, fr;q=0.5"}).text
    assert '<html lang="fr">' in client.get("/", headers={"accept-language": "fr-CH, en;q=0.8"}).text
    assert '<html lang="fr">' in client.get("/?ui=fr").text
    assert '<html lang="fr">' in client.get("/").text  # by the cookie


@pytest.mark.slow
def test_all_languages_have_the_same_words_and_all_are_used() -> None:
    keys = {tongue: set(vocabulary(tongue)) for tongue in tongues()}
    assert len(keys) == 2
    assert keys["en"] == keys["fr"]
    web = Path(make_app.__code__.co_filename).parent
    written = " ".join(
        path.read_text(encoding="utf-8")
        for form in ("*.html", "*.py", "*.js")
        for path in [*web.rglob(form), web.parent / "core/manual_pages.py"]
    )
    put_together = {start for _, start in re.findall(r"""(["'])([a-z-]+-)\1(?: ~| \+|\))""", written)}
    put_together |= {f"{name}-" for name, form in press_forms().items() if issubclass(form.type, StrEnum)}
    unused = [key for key in keys["en"] if f'"{key}"' not in written and f"'{key}'" not in written]
    assert [key for key in unused if not any(key.startswith(start) for start in put_together)] == []


def test_no_word_is_said_in_two_files() -> None:
    """One would take the other's place, in the order of the files' names."""
    folder = Path(make_app.__code__.co_filename).parent / "words"
    for tongue in tongues():
        files = [folder / f"{tongue}.yaml", *sorted((folder / tongue).glob("*.yaml"))]
        keys = [key for file in files for key in re.findall(r"(?m)^([\w-]+):", file.read_text(encoding="utf-8"))]
        assert sorted(key for key in set(keys) if keys.count(key) > 1) == []


def test_french_is_set_with_spaces_that_no_line_is_broken_at() -> None:
    texts = [
        text for said in vocabulary("fr").values() for text in ([said] if isinstance(said, str) else said.values())
    ]
    assert [text for text in texts if re.search(r" [;:!?»]|« ", text)] == []
    assert any("\u202f;" in text for text in texts)
    assert vocabulary("fr")["forge-title"] == "Forge\u00a0: {kind}"
    assert " ;" not in str(vocabulary("en").values())


def test_texts_to_translate_stand_in_the_order_of_their_file(shipped_shop: TestClient) -> None:
    page = shipped_shop.get("/tricks-or-treats/translations").text
    rows = re.findall(r'data-kind="quick-reference" data-item="standard" data-path="(parts\.0\.\w+)"', page)
    assert rows == ["parts.0.title", "parts.0.text"]
