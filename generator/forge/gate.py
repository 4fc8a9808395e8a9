"""The last look at what was made: new items beside the existing ones, compared with all rules of the game."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from msgspec import Struct, structs

from generator.core.problem import Level
from generator.forge.item_rules import read_item
from generator.lab.answers import check_lab
from generator.model.game import Game, Item, Kind
from generator.model.items import Reference, unresolved
from generator.rules.apply import breaches, can_judge, waiver
from generator.rules.rule import Breach, Rule

LAB = "lab.yaml"


class Objection(Struct, frozen=True):
    """A rule that does not hold once the new items are there."""

    level: Level
    rule: str
    message: str


class Gate:
    """A game with the items that were there before, among which new ones are to stand."""

    def __init__(
        self,
        game: Game,
        kind: Kind,
        rules: Sequence[Rule],
        existing: Sequence[Item],
        before: Sequence[Item] | None = None,
    ) -> None:
        """Take the game, the kind of the new items, all rules in force, and every item of the kind at hand.

        ``before`` are the existing items where some of them are to go; the same if absent.
        """
        self.game, self.kind, self.rules, self.taken = game, kind, rules, list(existing)
        self.before = self.taken if before is None else list(before)
        self.items: list[Item] = []  # the new ones that were compared last

    def objections(self, new_items: Iterable[dict[str, Any]], *, deck: bool = True) -> list[Objection]:
        """What is wrong with new items, or with the game because of them. What was wrong before does not count.

        Args:
            new_items: the fields of each, ``id`` among them.
            deck: whether they are examined beside the existing items; if not, each by itself.

        Raises:
            BrokenRule: a rule cannot be worked out.
        """
        references: list[Reference] = []
        self.items = items = list[Item]()
        objections = []
        for fields in new_items:
            item, problems = read_item(self.kind, fields, self.game.languages, references=references)
            items.append(item)
            objections += [
                Objection(finding.level, finding.rule, f"{item.id}: {finding.message}")
                for finding in problems
                if finding.rule != "missing-translation"  # one language may have been asked for
            ]
        if any(objection.level == "error" for objection in objections):
            return objections  # what cannot be read, no rule can judge
        after = self._with([*self.taken, *items])
        if deck:
            objections += [
                Objection("error", finding.rule, finding.message) for finding in unresolved(after, references)
            ]
        for rule in self.rules:
            if deck or (rule.alone and rule.kind == self.kind.name):
                objections += self._broken(rule, after, items)
        return objections

    def unexpected(self) -> Iterator[str]:
        """What the questions of the game's lab are answered otherwise than expected because of the new items."""
        if not (self.game.folder / LAB).is_file():
            return
        after = check_lab(self._with([*self.taken, *self.items]))
        problems = [problem for problem in after if problem.rule == "lab-expectation"]
        before = {problem.message for problem in check_lab(self._with(self.before))} if problems else set()
        for problem in problems:
            if problem.message not in before:
                level = "an error" if problem.level == "error" else "a warning"
                yield f"{LAB}: {problem.message}; `pnp check` will report it as {level}"

    def _with(self, items: list[Item]) -> Game:
        """The game with these items of the kind."""
        kinds = {**self.game.kinds, self.kind.name: replace(self.kind, all_items=items)}
        return structs.replace(self.game, kinds=kinds)

    def _broken(self, rule: Rule, after: Game, items: list[Item]) -> Iterator[Objection]:
        """What a rule finds that it did not find before."""
        own = rule.kind == self.kind.name
        judged = items if own and rule.alone else after.kinds[rule.kind].items
        findings = list(_unwaived(rule, after, judged)) if can_judge(rule, after) else []
        if not findings:
            return
        old_messages = {} if judged is items else self._before(rule)
        for breach in findings:
            old = old_messages.get((id(breach.item), breach.path))
            if old != breach.message:
                text = f"{breach.item.id}: {breach.message}" if breach.path else breach.message
                yield Objection(rule.level if old is None else "warning", rule.name, text)

    def _before(self, rule: Rule) -> dict[tuple[int, tuple[str | int, ...]], str]:
        """The message of each breach without the new items, by item and place."""
        before = self._with(self.before)
        findings = _unwaived(rule, before, before.kinds[rule.kind].items)
        return {(id(breach.item), breach.path): breach.message for breach in findings}


def _unwaived(rule: Rule, game: Game, items: Iterable[Item]) -> Iterator[Breach]:
    return (breach for breach in breaches(rule, game, items) if waiver(rule, breach) is None)


def summary(objections: Sequence[Objection]) -> list[str]:
    """A line for each rule: what it found first, and how often."""
    by_rule: dict[str, list[Objection]] = {}
    for objection in objections:
        by_rule.setdefault(objection.rule, []).append(objection)
    more = {rule: f" (and {len(group) - 1:,} more)" if len(group) > 1 else "" for rule, group in by_rule.items()}
    return [f"{rule}: {group[0].message}{more[rule]}" for rule, group in by_rule.items()]
