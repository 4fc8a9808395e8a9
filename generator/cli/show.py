"""``pnp show``."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.catalog.game import Item, Kind
from generator.catalog.problem_log import nearest
from generator.catalog.values import Record, as_data
from generator.cli.reporting import as_text, stop
from generator.face.renderer import Renderer
from generator.play import PROCEDURES
from generator.play.procedure import Outcome, Procedure
from generator.project import NotFound, Project
from generator.workspace.build import check_game

PhraseWords = Mapping[str, str]  # by language


def run(name: str, game: str | None, form: str, hand: str | None, data: Path, templates: Path, *, drawn: bool) -> int:
    """Show an item in words; the exit status."""
    project = Project(data, templates)
    try:
        kind_name, _, identifier = name.partition("/")
        renderer, kind, item = _find(project, kind_name, identifier, game)
        if item.broken:
            problems = [p for p in check_game(project, renderer.game.name).problems if p.file == item.file]
            print("\n".join(as_text(problem) for problem in problems))
            return 1
        account = _account(renderer, kind, item, drawn=drawn)
        if hand is not None:
            account["hand"] = _played(renderer, kind, item, _hand(hand), drawn=drawn)
        elif drawn:
            raise NotFound("--drawn-by-surprise goes with --hand")
    except NotFound as error:
        return stop(str(error))
    print(json.dumps(account, indent=2) if form == "json" else _in_words(account))
    return 0


def _find(project: Project, kind: str, identifier: str, game: str | None) -> tuple[Renderer, Kind, Item]:
    names = [game] if game else project.games()
    found: list[tuple[Renderer, Kind, Item]] = []
    known: list[str] = []
    others: list[str] = []
    for name in names:
        renderer = _open(project, name)
        if kind in renderer.game.kinds:
            ids = [item.id for item in renderer.game.kinds[kind].items]
            known += [f"{kind}/{other}" for other in ids]
            item = renderer.game.find(kind, identifier)
            found += [(renderer, renderer.game.kinds[kind], item)] if item else []
        else:
            others += [f"{other}/…" for other in renderer.game.kinds]
    if not found:
        raise NotFound(f"there is no item {kind}/{identifier}; {nearest(f'{kind}/{identifier}', known or others)}")
    if len(found) > 1:
        games = ", ".join(renderer.game.name for renderer, _, _ in found)
        raise NotFound(f"several games have {kind}/{identifier}: {games}; say which with --game")
    return found[0]


def _open(project: Project, name: str) -> Renderer:
    from generator.workspace.build import open_game

    return open_game(project, name)


def _account(renderer: Renderer, kind: Kind, item: Item, *, drawn: bool) -> dict[str, Any]:
    """The item as plain data: its fields, and what its procedure tells of it."""
    fields = {name: _as_written(value) for name, value in item.fields.items() if _is_told(value)}
    account: dict[str, Any] = {"game": renderer.game.name, "kind": kind.name, "id": item.id, "fields": fields}
    procedure = _procedure(kind)
    if procedure is not None:
        account["order"] = procedure.order(item.fields, drawn_by_surprise=drawn)
        reasons = procedure.reasons(item.fields, drawn_by_surprise=drawn)
        account["reasons"] = [_words(renderer, name) for name in reasons]
        account["members"] = [
            {
                "type": member.type,
                "value": member.value,
                "written": f"{member.value:+d}" if member.signed else f"{member.value}",
                "text": _words(renderer, member.phrase, abs(member.value)),
            }
            for member in procedure.members(item.fields)
        ]
    return account


def _is_told(value: Any) -> bool:
    return value is not None and value is not False and value != []


def _as_written(value: Any) -> Any:
    """A value as plain data in the form in which it is written in YAML."""
    if isinstance(value, list):
        return [_as_written(part) for part in value]
    if isinstance(value, Record) and dict(value).keys() == {"key", "value"}:
        return {value.key: _as_written(value.value)}
    return as_data(value)


def _procedure(kind: Kind) -> Procedure | None:
    return PROCEDURES.get(kind.procedure) if kind.procedure else None


def _words(renderer: Renderer, name: str, number: int | None = None) -> dict[str, str]:
    game = renderer.game
    return {language: renderer.theme.word(name, language, game.language, number) for language in game.languages}


def _hand(text: str) -> dict[str, int]:
    hand = {}
    for part in text.split(","):
        name, _, number = part.partition("=")
        if not (number.isascii() and number.strip().isdigit()) or len(number) > 6:
            raise NotFound(f"--hand holds {part!r}; write name=number, such as treats=1,tricks=0")
        if name.strip() in hand:
            raise NotFound(f"--hand holds {name.strip()} twice; name each once")
        hand[name.strip()] = int(number)
    return hand


def _played(renderer: Renderer, kind: Kind, item: Item, hand: Mapping[str, int], *, drawn: bool) -> dict[str, Any]:
    procedure = _procedure(kind)
    if procedure is None:
        raise NotFound(f"{kind.name} changes no hand: --hand is for kinds with a procedure of their own")
    try:
        outcome: Outcome = procedure.play(item.fields, hand, drawn_by_surprise=drawn)
    except ValueError as error:
        raise NotFound(f"--hand: {error}") from None
    notes = [{"position": step.position, "text": _words(renderer, step.note)} for step in outcome.steps if step.note]
    return {
        "before": dict(hand),
        "after": dict(outcome.hand),
        "moved": outcome.moved,
        "drawn": outcome.drawn,
        "notes": notes,
    }


def _in_words(account: Mapping[str, Any]) -> str:
    lines = [f"{account['kind']}/{account['id']}  ({account['game']})"]
    members = account.get("members")
    for name, value in account["fields"].items():
        if members is None or not isinstance(value, list):
            lines.append(f"  {name}: {_plain(value)}")
    if members is not None:
        phrases = [*account["reasons"], *(member["text"] for member in members)]
        for language in phrases[0] if phrases else ():
            lines += ["", f"  {language}:" + (" in the order they apply" if account["order"] else "")]
            for place, position in enumerate(account["order"], start=1):
                member = members[position]
                lines.append(f"    {place}. {member['text'][language]} ({member['type']} {member['written']})")
            lines += [f"    {reason[language]}" for reason in account["reasons"]]
    if "hand" in account:
        lines += ["", *_hand_in_words(account["hand"])]
    return "\n".join(lines)


def _hand_in_words(hand: Mapping[str, Any]) -> list[str]:
    before, after = hand["before"], hand["after"]
    changes = [f"{name} {before.get(name, 0)} → {number}" for name, number in after.items()]
    lines = ["  hand: " + ", ".join(changes)]
    if hand["moved"]:
        lines.append(f"  moved: {abs(hand['moved'])} squares {'forward' if hand['moved'] > 0 else 'back'}")
    if hand["drawn"]:
        lines.append(f"  draws: {hand['drawn']} more")
    for note in hand["notes"]:
        lines += [f"  {language}: {text}" for language, text in note["text"].items()]
    return lines


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return " / ".join(f"{key}: {_plain(part)}" for key, part in value.items() if _is_told(part))
    if isinstance(value, list):
        return "; ".join(_plain(part) for part in value)
    return "yes" if value is True else "no" if value is False else str(value)
