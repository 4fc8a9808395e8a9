"""The forge in a browser: levers, candidates, what is kept, and downloads."""

import re
import shutil
from collections.abc import Callable
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from projects import ROOT, Project, typed
from starlette.testclient import TestClient
from tries import slow_but
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.core.folders import Project as Folders
from generator.core.problem import WrongUse
from generator.web.dealing import read_table

Serve = Callable[..., TestClient]
CARDS = "/tricks-or-treats/surprise-cards/forge"


def pnp(*words: str) -> str:
    options = ["--data", str(ROOT / "data"), "--templates", str(ROOT / "templates")]
    return CliRunner().invoke(app, [*words, *options]).stdout


def ids_of(yaml: str) -> list[str]:
    return re.findall(r"^- id: (\S+)$", yaml, re.M)


@pytest.mark.slow
def test_the_pages_candidates_are_those_that_the_command_makes(shipped_shop: TestClient) -> None:
    page = shipped_shop.get(f"{CARDS}?count=3&seed=7")
    assert page.status_code == 200
    made = pnp("generate", "surprise-cards", "--count", "3", "--seed", "7")
    assert re.findall(r'id="card-([^"]+)"', page.text) == ids_of(made)
    assert shipped_shop.get(f"{CARDS}.yaml?count=3&seed=7").text == made
    face = shipped_shop.get(f"{CARDS}/{ids_of(made)[0]}.svg?count=3&seed=7&face=fr")
    assert (face.status_code, face.headers["content-type"]) == (200, "image/svg+xml")


@pytest.mark.slow
def test_choices_are_called_as_the_game_calls_its_fields(shipped_shop: TestClient) -> None:
    page = shipped_shop.get(f"{CARDS}?count=1&ui=fr").text
    assert re.search(r'name="only" value="treats"[^>]*><span>friandises</span>', page)
    assert re.search(r'value="treats"[^>]*><span>treats</span>', shipped_shop.get(f"{CARDS}?count=1&ui=en").text)


@pytest.mark.slow
def test_words_of_a_choice_are_called_as_the_game_calls_them(shipped_shop: TestClient) -> None:
    tiles = "/tricks-or-treats/housing-tiles"
    for language, called in (("fr", "bas"), ("en", "down")):  # which stays
        filtered = shipped_shop.get(f"{tiles}/?field=arrow&ui={language}").text
        assert f'<option value="down">{called}</option>' in filtered
        form = unescape(shipped_shop.get(f"{tiles}/own?ui={language}").text)
        assert f'{{"label": "{called}", "value": "down"}}' in form


@pytest.mark.slow
def test_levers_that_cannot_be_had_say_why(shipped_shop: TestClient) -> None:
    page = shipped_shop.get("/tricks-or-treats/housing-tiles/forge?count=2")
    assert page.status_code == 200
    assert "<code>--swing</code>" in page.text
    assert "the recipe of this kind does not use it" in page.text
    assert 'name="swing"' not in page.text
    assert 'name="swing"' in shipped_shop.get(f"{CARDS}?count=2").text


@pytest.mark.slow
def test_what_is_kept_stays_through_the_next_deal_and_in_the_address(shipped_shop: TestClient) -> None:
    first, second, *_ = ids_of(pnp("generate", "surprise-cards", "--count", "3", "--seed", "7"))
    page = unescape(shipped_shop.get(f"{CARDS}?count=3&seed=7").text)
    assert f'href="?count=3&seed=7&keep=count%3D3%26seed%3D7%3A{first}"' in page
    keeping = f"?count=3&seed=8&keep=count%3D3%26seed%3D7:{first},{second}"
    kept = shipped_shop.get(CARDS + keeping).text
    assert re.findall(r'id="kept-([^"]+)"', kept) == [first, second]
    assert first not in re.findall(r'id="card-([^"]+)"', kept)
    text = shipped_shop.get(CARDS + "-kept.yaml" + keeping).text
    assert ids_of(text) == [first, second]
    assert text.splitlines()[0].endswith("), some of them")


@pytest.mark.slow
def test_a_deal_that_is_kept_whole_is_the_commands_text(shipped_shop: TestClient) -> None:
    made = pnp("generate", "surprise-cards", "--count", "3", "--seed", "7")
    kept = f"?count=3&seed=9&keep=count%3D3%26seed%3D7:{','.join(ids_of(made))}"
    assert shipped_shop.get(CARDS + "-kept.yaml" + kept).text == made


@pytest.mark.slow
def test_thrown_away_cards_are_out_of_the_way(shipped_shop: TestClient) -> None:
    first, *others = ids_of(pnp("generate", "surprise-cards", "--count", "3", "--seed", "7"))
    page = shipped_shop.get(f"{CARDS}?count=3&seed=7&away={first}").text
    assert re.findall(r'id="card-([^"]+)"', page) == others
    assert re.findall(r'id="away-([^"]+)"', page) == [first]


@pytest.mark.parametrize(
    "query, status",
    slow_but(
        2,
        [
            ("count=0", 400),
            ("count=61", 400),
            ("seed=-1", 400),
            ("seed=1&seed=2", 400),
            ("colour=red", 400),
            ("keep=night-owl", 400),
            ("keep=count%3D3%26seed%3D7:nobody", 422),
            ("only=nothing", 422),
            ("effects=9", 422),
            ("swing=mad", 422),
        ],
    ),
)
def test_what_cannot_be_dealt_is_said_on_a_page(shipped_shop: TestClient, query: str, status: int) -> None:
    page = shipped_shop.get(f"{CARDS}?{query}")
    assert page.status_code == status
    assert "<h1>" in page.text


def test_a_kind_without_a_recipe_says_what_it_lacks(project: Project, serve: Serve) -> None:
    page = serve().get("/fair/stalls/forge")
    assert page.status_code == 200
    assert "forge.yaml" in page.text
    assert "recipe: members" in page.text


@pytest.mark.slow
@pytest.mark.usefixtures("taken_for_sound")
def test_visitors_of_a_site_are_dealt_fewer_cards_and_write_nothing(serve: Serve, project: Project) -> None:
    client = serve(Folders(ROOT / "data", ROOT / "templates"), site=True)
    assert client.get(f"{CARDS}?count=31").status_code == 400
    page = client.get(f"{CARDS}?count=2&seed=7")
    assert page.status_code == 200
    assert 'method="post"' not in page.text


def test_a_table_is_its_address_and_back() -> None:
    query = [("count", "3"), ("seed", "7"), ("only", "treats"), ("away", "a,b"), ("keep", "count=3&seed=6:c,d")]
    table = read_table(query, "game", "cards", 60)
    assert table.pairs == query
    assert table.keeping(table.deal, "a").pairs[-1] == ("keep", "count=3&seed=7&only=treats:a")
    assert table.keeping(table.deal, "a").putting_back(table.deal, "a").kept == table.kept
    assert table.throwing("z").away == ("a", "b", "z")
    assert table.dealing(table.deal.next()).deal.options.seed == 8
    with pytest.raises(WrongUse, match="keep is"):
        read_table([("keep", "x")], "game", "cards", 60)


def smithy(tmp_path: Path) -> Folders:
    """The shipped game, to be added to."""
    for name in ("data/tricks-or-treats", "templates/tricks-or-treats", "templates/common"):
        shutil.copytree(ROOT / name, tmp_path / name)
    return Folders(tmp_path / "data", tmp_path / "templates")


@pytest.mark.slow
@pytest.mark.usefixtures("taken_for_sound")
def test_what_is_kept_is_added_as_the_command_adds_it(writer: Serve, tmp_path: Path) -> None:
    project = smithy(tmp_path)
    file = project.data / "tricks-or-treats/surprise-cards.yaml"
    before = file.read_bytes()
    client = writer(project)
    assert client.post(f"{CARDS}?keep=count%3D2%26seed%3D7:nobody", json={}).status_code == 404
    made = ids_of(client.get(f"{CARDS}.yaml?count=2&seed=7").text)
    kept = f"?count=2&seed=8&keep=count%3D2%26seed%3D7:{','.join(made)}"
    answer = client.post(CARDS + kept, json={})
    assert answer.status_code == 303, answer.text
    after = file.read_bytes()
    assert after.startswith(before)
    assert ids_of(after.decode())[-2:] == made
    assert "2 items are in" in client.get(CARDS.removesuffix("forge") + answer.headers["location"]).text
    file.write_bytes(before)
    options = ["--data", str(project.data), "--templates", str(project.templates)]
    words = ["generate", "surprise-cards", "--count", "2", "--seed", "7", "--out", str(file), *options]
    assert CliRunner().invoke(app, words).exit_code == 0
    assert file.read_bytes() == after


FULL = """
- {rule: deck-size, check: how-many, kind: cards, max: 9, source: ours, why: Nine fit the box.}
"""


@pytest.mark.slow
def test_what_takes_the_place_of_others_in_a_full_deck_is_printed_without_them(tmp_path: Path, serve: Serve) -> None:
    typed(tmp_path, "new", "sol", "--kind", "cards")
    with (tmp_path / "data/sol/balance.yaml").open("a", encoding="utf-8") as file:
        file.write(FULL)
    (tmp_path / "pnp.yaml").write_text("paper: letter\n")  # which both heed
    before = (tmp_path / "data/sol/cards.yaml").read_bytes()
    more = "generate", "cards", "--count", "2", "--seed", "5"
    assert "--replace offers" in typed(tmp_path, *more).stderr
    assert typed(tmp_path, *more, "--replace", "--render").exit_code == 0
    client = serve(Folders(tmp_path / "data", tmp_path / "templates"))
    deal = "count=2&seed=5&replace=1"
    ids = re.findall(r'id="card-([^"]+)"', client.get(f"/sol/cards/forge?{deal}").text)
    sheets = client.get(f"/sol/cards/forge-kept.pdf?keep={quote(deal)}:{','.join(ids)}")
    assert sheets.content == (tmp_path / "output/sol/cards-forged.pdf").read_bytes()
    assert (tmp_path / "data/sol/cards.yaml").read_bytes() == before


@pytest.mark.slow
def test_new_items_take_the_place_of_others_as_the_command_has_them(tmp_path: Path, writer: Serve) -> None:
    typed(tmp_path, "new", "sol", "--kind", "cards")
    file = tmp_path / "data/sol/cards.yaml"
    before = file.read_bytes()
    project = Folders(tmp_path / "data", tmp_path / "templates")
    client = writer(project)
    deal = "count=2&seed=5&replace=1"
    page = unescape(client.get(f"/sol/cards/forge?{deal}").text)
    assert page.count("in place of ") == 2
    ids = re.findall(r'id="card-([^"]+)"', page)
    keep = f"{deal}&keep={quote(deal)}:{','.join(ids)}"
    answer = client.post(f"/sol/cards/forge?{keep}", json={})
    assert answer.status_code == 303, answer.text
    now = file.read_bytes()
    assert now.count(b"- id:") == before.count(b"- id:")
    assert now != before
    file.write_bytes(before)
    typed(tmp_path, "generate", "cards", "--count", "2", "--seed", "5", "--replace", "--out", "data/sol/cards.yaml")
    assert file.read_bytes() == now
    assert client.post("/-/undo/sol", json={}).status_code == 200
    assert file.read_bytes() == before
