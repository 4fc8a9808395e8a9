"""The tool in a browser makes the very bytes of the command: run under node, out of a site that carries it."""

import os
import shutil
import subprocess
from base64 import b64decode
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from projects import ROOT, typed

from generator.core.folders import Project
from generator.project.workspace import Workspace
from generator.web.site.browser import AboutSite
from generator.web.site.carried import forged_kinds, game_zip, runtime_files, tool_zip

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
    assert [one["status"] for one in told] == [200] * len(addresses)
    return [{**one, "content": b64decode(one["content"])} for one in told]


def written(folder: Path, game: str, kind: str, language: str, *, first: bool) -> tuple[bytes, bytes]:
    """New items and sheets as the command writes them."""
    new = typed(folder, "generate", kind, "--game", game, "--count", "3", "--seed", "7").stdout.encode()
    assert typed(folder, "render", game, "--kind", kind, "--lang", language, "--out", "out").exit_code == 0
    return new, (folder / f"out/{game}/{kind}{'' if first else f'.{language}'}.pdf").read_bytes()


@needs_runtime
@pytest.mark.dear
def test_a_strangers_game_is_forged_and_printed_in_the_browser_as_by_the_command(tmp_path: Path) -> None:
    assert typed(tmp_path, "new", "my-game", "--languages", "en,fr").exit_code == 0
    assert typed(tmp_path, "site", "--out", "site", "--runtime", str(RUNTIME)).exit_code == 0
    site = tmp_path / "site"
    assert "data-tool-says" in (site / "fr/my-game/letters/forge/index.html").read_text()
    pages = asked(
        site,
        "my-game",
        "fr",
        "/my-game/letters/forge.yaml?count=3&seed=7",
        "/my-game/letters.pdf?lang=fr",
        "/my-game/letters/forge?count=3&seed=7",
        "/my-game/lab/odds/draw?kind=letters&draws=2&where=weight+%3E+1&at-least=1",
    )
    assert (pages[0]["content"], pages[1]["content"]) == written(tmp_path, "my-game", "letters", "fr", first=False)
    page = pages[2]["content"].decode()
    assert 'lang="fr"' in page
    assert page.count('data-made-src="/my-game/letters/forge/') == 3
    odds = typed(
        tmp_path, "odds", "draw", "kind=letters", "draws=2", "where=weight > 1", "at-least=1", "--format", "json"
    )
    assert json.decode(odds.stdout)["chance"].encode() in pages[3]["content"]


@needs_runtime
@pytest.mark.dear
@pytest.mark.skipif(os.environ.get("PNP_FACES") != "all", reason="PNP_FACES=all, as make promise has it, tries them")
@pytest.mark.parametrize(
    ("game", "kind", "language"),
    [
        ("tricks-or-treats", "surprise-cards", "fr"),
        ("star-road", "blueprints", "en"),
        ("collectors", "items", "en"),
    ],
)
def test_the_shipped_games_too(tmp_path: Path, game: str, kind: str, language: str) -> None:
    for folder in ("data", "templates"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    with chdir(tmp_path):
        project = Project(Path("data"), Path("templates"))
        snapshot = Workspace(project, Path("output")).update(games=[game])[game]
        assert snapshot is not None
        assert kind in forged_kinds(project, snapshot)
        about = AboutSite((language,), {game: "en"}, "a4", ((game, kind),), ())
        carried = {
            **runtime_files(RUNTIME),
            "tool.zip": tool_zip((language,)),
            f"{game}.zip": game_zip(project, snapshot, iter([kind])),
            "site.json": json.encode(about),
            "tool.json": json.encode({"wheels": [path.name for path in RUNTIME.glob("*.whl")]}),
        }
    for name, content in carried.items():
        path = tmp_path / "site/tool" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    shutil.copytree(ROOT / "generator/web/static/js/site", tmp_path / "site/static/js/site")
    addresses = f"/{game}/{kind}/forge.yaml?count=3&seed=7", f"/{game}/{kind}.pdf?lang={language}"
    new, sheets = asked(tmp_path / "site", game, language, *addresses)
    assert (new["content"], sheets["content"]) == written(tmp_path, game, kind, language, first=language == "en")
