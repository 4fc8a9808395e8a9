"""What parts of templates remember: the same marks and faults as without a memory, and the same cost."""

from typing import Any

import pytest
from each import each
from projects import ROOT
from tries import tries

from generator.check.build import open_game
from generator.core.folders import Project
from generator.core.notes import noting
from generator.core.problem import Problem
from generator.draw import part_memory
from generator.draw.attribute_expressions import expression_reads, reads
from generator.draw.marks.marks import IDENTITY, Face, Matrix
from generator.draw.renderer import Renderer
from generator.draw.scope import FaceScope
from generator.draw.template import VaryingShape
from generator.draw.text.fit import Fitter
from generator.draw.theme import Theme
from generator.model.budget import METER
from generator.model.values import Record

SHIPPED = Project(ROOT / "data", ROOT / "templates")


def _faces(renderer: Renderer) -> list[tuple[Face, list[Problem], int]]:
    """Every face of a game, in all languages, twice over, with its problems and the steps that it took."""
    found = []
    for kind in renderer.game.kinds.values():
        for side in ("front", "back") if kind.back else ("front",):
            if not kind.printed or kind.prose or renderer.template(kind, side) is None:
                continue
            for item in [*kind.items[: tries(3)], *kind.items[: tries(2)]] * 2:
                for language in renderer.game.languages:
                    for draws in (True, False):
                        left = METER.balance
                        face, problems = renderer.face(kind, item, language, draws=draws, side=side)
                        found.append((face, problems, left - METER.balance))
    return found


@pytest.mark.tried
@pytest.mark.slow
@pytest.mark.parametrize("game", ["collectors", "star-road", "tricks-or-treats"])
def test_faces_are_the_same_as_without_a_memory(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    remembered = []
    for warm, long in ((2, part_memory.LONG), (part_memory.GIVEN_UP, 1)):
        monkeypatch.setattr(part_memory, "WARM", warm)
        monkeypatch.setattr(part_memory, "LONG", long)
        remembered.append(_faces(open_game(SHIPPED, game)))
    monkeypatch.setattr(part_memory.PartMemory, "_key", lambda *_: None)
    for number, (one, *others) in enumerate(zip(_faces(open_game(SHIPPED, game)), *remembered, strict=True)):
        for other in others:
            assert (number, *one[1:]) == (number, *other[1:])
            assert one[0] == other[0], number


@pytest.mark.slow
def test_what_a_face_rests_on_is_noted_though_its_parts_were_drawn_when_nobody_took_notes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(part_memory, "WARM", 2)
    before, fresh = (open_game(SHIPPED, "tricks-or-treats") for _ in range(2))
    kind = before.game.kinds["surprise-cards"]
    for item in kind.items[:20] * 2:
        before.face(kind, item, "en")
    for item in kind.items[:20] * 2:
        told = []
        for renderer in (before, fresh):
            with noting() as notes:
                renderer.face(kind, item, "en")
            told.append(set(notes))
        assert told[0] == told[1] != set()


def test_fields_of_what_is_not_there_keep_their_places() -> None:
    scope = FaceScope({"a": None, "b": Record({"c": 7, "d": None})}, Theme(ROOT, ()), Fitter(), "en")
    swapped = FaceScope({"a": Record({"c": None, "d": 7}), "b": None}, Theme(ROOT, ()), Fitter(), "en")
    keys = []
    for one in (scope, swapped):
        memory = part_memory.PartMemory()
        memory._tries = part_memory.WARM - 1
        keys.append(memory._key(one, IDENTITY, lambda: frozenset({("a", "c"), ("a", "d"), ("b", "c"), ("b", "d")})))
    assert keys[0] is not None
    assert keys[0] != keys[1]


def test_what_is_in_no_language_is_looked_through_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[VaryingShape] = []
    draw = VaryingShape._draw

    def counted(shape: VaryingShape, scope: FaceScope, matrix: Matrix) -> None:
        drawn.append(shape)
        draw(shape, scope, matrix)

    monkeypatch.setattr(VaryingShape, "_draw", counted)
    renderer = open_game(SHIPPED, "tricks-or-treats")
    kind = renderer.game.kinds["housing-tiles"]
    grown = [item for item in kind.items if item.fields["art"] is None][:3]
    counts = []
    for language in ("en", "fr"):
        for item in grown:
            assert not renderer.face(kind, item, language, draws=False)[0].marks
        counts.append(len(drawn))
    assert counts[0] == counts[1] > 3 * part_memory.LONG / 2
    renderer.face(kind, grown[0], "fr")
    assert len(drawn) > counts[1]  # marks are not kept


def test_a_long_tuple_is_told_by_being_the_same_one() -> None:
    one, other = ((*range(100), []) for _ in range(2))
    assert part_memory._frozen(one) == part_memory._frozen(one) != part_memory._frozen(other)
    assert part_memory._frozen((1, 2)) == part_memory._frozen((1, 2))


@each(
    ("text", "read"),
    [
        ("item.title", {("item", "title")}),
        ("item.merge.count", {("item", "merge")}),
        ("count", {("count",)}),
        ("loop.index0 + pitch * 2", {("loop", "index0"), ("pitch",)}),
        ("item.effects|length if not blank else []", {("item", "effects"), ("blank",)}),
        ("word('gain-' ~ effect.key, effect.value|abs)", {("word",), ("effect", "key"), ("effect", "value")}),
        ("item['title']", {("item",)}),
        ("item.effects[0].key", {("item", "effects")}),
        ("[a, {'b': c}, (d,)]|length", {("a",), ("c",), ("d",)}),
        ("range(rows)|list", {("range",), ("rows",)}),
    ],
)
def test_what_an_expression_reads(text: str, read: set[tuple[str, ...]]) -> None:
    assert expression_reads(text) == frozenset(read)


@pytest.mark.parametrize("text", ["items('cards')|length", "rule('range').max", "a +"])
def test_what_nobody_can_say(text: str) -> None:
    assert expression_reads(text) is None


def test_what_attributes_read() -> None:
    assert reads(["icons/{{ a.b }}-{{ c }}.svg", "7", "{{ d * 2 }}"]) == frozenset({("a", "b"), ("c",), ("d",)})
    assert reads(["{{ a }}", "{{ items('cards') }}"]) is None


ALIKE: list[tuple[Any, Any]] = [
    (1, True), (1, 1.0), (0, False), (0.0, -0.0), ([1], (1,)), ([1], [True]), ("1", 1), (None, ""),
    (Record({"a": 1}), {"a": 1}), (Record({"a": 1}), Record({"a": 1.0})), ([[]], [()]), ([], {}),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
]  # fmt: skip


@each(("one", "other"), ALIKE)
def test_values_that_print_differently_are_told_apart(one: Any, other: Any) -> None:
    assert part_memory._frozen(one) != part_memory._frozen(other)
    assert part_memory._frozen(one) == part_memory._frozen(one)
    hash(part_memory._frozen([one, other]))


def test_a_face_that_never_varies_is_the_same_for_every_item() -> None:
    renderer = open_game(SHIPPED, "tricks-or-treats")
    kind = next(kind for kind in renderer.game.kinds.values() if kind.back)
    for draws in (True, False):
        first, second = (renderer.face(kind, item, "en", draws=draws, side="back") for item in kind.items[:2])
        assert first == second
        assert renderer.face(kind, kind.items[1], "fr", draws=draws, side="back") == second
