"""``--vary``: one number of the components changed, the same games played, and a table."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from each import each
from projects import ROOT
from shared_games import shipped_game
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.lab.simulation.moves import Box, NoSimulation
from generator.lab.simulation.playable import box_of, find_game
from generator.lab.simulation.variant import of_variation, read_variation, varied
from generator.model.game import Item

GAME = "tricks-or-treats"
ASKED = [
    "simulate",
    GAME,
    "--players",
    "2",
    "--games",
    "40",
    "--seed",
    "2",
    "--workers",
    "1",
    "--data",
    str(ROOT / "data"),
]


def box() -> Box:
    return box_of(shipped_game(GAME), 2, "standard")


def one(kind: str, field: str, value: str) -> Any:
    return varied(box(), kind, field, value)[kind]


def test_a_number_is_put_in_place_or_added() -> None:
    before = [item.fields["gathering"] for item in box()["housing-tiles"]]
    assert [item.fields["gathering"] for item in one("housing-tiles", "gathering", "3")] == [3] * len(before)
    assert [item.fields["gathering"] for item in one("housing-tiles", "gathering", "+2")] == [old + 2 for old in before]
    assert [item.fields["gathering"] for item in one("housing-tiles", "gathering", "-0")] == before


def test_entries_of_lists_are_changed_by_their_name() -> None:
    def effects(items: Sequence[Item]) -> list[list[tuple[str, int]]]:
        return [[(entry.key, entry.value) for entry in item.fields["effects"]] for item in items]

    before, after = effects(box()["surprise-cards"]), effects(one("surprise-cards", "treats", "+1"))
    assert after == [[(name, size + (name == "treats")) for name, size in card] for card in before]


def test_what_is_shared_with_other_games_stays_as_it_is() -> None:
    before = [item.fields["gathering"] for item in box()["housing-tiles"]]
    one("housing-tiles", "gathering", "+9")
    assert [item.fields["gathering"] for item in box()["housing-tiles"]] == before


def test_a_number_of_components_keeps_their_shares() -> None:
    before = Counter(item.id for item in box()["movement-tokens"])
    assert Counter(item.id for item in one("movement-tokens", "count", "96")) == Counter(
        {k: 2 * n for k, n in before.items()}
    )
    assert len(one("movement-tokens", "count", "-5")) == 43
    assert one("movement-tokens", "count", "0") == []


def test_a_setting_is_varied_within_its_limits() -> None:
    playable, variation = find_game(shipped_game("collectors")), read_variation("theft=1,3")
    assert [(one.name, one.settings) for one in of_variation({}, playable, variation)] == [
        ("1", {"theft": 1}),
        ("3", {"theft": 3}),
    ]
    with pytest.raises(NoSimulation, match="theft: 1 to 5 can be played"):
        of_variation({}, playable, read_variation("theft=0,3"))
    with pytest.raises(NoSimulation, match="no setting 'thefts'; did you mean theft"):
        of_variation({}, playable, read_variation("thefts=3"))


@each(
    ("text", "words"),
    [
        ("nothing", "is not KIND.FIELD="),
        ("housing-tiles.gathering=", "is not KIND.FIELD="),
        ("housing-tiles.gathering=1,x", "is not KIND.FIELD="),
        ("housing-tiles.gathering=1,99999", "is not KIND.FIELD="),
        ("housing-tiles.gathering=" + ",".join("1" * 41), "41 values; 40 are possible"),
    ],
)
def test_what_is_no_variation_is_refused(text: str, words: str) -> None:
    with pytest.raises(NoSimulation, match=words):
        read_variation(text)


@pytest.mark.parametrize(
    ("vary", "words"),
    [
        ("housing-tile.gathering=1", "no kind 'housing-tile'"),
        ("housing-tiles.height=1", "no item of housing-tiles has a number 'height'"),
        ("housing-tiles.count=-100", "-28 components cannot be in the box"),
        ("game-boards.count=1", "2 Game Board pieces"),
        ("housing-tiles.difficulty=-4", "housing-tiles/"),
    ],
)
def test_a_variation_that_cannot_be_played_gets_one_line(vary: str, words: str) -> None:
    result = CliRunner().invoke(app, [*ASKED, "--vary", vary], catch_exceptions=False)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert words in result.stderr


@pytest.mark.parametrize("form", ["csv", "html"])
def test_a_sweep_has_two_forms(form: str) -> None:
    result = CliRunner().invoke(
        app, [*ASKED, "--vary", "mask-tokens.count=9", "--format", form], catch_exceptions=False
    )
    assert (result.exit_code, result.stdout) == (2, "")
    assert "as text or json" in result.stderr


@pytest.mark.slow
def test_each_variant_holds_the_figures_of_its_games() -> None:
    def told(*more: str) -> str:
        result = CliRunner().invoke(app, [*ASKED, *more], catch_exceptions=False)
        assert (result.exit_code, result.stderr) == (0, "")
        return str(result.stdout)

    found = json.loads(told("--vary", "mask-tokens.count=12,+0", "--format", "json"))
    plain = json.loads(told("--format", "json"))
    assert found["vary"] == "mask-tokens.count"
    few, same = found["variants"]
    differences = same.pop("differences")
    assert differences["from"] == "12"
    assert "differences" not in few
    scores = same["scores"]["mean"] - few["scores"]["mean"]
    assert differences["scores"]["low"] < differences["scores"]["mean"] < differences["scores"]["high"]
    assert differences["scores"]["mean"] == pytest.approx(scores, abs=1e-5)
    for seat, pair in enumerate(differences["wins_by_seat"]):
        wins = same["wins_by_seat"][seat]["share"] - few["wins_by_seat"][seat]["share"]
        assert pair["mean"] == pytest.approx(wins, abs=1e-5)
    dry = same["shortages"]["mask-tokens"] - few["shortages"]["mask-tokens"]
    assert differences["shortages"]["mask-tokens"]["mean"] == pytest.approx(dry, abs=1e-5)
    assert (few.pop("value"), same.pop("value")) == ("12", "+0")
    assert {**{key: found[key] for key in ("game", "players", "mode", "policies", "seed")}, **same} == plain
    assert few["used"]["mask-tokens"]["box"] == 12
    assert few["shortages"]["mask-tokens"] > plain["shortages"]["mask-tokens"]
    lines = told("--vary", "mask-tokens.count=12,+0").splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["mask-tokens.count", "12", "+0"]
    assert lines[5].startswith("what differs from 12, game by game")
    assert lines[7].split()[0] == "+0"
    assert f"mask-tokens {100 * few['shortages']['mask-tokens']:.1f}" in lines[2]
