"""Small edits that break a file: its schema refuses each, and so does `pnp check`, by the rule that is named."""

from pathlib import Path

import pytest
from as_editors_read import text_value
from fox_hunt import FILES, write_fox_hunt
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.core.folders import Project
from generator.core.problem import Problem
from generator.draw.theme import read_theme
from generator.editing.schemas import game_schemas, known_in, project_schemas
from generator.forge.spec import read_forge
from generator.lab.lab_file import read_lab
from generator.model.defaults import read_defaults
from generator.model.load import load_game
from generator.rules.rulebook import open_rulebook

GAME, ITEMS, BOOK = "data/fox-hunt/game.yaml", "data/fox-hunt/animals.yaml", "data/fox-hunt/balance.yaml"
FORGE, LAB = "data/fox-hunt/forge.yaml", "data/fox-hunt/lab.yaml"
STYLE, WORDS, PNP = "templates/fox-hunt/style.yaml", "templates/fox-hunt/words.yaml", "pnp.yaml"

BROKEN = [  # the file, what is there, what is written in its place, the rule of `pnp check`
    (GAME, "name: {en: Fox Hunt, de: Fuchsjagd}\n", "", "missing-field"),
    (GAME, "languages: [en, de]", "languages: en", "wrong-type"),
    (GAME, "languages: [en, de]", "languages: [English, de]", "wrong-type"),
    (GAME, "players: [2, 4]", "players: some", "wrong-type"),
    (GAME, "players: [2, 4]", "players: [0, 4]", "number-range"),
    (GAME, "players: [2, 4]", "player: [2, 4]", "unknown-field"),
    (GAME, "size: poker", "size: pocket", "not-one-of"),
    (GAME, "size: poker", "size: [63]", "wrong-type"),
    (GAME, "size: poker", "size: [63, 2]", "number-range"),
    (GAME, "template: animal.svg", "template: [animal.svg]", "wrong-type"),
    (GAME, "    group: family", "    thickness: 0.5", "missing-field"),
    (GAME, "    group: family", "    holds: [animals]", "unknown-field"),
    (GAME, "    group: family", "    gruop: family", "unknown-field"),
    (GAME, "    group: family", "    gutter: wide", "wrong-type"),
    (GAME, "{type: number}", "{type: float}", "not-one-of"),
    (GAME, "{type: number}", "{kind: number}", "missing-field"),
    (GAME, "{type: number}", "{type: number, to: animals}", "unknown-field"),
    (GAME, "{type: number}", "number", "wrong-type"),
    (GAME, "{type: flag, default: false}", "{type: flag, required: yes}", "wrong-type"),
    (GAME, '{type: choice, of: [fur, feather, "2"], required: true}', "{type: choice}", "missing-field"),
    (GAME, "{type: reference, to: animals}", "{type: reference}", "missing-field"),
    (GAME, 'sets: "1", source: ours', 'sets: "1", source: theirs', "not-one-of"),
    (GAME, 'sets: "1", source: ours, ', 'sets: "1", ', "missing-field"),
    (GAME, "title: {en: Animals, de: Tiere}", "title: {en: Animals, fr: Animaux}", "unknown-field"),
    (ITEMS, "- id: red-fox\n  name: {en: Red fox, de: Rotfuchs}", "- name: Fox", "missing-field"),
    (ITEMS, "id: red-fox", "id: Red_Fox", "bad-id"),
    (ITEMS, "  name: {en: Red fox, de: Rotfuchs}\n", "", "missing-field"),
    (ITEMS, "de: Rotfuchs", "fr: Renard", "unknown-field"),
    (ITEMS, "speed: 7", "speed: fast", "wrong-type"),
    (ITEMS, "speed: 7", "speed: 7.5", "wrong-type"),
    (ITEMS, "speed: 7", 'speed: "7"', "wrong-type"),
    (ITEMS, "weight: 6.5", "weight: 1:30", "wrong-type"),
    (ITEMS, "shy: true", "shy: yes", "wrong-type"),
    (ITEMS, "family: fur", "family: scales", "not-one-of"),
    (ITEMS, "family: fur", "familly: fur", "unknown-field"),
    (ITEMS, "prey: goose", "prey: hen", "unknown-reference"),
    (ITEMS, "lair: {name: Earth, depth: 2}", "lair: Earth", "wrong-type"),
    (ITEMS, "lair: {name: Earth, depth: 2}", "lair: {depth: 2}", "missing-field"),
    (ITEMS, "{coins: +2}, {steps: -1}", "{coins: +2, steps: -1}", "wrong-type"),
    (ITEMS, "{coins: +2}, {steps: -1}", "{gold: +2}", "unknown-field"),
    (ITEMS, "effects: [{coins: +2}, {steps: -1}]", "effects: {coins: +2}", "wrong-type"),
    (ITEMS, "notes: [007, red]", "notes: [007, ~]", "wrong-type"),
    (ITEMS, "copies: 4", "copies: 1000", "number-range"),
    (ITEMS, "waive: {speed: as fast as it likes}", "waive: speed", "wrong-type"),
    (BOOK, "check: number-range", "check: numbers", "not-one-of"),
    (BOOK, "kind: animals\n  field: weight", "kind: plants\n  field: weight", "unknown-reference"),
    (BOOK, "field: weight\n  min: 1\n  max: 9", "field: weight", "missing-field"),
    (BOOK, "  field: weight\n", "  feild: weight\n", "unknown-field"),
    (BOOK, "  why: The track has nine squares.\n", "", "missing-field"),
    (BOOK, "level: warning", "level: info", "not-one-of"),
    (BOOK, "total: 5", "total: five", "wrong-type"),
    (BOOK, "fields: {claws: 0, teeth: 0}", "fields: [claws, teeth]", "wrong-type"),
    (FORGE, "recipe: ensemble", "recipe: soup", "not-one-of"),
    (FORGE, "unlike: [name]", "unlke: [name]", "unknown-field"),
    (FORGE, "    deal:\n      - {name: beast, from: beasts}\n", "", "missing-field"),
    (FORGE, "kinds:", "sorts:", "missing-field"),
    (LAB, "expression: weight", "formula: weight", "missing-field"),
    (LAB, "x: weight, ", "", "missing-field"),
    (LAB, "weight: low", "weight: little", "not-one-of"),
    (LAB, "expect: [0, 1]", "expect: 1", "wrong-type"),
    (LAB, "    draw: {kind: animals, draws: 2, where: family == 'fur'}\n", "", "missing-field"),
    (STYLE, "fonts: {text: Andika_400Regular}\n", "", "missing-field"),
    (STYLE, "pen: 0.5", "pen: 5", "number-range"),
    (STYLE, "pen: 0.5", "pencil: 0.5", "unknown-field"),
    (WORDS, 'de: "Tempo {n}"', 'fr: "vitesse {n}"', "unknown-field"),
    (PNP, "paper: letter", "papers: letter", "unknown-field"),
    (PNP, "lang: de", "lang: German", "wrong-type"),
]  # fmt: skip


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_fox_hunt(tmp_path_factory.mktemp("project"))


def schemas_of(project: Path) -> dict[str, Draft202012Validator]:
    """What validates each file of a project, by the file's name."""
    where = Project(project / "data", project / "templates")
    game, problems = load_game(project / "data/fox-hunt", "data/fox-hunt")
    assert problems == []
    made = [*game_schemas(where, game, known_in(where, game)), *project_schemas(where)]
    return {one.file.relative_to(project).as_posix(): Draft202012Validator(one.schema) for one in made}


@pytest.fixture(scope="module")
def validators(project: Path) -> dict[str, Draft202012Validator]:
    return schemas_of(project)


def problems_in(project: Path, name: str) -> list[Problem]:
    """What the reader of a file finds wrong with it."""
    folder = project / "data/fox-hunt"
    if name == PNP:
        return list(read_defaults(project / "pnp.yaml").problems)
    game, problems = load_game(folder, "data/fox-hunt")
    if name in (GAME, ITEMS):
        return problems
    if name == BOOK:
        return open_rulebook(game).problems
    if name == FORGE:
        return read_forge(game)[1]
    if name == LAB:
        return read_lab(game)[1].problems
    theme = read_theme(project / "templates/fox-hunt", PROJECT_COMMON, "templates/fox-hunt", game.languages)
    return theme[1]


PROJECT_COMMON = Path(__file__).parents[2] / "templates/common"


def test_the_game_itself_is_right(project: Path, validators: dict[str, Draft202012Validator]) -> None:
    checked = CliRunner().invoke(
        app, ["check", "--data", str(project / "data"), "--templates", str(project / "templates")]
    )
    assert checked.exit_code == 0, checked.stdout
    for name, validator in validators.items():
        if name in FILES:
            assert list(validator.iter_errors(text_value(FILES[name]))) == []


def test_there_are_more_than_fifty() -> None:
    assert len({(name, new) for name, _, new, _ in BROKEN}) >= 50


@pytest.mark.parametrize(
    ("name", "old", "new", "rule"), BROKEN, ids=[f"{Path(n).stem}: {o[:25]!r} to {w[:25]!r}" for n, o, w, _ in BROKEN]
)
def test_a_broken_file_is_refused_by_its_schema_and_by_check(
    name: str, old: str, new: str, rule: str, project: Path, validators: dict[str, Draft202012Validator]
) -> None:
    text = FILES[name]
    assert text.count(old) >= 1
    broken = text.replace(old, new, 1)
    assert list(validators[name].iter_errors(text_value(broken))) != []
    file = project / name
    file.write_text(broken, encoding="utf-8")
    try:
        found = problems_in(project, name)
    finally:
        file.write_text(text, encoding="utf-8")
    assert rule in {problem.rule for problem in found if problem.level == "error"}
