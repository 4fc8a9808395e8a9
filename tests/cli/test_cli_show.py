"""``pnp show`` of any kind: printed order, one language, rules; its picture in terminals that take one."""

import base64
import io
import json
import re
from functools import partial

import pytest
from each import each
from PIL import Image, ImageChops
from projects import ROOT, Project
from terminals import on_a_terminal

from generator.cli import show
from generator.cli.terminal_picture import as_written, protocol_of
from generator.draw.phrases import read_phrases

RULE = "kind: stalls, source: our own rules here, why: Cheap is fair., pass: {price: 1}, fail: {price: 99}"
CAKE = """\
- id: cake
  note: Sweet
  name: {en: Cake stall, fr: Gâteaux}
  price: 3
  copies: 2
  prizes: [{coins: 2}, {dolls: 1}]
  crate: {height: 4, label: {en: Top, fr: Haut}}
  waive: {no-such: "it is a fair"}
"""


def test_any_item_is_reported_in_the_order_in_which_it_is_printed(project: Project) -> None:
    project.write("stalls.yaml", CAKE)
    project.write("balance.yaml", f"- {{rule: cheap, check: number-range, field: price, min: 0, max: 9, {RULE}}}\n")
    result = project.pnp("show", "stalls/cake")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "stalls/cake  (fair)\n"
        "  name: en: Cake stall / fr: Gâteaux\n"
        "  price: 3\n"
        "  note: en: Sweet / fr: Sweet\n"
        "  prizes: coins: 2; dolls: 1\n"
        "  crate:\n"
        "    height: 4\n"
        "    label: en: Top / fr: Haut\n"
        "\n"
        "  copies: 2\n"
        "  rules: cheap\n"
        "  waived: no-such (it is a fair)\n"
    ).replace("en: Sweet / fr: Sweet", "Sweet")
    account = json.loads(project.pnp("show", "stalls/cake", "--format", "json").stdout)
    assert (account["printed"], account["rules"], account["copies"]) == (["name", "price", "note"], ["cheap"], 2)


def test_fields_follow_their_places_on_the_face(project: Project) -> None:
    project.change("templates/fair/stall.svg", 'x="3" y="3"', 'x="3" y="29"')
    project.change("templates/fair/stall.svg", 'x="3" y="16"', 'x="3" y="3"')
    assert project.pnp("show", "stalls/cake").stdout.splitlines()[1:3] == [
        "  price: 3",
        "  name: en: Cake stall / fr: Gâteaux",
    ]


def test_one_language_is_reported_where_it_is_asked_for_or_the_projects(project: Project) -> None:
    project.write("stalls.yaml", CAKE)
    told = project.pnp("show", "stalls/cake", "--lang", "fr").stdout
    assert "  name: Gâteaux\n" in told
    assert "    label: Haut\n" in told
    refused = project.pnp("show", "stalls/cake", "--lang", "de")
    assert (refused.exit_code, refused.stderr) == (2, "pnp: fair is not written in 'de'; its languages: en, fr\n")
    project.write("./pnp.yaml", "lang: fr\n")
    assert project.pnp("show", "stalls/cake").stdout == told
    project.write("./pnp.yaml", "lang: de\n")
    assert "  name: en: Cake stall / fr: Gâteaux\n" in project.pnp("show", "stalls/cake").stdout


def test_an_item_that_is_only_data_is_told_too(project: Project) -> None:
    assert project.pnp("show", "people/ann").stdout.startswith("people/ann  (fair)\n  name: ")


@pytest.mark.slow
def test_there_is_no_picture_in_a_pipe_nor_where_the_terminal_shows_none(project: Project) -> None:
    assert "\x1b" not in project.pnp("show", "stalls/cake").stdout
    assert "\x1b" not in on_a_terminal(project, "show", "stalls/cake", TERM_PROGRAM="", KITTY_WINDOW_ID="")[1]


@pytest.mark.slow
def test_a_terminal_that_can_shows_the_picture(project: Project) -> None:
    status, written = on_a_terminal(project, "show", "stalls/cake", TERM="xterm-kitty", TMUX="")
    assert status == 0
    assert written.startswith("\x1b_Ga=T,f=100,")
    assert written.endswith("  copies: 2\n")
    assert on_a_terminal(project, "show", "stalls/cake", "--picture", "never", TERM="xterm-kitty", TMUX="")[
        1
    ].startswith("s")
    for item in ("people/ann", ["stalls/cake", "--format", "json"][0]):
        json.loads(project.pnp("show", item, "--format", "json", "--picture", "sixel").stdout)
    assert project.pnp("show", "people/ann", "--picture", "kitty").stdout.startswith("people/ann")


@each(
    ("environment", "protocol"),
    [
        ({"TERM": "xterm-256color"}, None),
        ({"TERM": "xterm-kitty"}, "kitty"),
        ({"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"}, "kitty"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"}, "kitty"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, "iterm2"),
        ({"TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"}, "iterm2"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, "iterm2"),
        ({"TERM": "foot"}, "sixel"),
        ({"TERM": "yaft-256color"}, "sixel"),
        ({"TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"}, None),
        ({"TERM": "screen", "LC_TERMINAL": "iTerm2"}, None),
        ({}, None),
    ],
)
def test_terminals_are_known_by_what_they_say_of_themselves(environment: dict[str, str], protocol: str | None) -> None:
    assert protocol_of(environment) == protocol


@pytest.fixture(scope="module")
def image() -> Image.Image:
    """Some areas of grey and one of colour."""
    made = Image.new("RGB", (200, 288), "white")
    made.paste("black", (20, 30, 120, 200))
    made.paste("red", (100, 150, 190, 280))
    return made


def test_kitty_gets_a_png_in_messages_of_its_length(image: Image.Image) -> None:
    noise = Image.effect_noise((200, 200), 90)
    written = as_written(noise, "kitty")
    messages = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", written)
    assert "".join(f"\x1b_G{keys};{data}\x1b\\" for keys, data in messages) + "\n" == written
    assert [keys.rpartition("m=")[2] for keys, _ in messages] == ["1"] * (len(messages) - 1) + ["0"]
    assert max(len(data) for _, data in messages) <= 4096
    with Image.open(io.BytesIO(base64.b64decode("".join(data for _, data in messages)))) as sent:
        assert ImageChops.difference(sent, noise).getbbox() is None


def test_iterm_gets_a_png_and_its_length(image: Image.Image) -> None:
    found = re.fullmatch(r"\x1b\]1337;File=inline=1;size=(\d+);[^:]*:([^\x07]*)\x07\n", as_written(image, "iterm2"))
    assert found is not None
    data = base64.b64decode(found[2])
    assert len(data) == int(found[1])
    with Image.open(io.BytesIO(data)) as sent:
        assert ImageChops.difference(sent, image).getbbox() is None


def sixel_pixels(written: str) -> Image.Image:
    """What a sixel terminal draws: DEC STD 070, as far as it is used here."""
    body = re.fullmatch(r'\x1bPq"1;1;(\d+);(\d+)(.*)\x1b\\\n', written, re.S)
    assert body is not None
    drawn = Image.new("RGB", (int(body[1]), int(body[2])), "blue")
    colours: dict[int, tuple[int, ...]] = {}
    colour, x, top = 0, 0, 0
    for token in re.findall(r"#\d+;2;\d+;\d+;\d+|#\d+|!\d+.|.", body[3], re.S):
        if match := re.fullmatch(r"#(\d+);2;(\d+);(\d+);(\d+)", token):
            colours[int(match[1])] = tuple(round(int(part) * 255 / 100) for part in match.groups()[1:])
        elif token[0] == "#":
            colour = int(token[1:])
        elif token == "$":
            x = 0
        elif token == "-":
            x, top = 0, top + 6
        else:
            count, bits = (int(token[1:-1]) if token[0] == "!" else 1), ord(token[-1]) - 63
            for row in (row for row in range(6) if bits >> row & 1):
                for column in range(x, x + count):
                    drawn.putpixel((column, top + row), colours[colour])
            x += count
    return drawn


def test_a_sixel_terminal_draws_every_pixel_of_the_picture(image: Image.Image) -> None:
    drawn = sixel_pixels(as_written(image, "sixel"))
    assert drawn.size == image.size
    apart = ImageChops.difference(drawn, image).convert("L")
    assert sum(apart.histogram()[4:]) == 0


@pytest.mark.slow
def test_both_sides_stand_in_the_picture(project: Project) -> None:
    one = sixel_pixels(project.pnp("show", "stalls/cake", "--picture", "sixel").stdout.partition("stalls/cake")[0])
    project.change("game.yaml", "template: stall.svg\n", "template: stall.svg\n    back: stall.svg\n")
    both = sixel_pixels(project.pnp("show", "stalls/cake", "--picture", "sixel").stdout.partition("stalls/cake")[0])
    assert both.width > 2 * one.width
    assert sum(one.convert("L").histogram()[:64]) > 0, "nothing is drawn"


@pytest.mark.slow
def test_a_shipped_card_is_reported_with_its_printed_order() -> None:
    folders = ["--data", str(ROOT / "data"), "--templates", str(ROOT / "templates")]
    told = Project(ROOT).pnp("show", "surprise-cards/giant-lollipop", "--lang", "fr", *folders).stdout
    assert "\n  fr: dans l’ordre où ils s’appliquent\n    1. Rends" in told
    assert "en: in the order" not in told
    assert "\n  comme imprimé: treats +3, masks -1\n" in told


@pytest.mark.slow
def test_what_the_tool_says_of_an_item_is_said_in_the_language_asked_for() -> None:
    folders = ["--data", str(ROOT / "data"), "--templates", str(ROOT / "templates")]
    hand = ["show", "surprise-cards/giant-lollipop", "--hand", "treats=1,masks=3", *folders]
    french, plain = (Project(ROOT).pnp(*hand, *more).stdout for more in (["--lang", "fr"], []))
    assert "  fr: dans l’ordre où ils s’appliquent\n" in french
    assert "  comme imprimé: treats +3, masks -1\n" in french
    assert "  en main: treats 1 → 4" in french
    assert "  règles: effect-count" in french
    assert not [said for said in ("in the order", "as printed", "  hand: ", "  rules: ") if said in french]
    # Told in all languages, it is identified by the tool in its own.
    assert "  en: in the order they apply\n" in plain
    assert "  fr: in the order they apply\n" in plain
    assert "  as printed: treats +3, masks -1\n" in plain


def test_squares_moved_and_yes_and_no_are_said_in_the_language_too(project: Project) -> None:
    project.write("stalls.yaml", CAKE.replace("  price: 3\n", "  price: 3\n  open: true\n"))
    told = project.pnp("show", "stalls/cake", "--lang", "fr").stdout
    assert "  open: oui\n" in told
    assert "  exemplaires: 2\n" in told
    assert "  exception: no-such (it is a fair)\n" in told
    assert "  open: yes\n" in project.pnp("show", "stalls/cake").stdout


def test_a_project_says_otherwise_what_is_told_of_an_item(project: Project) -> None:
    project.write("stalls.yaml", CAKE)
    project.write("templates/common/words/fr.yaml", "show-copies: à imprimer\n")
    assert "  à imprimer: 2\n" in project.pnp("show", "stalls/cake", "--lang", "fr").stdout


@pytest.mark.parametrize(("squares", "said"), [(1, "moved: 1 square forward"), (-4, "moved: 4 squares back")])
def test_squares_are_counted(squares: int, said: str) -> None:
    words, _ = read_phrases([(ROOT / "templates" / "common", "common")], ("en",))
    hand = {"before": {"one": 1}, "after": {"one": 2}, "moved": squares, "drawn": 2, "notes": []}
    lines = show._hand_in_words(hand, partial(words.say, language="en", fallback="en"))
    assert lines == ["  hand: one 1 → 2", f"  {said}", "  draws: 2 more"]
