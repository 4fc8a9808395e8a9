"""The tool's own phrases: the same in every language that ships, and a project may say them otherwise or add some."""

import re
from pathlib import Path

import pytest
from each import each
from projects import GAME, ROOT, Project

from generator.core.problem import Problem
from generator.draw.phrases import Phrases, read_phrases, read_words, sort_of

SHIPPED = ROOT / "templates" / "common"
LANGUAGES = ("en", "fr", "de", "es")


def phrases(*languages: str, own: Path | None = None) -> tuple[Phrases, list[Problem]]:
    places = [(SHIPPED, "shipped"), *([(own, "common")] if own else [])]
    return read_phrases(places, languages)


@pytest.fixture(scope="module")
def shipped() -> Phrases:
    found, problems = phrases(*LANGUAGES)
    assert problems == []
    return found


@each("language", LANGUAGES)
def test_every_shipped_language_has_every_phrase(shipped: Phrases, language: str) -> None:
    assert len(shipped.own) > 40
    assert shipped.missing(language) == []


@pytest.mark.parametrize("language", ["fr", "de", "es"])
def test_typography_is_that_of_the_language(shipped: Phrases, language: str) -> None:
    for name, text in shipped.texts.items():
        said = text.translations.get(language, "")
        assert '"' not in said, name
        assert "'" not in said, name
        if language == "fr":
            assert not re.search(r"[^ \u00a0\u202f\d:;!?][:;!?%](\s|$)", said), name
            assert not re.search(r"[“”„]", said), name
        if language == "de":
            assert said.count("„") == said.count("“"), name
            assert not re.search(r"[«»”]| [:;!?]", said), name
        if language == "es":
            assert said.count("¿") == said.count("?"), name
            assert not re.search(r"[“”„]| [:;!?]", said), name
        if language != "fr" or not name.startswith(("cover", "how")):  # faces keep them together anyway
            assert not re.search(r"\d [%]", said), name


@each(
    "name, language, number, said",
    [
        ("cover-for", "en", 1, "The box for 1 player"),
        ("cover-for", "de", 1, "Die Schachtel für 1 Person"),
        ("cover-for", "es", 4, "La caja para 4 personas"),
        ("plan-file", "fr", 0, "0 feuille dans {file}"),
        ("plan-file", "de", 0, "0 Blätter mit Deckblatt in {file}"),
    ],
)
def test_numbers_have_their_form(shipped: Phrases, name: str, language: str, number: int, said: str) -> None:
    assert shipped.word(name, language, "en", number) == said


@each(
    "language, sorts",
    [
        ("en", "other one other other other other"),
        ("fr", "one one other other other other"),
        ("fr-CA", "one one other other other other"),
        ("pt-PT", "other one other other other other"),
        ("pt-BR", "one one other other other other"),
        ("ja", "other other other other other other"),
        ("pl", "many one few many many few"),
        ("ru", "many one few many one few"),
        ("cs", "other one few other other other"),
        ("ar", "zero one two few many many"),
        ("xx", "other one other other other other"),
    ],
)
def test_languages_tell_numbers_apart_as_cldr_has_it(language: str, sorts: str) -> None:
    found, _ = phrases(language)
    assert [found.sort(language, number) for number in (0, 1, 2, 5, 21, 22)] == sorts.split()


@each("number, sort", [(1, "one"), (-1, "one"), (11, "few"), (3, "few"), (30, "few"), (5, "other")])
def test_a_rule_is_read_as_cldr_writes_it(number: int, sort: str) -> None:
    assert sort_of(number, {"one": "i = 1 and v = 0", "few": "n = 2..4,11 or n % 10 = 0 and n != 0"}) == sort


def test_a_project_says_a_phrase_otherwise_and_brings_a_language(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "en.yaml").write_text("sheet-note: full size!\n", encoding="utf-8")
    (tmp_path / "words" / "it.yaml").write_text(
        "plurals: {one: n = 1}\ncover-for: {one: Per uno, other: 'Per {n} amici'}\n", encoding="utf-8"
    )
    (tmp_path / "words" / "it-CH.yaml").write_text("sheet-note: al 100 %\n", encoding="utf-8")
    found, _ = phrases("en", "it-CH", own=tmp_path)
    assert found.word("sheet-note", "en", "en") == "full size!"
    assert found.word("sheet-note", "it-CH", "en") == "al 100 %"
    assert len(found.missing("it-CH")) == len(found.own) - 2


@each(
    "content, line, column, rule",
    [
        ("sheet-nota: x\n", 1, 1, "unknown-field"),
        ("sheet-page: Seite {page}\n", 1, 13, "missing-field"),
        ("sheet-note: zu {n} Prozent\n", 1, 13, "unknown-reference"),
        ("cover-for: {one: Für eine}\n", 1, 12, "missing-field"),
        ("cover-for: {lots: Für viele, other: Für alle}\n", 1, 13, "unknown-field"),
        ("cover-for: [a]\n", 1, 12, "wrong-type"),
        ("plurals: {one: n is 1}\n", 1, 16, "rule-syntax"),
        ("plurals: {single: n = 1}\n", 1, 11, "unknown-field"),
        ("- a\n", 1, 1, "wrong-type"),
    ],
)
def test_a_mistake_in_a_file_of_words_is_reported_at_its_place(
    content: str, line: int, column: int, rule: str, tmp_path: Path
) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "de.yaml").write_text(content, encoding="utf-8")
    (problem,) = phrases("de", own=tmp_path)[1]
    assert (problem.file, problem.line, problem.column, problem.rule) == ("common/words/de.yaml", line, column, rule)


def test_forms_that_only_some_languages_have_need_no_other_language(tmp_path: Path) -> None:
    file = tmp_path / "words.yaml"
    file.write_text(
        "cards: {en: '{n} cards', pl: '{n} kart'}\ncards-one: {en: a card, pl: karta}\ncards-few: {pl: '{n} karty'}\n",
        encoding="utf-8",
    )
    found, _ = phrases("en", "pl")
    assert read_words(found, file, "words.yaml", ("en", "pl")) == []
    assert [found.word("cards", "pl", "en", number) for number in (0, 1, 3, 5)] == [
        "0 kart",
        "karta",
        "3 karty",
        "5 kart",
    ]
    assert [found.word("cards", "en", "en", number) for number in (0, 1, 3)] == ["0 cards", "a card", "3 cards"]


def test_a_language_without_words_is_warned_of_where_the_game_names_it(project: Project) -> None:
    project.write("game.yaml", GAME.replace("[en, fr]", "[en, fr, it]"))
    found = [problem for problem in project.check() if "own phrases" in problem.message]
    assert [(one.rule, one.level, one.line) for one in found] == [("missing-translation", "warning", 2)]
    assert "sheet-note, sheet-page, sheet-behind and" in found[0].message
    project.write("templates/common/words/it.yaml", "sheet-note: al 100 %\n")
    (warning,) = [problem for problem in project.check() if "own phrases" in problem.message]
    assert warning.file == "templates/common/words/it.yaml"


def told(problems: list[Problem]) -> list[str]:
    return [f"{problem.line}:{problem.column} {problem.rule} {problem.message}" for problem in problems]


def test_a_form_without_its_number_is_taken_where_no_form_shows_it(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    said = "cover-sheets: {one: Arkusz, few: Arkusze, many: Arkuszy, other: Arkusza}\n"
    (tmp_path / "words" / "pl.yaml").write_text(said, encoding="utf-8")
    found, problems = phrases("pl", own=tmp_path)
    assert problems == []
    said_of = [found.word("cover-sheets", "pl", "en", number) for number in (1, 2, 7, 22)]
    assert said_of == ["Arkusz", "Arkusze", "Arkuszy", "Arkusze"]


@each(
    ("said", "problem"),
    [
        ("plan-kind: {one: gra, other: gry}", "1:12 unknown-field plan-kind goes with no number"),
        ("cover-for: {one: a, two: b, other: c}", "1:21 unknown-field 'two' is not a plural form of 'pl'"),
        ("cover-for: {one: a, few: b, many: c, other: d}", None),
    ],
)
def test_forms_that_nobody_would_see_are_reported(tmp_path: Path, said: str, problem: str | None) -> None:
    (tmp_path / "words").mkdir(exist_ok=True)
    (tmp_path / "words" / "pl.yaml").write_text(said, encoding="utf-8")
    assert told(phrases("pl", own=tmp_path)[1]) == ([problem] if problem else [])


def test_a_games_form_for_a_sort_that_its_language_lacks_is_reported(tmp_path: Path) -> None:
    found, _ = phrases("en", "ja", "pl")
    file = tmp_path / "words.yaml"
    file.write_text(
        "coins: {en: '{n} coins', ja: '{n}枚', pl: '{n} monet'}\ncoins-one: {en: '{n} coin', pl: '{n} moneta'}\n"
        "coins-few: {pl: '{n} monety', en: '{n} coins'}\nloose-few: {en: a, ja: b, pl: c}\n",
        encoding="utf-8",
    )
    problems = told(read_words(found, file, "words.yaml", ("en", "ja", "pl")))
    assert problems == ["3:31 unknown-field 'few' is not a plural form of 'en'"]
