"""Slips of a designer who writes in Spanish: each is reported first, at its line, with what to write."""

import shutil
from contextlib import chdir
from pathlib import Path

import pytest
from tries import part, slow_but
from typer.testing import CliRunner

from generator.check.judge import Judge
from generator.check.paths import check_all
from generator.cli.commands import app
from generator.cli.reporting import as_lines
from generator.core.folders import Project
from generator.draw.svg.drawing import forget_drawings

TO = "to: {type: choice, of: [mushroom, boot, well, can, pot, stump, strawberry, birdhouse], required: true}"
# The file, what becomes of what, and the words that the first line at it, or its hint, then has.
SLIPS = r"""
game.yaml | players: [2, 4] | players: 2-4 | a number, or the fewest and the most, | write [2, 4]
game.yaml | size: poker | size: 63x88 | '63x88' is not a size by name | write [63, 88]
game.yaml | languages: [es] | languages: [español] | 'español' is not a language code
game.yaml | count: 6 * players | count: 6 x jugadores | 'x' has no place in it; * multiplies
game.yaml | kind: dewdrops | kind: dewdrop | 'dewdrop' is not a printed kind | did you mean dewdrops?
game.yaml | gutter: 3 | gutter: 2,5 | a number is wanted here | write a point in place of the comma: 2.5
game.yaml | [mushroom, boot, | [mushroom, boot, boot, | 'boot' is repeated here | delete it
game.yaml | required: true} # what | required: sí} # what | true or false is wanted here, not 'sí'
game.yaml | TO | to: {type: reference, of: lugares} | has no 'of' | write to: the name of a kind
game.yaml | TO | to: {type: choice} | a field of type choice needs 'of' | add of: [word, word]
game.yaml |   snails:\n |   caracoles rápidos:\n | 'caracoles rápidos' | write caracoles-rapidos
letters.yaml | weight: 1\n | weight: 1,5\n | a whole number is wanted here | round it to 2
letters.yaml | - id: lost-shoelace | - id: cordón | 'cordón' is not made of | write cordon
letters.yaml | "Toma 1 {dew}." | «Toma 1 {dew}.»: bien | a colon is not expected here | quote a text
letters.yaml | "Toma 1 {dew}." | "Toma 1 {rocío}." | there is no icon {rocío} | known: {dew}
letters.yaml | title: Un cordón perdido | title: Un cordón 𓀀 | no glyph for '𓀀' | replace it
balance.yaml | weight <= stamps <= 2 * weight | weight ≤ stamps | '≤' has no place | write <=, >= or !=
balance.yaml | weight <= stamps <= 2 * weight | stamps > 1 y weight > 1 | and, or, not join conditions
balance.yaml | weight <= stamps <= 2 * weight | title > 3 | > compares a text with a number
balance.yaml | {{ stamps }} stamps | {{ sellos }} stamps | 'sellos' is not a field of these items
balance.yaml | check: number-range | check: numeros | 'numeros' is not a check type | known:
forge.yaml | recipe: draw | recipe: rejilla | 'rejilla' is not a recipe | known: designs
forge.yaml | evenly: [to, | evenly: [para, | 'para' is not a field of letters or a drawn word | known: to
forge.yaml | {es: rana, | {es: rana (f), | 'rana (f)' would be printed as it is | write rana
forge.yaml | Carta: {noun} | Carta {del noun} | {del noun} is not understood | write {noun}
lab.yaml | [0.6, 0.85] | [0,6, 0,85] | the lowest and the highest | with a point in each number
lab.yaml | [0.6, 0.85] | [60 %, 0.85] | a number is wanted here | or as a part of 1: 0.6
lab.yaml | draws: 3 | draws: tres | 'tres' is not a whole number | write one, such as 3
lab.yaml | weight == 3 | peso == 3 | letters have no field 'peso' | known: title
words.yaml | {n} pasos | {num} pasos | there is no icon {num} | did you mean {n}?
words.yaml | jardín: Jardín | pasos-few: {es: "{n} pasos"} | 'few' is not a plural form of 'es' | one, other
style.yaml | {font: text, size: 9.5, | {font: text, size: 9,5, | '5' is not a field here | comma: 9.5
style.yaml | "#fadd7e" | amarillo | 'amarillo' is not #rgb | write a colour
style.yaml | cover: art/post-snail.svg | cover: art/caracol.svg | there is no file
letter.svg | data-field="title" | data-field="título" | 'título' is not a field of the item | known: art
letter.svg | y="6.5" | y="6,5" | y: '6,5' is not a number | write a point: 6.5
letter.svg | data-size="12" | data-size="12pt" | data-size: '12pt' is not a number | without pt: 12
letter.svg | data-leading="1.05" | data-leading="105%" | '105%' is not a number | a part of 1: 1.05
letter.svg | not item.art | no item.art | 'item' has no place in it | and, or, not join conditions
letter.svg | </title> |  &ntilde;</title> | &ntilde; is a sign of HTML | write ñ itself
letter.svg | items('places' | items('lugares' | there is no kind 'lugares' | known: letters
letter.svg | {{ place.name }} | {{ word('cover-fro', 2) }} | words.yaml has no 'cover-fro'
rules.es.md | *más pesada* | *más pesada | * opens here and is never closed | write * behind
rules.es.md | ## Tu turno | ##Tu turno | a space is missing after the #
""".strip().replace("TO ", f"{TO} ")
MOST = 3  # lines beside the first


@pytest.fixture(scope="module")
def mailbox(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the starter's game in Spanish, and a file of phrases."""
    folder = tmp_path_factory.mktemp("buzon")
    where = ["--data", str(folder / "data"), "--templates", str(folder / "templates")]
    assert CliRunner().invoke(app, ["new", "buzon", "--languages", "es", *where]).exit_code == 0
    assert CliRunner().invoke(app, ["new", "buzon", "--kind", "cards", *where]).exit_code == 0
    (folder / "templates/buzon/words.yaml").write_text('pasos: {es: "{n} pasos"}\njardín: Jardín\n', "utf-8")
    return folder


def reported(project: Path) -> list[str]:
    """What `pnp check` prints, an entry with its hint a problem."""
    with chdir(project):
        forget_drawings()
        return list(as_lines(sorted(check_all(Project(Path("data"), Path("templates")), Judge()).problems)))


def lines_of(project: Path, path: Path, old: str, new: str) -> tuple[list[str], int]:
    """The same after a slip, and its line."""
    kept = path.read_text(encoding="utf-8")
    assert old in kept
    at = kept.index(old)
    try:
        path.write_text(kept[:at] + new + kept[at + len(old) :], encoding="utf-8")
        return reported(project), kept.count("\n", 0, at) + 1
    finally:
        path.write_text(kept, encoding="utf-8")


@pytest.mark.slow
def test_a_slip_is_reported_at_its_line_with_what_to_write(mailbox: Path) -> None:
    wrong = []
    for slip in part(SLIPS.splitlines(), 4):
        name, old, new, said, *hint = slip.replace("\\n", "\n").split(" | ")
        (path,) = mailbox.rglob(f"buzon/{name}")
        lines, line = lines_of(mailbox, path, old, new)
        first = lines[0] if lines else ""
        fits = first.startswith(f"{path.relative_to(mailbox).as_posix()}:{line}:") and said in first
        if not fits or not all(word in first for word in hint) or len(lines) > 1 + MOST:
            wrong.append((slip, lines))
    assert not wrong


@pytest.mark.parametrize(
    ("start", "said"),
    slow_but(
        2,
        [
            (b"\x89PNG\r\n\x1a\n\x00\xff", "the file is a PNG picture, not text"),
            (b"\xff\xd8\xff\xe0", "the file is a JPEG picture, not text"),
            (b"%PDF-1.7\n%\xe2\xe3", "the file is a PDF, not text"),
            (b"\x1f\x8b\x08\x00", "the file is compressed, not text"),
            (b"\xff\xfe<\x00", "the file is in UTF-16 or UTF-32"),
            ("<svg>ñ</svg>".encode("latin-1"), "byte 0xF1 is not UTF-8"),
        ],
    ),
)
def test_a_picture_of_another_format_is_called_by_it(mailbox: Path, tmp_path: Path, start: bytes, said: str) -> None:
    shutil.copytree(mailbox, tmp_path / "game")
    (tmp_path / "game/templates/buzon/art/can.svg").write_bytes(start)
    assert f"art/can.svg, line 1: {said}" in reported(tmp_path / "game")[0]


def test_a_deck_without_items_is_reported_in_its_own_file(mailbox: Path, tmp_path: Path) -> None:
    shutil.copytree(mailbox, tmp_path / "game")
    (tmp_path / "game/data/buzon/letters.yaml").write_text("# nada\n", encoding="utf-8")
    (line,) = [line for line in reported(tmp_path / "game") if ": note no-items:" not in line]
    place = "data/buzon/letters.yaml:1:1: error missing-field"
    assert line.startswith(f"{place}: letters have no items, and lab.yaml asks about them")


@pytest.mark.parametrize("kinds", ["  - letters\n  - places\n", "  - id: letters\n    size: poker\n"])
def test_kinds_that_are_a_list_are_reported_with_what_to_write(mailbox: Path, tmp_path: Path, kinds: str) -> None:
    shutil.copytree(mailbox, tmp_path / "game")
    path = tmp_path / "game/data/buzon/game.yaml"
    head = path.read_text(encoding="utf-8").split("\nkinds:\n")[0]
    path.write_text(f"{head}\nkinds:\n{kinds}", encoding="utf-8")
    first = reported(tmp_path / "game")[0]
    assert first.startswith(f"data/buzon/game.yaml:{head.count(chr(10)) + 3}:3: error wrong-type")
    assert "without hyphens or brackets, such as letters:" in first


def test_a_new_language_is_reported_once_for_all_items(mailbox: Path, tmp_path: Path) -> None:
    shutil.copytree(mailbox, tmp_path / "game")
    path = tmp_path / "game/data/buzon/game.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("languages: [es]", "languages: [es, fr]"), "utf-8")
    (said,) = [line for line in reported(tmp_path / "game") if "is translated" in line]
    assert said.startswith("data/buzon/game.yaml:14:17: warning missing-translation: no text of letters, places, cards")


@pytest.mark.parametrize("kind", ["rules", "snails"])
def test_an_export_of_nothing_gives_its_one_reason(mailbox: Path, tmp_path: Path, kind: str) -> None:
    shutil.copytree(mailbox, tmp_path / "game")
    (tmp_path / "game/data/buzon/snails.yaml").write_text("[]\n", encoding="utf-8")
    where = ["--data", f"{tmp_path}/game/data", "--templates", f"{tmp_path}/game/templates"]
    result = CliRunner().invoke(app, ["export", "buzon", "--kind", kind, "--to", "png", *where])
    assert result.exit_code == 2
    reasons = {
        "rules": "pnp: there is nothing to export (rules: running text, which pnp render prints)\n",
        "snails": "pnp: there is nothing to export (snails: no item)\n",
    }
    assert reasons[kind] in result.stderr
