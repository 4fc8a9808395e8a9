"""The box: which components a game for this many players needs, those that are wanted by name, on how many sheets,
and why.

The numbers stand under ``plan`` in ``game.yaml``, each entry with its source: the game's rules, or our own setting.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace as replace_kind
from math import ceil
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.check.result import CheckResult
from generator.core.problem import Infeasible, NotFound, WrongUse
from generator.model.budget import ExpressionError
from generator.model.expressions import compile_expression
from generator.model.game import Game, Item, Kind, boxed, missing
from generator.model.values import LocalizedText, nearest
from generator.printing.arrange import ComponentPlace, KindRun, SheetArrangement, arranged
from generator.printing.members import prose_pages
from generator.printing.order import SheetLayout
from generator.printing.reading import is_read_on_both_sides
from generator.printing.sheets import shapes_of
from generator.rules.kit import picks
from generator.sheet.cutting import straight_cuts
from generator.sheet.page import rect_of


class Share(Struct, frozen=True):
    """One entry of the plan worked out: components of one kind."""

    entry: int  # its place in the plan, from 0
    kind: Kind
    picks: tuple[tuple[Item, int], ...]  # items and how often each
    ours: bool  # the number is our setting, not the game's
    why: str
    outlined: bool  # cut out along a line of its own, not straight along its edges
    creased: bool  # folded
    pages: int = 1  # of a kind of running text

    @property
    def components(self) -> int:
        """How many components it is."""
        return sum(copies for _, copies in self.picks)

    @property
    def run(self) -> KindRun:
        """How many pieces of paper it is, by groups."""
        if self.kind.prose:
            return KindRun(self.kind, (self.pages * self.components,))
        copies = {id(item): number for item, number in self.picks}
        groups = self.kind.groups([item for item in self.kind.items if id(item) in copies])
        return KindRun(self.kind, tuple(sum(copies[id(item)] for item in group) for group in groups))


class PlannedSheets(Struct, frozen=True):
    """What shares sheets in a box, and those sheets."""

    name: str
    shares: tuple[Share, ...]
    arrangements: tuple[SheetArrangement, ...]  # of running text, one for each page
    both_sides: bool = False  # each second page is behind the one before it

    @property
    def sheets(self) -> int:
        """How many sheets of paper it is."""
        if self.both_sides:
            return sum(share.components * ceil(share.pages / 2) for share in self.shares)
        return len(self.arrangements)

    @property
    def cuts(self) -> int:
        """Straight cuts in all. Pages to read are left whole."""
        return cuts_on(
            self.arrangements, [share.kind for share in self.shares], [each.outlined for each in self.shares]
        )

    @property
    def outlines(self) -> int:
        """How many components are cut round with scissors."""
        return sum(share.components for share in self.shares if share.outlined)

    def numbers(self, share: Share) -> list[int]:
        """The sheets that hold a share, from 0."""
        run = self.shares.index(share)
        if self.both_sides:
            return list(range(self.sheets))
        return [
            number for number, sheet in enumerate(self.arrangements) if any(place.run == run for place in sheet.places)
        ]

    def seams(self, share: Share) -> int:
        """How many pieces of what is larger than the paper are joined to others."""
        run = self.shares.index(share)
        return seams_in(place for sheet in self.arrangements for place in sheet.places if place.run == run)


def seams_in(places: Iterable[ComponentPlace]) -> int:
    """How many pieces of what is larger than the paper are joined to others."""
    return sum(place.piece is not None and (place.piece.column, place.piece.row) != (0, 0) for place in places)


def cuts_on(sheets: Iterable[SheetArrangement], kinds: Sequence[Kind], outlined: Sequence[bool]) -> int:
    """Straight cuts through sheets of kinds, of which some are cut out along lines of their own."""
    number = 0
    for sheet in sheets:
        if not any(kinds[place.run].prose for place in sheet.places):
            straight = [rect_of(place.slot) for place in sheet.places if not outlined[place.run]]
            round_ones = [rect_of(place.slot) for place in sheet.places if outlined[place.run]]
            number += straight_cuts(straight, round_ones)
    return number


def ways_of(checked: CheckResult, kind: Kind, layout: SheetLayout) -> tuple[bool, bool]:
    """Whether components of a kind are cut out along a line of their own, and whether they are folded."""
    template = checked.renderer.template(kind, layout.front(kind))
    outlined, creased = (False, False) if template is None else (bool(template.outline), bool(template.folds))
    return outlined, creased or layout.folds(kind)


def choose_mode(game: Game, players: int, mode: str | None) -> str:
    """The way to play for so many: the one that is named, else the first that suits them; empty in a game of one way.

    Raises:
        NotFound: there is no such mode.
        WrongUse: it is not for so many.
    """
    if mode is not None and mode not in game.modes:
        raise missing([game], f"{game.name} has no mode {mode!r}; known: {', '.join(game.modes) or 'none'}")
    modes = [mode] if mode is not None else [name for name in game.modes if game.suits(players, name)]
    chosen = modes[0] if modes else ""
    if game.suits(players, chosen) and (modes or not game.modes):
        return chosen
    fewest, most = game.party(chosen)[0], game.party(chosen)[-1]
    how_many = f"{fewest} to {most} players" if fewest < most else f"{most} player{'s' if most > 1 else ''}"
    raise WrongUse(f"{game.name}{f', {chosen},' if chosen else ''} is for {how_many}, not {players}")


def plan(
    checked: CheckResult,
    players: int,
    mode: str,
    layout: SheetLayout,
    language: str,
    *,
    named_items: Sequence[str] = (),
) -> list[PlannedSheets]:
    """What to print for a game, by the sheets that it comes on, in the order in which they are printed.

    Args:
        checked: the game.
        players: how many play.
        mode: a way to play: see `choose_mode`.
        layout: the paper and how it is used.
        language: of the reasons.
        named_items: items that are to be in the box, by their ids or names.

    Raises:
        NotFound: the game has no plan, or no such item.
        WrongUse: a wanted item is not in the box.
        Infeasible: an entry of it cannot be worked out, or its components do not fit the paper.
    """
    game = checked.game
    if not game.plan:
        kinds = [kind.name for kind in game.kinds.values() if kind.printed and kind.items and not kind.prose]
        entries = ", ".join(f'{{kind: {name}, sets: "1", source: ours, why: all of them}}' for name in kinds)
        hint = f"; write into it: plan: [{entries}]" if kinds else ""
        raise missing([game], f"{game.name} has no plan in its game.yaml{hint}")
    ids = wanted_ids(game, named_items)
    values = {"players": players, "mode": mode, "wanted": ids}
    shares: list[Share] = []
    unread = [kind.name for kind in unread_in_box(game, language)]
    for number, entry in enumerate(game.plan):
        if entry.kind in unread:
            continue
        try:
            share = _share(checked, number, values, language, layout)
        except ExpressionError as error:
            raise Infeasible(f"{game.file}: entry {number + 1} of plan ({entry.kind}): {error}") from None
        if share is not None:
            shares.append(share)
    boxed_ids = {item.id for share in shares for item, _ in share.picks}
    if lost := [identifier for identifier in ids if identifier not in boxed_ids]:
        raise WrongUse(f"{lost[0]} is not in this box: the plan of {game.name} has no place for it")
    together: dict[str, list[Share]] = {}
    counts = Counter[str]()
    for share in shares:
        counts[share.kind.name] += share.components
    for share in shares:
        own = _filled(game, share, counts, layout) if share.kind.container else share
        together.setdefault(own.kind.share or own.kind.name, []).append(own)
    shapes = shapes_of(checked, [share.kind for shares in together.values() for share in shares], layout, language)
    planned = []
    for name, sharing in together.items():
        sheets = tuple(arranged([share.run for share in sharing], layout, shapes))
        two_sided = is_read_on_both_sides([share.kind for share in sharing], layout, sheets)
        planned.append(PlannedSheets(name, tuple(sharing), sheets, two_sided))
    return planned


def unread_in_box(game: Game, language: str) -> list[Kind]:
    """The kinds of a plan that a box is without, as their text cannot be read."""
    names = {entry.kind for entry in game.plan}
    return game.unread_texts((kind for kind in game.kinds.values() if kind.printed and kind.name in names), [language])


def _filled(game: Game, share: Share, counts: Counter[str], layout: SheetLayout) -> Share:
    """Boxes of paper, as large and as many as what lies in them wants it.

    What has its back folded behind it is twice as thick: then half of it lies in each of twice as many boxes.
    """
    kind = boxed(game, share.kind, counts)
    if any(layout.folds(game.kinds[name]) for name in kind.held):
        halves = {name: -(-count // 2) for name, count in kind.held.items()}
        kind = replace_kind(kind, times=2 * kind.times, held=halves)
    return replace(share, kind=kind, picks=tuple((item, copies * kind.times) for item, copies in share.picks))


def _share(
    checked: CheckResult, number: int, values: dict[str, Any], language: str, layout: SheetLayout
) -> Share | None:
    game = checked.game
    entry = game.plan[number]
    kind = game.kinds[entry.kind]
    chosen = picks(game, kind, entry, values)
    if not chosen:
        return None
    why = entry.why.in_language(language, game.language)
    pages = prose_pages(checked, kind, language)
    ways = ways_of(checked, kind, layout)
    return Share(number, kind, tuple(chosen), entry.source == "ours", why, *ways, pages)


def wanted_ids(game: Game, names: Sequence[str]) -> list[str]:
    """The ids that names stand for: each the id of an item, or a text that one item of a kind alone has.

    Raises:
        WrongUse: the plan does not choose by name, or a name is said twice or means several items.
        NotFound: there is no such item.
    """
    if not names:
        return []
    if not any(_asks(text) for entry in game.plan for text in (entry.only, entry.when, entry.count, entry.sets)):
        raise WrongUse(f"the plan of {game.name} does not choose by name: no entry asks for wanted")
    ids = [_id_of(game, name) for name in names]
    twice = next((identifier for identifier in ids if ids.count(identifier) > 1), None)
    if twice is not None:
        raise WrongUse(f"{twice} is named twice")
    return ids


def _asks(text: str | None) -> bool:
    return text is not None and "wanted" in compile_expression(text)[1]


def _id_of(game: Game, name: str) -> str:
    kinds = [kind for kind in game.kinds.values() if kind.printed]
    ids = {item.id for kind in kinds for item in kind.items}
    if name in ids:
        return name
    named = [[item for item in kind.items if _has(item, name.casefold())] for kind in kinds]
    ids_by_name = {items[0].id for items in named if len(items) == 1}
    if len(ids_by_name) > 1:
        raise WrongUse(f"{name!r} may be {' or '.join(sorted(ids_by_name))}: name one of them")
    if not ids_by_name:
        hint = nearest(name, sorted(ids))
        raise NotFound(f"no item of {game.name} is called {name!r}{f': {hint}' if hint else ''}")
    return ids_by_name.pop()


def _has(item: Item, name: str) -> bool:
    """Whether a field of an item is this text, in any language; ``name`` in small letters."""
    for value in item.fields.values():
        texts = value.translations.values() if isinstance(value, LocalizedText) else (value,)
        if any(isinstance(text, str) and text.casefold() == name for text in texts):
            return True
    return False
