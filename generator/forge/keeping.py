"""New items of several runs kept together: held against the rules as one deck, and written as one text."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from generator.core.refusal import Infeasible
from generator.forge.forge import NewItem
from generator.forge.gate import Gate, summary
from generator.forge.make_items import as_text
from generator.model.game import Game, Kind
from generator.model.ids import Ids
from generator.rules.rule import Rule


class KeptItems(Struct, frozen=True):
    """Items that are kept of one run, and the text of that run, whose first line says how they were made."""

    items: tuple[NewItem, ...]
    text: str
    whole: bool  # all that were made


def unlike(runs: Iterable[KeptItems]) -> list[KeptItems]:
    """The same with other ids where two runs gave the same one."""
    ids, found = Ids(()), []
    for run in runs:
        items = tuple(_called(item, ids.new(item.id)) for item in run.items)
        found.append(KeptItems(items, run.text, run.whole and items == run.items))
    return found


def _called(item: NewItem, name: str) -> NewItem:
    return item if item.id == name else NewItem({**item.fields, "id": name}, item.worth)


def kept_text(runs: Sequence[KeptItems]) -> str:
    """What is kept, each run behind the command that makes it again; a whole run is as `pnp generate` writes it."""
    return "\n".join(
        run.text if run.whole else run.text.splitlines()[0] + ", some of them\n" + as_text(run.items) for run in runs
    )


def objections(game: Game, kind: Kind, rules: Sequence[Rule], runs: Iterable[KeptItems]) -> tuple[list[str], list[str]]:
    """What the rules say of all that is kept beside the items at hand: errors, and warnings, a line a rule."""
    found = Gate(game, kind, rules, kind.items).objections(item.fields for run in runs for item in run.items)
    return tuple(summary([one for one in found if one.level == level]) for level in ("error", "warning"))  # type: ignore[return-value]


def require_kept(game: Game, kind: Kind, rules: Sequence[Rule], runs: Sequence[KeptItems]) -> None:
    """Go on only where the rules let all that is kept stand together.

    Raises:
        Infeasible: they don't.
    """
    errors, _ = objections(game, kind, rules, runs)
    if errors:
        raise Infeasible(f"these cannot stand together: {'; '.join(errors)}")
