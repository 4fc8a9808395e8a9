"""``pnp show``."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from generator.check.account import account_of, find_item, is_told, parse_hand, played
from generator.check.build import check_game
from generator.cli.data_options import PictureMode, ShowOptions
from generator.cli.project_defaults import languages
from generator.cli.reporting import as_text, one_line, say
from generator.core.escape import json_text
from generator.core.folders import Project
from generator.core.problem import WrongUse
from generator.draw.phrases import FIRST
from generator.draw.renderer import Renderer
from generator.model.game import Item, Kind
from generator.printing.order import Choice, require_language

Says = Callable[..., str]  # the tool's own phrases, in the language in which an item is reported


def run(options: ShowOptions) -> int:
    """Show an item in words, and its picture where that can be; the exit status."""
    project, hand, drawn = Project(options.data, options.templates), options.hand, options.drawn_by_surprise
    demanded, preferred = languages(options.lang)
    choice = Choice(language=demanded, preferred=preferred)
    if drawn and hand is None:
        raise WrongUse("--drawn-by-surprise goes with --hand")
    kind_name, _, identifier = options.name.partition("/")
    renderer, kind, item = find_item(project, kind_name, identifier, options.game)
    if item.broken:
        problems = [p for p in check_game(project, renderer.game.name).problems if p.file == item.file]
        say("\n".join(as_text(problem) for problem in problems))
        return 1
    require_language(renderer.game, choice)
    language = choice.asked_language(renderer.game)
    account = account_of(renderer, kind, item, drawn=drawn, language=language)
    if hand is not None:
        account["hand"] = played(renderer, kind, item, parse_hand(hand), drawn=drawn)
    if options.format == "json":
        say(json_text(account))
        return 0
    told = (language,) if language else renderer.game.languages
    _draw(renderer, kind, item, told[0], options.picture)
    own = told[0] if len(told) == 1 else FIRST
    says = partial(renderer.theme.words.say, language=own, fallback=renderer.game.language)
    say(_in_words(account, told, says))
    return 0


def _draw(renderer: Renderer, kind: Kind, item: Item, language: str, mode: PictureMode) -> None:
    """Show the item's faces, where it has any and the terminal can."""
    if mode == "never" or not kind.printed or kind.prose or renderer.template(kind) is None:
        return
    if mode == "auto" and not sys.stdout.isatty():
        return
    from generator.cli.terminal_picture import as_written, protocol_of
    from generator.tables.pictures import faces_in_a_row

    protocol = protocol_of(os.environ) if mode == "auto" else mode
    if protocol is not None:
        sys.stdout.write(as_written(faces_in_a_row(renderer, kind, item, language), protocol))


def _in_words(account: Mapping[str, Any], languages: Sequence[str], says: Says) -> str:
    lines = [f"{account['kind']}/{account['id']}  ({account['game']})"]
    members = account.get("members")
    fields = {name: account["fields"][name] for name in (*account["printed"], *account["fields"])}
    for name, value in fields.items():
        if members is None:
            lines += _field_in_words(name, value, languages, says)
        elif not isinstance(value, list):
            lines.append(f"  {name}: {_plain(value, says)}")
    if members is not None:
        phrases = [*account["reasons"], *(member["text"] for member in members)]
        for language in languages if phrases else ():
            lines += ["", f"  {language}:" + (f" {says('show-order')}" if account["order"] else "")]
            for place, position in enumerate(account["order"], start=1):
                member = members[position]
                lines.append(f"    {place}. {member['text'][language]} ({member['type']} {member['written']})")
            lines += [f"    {reason[language]}" for reason in account["reasons"]]
        if len(members) > 1:
            lines += [
                "",
                f"  {says('show-printed')}: " + ", ".join(f"{one['type']} {one['written']}" for one in members),
            ]
    if "hand" in account:
        lines += ["", *_hand_in_words(account["hand"], says)]
    return "\n".join(map(one_line, [*lines, *_rest_in_words(account, says)]))


def _field_in_words(name: str, value: Any, languages: Sequence[str], says: Says) -> list[str]:
    """A field with its name; what has several parts has a line for each of them."""
    if isinstance(value, list) and any(_is_record(part, languages) and len(part) > 1 for part in value):
        lines = [f"  {name}:"]
        for number, part in enumerate(value, start=1):
            told = [f"{key}: {_plain(inner, says)}" for key, inner in part.items() if is_told(inner)]
            lines += [f"    {f'{number}.' if at == 0 else '':<3}{line}" for at, line in enumerate(told)]
        return lines
    if _is_record(value, languages) and len(value) > 1:
        return [f"  {name}:", *(f"    {key}: {_plain(inner, says)}" for key, inner in value.items() if is_told(inner))]
    return [f"  {name}: {_plain(value, says)}"]


def _is_record(value: Any, languages: Sequence[str]) -> bool:
    """Whether a value has parts with names, and is not text in several languages."""
    return isinstance(value, dict) and not set(value) <= set(languages)


def _rest_in_words(account: Mapping[str, Any], says: Says) -> list[str]:
    """How often the item is there, where that is not once, and the rules that it keeps."""
    lines = [] if account["copies"] == 1 else [f"  {says('show-copies')}: {account['copies']}"]
    rules = dict.fromkeys(name for name in account["rules"] if name not in account["waived"])
    lines += [f"  {says('show-rules')}: " + ", ".join(rules)] if rules else []
    lines += [f"  {says('show-waived')}: {rule} ({reason})" for rule, reason in account["waived"].items()]
    return ["", *lines] if lines else []


def _hand_in_words(hand: Mapping[str, Any], says: Says) -> list[str]:
    before, after = hand["before"], hand["after"]
    changes = [f"{name} {before.get(name, 0)} → {number}" for name, number in after.items()]
    lines = [f"  {says('show-hand')}: " + ", ".join(changes)]
    if hand["moved"]:
        way = "show-forward" if hand["moved"] > 0 else "show-back"
        lines.append(f"  {says(way, number=abs(hand['moved']))}")
    if hand["drawn"]:
        lines.append(f"  {says('show-draws', number=hand['drawn'])}")
    for note in hand["notes"]:
        lines += [f"  {language}: {text}" for language, text in note["text"].items()]
    return lines


def _plain(value: Any, says: Says) -> str:
    if isinstance(value, dict):
        return " / ".join(f"{key}: {_plain(part, says)}" for key, part in value.items() if is_told(part))
    if isinstance(value, list):
        return "; ".join(_plain(part, says) for part in value)
    return says("show-yes" if value else "show-no") if isinstance(value, bool) else str(value)
