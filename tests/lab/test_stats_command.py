"""``pnp stats``: its forms, what it refuses, its page, and its speed."""

import json
import re
import time
import xml.etree.ElementTree as ET
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from decks import game_of
from projects import ROOT, Project
from tries import slow_but
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.lab.as_page import page
from generator.lab.figures import figures
from generator.lab.lab_file import Lab

SHIPPED = ["--data", str(ROOT / "data")]
GAMES = ["collectors", "star-road", "tricks-or-treats"]
HOSTILE = "<img src=x onerror=alert(1)>&\"'"


def pnp(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["stats", *arguments], catch_exceptions=False)


def written(*arguments: str) -> str:
    result = pnp(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return str(result.stdout)


@pytest.mark.slow
def test_without_a_game_all_are_reported_in_order() -> None:
    found = json.loads(written(*SHIPPED, "--format", "json"))
    assert list(found) == GAMES
    text = written(*SHIPPED)
    assert [text.index(f"({name})") for name in GAMES] == sorted(text.index(f"({name})") for name in GAMES)


@pytest.mark.slow
def test_figures_in_json_are_whole_numbers_or_fractions_and_sum_up() -> None:
    kinds = json.loads(written("tricks-or-treats", *SHIPPED, "--format", "json"))["tricks-or-treats"]["kinds"]
    cards = kinds["surprise-cards"]
    assert (cards["components"], cards["items"]) == (78, 78)
    shares = [Fraction(word["share"]) for word in cards["fields"]["effects.*"]["words"]]
    assert sum(shares) == 1
    assert cards["fields"]["effects.*.treats"]["mean"] == "3/8"
    tickets = kinds["trick-tickets"]
    assert sum(often for _, often in tickets["fields"]["value"]["values"]) == tickets["components"]
    (icons, *_) = cards["targets"]
    assert icons["rule"] == "icon-shares"
    assert sum(Fraction(share["wanted"]) for share in icons["shares"]) == 1


@pytest.mark.parametrize("form", slow_but(1, ["text", "json", "html"]))
def test_the_same_deck_gives_the_same_bytes(form: str) -> None:
    assert written("collectors", *SHIPPED, "--format", form) == written("collectors", *SHIPPED, "--format", form)


def test_one_kind_is_told_by_itself(project: Project) -> None:
    found = json.loads(written("fair", "--kind", "people", "--format", "json"))
    assert list(found["fair"]["kinds"]) == ["people"]
    assert json.loads(written("--kind", "stalls", "--format", "json"))["fair"]["kinds"]["stalls"]["components"] == 3


def test_a_file_is_written_whole_and_nothing_else_said(project: Project) -> None:
    assert written("fair", "--format", "html", "--out", "lab/page.html") == ""
    assert project.path("lab/page.html").read_text(encoding="utf-8") == written("fair", "--format", "html")
    assert [path.name for path in project.path("lab/page.html").parent.iterdir()] == ["page.html"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["fare"], "there is no game 'fare'"),
        (["fair", "--kind", "stall"], "fair has no kind 'stall'; did you mean stalls?"),
        (["--kind", "stall"], "no game has a kind 'stall'; did you mean stalls?"),
        (["--data", "nowhere"], "there is no folder nowhere"),
        (["fair", "--out", "data"], "cannot write data"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_line(project: Project, arguments: list[str], said: str) -> None:
    result = pnp(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_running_text_has_nothing_to_count() -> None:
    result = pnp("tricks-or-treats", "--kind", "rules", *SHIPPED)
    assert (result.exit_code, result.stderr) == (2, "pnp: rules are running text: there is nothing to count\n")


def test_data_with_errors_is_not_counted(project: Project) -> None:
    project.change("stalls.yaml", "price: 3", "price: slow")
    result = pnp("fair")
    assert result.exit_code == 1
    assert "data/fair/stalls.yaml:3:10: error wrong-type" in result.stderr
    assert result.stderr.endswith("1 error in 1 file; nothing was worked out\n")
    project.change("stalls.yaml", "price: slow", "price: 3")
    for expression in ("cost", "name.fair", "price % 'a'"):  # unknown, and not to be worked out
        project.write("lab.yaml", f"measures: [{{name: n, kind: stalls, expression: {expression}}}]")
        assert pnp("fair").exit_code == 1


def test_a_rule_about_shares_that_is_wrong_is_the_checks_affair(project: Project) -> None:
    rule = (
        "- {rule: r, check: shares, kind: stalls, by: wares % 2, of: {a: 50}, source: s, why: w, pass: {}, fail: {}}\n"
    )
    project.write("balance.yaml", rule)
    assert json.loads(written("fair", "--format", "json"))["fair"]["kinds"]["stalls"]["targets"] == []


def test_an_answer_that_is_not_kept_is_reported_and_stops_nothing(project: Project) -> None:
    project.write("lab.yaml", "questions: [{name: seven, dice: {roll: 2d6=7}, expect: [0.5, 1]}]")
    assert re.search(r"^  seven +16\.7 % \(1/6\)  50 to 100 % expected: NOT KEPT$", written("fair"), re.M)
    assert "✗ not kept" in written("fair", "--format", "html")


def test_text_is_fit_for_a_pipe() -> None:
    text = written("star-road", *SHIPPED)
    assert all(sign.isprintable() or sign == "\n" for sign in text)
    assert max(map(len, text.split("\n"))) <= 140
    rows = re.findall(r"^    (?:weapon|shield|special|mix) +\d+ +[\d.]+ %", text, re.M)
    assert len({len(row) for row in rows}) == 1  # digits stand below one another


class _Page(HTMLParser):
    """Collects what a page would fetch, and checks that its elements are closed."""

    VOID = ("meta", "br", "!doctype")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        if tag not in self.VOID:
            self.open.append(tag)
        values = dict(attrs)
        self.fetched += [str(values[name]) for name in ("src", "srcset", "data", "action") if name in values]
        self.fetched += [href for name, href in attrs if name == "href" and href and not href.startswith("#")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", slow_but(1, GAMES))
def test_the_page_stands_alone(name: str) -> None:
    html = written(name, *SHIPPED, "--format", "html")
    found = _Page()
    found.feed(html)
    assert found.open == []
    assert found.fetched == []
    assert not found.names & {"script", "link", "iframe", "img", "object", "embed", "base"}
    assert "@import" not in html
    assert "url(" not in html
    assert "prefers-color-scheme: dark" in html
    assert "@media print" in html
    for svg in re.findall(r"<svg .*?</svg>", html, re.S):
        assert ET.fromstring(svg).attrib["aria-label"]


@pytest.mark.slow
def test_the_links_of_the_page_lead_somewhere() -> None:
    html = written(*SHIPPED, "--format", "html")
    ids = set(re.findall(r' id="([^"]+)"', html))
    assert {href.removeprefix("#") for href in re.findall(r'href="([^"]+)"', html)} <= ids


def test_what_a_stranger_wrote_does_nothing_on_the_page(tmp_path: Path) -> None:
    deck: list[dict[str, Any]] = [
        {"cost": cost, "value": cost * cost, "tags": ['"' + HOSTILE.replace('"', '\\"') + '"', "b"], "copies": 2}
        for cost in range(4)
    ]
    game = game_of(tmp_path, deck)
    html = page([figures(game, Lab())])
    found = _Page()
    found.feed(html)
    assert found.open == []
    assert "img" not in found.names
    assert "&lt;img src=x" in html
    assert all(sign.isprintable() or sign in "\n\u00a0\u202f" for sign in html)


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_but(1, GAMES))
def test_a_shipped_game_is_counted_in_an_instant(name: str) -> None:
    begun = time.process_time()
    for form in ("text", "json", "html"):
        written(name, *SHIPPED, "--format", form)
    assert time.process_time() - begun < 3 * 1.5
