"""What steps that are undone are called: `title of The Quay, 2 min ago`."""

from time import time_ns

from generator.model.game import Game
from generator.web.history import FileChange
from generator.web.speech import Say

MOST_FIELDS = 3  # that are named
_MINUTE, _HOUR = 60 * 10**9, 3600 * 10**9  # ns


def step_name(change: FileChange, game: Game | None, say: Say, tongue: str) -> str:
    """Name a step, as the end of a sentence."""
    what = change.item or (change.file.rpartition("/")[2] if change.sort != "made" or change.kind else change.game)
    if game is not None and change.kind in game.kinds:
        kind = game.kinds[change.kind]
        ids = (change.item, change.now) if change.item else ()
        item = next((item for item in kind.items if item.id in ids), None)
        named = item.called(tongue, game.language) if item is not None else change.item
        what = named or kind.title.in_language(tongue, game.language)
    if change.fields:
        more = " …" if len(change.fields) > MOST_FIELDS else ""
        return say("step-fields", fields=", ".join(change.fields[:MOST_FIELDS]) + more, what=what)
    return say("step-" + change.sort, what=what)


def since(change: FileChange, say: Say) -> str:
    """Say how long ago a step was."""
    passed = time_ns() - change.number
    hours, minutes = passed // _HOUR, passed // _MINUTE
    return say("ago-hours", hours) if hours else say("ago-minutes", minutes) if minutes else say("ago-now")
