"""Verdicts on games: from a check, or from the cache where the files are the same."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from generator.check.cache import Cache, key_of, tool_digest
from generator.check.file_states import FileLooker, rested_on
from generator.check.verdict import GameVerdict, as_answer, read_answer
from generator.core.folders import Project

if TYPE_CHECKING:
    from generator.check.build import Progress
    from generator.check.result import CheckResult


@dataclass(slots=True)
class Judge:
    """Gives the verdict on games. An answer of the cache is the one that a check would come to."""

    cache: Cache = field(default_factory=lambda: Cache(None))
    progress: "Progress | None" = None
    jobs: int = 1  # processes that may look at a game at once
    _lookers: dict[Project, FileLooker] = field(default_factory=dict)

    def verdict(self, project: Project, name: str) -> GameVerdict:
        """What a check of all of a game comes to.

        Raises:
            NotFound: there is no such game.
        """
        return self.verdicts(project, [name])[0]

    def verdicts(self, project: Project, names: Sequence[str]) -> list[GameVerdict]:
        """What a check of all of each game comes to; those of which nothing is known are checked at once.

        Raises:
            NotFound: there is no such game.
        """
        for name in names:
            project.game_folder(name)
        keys = {name: self.key(project, name) for name in names}
        verdicts = {name: read_answer(self.cache.get(keys[name].key("check")), GameVerdict) for name in names}
        for checked in self._checked(project, [name for name in names if verdicts[name] is None]):
            name = checked.game.name
            verdict = verdicts[name] = checked.verdict
            if keys[name].stand():
                self.cache.put(keys[name].key("check"), as_answer(verdict))
        return [verdict for verdict in verdicts.values() if verdict is not None]

    def _checked(self, project: Project, names: Sequence[str]) -> "Iterator[CheckResult]":
        """The games, checked: with the answers of earlier runs, or else by all processes."""
        if not names:
            return
        from generator.check.build import check_kept, keeps_answers, open_check
        from generator.check.runner import check_together

        lasting = [name for name in names if keeps_answers(project, name, self.cache)]
        for name in lasting:
            yield check_kept(project, name, self.cache, self.looker(project), self.progress)
        anew = [name for name in names if name not in lasting]
        yield from check_together([open_check(project, name, progress=self.progress) for name in anew], self.jobs)

    def key(self, project: Project, name: str) -> "GameKey":
        """The files of a game as they are now."""
        key = GameKey(self.looker(project), name, used=self.cache.folder is not None)
        self.looker(project).keep()
        return key

    def looker(self, project: Project) -> FileLooker:
        """What looks at a project's files, each folder once until it is to look again."""
        if project not in self._lookers:
            self._lookers[project] = FileLooker(project, cache=self.cache)
        return self._lookers[project]

    def verdict_with(self, project: Project, name: str, kind: str, path: Path) -> GameVerdict:
        """The same, with another file in place of a kind's own."""
        from generator.check.build import check_game

        replaced = {kind: (path, path.as_posix())}
        return check_game(project, name, replace=replaced, progress=self.progress, jobs=self.jobs).verdict


class GameKey:
    """The files that a game rests on, as part of the keys of answers about it. Without a cache none is examined."""

    def __init__(self, looker: FileLooker, name: str, *, used: bool) -> None:
        """Look at them."""
        self._used, self._name, self._looker = used, name, looker
        self._states = looker.states(name, {}) if used else {}
        self._digest = key_of(tool_digest(), *rested_on(looker.project, name, self._states)) if used else ""

    def key(self, *question: str) -> str:
        """The key of the answer to a question about the game."""
        return key_of(json.dumps(question), self._digest)

    def stand(self) -> bool:
        """Whether the files still are what they were: else an answer is about none of both."""
        if not self._used:
            return False
        self._looker.look_anew()
        return self._looker.states(self._name, {}) == self._states
