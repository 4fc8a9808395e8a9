"""Items that come, go and change places, by buttons.

POST /-/items/GAME/KIND: a new item at the end, whose page is then shown. POST /-/items/GAME/KIND/ITEM: ``do`` in, one
of ``duplicate delete up down``; then the page of the copy, of the kind, of the item is shown. Out for who asks with
JSON: ``id``, of the item that is there now; None where it was deleted. Each can be undone.
"""

from generator.core.problem import Faulty, Infeasible, Problem, WrongUse
from generator.forge.yaml_writer import appended_to, as_yaml
from generator.project.editing.forms import new_items
from generator.web.arranging import copied, moved, without
from generator.web.drafts_seen import Overtaken
from generator.web.held import unreadable
from generator.web.screens import Asked, Response, Written, done, path_of, post, text_in
from generator.web.source_files import SourceFile
from generator.web.texts import AskedText
from generator.web.turning import saved


@post("/-/items/{game}/{kind}", looks=True)
def add(asked: Asked, sent: Written) -> Response:
    """Put a new item at the end of a kind's file, which is made if there is none."""
    kind = asked.kind
    if kind.prose:
        raise Infeasible(f"{kind.name} is running text: it has no items to be added")
    wrong = [*asked.game.faults, *unreadable(asked.snapshot, kind.file)]
    if wrong:
        raise Faulty(wrong, "nothing was added")
    file = asked.file(begins=True)
    identifier, content = _soundest(asked, file)
    saved(asked, file, content, "added", kind.name, identifier)
    return _answer(asked, sent, identifier)


def _soundest(asked: Asked, file: SourceFile) -> tuple[str, bytes]:
    """The id of a new item, and the file with it: of several ways to begin one that with the fewest problems."""
    found: list[tuple[int, int, str, bytes]] = []
    for place, values in enumerate(new_items(asked.game, asked.kind)):
        content = appended_to(file.path, file.content, as_yaml(values))
        if not asked.workshop.judged(asked.game.name):
            return values["id"], content
        wrong = _wrong_with(asked, file, content)
        found.append((wrong, place, values["id"], content))
        if wrong <= _weight(asked.snapshot.problems):
            break
    return min(found)[2:]


def _wrong_with(asked: Asked, file: SourceFile, content: bytes) -> int:
    try:
        text = content.decode("utf-8")
        return _weight(asked.workshop.draft(asked.game.name, file.path, text, "").problems)
    except (Overtaken, UnicodeDecodeError):
        return 0


def _weight(problems: list[Problem]) -> int:
    """How bad problems are: no number of warnings weighs an error."""
    return sum(100_000 if problem.level == "error" else 1 for problem in problems)


@post("/-/items/{game}/{kind}/{item}")
def arrange(asked: Asked, sent: Written) -> Response:
    """Do something with an item as a whole."""
    text = AskedText(asked)
    asked, file, deed = text.asked, text.file, text_in(sent, "do")
    kind, item = asked.kind, asked.item
    there: str | None = item.id
    if deed == "duplicate":
        content, there = copied(file, kind, item)
        sort = "added"
    elif deed == "delete":
        content, there, sort = without(file, kind, item), None, "deleted"
    elif deed in ("up", "down"):
        content, sort = moved(file, kind, item, up=deed == "up"), "moved"
    else:
        raise WrongUse("do is one of duplicate, delete, up, down")
    saved(asked, file, content, sort, kind.name, there or item.id)
    return _answer(asked, sent, there)


def _answer(asked: Asked, sent: Written, identifier: str | None) -> Response:
    return done(sent, {"id": identifier}, path_of(asked.game.name, asked.kind.name, identifier or ""))
