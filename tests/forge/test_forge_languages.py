"""Games in German and in Spanish: what is forged agrees, and a noun that tells too little is told of."""

import shutil
from pathlib import Path

import pytest
import yaml
from each import each
from projects import Project

from generator.forge.spec import read_forge
from generator.model.load import load_game

ROOT = Path(__file__).parents[2]
FORGE = {
    "de-AT": """\
people:
  recipe: grid
  numbers: [value]
  even: suit
  texts:
    title: name
    longest: 60
    titles:
      - {de-AT: "{der adj noun}"}
      - {de-AT: "{ein adj noun} {jagt|jagen} {seinen} Hut"}
      - {de-AT: "Der Schatz {des adj noun}", number: one}
      - {de-AT: "Krapfen {vom noun}"}
    words:
      nouns:
        - {de-AT: der Bär, sort: [a]}
        - {de-AT: die Hexe, sort: [a]}
        - {de-AT: das Gespenst, sort: [a]}
        - {de-AT: die Fledermäuse (pl), sort: [a]}
      adjectives:
        - {de-AT: dunkel}
        - {de-AT: aus Zucker}
""",
    "es-MX": """\
people:
  recipe: grid
  numbers: [value]
  even: suit
  texts:
    title: name
    longest: 60
    titles:
      - {es-MX: "{el noun adj}"}
      - {es-MX: "Carta {del noun adj}"}
      - {es-MX: "{un noun} {solo|solos}", sort: [b]}
    words:
      nouns:
        - {es-MX: el topo, sort: [a, b]}
        - {es-MX: la rana, sort: [a]}
        - {es-MX: el hada (f), sort: [a]}
        - {es-MX: las arañas, sort: [a]}
      adjectives:
        - {es-MX: ~grande}
        - {es-MX: gruñón}
""",
}
TITLES = {
    "de-AT": {
        *("Der dunkle Bär", "Die dunkle Hexe", "Das dunkle Gespenst", "Die dunklen Fledermäuse"),
        *("Der Bär aus Zucker", "Die Hexe aus Zucker", "Das Gespenst aus Zucker", "Die Fledermäuse aus Zucker"),
        *("Ein dunkler Bär jagt seinen Hut", "Eine dunkle Hexe jagt ihren Hut", "Ein dunkles Gespenst jagt seinen Hut"),
        *("Dunkle Fledermäuse jagen ihren Hut", "Ein Bär aus Zucker jagt seinen Hut"),
        *("Eine Hexe aus Zucker jagt ihren Hut", "Ein Gespenst aus Zucker jagt seinen Hut"),
        *("Fledermäuse aus Zucker jagen ihren Hut", "Der Schatz des dunklen Bären", "Der Schatz der dunklen Hexe"),
        *("Der Schatz des dunklen Gespenstes", "Der Schatz des Bären aus Zucker", "Der Schatz der Hexe aus Zucker"),
        *("Der Schatz des Gespenstes aus Zucker", "Krapfen vom Bären", "Krapfen von der Hexe"),
        *("Krapfen vom Gespenst", "Krapfen von den Fledermäusen"),
    },
    "es-MX": {
        *("El gran topo", "La gran rana", "La gran hada", "Las grandes arañas"),
        *("El topo gruñón", "La rana gruñona", "El hada gruñona", "Las arañas gruñonas"),
        *("Carta del gran topo", "Carta de la gran rana", "Carta de la gran hada", "Carta de las grandes arañas"),
        *("Carta del topo gruñón", "Carta de la rana gruñona", "Carta del hada gruñona"),
        *("Carta de las arañas gruñonas", "Un topo solo"),
    },
}


@pytest.mark.parametrize("language", FORGE)
def test_a_game_in_a_sort_of_the_language_forges_all_that_agrees(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    empty = Project(tmp_path)
    empty.pnp("new", "my-game", "--languages", language, "--kind", "cards:people")
    data = empty.folder / "data/my-game"
    (data / "forge.yaml").write_text(
        "kinds:\n" + "".join(f"  {line}\n" for line in FORGE[language].splitlines()), encoding="utf-8"
    )
    assert empty.check() == []
    count = str(len(TITLES[language]))
    made, again = (empty.pnp("generate", "people", "--count", count, "--seed", "5") for _ in range(2))
    assert made.exit_code == 0
    assert made.stdout == again.stdout
    rows = yaml.safe_load(made.stdout)
    assert {row["name"][language] if isinstance(row["name"], dict) else row["name"] for row in rows} == TITLES[language]


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
    - {de: OTHER, sort: [creature]}
  adjectives:
    - {de: alte}
"""


@each(
    ("title", "noun", "other", "problem"),
    [
        ("{adj noun}", "Hexe", "Eule", ""),
        ("{adj noun}", "die Hexe", "der Kauz", ""),
        ("Hoch {noun}", "die Hexe", "Kauz", ""),
        (
            "{der noun}",
            "Hexe",
            "Eule",
            "11:12 wrong-type: {der noun} needs a gender; write der, die or das before Hexe",
        ),
        ("Ach, {er}!", "die Hexe", "Eule", "12:12 wrong-type: {er} needs a gender; write der, die or das before Eule"),
        ("{adj noun}", "die Hexe", "Eule", "12:12 wrong-type: an adjective cannot agree with 'Eule', which has no"),
        ("{die noun}", "die Hexe", "die Eule", "8:16 wrong-type: {die noun} is not understood; such are: {der noun}"),
        ("{noun}", "der Keks (pl)", "die Eule", "11:12 wrong-type: 'der Keks (pl)' is one and many at once"),
    ],
)
def test_a_noun_without_article_goes_only_where_none_is_wanted(
    title: str, noun: str, other: str, problem: str, tmp_path: Path
) -> None:
    shutil.copytree(ROOT / "data" / "tricks-or-treats", tmp_path / "game")
    path = tmp_path / "game" / "game.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("languages: [en, fr]", "languages: [de]"), encoding="utf-8"
    )
    text = WORDS.replace("TITLE", title).replace("NOUN", noun).replace("OTHER", other)
    (tmp_path / "game" / "forge.yaml").write_text(text, encoding="utf-8")
    found = [
        f"{p.line}:{p.column} {p.rule}: {p.message}" for p in read_forge(load_game(tmp_path / "game", "game")[0])[1]
    ]
    assert len(found) == bool(problem)
    assert "".join(found).startswith(problem)


@pytest.mark.parametrize(
    ("line", "problems"), [("Ach, {noun}!", []), ("{adj}!", ["12:15"]), ("{der adj noun}!", ["12:15"])]
)
def test_a_line_has_no_adjective(line: str, problems: list[str], tmp_path: Path) -> None:
    shutil.copytree(ROOT / "data" / "tricks-or-treats", tmp_path / "game")
    path = tmp_path / "game" / "game.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("languages: [en, fr]", "languages: [de]"), encoding="utf-8"
    )
    text = (
        WORDS.replace("NOUN", "die Hexe")
        .replace("OTHER", "der Kauz")
        .replace('"TITLE"}', '"{noun}"}\n      line: flavour')
    )
    text = text.replace(
        "words:",
        f'      lines:\n        dark:\n            - {{de: "{line}"}}\nwords:',
    )
    (tmp_path / "game" / "forge.yaml").write_text(text, encoding="utf-8")
    found = read_forge(load_game(tmp_path / "game", "game")[0])[1]
    assert [f"{p.line}:{p.column}" for p in found] == problems
    assert all(p.message.startswith("a line has no {adj}") for p in found)
