"""No control character of a file, of a name or of an option reaches a terminal, an annotation or a page."""

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest
import yaml
from each import each
from hypothesis import given
from hypothesis import strategies as st
from projects import Project
from pypdf.generic import Destination

from generator.cli import commands
from generator.cli.reporting import as_annotation, as_text
from generator.core.escape import CONTROL, escaped
from generator.core.problem import Problem, as_json
from generator.draw.marks.fonts import load
from generator.forge.yaml_writer import as_yaml

# Written out here once more, from Unicode's tables: C0, DEL, C1; Bidi_Control.
CONTROLS = [
    *map(chr, (*range(0x20), *range(0x7F, 0xA0))),
    *"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
]
FAKE = "x\nother.yaml:1:1: error all-well: no problem"
texts = st.text(st.one_of(st.sampled_from(CONTROLS), st.sampled_from("aé\\%:,{}")), max_size=12)


def raw(text: str) -> list[str]:
    """The control characters of what was printed, but for the ends of its lines."""
    return [character for character in text if character in CONTROLS and character != "\n"]


@each("character", CONTROLS)
def test_every_control_character_is_shown(character: str) -> None:
    shown = escaped(f"a{character}b")
    assert re.fullmatch(r"a\\(x[0-9a-f]{2}|u[0-9a-f]{4})b", shown)
    assert int(shown[3:-1], 16) == ord(character)
    assert escaped(character, keep=character) == character


@given(texts, texts, texts)
def test_a_problem_is_a_line_with_nothing_to_obey(file: str, message: str, rule: str) -> None:
    problem = Problem(file, 1, 2, "error", rule, message)
    for line in (as_text(problem), as_annotation(problem)):
        assert CONTROL.search(line) is None
    told = as_text(Problem(file, 1, 2, "error", rule, message, message))
    assert len(told.splitlines()) == (2 if message else 1)
    (read,) = json.loads(as_json([problem]))
    assert (read["file"], read["message"]) == (file, message)
    assert raw(as_json([problem])) == []


@pytest.mark.slow
@given(texts)
def test_a_new_item_is_yaml_that_holds_them_quoted(text: str) -> None:
    item = {"id": "a", "title": text, "texts": {"en": text}, "long": text * 20}
    written = as_yaml(item)
    assert raw(written) == []
    assert yaml.safe_load(written) == [item]


Place = Callable[[Project, str], list[tuple[str, ...]]]


def in_the_games_name(project: Project, text: str) -> list[tuple[str, ...]]:
    project.change("game.yaml", "{en: Village fair, ", f"{{en: {json.dumps(text)}, ")
    return [("check",), ("rules",), ("render",), ("plan", "fair", "--players", "2")]


def in_a_name_on_labels(project: Project, text: str) -> list[tuple[str, ...]]:
    turned = json.dumps(text if "\n" in text else "a\u202eb\u200fc")  # what a file may hold of them
    project.change("game.yaml", "{en: Village fair, ", f"{{en: {turned}, ")
    project.change("game.yaml", "{en: Stalls, ", f"{{en: {turned}, ")
    project.change("game.yaml", '"Page [{number}]"', turned[:-1] + '{number}"')
    return [("check",), ("render",), ("blank",)]


def in_a_kinds_title(project: Project, text: str) -> list[tuple[str, ...]]:
    project.change("game.yaml", "{en: Stalls, ", f"{{en: {json.dumps(text)}, ")
    return [("check",), ("render",), ("blank",), ("export", "fair")]


def in_an_id(project: Project, text: str) -> list[tuple[str, ...]]:
    project.change("stalls.yaml", "id: cake", f"id: {json.dumps(text)}")
    return [("check",), ("check", "--format", "github"), ("check", "--format", "json"), ("render",)]


def in_an_items_text(project: Project, text: str) -> list[tuple[str, ...]]:
    project.change("stalls.yaml", "{en: Cake stall, ", f"{{en: {json.dumps(text)}, ")
    project.change("stalls.yaml", "id: darts", "id: darts\n  note: " + json.dumps(text))
    return [("check",), ("render",), ("show", "stalls/cake"), ("show", "stalls/cake", "--format", "json")]


def in_a_waiver(project: Project, text: str) -> list[tuple[str, ...]]:
    project.change("stalls.yaml", "id: darts", f"id: darts\n  waive: {{{json.dumps(text)}: {json.dumps(text)}}}")
    return [("check",)]


def in_a_files_name(project: Project, text: str) -> list[tuple[str, ...]]:
    name = "".join(character for character in text if character not in "\0/")
    project.change("game.yaml", "template: stall.svg", f"template: {json.dumps(name)}")
    project.write(f"data/fair/{name}.yaml", "- {id: 1 2}\n")
    return [("check",), ("check", f"data/fair/{name}.yaml"), ("check", "--format", "github"), ("render",)]


def in_a_folders_name(project: Project, text: str) -> list[tuple[str, ...]]:
    name = "".join(character for character in text if character not in "\0/")
    (project.folder / "data/fair").rename(project.folder / "data" / name)
    (project.folder / "templates/fair").rename(project.folder / "templates" / name)
    return [("check",), ("rules",), ("render",), ("render", name), ("show", "stalls/cake"), ("blank", name)]


def in_an_option(project: Project, text: str) -> list[tuple[str, ...]]:
    commands = ("check", "rules", "render", "show", "preflight", "generate", f"--{text}", text)
    more = [("render", "--out", f"o{text}".replace("\0", "")), ("render", f"--{text}"), ("check", "--format", text)]
    more += [
        ("render", "--kind", text),
        ("render", "--item", text),
        ("render", "--lang", text),
        ("render", "--paper", text),
    ]
    return [(command, text.replace("\0", "")) for command in commands] + more


@pytest.mark.parametrize("fake", [False, True])
@pytest.mark.parametrize(
    "place",
    [
        in_the_games_name,
        in_a_kinds_title,
        in_a_name_on_labels,
        in_an_id,
        in_an_items_text,
        in_a_waiver,
        in_a_files_name,
        in_a_folders_name,
        in_an_option,
    ],
)
def test_nothing_raw_comes_out_of_any_command(
    project: Project, place: Place, fake: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in place(project, FAKE if fake else "".join(CONTROLS).replace("\n", "")):
        monkeypatch.setattr(sys, "argv", ["pnp", *arguments])
        status = commands.run()
        said = capsys.readouterr()
        assert raw(said.out) == raw(said.err) == [], arguments
        assert status in (0, 1, 2)
        assert not re.search("^other.yaml:1:1", said.out + said.err, re.M), arguments
    for file in (project.folder / "output").rglob("*.pdf"):
        assert_no_controls_in(file)


def assert_no_controls_in(file: Path) -> None:
    reader = pypdf.PdfReader(io.BytesIO(file.read_bytes()))
    assert reader.metadata is not None
    titles = [str(entry["/Title"]) for entry in reader.outline if isinstance(entry, Destination)]
    assert len(titles) == len(reader.outline)
    told = [str(reader.metadata.title), *reader.page_labels, *titles]
    assert [text for text in told if CONTROL.search(text)] == []


@pytest.mark.parametrize("character", ["\u202e", "\u200f", "\x7f"], ids=ascii)
def test_a_page_shows_none(project: Project, character: str) -> None:
    """Marks of direction are obeyed; what else has no glyph is reported."""
    template = (project.path("templates/fair/stall.svg")).read_text()
    project.write(
        "templates/fair/stall.svg", template.replace('data-field="note"', f'data-text="a&#{ord(character)};b"')
    )
    found = [problem.message for problem in project.check() if problem.rule == "missing-glyph"]
    if character == "\x7f":
        assert "no glyph for " in found[0]
        assert "U+007F" in found[0]
    else:
        assert found == []
        assert project.pnp("render", "fair").exit_code == 0
        page = pypdf.PdfReader(project.folder / "output/fair/stalls.pdf").pages[0].extract_text()
        assert ("ab" in page) != ("ba" in page)
        assert character not in page


@pytest.mark.slow
def test_no_font_has_a_glyph_for_them() -> None:
    for file in (Path(__file__).parents[2] / "templates/common/fonts").rglob("*.ttf"):
        font = load(file)
        assert [character for character in CONTROLS if font.has(character)] == [], file.name
