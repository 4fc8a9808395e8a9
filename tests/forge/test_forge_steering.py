"""Rules about the whole deck steer what is made; a deck that is full has items replaced."""

from collections import Counter
from pathlib import Path
from random import Random
from statistics import mean

import pytest
from harbour import RULES, harbour, write_harbour
from projects import typed
from workbench import Bench, as_text, bench

from generator.core.problem import Infeasible
from generator.forge.forge import NewItem
from generator.forge.item_rules import read_item
from generator.forge.steering import RuleAim, deck_figures
from generator.model.game import Item
from generator.rules.apply import breaches

COUNTED = dict.fromkeys(["conta"], "{check: how-many, within: cor, sizes: {azul: 10, verde: 6, ouro: 4}}")


def items_of(cards: Bench, made: list[NewItem]) -> list[Item]:
    return [read_item(cards.kind, one.fields, cards.game.languages)[0] for one in made]


@pytest.mark.rare
def test_twenty_seeds_of_twenty_keep_all_rules_about_the_deck(tmp_path: Path) -> None:
    cards = harbour(tmp_path, RULES)
    for seed in range(20):
        made = cards.make(20, seed)
        costs = [one.fields["custo"] for one in made]
        colours = Counter(one.fields["cor"] for one in made)
        assert 2.4 <= mean(costs) <= 2.6
        assert 0.2 <= sum(cost > 3 for cost in costs) / 20 <= 0.3
        assert sorted(costs)[9] == 2
        assert [colours[one] for one in ("azul", "verde", "ouro")] == [10, 6, 4]
    assert cards.make(20, 7) == cards.make(20, 7)


def test_a_rule_that_no_choice_can_keep_is_told_with_what_comes_nearest(tmp_path: Path) -> None:
    slow = {"media": "{check: mean, of: custo, min: 6, max: 7}"}
    with pytest.raises(Infeasible, match="were not found: media: the mean is 5.00 over 4; 6 to 7 wanted"):
        harbour(tmp_path, slow).make(4)


@pytest.mark.slow
def test_an_aim_is_missed_by_nothing_exactly_where_its_rule_holds(tmp_path: Path) -> None:
    """The figures of `deck_figures` against the checks themselves, for decks of chance."""
    own = {"soma": "{check: sum, of: custo, by: cor, min: 6, max: 30}", **COUNTED}
    cards, rng = harbour(tmp_path, {**RULES, **own}), Random(3)
    fields = [{"id": f"c{n}", "nome": {"pt": f"C {n}"}} for n in range(24)]
    seen: Counter[tuple[str, bool]] = Counter()
    for _ in range(400):
        hues = rng.choice((("azul", "verde"), ("azul",) * 5 + ("verde",) * 3 + ("ouro",) * 2))
        more = [{"cor": rng.choice(hues), "custo": rng.choice((1, 1, 2, 2, 2, 3, 4, 5))} for _ in fields]
        deck = [NewItem({**one, **other}) for one, other in zip(fields[: rng.randint(3, 24)], more, strict=False)]
        items = items_of(cards, deck)
        for rule in cards.rules:
            aims = [RuleAim(figure, items[:2], items.__getitem__) for figure in deck_figures([rule])]
            for aim in aims:
                aim.exchange((), range(2, len(items)))
            holds = not list(breaches(rule, cards.game, items))
            assert (sum(aim.far for aim in aims) == 0) is holds, (rule.name, [one.fields for one in deck])
            seen[rule.name, holds] += 1
    assert {name for name, _ in seen} == {rule.name for rule in cards.rules}
    assert sum(holds for _, holds in seen) >= 5  # each way was met


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """A deck with as many of each colour as a rule allows, with comments and Windows's ends of lines."""
    made = as_text(harbour(tmp_path / "first", RULES).make(20, 3)).split("\n\n")
    text = "# O baralho\n\n" + "\n\n".join(made[:10]) + "\n\n# metade\n" + "\n\n".join(made[10:])
    folder = write_harbour(tmp_path / "full", {**RULES, **COUNTED}, text)
    path = folder / "data" / "porto" / "cartas.yaml"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    return folder


@pytest.mark.slow
def test_a_full_deck_is_offered_replacements_and_takes_them(full: Path) -> None:
    refused = typed(full, "generate", "cartas", "--count", "4", "--seed", "1")
    assert refused.exit_code == 2
    assert refused.stderr.endswith("; --replace offers 4 in place of as many existing ones\n")
    path = full / "data" / "porto" / "cartas.yaml"
    old = path.read_bytes()
    offered = typed(full, "generate", "cartas", "--count", "4", "--seed", "1", "--replace")
    assert path.read_bytes() == old
    gone = [
        line.removeprefix("# in place of ") for line in offered.stdout.splitlines() if line.startswith("# in place")
    ]
    put = typed(full, "generate", "cartas", "--count", "4", "--seed", "1", "--replace", "--out", str(path))
    assert (put.exit_code, len(set(gone))) == (0, 4)
    new = path.read_bytes()
    assert new.count(b"\n") == new.count(b"\r\n") == old.count(b"\n")
    assert [line for line in new.splitlines() if line.startswith(b"#")] == [b"# O baralho", b"# metade"]
    before, after = (
        [line[6:] for line in text.decode().splitlines() if line.startswith("- id: ")] for text in (old, new)
    )
    replaced = [one for one, other in zip(before, after, strict=True) if one != other]
    assert replaced
    assert set(replaced) <= set(gone)  # one may come back under its name, with other numbers
    assert typed(full, "check").exit_code == 0


@pytest.mark.slow
def test_replacements_go_into_the_own_file_alone_and_only_for_what_nobody_names(full: Path) -> None:
    other = typed(full, "generate", "cartas", "--replace", "--out", "mais.yaml")
    assert (other.exit_code, (full / "mais.yaml").exists()) == (2, False)
    assert "and into no other file" in other.stderr
    many = typed(full, "generate", "cartas", "--count", "21", "--replace")
    assert "21 are to be replaced, and 20 can be" in many.stderr


@pytest.mark.slow
def test_costumes_keep_the_share_of_cursed_ones_and_a_drift_is_noted() -> None:
    costumes = bench("tricks-or-treats", "costumes")
    had = [bool(item.fields["cursed"]) for item in costumes.kind.items for _ in range(item.copies)]
    for seed in range(6):
        cursed = sum(bool(one.fields.get("cursed")) for one in costumes.make(8, seed))
        assert abs(cursed - 8 * sum(had) / len(had)) < 1
    notes: list[str] = []
    costumes.make(21, 1, notes=notes)
    assert any(note.startswith("cursed drifts") for note in notes)
