"""``pnp check`` says where ``forge.yaml`` asks for what cannot be made."""

import shutil
from pathlib import Path
from random import Random

import pytest
from each import each
from fairs import BAG, BUDGET, DESIGNS, DRAW, ENSEMBLE, FIELDS, MEMBERS, NAMED, PRIZES, SPANS, WORTH, fair, wrong
from shared_games import SHIPPED_GAMES
from tries import slow_but
from typer.testing import CliRunner
from workbench import DATA

from generator.cli.commands import app
from generator.core.problem import has_errors
from generator.forge.examination import examine_forge
from generator.forge.forge import forge
from generator.forge.request import Request
from generator.model.load import load_game
from generator.rules.rulebook import read_rulebook

GAMES = {DRAW: (FIELDS, SPANS), MEMBERS: (PRIZES, BAG), DESIGNS: (NAMED, WORTH), ENSEMBLE: (NAMED, BUDGET)}


@each("text", GAMES)
def test_a_sound_file_is_passed(text: str, tmp_path: Path) -> None:
    assert wrong(tmp_path, text, *GAMES[text]) == []


@pytest.mark.parametrize("game", slow_but(1, SHIPPED_GAMES))
def test_the_shipped_files_are_sound(game: str) -> None:
    found, _ = load_game(DATA / game, game)
    assert examine_forge(found, *read_rulebook(found))[1] == []


@each(
    ("text", "old", "new", "told"),
    [
        (DRAW, "[side, ", "[sied, ", "1:41 unknown-reference: 'sied' is not a field of stalls or a drawn word"),
        (DRAW, "length > 3", "lenght > 3", "1:69 unknown-reference: 'lenght' is not known in 'lenght > 3'"),
        (DRAW, "length > 3", "length >", "1:69 rule-syntax: cannot read the expression"),
        (
            DRAW,
            "length > 3",
            "length|nofilter",
            "1:69 rule-syntax: cannot read the expression: there is no filter 'nofilter'",
        ),
        (DRAW, "length > 3", "length > 'a'", "1:69 rule-syntax: \"length > 'a'\" cannot be worked out"),
        (MEMBERS, "field: prizes", "field: prices", "1:42 unknown-reference: 'prices' is not a field of stalls"),
        (DESIGNS, "shares: side", "shares: price", "4:13 wrong-type: price of stalls has the wrong type for this"),
        (DESIGNS, "best: length", "best: lenght", "6:11 unknown-reference: 'lenght' is not a field of stalls"),
        (DESIGNS, "largest: 9", "largest: 0", "8:14 number-range: length would go from 1 to 0"),
        (DESIGNS, "[1, 6]", "[6, 1]", "10:22 number-range: price needs the least and the most"),
        (DESIGNS, "[1, 6]", "[]", "10:22 number-range: price needs the least and the most"),
        (DESIGNS, "{what: what}", "{what: whta}", "13:24 unknown-reference: there are no words 'whta'"),
        (DESIGNS, "{{ what }} one", "{{ waht }} one", "13:85 unknown-reference: 'waht' is not known"),
        (DESIGNS, "{{ what }} one", "{{ what.x }} one", "13:85 rule-syntax: 'what.x' cannot be worked out"),
        (DESIGNS, "{{ price }}", "{{ price }}x", "13:59 wrong-type: a whole number is wanted here"),
        (DESIGNS, "side: left", "side: letf", "13:46 not-one-of: 'letf' is none of left, right"),
        (DESIGNS, "side: left, price", "side: left, prise", "13:52 unknown-field: 'prise' is not a field here"),
        (DESIGNS, "- {words", "- {often: 0, words", "13:17 number-range: often is 0; 1 is the least"),
        (DESIGNS, "- {words", "- {if: price > 9, words", "13:14 never-made: no numbers fulfil this"),
        (DESIGNS, "title: name", "title: name\n    longest: 3", "14:9 cannot-be-made: has no new name left"),
        (DESIGNS, "title: name", "title: name\n    likely: price - 1", "6:13 number-range: 0 for price 1"),
        (ENSEMBLE, "from: whats", "from: what", "7:28 unknown-reference: there is no list 'what' to draw from"),
        (ENSEMBLE, "once: name", "once: nam", "7:41 unknown-reference: 'nam' is not a field of stalls"),
        (ENSEMBLE, "what.one <", "waht.one <", "8:28 unknown-reference: 'waht' is not known"),
        (ENSEMBLE, "{one: Bells}", "{on: Bells}", "10:36 missing-field: this word gives no name in en"),
        (ENSEMBLE, "[name]", "[title]", "5:14 unknown-reference: 'title' is not a field of stalls"),
        (ENSEMBLE, 'side: "{{ side }}"', 'size: "{{ side }}"', "9:42 unknown-field: 'size' is not a field here"),
        (ENSEMBLE, '"{{ side }}"', "middle", "9:48 not-one-of: 'middle' is none of left, right"),
    ],
)
def test_a_mistake_is_reported_at_its_place(text: str, old: str, new: str, told: str, tmp_path: Path) -> None:
    assert old in text
    fields, rules = GAMES[text]
    lines = [
        f"{p.line}:{p.column} {p.rule}: {p.message}" for p in wrong(tmp_path, text.replace(old, new, 1), fields, rules)
    ]
    assert any(line.startswith(told) for line in lines), lines


def test_a_hint_names_what_is_known_in_the_order_in_which_it_is_drawn(tmp_path: Path) -> None:
    (found,) = wrong(tmp_path, ENSEMBLE.replace("{{ side }}", "{{ zzz }}"), NAMED, BUDGET)
    assert found.hint == "known: length, price, what, side"


@each(
    ("text", "rules", "told"),
    [
        (DRAW, SPANS[:1], "1:26 cannot-be-made: fair has no `number-range` rule with min and max for price"),
        (DRAW, [*SPANS, "expression, that: price > 9"], "1:26 cannot-be-made: the rules leave nothing"),
        (MEMBERS, BAG[1:], "1:42 cannot-be-made: fair lacks a `key-range`"),
        (ENSEMBLE, SPANS, "3:13 cannot-be-made: fair has no `sum-of` rule for stalls"),
        (ENSEMBLE, [*BUDGET, "expression, that: length > 9"], "3:13 cannot-be-made: the rules leave no numbers"),
        (DESIGNS, ["expression, that: length < 1"], "13:9 never-made: the rules leave no length of 1 or more"),
    ],
)
def test_rules_that_leave_nothing_are_reported(text: str, rules: list[str], told: str, tmp_path: Path) -> None:
    lines = [f"{p.line}:{p.column} {p.rule}: {p.message}" for p in wrong(tmp_path, text, GAMES[text][0], rules)]
    assert any(line.startswith(told) for line in lines), lines


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kind"), [("star-road", "blueprints"), ("collectors", "characters")])
def test_what_the_check_passes_can_be_made(game: str, kind: str, tmp_path: Path) -> None:
    """Seeded mistakes in a shipped file: a line dropped, doubled, or with another word in it."""
    folder = tmp_path / game
    shutil.copytree(DATA / game, folder)
    known, _ = load_game(folder, game)
    rules, problems = read_rulebook(known)
    rng, lines = Random(7), (folder / "forge.yaml").read_text(encoding="utf-8").splitlines()
    for _ in range(6):
        changed = list(lines)
        place = rng.choice([number for number, line in enumerate(lines[:200]) if line.strip()])
        word = rng.choice(changed[place].split())
        changed[place : place + 1] = rng.choice(
            [[], [lines[place]] * 2, [lines[place].replace(word, rng.choice(["3", "[]", "x"]))]]
        )
        (folder / "forge.yaml").write_text("\n".join(changed) + "\n", encoding="utf-8")
        book, found = examine_forge(known, rules, problems)
        if not has_errors(found):
            assert len(forge(known, known.kinds[kind], book, Request(2), Random(1), rules=rules)) == 2


def with_examples(folder: Path, examples: str) -> None:
    """Give the last rule of a game examples of its own."""
    book = folder / "fair" / "balance.yaml"
    before, _, _ = book.read_text(encoding="utf-8").rpartition("pass: {}")
    book.write_text(f"{before}{examples}}}\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("rule", "examples", "told"),
    [
        ("that: zzz > price", "pass: {}, fail: {}", "3:47: error unknown-reference: 'zzz'"),
        (
            "that: 6 / price > 1",
            "pass: {price: 1}, fail: {price: 0}",
            "3:47: error rule-syntax: expression: it divides by",
        ),
        ("that: price > 3", "pass: {price: 4}, fail: {price: 5}", "error example-fails: expression: the example under"),
    ],
)
def test_the_command_stops_at_a_rule_with_a_mistake_as_check_tells_it(
    rule: str, examples: str, told: str, tmp_path: Path
) -> None:
    wrong(tmp_path, DRAW, FIELDS, [*SPANS, f"expression, {rule}"])
    with_examples(tmp_path, examples)
    made, checked = (
        CliRunner().invoke(app, [*words, "--data", str(tmp_path)], catch_exceptions=False)
        for words in (["generate", "stalls"], ["check"])
    )
    assert (made.exit_code, made.stdout, checked.exit_code) == (1, "", 1)
    line, *_, last = made.stderr.splitlines()
    assert "balance.yaml:3:" in line
    assert told in line
    assert line in checked.stdout.splitlines()
    assert last == "1 error in 1 file; nothing was made"


def test_the_command_writes_nothing_that_breaks_a_rule(tmp_path: Path) -> None:
    wrong(tmp_path, DRAW, FIELDS, [*SPANS, "size; how-many, max: 3"])
    with_examples(tmp_path, "pass: [{}], fail: [{}, {}, {}, {}]")
    words = ["generate", "stalls", "--count", "4", "--out", str(tmp_path / "new.yaml"), "--data", str(tmp_path)]
    made = CliRunner().invoke(app, words, catch_exceptions=False)
    assert (made.exit_code, made.stdout) == (2, "")
    assert made.stderr == "pnp: 4 stalls that keep the rules were not found: size: 4; 3 at the most wanted\n"
    assert not (tmp_path / "new.yaml").exists()


@pytest.mark.parametrize(
    ("file", "old", "new"),
    slow_but(
        1,
        [
            ("surprise-cards.yaml", "- treats: +", "- treats: ++"),
            ("surprise-cards.yaml", "  effects:", "  effects: 3\n  efects:"),
            ("housing-tiles.yaml", "difficulty: ", "difficulty: x"),
        ],
    ),
)
def test_items_with_a_mistake_are_not_gone_by(tmp_path: Path, file: str, old: str, new: str) -> None:
    shutil.copytree(DATA / "tricks-or-treats", tmp_path / "game")
    text = (tmp_path / "game" / file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "game" / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    found, problems = load_game(tmp_path / "game", "game")
    assert has_errors(problems)
    assert examine_forge(found, *read_rulebook(found))[1] == []


@each("text, named", [(ENSEMBLE, 'name: {en: "{{ what.one }}"}'), (DESIGNS, 'name: {en: "{{ what }} one"}')])
def test_a_text_may_be_one_for_all_languages(text: str, named: str, tmp_path: Path) -> None:
    fields, rules = GAMES[text][:2]
    bare = text.replace(named, named.replace("{en: ", "").removesuffix("}"))
    assert bare != text
    assert [problem for problem in wrong(tmp_path, bare, fields, rules) if problem.level == "error"] == []
    items = fair(tmp_path, bare, fields, rules).make(3)
    assert any(isinstance(item.fields["name"], str) for item in items)
    assert len({str(item.fields["name"]) for item in items}) == 3
    empty = text.replace(named, 'name: ""')
    assert any(problem.level == "error" for problem in wrong(tmp_path, empty, fields, rules))


def test_a_kind_without_a_budget_is_told_how_to_do_without(tmp_path: Path) -> None:
    problems = wrong(tmp_path, ENSEMBLE, NAMED, SPANS)
    (problem,) = [one for one in problems if "no `sum-of` rule" in one.message]
    assert problem.hint.startswith("points: none ")
