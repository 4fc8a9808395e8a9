"""Copies of one item that differ, in every way in which components leave the tool."""

import csv
import json
from pathlib import Path
from zipfile import ZipFile

import pytest
from each import each
from PIL import Image
from pypdfium2 import PdfDocument
from typer.testing import CliRunner

from generator.cli.commands import app

GAME = """name: {en: Lots}
languages: [en]
kinds:
  tickets:
    title: {en: Tickets}
    size: [50, 30]
    template: ticket.svg
    back: back.svg
    mixed: MIXED
    fields: {name: {type: string}, text: {type: text}}
"""
ITEMS = """- {id: blue, name: Blue, text: "ten", copies: 3}
- {id: red, name: Red, text: "RED", copies: 2}
- {id: lone, name: Lone, text: plain}
"""
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="30mm" viewBox="0 0 50 30">'
BOX = '<rect data-text="WORDS" data-font="text" data-size="10" x="3" y="Y" width="44" height="10"/>'
NAME, TEXT = BOX.replace("Y", "3"), BOX.replace("WORDS", "{{ item.text }}").replace("Y", "15")
STYLE = "fonts:\n  text: Andika_400Regular\n"


def game(folder: Path, front: str = "", back: str = "", text: str = "ten", *, mixed: bool = False) -> Path:
    data, templates = folder / "data" / "lots", folder / "templates" / "lots"
    for place in (data, templates):
        place.mkdir(parents=True, exist_ok=True)
    (data / "game.yaml").write_text(GAME.replace("MIXED", str(mixed).lower()))
    (data / "tickets.yaml").write_text(ITEMS.replace("RED", text))
    (templates / "style.yaml").write_text(STYLE)
    for name, words in (("ticket", "{{ item.name }} " + front), ("back", "behind " + back)):
        (templates / f"{name}.svg").write_text(
            HEAD + NAME.replace("WORDS", words) + TEXT * (name == "ticket") + "</svg>"
        )
    return folder


def run(folder: Path, *words: str) -> str:
    places = ["--data", str(folder / "data"), "--templates", str(folder / "templates"), "--out", str(folder / "out")]
    result = CliRunner().invoke(app, [*words, *places])
    assert result.exit_code == 0, result.output
    return result.output


def words_of(pdf: Path) -> list[str]:
    document = PdfDocument(pdf)
    return [page.get_textpage().get_text_bounded() for page in document]


def shown(text: str, *wanted: str) -> bool:
    return all(word in text for word in wanted)


NUMBERED = (
    [f"Blue {number} of 3" for number in (1, 2, 3)] + [f"Red {number} of 2" for number in (1, 2)] + ["Lone 1 of 1"]
)


@pytest.mark.parametrize("mixed", [False, True])
def test_each_copy_on_a_sheet_has_its_number_and_its_back(mixed: bool, tmp_path: Path) -> None:
    game(tmp_path, "{{ copy }} of {{ copies }}", "{{ item.id }} {{ copy }}", mixed=mixed)
    run(tmp_path, "render", "lots", "--backs", "long")
    front, back = words_of(tmp_path / "out" / "lots" / "tickets.pdf")
    assert shown(front, *NUMBERED)
    assert shown(back, *(f"behind {name}" for name in ("blue 1", "blue 2", "blue 3", "red 1", "red 2", "lone 1")))


@each("machine", ["silhouette", "graphtec", "cricut", "scanncut", "none"])
def test_each_copy_is_printed_and_cut_for_every_machine(machine: str, tmp_path: Path) -> None:
    game(tmp_path, "{{ copy }} of {{ copies }}", "{{ item.id }} {{ copy }}", mixed=True)
    run(tmp_path, "render", "lots", "--backs", "long", "--cut", "svg", "--cutter", machine)
    front, back = words_of(tmp_path / "out" / "lots" / "tickets.pdf")
    assert shown(front, *NUMBERED)
    assert shown(back, "blue 1", "blue 2", "blue 3", "red 1", "red 2", "lone 1")
    (drawing,) = (tmp_path / "out" / "lots").glob("tickets-cut-*.svg")
    assert drawing.read_text().partition('<g id="fold"')[0].partition('<g id="cut"')[2].count("<path") == 6


@each("to, pictures", [("png", 12), ("tgc", 12), ("tts", 13)])
def test_no_face_of_an_export_is_there_twice(to: str, pictures: int, tmp_path: Path) -> None:
    game(tmp_path, "{{ copy }} of {{ copies }}", "{{ item.id }} {{ copy }}")
    run(tmp_path, "export", "lots", "--to", to, *(("--dpi", "72") if to != "tgc" else ()))
    cells = []
    for path in sorted((tmp_path / "out" / "lots" / to).rglob("*.png")):
        with Image.open(path) as picture:
            wide, high = picture.size
            columns, rows = (2, 4) if to == "tts" else (1, 1)  # six faces, a free place, what others see
            cells += [
                picture.convert("RGB").crop((
                    wide * at // columns, high * line // rows, wide * (at + 1) // columns, high * (line + 1) // rows,
                ))
                for line in range(rows) for at in range(columns)
            ]  # fmt: skip
    assert len({cell.tobytes() for cell in cells if min(cell.convert("L").tobytes()) < 128}) == pictures


def test_only_the_item_whose_text_asks_has_copies_that_differ(tmp_path: Path) -> None:
    game(tmp_path, text="{=copy * 10} points of {=copies}")
    run(tmp_path, "export", "lots", "--to", "png", "--dpi", "72")
    names = {path.stem for path in (tmp_path / "out" / "lots" / "png" / "tickets").glob("*.png")}
    assert {name for name in names if "back" not in name} == {"blue", "red_1", "red_2", "lone"}
    run(tmp_path, "render", "lots", "--copies", "3")
    (front, *_) = words_of(tmp_path / "out" / "lots" / "tickets.pdf")
    assert front.count("10 points of 2") == 2, "the third is the first again"
    assert front.count("20 points of 2") == 1


def test_a_game_that_does_not_ask_is_printed_as_ever(tmp_path: Path) -> None:
    game(tmp_path, "{{ item.copies }} copies, {{ copies }}")
    run(tmp_path, "export", "lots", "--to", "png", "--dpi", "72")
    names = {path.stem for path in (tmp_path / "out" / "lots" / "png" / "tickets").glob("*.png")}
    assert names == {"blue", "red", "lone", "blue-back", "red-back", "lone-back"}


def test_pictures_of_copies_go_when_copies_are_alike_again(tmp_path: Path) -> None:
    game(tmp_path, "{{ copy }}")
    run(tmp_path, "export", "lots", "--to", "tgc")
    folder = tmp_path / "out" / "lots" / "tgc" / "tickets"
    assert (folder / "blue_3.png").exists()
    with (folder / "cards.csv").open() as stream:
        assert [row["copies"] for row in csv.DictReader(stream)] == ["1"] * 6
    game(tmp_path)
    run(tmp_path, "export", "lots", "--to", "tgc")
    assert not (folder / "blue_3.png").exists()
    assert (folder / "blue.png").exists()


@pytest.mark.slow
@each("to", ["png", "svg", "tts", "tgc", "mpc", "dtc", "pcio", "screentop", "tabletopia"])
def test_every_export_has_a_face_for_each_copy(to: str, tmp_path: Path) -> None:
    game(tmp_path, "{{ copy }}")
    run(tmp_path, "export", "lots", "--to", to, *(("--dpi", "72") if to in ("png", "tts") else ()))
    out = tmp_path / "out" / "lots" / to
    if to == "tts":
        (deck,) = json.loads((out / "tickets.json").read_text())["ObjectStates"]
        assert deck["DeckIDs"] == [100, 101, 102, 103, 104, 105]
    elif to == "dtc":
        assert len(words_of(out / "tickets.pdf")) == 12
    elif to == "pcio":
        with ZipFile(out / "lots.pcio") as room:
            widgets = json.loads(room.read("widgets.json"))
        assert sum(widget["type"] == "card" for widget in widgets) == 6
        assert len({widget["cardType"] for widget in widgets if widget["type"] == "card"}) == 6
    elif to in ("screentop", "tabletopia"):
        with next(out.rglob("cards.csv")).open() as stream:
            assert [row["copies"] for row in csv.DictReader(stream)] == ["1"] * 6
    else:
        fronts = [path.name for path in out.rglob(f"*.{'svg' if to == 'svg' else 'png'}") if "back" not in path.name]
        assert len(fronts) == 6


def test_check_looks_at_the_last_copy_too(tmp_path: Path) -> None:
    game(tmp_path, "{{ '' if copy == 1 else '" + "wide " * 90 + "' }}")
    places = ["--data", str(tmp_path / "data"), "--templates", str(tmp_path / "templates")]
    result = CliRunner().invoke(app, ["check", "lots", *places])
    assert result.exit_code == 1
    assert "does not fit" in result.output


def test_a_blank_form_is_copy_one_of_one(tmp_path: Path) -> None:
    game(tmp_path, "{{ copy }} of {{ copies }}")
    run(tmp_path, "blank", "lots")
    assert "1 of 1" in words_of(next((tmp_path / "out").rglob("*.pdf")))[0]


@each("expression", [
    "{{ copy }}", "{{ copy|pad(2) }}", "{{ 'a' if copy is even else 'b' }}", "{{ items('tickets')|length + copy }}",
])  # fmt: skip
def test_every_way_of_asking_is_seen(expression: str, tmp_path: Path) -> None:
    game(tmp_path, expression)
    run(tmp_path, "export", "lots", "--to", "svg")
    assert (tmp_path / "out" / "lots" / "svg" / "tickets" / "blue_3.svg").exists()


@each("front", [
    "{{ item.copies }}", "{{ 'copy' }}", "{{ copies }}", '{{ copy }}" data-for="copy in range(2)', '{{ copy }}" data-let="copy = 2',
])  # fmt: skip
def test_no_other_name_is_taken_for_it(front: str, tmp_path: Path) -> None:
    game(tmp_path, front)
    run(tmp_path, "export", "lots", "--to", "svg")
    assert not (tmp_path / "out" / "lots" / "svg" / "tickets" / "blue_3.svg").exists()
