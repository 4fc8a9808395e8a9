"""All that is wrong with ``forge.yaml``: what would stop `pnp generate`, told beforehand at its line."""

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

from generator.core.notes import Remember, anew
from generator.core.problem import Infeasible, Problem, has_errors
from generator.forge.forge import draw
from generator.forge.gate import Gate, summary
from generator.forge.place import NO_FIELD, Place
from generator.forge.request import Context, Request
from generator.forge.spec import FILE, Entry, ForgeSpec, read_forge
from generator.forge.wording import Wording, Writer
from generator.model.fields import ChoiceField, ReferenceField, StringField, TextField
from generator.model.game import Game, Kind
from generator.model.values import ProblemLog, nearest
from generator.rules.rule import Rule
from generator.rules.rulebook import BrokenRule


def examine_forge(
    game: Game,
    rules: Sequence[Rule],
    wrong: list[Problem],
    only: str | None = None,
    spec: ForgeSpec | None = None,
    remember: Remember = anew,
) -> tuple[ForgeSpec, list[Problem]]:
    """Read a game's ``forge.yaml`` and try out what it says under the rules in force.

    The existing items don't count: that a game has used up its words is not a mistake.

    Args:
        game: the game.
        rules: its rules.
        wrong: what is wrong with these. With a rule missing, only its names are looked up.
        only: the kind that is tried out; all if absent.
        spec: what the file says, if it was read already, and what is wrong with it was reported.
        remember: gives what was found before, where it rests on the same.
    """
    spec, problems = (spec, list[Problem]()) if spec is not None else read_forge(game)
    for entry in spec.entries.values():
        if only not in (None, entry.kind):
            continue
        report = ProblemLog(game.file.removesuffix("game.yaml") + FILE)
        try:
            place = Place(entry.node, game.languages, report)
            _examine(game, game.kinds[entry.kind], entry, rules, place, remember, tries=not has_errors(wrong))
        except BrokenRule as error:
            problems.append(error.problem)
        problems += report.problems
    return spec, problems


def _examine(
    game: Game, kind: Kind, entry: Entry, rules: Sequence[Rule], place: Place, remember: Remember, *, tries: bool
) -> None:
    own = [rule for rule in rules if rule.kind == kind.name]
    context = Context(game, kind, own, [], Random(0))

    there = Place(entry.node, place.languages, ProblemLog(place.report.file))

    def settings() -> tuple[list[Problem], Any]:
        """What is wrong with what the entry says, and how far the chances were drawn on for that."""
        wording = entry.wording
        text_fields = {name for name in (wording.title, wording.line, wording.art) if name} if wording else set[str]()
        tags = list(entry.recipe.examine(context, entry.settings, there, text_fields))
        if wording:
            _examine_texts(context, wording, tags, there)
        return there.report.problems, context.rng.getstate()

    if not tries:  # which fields there are needs no rules
        with suppress(Infeasible, BrokenRule):
            settings()
        place.report.problems += [problem for problem in there.report.problems if NO_FIELD in problem.message]
        return
    problems, chances = remember("settings", settings)
    place.report.problems += problems
    context.rng.setstate(chances)
    if has_errors(place.report.problems) or kind.is_broken:  # whose shares nobody can tell
        return
    try:
        items = list(draw(context, entry, Request(1)))
    except Infeasible as error:
        place.note(("recipe",), "cannot-be-made", str(error).removeprefix("forge.yaml: "))
        return
    objections = Gate(game, kind, rules, []).objections((item.fields for item in items), deck=False)
    for line in summary([objection for objection in objections if objection.level == "error"]):
        place.note(("recipe",), "cannot-be-made", f"an item that was tried breaks a rule: {line}")


def _examine_texts(context: Context, wording: Wording, tags: Sequence[frozenset[str]], place: Place) -> None:
    """What is wrong with the words for titles and lines."""
    kind, before = context.kind, len(place.report.problems)
    place.field(("texts", "title"), wording.title, kind, TextField)
    place.field(("texts", "line"), wording.line, kind, TextField)
    place.field(("texts", "art"), wording.art, kind, (StringField, ChoiceField, ReferenceField))
    if wording.longest < 1:
        place.note(
            ("texts", "longest"), "number-range", f"longest is {wording.longest}; a title has 1 character or more"
        )
    tag_names = sorted(frozenset[str]().union(*tags))
    for number, (mood_tags, _) in enumerate(wording.moods):
        for tag in sorted(mood_tags - set(tag_names)) if tags else ():
            path = ("texts", "moods", number, "if")
            place.note(path, "unknown-reference", f"no item has the tag {tag!r}", nearest(tag, tag_names))
    if len(place.report.problems) == before:
        writer = Writer(wording, context.game.languages, [], Random(0))
        untold = next((item_tags for item_tags in tags if not writer.has_title(item_tags)), None)
        if untold is not None:
            what = ", ".join(sorted(untold)) or "an item without tags"
            message = f"no title of at most {wording.longest} characters fits {what}"
            place.note(("texts", "titles"), "cannot-be-made", message, "add words or titles, or raise longest")
