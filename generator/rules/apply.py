"""Applying the rules of a game to its items: all breaches, less those waived."""

from collections.abc import Collection, Iterable, Iterator
from functools import partial

from msgspec import Struct

from generator.core.notes import Remember, anew
from generator.core.problem import Problem
from generator.model.budget import ExhaustedError, ExpressionError
from generator.model.expressions import compile_expression, evaluate
from generator.model.game import Game, Item, Kind
from generator.model.items import WAIVABLE
from generator.model.values import nearest
from generator.read.tree import Node, locate, told_apart
from generator.rules.examples import example_problems
from generator.rules.rule import Breach, Rule, RuleScope, ValuePath
from generator.rules.rulebook import BrokenRule, Rulebook, open_rulebook, own_mistake, shown_file

WaiverUses = dict[tuple[int, str], tuple[Item, str, str]]


class RuleVerdict(Struct, frozen=True):
    """What a rule came to: its breaches by the place of their items, and what is wrong with the rule itself."""

    can: bool
    breaches: tuple[tuple[str, int, ValuePath, str, str], ...]  # kind and position of the item; path, message, hint
    mistakes: tuple[Problem, ...]


def check_balance(
    game: Game,
    book: Rulebook | None = None,
    *,
    examples: bool = True,
    remember: Remember = anew,
    told: str = "",
    kinds: Collection[str] | None = None,
) -> tuple[list[Problem], list[tuple[Item, str, str]]]:
    """Apply the game's rules, and run their ``examples`` if wanted; ``book``: the rules, if they were read already.

    What depends on a value with a mistake, which was reported when it was read, is not judged.

    Args:
        game: the game.
        book: its rules.
        examples: whether to run those of the rules.
        remember: gives the answer to a question, by working it out or from before.
        told: identifies the game's description.
        kinds: those that are asked about: rules that read no item of them are left aside, and so are the file's own
            mistakes; all kinds if None.

    Returns:
        The problems (the rules' own mistakes and unused waivers among them), and the waivers that were used:
        item, rule, reason.
    """
    book = book or open_rulebook(game)
    problems = list(book.problems) if kinds is None else []
    silent = set(book.left_out)  # of whose waivers nothing can be said
    used: WaiverUses = {}
    for item in (item for kind in game.kinds.values() for item in kind.items):
        used |= {(id(item), rule): (item, rule, str(item.waive[rule])) for rule in item.waived}
    for rule in book.rules if kinds is None else [rule for rule in book.rules if not rule.reads.isdisjoint(kinds)]:
        place = told_apart(rule.node)
        try:
            judged: RuleVerdict = remember(("rule", place, told), partial(_judged, rule, game))
            known = tuple([breach[:3] for breach in judged.breaches])
            run = examples and not judged.mistakes
            tried = remember(("examples", place, told, known), partial(_tried, rule, game, known)) if run else []
        except ExhaustedError as stop:  # nor could any rule after it be applied
            problems.append(own_mistake(rule, "that", stop))
            return list(dict.fromkeys(problems)), list(used.values())
        if judged.mistakes or not judged.can:
            silent.add(rule.name)
        for kind, position, path, message, hint in judged.breaches:
            breach = Breach(game.kinds[kind].items[position], path, message, hint)
            reason = waiver(rule, breach)
            if reason is not None:
                used.setdefault((id(breach.item), rule.name), (breach.item, rule.name, reason))
            else:
                problems.append(_problem(rule, breach))
        problems += [*judged.mistakes, *tried]
    if book.whole and book.named:
        requested_kinds = [kind for kind in game.kinds.values() if kinds is None or kind.name in kinds]
        problems += _unused(requested_kinds, {*WAIVABLE, *(rule.name for rule in book.rules)}, silent, used)
    return list(dict.fromkeys(problems)), list(used.values())


def _judged(rule: Rule, game: Game) -> RuleVerdict:
    """Apply a rule.

    Raises:
        ExhaustedError: that takes more work than the game is worth.
    """
    can = can_judge(rule, game)
    hits, mistakes = _found(rule, game) if can else ([], [])
    kinds = dict.fromkeys(breach.item.kind for breach in hits)
    places = {id(item): (name, number) for name in kinds for number, item in enumerate(game.kinds[name].items)}
    breaches = tuple((*places[id(hit.item)], hit.path, hit.message, hit.hint) for hit in hits)
    return RuleVerdict(can, breaches, tuple(mistakes))


def _tried(rule: Rule, game: Game, breach_places: Iterable[tuple[str, int, ValuePath]]) -> list[Problem]:
    """Run the examples of a rule that is broken in these places."""
    return example_problems(rule, game, {(id(game.kinds[kind].items[at]), path) for kind, at, path in breach_places})


def check_rules(game: Game) -> tuple[list[Rule], list[Problem]]:
    """The rules of a game, and all that `check_balance` has to say of the rules themselves, their examples included.

    For whoever works with the rules and not with the existing items: what is an error for one is one for all.
    """
    file = shown_file(game)
    return open_rulebook(game).rules, sorted(problem for problem in check_balance(game)[0] if problem.file == file)


def breaches(rule: Rule, game: Game, items: Iterable[Item]) -> Iterator[Breach]:
    """Each breach of a rule among items of its kind, waived ones too, as it is found.

    Args:
        rule: the rule.
        game: what the items are examined in.
        items: those that the rule is asked about; its ``when`` picks among them. One is passed over where the rule
            would follow a value that could not be read.

    Raises:
        BrokenRule: the rule cannot be worked out.
    """
    place = "when"
    try:
        concerned = [
            item for item in items if not _wrong(item, rule) and (rule.when is None or evaluate(rule.when, item.fields))
        ]
        place = "that"
        yield from rule.check.check(RuleScope(game, game.kinds[rule.kind], concerned), rule.settings)
    except ExpressionError as error:
        raise BrokenRule(own_mistake(rule, place, error)) from None


def waiver(rule: Rule, breach: Breach) -> str | None:
    """Why an item may break a rule; None where it may not."""
    reason = breach.item.waive.get(rule.name)
    return None if reason is None else str(reason)


def can_judge(rule: Rule, game: Game) -> bool:
    """Whether a rule has what it judges by: one that judges all items together needs each of them readable."""
    kind = game.kinds[rule.kind]
    return rule.check.REACH != "deck" or not (
        kind.partial or any(_wrong(item, rule) or "copies" in item.wrong for item in kind.items)
    )


def _found(rule: Rule, game: Game) -> tuple[list[Breach], list[Problem]]:
    """What breaks a rule, and the rule's own mistakes."""
    try:
        return list(breaches(rule, game, game.kinds[rule.kind].items)), []
    except BrokenRule as error:
        return [], [error.problem]


def _wrong(item: Item, rule: Rule) -> bool:
    """Whether the rule would follow a value of this item that could not be read."""
    if not item.wrong:
        return False
    if rule.check.REACH == "value":
        return rule.when is not None and not item.wrong.isdisjoint(compile_expression(rule.when)[1])
    return any(kind == item.kind and field in item.wrong for kind, field in rule.uses)


def _problem(rule: Rule, finding: Breach) -> Problem:
    node: Node = finding.item.where(*finding.path)
    hint = rule.hint or finding.hint  # who wrote the rule knows better what to do about a breach
    return Problem(finding.item.file, node.line, node.column, rule.level, rule.name, finding.message, hint)


def _unused(kinds: Iterable[Kind], names: set[str], silent: set[str], used: WaiverUses) -> Iterator[Problem]:
    for item in (item for kind in kinds for item in kind.items if not item.broken):
        for rule in item.waive:
            if (id(item), rule) in used or rule in silent:
                continue
            node = locate(item.node, ("waive", rule))
            is_rule = rule in names
            message = f"the waiver of {rule} is not needed" if is_rule else f"{rule!r} is not a rule that can be waived"
            hint = "delete it" if is_rule else nearest(rule, names, "delete it")
            yield Problem(item.file, node.line, node.column, "warning", "unused-waiver", message, hint)
