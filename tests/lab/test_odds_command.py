"""``pnp odds``: what it lists, the forms of its answers, and how it refuses bad questions."""

import json
import re
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from each import each
from projects import ROOT
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.lab.ask import all_questions
from generator.lab.simulation.playable import all_games

DATA = ["--data", str(ROOT / "data")]
MOVES = "where=effects|selectattr('key', 'equalto', 'movements')|list"
DRAW = ["draw", "kind=surprise-cards", "draws=3", MOVES]
DOOR = "tricks-or-treats/door"
STREET = "tricks-or-treats/street"
DOORS = "tricks-or-treats/doors"
SURPRISE = "tricks-or-treats/surprise"


def pnp(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["odds", *arguments, *DATA], catch_exceptions=False)


def asked(*arguments: str) -> Any:
    result = pnp(*arguments, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def told(*arguments: str) -> str:
    result = pnp(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return str(result.stdout)


@pytest.mark.slow
def test_without_a_question_all_are_listed_with_their_values() -> None:
    text = told()
    for name, question in all_questions().items():
        assert re.search(rf"^{name}$", text, re.M)
        for value, wanted in question.values.items():
            form = f"{value}={wanted.form}"
            assert (form if wanted.required else f"[{form}]") in text
            assert wanted.about
    listed = asked()
    assert listed.keys() == all_questions().keys()
    assert listed["draw"]["values"]["draws"] == {"form": "N", "about": "how many are drawn", "required": True}


def test_only_what_the_games_of_a_project_can_answer_is_listed(tmp_path: Path) -> None:
    def listed(*arguments: str) -> set[str]:
        result = CliRunner().invoke(app, ["odds", "--data", str(tmp_path), "--format", "json", *arguments])
        assert result.exit_code == 0
        return {name.partition("/")[0] for name in json.loads(result.stdout)}

    of_any_game = {"dice", "draw", "sum", "until"}
    for name, kinds in (("fair", ["stalls"]), ("my-battle", all_games()["star-road"].kinds)):
        (tmp_path / name).mkdir()
        written = ", ".join(f"{kind}: {{title: C, fields: {{}}}}" for kind in kinds)
        (tmp_path / name / "game.yaml").write_text(f"name: F\nkinds: {{{written}}}\n")
    assert listed("--game", "fair") == of_any_game
    assert listed() == listed("--game", "my-battle") == {*of_any_game, "star-road"}


@each("name", all_questions())
def test_every_question_says_in_a_sentence_what_it_answers(name: str) -> None:
    about = (all_questions()[name].__doc__ or "").partition("\n\n")[0]
    assert about.endswith(".")
    assert len(about) > 30


def test_a_draw_is_answered() -> None:
    found = asked(*DRAW, "at-least=1")
    assert found["chance"] == "204/247"
    assert sum(map(Fraction, found["distribution"])) == 1
    assert len(found["distribution"]) == 4
    assert 1 - Fraction(found["distribution"][0]) == Fraction(found["chance"])
    assert asked(*DRAW, "exactly=2")["chance"] == found["distribution"][2]
    assert asked(*DRAW, "exactly=9")["chance"] == "0"
    assert told(*DRAW).startswith("1 or more of 34 among 3 drawn from 78: 82.6 % (204/247)\n")


@pytest.mark.slow
def test_a_draw_may_be_from_a_part_of_the_deck() -> None:
    found = asked("draw", "kind=trick-tickets", "draws=1", "where=value == 9", "from=value >= 8")
    assert (found["chance"], found["deck"], found["marked"]) == ("1/2", 6, 3)
    assert asked("draw", "kind=costumes", "draws=1", "where=id == 'learner-witch'")["marked"] == 2


def test_dice_are_rolled() -> None:
    assert asked("dice", "roll=d12+4>=10") == {"chance": "7/12"}
    assert asked("dice", "roll=2d6")["distribution"][0] == [2, "1/36"]
    assert asked("dice", "roll=2d6")["mean"] == "7"
    assert told("dice", "roll=d12+4>=10") == "d12+4>=10: 58.3 % (7/12)\n"


def test_texts_leave_a_fraction_out_where_its_denominator_is_large() -> None:
    assert told("dice", "roll=d999=1") == "d999=1: 0.1 % (1/999)\n"
    assert told("dice", "roll=d1000=1") == "d1000=1: 0.1 %\n"


def test_a_door_with_a_hand_tells_the_best_tickets() -> None:
    found = asked(DOOR, "difficulty=12", "gathering=4", "hand=9,6,3", "costume=-1")
    assert found["outcomes"] == {"successful": "0", "invalidation": "1", "failed": "0"}
    assert found["best"] == {"first": 9, "extra": ["+6"], "total": 14, "state": "invalidation"}
    best = asked(DOOR, "difficulty=4", "gathering=4", "hand=9,7,2")["best"]
    assert best == {"first": 9, "extra": ["+2", "-7"], "total": 4, "state": "successful"}
    assert "play 9, +2, -7: 4" in told(DOOR, "difficulty=4", "gathering=4", "hand=9,7,2")


def test_a_door_loses_no_more_treats_than_are_held() -> None:
    question = [DOOR, "difficulty=8", "gathering=6", "hand=4"]
    assert asked(*question)["treats"] == "-6"
    assert asked(*question, "treats=2")["treats"] == "-2"


def test_a_door_without_a_hand_draws_the_first_ticket() -> None:
    found = asked(DOOR, "difficulty=7", "gathering=3")
    assert found["outcomes"] == {"successful": "2/21", "invalidation": "1/7", "failed": "16/21"}
    assert found["treats"] == str(Fraction(3 * 2, 21) - Fraction(3 * 16, 21))
    assert "best" not in found
    assert asked(DOOR, "difficulty=7", "gathering=3", "held=0") == found
    assert asked(DOOR, "difficulty=7", "gathering=3", "hand=") == found


def test_an_open_door_needs_no_ticket_unless_the_harder_one_is_asked_for() -> None:
    open_door = [DOOR, "difficulty=0", "gathering=2"]
    assert asked(*open_door, "hand=4")["best"] == {"first": None, "extra": [], "total": None, "state": "successful"}
    assert asked(*open_door, "hand=4", "zero=one")["best"]["state"] == "invalidation"
    assert asked(*open_door, "held=1", "zero=one")["outcomes"]["successful"] == "1/7"


@pytest.mark.slow
def test_doors_worth_a_try_agree_with_each_door() -> None:
    found = asked(DOORS, "difficulty=9", "held=3", "costume=1")
    assert found["states"] == ["successful", "invalidation", "failed"]
    assert [len(doors) for doors in found["outcomes"]] == [10] * 4
    for held, difficulty in ((0, 4), (2, 9), (3, 9)):
        one = asked(DOOR, f"difficulty={difficulty}", "gathering=1", f"held={held}", "costume=1")["outcomes"]
        assert found["outcomes"][held][difficulty] == [one[state] for state in found["states"]]
        worth = Fraction(one["failed"]) <= Fraction(1, 10)
        assert (difficulty in found["worth_a_try"][held]) == worth
    text = told(DOORS)
    assert "with 1 ticket: 90 % at 0 to 1\n" in text
    assert "\n        12    0    0   21   63   89   98   99   99   99\n" in text


def test_the_street_tells_stake_outcomes_and_advice() -> None:
    found = asked(STREET, "token=4", "costume=1", "defiance=masks:7,2;tricks:6", "competition=held:masks:2,tricks:3")
    assert [stake for stake, _ in found["stake"]] == list(range(6, 15))
    assert found["stake"][0][1] == "6/41"  # the ticket of 6 is held, and cannot be the Panic Rate
    assert sum(Fraction(chance) for _, chance in found["stake"]) == 1
    assert sum(map(Fraction, found["outcomes"].values())) == 1
    assert found["advice"]["choice"] == "challenge"
    assert Fraction(found["advice"]["desert"]["defiance"]) == -Fraction(found["advice"]["desert"]["competition"])


@pytest.mark.slow
def test_the_street_with_all_known_is_certain() -> None:
    found = asked(STREET, "stake=8", "defiance=masks:7,2", "competition=masks:5;tricks:3", "competition-treats=3")
    assert found["stake"] == 8
    assert found["outcomes"] == {"successful": "1", "failed": "0", "equalization": "0"}
    assert found["advice"] == {
        "choice": "challenge",  # who holds 3 pays 3 either way, and may win
        "desert": {"defiance": "3", "competition": "-3"},
        "challenge": {"defiance": "3", "competition": "-3"},
        "by_stake": {"8": "challenge"},
    }
    assert asked(STREET, "token=forgotten", "costume=-3", "defiance=", "competition=")["stake"][0][0] == 2


def test_a_surprise_card_tells_how_each_holding_changes() -> None:
    hand = "hand=treats:1,tricks:0,masks:3,costumes:1"
    found = asked(SURPRISE, "card=hole-in-the-bag", hand)
    assert found["expected"] == {"treats": "-1", "tricks": "0", "masks": "0", "costumes": "0", "moved": "0"}
    assert found["distribution"]["treats"] == [[-1, "1"]]
    found = asked(SURPRISE, hand)
    for name, mean in found["expected"].items():
        pairs = [(value, Fraction(chance)) for value, chance in found["distribution"][name]]
        assert sum(chance for _, chance in pairs) == 1
        assert sum(value * chance for value, chance in pairs) == Fraction(mean)
    assert [value for value, _ in found["distribution"]["costumes"]] == [-1, 0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["drow"], "there is no question 'drow'; did you mean draw?"),
        (["draw"], "kind=KIND is missing"),
        (["draw", "kind=surprise-cards", "draws=3"], "where=EXPR is missing"),
        ([*DRAW, "most=3"], "'most' is not a value of this question"),
        ([*DRAW, "draws=3"], "draws is repeated"),
        ([*DRAW, "often"], "'often' is not a value; write NAME=VALUE"),
        (["draw", "kind=surprise-cards", "draws=1000000000", MOVES], "draws: 1000000000 is out of reach; 1 to 1,000"),
        (["draw", "kind=surprise-cards", "draws=79", MOVES], "draws is 79; the deck holds 78"),
        (["draw", "kind=surprise-cards", "draws=2.5", MOVES], "'2.5' is not a whole number"),
        (["draw", "kind=surprise-card", "draws=1", MOVES], "did you mean surprise-cards?"),
        (
            ["draw", "kind=rules", "draws=1", "where=1"],
            "collectors, star-road, tricks-or-treats each have a kind 'rules'",
        ),
        (["draw", "kind=surprise-cards", "draws=1", "where=speed > 1"], "'speed' is unknown here"),
        (["draw", "kind=surprise-cards", "draws=1", "where=("], "cannot read the expression"),
        (["draw", "kind=surprise-cards", "draws=1", "where=range(10**9)"], "a range of more than 10,000 numbers"),
        (["draw", "kind=surprise-cards", "draws=1", "where=" + "1+" * 1500 + "1"], "2,000 are possible"),
        ([*DRAW, "at-least=1", "exactly=1"], "exclude each other"),
        ([*DRAW, "--game", "collectors"], "collectors has no kind 'surprise-cards'"),
        ([*DRAW, "--game", "chess"], "there is no game 'chess'"),
        (["dice", "roll=1000d1000"], "costs too much"),
        (["dice", "roll="], "a number or a die"),
        ([DOOR, "difficulty=12", "gathering=4", "hand=9,9,9,9"], "4 trick-tickets of 9 are held; the pile has 3"),
        ([DOOR, "difficulty=12", "gathering=4", "hand=12"], "1 trick-tickets of 12 are held; the pile has none"),
        ([DOOR, "difficulty=12", "gathering=4", "hand=9;6"], "'9;6' is not a whole number"),
        ([DOOR, "difficulty=12", "gathering=4", "held=50"], "held is 50; the pile has 42"),
        ([DOOR, "difficulty=12", "gathering=4", "held=21"], "different hands; ask for fewer"),
        ([DOOR, "difficulty=12", "gathering=4", "hand=9", "held=1"], "exclude each other"),
        ([DOOR, "difficulty=-1", "gathering=4"], "difficulty: -1 is out of reach"),
        ([DOOR, "difficulty=0", "gathering=4", "zero=two"], "'two' is none of free, ticket, one"),
        ([DOOR, "difficulty=0", "gathering=4", "--game", "star-road"], "star-road has no kind 'trick-tickets'"),
        ([STREET, "defiance=", "competition="], "give either token (with costume), or stake"),
        ([STREET, "stake=4", "token=4", "defiance=", "competition="], "give either token (with costume), or stake"),
        ([STREET, "stake=4", "costume=1", "defiance=", "competition="], "costume goes with token"),
        ([STREET, "stake=4", "defiance=treats:3", "competition="], "'treats:3' is nothing that is held"),
        ([STREET, "stake=4", "defiance=masks:1;masks:2", "competition="], "masks is repeated"),
        ([STREET, "stake=4", "defiance=masks:9,9,9", "competition="], "3 masks of 9 are held; the pile has 2"),
        ([STREET, "stake=4", "defiance=held:masks:40", "competition="], "40 unknown masks are held; the pile has 35"),
        ([STREET, "token=4", "defiance=held:tricks:20", "competition=held:tricks:20"], "cost too much to work out"),
        ([SURPRISE], "hand=treats:1,tricks:0,masks:3,costumes:1 is missing"),
        ([SURPRISE, "hand=costumes:2"], "a collector keeps one at the most"),
        ([SURPRISE, "hand=sweets:2"], "'sweets:2' is nothing that is held"),
        ([SURPRISE, "hand=treats:2", "card=hole-in-my-bag"], "did you mean hole-in-the-bag?"),
        (["star-road/battle", "attack=sotne"], "star-road has no object 'sotne'; did you mean stone?"),
        (["star-road/battle", "attack=stone", "--game", "collectors"], "collectors has no kind 'blueprints'"),
        (["star-road/battle", "attack=" + "stone," * 300 + "stone"], "a player has 8 at the most"),
        (["star-road/digits", "players=8", "split=999,999,999,999"], "cost too much to work out"),
        (["collectors/check", "bonus=4"], "reflexes=N is missing"),
        (["collectors/check", "bonus=4", "reflexes=10", "of=2"], "of goes with keep=best or keep=worst"),
        (["collectors/check", "bonus=400", "reflexes=10"], "bonus: 400 is out of reach; -99 to 99"),
        (["collectors/trade", "grit=3", "reflexes=19", "naturals=all"], "'all' is none of none, pairs, any"),
        (["collectors/duel", "a=5,1", "b=1,4,10"], "a: '5,1' is not GRIT,CUNNING,REFLEXES, such as 3,3,9"),
        (["collectors/duel", "a=5,1,x", "b=1,4,10"], "a: 'x' is not a whole number"),
        (["collectors/duel", "a=5,1,9", "b=1,4,10", "b-keeps=6"], "b-keeps is 6; there are 5 AP"),
        (["collectors/duel", "a=5,1,9", "b=1,4,10", "rounds=1000"], "rounds: 1000 is out of reach; 1 to 60"),
    ],
)
def test_bad_questions_get_one_clear_line_and_status_2(arguments: list[str], message: str) -> None:
    begun = time.process_time()
    result = pnp(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("pnp: ")
    assert result.stderr.count("\n") == 1
    assert message in result.stderr
    assert time.process_time() - begun < 5


def test_an_expression_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.lab.deck.MOST_STEPS", 0)
    assert "over the whole deck takes more than 0 steps to work out" in pnp(*DRAW).stderr


def test_a_game_with_errors_is_not_reckoned_with(tmp_path: Path) -> None:
    game = tmp_path / "fair"
    game.mkdir()
    (game / "game.yaml").write_text("name: F\nkinds: {cards: {title: C, fields: {value: {type: whole}}}}\n")
    (game / "cards.yaml").write_text("- {id: a, value: 1}\n- {id: b, value: two}\n")
    result = CliRunner().invoke(
        app, ["odds", "draw", "kind=cards", "draws=1", "where=value == 1", "--data", str(tmp_path)]
    )
    assert result.exit_code == 1
    assert "cards.yaml:2:18: error wrong-type" in result.stderr
    assert "nothing was worked out" in result.stderr


def test_a_copy_of_a_game_is_asked_with_its_own_numbers(tmp_path: Path) -> None:
    game = tmp_path / "my-treats"
    game.mkdir()
    fields = "fields: {value: {type: whole, required: true}}"
    (game / "game.yaml").write_text(f"name: M\nkinds: {{trick-tickets: {{title: T, {fields}}}}}\n")
    (game / "trick-tickets.yaml").write_text("- {id: a, value: 5}\n- {id: b, value: 7}\n")
    question = ["odds", DOOR, "difficulty=7", "gathering=1", "--game", "my-treats", "--data", str(tmp_path)]
    result = CliRunner().invoke(app, [*question, "--format", "json"])
    assert json.loads(result.stdout)["outcomes"] == {"successful": "1/2", "invalidation": "0", "failed": "1/2"}
    (game / "trick-tickets.yaml").write_text("- {id: a, value: -5}\n")
    result = CliRunner().invoke(app, question)
    assert (result.exit_code, result.stderr) == (2, "pnp: trick-tickets/a: value is -5; 1 to 99 can be reckoned with\n")


@pytest.mark.parametrize("fields", ["{name: {type: string}}", "{effects: {type: string}}", "{effects: {type: list}}"])
def test_cards_of_another_form_are_refused(fields: str, tmp_path: Path) -> None:
    game = tmp_path / "fair"
    game.mkdir()
    (game / "game.yaml").write_text(f"name: F\nkinds: {{surprise-cards: {{title: C, fields: {fields}}}}}\n")
    field, value = ("name", "a") if "name" in fields else ("effects", "[a]" if "list" in fields else "a")
    (game / "surprise-cards.yaml").write_text(f"- {{id: a, {field}: {value}}}\n")
    question = ["odds", SURPRISE, "hand=treats:1", "--game", "fair", "--data", str(tmp_path)]
    result = CliRunner().invoke(app, question)
    assert (result.exit_code, result.stderr) == (2, "pnp: surprise-cards/a has no effects as this game has them\n")


@pytest.mark.slow
def test_a_deck_beyond_all_measure_is_refused(tmp_path: Path) -> None:
    game = tmp_path / "fair"
    game.mkdir()
    (game / "game.yaml").write_text("name: F\nkinds: {cards: {title: C, fields: {}}}\n")
    (game / "cards.yaml").write_text("".join(f"- {{id: a{number}, copies: 999}}\n" for number in range(101)))
    question = ["odds", "draw", "kind=cards", "draws=1000", "where=id == 'a1'", "--data", str(tmp_path)]
    result = CliRunner().invoke(app, question)
    assert (result.exit_code, result.stderr) == (2, "pnp: the deck holds 100,899; up to 100,000 can be answered\n")
    (game / "cards.yaml").write_text("".join(f"- {{id: a{number}, copies: 999}}\n" for number in range(100)))
    begun = time.process_time()
    assert CliRunner().invoke(app, [*question, "--format", "json"]).exit_code == 0
    assert time.process_time() - begun < 5
