"""An item told as plain data: its fields, what its procedure makes of it, what it does to a hand."""

from collections.abc import Mapping
from typing import Any

from generator.check.build import open_game
from generator.check.procedures import effect_of
from generator.core.folders import Project
from generator.core.problem import WrongUse
from generator.draw.renderer import Renderer
from generator.games import Outcome
from generator.model.game import Item, Kind, missing
from generator.model.values import Record, as_data, in_language, nearest
from generator.rules.rulebook import read_rulebook


def find_item(project: Project, kind: str, identifier: str, game: str | None) -> tuple[Renderer, Kind, Item]:
    """An item of a kind, in the game that is named or in the one that has it, and its game's renderer.

    Raises:
        NotFound: there is no such item.
        WrongUse: several games have it.
    """
    renderers = [open_game(project, name) for name in ([game] if game else project.games())]
    games = [renderer.game for renderer in renderers]
    kinds = [(renderer, renderer.game.kinds[kind]) for renderer in renderers if kind in renderer.game.kinds]
    matches = [
        (renderer, its_kind, item) for renderer, its_kind in kinds if (item := renderer.game.find(kind, identifier))
    ]
    if not matches:
        kind_places = [
            (other_game, name) for other_game in games if kind not in other_game.kinds for name in other_game.kinds
        ]
        bare = [
            f"{name}/{kind}" for other_game, name in kind_places if other_game.find(name, kind)
        ]  # items that are called as it was
        if bare and not identifier:
            raise missing(games, f"{kind} is not a kind; did you mean {' or '.join(bare)}?")
        identifiers = [f"{kind}/{item.id}" for _, its_kind in kinds for item in its_kind.items] or [
            f"{name}/…" for _, name in kind_places
        ]
        raise missing(games, f"there is no item {kind}/{identifier}; {nearest(f'{kind}/{identifier}', identifiers)}")
    if len(matches) > 1:
        having = ", ".join(renderer.game.name for renderer, _, _ in matches)
        raise WrongUse(f"several games have {kind}/{identifier}: {having}; say which with --game")
    return matches[0]


def account_of(
    renderer: Renderer, kind: Kind, item: Item, *, drawn: bool, language: str | None = None
) -> dict[str, Any]:
    """The item as plain data: its fields, which of them are printed, what its procedure tells of it, its rules.

    Args:
        renderer: its game's.
        kind: its kind.
        item: the item.
        drawn: whether another card drew it.
        language: that of texts; each with all its languages if None.
    """
    game = renderer.game
    item_fields = renderer.text_values.fields(item) if kind.valued else item.fields
    fields = {name: value for name, value in item_fields.items() if is_told(value)}
    if language is not None:
        fields = {name: in_language(value, language, game.language) for name, value in fields.items()}
    account: dict[str, Any] = {"game": game.name, "kind": kind.name, "id": item.id, "copies": item.copies}
    account["fields"] = {name: _as_written(value) for name, value in fields.items()}
    drawn_from = kind.printed and not kind.prose and renderer.template(kind) is not None
    printed = renderer.printed_fields(kind, item, language or game.language) if drawn_from else []
    account["printed"] = [name for name in printed if name in fields]
    account["rules"] = [rule.name for rule in read_rulebook(game)[0] if rule.kind == kind.name]
    account["waived"] = {rule: str(reason) for rule, reason in item.waive.items()}
    procedure = effect_of(renderer.game, kind)
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


def played(renderer: Renderer, kind: Kind, item: Item, hand: Mapping[str, int], *, drawn: bool) -> dict[str, Any]:
    """What the item does to a hand, as plain data: before and after, and what is to be said.

    Raises:
        WrongUse: items of this kind change no hand, or not such a hand.
    """
    procedure = effect_of(renderer.game, kind)
    if procedure is None:
        raise WrongUse(f"{kind.name} changes no hand: --hand is for kinds with a procedure")
    try:
        outcome: Outcome = procedure.play(item.fields, hand, drawn_by_surprise=drawn)
    except ValueError as error:
        raise WrongUse(f"--hand: {error}") from None
    notes = [{"position": step.position, "text": _words(renderer, step.note)} for step in outcome.steps if step.note]
    return {
        "before": dict(hand),
        "after": dict(outcome.hand),
        "moved": outcome.moved,
        "drawn": outcome.drawn,
        "notes": notes,
    }


def parse_hand(text: str) -> dict[str, int]:
    """What a player holds, of a text such as ``one=1,other=0``.

    Raises:
        WrongUse: it is not written like that, or names something twice.
    """
    hand = {}
    for part in text.split(","):
        name, _, number = part.partition("=")
        if not number.strip().isdigit() or len(number) > 6:
            raise WrongUse(f"--hand holds {part!r}; write name=number, and a comma before the next")
        if name.strip() in hand:
            raise WrongUse(f"--hand holds {name.strip()} twice; name each once")
        hand[name.strip()] = int(number)
    return hand


def is_told(value: Any) -> bool:
    """Whether a value says something, and is not just absent."""
    return value is not None and value is not False and value != []


def _as_written(value: Any) -> Any:
    """A value as plain data in the form in which it is written in YAML."""
    if isinstance(value, list):
        return [_as_written(part) for part in value]
    if isinstance(value, Record) and dict(value).keys() == {"key", "value"}:
        return {value.key: _as_written(value.value)}
    return as_data(value)


def _words(renderer: Renderer, name: str, number: int | None = None) -> dict[str, str]:
    game = renderer.game
    return {language: renderer.theme.words.word(name, language, game.language, number) for language in game.languages}
