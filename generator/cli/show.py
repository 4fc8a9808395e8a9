"""``pnp show``."""

from collections.abc import Mapping
from typing import Any

from generator.cli.ending import carried_out
from generator.cli.reporting import as_text, json_text, one_line, say
from generator.project import Project
from generator.refusal import WrongUse
from generator.workspace.account import account_of, find_item, is_told, parse_hand, played
from generator.workspace.build import check_game


def run(name: str, game: str | None, form: str, hand: str | None, project: Project, *, drawn: bool) -> int:
    """Show an item in words; the exit status."""

    def command() -> int:
        if drawn and hand is None:
            raise WrongUse("--drawn-by-surprise goes with --hand")
        kind_name, _, identifier = name.partition("/")
        renderer, kind, item = find_item(project, kind_name, identifier, game)
        if item.broken:
            problems = [p for p in check_game(project, renderer.game.name).problems if p.file == item.file]
            say("\n".join(as_text(problem) for problem in problems))
            return 1
        account = account_of(renderer, kind, item, drawn=drawn)
        if hand is not None:
            account["hand"] = played(renderer, kind, item, parse_hand(hand), drawn=drawn)
        say(json_text(account) if form == "json" else _in_words(account))
        return 0

    return carried_out(command)


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
    return "\n".join(map(one_line, lines))


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
        return " / ".join(f"{key}: {_plain(part)}" for key, part in value.items() if is_told(part))
    if isinstance(value, list):
        return "; ".join(_plain(part) for part in value)
    return "yes" if value is True else "no" if value is False else str(value)
