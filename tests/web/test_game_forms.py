"""The game itself by forms: its settings, the fields of its kinds, kinds that go; each one step that is undone."""

import html
import re
from pathlib import Path

import pytest
from projects import PLAIN, typed
from starlette.testclient import TestClient

from generator.core.folders import Project
from generator.web.errands import Errands

Files = dict[str, bytes]


@pytest.fixture
def harbour(tmp_path: Path, writer, monkeypatch: pytest.MonkeyPatch) -> TestClient:  # type: ignore[no-untyped-def]
    """A client of a new game in two languages, that may write; errands are done in this process."""
    monkeypatch.setattr(
        Errands, "carry_out", lambda self, request, function, *values, budget=None: function(None, *values)
    )
    kinds = ("--kind", "cards", "--kind", "tokens", "--kind", "rules")
    assert typed(tmp_path, "new", "harbour", "--languages", "en,fr", *kinds).exit_code == 0
    monkeypatch.chdir(tmp_path)
    client: TestClient = writer(Project(Path("data"), Path("templates")))
    return client


def files() -> Files:
    return {path.as_posix(): path.read_bytes() for path in Path().rglob("*") if path.is_file()}


def problems() -> list[str]:
    return [
        line for line in typed(Path(), "check", "harbour").output.splitlines() if re.search(r": (error|warning) ", line)
    ]


def text(name: str) -> str:
    return Path(name).read_text(encoding="utf-8")


def submit(client: TestClient, path: str, **sent: str):  # type: ignore[no-untyped-def]
    return client.post(path, data={"token": client.headers["x-pnp-token"], **sent})


def undone(client: TestClient, before: Files) -> None:
    """See that one step goes all the way back."""
    assert submit(client, "/-/undo/harbour").status_code == 303
    assert files() == before


def settings_form(client: TestClient) -> dict[str, str]:
    page = client.get("/harbour/settings").text
    form = page[page.index('action="/-/settings/') :]
    fields = re.findall(r'<input[^>]*? name="([^"]+)"[^>]*?value="([^"]*)"', form)
    return {name: html.unescape(value) for name, value in fields if name != "token"} | {"add": "", "main": "en"}


@pytest.mark.slow
def test_the_settings_are_written_into_game_yaml_and_nothing_else_of_it_changes(harbour: TestClient) -> None:
    before, form = files(), settings_form(harbour)
    assert submit(harbour, "/-/settings/harbour", **form).status_code == 303
    assert files() == before  # nothing was changed in the form
    form |= {"title.en": "Harbour: Lights!", "title.fr": "L’Été", "players": "2-5", "ages": "8", "minutes": "20–40"}
    plan = next(name for name in form if name.startswith("plan."))
    assert submit(harbour, "/-/settings/harbour", **{**form, plan: "2 * players"}).status_code == 303
    written = text("data/harbour/game.yaml")
    for line in (
        'name: {en: "Harbour: Lights!", fr: L’Été}',
        "players: [2, 5]",
        "ages: 8",
        "minutes: [20, 40]",
        "2 * players",
    ):
        assert line in written
    comments = re.findall("#.*", before["data/harbour/game.yaml"].decode())
    assert [comment for comment in comments if comment not in written] == []
    assert problems() == []
    page = harbour.get("/harbour/settings").text
    for label in ("Title", "Players", "Ages", "Minutes", "Languages"):
        assert f">{label}<" in page
    undone(harbour, before)


@pytest.mark.slow
def test_what_is_wrong_in_the_settings_is_said_at_its_field_and_nothing_is_written(harbour: TestClient) -> None:
    before, form = files(), settings_form(harbour)
    plan = next(name for name in form if name.startswith("plan."))
    for name, value in (
        ("title.en", " "),
        ("players", "many"),
        ("ages", "9-3"),
        ("minutes", "0"),
        (plan, "2 *"),
        ("add", "xx"),
    ):
        answer = submit(harbour, "/-/settings/harbour", **{**form, name: value})
        assert answer.status_code == 422
        assert name == "add" or re.search(rf'name="{re.escape(name)}"[^>]*aria-invalid="true"', answer.text), name
    assert files() == before


@pytest.mark.slow
def test_a_language_comes_and_goes_with_its_texts(harbour: TestClient) -> None:
    before, form = files(), settings_form(harbour)
    assert (
        submit(
            harbour, "/-/settings/harbour", **{name: value for name, value in form.items() if name != "language.fr"}
        ).status_code
        == 303
    )
    assert "languages: [en]" in text("data/harbour/game.yaml")
    assert "fr:" not in text("data/harbour/cards.yaml") + text("data/harbour/game.yaml")
    assert [problem for problem in problems() if "error" in problem] == []
    undone(harbour, before)
    assert submit(harbour, "/-/settings/harbour", **{**form, "add": "de", "main": "fr"}).status_code == 303
    assert "languages: [fr, en, de]" in text("data/harbour/game.yaml")
    assert Path("data/harbour/rules.de.md").exists()
    undone(harbour, before)


def act(client: TestClient, kind: str, **sent: str) -> int:
    status: int = submit(client, f"/-/fields/harbour/{kind}", **sent).status_code
    return status


@pytest.mark.slow
def test_a_field_of_each_type_is_added_with_sound_values_and_on_the_face(harbour: TestClient) -> None:
    before = files()
    for sort in ("text", "string", "whole", "number", "flag", "choice", "list"):
        sent = {"do": "add", "name": "Été, price!", "type": sort, "words": "low, high", "required": "1", "face": "1"}
        assert act(harbour, "cards", **sent) == 303
        assert "ete_price: " in text("data/harbour/cards.yaml")
        assert ('data-field="ete_price"' in text("templates/harbour/cards.svg")) == (sort not in ("flag", "list"))
        assert [problem for problem in problems() if "error" in problem] == [], sort
        assert harbour.get("/harbour/cards/kite.svg").headers["x-pnp-face"] == "current"
        undone(harbour, before)
    for sent in (
        {"name": "", "type": "text"},
        {"name": "7", "type": "text"},
        {"name": "x", "type": "choice"},
        {"name": "x", "type": "y"},
    ):
        assert act(harbour, "cards", do="add", **sent) == 400
    assert files() == before


@pytest.mark.slow
def test_a_field_is_changed_renamed_and_deleted_and_each_goes_back(harbour: TestClient) -> None:
    before = files()
    steps: list[tuple[str, dict[str, str], str, str]] = [
        ("save", {"field": "value", "type": "whole", "required": "1", "low": "0", "high": "12"}, "balance.yaml", "max: 12"),
        ("save", {"field": "suit", "required": "1", "add": "wave", "word.sun.fr": "soleil"}, "game.yaml", "sun: {fr: soleil}"),
        ("save", {"field": "text", "title.en": "Rule", "title.fr": "Règle"}, "game.yaml", "title: {en: Rule, fr: Règle}"),
        ("save", {"field": "name", "required": ""}, "game.yaml", "name: {type: text}"),
        ("rename", {"field": "suit", "new": "colour"}, "cards.yaml", "colour: sun"),
        ("rename", {"field": "suit", "word": "sun", "new": "lantern"}, "cards.yaml", "suit: lantern"),
        ("delete", {"field": "suit", "word": "star"}, "game.yaml", "of: [sun, moon]"),
        ("kind", {"title.en": "Kaarten", "title.fr": "Cartes", "size": "tarot", "copies": "2"}, "cards.yaml", "copies: 2"),
    ]  # fmt: skip
    for deed, sent, file, wanted in steps:
        assert act(harbour, "cards", do=deed, **sent) == 303, sent
        assert wanted in text(f"data/harbour/{file}"), sent
        if deed != "delete":
            assert [problem for problem in problems() if "error" in problem] == [], sent
        undone(harbour, before)
    assert act(harbour, "cards", do="delete", field="text") == 303
    assert "text:" not in text("data/harbour/cards.yaml")
    assert 'data-field="text"' not in text("templates/harbour/cards.svg")
    assert problems() == []
    undone(harbour, before)


def test_what_a_step_would_change_is_listed_before_it(harbour: TestClient) -> None:
    before = files()
    for query, words in (
        ("field=suit&new=colour", ("Rename suit to colour?", "templates/cards.svg", "forge.yaml")),
        ("field=suit&word=sun&new=lantern", ("Rename sun to lantern?", "lantern.svg")),
        ("field=value&do=delete", ("Delete value?", "balance.yaml")),
        ("do=delete-kind", ("Delete Cards?", "balance.yaml")),
    ):
        page = harbour.get(f"/harbour/cards/fields?{query}")
        assert page.status_code == 200
        for word in words:
            assert word in page.text
    assert harbour.get("/harbour/cards/fields?field=none&do=delete").status_code == 404
    assert harbour.get("/harbour/cards/fields?field=suit&new=a%20b").status_code == 400
    assert files() == before


@pytest.mark.slow
def test_a_kind_is_deleted_with_all_that_is_its_own(harbour: TestClient) -> None:
    before = files()
    for kind in ("cards", "tokens", "rules"):
        assert act(harbour, kind, do="delete-kind") == 303
        assert harbour.get(f"/harbour/{kind}/").status_code == 404
        assert not any(f"/{kind}." in name for name in files())
        assert [problem for problem in problems() if "error" in problem] == [], kind
        undone(harbour, before)


@pytest.mark.slow
def test_fonts_and_colours_are_chosen_and_comments_stay(harbour: TestClient) -> None:
    before, style = files(), "templates/harbour/style.yaml"
    assert submit(harbour, "/-/style/harbour", **{"font.display": "Andika_700Bold"}).status_code == 303
    assert "display: Andika_700Bold" in text(style)
    comments = re.findall("#[^0-9a-f].*", before[style].decode())
    assert [comment for comment in comments if comment not in text(style)] == []
    undone(harbour, before)
    assert submit(harbour, "/-/style/harbour", name="sea", colour="#64a0df").status_code == 303
    assert "#64a0df" in text(style)
    assert submit(harbour, "/-/style/harbour", **{"tint.sea": "#99ccff"}).status_code == 303
    assert "#99ccff" in text(style)
    assert problems() == []
    for wrong in ({"font.display": "None"}, {"tint.sea": "blue"}, {"name": "A B"}):
        assert submit(harbour, "/-/style/harbour", **wrong).status_code == 400
    page = harbour.get("/harbour/style").text
    assert 'type="color"' in page
    address = html.unescape(re.findall(r'src="(/-/fonts/[^"]+\.svg)"', page)[0])
    assert harbour.get(address).content.startswith((b"<?xml", b"<svg"))


@pytest.mark.slow
def test_a_font_is_taken_in_and_what_is_none_is_refused(harbour: TestClient) -> None:
    before, path = files(), "/-/fonts/harbour/My Mono.ttf"
    assert harbour.put(path, content=PLAIN.read_bytes()).status_code == 200
    assert "My Mono" in harbour.get("/harbour/style").text
    undone(harbour, before)
    assert harbour.put(path, content=b"nothing").status_code == 422
    assert harbour.put("/-/fonts/harbour/x.exe", content=PLAIN.read_bytes()).status_code == 400
    assert files() == before


@pytest.mark.slow
def test_a_text_and_a_picture_are_added_to_a_face_in_a_free_place(harbour: TestClient) -> None:
    before, path = files(), "/-/boxes/harbour/cards"
    for side, sent, wanted in (
        ("front", {"field": "suit"}, 'data-field="suit"'),
        ("front", {"picture": ""}, 'data-if="not blank" data-place="art" href="cards/{{ item.art or item.suit }}.svg"'),
        ("back", {"picture": "cards/sun.svg"}, '<use href="cards/sun.svg"'),
    ):
        name = f"templates/harbour/cards{'-back' if side == 'back' else ''}.svg"
        assert submit(harbour, f"{path}?side={side}", **sent).status_code == 303
        assert wanted in text(name)
        added = [line for line in text(name).splitlines() if line not in before[name].decode().splitlines()]
        assert len(added) == 1
        assert problems() == []
        undone(harbour, before)
    assert submit(harbour, path, field="none").status_code == 404
    assert submit(harbour, path, picture="../x.svg").status_code == 404
    page = html.unescape(html.unescape(harbour.get("/harbour/cards/design").text))
    for name in ('"name": "frame"', '"name": "picture of the item"', '"name": "value"'):
        assert name in page
    assert "side=back" in page
