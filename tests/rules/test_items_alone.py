"""Whether a check judges items alone, as it says of itself: its own examples are asked item by item."""

from pathlib import Path

from each import each
from test_examples import examples, found

from generator.model.load import load_game
from generator.rules.apply import breaches
from generator.rules.rulebook import checks, read_rulebook


def messages(folder: Path, *, alone: bool) -> list[tuple[str, str]]:
    """Item and message of each breach, the items looked at all at once or one after another."""
    game, _ = load_game(folder, "example")
    found = []
    for rule in read_rulebook(game)[0]:
        items = list(game.kinds[rule.kind].items)
        for some in [[item] for item in items] if alone else [items]:
            game.kinds[rule.kind].items = some
            found += [(breach.item.id, breach.message) for breach in breaches(rule, game, some)]
    return found


@each("name", checks())
def test_a_check_that_looks_at_items_alone_finds_the_same_without_the_others(name: str, tmp_path: Path) -> None:
    same = []
    for number, (_, _, _, body) in enumerate(examples(name)):
        folder = tmp_path / f"example-{number}"
        found(body, folder)
        same.append(messages(folder, alone=True) == messages(folder, alone=False))
    alone = checks()[name].REACH in ("value", "item")
    assert all(same) if alone else (not all(same) or name == "mean")
