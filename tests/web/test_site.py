"""A site is the workshop's pages as files: all links lead somewhere in it, and what is the same stays as it is."""

import json
import re
from html import unescape
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from PIL import Image
from projects import GAME, PEOPLE, STALL, STALLS, STYLE, typed, write_files

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
            assert "data-made" not in page
            assert not re.search(r"\sstyle=|<style|<script(?![^>]*\ssrc=)|\son\w+=", page), (
                f"the policy forbids what is in {name}"
            )
    table = json.loads(files["fr/fair/table/table-2.json"])
    assert table["site"] == {"root": "../../..", "own": "en"}
    assert table["language"] == "fr"


def test_a_link_check_finds_what_leads_nowhere_or_away() -> None:
    page = b'<a href="there/">a</a><a href="gone/">b</a><img src="https://else.example/x.png"><a href="#top">c</a>'
    assert lost_links({"index.html": page, "there/index.html": b""}) == [
        ("index.html", "gone/"),
        ("index.html", "https://else.example/x.png"),
    ]


def test_sheets_of_a_site_are_those_of_the_commands(fair: Path) -> None:
    files = files_of(made(fair, "--paper", "a4", "--paper", "letter"))
    for paper, name in (("a4", "stalls.pdf"), ("letter", "stalls.letter.pdf")):
        assert typed(fair, "render", "--paper", paper, "--out", paper).exit_code == 0
        assert files[f"fair/{name}"] == (fair / paper / "fair/stalls.pdf").read_bytes()
    assert typed(fair, "render", "--lang", "fr", "--out", "french").exit_code == 0
    assert files["fair/stalls.fr.pdf"] == (fair / "french/fair/stalls.fr.pdf").read_bytes()
    assert typed(fair, "blank", "--out", "blank").exit_code == 0
    assert files["fair/stalls-blank.pdf"] == (fair / "blank/fair/stalls-blank.pdf").read_bytes()


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


def test_a_game_with_errors_leaves_a_site_as_it_was(fair: Path) -> None:
    before = files_of(made(fair))
    (fair / "data/fair/stalls.yaml").write_text(STALLS + "- id: cake\n")
    result = typed(fair, "site", "--out", "site")
    assert result.exit_code == 1
    assert "duplicate-id" in result.output
    assert "no site was made" in result.output
    assert files_of(fair / "site") == before
