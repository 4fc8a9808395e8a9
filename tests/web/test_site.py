"""A site is the workshop's pages as files: all links lead somewhere in it, and what is the same stays as it is."""

import json
import re
from gzip import compress, decompress
from html import unescape
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit
from zipfile import ZipFile

import pytest
from PIL import Image
from projects import GAME, PEOPLE, ROOT, STALL, STALLS, STYLE, typed, write_files

from generator.core.folders import Project
from generator.core.problem import WrongUse
from generator.web.app import make_app
from generator.web.errands import HereAndNow
from generator.web.site.askable import Answers
from generator.web.site.carried import PYODIDE, has_memory, lay_out, packed_game, runtime_files, tool_files
from generator.web.terms import Terms
from generator.web.workshop import Workshop

LINK = re.compile(r'\s(?:href|src|action)="([^"]*)"')
PICTURED = STALL.replace("</svg>", '<image x="30" y="16" width="15" height="10" href="cake.png"/></svg>')


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    """A stranger's game: a raster picture, two languages, a rulebook and no forge."""
    picture = BytesIO()
    Image.linear_gradient("L").resize((300, 200)).save(picture, "PNG")
    write_files(
        tmp_path,
        {
            "data/fair/game.yaml": GAME + "players: [2, 3]\n",
            "data/fair/stalls.yaml": STALLS,
            "data/fair/people.yaml": PEOPLE,
            "templates/fair/stall.svg": PICTURED,
            "templates/fair/style.yaml": STYLE,
        },
        plain=True,
    )
    (tmp_path / "templates/fair/cake.png").write_bytes(picture.getvalue())
    return tmp_path


def made(folder: Path, *more: str) -> Path:
    result = typed(folder, "site", "--out", "site", "--jobs", "1", *more)
    assert result.exit_code == 0, result.output
    return folder / "site"


def files_of(site: Path) -> dict[str, bytes]:
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}


def lost_links(files: dict[str, bytes]) -> list[tuple[str, str]]:
    """The links of pages that lead nowhere in the site."""
    lost = []
    for name, content in files.items():
        for link in LINK.findall(content.decode()) if name.endswith(".html") else ():
            there = urlsplit(urljoin(f"http://host/sub/{name}", unescape(link)))
            path = unquote(there.path).removeprefix("/sub/")
            path += "index.html" if path.endswith("/") or not path else ""
            if not link.startswith(("#", "data:")) and (there.netloc != "host" or path not in files):
                lost.append((name, link))
    return lost


def test_every_link_of_a_site_leads_to_a_file_in_it(fair: Path) -> None:
    files = files_of(made(fair))
    assert {"index.html", "fr/index.html", "fair/stalls/cake/index.html", "fr/fair/stalls/index.html"} <= files.keys()
    assert {"fair/stalls/cake.svg", "fair/stalls/cake.fr.svg", "fair/stalls.pdf", "fair/stalls.fr.pdf"} <= files.keys()
    assert lost_links(files) == []
    for name, content in files.items():
        if name.endswith(".html"):
            page = content.decode()
            assert "content-security-policy" in page
            assert not re.search(r"data-made|- id: |pnp-token|data-now|/events", page), (
                "it shows a file, or asks a server"
            )
            assert not re.search(r"\sstyle=|<style|<script(?![^>]*\ssrc=)|\son\w+=", page), (
                f"the policy forbids what is in {name}"
            )
    table = json.loads(files["fr/fair/table/table-2.json"])
    assert table["site"] == {"root": "../../..", "own": "en"}
    assert table["language"] == "fr"


RULES_KIND = "  rules: {title: {en: Rules, fr: Règles}, size: [50, 40], template: rules.svg, prose: rules}\n"
RULES_PAGE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="40mm" viewBox="0 0 50 40">
  <rect data-flow="1" x="2" y="2" width="46" height="36"/>
</svg>
"""
PROSE = """\
prose:
  body: {font: text, size: 6}
  bold: text
  italic: text
  section: {font: text, size: 8}
  step: {font: text, size: 7}
  bullets: {indent: 4}
  numbers: {font: text, size: 6}
  table: {font: text, size: 6, head: text}
  box: {font: text, size: 6, inset: [2, 2, 2, 2]}
"""
TABLE = "size: [60, 50]\ncomponents:\n  - {show: stalls/cake, at: [30, 25]}\n"
RULES = "# Fair\n\nRun a **stall** at the fair.\n\n![Two stalls at the start](table:start.yaml)\n"
FACTS = 'front-facts: {en: "from 6 years* · 20 minutes*", fr: "dès 6 ans* · 20 minutes*"}\n'


@pytest.mark.slow
def test_the_front_door_says_what_a_game_is_and_shows_its_table(fair: Path) -> None:
    write_files(
        fair,
        {
            "data/fair/game.yaml": GAME.replace("  people:\n", f"{RULES_KIND}  people:\n") + "players: [2, 3]\n",
            "data/fair/rules.en.md": RULES,
            "data/fair/rules.fr.md": RULES,
            "data/fair/start.yaml": TABLE,
            "templates/fair/rules.svg": RULES_PAGE,
            "templates/fair/style.yaml": STYLE + PROSE,
            "templates/fair/words.yaml": FACTS,
        },
    )
    files = files_of(made(fair))
    for page, facts in (
        ("index.html", "from 6 years"),
        ("fair/index.html", "from 6 years"),
        ("fr/index.html", "dès 6 ans"),
    ):
        text = files[page].decode()
        assert "Run a stall at the fair." in text
        assert f"{facts} · 20 minutes<" in text
        assert 'alt="Two stalls at the start"' in text
        assert "rules/read/figure-0." in text
    assert lost_links(files) == []


def test_code_of_a_project_is_carried_only_if_it_is_trusted(fair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(fair / "config"))
    (fair / "data/fair/play.py").write_text("PROCEDURES = {}\n")
    (fair / "data/fair/other.py").write_text("")
    monkeypatch.chdir(fair)
    workshop = Workshop(Project(Path("data"), Path("templates")), Terms(site=True))

    def carried() -> set[str]:
        told = decompress(packed_game(workshop, "fair", ())).partition(b"\n")[0]
        return {name for name, _ in json.loads(told) if name.endswith(".py")}

    assert carried() == set()
    assert typed(fair, "trust", "fair").exit_code == 0
    assert carried() == {"data/fair/play.py"}
    (fair / "data/fair/play.py").write_text("PROCEDURES = {1: 2}\n")
    assert carried() == set()


def test_a_link_check_finds_what_leads_nowhere_or_away() -> None:
    page = b'<a href="there/">a</a><a href="gone/">b</a><img src="https://else.example/x.png"><a href="#top">c</a>'
    assert lost_links({"index.html": page, "there/index.html": b""}) == [
        ("index.html", "gone/"),
        ("index.html", "https://else.example/x.png"),
    ]


@pytest.mark.slow
def test_sheets_of_a_site_are_those_of_the_commands(fair: Path) -> None:
    files = files_of(made(fair, "--paper", "a4", "--paper", "letter"))
    for paper, name in (("a4", "stalls.pdf"), ("letter", "stalls.letter.pdf")):
        assert typed(fair, "render", "--paper", paper, "--out", paper).exit_code == 0
        assert files[f"fair/{name}"] == (fair / paper / "fair/stalls.pdf").read_bytes()
    assert typed(fair, "render", "--lang", "fr", "--out", "french").exit_code == 0
    assert files["fair/stalls.fr.pdf"] == (fair / "french/fair/stalls.fr.pdf").read_bytes()
    assert typed(fair, "blank", "--out", "blank").exit_code == 0
    assert files["fair/stalls-blank.pdf"] == (fair / "blank/fair/stalls-blank.pdf").read_bytes()


@pytest.mark.slow
def test_a_site_made_again_writes_what_changed_and_leaves_what_is_not_its_own(fair: Path) -> None:
    site = made(fair, "--base", "https://me.example/fair/")
    first = files_of(site)
    assert b"<loc>https://me.example/fair/fr/fair/stalls/</loc>" in first["sitemap.xml"]
    assert b'content="https://me.example/fair/fair/cover.png"' in first["fair/index.html"]
    (site / "CNAME").write_text("me.example\n")
    times = {name: (site / name).stat().st_mtime_ns for name in first}
    assert made(fair, "--base", "https://me.example/fair/") == site
    assert {name: (site / name).stat().st_mtime_ns for name in first if name != ".pnp-site.json"} == {
        name: time for name, time in times.items() if name != ".pnp-site.json"
    }
    (fair / "data/fair/stalls.yaml").write_text(STALLS.partition("- id: darts")[0].replace("price: 3", "price: 4"))
    made(fair, "--base", "https://me.example/fair/")
    now = files_of(site)
    assert now["CNAME"] == b"me.example\n"
    assert first.keys() - now.keys() == {
        *(f"{tree}fair/stalls/darts/index.html" for tree in ("", "fr/")),
        *(f"fair/stalls/darts{tongue}.svg" for tongue in ("", ".fr")),
    }
    assert not (site / "fair/stalls/darts").exists()
    assert first["fair/stalls/cake.svg"] != now["fair/stalls/cake.svg"]
    assert (site / "fair/people/ann/index.html").stat().st_mtime_ns == times["fair/people/ann/index.html"]
    fresh = typed(fair, "site", "--out", "fresh", "--jobs", "1", "--base", "https://me.example/fair/")
    assert fresh.exit_code == 0
    assert {**files_of(fair / "fresh"), "CNAME": b"me.example\n"} == now


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--base", "me.example"], "--base"),
        (["--paper", "a44"], "a44"),
        (["nowhere"], "there is no game 'nowhere'"),
        (["--out", "data"], "holds files that no pnp site made"),
    ],
)
def test_a_site_that_cannot_be_made_is_refused_and_nothing_written(fair: Path, arguments: list[str], says: str) -> None:
    before = files_of(fair)
    result = typed(fair, "site", *arguments)
    assert result.exit_code == 2
    assert says in result.output
    assert files_of(fair) == before


@pytest.mark.slow
def test_a_game_with_errors_leaves_a_site_as_it_was(fair: Path) -> None:
    before = files_of(made(fair))
    (fair / "data/fair/stalls.yaml").write_text(STALLS + "- id: cake\n")
    result = typed(fair, "site", "--out", "site")
    assert result.exit_code == 1
    assert "duplicate-id" in result.output
    assert "no site was made" in result.output
    assert files_of(fair / "site") == before


def test_a_runtime_that_is_installed_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert runtime_files(None) == {}
    runtime = tmp_path / "pnp_generator_browser/runtime"
    runtime.mkdir(parents=True)
    (runtime.parent / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(WrongUse, match=r"lacks pyodide\.mjs"):
        runtime_files(None)
    for name in (*PYODIDE, "some-1.whl"):
        (runtime / name).write_text(name)
    found = runtime_files(None)
    assert found == runtime_files(runtime)
    assert set(found) == {*PYODIDE, "some-1.whl"}


@pytest.mark.slow
def test_the_memory_of_a_browser_is_carried_for_this_very_code_alone(tmp_path: Path) -> None:
    runtime = tmp_path / "runtime"
    runtime.mkdir()
    for name in PYODIDE:
        (runtime / name).write_text("{}")
    ZipFile(runtime / "some-1.whl", "w").close()
    name = lay_out(runtime, tmp_path / "tool")
    (runtime / "memory-0.bin").write_bytes(compress(b"of other code"))
    files = tool_files(runtime_files(runtime), ("en",))
    assert not has_memory(files)
    assert not [file for file in files if file.startswith("memory-")]
    (runtime / name).write_bytes(compress(bytes(1000)))
    files = tool_files(runtime_files(runtime), ("en",))
    assert has_memory(files)
    assert json.loads(files["tool.json"])["room"] == 1000
    assert [file for file in files if file.startswith("memory-")] == [name]


@pytest.mark.slow
def test_a_site_without_a_runtime_says_what_it_lacks(fair: Path) -> None:
    result = typed(fair, "site", "--out", "site", "--jobs", "1")
    assert "pnp-generator-browser" in result.output
    assert not (fair / "site/tool").exists()


@pytest.mark.slow
def test_a_page_says_what_is_not_there_without_the_net_and_is_kept_from_the_start(fair: Path) -> None:
    site = made(fair)
    first = json.loads((site / "first.json").read_text())
    for folder, language in (("", "en"), ("fr/", "fr")):
        if (site / folder / "index.html").is_file():
            page = (site / folder / "-/offline/index.html").read_text()
            assert f'lang="{language}"' in page
            assert f"{folder}-/offline/" in first
    assert (site / "-/offline/index.html").is_file()


@pytest.mark.slow
def test_the_first_page_of_the_games_here_shows_set_tables_in_pixels_which_weigh_a_tenth() -> None:
    workshop = Workshop(Project(ROOT / "data", ROOT / "templates"), Terms(site=True))
    answers = Answers(make_app(workshop, errands=HereAndNow()))
    lines, pixels = (
        bytes(answers.ask(f"/collectors/rules/read/figure-0.{form}", (("lang", "en"),)).body) for form in ("svg", "png")
    )
    assert len(pixels) * 5 < len(lines)
    assert Image.open(BytesIO(pixels)).width >= 760


@pytest.mark.slow
def test_a_log_gets_a_line_now_and_then_and_none_when_quiet(fair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.cli.ending.TOLD_AGAIN", 0.0)
    told = typed(fair, "site", "--out", "site", "--jobs", "1").stderr
    for phase in ("check", "faces and pages"):
        assert f"pnp: fair: {phase}" in told
    assert "pnp: sheets: 0 of " in told
    assert typed(fair, "site", "--out", "site", "--jobs", "1", "--quiet").stderr == ""
