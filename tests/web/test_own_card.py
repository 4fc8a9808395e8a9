"""A card of a visitor's own: what a link says is checked as the command checks it, and printed byte for byte the same."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from each import each
from projects import typed

from generator.core import folders
from generator.web.app import make_app
from generator.web.errands import HereAndNow
from generator.web.site.askable import Answers
from generator.web.terms import Terms
from generator.web.workshop import Workshop

CARD = {"title": "A letter to nobody", "to": "boot", "weight": "1", "stamps": "2"}
PAGE = "/my-game/letters/own"


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Answers:
    """What a site of a game in two languages asks."""
    assert typed(tmp_path, "new", "my-game", "--languages", "en,fr").exit_code == 0
    monkeypatch.chdir(tmp_path)
    workshop = Workshop(folders.Project(Path("data"), Path("templates")), Terms(site=True))
    return Answers(make_app(workshop, errands=HereAndNow()))


def told(card: Any) -> tuple[str, str]:
    return "own", card if isinstance(card, str) else json.dumps(card)


def asked(post: Answers, path: str, *options: tuple[str, str], accept: str = "application/json") -> tuple[int, bytes]:
    answer = post.ask(path, options, accept=accept)
    return answer.status_code, bytes(answer.body)


def looked_at(post: Answers, *cards: Any, language: str = "en") -> dict[str, Any]:
    status, body = asked(post, f"{PAGE}/look.json", *map(told, cards), ("lang", language))
    assert status == 200, body
    found: dict[str, Any] = json.loads(body)
    return found


def test_a_card_is_drawn_and_found_sound(post: Answers) -> None:
    found = looked_at(post, CARD)
    assert found["id"] == "a-letter-to-nobody"
    assert found["problems"] == []
    assert [face["side"] for face in found["faces"]] == ["front", "back"]
    assert "A letter to nobody" in found["faces"][0]["svg"]


@pytest.mark.slow
@each(
    "path, options",
    [
        ("/my-game/letters/forge", {"count": "3", "seed": "7"}),
        ("/my-game/letters/forge.yaml", {"count": "3", "seed": "7"}),
        ("/my-game/letters-blank.pdf", {}),
        ("/my-game/lab/odds", {}),
        ("/my-game/lab/odds/draw", {"kind": "letters", "draws": "2", "where": "weight > 1", "at-least": "1"}),
    ],
)
def test_a_site_answers_in_browsers_what_else_is_asked_of_it(post: Answers, path: str, options: dict[str, str]) -> None:
    assert asked(post, path, *options.items(), accept="text/html")[0] == 200


@pytest.mark.slow
def test_fields_are_called_as_the_game_calls_them(post: Answers) -> None:
    file = Path("data/my-game/game.yaml")
    text = file.read_text(encoding="utf-8")
    before = "weight: {type: whole, required: true"
    assert text.count(before) == 1
    file.write_text(text.replace(before, f"{before}, title: {{en: weight, fr: poids}}"), encoding="utf-8")
    for language, called in (("en", ["title", "weight", "Picture"]), ("fr", ["title", "poids", "image"])):
        page = asked(post, PAGE, ("lang", language), accept="text/html")[1].decode()
        (form,) = re.findall(r'data-form="([^"]+)"', page)
        labels = {field["name"]: field["label"] for field in json.loads(unescape(form))["fields"]}
        assert [labels[name] for name in ("title", "weight", "art")] == called


@pytest.mark.slow
def test_a_word_of_a_choice_that_is_called_in_one_language_only_is_told(post: Answers) -> None:
    file = Path("data/my-game/game.yaml")
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("birdhouse], ", "birdhouse], titles: {boot: {en: old boot}}, "), encoding="utf-8")
    told = typed(Path(), "check", "--all").output
    assert "missing-translation: no text in 'fr'" in told


@pytest.mark.slow
def test_what_is_wrong_with_a_card_is_said_at_its_field(post: Answers) -> None:
    found = looked_at(post, {**CARD, "stamps": "7", "weight": "heavy"})
    said = {(one["level"], one["field"]) for one in found["problems"]}
    assert ("error", "weight") in said
    assert {one["field"] for one in looked_at(post, {**CARD, "stamps": "7"})["problems"]} == {"stamps"}
    long = looked_at(post, {**CARD, "title": "A very long title " * 20})
    assert [one["field"] for one in long["problems"]] == ["title"]


@pytest.mark.slow
def test_a_card_that_nobody_wrote_yet_is_sound(post: Answers) -> None:
    assert looked_at(post, "")["problems"] == []
    _, page = asked(post, PAGE, ("lang", "fr"), accept="text/html")
    assert b'data-language="fr"' in page


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
def test_cards_are_printed_as_the_command_prints_the_same_yaml(post: Answers, tmp_path: Path, language: str) -> None:
    kept = typed(tmp_path, "generate", "letters", "--count", "3", "--seed", "7")
    ids = [line.removeprefix("- id: ") for line in kept.stdout.splitlines() if line.startswith("- id: ")]
    options = (told(CARD), ("keep", f"count=3&seed=7:{','.join(ids)}"), ("lang", language))
    status, text = asked(post, f"{PAGE}.yaml", *options)
    assert status == 200
    assert text.decode().startswith(kept.stdout)
    status, sheets = asked(post, f"{PAGE}.pdf", *options)
    assert status == 200
    with (tmp_path / "data/my-game/letters.yaml").open("ab") as file:
        file.write(b"\n" + text)
    wanted = [word for one in (*ids, "a-letter-to-nobody") for word in ("--item", one)]
    done = typed(tmp_path, "render", "--kind", "letters", *wanted, "--lang", language, "--out", "out")
    assert done.exit_code == 0, done.output
    assert sheets == next((tmp_path / "out").rglob("*.pdf")).read_bytes()


@pytest.mark.slow
def test_several_cards_have_ids_of_their_own(post: Answers) -> None:
    _, text = asked(post, f"{PAGE}.yaml", told(CARD), told(CARD))
    assert text.decode().count("- id: a-letter-to-nobody\n") == 1
    assert "- id: a-letter-to-nobody-2\n" in text.decode()


@pytest.mark.slow
@each(
    "card, says",
    [
        ("not JSON", "own is an object"),
        ("[1]", "own is an object"),
        ("[" * 3_000, "own is an object"),
        ('{"title": "\\ud800"}', "own is an object"),
        ('{"id": "mine"}', "no field 'id'"),
        ('{"waive": {"number-range": "I may"}}', "no field 'waive'"),
        ('{"__class__": "x"}', "no field '__class__'"),
        (json.dumps({"title": "x" * 7_000}), "6,000 characters at most"),
    ],
)
def test_a_link_that_says_no_card_is_refused(post: Answers, card: str, says: str) -> None:
    status, body = asked(post, f"{PAGE}/look.json", told(card))
    assert status == 400
    assert says in json.loads(body)["error"]


@pytest.mark.slow
@each(
    "card",
    [
        {**CARD, "title": {"deep": {"er": ["x", {"y": "z"}]}}},
        {**CARD, "weight": [["1"]]},
        {**CARD, "title": "<script>alert(1)</script> \u202e {icon} {=1/0} [[ '\"\n- id: x"},
        {**CARD, "to": "../../../../etc/passwd"},
        {**CARD, "weight": "1e999", "stamps": True},
    ],
)
def test_strange_values_are_problems_and_never_faults(post: Answers, card: dict[str, Any]) -> None:
    status, body = asked(post, f"{PAGE}/look.json", told(card))
    assert status in (200, 400, 422)
    found = json.loads(body)
    assert found.get("problems") or found.get("error") or "&lt;script" in found["faces"][0]["svg"]
    assert not any("<script" in face["svg"] for face in found.get("faces", ()))
    assert asked(post, f"{PAGE}.pdf", told(card))[0] in (200, 400, 409, 422)


@pytest.mark.slow
def test_no_file_but_the_forms_pictures_is_given_away(post: Answers) -> None:
    assert asked(post, f"{PAGE}/art/art/boot.svg")[0] == 200
    for name in ("style.yaml", "art/../style.yaml", "../../data/my-game/game.yaml", "letter.svg"):
        assert asked(post, f"{PAGE}/art/{name}")[0] == 404


@pytest.mark.slow
def test_too_many_cards_and_unknown_options_are_refused(post: Answers) -> None:
    assert asked(post, f"{PAGE}/look.json", *[told(CARD)] * 13)[0] == 400
    assert asked(post, f"{PAGE}/look.json", ("colour", "red"))[0] == 400
