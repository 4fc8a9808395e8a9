"""Small invented games whose rules bite, and new items of them."""

from pathlib import Path

from workbench import Bench, bench

from generator.core.problem import Problem
from generator.forge.examination import examine_forge
from generator.model.load import load_game
from generator.rules.rulebook import read_rulebook

REST = "kind: stalls, source: ours, why: ours, pass: {}, fail: {}"
DRAW = "kinds: {stalls: {recipe: draw, evenly: [side, length], tags: {long: length > 3}}}\n"
SPANS = ["number-range, field: length, min: 1, max: 5", "number-range, field: price, min: 1, max: 9"]
FIELDS = """\
      length: {type: whole, required: true}
      price: {type: whole, required: true}
      side: {type: choice, of: [left, right], required: true}
"""
MEMBERS = "kinds: {stalls: {recipe: members, field: prizes}}\n"
PRIZES = """\
      prizes: {type: list, required: true, of: {type: one-of, keys: {coins: {type: whole}, dolls: {type: whole}}}}
"""
BAG = [
    "key-range, field: prizes, keys: {coins: [1, 5], dolls: [1, 3]}",
    "count, field: prizes, min: 1, max: 2",
    "no-repeat, field: prizes",
]
DESIGNS = """\
kinds:
  stalls:
    recipe: designs
    shares: side
    title: name
    best: length
    least: 1
    largest: 9
    better: {length: high, price: low}
    numbers: {price: [1, 6]}
    words: {what: [Darts, Hoops, Skittles, Quoits, Dice, Cards, Rings, Cups, Pins, Hats, Bells, Drums, Kites, Tops]}
    designs:
      - {words: {what: what}, parts: [{side: left, price: "{{ price }}", name: {en: "{{ what }} one"}}]}
      - {words: {what: what}, parts: [{side: right, price: "{{ price }}", name: {en: "{{ what }} two"}}]}
"""
NAMED = "      name: {type: text, required: true}\n" + FIELDS
WORTH = ["expression, that: length <= 2 * price"]
ENSEMBLE = """\
kinds:
  stalls:
    recipe: ensemble
    title: "{{ what.one }}"
    unlike: [name]
    deal:
      - {name: what, from: whats, once: name}
      - {name: side, tell: "'left' if what.one < 'D' else 'right'"}
    item: {name: {en: "{{ what.one }}"}, side: "{{ side }}"}
    words: {whats: [{one: Apples}, {one: Bells}, {one: Cups}, {one: Dice}, {one: Eggs}, {one: Fans}, {one: Gongs}]}
"""
BUDGET = [*SPANS, "sum-of, fields: {length: 0, price: 0}, total: 7"]


def write_fair(folder: Path, forge: str, fields: str, rules: list[str], items: str = "[]\n") -> Path:
    """A game of stalls; a rule is its check with its settings, its name in front where it has one."""
    game = f"name: Fair\nlanguages: [en]\nkinds:\n  stalls:\n    title: Stalls\n    fields:\n{fields}"
    named = [rule if ";" in rule else f"{rule.split(',')[0]}; {rule}" for rule in rules]
    book = "".join(f"- {{rule: {rule.replace('; ', ', check: ', 1)}, {REST}}}\n" for rule in named)
    (folder / "fair").mkdir(exist_ok=True)
    for name, text in (("game", game), ("balance", book), ("forge", forge), ("stalls", items)):
        (folder / "fair" / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder / "fair"


def fair(folder: Path, forge: str, fields: str, rules: list[str], items: str = "[]\n") -> Bench:
    """The same, ready to make new stalls."""
    write_fair(folder, forge, fields, rules, items)
    return bench("fair", "stalls", folder)


def wrong(folder: Path, forge: str, fields: str, rules: list[str]) -> list[Problem]:
    """What the checker says of a game's ``forge.yaml``."""
    game, problems = load_game(write_fair(folder, forge, fields, rules), "fair")
    assert [problem for problem in problems if problem.level == "error"] == []
    return sorted(dict.fromkeys(examine_forge(game, *read_rulebook(game))[1]))
