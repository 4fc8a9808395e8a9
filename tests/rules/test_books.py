"""The balance of the games shipped: each entry's examples hold and bite, and the games keep their own rules."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

from each import each
from msgspec import structs
from shared_games import SHIPPED_GAMES, shipped_game

from generator.model.expressions import evaluate
from generator.model.fields import ReadContext, read_fields
from generator.model.game import Game, Item
from generator.model.load import load_game
from generator.model.values import ProblemLog
from generator.read.tree import Mapping, Scalar, Sequence
from generator.rules.apply import check_balance
from generator.rules.examples import exercised
from generator.rules.rule import Rule, RuleScope
from generator.rules.rulebook import read_rulebook

DATA = Path(__file__).parents[2] / "data"


@cache
def book(name: str) -> list[Rule]:
    return read_rulebook(shipped_game(name))[0]


def entries() -> list[tuple[str, Rule]]:
    return [(name, rule) for name in SHIPPED_GAMES for rule in book(name)]


# What is wrong with a piece without any Surprise square, two rules say, each in its own way.
WITH_ANOTHER = {"solo-surprise": {"surprise-squares"}}


def written_out(game: Game, rule: Rule, verdict: str) -> Game:
    """The game with an example written into its items, by another way than the tool's own: text by text."""
    kind, node = game.kinds[rule.kind], rule.node.values[verdict]
    patches = node.items if isinstance(node, Sequence) else [node]
    items: list[Item] = []
    for number, patch in enumerate(patches):
        assert isinstance(patch, Mapping)
        first = kind.items[0].node
        whole = Mapping({**first.keys, **patch.keys}, {**first.values, **patch.values}, first.line, first.column)
        if isinstance(node, Sequence) and "id" not in patch.values:
            whole.values["id"] = Scalar(f"copy-{number}", plain=True, line=0, column=0)
        report = ProblemLog("")
        read = read_fields(whole, kind.fields, ReadContext(report, game.languages))
        assert [problem for problem in report.problems if problem.level == "error"] == []
        copies = read.pop("copies")
        read.pop("waive")
        made = Item(rule.kind, read.pop("id"), read, 1 if copies is None else copies, {}, kind.file, whole)
        items.append(made)
    kept = [] if isinstance(node, Sequence) else game.kinds[rule.kind].items[1:]
    return structs.replace(game, kinds={**game.kinds, rule.kind: replace(kind, all_items=[*items, *kept])})


def broken(game: Game, rule: Rule, verdict: str) -> set[str]:
    """The names of the rules that an example's own items break; those of a deck only where it is this rule."""
    changed = written_out(game, rule, verdict)
    alone = isinstance(rule.node.values[verdict], Sequence)
    own = {id(item) for item in changed.kinds[rule.kind].items[: None if alone else 1]}
    names = set()
    for other in book(game.name):
        if other is not rule and (other.kind != rule.kind or other.check.REACH in ("others", "deck")):
            continue

        kind = changed.kinds[other.kind]
        items = [item for item in kind.items if other.when is None or evaluate(other.when, item.fields)]
        for breach in other.check.check(RuleScope(changed, kind, items), other.settings):
            if other is rule or id(breach.item) in own:
                names.add(other.name)
    return names


@each("name", SHIPPED_GAMES, kept=1)
def test_the_examples_of_an_entry_hold_and_break_no_other_rule(name: str) -> None:
    game, wrong = shipped_game(name), []
    for rule in book(name):
        waived = any(rule.name in item.waive for item in game.kinds[rule.kind].items)
        if not broken(game, rule, "pass") <= ({rule.name} if waived else set()):
            wrong.append((rule.node.line, rule.name, "pass"))
        if broken(game, rule, "fail") - WITH_ANOTHER.get(rule.name, set()) != {rule.name}:
            wrong.append((rule.node.line, rule.name, "fail"))
    assert wrong == []


@each("name, rule", entries)
def test_the_rule_comes_to_a_judgement_about_its_examples(name: str, rule: Rule) -> None:
    assert exercised(rule, shipped_game(name), "pass")
    assert exercised(rule, shipped_game(name), "fail")


@each("name, rule", lambda: [(name, rule) for name, rule in entries() if rule.check.REACH in ("others", "deck")])
def test_a_rule_about_a_deck_has_decks_for_examples(name: str, rule: Rule) -> None:
    assert isinstance(rule.node.values["pass"], Sequence)
    assert isinstance(rule.node.values["fail"], Sequence)


@each("name", SHIPPED_GAMES)
def test_a_game_keeps_its_own_rules(name: str) -> None:
    game, problems = load_game(DATA / name, name)
    assert all(kind.items for kind in game.kinds.values())
    assert problems + check_balance(game)[0] == []


@each("name, rule", entries)
def test_an_entry_explains_itself_in_plain_words(name: str, rule: Rule) -> None:
    assert rule.why[0].isupper()
    assert rule.why.endswith(".")
    assert len(rule.source.split()) > 3
    assert not re.search(r"\bseed|\bfacts\b|\bPUB\b|/", rule.source)
