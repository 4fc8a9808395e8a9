"""The checks of edges, windows, sums and values together, compared with plain counting."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

from generator.model.load import load_game
from generator.rules.apply import check_balance

GAME = """\
name: Fair
kinds: {tiles: {title: Tiles, fields: {edges: {type: list}, suit: {type: string}, cost: {type: whole}}}}
"""
RULE = "- {rule: it, kind: tiles, source: ours, why: Tried., "


def broken(folder: Path, rule: str, tiles: list[str]) -> set[str]:
    """The ids of the tiles that a rule is reported at."""
    data = folder / "data" / "fair"
    data.mkdir(parents=True, exist_ok=True)
    (data / "game.yaml").write_text(GAME, encoding="utf-8")
    (data / "tiles.yaml").write_text("".join(tiles), encoding="utf-8")
    (data / "balance.yaml").write_text(f"{RULE}{rule}}}\n", encoding="utf-8")
    game, problems = load_game(data, "fair")
    assert problems == []
    found = check_balance(game)[0]
    assert {problem.rule for problem in found} <= {"it"}
    return {tiles[problem.line - 1].split(",")[0].removeprefix("- {id: ") for problem in found}


def decks() -> Iterator[list[tuple[list[str], int]]]:
    chance = Random(7)
    for _ in range(12):
        sides = chance.choice([3, 4, 6])
        yield [([chance.choice("abcd") for _ in range(sides)], chance.choice([1, 1, 2])) for _ in range(5)]


def written(deck: list[tuple[list[str], int]]) -> list[str]:
    return [
        f"- {{id: t{at}, edges: [{', '.join(edges)}], copies: {copies}}}\n" for at, (edges, copies) in enumerate(deck)
    ]


def test_an_edge_fits_what_some_turn_of_another_tile_puts_beside_it(tmp_path: Path) -> None:
    for deck in decks():
        tiles = [edges for edges, copies in deck for _ in range(copies)]
        wanted = set()
        for at, (edges, _) in enumerate(deck):
            others = list(tiles)
            others.remove(edges)
            for edge, least in product(edges, [2]):
                beside = sum(any((other * 2)[turn] == edge for turn in range(len(other))) for other in others)
                if beside < least:
                    wanted.add(f"t{at}")
        assert broken(tmp_path, "check: edges, field: edges, least: 2", written(deck)) == wanted


def test_tiles_are_the_same_if_any_turn_of_one_is_the_other(tmp_path: Path) -> None:
    for deck in decks():
        deck = [*deck, (deck[0][0][1:] + deck[0][0][:1], 1)]
        wanted = {
            f"t{at}"
            for at, (edges, _) in enumerate(deck)
            if any(edges == other[turn:] + other[:turn] for other, _ in deck[:at] for turn in range(len(other)))
        }
        assert broken(tmp_path, "check: unique, field: edges, rotations: true", written(deck)) == wanted


def test_each_window_is_counted(tmp_path: Path) -> None:
    for deck in decks():
        for circle in (False, True):
            wanted = set()
            for at, (edges, _) in enumerate(deck):
                line = edges * 2 if circle else edges
                starts = len(edges) if circle else len(edges) - 2
                if any(line[start : start + 3].count("a") not in (0, 1) for start in range(starts)):
                    wanted.add(f"t{at}")
            rule = f"check: window, field: edges, of: [a], size: 3, max: 1, round: {str(circle).lower()}"
            assert broken(tmp_path, rule, written(deck)) == wanted


def test_sums_are_reported_group_by_group_at_the_last_item_and_values_are_compared_together(tmp_path: Path) -> None:
    tiles = [
        "- {id: a, suit: sun, cost: 4, copies: 2}\n",
        "- {id: b, suit: moon, cost: 3}\n",
        "- {id: c, suit: sun}\n",
        "- {id: d, suit: moon, cost: 3, copies: 0}\n",
    ]
    assert broken(tmp_path, "check: sum, of: cost, by: suit, min: 3, max: 7", tiles) == {"a"}
    assert broken(tmp_path, "check: sum, of: cost, min: 11, max: 11", tiles) == set()
    assert broken(tmp_path, "check: unique, fields: [suit, cost]", tiles) == {"d"}


def test_edges_are_not_judged_while_one_of_them_cannot_be_read(tmp_path: Path) -> None:
    choice = GAME.replace("edges: {type: list}", "edges: {type: list, of: {type: choice, of: [a, b]}}")
    (tmp_path / "game.yaml").write_text(choice, encoding="utf-8")
    (tmp_path / "tiles.yaml").write_text("- {id: t0, edges: [a, b]}\n- {id: t1, edges: [a, bb]}\n", encoding="utf-8")
    (tmp_path / "balance.yaml").write_text(f"{RULE}check: edges, field: edges}}\n", encoding="utf-8")
    game, problems = load_game(tmp_path, "fair")
    assert [problem.rule for problem in problems] == ["not-one-of"]
    assert check_balance(game)[0] == []
