"""Which attack beats what: each weapon of a set, and what combines without a character, against each blocker alone.

Each is one of `star-road/battle`: the base has all its HP, the blocker is complete. What cannot be settled is left out.
"""

from collections.abc import Mapping
from typing import Any

from generator.games import Answer, AnswerTable, BadQuestion, GameData, Item, Shelf, Value

from . import battle
from .battle import BLUEPRINTS, COMBINATIONS, GAME, ObjectGroup, Shop

NOTHING = "nothing"
BLOCKERS = ("shield", "mix")

VALUES = {"set": Value("SET", "whose objects meet; 1 if not given")}


def ask(values: Mapping[str, Any], shelf: Shelf) -> Answer:
    """The damage to the base, the blockers that fall, and what comes back."""
    game = shelf.game_with(BLUEPRINTS, GAME)
    wanted = values["set"] or "1"
    items = [item for item in game.kinds[BLUEPRINTS].items if not item.broken and item.fields.get("set") == wanted]
    if not items:
        raise BadQuestion(f"{game.name} has no set {wanted[:20]!r}")
    attacks: list[tuple[str, ...]] = [
        (item.id,) for item in items if item.fields.get("kind") == "weapon" and _value(item)
    ]
    attacks += _combined(game, wanted, items)
    guards = [
        item.id for item in items if item.fields.get("kind") in BLOCKERS and item.fields.get("protects") == "base"
    ]
    shop = Shop(game, [ObjectGroup((item.id,)) for item in items])
    attacks = [attack for attack in attacks if _settled(shop, attack, None)]
    guards = [guard for guard in guards if attacks and _settled(shop, attacks[0], guard)]
    if not attacks:
        raise BadQuestion(f"set {wanted} has no attack that is settled here")
    met = [[_settled(shop, attack, guard) for guard in (None, *guards)] for attack in attacks]
    rows, columns = ["+".join(attack) for attack in attacks], [NOTHING, *guards]
    cells = [[cell["base_damage"] for cell in row] for row in met]
    data = {
        "attacks": rows,
        "blockers": columns,
        "base_damage": cells,
        "destroyed": [[guard in cell["destroyed"] for guard, cell in zip(columns, row, strict=True)] for row in met],
        "rebound": [[cell["rebound"] for cell in row] for row in met],
    }
    return Answer(data, _words(data), AnswerTable("attack", rows, "blocked by", columns, cells, "damage to the base"))


def _value(item: Item) -> bool:
    value = item.fields.get("value")
    return isinstance(value, int) and value > 0


def _combined(game: GameData, wanted: str, items: list[Item]) -> list[tuple[str, ...]]:
    """What is attacked with together, by whoever owns it."""
    ids = {str(item.fields.get("code")): item.id for item in items}
    kind = game.kinds.get(COMBINATIONS)
    rows = [item.fields for item in kind.items if not item.broken] if kind else []
    found = [
        tuple(ids.get(str(code), "") for code in row.get("parts") or ())
        for row in rows
        if row.get("set") == wanted and row.get("stat") == "attack" and not row.get("character")
    ]
    return [parts for parts in found if parts and all(parts)]


def _settled(shop: Shop, attack: tuple[str, ...], guard: str | None) -> Mapping[str, Any]:
    """How an attack at one blocker ends; nothing where it cannot be settled here."""
    asked: dict[str, Any] = dict.fromkeys(battle.VALUES)
    asked |= {"attack": (ObjectGroup(attack),), "defend": (ObjectGroup((guard,)),) if guard else ()}
    try:
        return battle.settled_in(shop, asked).data
    except BadQuestion:
        return {}


def _words(data: Mapping[str, Any]) -> list[str]:
    wide = max(len(name) for name in data["attacks"])
    lines = ["damage to the base; * the blocker falls, <n comes back", f"{'':<{wide}}  {'  '.join(data['blockers'])}"]
    for name, *row in zip(data["attacks"], data["base_damage"], data["destroyed"], data["rebound"], strict=True):
        cells = [
            f"{damage}{'*' if falls else ''}{f'<{back}' if back else ''}".rjust(len(blocker))
            for damage, falls, back, blocker in zip(*row, data["blockers"], strict=True)
        ]
        lines.append(f"{name:<{wide}}  {'  '.join(cells)}")
    return lines
