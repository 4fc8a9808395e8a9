"""The tool in a browser makes the very bytes of the command: run under node, out of a site that carries it."""

import os
import shutil
import subprocess
from base64 import b64decode
from contextlib import chdir
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from msgspec import json
from PIL import Image
from projects import ROOT, typed

from generator.core.folders import Project
from generator.web.site.browser import AboutSite
from generator.web.site.carried import runtime_files, tool_files
from generator.web.site.carried_games import forged_kinds, game_zip
from generator.web.terms import Terms
from generator.web.workshop import Workshop

RUNTIME = ROOT / ".node/runtime"
DRIVER = Path(__file__).parent / "js/tool.mjs"
needs_runtime = pytest.mark.skipif(
    shutil.which("node") is None or not (RUNTIME / "pyodide.mjs").exists(), reason="no runtime here: make node"
)


def asked(site: Path, game: str, language: str, *addresses: str) -> list[dict[str, Any]]:
    """What the tool of a site answers."""
    command = ["node", *map(str, (DRIVER, site, RUNTIME)), game, language, *addresses]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
    told = [json.decode(line) for line in done.stdout.splitlines()]
    answers = [{**one, "content": b64decode(one["content"])} for one in told]
    refused = [
        (address, one["content"]) for address, one in zip(addresses, answers, strict=True) if one["status"] != 200
    ]
    assert refused == []
    return answers


def by_command(folder: Path, game: str, kind: str, language: str) -> list[bytes]:
    """What the commands write: new items, sheets, blank forms, what is wrong, of a game in a language."""
    new = typed(folder, "generate", kind, "--game", game, "--count", "3", "--seed", "7").stdout.encode()
    for verb in ("render", "blank"):
        done = typed(folder, verb, game, "--kind", kind, "--lang", language, "--out", "out")
        assert done.exit_code == 0, done.output
    name = f"{kind}{{}}{'' if language == 'en' else f'.{language}'}.pdf"
    sheets = [(folder / "out" / game / name.format(suffix)).read_bytes() for suffix in ("", "-blank")]
    return [new, *sheets, typed(folder, "check", f"data/{game}", "--format", "json").stdout.encode()]


def by_tool(site: Path, game: str, kind: str, language: str, *more: str) -> tuple[list[bytes], list[bytes]]:
    """The same from a site's tool; then what it answers to more addresses."""
    own = f"/{game}/{kind}"
    addresses = f"{own}/forge.yaml?count=3&seed=7", f"{own}.pdf?lang={language}", f"{own}-blank.pdf?lang={language}"
    told = asked(site, game, language, *addresses, f"/{game}/problems.json", *more)
    content = [one["content"] for one in told]
    return content[:4], content[4:]


def chances(folder: Path, question: str, *values: str, game: str) -> bytes:
    told = typed(folder, "odds", question, *values, "--game", game, "--format", "json")
    assert told.exit_code == 0, told.output
    found: bytes = json.decode(told.stdout)["chance"].encode()
    return found


@needs_runtime
@pytest.mark.dear
def test_a_strangers_game_is_made_in_the_browser_as_by_the_commands(tmp_path: Path) -> None:
    """Of its pictures some are drawings and some photographs: each begins Python anew, which takes seconds."""
    assert typed(tmp_path, "new", "my-game", "--languages", "en,fr").exit_code == 0
    in_pixels(tmp_path / "templates/my-game")
    made = typed(tmp_path, "site", "--out", "site", "--runtime", str(RUNTIME))
    assert made.exit_code == 0, made.output
    site = tmp_path / "site"
    assert "data-tool-says" in (site / "fr/my-game/letters/forge/index.html").read_text()
    own = "own=" + quote('{"title": "À moi", "to": "well", "weight": "1", "stamps": "2"}')
    same, (page, look, sheets, odds) = by_tool(
        site,
        "my-game",
        "letters",
        "fr",
        "/my-game/letters/forge?count=3&seed=7",
        f"/my-game/letters/own/look.json?{own}",
        f"/my-game/letters/own.pdf?{own}&lang=fr",
        "/my-game/lab/odds/draw?kind=letters&draws=2&where=weight+%3E+1&at-least=1",
    )
    assert same == by_command(tmp_path, "my-game", "letters", "fr")
    assert 'lang="fr"' in page.decode()
    assert page.decode().count('data-made-src="/my-game/letters/forge/') == 3
    assert json.decode(look)["problems"] == []
    assert "data:image/" in json.decode(look)["faces"][0]["svg"]
    assert (
        chances(tmp_path, "draw", "kind=letters", "draws=2", "where=weight > 1", "at-least=1", game="my-game") in odds
    )
    with (tmp_path / "data/my-game/letters.yaml").open("a", encoding="utf-8") as file:
        file.write("\n- id: a-moi\n  title: À moi\n  to: well\n  weight: 1\n  stamps: 2\n")
    printed = typed(tmp_path, "render", "--kind", "letters", "--item", "a-moi", "--lang", "fr", "--out", "mine")
    assert printed.exit_code == 0, printed.output
    assert sheets == (tmp_path / "mine/my-game/letters.fr.pdf").read_bytes()


def in_pixels(templates: Path) -> None:
    """Have the places of letters shown as photographs: JPEG and PNG with what is transparent, finer than is seen."""
    for face in templates.glob("*.svg"):
        face.write_text(face.read_text().replace(' }}.svg"', ' }}"'))
    for number, name in enumerate(("well", "can", "pot", "stump")):
        mode, sort = ("RGB", "jpg") if number % 2 else ("RGBA", "png")
        tones = Image.merge(mode, [Image.linear_gradient("L").rotate(90 * turn) for turn in range(len(mode))])
        (templates / f"art/{name}.svg").unlink()
        tones.resize((700 + number, 600)).save(templates / f"art/{name}.{sort}")


QUESTIONS = {
    "tricks-or-treats": (("draw", "kind=surprise-cards", "draws=2", "where=copies > 1", "at-least=1"),),
    "star-road": (("draw", "kind=blueprints", "draws=3", "where=value > 2", "at-least=1"),),
    "collectors": (("collectors/check", "bonus=2", "reflexes=8"),),
}


@needs_runtime
@pytest.mark.dear
@pytest.mark.skipif(os.environ.get("PNP_FACES") != "all", reason="PNP_FACES=all, as make promise has it, tries them")
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("game", "kind"),
    [("tricks-or-treats", "surprise-cards"), ("star-road", "blueprints"), ("collectors", "items")],
)
def test_the_shipped_games_too(tmp_path: Path, game: str, kind: str, language: str) -> None:
    for folder in ("data", "templates"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    with chdir(tmp_path):
        workshop = Workshop(Project(Path("data"), Path("templates")), Terms(public=True))
        if language not in workshop.game(game).game.languages:
            pytest.skip(f"{game} is not written in {language}")
        assert kind in forged_kinds(workshop.project, workshop.game(game))
        screens = [(game, kind, "forge"), (game, kind, "own")]
        about = AboutSite((language,), {game: "en"}, "a4", tuple(screens), ())
        carried = {
            **tool_files(runtime_files(RUNTIME), (language,)),
            f"{game}.zip": game_zip(workshop, game, screens),
            "site.json": json.encode(about),
        }
    for name, content in carried.items():
        path = tmp_path / "site/tool" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    shutil.copytree(ROOT / "generator/web/static/js/site", tmp_path / "site/static/js/site")
    questions = QUESTIONS[game]
    more = [f"/{game}/lab/odds/{one}?{'&'.join(map(_option, values))}" for one, *values in questions]
    same, odds = by_tool(tmp_path / "site", game, kind, language, *more)
    assert same == by_command(tmp_path, game, kind, language)
    for (question, *values), page in zip(questions, odds, strict=True):
        assert chances(tmp_path, question, *values, game=game) in page


def _option(said: str) -> str:
    name, _, value = said.partition("=")
    return f"{name}={quote(value)}"
