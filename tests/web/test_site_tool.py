"""The tool in a browser makes the very bytes of the command: run under node, out of a site that carries it."""

import re
import shutil
import subprocess
from base64 import b64decode
from contextlib import chdir
from pathlib import Path
from urllib.parse import quote

import pytest
from msgspec import json
from PIL import Image
from projects import ROOT, typed

from generator.core.folders import Project
from generator.web.site import browser
from generator.web.site.addresses import Addresses, Linker
from generator.web.site.carried import has_memory, packed_game, runtime_files, tool_files
from generator.web.terms import Terms
from generator.web.workshop import Workshop

RUNTIME = ROOT / ".node/runtime"
DRIVER = Path(__file__).parent / "js/tool.mjs"
needs_runtime = pytest.mark.skipif(
    shutil.which("node") is None or not (RUNTIME / "pyodide.mjs").exists(), reason="no runtime here: make node"
)


Question = tuple[str, str, str]  # a game, the language of the page that asks, and an address


def asked(site: Path, questions: list[Question]) -> list[bytes]:
    """What the tool of a site answers, all in one process."""
    command = ["node", str(DRIVER), str(site), json.encode(questions).decode()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    told = [json.decode(line) for line in done.stdout.splitlines()]
    contents = [b64decode(one["content"]) for one in told]
    lines = zip(questions, told, contents, strict=True)
    assert [(asks, content) for asks, one, content in lines if one["status"] != 200] == []
    return contents


def by_command(folder: Path, game: str, kind: str, language: str) -> list[bytes]:
    """What the commands write: new items, sheets, blank forms, what is wrong, of a game in a language."""
    new = typed(folder, "generate", kind, "--game", game, "--count", "3", "--seed", "7").stdout.encode()
    for verb in ("render", "blank"):
        done = typed(folder, verb, game, "--kind", kind, "--lang", language, "--out", "out")
        assert done.exit_code == 0, done.output
    name = f"{kind}{{}}{'' if language == 'en' else f'.{language}'}.pdf"
    sheets = [(folder / "out" / game / name.format(suffix)).read_bytes() for suffix in ("", "-blank")]
    return [new, *sheets, typed(folder, "check", f"data/{game}", "--format", "json").stdout.encode()]


def same_to_the_tool(game: str, kind: str, language: str) -> list[Question]:
    """What asks a site's tool for the same."""
    own = f"/{game}/{kind}"
    addresses = f"{own}/forge.yaml?count=3&seed=7", f"{own}.pdf?lang={language}", f"{own}-blank.pdf?lang={language}"
    return [(game, language, address) for address in (*addresses, f"/{game}/problems.json")]


def chances(folder: Path, question: str, *values: str, game: str) -> bytes:
    told = typed(folder, "odds", question, *values, "--game", game, "--format", "json")
    assert told.exit_code == 0, told.output
    found: bytes = json.decode(told.stdout)["chance"].encode()
    return found


@needs_runtime
@pytest.mark.slow
def test_a_strangers_game_is_made_in_the_browser_as_by_the_commands(tmp_path: Path) -> None:
    """Of its pictures some are drawings and some photographs: each begins Python anew, which takes seconds."""
    assert typed(tmp_path, "new", "my-game", "--languages", "en,fr").exit_code == 0
    in_pixels(tmp_path / "templates/my-game")
    made = typed(tmp_path, "site", "--out", "site", "--runtime", str(RUNTIME))
    assert made.exit_code == 0, made.output
    site = tmp_path / "site"
    assert "data-tool-says" in (site / "fr/my-game/letters/forge/index.html").read_text()
    own = "own=" + quote('{"title": "À moi", "to": "well", "weight": "1", "stamps": "2"}')
    more = (
        "/my-game/letters/forge?count=3&seed=7",
        f"/my-game/letters/own/look.json?{own}",
        f"/my-game/letters/own.pdf?{own}&lang=fr",
        "/my-game/lab/odds/draw?kind=letters&draws=2&where=weight+%3E+1&at-least=1",
    )
    same = same_to_the_tool("my-game", "letters", "fr")
    found = asked(site, [*same, *(("my-game", "fr", address) for address in more)])
    page, look, sheets, odds = found[len(same) :]
    assert found[: len(same)] == by_command(tmp_path, "my-game", "letters", "fr")
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


def test_scripts_call_classes_of_python_by_the_names_they_have() -> None:
    scripts = (ROOT / "generator/web/static/js/site").glob("*.js")
    called = {name for script in scripts for name in re.findall(r"\bmodule\(\)\.(\w+)", script.read_text())}
    assert "Tool" in called
    assert [name for name in called if not hasattr(browser, name)] == []


def in_pixels(templates: Path) -> None:
    """Have the places of letters shown as photographs: JPEG and PNG with what is transparent, finer than is seen."""
    for face in templates.glob("*.svg"):
        face.write_text(face.read_text().replace(' }}.svg"', ' }}"'))
    for number, name in enumerate(("well", "can", "pot", "stump")):
        mode, sort = ("RGB", "jpg") if number % 2 else ("RGBA", "png")
        tones = Image.merge(mode, [Image.linear_gradient("L").rotate(90 * turn) for turn in range(len(mode))])
        (templates / f"art/{name}.svg").unlink()
        tones.resize((700 + number, 600)).save(templates / f"art/{name}.{sort}")


SHIPPED = {  # languages, a kind with a forge, and a question
    "collectors": (("en",), "characters", ("collectors/check", "bonus=2", "reflexes=8")),
    "star-road": (("en",), "blueprints", ("draw", "kind=blueprints", "draws=1", "where=value > 2", "at-least=1")),
    "tricks-or-treats": (
        ("en", "fr"),
        "housing-tiles",
        ("draw", "kind=housing-tiles", "draws=1", "where=difficulty > 10", "at-least=1"),
    ),
}


@needs_runtime
@pytest.mark.rare
def test_the_shipped_games_too_in_all_their_languages(tmp_path: Path) -> None:
    for folder in ("data", "templates"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    site = tmp_path / "site"
    screens = [(game, kind, screen) for game, (_, kind, _) in SHIPPED.items() for screen in ("forge", "own")]
    with chdir(tmp_path):
        workshop = Workshop(Project(Path("data"), Path("templates")), Terms(site=True))
        addresses = Addresses(("en", "fr"), dict.fromkeys(SHIPPED, "en"), "a4")
        carried = {
            **tool_files(runtime_files(RUNTIME), ("en", "fr")),
            **{f"{game}.bin": packed_game(workshop, game, screens) for game in SHIPPED},
            "site.json": json.encode(Linker(addresses, frozenset(), frozenset(screens))),
        }
    assert has_memory(carried), "the runtime is of other code: make runtime"
    for name, content in carried.items():
        path = site / "tool" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    shutil.copytree(ROOT / "generator/web/static/js/site", site / "static/js/site")
    questions, wanted = [], []
    for game, (languages, kind, (odds, *values)) in SHIPPED.items():
        for language in languages:
            questions += same_to_the_tool(game, kind, language)
            wanted += by_command(tmp_path, game, kind, language)
        questions.append((game, "en", f"/{game}/lab/odds/{odds}?{'&'.join(map(_option, values))}"))
        wanted.append(chances(tmp_path, odds, *values, game=game))
    for question, found, content in zip(questions, asked(site, questions), wanted, strict=True):
        assert content in found if "/odds/" in question[2] else content == found, question


def _option(said: str) -> str:
    name, _, value = said.partition("=")
    return f"{name}={quote(value)}"
