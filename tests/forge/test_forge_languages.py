"""Languages without a grammar, German and Spanish among them: words as they are written, and what asks for more."""

import shutil
from pathlib import Path

import pytest
import yaml
from each import each
from projects import Project

from generator.forge.spec import read_forge
from generator.model.load import load_game

ROOT = Path(__file__).parents[2]
FORGE = """\
kinds:
  people:
    recipe: draw
    evenly: [suit]
    texts:
      title: name
      longest: 60
      titles:
        - {de-AT: "Krapfen für {noun}"}
        - {de-AT: "{adj noun}"}
      words:
        nouns: [{de-AT: Bären, sort: [a]}, {de-AT: Hexen, sort: [a]}]
        adjectives: [{de-AT: dunkle}]
"""


@pytest.mark.slow
def test_a_game_in_any_language_has_titles_of_its_own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    empty = Project(tmp_path)
    empty.pnp("new", "my-game", "--languages", "de-AT", "--kind", "cards:people")
    (empty.folder / "data/my-game/forge.yaml").write_text(FORGE, encoding="utf-8")
    assert empty.check() == []
    rows = yaml.safe_load(empty.pnp("generate", "people", "--count", "4", "--seed", "5").stdout)
    names = {row["name"]["de-AT"] if isinstance(row["name"], dict) else row["name"] for row in rows}
    assert names == {"Krapfen für Bären", "Krapfen für Hexen", "Dunkle Bären", "Dunkle Hexen"}


WORDS = """\
kinds:
  surprise-cards:
    recipe: members
    field: effects
    texts:
      title: title
      titles:
        - {de: "TITLE"}
words:
  nouns:
    - {de: NOUN, sort: [creature]}
  adjectives:
    - {de: ADJECTIVE}
"""


def found_in(folder: Path, text: str) -> list[str]:
    """What is wrong with a ``forge.yaml`` of a game in German."""
    shutil.copytree(ROOT / "data" / "tricks-or-treats", folder / "game")
    path = folder / "game" / "game.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("languages: [en, fr]", "languages: [de]"), encoding="utf-8"
    )
    (folder / "game" / "forge.yaml").write_text(text, encoding="utf-8")
    problems = read_forge(load_game(folder / "game", "game")[0])[1]
    return [f"{problem.line}:{problem.column} {problem.rule}: {problem.message}" for problem in problems]


@pytest.mark.slow
@each(
    ("title", "noun", "adjective", "problem"),
    [
        ("{adj noun}", "Hexe", "alte", ""),
        ("Hoch {noun}", "die Hexe", "alte", ""),
        ("{der noun}", "Hexe", "alte", "8:16 wrong-type: {der noun} is not understood: there are grammars of English"),
        ("{jagt|jagen}", "Hexe", "alte", "8:16 wrong-type: {jagt|jagen} is not understood"),
        (
            "{adj noun}",
            "die Hexe",
            "alte",
            "11:12 wrong-type: an adjective cannot stand next to 'die Hexe'; write Hexe",
        ),
        ("{noun}", "die Kekse (pl)", "alte", "11:12 wrong-type: 'die Kekse (pl)' would be printed as it is"),
        ("{noun}", "Hexe", "~alte", "13:12 wrong-type: '~alte' would be printed as it is"),
    ],
)
def test_what_a_grammar_would_have_inflected_is_an_error(
    title: str, noun: str, adjective: str, problem: str, tmp_path: Path
) -> None:
    found = found_in(tmp_path, WORDS.replace("TITLE", title).replace("NOUN", noun).replace("ADJECTIVE", adjective))
    assert len(found) == bool(problem)
    assert "".join(found).startswith(problem)


@pytest.mark.parametrize(
    ("line", "problems"), [("Ach, {noun}!", []), ("{adj}!", ["12:15"]), ("{adj noun}!", ["12:15"])]
)
def test_a_line_has_no_adjective(line: str, problems: list[str], tmp_path: Path) -> None:
    text = WORDS.replace("NOUN", "Hexe").replace("ADJECTIVE", "alte")
    text = text.replace('"TITLE"}', '"{noun}"}\n      line: flavour')
    text = text.replace("words:", f'      lines:\n        dark:\n            - {{de: "{line}"}}\nwords:')
    found = found_in(tmp_path, text)
    assert [problem.partition(" ")[0] for problem in found] == problems
    assert all("a line has no {adj}" in problem for problem in found)
