"""Every address that writes refuses strangers, other sites, pages without the token, and a server that only reads."""

import re
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from addresses import RULE, text, writing
from projects import STALLS, Project
from starlette.routing import Route
from starlette.testclient import TestClient

from generator.core.file_names import GAME_PAGES
from generator.rules.rulebook import checks
from generator.web.speech import tongues, vocabulary

Serve = Callable[..., TestClient]


def test_whoever_may_not_write_is_refused_everywhere(project: Project, serve: Serve) -> None:
    client = serve()
    client.get("/fair/")
    token = {"x-pnp-token": client.app.state.workshop.terms.token}  # type: ignore[attr-defined]
    before = {path: path.read_bytes() for path in project.folder.rglob("*") if path.is_file()}
    found = list(writing(client))
    assert len(found) > 15
    reading = serve(read_only=True)
    for method, address in found:
        asked: dict[str, Any] = {
            "method": method,
            "url": address,
            "json": {"do": "delete", "name": "new", "sort": "cards", "languages": "en"},
        }
        assert client.request(**asked).status_code == 403, address
        assert client.request(**asked, headers={**token, "origin": "http://evil.example"}).status_code == 403, address
        assert client.request(**asked, headers={**token, "sec-fetch-site": "cross-site"}).status_code == 403, address
        assert reading.request(**asked, headers=token).status_code == 403, address
    assert "Duplicate" not in reading.get("/fair/stalls/cake").text
    assert {path: path.read_bytes() for path in project.folder.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    "method, address, sent, status",
    [
        ("PUT", "/-/import/fair/stalls?name=a.exe", b"", 400),
        ("PUT", "/-/import/fair/stalls?name=a.xlsx", b"PK\x03\x04 no book", 409),
        ("PUT", "/-/import/fair/stalls?name=..%2f..%2fa.csv", b"id\n", 200),  # of which the last part counts
        ("PUT", "/-/import/fair/none?name=a.csv", b"id\n", 404),
        ("PUT", "/-/import/fair/stalls?name=a.csv&version=old", b"name.en,price\nA,1\n", 409),
        ("POST", "/-/games", {"name": "../../outside", "languages": "en"}, 200),  # whose name becomes a plain one
        ("POST", "/-/games", {"name": "fair", "languages": "en"}, 400),
        ("POST", "/-/games", {"name": "new", "languages": "en; rm"}, 400),
        ("POST", "/-/games", {"name": "new", "from": "../../etc"}, 404),
        ("POST", "/-/kinds/fair", {"sort": "../sorts/cards"}, 400),
        ("POST", "/-/kinds/fair", {"sort": "cards", "name": "stalls"}, 400),
        ("POST", "/-/back/fair", {"number": "9999"}, 400),
        ("PUT", "/fair/translations", {"versions": {}, "texts": [text("", "a", "en")]}, 404),
        ("PUT", "/fair/translations", {"versions": {}, "texts": [text("stalls", "name", "en")]}, 409),
        ("PUT", "/fair/translations", {"versions": {}, "texts": [text("stalls", "name", "xx")]}, 400),
        ("POST", "/-/balance/fair", {"do": "add", "rule": "", "check": "none", "kind": "stalls"}, 400),
        ("POST", "/-/balance/fair", {"do": "save", "rule": "none"}, 404),
        ("POST", "/-/balance/fair", RULE | {"set.field": "none"}, 409),
        ("PUT", "/fair/stalls/design", {"version": "old", "changes": {}}, 409),
        ("POST", "/fair/stalls/design/draft", {"version": "old", "changes": []}, 409),
        ("PUT", "/fair/people/design", {"version": "", "changes": {}}, 422),
    ],
)
def test_what_makes_no_sense_is_refused(
    desk: TestClient, project: Project, method: str, address: str, sent: object, status: int
) -> None:
    outside = sorted(project.folder.parent.iterdir())
    told: dict[str, Any] = {"content": sent} if isinstance(sent, bytes) else {"json": sent}
    answer = desk.request(method, address, headers={"accept": "application/json"}, **told)
    assert answer.status_code == status, answer.text
    assert sorted(project.folder.parent.iterdir()) == outside
    assert (project.folder / "data/outside").exists() == (status == 200 and address == "/-/games")


def test_a_sheet_is_taken_in_as_the_command_takes_it(desk: TestClient, project: Project) -> None:
    before = project.path("stalls.yaml").read_bytes()
    sheet = b"id,name.en,name.fr,price\ncake,Cake stall,G\xc3\xa2teaux,4\nkites,Kites,Vents,7\n"
    address = "/-/import/fair/stalls?name=a.csv&update=1"
    told = desk.put(address, content=sheet).json()
    assert (told["added"], told["changed"], told["same"]) == (["kites"], {"cake": ["price"]}, 0)
    assert "+  price: 4" in told["diff"]
    assert project.path("stalls.yaml").read_bytes() == before
    assert desk.put(f"{address}&version={told['version']}", content=sheet).status_code == 200
    taken = project.path("stalls.yaml").read_bytes()
    project.path("stalls.yaml").write_bytes(before)
    project.write("a.csv", sheet)
    project.pnp("import", str(project.path("a.csv")), "--game", "fair", "--kind", "stalls", "--update")
    assert project.path("stalls.yaml").read_bytes() == taken
    assert desk.post("/-/undo/fair", json={}).status_code == 200
    assert project.path("stalls.yaml").read_bytes() == before


@pytest.mark.slow
def test_a_kind_is_brought_up_to_date_from_its_source_as_by_the_command(desk: TestClient, project: Project) -> None:
    address, old = "/-/import/fair/stalls", project.path("stalls.yaml").read_bytes()
    none = desk.post(address, json={}, headers={"accept-language": "fr"})
    assert none.status_code == 422
    assert "n’a pas de source" in none.json()["error"]
    game = project.path("game.yaml").read_text(encoding="utf-8")
    project.write("game.yaml", game.replace("  stalls:\n", "  stalls:\n    source: {file: stalls.csv}\n"))
    assert desk.post(address, json={}).status_code == 404  # there is no such file yet
    project.write("stalls.csv", "id,name.en,name.fr,price\ncake,Cake stall,Gâteaux,4\nkites,Kites,Vents,7\n")
    told = desk.post(address, json={}).json()
    assert (told["added"], told["changed"], told["same"]) == (["kites"], {"cake": ["price"]}, 0)
    assert "+  price: 4" in told["diff"]
    taken = project.path("stalls.yaml").read_bytes()
    again = desk.post(address, json={}).json()
    assert (again["added"], again["changed"], again["same"], again["diff"]) == ([], {}, 2, [])
    assert desk.post("/-/undo/fair", json={}).status_code == 200
    assert project.path("stalls.yaml").read_bytes() == old
    assert project.pnp("import", "--all").exit_code == 0
    assert project.path("stalls.yaml").read_bytes() == taken
    project.write("stalls.csv", "id,price\ncake,slow\n")
    wrong = desk.post(address, json={})
    assert wrong.status_code == 409
    assert wrong.json()["problems"][0]["file"].endswith("stalls.csv:B2")
    assert project.path("stalls.yaml").read_bytes() == taken


def test_all_mistakes_of_a_sort_are_mended_at_once(desk: TestClient, project: Project) -> None:
    before = project.path("stalls.yaml").read_text(encoding="utf-8")
    wrong = before.replace("price: 3", "price: 3\n  side: lift").replace("price: 5", "price: 5\n  side: righ")
    project.write("stalls.yaml", wrong)
    desk.app.state.workshop.look()  # type: ignore[attr-defined]
    assert "Mend all 2 of <code>not-one-of</code>" in desk.get("/fair/problems").text
    body = {"file": "data/fair/stalls.yaml", "rule": "not-one-of"}
    assert desk.post("/-/mend/fair", json=body).json() == {"mended": 2}
    mended = wrong.replace("lift", "left").replace("righ\n", "right\n")
    assert project.path("stalls.yaml").read_text(encoding="utf-8") == mended
    assert desk.post("/-/mend/fair", json=body).status_code == 404
    assert desk.post("/-/mend/fair", json={**body, "file": "../../pnp.yaml"}).status_code == 404
    desk.post("/-/undo/fair", json={})
    assert project.path("stalls.yaml").read_text(encoding="utf-8") == wrong


@pytest.mark.slow
def test_texts_within_lists_and_records_are_saved_as_one_step(desk: TestClient, project: Project) -> None:
    before = {
        name: project.path(name).read_text(encoding="utf-8") for name in ("stalls.yaml", "people.yaml", "game.yaml")
    }
    project.write(
        "game.yaml", before["game.yaml"].replace("wares: {type: list}", "wares: {type: list, of: {type: text}}")
    )
    stalls = before["stalls.yaml"].replace(
        "  price: 5\n",
        "  price: 5  # pence\n  wares:\n    - {en: Darts, fr: Fléchettes}\n    - {en: Balls}\n"
        "  crate: {height: 2, label: Box}\n",
    )
    project.write("stalls.yaml", stalls)
    desk.app.state.workshop.look()  # type: ignore[attr-defined]
    page = desk.get("/fair/translations").text
    assert 'aria-label="Darts wares 2, fr"' in page
    assert "One text lacks a language" in page  # one that is the same in all lacks none
    version = {kind: desk.get(f"/-/files/fair/{kind}.yaml").json()["version"] for kind in ("stalls", "people")}
    texts = [
        {"kind": "stalls", "item": "darts", "path": "wares.1", "language": "fr", "text": "Balles"},
        {"kind": "stalls", "item": "darts", "path": "crate.label", "language": "fr", "text": "Caisse"},
        {"kind": "people", "item": "ann", "path": "name", "language": "en", "text": "Anna"},
    ]
    assert desk.put("/fair/translations", json={"versions": version, "texts": texts}).status_code == 200
    new = stalls.replace("- {en: Balls}", "- {en: Balls, fr: Balles}").replace(
        "label: Box", "label: {en: Box, fr: Caisse}"
    )
    assert project.path("stalls.yaml").read_text(encoding="utf-8") == new
    assert project.path("people.yaml").read_text(encoding="utf-8") == before["people.yaml"].replace("Ann\n", "Anna\n")
    desk.post("/-/undo/fair", json={})
    assert project.path("stalls.yaml").read_text(encoding="utf-8") == stalls
    assert project.path("people.yaml").read_text(encoding="utf-8") == before["people.yaml"]


def test_what_follows_from_a_slip_is_folded_under_it(desk: TestClient, project: Project) -> None:
    rows = "".join(f"- id: s{number}\n  name: {{en: S, fr: S}}\n  price: 1\n  colour: red\n" for number in range(6))
    project.write("stalls.yaml", rows)
    desk.app.state.workshop.look()  # type: ignore[attr-defined]
    page = desk.get("/fair/problems").text
    cause, _, folded = page.partition("6 more follow from it")
    assert "game.yaml:10:5" in cause
    assert all(f"stalls.yaml:{line}:3" in folded and f"stalls.yaml:{line}:3" not in cause for line in range(4, 25, 4))


@pytest.mark.slow
def test_rules_made_by_a_form_have_examples_that_keep_and_break_them(desk: TestClient, project: Project) -> None:
    more = "  code: {}\n  prizes: [{{coins: 1}}, {{dolls: {}}}]\n"
    cake, darts = STALLS.split("- id: darts")
    project.write("stalls.yaml", f"{cake}{more.format('a', 1)}- id: darts{darts}{more.format('b', 2)}")
    desk.app.state.workshop.look()  # type: ignore[attr-defined]
    prizes = [{"coins": 1}, {"dolls": 1}, {"coins": 1}]
    rules = {
        "count": ({"field": "prizes", "min": "1", "max": "2"}, {"prizes": prizes}),
        "how-many": ({"min": "2"}, [{}]),
        "no-repeat": ({"field": "prizes"}, {"prizes": prizes}),
        "number-range": ({"field": "price", "max": "9"}, {"price": 10}),
        "sequence": ({"field": "weight"}, [{"weight": 1}, {"weight": 3}]),
        "unique": ({"field": "code"}, [{"code": "a"}, {"code": "a"}]),
    }
    for check, (settings, broken) in rules.items():
        sent = {"do": "add", "rule": "", "check": check, "kind": "stalls", "set.why": "Fair."}
        sent |= {f"set.{key}": value for key, value in settings.items()}
        assert desk.post("/-/balance/fair", json=sent).status_code == 200, check
        rule = yaml.safe_load(project.path("balance.yaml").read_text(encoding="utf-8"))[-1]
        assert (rule["check"], rule["fail"], "pass" in rule) == (check, broken, True)


@pytest.mark.parametrize("tongue", tongues())
def test_each_check_has_a_sentence_of_its_settings_and_words_for_each(tongue: str) -> None:
    for name, check in checks().items():
        said = {key.removeprefix("setting-").removeprefix(f"{name}-") for key in vocabulary(tongue)}
        assert {*check.PARAMETERS} <= said
        keys = [key for key in vocabulary(tongue) if re.fullmatch(rf"rule-{name}(-\d)?", key)]
        assert f"rule-{name}" in keys
        for key in keys:
            assert set(re.findall(r"\{(\w+)\}", str(vocabulary(tongue)[key]))) <= check.PARAMETERS.keys(), key


@pytest.mark.slow
def test_rules_are_added_changed_and_deleted_by_a_form(desk: TestClient, project: Project) -> None:
    def rules() -> str:
        path = project.path("balance.yaml")
        return path.read_text(encoding="utf-8") if path.exists() else ""

    first = rules()
    name = desk.post("/-/balance/fair", json=RULE).json()["rule"]
    assert rules().endswith(
        f"- rule: {name}\n  check: number-range\n  kind: stalls\n  source: our own\n  why: Cheap.\n  field: price\n  max: 4\n"
        "  pass: {price: 4}\n  fail: {price: 5}\n"
    )
    page = desk.get("/fair/balance").text
    assert "price is 5; 4 is the most" in page
    sentence = " ".join(re.sub(r"<input[^>]*value=\"([^\"]*)\"[^>]*>", r"[\1]", page).split())
    assert "Stalls: price is at most [4]." in sentence
    assert "\u00a0: price vaut au plus" in desk.get("/fair/balance?ui=fr").text
    kept = rules().replace("  max: 4\n", "  max: 4  # ours\n")
    project.write("balance.yaml", kept)
    sent = {"do": "save", "rule": name, "set.max": "5", "set.why": "Fair."}
    assert desk.post("/-/balance/fair", json=sent).status_code == 200
    now = kept.replace("max: 4  #", "max: 5  #").replace(
        "fail: {price: 5}", "fail: {price: 6}"
    )  # the old one no longer fails
    assert rules() == now.replace("Cheap", "Fair")
    assert "price is 5" not in desk.get("/fair/balance").text
    assert desk.post("/-/balance/fair", json={"do": "delete", "rule": name}).status_code == 200
    assert rules().strip() == first.strip()
    desk.post("/-/undo/fair", json={})
    assert "max: 5" in rules()


@pytest.mark.slow
def test_a_game_that_was_taken_back_is_offered_again(desk: TestClient) -> None:
    assert desk.post("/-/games", json={"name": "Night", "languages": "en", "sort.cards": "1"}).status_code == 200
    assert desk.get("/night/").status_code == 200
    assert desk.post("/-/undo/night", json={}).status_code == 200
    assert "The game “night” was taken back" in desk.get("/").text


def test_no_kind_is_called_like_a_page_of_a_game(serve: Serve) -> None:
    paths = [route.path for route in serve().app.routes if isinstance(route, Route)]  # type: ignore[attr-defined]
    pages = {match[1] for path in paths if (match := re.fullmatch(r"/\{game\}/([a-z]+)(?:[/.].*)?", path))}
    assert pages == GAME_PAGES
