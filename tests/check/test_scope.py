"""What a print stands on: an error there stops it, an error elsewhere does not."""

from pathlib import Path
from typing import NamedTuple

import pytest
from projects import Project, typed
from shared_games import SHIPPED

from generator.check.scope import Scope
from generator.check.workspace import Workspace
from generator.core.choices import Backs
from generator.core.problem import has_errors
from generator.printing.order import BlankOrder, Choice, RenderOrder, SheetLayout


class Print(NamedTuple):
    """What is printed of a game, and the files of its data, beside game.yaml and balance.yaml, that stop it."""

    scope: Scope
    stopped_by: set[str]


def cards(*kinds: str, item: str = "", backs: Backs = Backs.none, language: str | None = None) -> Scope:
    choice = Choice(kinds, (item,) if item else (), language)
    return RenderOrder(choice, SheetLayout(backs=backs)).scope


PRINTS = {
    "tricks-or-treats": [
        Print(cards("surprise-cards"), {"surprise-cards.yaml"}),
        Print(cards(item="sweet-downpour", backs=Backs.long), {"surprise-cards.yaml"}),
        Print(cards("rules", language="fr"), {"rules.fr.md", "set-up.yaml", "anatomy.yaml", "door.yaml",  # its figures
            "housing-tiles.yaml", "surprise-cards.yaml", "costumes.yaml", "movement-tokens.yaml",
            "mask-tokens.yaml", "trick-tickets.yaml", "treat-tickets.yaml"}),  # and what lies on them
        Print(BlankOrder(Choice(("surprise-cards",))).scope, {"surprise-cards.yaml"}),
        Print(cards("odds-cards"), {"odds-cards.yaml", "trick-tickets.yaml"}),  # what is derived reads the tickets
    ],
    "star-road": [
        Print(cards("blueprint-tables"), {"blueprint-tables.yaml", "blueprints.yaml"}),  # items() in the template
        Print(cards("rules"), {"rules.en.md", "set-up.yaml", "anatomy.yaml", "battle.yaml",  # its figures
            "production-boards.yaml", "digit-pieces.yaml", "resource-indicators.yaml", "characters.yaml", "stands.yaml",
            "completion-indicators.yaml", "blueprint-tables.yaml", "blueprints.yaml"}),  # and what lies on them
        Print(cards(item="grenade"), {"blueprints.yaml", "characters.yaml", "combinations.yaml"}),  # rules of the others
    ],
    "collectors": [
        Print(cards("tokens"), {"tokens.yaml", "tracks.yaml", "instigator-marker.yaml", "round-aid.yaml",  # one sheet
                                "characters.yaml"}),  # which tracks refer to
        Print(cards("rules"), {"rules.en.md", "characters.yaml", "set-up.yaml", "anatomy.yaml", "steal.yaml",  # its figures
                               "items.yaml", "escapades.yaml", "tracks.yaml", "tokens.yaml"}),  # and what lies on them
    ],
}  # fmt: skip
TEMPLATES = {"surprise-card.svg", "surprise-back.svg", "style.yaml", "words.yaml"}
BROKEN = {".yaml": '- {a: "', ".md": "**never closed", ".svg": "<svg"}


@pytest.mark.rare
@pytest.mark.parametrize("game", PRINTS)
def test_a_print_is_stopped_by_what_it_stands_on_and_by_nothing_else(game: str, tmp_path: Path) -> None:
    workspace = Workspace(SHIPPED, tmp_path)
    stopped: list[set[str]] = [set() for _ in PRINTS[game]]
    for file in sorted(path for path in (SHIPPED.data / game).rglob("*.*") if path.suffix in BROKEN):
        if file.name == "SOURCES.md":
            continue
        workspace.take({file: BROKEN[file.suffix]})
        for one, found in zip(PRINTS[game], stopped, strict=True):
            checked = workspace.scoped(game, one.scope)
            if has_errors(checked.problems):
                found.add(file.name)
            elif file.name not in ("forge.yaml", "lab.yaml") and file.parent.name != "figures":  # read with their text
                assert checked.elsewhere, f"{file.name} is broken, and nothing says so"
        workspace.take({file: None})
    assert stopped == [one.stopped_by | {"game.yaml", "balance.yaml"} for one in PRINTS[game]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("backs", "stopped_by"), [(Backs.none, TEMPLATES - {"surprise-back.svg"}), (Backs.long, TEMPLATES)]
)
def test_a_print_is_stopped_by_the_templates_of_its_sides(backs: Backs, stopped_by: set[str], tmp_path: Path) -> None:
    workspace, stopped = Workspace(SHIPPED, tmp_path), set()
    for name in {*TEMPLATES, "housing-tile.svg"}:
        file = SHIPPED.templates / "tricks-or-treats" / name
        workspace.take({file: BROKEN[file.suffix]})
        if has_errors(workspace.scoped("tricks-or-treats", cards(item="sweet-downpour", backs=backs)).problems):
            stopped.add(name)
        workspace.take({file: None})
    assert stopped == stopped_by


RULES = """\
- {rule: fair-price, kind: stalls, source: ours, why: Cheap is fair., check: number-range, field: price, max: 6, pass: {price: 6}, fail: {price: 7}}
- {rule: names, kind: people, source: ours, why: We know them., check: count, field: nose, min: 1, pass: {name: x}, fail: {name: x}}
"""
TENT = "  tents:\n    title: Tents\n    size: [50, 40]\n    template: {}\n    fields: {{name: {{type: text}}}}\n"


@pytest.fixture
def fair(project: Project) -> Project:
    """A game of two printed kinds, of which one has a mistake in its rules, one on its face and one in its file."""
    project.change("game.yaml", "  people:\n", TENT.format("stall.svg") + "  people:\n")
    project.write("balance.yaml", RULES)
    project.write("tents.yaml", "- {id: red, name: Red}\n- {id: blue, nam: Blue}\n")
    return project


def test_errors_elsewhere_are_counted_in_one_line(fair: Project) -> None:
    for arguments in (("render", "fair"), ("blank", "fair"), ("export", "fair", "--to", "png")):
        done = typed(fair.folder, *arguments, "--kind", "stalls")
        assert (done.exit_code, "2 errors elsewhere; pnp check lists them\n" in done.stderr) == (0, True), arguments
        assert "error " not in done.stdout + done.stderr
    assert typed(fair.folder, "render", "fair", "--kind", "stalls", "--whole").exit_code == 1


def test_with_errors_in_one_kind_none_is_printed_unless_it_is_asked_for_alone(fair: Project) -> None:
    done = typed(fair.folder, "render", "fair")
    assert done.exit_code == 1
    assert "tents.yaml:2:" in done.stderr
    assert not (fair.folder / "output").exists()
    typed(fair.folder, "render", "fair", "--kind", "stalls")
    assert [file.name for file in (fair.folder / "output" / "fair").iterdir()] == ["stalls.pdf"]


def test_the_rules_count_for_all_items_and_the_faces_for_those_that_are_printed(fair: Project) -> None:
    fair.write("stalls.yaml", "- {id: a, name: Sound, price: 1}\n- {id: b, name: 日, price: 1}\n")
    assert typed(fair.folder, "render", "fair", "--kind", "stalls").exit_code == 1
    assert typed(fair.folder, "render", "fair", "--item", "a").exit_code == 0
    assert typed(fair.folder, "render", "fair", "--item", "b").exit_code == 1
    assert typed(fair.folder, "blank", "fair", "--kind", "stalls").exit_code == 0
    fair.change("stalls.yaml", "日, price: 1", "Slow, price: 7")
    assert typed(fair.folder, "render", "fair", "--item", "a").exit_code == 1


def test_a_box_stands_on_its_plan_and_the_kinds_in_it(fair: Project) -> None:
    plan = "plan:\n- {{kind: stalls, sets: {}, source: ours, why: one each}}\nplayers: [2, 3]\n"
    fair.write("templates/common/cover.svg", (SHIPPED.common / "cover.svg").read_bytes())
    game = fair.path("game.yaml").read_text(encoding="utf-8")
    for sets, status in (("'1'", 0), ("nobody", 1)):
        fair.write("game.yaml", game + plan.format(sets))
        done = typed(fair.folder, "plan", "fair", "--players", "2", "--render")
        assert done.exit_code == status, done.stderr
        assert ("2 errors elsewhere" in done.stderr) == (not status)


def test_only_the_language_that_is_printed_counts(fair: Project) -> None:
    fair.write("stalls.yaml", "- {id: a, name: {en: Sound, fr: 日}, price: 1}\n")
    for language, status in (("en", 0), ("fr", 1), ("all", 1)):
        assert typed(fair.folder, "render", "fair", "--kind", "stalls", "--lang", language).exit_code == status


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_second_run_and_several_processes_say_the_same(
    fair: Project, jobs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_CACHE", str(fair.folder / "cache"))
    said = set()
    for _ in range(2):
        for asked in (("--kind", "stalls"), ("--item", "cake")):
            done = typed(fair.folder, "render", "fair", *asked, "--marks", "guides", "--jobs", jobs)
            said.add((done.exit_code, done.stderr))
    assert said == {(0, "2 errors elsewhere; pnp check lists them\n")}
