"""The process that checks, beside the one that answers the editor: so that answers do not wait for a check.

It is asked by lines of JSON on its standard input: the project's folders, the games, the texts of files that are not
saved. It answers by lines on its standard output: the problems that `pnp check` would tell if they were saved.
A request that another has overtaken is given up. It ends when its input does.
"""

import json
import os
import signal
import sys
import threading
from collections import deque
from dataclasses import astuple
from pathlib import Path
from typing import Any

from generator.defaults import read_defaults
from generator.face.file_use import forget_files
from generator.problem import Problem
from generator.project import Project
from generator.refusal import Refusal
from generator.textfile import unsaved
from generator.workspace.build import check_game
from generator.workspace.judge import Judge
from generator.workspace.paths import check_all

_LOOKED_AT: list[object] = []  # the state of the templates' folders in the round before


class _Overtaken(Exception):
    """A newer request waits."""


class _Asked:
    """Requests that wait, the newest of them last."""

    def __init__(self) -> None:
        self.waiting: deque[dict[str, Any]] = deque()
        self.some = threading.Event()

    def listen(self) -> None:
        """Take requests until nobody asks any more, and end the process then."""
        for line in sys.stdin.buffer:
            self.waiting.append(json.loads(line))
            self.some.set()
        os._exit(0)

    def newest(self) -> dict[str, Any]:
        """The newest request; those before it are forgotten."""
        self.some.wait()
        self.some.clear()
        request = self.waiting.pop()
        self.waiting.clear()
        return request

    def look(self, _what: str = "", _done: int = 0, _of: int = 0) -> None:
        """Give up what is being checked if it is stale by now."""
        if self.waiting:
            raise _Overtaken


def main() -> None:
    """Answer until nobody asks."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nothing that a library prints is an answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the process that started this one
    asked = _Asked()
    threading.Thread(target=asked.listen, daemon=True).start()
    while True:
        request = asked.newest()
        answer: dict[str, Any] = {"number": request["number"]}
        try:
            answer["problems"] = [astuple(problem) for problem in found_in(request, asked.look)]
        except _Overtaken:
            continue
        except Refusal as refusal:
            answer["refused"] = str(refusal)
        except Exception as error:  # noqa: BLE001 - the editor goes on; what is wrong here is said in its log
            answer["fault"] = f"{type(error).__name__}: {error}"
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def found_in(request: dict[str, Any], look: Any) -> list[Problem]:
    """What is wrong with the games of a request.

    Raises:
        Refusal: there is no such game any more.
    """
    project = Project(Path(request["data"]), Path(request["templates"]))
    texts = {path: text.encode("utf-8", "surrogatepass") for path, text in request["texts"].items()}
    kept = _keep_pictures(project, texts)
    with unsaved(texts):
        found = _problems(project, request, look)
        if kept and any(problem.file.endswith(".svg") for problem in found):
            forget_files()  # one that was kept may be used no longer: then nobody asks for what is wrong with it
            found = _problems(project, request, look)
    return found


def _problems(project: Project, request: dict[str, Any], look: Any) -> list[Problem]:
    if request["whole"] or request["games"] == project.games():
        return sorted(dict.fromkeys(check_all(project, Judge(progress=look)).problems))
    found = [problem for name in request["games"] for problem in check_game(project, name, progress=look).problems]
    return sorted(dict.fromkeys([*found, *read_defaults(project.defaults).problems]))


def _keep_pictures(project: Project, texts: dict[str, bytes]) -> bool:
    """Whether pictures that were read before are still as they were; they are forgotten if not."""
    state: list[object] = [project, *((path, text) for path, text in sorted(texts.items()) if path.endswith(".svg"))]
    for folder in (project.templates, project.common):
        for path in sorted(folder.rglob("*")):
            about = path.stat(follow_symlinks=True) if path.exists() else None
            state.append((path, about and (about.st_mtime_ns, about.st_size, about.st_ino)))
    kept = state == _LOOKED_AT
    if not kept:
        forget_files()
        _LOOKED_AT[:] = state
    return kept


if __name__ == "__main__":
    main()
