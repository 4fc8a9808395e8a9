"""Each option of printing for each command: it changes what is printed, or is refused with the reason."""

import re
import shlex
from collections.abc import Callable
from hashlib import sha256
from html import unescape
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from each import each
from PIL import Image, ImageChops
from projects import STYLE, Project, typed
from starlette.testclient import TestClient
from tries import part, slow_but

from generator.cli.options import flag_of
from generator.core.problem import Infeasible
from generator.pdf.png import page_png
from generator.printing.press import REFUSED, press_forms
from generator.web.errands import Errands
from generator.web.prints import COMMANDS as COMMANDS_OF_WHATS
from generator.web.prints import DPI

BIG = """\
name: Big
plan: [{kind: boards, sets: "1", source: ours, why: one}]
players: [2, 2]
kinds:
  boards:
    title: Boards
    size: [300, 230]
    template: board.svg
    join: overlap
    fields: {}
"""
BOARD = """\
<svg xmlns="http://www.w3.org/2000/svg" width="300mm" height="230mm" viewBox="0 0 300 230">
  <rect x="1" y="1" width="298" height="228" fill="none" stroke="#000" stroke-width="0.5"/>
</svg>
"""
PLAN = 'plan: [{kind: letters, sets: "1", source: ours, why: all}]\n'
SHEET = "- {sheet: mine, paper: a4, size: [63, 88], slots: [[20, 20], [110, 20]], source: ours, looked_up: 2026-11}\n"
# Each option, and what it needs beside it to make a difference.
CASES: dict[str, tuple[list[str], list[str]]] = {
    "paper": (["letter"], []),
    "backs": (["long"], []),
    "printer": (["attic"], ["--backs", "long"]),
    "marks": (["none"], []),
    "bleed": (["2"], []),
    "bleed_backs": (["3"], ["--backs", "long"]),
    "bleed_outside": ([], ["--bleed", "2"]),
    "gutter": (["5"], []),
    "on_sheet": (["mine"], []),
    "name_paper": ([], []),
    "join": (["butt"], []),
    "skip": (["2"], []),
    "start_at": (["3"], []),
    "per_sheet": (["1"], []),
    "booklet": ([], []),
    "trim": (["shaped"], []),
    "cut": (["svg"], []),
    "cutter": (["cricut"], ["--cut", "svg"]),
    "copies": (["2"], []),
    "ink": (["none"], []),
}
COMMANDS = {
    "render": ["my-game", "--kind", "letters", "--no-cache"],
    "blank": ["my-game", "--kind", "letters", "--no-cache"],
    "generate": ["letters", "--game", "my-game", "--seed", "7", "--count", "2", "--render"],
    "plan": ["my-game", "--players", "2", "--render", "--no-cache"],
    "watch": ["my-game", "--kind", "letters"],
    "impose": ["cards"],
}
# Where an option is about other things: in place of what the command is given.
OTHERS = {
    ("join", "generate"): [*COMMANDS["generate"], "--paper", "95x85"],
    **{("join", command): ["big", "--no-cache"] for command in ("render", "blank")},
    ("join", "plan"): ["big", "--players", "2", "--render", "--no-cache"],
    ("join", "watch"): ["big"],
    **{("booklet", command): ["my-game", "--kind", "rules"] for command in ("render", "watch")},
    ("printer", "impose"): ["cards", "--backs", "rear.png"],
    ("join", "impose"): ["cards", "--size", "300x400"],
}


@pytest.fixture
def shop(project: Project) -> Project:
    """A project with a game of cards that have backs and shapes, one of a board, pictures, a printer and a sheet."""
    assert project.pnp("new", "my-game").exit_code == 0
    game = project.path("data/my-game/game.yaml")
    text = game.read_text(encoding="utf-8")
    start, stop = text.index("plan:\n"), text.index("# A kind is a class")
    text = text[:start] + PLAN + text[stop:]
    game.write_text(text.replace("template: letter.svg", "template: letter.svg\n    shaped: cut.svg"), encoding="utf-8")
    front = project.path("templates/my-game/letter.svg").read_text(encoding="utf-8")
    end = front.rindex("</svg>")
    shape = '<polygon data-cut="true" points="1,1 62,1 62,87 9,87"/>'
    project.write("templates/my-game/cut.svg", front[:end] + shape + front[end:])
    project.write("data/big/game.yaml", BIG)
    project.write("data/big/boards.yaml", "- id: one\n")
    project.write("templates/big/board.svg", BOARD)
    project.write("templates/big/style.yaml", STYLE)
    project.write("./sheets.yaml", SHEET)
    project.write("./printers.yaml", "- {printer: attic, x: 2, y: -1}\n")
    project.path("cards/").mkdir()
    for name, shade in (("cards/a", 90), ("cards/b", 160), ("./rear", 30)):
        path = project.path(f"{name}.png")
        Image.new("RGB", (496, 693), (shade, shade, 0)).save(path)
    return project


def press(shop: Project, command: str, *arguments: str) -> tuple[int, str, str]:
    """The exit status, what is said on standard error, and a digest of all that is printed."""
    out = "--sheets" if command == "generate" else "--out"
    result = typed(shop.folder, command, *arguments, out, "made")
    digest, made = sha256(), shop.folder / "made"
    for path in sorted(path for path in made.rglob("*") if path.is_file()):
        digest.update(path.relative_to(made).as_posix().encode() + path.read_bytes())
        path.unlink()
    return result.exit_code, result.stderr, digest.hexdigest()


@pytest.mark.rare
@pytest.mark.parametrize("command", slow_but(["render", "blank"], list(COMMANDS)))
def test_each_option_does_something_or_is_refused(shop: Project, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.cli.watch.saves", lambda *_: iter(()))
    assert set(CASES) == set(press_forms())
    before: dict[tuple[str, ...], str] = {}
    for name, (value, beside) in CASES.items():
        given = OTHERS.get((name, command), COMMANDS[command])
        beside = [word for word in beside if command != "impose" or word not in ("--backs", "long")]
        if reason := REFUSED.get(command, {}).get(name):
            status, text, _ = press(shop, command, *given, flag_of(name), *value)
            assert (status, text) == (2, f"pnp {command}: {flag_of(name)}: {reason}\n")
            continue
        value = ["rear.png"] if (command, name) == ("impose", "backs") else value
        plain = (*given, *beside)
        if plain not in before:
            before[plain] = press(shop, command, *plain)[2]
        status, text, digest = press(shop, command, *plain, flag_of(name), *value)
        assert status == 0, (name, text)
        assert digest != before[plain], name


@pytest.mark.slow
def test_a_box_is_the_same_by_either_command(shop: Project) -> None:
    """And what is about decks means nothing for it."""
    plan = press(shop, "plan", *COMMANDS["plan"], "--backs", "long")
    render = press(shop, "render", "my-game", "--players", "2", "--no-cache", "--backs", "long")
    assert plan == render
    for name, reason in (REFUSED["plan"] | REFUSED["box"]).items():
        value = CASES[name][0] if name in CASES else ["x"] if name in ("kinds", "items", "changed_since") else []
        result = shop.pnp("render", "my-game", "--players", "2", flag_of(name), *value)
        assert (result.exit_code, result.stderr) == (2, f"pnp: {flag_of(name)}: {reason}\n")
    assert shop.pnp("render", "--players", "2").stderr == (
        "pnp: a box is of one game, in one language; name one of big, fair, my-game, with its --lang\n"
    )


@pytest.mark.slow
def test_forms_and_new_cards_have_the_backs_of_their_deck(shop: Project) -> None:
    """As many as fronts, in a file of their own where that is asked for, and as pnp.yaml says."""
    shop.write("./pnp.yaml", "backs: separate\nmarks: none\n")
    for command, file in (("blank", "letters-blank"), ("generate", "letters-forged")):
        out = "--sheets" if command == "generate" else "--out"
        assert typed(shop.folder, command, *COMMANDS[command], out, "made").exit_code == 0
        assert {f"{file}.pdf", f"{file}-backs.pdf"} <= {path.name for path in (shop.folder / "made/my-game").iterdir()}
    assert shop.pnp("render", *COMMANDS["render"], "--blanks", "--out", "both").exit_code == 0
    assert (shop.folder / "both/my-game/letters-blank-backs.pdf").exists()
    assert shop.pnp("blank", *COMMANDS["blank"], "--backs", "none", "--out", "made").exit_code == 0
    assert not (shop.folder / "made/my-game/letters-blank-backs.pdf").exists()


def test_new_cards_that_are_not_printed_have_no_sheets(shop: Project) -> None:
    given = [word for word in COMMANDS["generate"] if word != "--render"]
    result = shop.pnp("generate", *given, "--backs", "long")
    assert result.exit_code == 2
    assert "--backs: it is about sheets: give --render too" in result.stderr


PATHS = {"letters": "render", "letters-blank": "blank", "box": "plan", "letters/own": "generate"}


@pytest.fixture
def ordered(shop: Project, serve: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was ordered of other processes."""
    orders: list[str] = []

    def note(_: Errands, __: object, ___: object, *values: object, **____: object) -> None:
        orders.append(repr(values))
        raise Infeasible("it is noted")

    monkeypatch.setattr(Errands, "carry_out", note)
    return orders


@pytest.mark.rare
@each("path, command", PATHS.items())
def test_the_workshop_takes_the_same_options(
    ordered: list[str], serve: Callable[..., TestClient], path: str, command: str
) -> None:
    client = serve()
    own = {"players": "2"} if path == "box" else {}
    for name, (value, beside) in CASES.items():
        companions = dict(zip((word[2:] for word in beside[::2]), beside[1::2], strict=True))
        query = own | companions
        option = {name.replace("_", "-"): (value or ["1"])[0]}
        answer = client.get(f"/my-game/{path}.pdf", params=query | option)
        if reason := REFUSED.get(command, {}).get(name):
            assert (answer.status_code, reason in answer.text) == (400, True), (name, answer.text)
            continue
        assert "it is noted" in answer.text, (name, answer.text)
        client.get(f"/my-game/{path}.pdf", params=query)
        assert ordered[-1] != ordered[-2], name


WHATS = {
    "box": {"players": "2"},
    "game": {},
    "kind": {"kind": "letters"},
    "blank": {"kind": "letters"},
    "forged": {"kind": "letters", "deal": "count=2&seed=7&keep=count%3D2%26seed%3D7%3A{}"},
}


@pytest.fixture
def printing(shop: Project, serve: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch) -> TestClient:
    """A client whose files are made in this process."""
    monkeypatch.setattr(
        Errands, "carry_out", lambda _, __, function, *values, **___: function(lambda *_: None, *values)
    )
    return serve()


def files_of(content: bytes) -> list[bytes]:
    """A PDF, or those in an archive."""
    if content.startswith(b"%PDF"):
        return [content]
    with ZipFile(BytesIO(content)) as archive:
        return [archive.read(name) for name in archive.namelist()]


def are_alike(one: bytes, other: bytes) -> bool:
    """Whether two pictures are the same, but for a shade: what comes once on its page may come again in the file."""
    with Image.open(BytesIO(one)) as first, Image.open(BytesIO(other)) as second:
        extremes: Any = ImageChops.difference(first, second).getextrema() if first.size == second.size else [(0, 255)]
        return all(most <= 2 for _, most in extremes)


@pytest.mark.slow
@pytest.mark.parametrize("what", slow_but(["blank"], list(WHATS)))
def test_a_page_shows_and_prints_what_the_command_that_it_names_prints(
    shop: Project, printing: TestClient, what: str
) -> None:
    """With each option: the same bytes; pictures of the first and the last sheet are those of the pages of the PDF."""
    own = {"what": what, **WHATS[what]}
    if what == "forged":
        ids = re.findall(r"^- id: (\S+)$", printing.get("/my-game/letters/forge.yaml?count=2&seed=7").text, re.M)
        own["deal"] = own["deal"].format(",".join(ids))
    for name, (value, beside) in [("", ([], [])), *part(list(CASES.items()), 4)]:
        companions = dict(zip((word[2:] for word in beside[::2]), beside[1::2], strict=True))
        query = own | companions | ({name.replace("_", "-"): (value or ["1"])[0]} if name else {})
        if name == "booklet" and what == "kind":
            query["kind"] = "rules"
        page = printing.get("/my-game/print", params=query)
        if (name, what) in (("on_sheet", "game"), ("start_at", "game")):  # other kinds are larger
            refused = typed(shop.folder, "render", "my-game", flag_of(name), *value)
            assert page.status_code == 422
            assert refused.stderr.removeprefix("pnp: ").strip() in unescape(page.text)
            continue
        assert page.status_code == 200, (name, page.text)
        (address,) = re.findall(r'<a class="button primary" href="([^"]*)"', page.text)
        reason = REFUSED.get(COMMANDS_OF_WHATS[what], {}).get(name)
        assert (reason or "") in unescape(page.text), name
        assert not reason or f"{name}=" not in address, name
        content = printing.get(unescape(address)).content
        (command,) = re.findall(r'<code class="command">([^<]*)</code>', page.text)
        out = "--sheets" if what == "forged" else "--out"
        result = typed(shop.folder, *shlex.split(unescape(command))[1:], out, "made")
        assert result.exit_code == 0, (name, command, result.stderr)
        made = sorted((shop.folder / "made").rglob("*.*"))
        backs = [file for file in made if file.stem.endswith("-backs")]
        mine = [file.read_bytes() for file in made if what == "game" or (file not in backs and file.suffix == ".pdf")]
        assert sorted(files_of(content)) == sorted(mine), (name, command)
        for file in made:
            file.unlink()
        if what != "game":
            sheets = int(re.findall(r"Sheet \d+ of (\d+)", page.text)[0])
            sides = 2 if "side=back" in page.text else 1
            last = printing.get(
                "/my-game/print.png", params=query | {"sheet": str(sheets)} | ({"side": "back"} if sides > 1 else {})
            )
            assert are_alike(last.content, page_png(content, sides * sheets - 1, DPI)), name
            first = printing.get("/my-game/print.png", params=query)
            assert are_alike(first.content, page_png(content, 0, DPI)), name


@pytest.mark.slow
def test_what_a_page_and_a_command_refuse_is_the_same(shop: Project, printing: TestClient) -> None:
    for options in (
        {"paper": "50x50"},
        {"skip": "99"},
        {"backs": "long", "printer": "none-such"},
        {"on-sheet": "none-such"},
    ):
        page = printing.get("/my-game/print", params={"kind": "letters"} | options)
        flags = [word for name, value in options.items() for word in (f"--{name}", value)]
        refused = typed(shop.folder, "render", "my-game", "--kind", "letters", *flags)
        assert page.status_code in (400, 404, 422)
        assert refused.stderr.strip().removeprefix("pnp: ").removeprefix("pnp render: ") in unescape(page.text), options
