"""Each rule of a shipped game that its data can break, and one bad item that does: shown at the value at fault.

The sign ^ stands before the place where the problem must be reported. The ids are those that the sources in
``balance.yaml`` give. Rules about ready-made sheets, players at the table and drawings have no case here.
"""

import re
import shutil
from pathlib import Path

import pytest
from tries import slow_but

from generator.core.problem import Problem
from generator.model.load import load_game
from generator.rules.apply import check_balance
from generator.rules.rulebook import read_rulebook

DATA = Path(__file__).parents[2] / "data"

CARD = "tricks-or-treats/surprise-cards", "- {id: bad, title: {en: Bad, fr: Raté}, "
TILE = "tricks-or-treats/housing-tiles", "- {id: bad, name: {en: Bad, fr: Raté}, "
TRICK, MASK, MOVE = (f"tricks-or-treats/{kind}" for kind in ("trick-tickets", "mask-tokens", "movement-tokens"))
COSTUME = "tricks-or-treats/costumes", "- {id: bad, name: {en: Bad, fr: Raté}, "
BOARD = "tricks-or-treats/game-boards", "- {id: bad, name: {en: Bad, fr: Raté}, "
STREETS = '"#.##.##.#", ".........", "#.##.##.#", "#.##.##.#", ".........", "#.##.##.#"'
BLUE = "star-road/blueprints", "- {id: bad, name: Bad, "
NEXT = 'number: 73, code: "1021", '  # the first that no blueprint has
GUARD = "kind: shield, value: 1, cost: 1, "
LOCKED = "traits: [character_unlock]}"
BUILT = BLUE[0], BLUE[1] + 'set: "3", ' + NEXT
ROLE = "star-road/characters", '- {id: bad, set: "1", number: 21, '
DOES = ROLE[0], ROLE[1] + "name: Bad, text: Bad., "
DEAL = "star-road/teams", '- {id: bad, edition: "2018", '
ROLES = "star-road/teams", '- {id: bad, edition: "2019", '
START = "star-road/production-boards", '- {id: bad, edition: "2018", name: Bad, lines: 4, supply: 2, spend: 4, '
TABLE = "star-road/blueprint-tables", '- {id: bad, set: "1", name: Bad, edition: Bad, '
TEAM = "star-road/team-cards", '- ^{id: bad, edition: "2018", sign: R, colour: red, role: member, name: Red, '
PAIR = "star-road/combinations", '- {id: bad, set: "1", stat: attack, '
SELF = "collectors/characters", "- {id: bad, name: Bad, lose_condition: {title: T, text: R}, "
NUMBERS = "- {id: bad, name: Bad, grit: 1, cunning: 4, reflexes: 10, "
ABLE = "collectors/characters", SELF[1] + "item_type: Spoons, grit: 1, cunning: 4, reflexes: 10, "
THREE = "abilities: [{name: A, text: A.}, {name: B, text: B.}, {name: C, text: C.}]}"
TYPED = "item_type: Spoons, " + THREE
HELPS = "passive: {polarity: beneficial, text: P.}, "
USED = "active: {cost: 1, per_round: 1, user: owner_type, text: A.}"
OWNED = "- {id: bad, name: Bad, owner: hat-collector, "
HAT = "collectors/items", OWNED + "type: Hats, "
MOTH = "collectors/items", "- ^{id: bad, name: Bad, owner: moth-collector, type: Moths, "
OUTING = "collectors/escapades", "- {id: bad, owner: hat-collector, title: Bad, "
SHOW = OUTING[0], OUTING[1] + "text: Bad., "
TALE = OUTING[0], "- {id: bad, owner: hat-collector, text: Bad., "

CASES = [
    ("SC-01", CARD, "effects: ^[treats: 1, masks: 1, tricks: 1, movements: 1]}", "effect-count"),
    ("SC-02", CARD, "effects: ^[]}", "effect-count"),
    ("SC-02", CARD, "blank: true, effects: ^[treats: 1]}", "effect-count"),
    ("SC-03", CARD, "effects: [^housing: 1]}", "unknown-field"),
    ("SC-04", CARD, "effects: [masks: ^0]}", "effect-range"),
    ("SC-04", CARD, "effects: [masks: ^1.5]}", "wrong-type"),
    ("SC-05", CARD, "effects: [treats: 1, costumes: ^+2]}", "effect-range"),
    ("SC-06", CARD, "effects: [masks: ^-6]}", "effect-range"),
    ("SC-07", CARD, "effects: [movements: ^10]}", "effect-range"),
    ("SC-08", CARD, "effects: [surprises: ^4]}", "effect-range"),
    ("SC-09", CARD, "effects: [treats: ^+5]}", "effect-range"),
    ("SC-10", CARD, "effects: [tricks: ^-6]}", "effect-range"),
    ("SC-11", CARD, "effects: [surprises: ^+2]}", "effect-range"),
    ("SC-11", CARD, "effects: [surprises: ^-1]}", "effect-range"),
    ("SC-12", CARD, "effects: ^{treats: 1, masks: -2}}", "wrong-type"),
    ("SC-13", CARD, "effects: [masks: 2, treats: -1], ^order: [1, 2]}", "unknown-field"),
    ("SC-15", CARD, "effects: [surprises: 1, ^surprises: 2]}", "repeated-effect"),
    ("SC-16", CARD, "effects: [treats: +2, ^treats: -1]}", "repeated-effect"),
    ("SC-17", (CARD[0], "- ^{id: bad, title: {en: Bad, fr: Raté}, "), "blank: true, effects: []}", "blank-deck"),
    ("HO-01", (TILE[0], "- ^{id: bad, name: {en: Bad, fr: Raté}, "), "difficulty: 12, arrow: up}", "missing-field"),
    ("HO-01", TILE, "difficulty: ^1.5, gathering: 1, arrow: up}", "wrong-type"),
    ("HO-02", TILE, "difficulty: ^31, gathering: 7, arrow: up}", "number-range"),
    ("HO-03", TILE, "difficulty: 1, gathering: ^0, arrow: up}", "number-range"),
    ("HO-04", TILE, "difficulty: 1, gathering: 1, arrow: ^north}", "not-one-of"),
    ("TK-01", (TRICK, "- {id: bad, "), "value: ^0}", "number-range"),
    ("TK-01", (TRICK, "- {id: bad, "), "value: ^2.5}", "wrong-type"),
    ("TK-02", (MASK, "- {id: bad, "), "value: ^12}", "number-range"),
    ("TK-03", (MOVE, "- {id: bad, "), "value: ^10}", "number-range"),
    ("CO-01", COSTUME, "modifiers: ^[tricks: 1, movements: -1, tricks: 2]}", "caption-count"),
    ("CO-02", COSTUME, "modifiers: [^street_auction: 1]}", "unknown-field"),
    ("CO-02", COSTUME, "modifiers: [tricks: ^4]}", "costume-range"),
    ("BD-01", BOARD, f'code: ^"345", rows: [{STREETS}, {STREETS}]}}', "piece-number"),
    ("BD-01", BOARD, f'code: ^"001", rows: [{STREETS}, {STREETS}]}}', "piece-number"),
    ("BD-02", (BOARD[0], "- ^{id: bad, name: {en: A, fr: A}, "), f'code: "1", rows: [{STREETS}]}}', "solo-surprise"),
    ("SR-BP-01", BLUE, 'set: "3", number: 73, code: ^"014", kind: weapon, value: 3, cost: 2}', "code-matches-number"),
    ("SR-BP-02", BLUE, 'set: "3", number: 73, code: ^"1022", kind: weapon, value: 3, cost: 2}', "code-matches-number"),
    ("SR-BP-02", BLUE, 'set: "3", number: 4, code: ^"0010", kind: weapon, value: 3, cost: 2}', "code-unique"),
    ("SR-BP-02", BLUE, 'set: "3", number: ^75, code: "1023", kind: weapon, value: 3, cost: 2}', "gap-free"),
    ("SR-BP-02", BLUE, 'set: "3", number: ^0, code: "0000", kind: weapon, value: 3, cost: 2}', "number-range"),
    ("SR-BP-04", BUILT, "kind: weapon, value: ^6, cost: 3}", "value-cap"),
    ("SR-BP-05", BUILT, "kind: weapon, value: ^7, cost: 4, range: 2}", "reach-budget"),
    ("SR-BP-05", BUILT, "kind: shield, value: ^3, cost: 2, recycle: 1}", "reach-budget"),
    ("SR-BP-06", BUILT, "kind: weapon, value: ^3, cost: 2, traits: [unblockable]}", "charged-budget"),
    ("SR-BP-07", BUILT, "kind: weapon, value: ^2, cost: 2}", "plain-budget"),
    ("SR-BP-08", BUILT, "kind: mix, value: ^6, cost: 6}", "mix-value"),
    ("SR-BP-08", BUILT, 'kind: shield, value: 3, cost: 2, merge: {count: 3, into: "1022"}}\n'
     '- {id: mix, name: Mix, set: "3", number: 74, code: "1022", kind: mix, value: 4, cost: ^5}', "mix-value"),
    ("SR-BP-09", BUILT, GUARD + 'protects: base, merge: {count: ^2, into: "0003"}}', "merge-target"),
    ("SR-BP-09", BUILT, GUARD + 'protects: object, merge: {count: 3, into: ^"0003"}}', "merge-target"),
    ("SR-BP-10", BUILT, "kind: weapon, value: ^0, cost: 1}", "zero-value"),
    ("SR-BP-11", PAIR, 'parts: ["0100", "0033"], bonus: ^4}', "combination-budget"),
    ("SR-BP-12", BUILT, 'kind: weapon, value: ^6, cost: 3, upgrade: {from: "0010", cost: 1}}', "ladder-step"),
    ("SR-BP-12", BUILT, 'kind: weapon, value: 5, cost: ^4, upgrade: {from: "0010", cost: 1}}', "ladder-step"),
    ("SR-BP-12", BUILT, 'kind: weapon, value: 5, cost: 3, upgrade: {from: "0010", cost: ^2}}', "ladder-step"),
    ("SR-BP-12", BUILT, 'kind: ^shield, value: 5, cost: 3, upgrade: {from: "0010", cost: 1}}', "ladder-step"),
    ("SR-BP-13", BUILT, "kind: special, value: ^2, cost: 2}", "special-value"),
    ("SR-BP-13", BUILT, "kind: special, value: 1, cost: ^5}", "special-value"),
    ("SR-BP-13", BUILT, "kind: special, value: 1, cost: ^X}", "special-value"),
    ("SR-BP-14", BUILT, 'kind: weapon, value: 3, cost: 2, refs: ["0033", ^"3333"]}', "unknown-reference"),
    ("SR-BP-14", BLUE, 'set: "1", ' + NEXT + GUARD + 'build_on: ^"0123"}', "unknown-reference"),
    ("SR-BP-15", BLUE, 'set: "1", ' + NEXT + "kind: weapon, value: 2, cost: 2, recycle: ^1}", "set-features"),
    ("SR-BP-15", BLUE, 'set: "2", ' + NEXT + "kind: weapon, value: 3, cost: 2, ground: ^true}", "set-features"),
    ("SR-BP-16", BUILT, "kind: weapon, value: 3, cost: 2, storage: ^10}", "storage-range"),
    ("SR-BP-16", BUILT, "kind: weapon, value: 3, cost: 2, storage_batch: ^3}", "storage-range"),
    ("SR-BP-16", BLUE, "set: 2Br, " + NEXT + "kind: weapon, value: 3, cost: 2, storage: ^2}", "storage-range"),
    ("SR-BP-17", BUILT, 'kind: weapon, value: 2, cost: 2, recycle: 1, beats: ^"0330"}', "elemental-circle"),
    ("SR-BP-18", BUILT, "kind: weapon, value: 3, cost: 2, use_limit: ^0}", "use-limit"),
    ("SR-BP-18", BUILT, "kind: weapon, value: 2, cost: 2, recycle: 1, use_limit: ^inf}", "use-limit"),
    ("SR-BP-19", BUILT, "kind: weapon, value: 3, cost: 2, range: ^0}", "number-range"),
    ("SR-BP-20", BUILT, GUARD + "heal: [{distance: 1, hp: ^2}]}", "heal-budget"),
    ("SR-BP-21", (BLUE[0], "- ^{id: bad, name: Bad, " + NEXT + GUARD), 'set: "2"}', "set-size"),
    ("SR-BP-21", TABLE, "blocks: ^[8, 8]}", "table-rows"),
    ("SR-CH-01", ROLE, "name: ^Thief, text: Bad.}", "name-unique"),
    ("SR-CH-01", ROLE, 'name: Bad, text: ^""}', "empty-text"),
    ("SR-CH-01", (ROLE[0], "- ^{id: bad, "), 'set: "1", number: 21, name: Bad}', "missing-field"),
    ("SR-CH-02", DOES, 'targets: ["0111", ^"0222"]}', "unknown-reference"),
    ("SR-CH-03", DOES, 'targets: ["0031"], changes: [cost: ^-2]}', "character-discount"),
    ("SR-CH-03", DOES, 'targets: ["0031", ^"0001"], changes: [cost: -1]}', "character-discount"),
    ("SR-CH-04", DOES, 'targets: [^"0033"], changes: [storage: -5]}', "storage-discount"),
    ("SR-CH-05", DOES, "changes: [attack: ^+3]}", "character-lift"),
    ("SR-CH-05", DOES, "changes: [attack: +1, range: ^-1]}", "character-lift"),
    ("SR-CH-06", DOES, "pays: {storage: 2, attack: ^4, reach: 1}}", "paid-effect"),
    ("SR-CH-06", DOES, "pays: {storage: 1, heal: ^2}}", "paid-effect"),
    ("SR-CH-07", BLUE, 'set: "3", number: 73, code: ^"1021", kind: weapon, cost: 1, value: 0, ' + LOCKED, "unlock"),
    ("SR-CH-08", (ROLE[0], "- ^{id: bad, "), 'set: "1", number: 1, name: Bad, text: Bad.}', "deck-size"),
    ("SR-TM-01", DEAL, "players: ^3, sides: [{name: R, cards: [R]}, {name: B, cards: [B]}]}", "team-size"),
    ("SR-TM-01", DEAL, "players: ^9, sides: [{name: R, cards: [R]}, {name: B, cards: [B]}]}", "number-range"),
    ("SR-TM-01", DEAL, "players: ^2, sides: [{name: R, cards: [R]}, {name: B, cards: [B]}]}", "team-rows"),
    ("SR-TM-02", DEAL, "players: 2, sides: [{name: R, cards: [R]}, {name: W, cards: [^W]}]}", "unknown-reference"),
    ("SR-TM-02", DEAL, "players: 4, sides: ^[{name: R, cards: [R, R]}, {name: B, cards: [B, B]}]}", "team-stock"),
    ("SR-TM-02", ROLES, 'players: 3, sides: ^[{name: a, cards: ["R*", "R*", "Y"]}]}', "team-stock"),
    ("SR-TM-03", DEAL, 'players: 4, sides: ^[{name: R, cards: [R]}, {name: B, cards: ["B*", B, G]}]}', "team-balance"),
    ("SR-TM-03", DEAL, 'players: 2, sides: ^[{name: R, cards: ["R*", R]}]}', "team-balance"),
    ("SR-TM-04", DEAL, 'players: 3, sides: ^[{name: R, cards: ["R*"]}, {name: G, cards: [G]}]}', "team-leader"),
    ("SR-TM-05", ROLES, 'players: 4, sides: ^[{name: a, cards: ["R*"]}, {name: b, cards: [B, B, B]}]}', "team-roles"),
    ("SR-CT-01", ("star-road/stands", "- ^{id: bad, "), "line: 1, platform: lower}", "stand-count"),
    ("SR-CT-01", ("star-road/stands", "- {id: bad, "), "line: ^5, platform: lower, copies: 0}", "number-range"),
    ("SR-CT-02", ("star-road/digit-pieces", "- ^{id: bad, "), "set_1: 0, sets_1_2: 0, draft: 0, digit: 3}", "digit-count"),
    ("SR-CT-02", ("star-road/digit-pieces", "- {id: bad, "), "set_1: 0, sets_1_2: 0, draft: 0, digit: ^6, copies: 0}", "number-range"),
    ("SR-CT-03", ("star-road/resource-indicators", "- ^{id: bad, "), "worth: 1, copies: 90}", "resource-count"),
    ("SR-CT-04", ("star-road/completion-indicators", "- ^{id: bad, "), "colour: pink, copies: 32}", "completion-count"),
    ("SR-CT-05", START, "storage: ^4, hp: 10}", "player-start"),
    ("SR-CT-06", TEAM, "text: Bad.}", "team-card-count"),
    ("SR-CT-06", (TEAM[0], TEAM[1].replace("^", "")), "text: Bad., ^back: red}", "unknown-field"),
    ("CO-CH-01", SELF, "grit: ^6, cunning: 2, reflexes: 7, " + TYPED, "number-range"),
    ("CO-CH-02", SELF, "grit: 5, cunning: ^-1, reflexes: 11, " + TYPED, "number-range"),
    ("CO-CH-03", SELF, "grit: 5, cunning: 4, reflexes: ^6, " + TYPED, "number-range"),
    ("CO-CH-04", SELF, "grit: ^2, cunning: 4, reflexes: 10, " + TYPED, "point-budget"),
    ("CO-CH-05", SELF, 'grit: 1, cunning: 4, reflexes: 10, item_type: ^"", ' + THREE, "empty-text"),
    ("CO-CH-05", SELF, "grit: 1, cunning: 4, reflexes: 10, item_type: ^Hats, " + THREE, "item-type-unique"),
    ("CO-CH-06", (SELF[0], NUMBERS), "lose_condition: ^{title: T}, " + TYPED, "missing-field"),
    ("CO-CH-07", ABLE, "abilities: ^[]}", "ability-count"),
    ("CO-CH-08", ABLE, "^stamina: 12, " + THREE, "unknown-field"),
    ("CO-CH-09", ABLE, "abilities: [{name: A, cost: ^6, text: A.}]}", "ability-cost"),
    ("CO-CH-09", ABLE, "abilities: [{name: A, stamina: ^10, text: A.}]}", "ability-cost"),
    ("CO-CH-10", ABLE, "abilities: [{name: A, changes: [grit: 1, reflexes: ^-3], text: A.}]}", "lasting-change"),
    ("CO-CH-10", SHOW, "experience: {name: E, text: E., changes: [grit: 1, reflexes: ^-3]}}", "lasting-change"),
    ("CO-IT-01", (HAT[0], OWNED), "type: ^Spoons, " + HELPS + USED + "}", "item-type"),
    ("CO-IT-02", (HAT[0], HAT[1].replace("{", "^{")), USED + "}", "missing-field"),
    ("CO-IT-02", HAT, "passive: {polarity: ^odd, text: P.}, " + USED + "}", "not-one-of"),
    ("CO-IT-02", HAT, 'passive: {polarity: detrimental, text: ^""}, ' + USED + "}", "empty-text"),
    ("CO-IT-03", HAT, HELPS + "active: {cost: ^2, per_round: 1, user: owner_type, text: A.}}", "item-cost"),
    ("CO-CH-09", HAT, HELPS + USED.replace("1,", "1, stamina: ^10,", 1) + "}", "item-cost"),
    ("CO-IT-04", HAT, HELPS + "active: {cost: 1, per_round: ^2, user: owner_type, text: A.}}", "item-use"),
    ("CO-IT-04", HAT, HELPS + "active: {cost: 1, per_round: 1, user: ^anyone, text: A.}}", "item-use"),
    ("CO-IT-05", HAT, "tags: [Magic, ^Shiny], " + HELPS + USED + "}", "known-tag"),
    ("CO-IT-06", (HAT[0], OWNED), "type: ^Keys, signature: true, " + HELPS + USED + "}", "signature-item"),
    ("CO-IT-06", (HAT[0], HAT[1].replace("bad", "^bad")), "signature: true, " + HELPS + USED + "}", "signature-list"),
    ("CO-IT-06", ABLE, "signature_items: [^paper-crown], " + THREE, "signature-list"),
    ("CO-CD-01", MOTH, HELPS + USED + "}", "collection-deck"),
    ("CO-CD-02", MOTH, HELPS + USED + "}", "deck-lasts"),
    ("CO-ES-01", (SHOW[0], SHOW[1].replace("{", "^{")), "}", "escapade-count"),
    ("CO-ES-02", TALE, "title: ^Magic Heist}", "escapade-title"),
    ("CO-ES-03", SHOW, "keyword: ^Big Party}", "known-keyword"),
    ("CO-ES-04", (SHOW[0], SHOW[1].replace("{", "^{")), "keyword: Sequential Event}", "overtime-card"),
    ("CO-ES-05", SHOW, "keyword: Heated Encounter, partners: ^2}", "partners"),
    ("CO-ES-05", SHOW, "keyword: Clandestine Approach, partners: ^1}", "partners"),
    ("CO-ES-06", OUTING, "text: ^They may trade., keyword: Heated Encounter, partners: 1}", "no-trade"),
    ("CO-ES-07", SHOW, "experience: ^{name: E}}", "experience-side"),
    ("CO-ES-08", OUTING, 'text: ^""}', "empty-text"),
    ("CO-ES-08", SHOW, "options: ^[{name: Flee, text: Lose 1 AP.}]}", "option-count"),
    ("CO-ES-08", SHOW, 'options: [{name: Flee, text: A.}, {name: ^"", text: B.}]}', "empty-text"),
]  # fmt: skip
ALONE = {
    "SC-17",
    "BD-02",
    "SR-CH-08",
    "SR-CT-03",
    "SR-CT-04",
    "CO-CD-01",
    "CO-CD-02",
    "CO-ES-04",
}  # need a deck of it only
FIRST = {"SR-BP-21", "SR-CT-01", "SR-CT-02", "SR-CT-06", "CO-ES-01"}  # stands at the first item


def ids_in(source: str) -> set[str]:
    """The ids in a rule's source: ``(SC-04 to SC-11)`` stands for eight."""
    found = set(re.findall(r"[A-Z]{2}(?:-[A-Z]{2})?-\d\d", source))
    for prefix, low, high in re.findall(r"([A-Z-]+-)(\d\d) to \1(\d\d)", source):
        found |= {f"{prefix}{number:02}" for number in range(int(low), int(high) + 1)}
    return found


@pytest.mark.parametrize(("case", "place", "body", "rule"), slow_but(12, CASES))
def test_a_bad_item_is_reported_at_the_value_at_fault(
    case: str, place: tuple[str, str], body: str, rule: str, tmp_path: Path
) -> None:
    game, kind = place[0].split("/")
    file = tmp_path / f"{kind}.yaml"
    shipped = "" if case in ALONE else (DATA / game / file.name).read_text(encoding="utf-8")
    bad = place[1] + body + "\n"
    marked = f"# One bad item.\n{bad}{shipped}" if case in FIRST else f"{shipped}\n{bad}"
    before = marked.partition("^")[0]
    line, column = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
    file.write_text(marked.replace("^", "", 1), encoding="utf-8")
    loaded, problems = load_game(DATA / game, game, {kind: (file, f"{game}/{file.name}")})
    problems += check_balance(loaded, examples=False)[0]
    found = {(problem.file, problem.line, problem.column) for problem in problems if problem.rule == rule}
    assert {place for place in found if place[0].endswith(f"/{kind}.yaml")} == {(f"{game}/{kind}.yaml", line, column)}


def test_a_problem_reads_as_the_manual_shows_it(tmp_path: Path) -> None:
    shutil.copytree(DATA / "tricks-or-treats", tmp_path / "tricks-or-treats")
    cards = """\
- id: sugar-rush
  title: {en: Sugar rush, fr: Coup de sucre}
  copies: 2
  effects:
    - movements: +3
    - tricks: -2

- id: long-leap
  title: {en: Long leap, fr: Grand saut}
  effects:
    - tricks: +1
    - movements: 12
"""
    (tmp_path / "tricks-or-treats" / "surprise-cards.yaml").write_text(cards, encoding="utf-8")
    game, problems = load_game(tmp_path / "tricks-or-treats", "data/tricks-or-treats")
    assert problems + check_balance(game)[0] == [
        Problem(
            "data/tricks-or-treats/surprise-cards.yaml", 12, 18, "error", "effect-range",
            "movements is 12; a Surprise card moves a player 1 to 9 squares",
            "split it over two cards, or lower it to 9",
        )
    ]  # fmt: skip


def test_every_id_that_a_source_names_has_a_case() -> None:
    games = [load_game(DATA / name, name)[0] for name in {place.split("/")[0] for _, (place, _), *_ in CASES}]
    named = {found for game in games for rule in read_rulebook(game)[0] for found in ids_in(rule.source)}
    assert len(named) > 40
    assert named <= {case for case, *_ in CASES}
