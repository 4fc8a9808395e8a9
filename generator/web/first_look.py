"""A game as it can be shown at once: read, not checked; what a check comes to is reported if the cache knows it."""

from functools import cache

from msgspec import Struct

from generator.check.build import open_game
from generator.check.cache import Cache
from generator.check.judge import GameKey, Judge
from generator.check.result import CheckResult
from generator.check.snapshot import Snapshot
from generator.check.verdict import GameVerdict, as_answer, read_answer
from generator.core.folders import Project
from generator.rules.rulebook import open_rulebook


class FirstLook(Struct):
    """A game that is not checked yet."""

    snapshot: Snapshot
    judged: bool  # whether its problems are known already
    files: GameKey


class FirstLooks:
    """Takes first looks at games, and keeps what their checks come to."""

    def __init__(self, project: Project, cache: Cache) -> None:
        self._project, self._cache = project, cache
        self._judge = Judge(cache)

    def take(self, name: str) -> FirstLook:
        """Read a game, and draw what will be asked for; it takes some hundredths of a second.

        Raises:
            NotFound: there is no such game.
        """
        files = self._judge.key(self._project, name)
        verdict = read_answer(self._cache.get(files.key("check")), GameVerdict)
        renderer = open_game(self._project, name)
        book = cache(lambda: open_rulebook(renderer.game))
        renderer.rules = cache(lambda: {rule.name: rule.settings for rule in book().rules})
        checked = CheckResult(renderer.game, [], [], renderer)
        if verdict is not None:
            checked.problems, checked.waived = list(verdict.problems), list(verdict.waived)
        return FirstLook(Snapshot(name, checked), verdict is not None, files)

    def keep(self, first_look: FirstLook, snapshot: Snapshot) -> bool:
        """Keep what the check of a game came to, if its files are still those of the first look; whether they are."""
        if not first_look.files.stand():
            return False
        if not first_look.judged:
            self._cache.put(first_look.files.key("check"), as_answer(snapshot.checked.verdict))
        return True
