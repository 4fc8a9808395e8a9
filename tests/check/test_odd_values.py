"""What anybody may write in a game's files in place of what is there: a problem, never a fault of the tool."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from mutations import copied
from projects import ROOT
from tries import part, tries

from generator.check.build import check_game
from generator.core.folders import Project
from generator.draw.file_use import forget_files
from generator.forge.examination import examine_forge
from generator.model.load import load_game
from generator.read.reader import read_text
from generator.read.tree import Mapping, Node, Scalar, Sequence
from generator.starter.games import make_game
from generator.starter.sorts import sorts

FILES = ("game.yaml", "balance.yaml", "forge.yaml", "lab.yaml", "style.yaml", "words.yaml")
FORMS = ['"40"', "-1", "1e9", "[]", "[40]", "{}", "{a: 40}", "null", "[[{}]]", '""', "x" * 300, '"{{ x }}"', "true"]


@cache
def scalars(text: str) -> list[tuple[int, int]]:
    """Where each plain value of one line begins and ends in a text."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines))]
    places = []
    for node in nodes(read_text(text, "")[0]):
        begin = starts[node.line - 1] + node.column - 1
        if text.startswith(node.text, begin):
            places.append((begin, begin + len(node.text)))
    return places


def nodes(node: Node | None) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        if node.text and "\n" not in node.text:
            yield node
        return
    for child in (
        node.values.values() if isinstance(node, Mapping) else node.items if isinstance(node, Sequence) else ()
    ):
        yield from nodes(child)


@pytest.mark.slow
@pytest.mark.parametrize("game", part(["starter", "collectors", "star-road", "tricks-or-treats"], 4))
def test_no_value_in_a_file_is_a_fault_of_the_tool(game: str, tmp_path: Path) -> None:
    if game == "starter":
        project = Project(tmp_path / "data", tmp_path / "templates")
        make_game(project, game, ["en"], sorts())
    else:
        folder = copied(ROOT, game, tmp_path)
        project = Project(folder / "data", folder / "templates")
    rng = Random(game)
    folders = project.data / game, project.templates / game
    files = [folder / name for name in FILES for folder in folders if (folder / name).exists()]
    for _ in range(tries(5 if game == "starter" else 1)):  # a check of a whole game takes seconds
        file = rng.choice(files)
        text = file.read_text(encoding="utf-8")
        begin, end = rng.choice(scalars(text))
        form = rng.choice(FORMS)
        file.write_text(text[:begin] + form + text[end:], encoding="utf-8")
        forget_files()
        try:
            check_game(project, game)
        except Exception as error:
            error.add_note(f"{file.name}: {text[:begin].count(chr(10)) + 1}: {text[begin:end]!r} -> {form}")
            raise
        finally:
            file.write_text(text, encoding="utf-8")


@pytest.mark.slow
def test_a_quoted_number_where_a_number_is_wanted_is_reported_at_its_place(tmp_path: Path) -> None:
    folder = copied(ROOT, "tricks-or-treats", tmp_path) / "data" / "tricks-or-treats"
    forge = folder / "forge.yaml"
    text = forge.read_text(encoding="utf-8")
    at = text.index("longest: ") + len("longest: ")
    end = text.index("\n", at)
    forge.write_text(f'{text[:at]}"40"{text[end:]}', encoding="utf-8")
    found = examine_forge(load_game(folder, folder.name)[0], [], [])[1]
    assert (text[:at].count("\n") + 1, "wrong-type") in [(one.line, one.rule) for one in found]
