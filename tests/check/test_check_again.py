"""Of a change, only what rests on it is done again."""

from pathlib import Path

import pytest
from projects import STALL, Project

from generator.check.build import check_game
from generator.check.workspace import Workspace, forget_kept_files
from generator.core.folders import Project as Folders
from generator.draw.renderer import Renderer

SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9"><path d="M1 1H8V8H1Z"/></svg>'
)
USED = '<use href="art/{{ item.art }}.svg" x="30" y="17" width="9" height="9" data-place="art"/></svg>'
STALLS = """\
- {id: pie, name: {en: Pie, fr: Tarte}, price: 3, art: pie}
- {id: tea, name: {en: Tea, fr: Thé}, price: 2, art: tea}
- {id: nut, name: {en: Nut, fr: Noix}, price: 1, art: tea}
"""


class Drawn:
    """A workspace of a small project, and the faces that it lays out."""

    def __init__(self, project: Project, patch: pytest.MonkeyPatch) -> None:
        project.write("stalls.yaml", STALLS)
        project.write("templates/fair/stall.svg", STALL.replace("</svg>", USED))
        for name in ("pie", "tea"):
            project.write(f"templates/fair/art/{name}.svg", SQUARE)
        self.project, self.laid_out = project, list[str]()
        drawn = Renderer.drawn

        def noted(renderer: Renderer, kind, item, language, **options):  # type: ignore[no-untyped-def]
            self.laid_out.append(item.id)
            return drawn(renderer, kind, item, language, **options)

        patch.setattr(Renderer, "drawn", noted)
        self.folders = Folders(Path("data"), Path("templates"))
        self.workspace = Workspace(self.folders, Path("output"))
        assert self.again() == {"pie", "tea", "nut"}

    def again(self) -> set[str]:
        """The items whose faces are laid out again; what is found is what is found again."""
        self.laid_out.clear()
        snapshot = self.workspace.update().get("fair") or self.workspace.snapshots["fair"]
        found = set(self.laid_out)
        forget_kept_files()
        assert snapshot.problems == check_game(self.folders, "fair").problems
        return found

    @property
    def changed(self) -> set[str]:
        """The items that may look otherwise than before."""
        return set(self.workspace.snapshots["fair"].changed.get("stalls", ()))


@pytest.fixture
def drawn(project: Project, monkeypatch: pytest.MonkeyPatch) -> Drawn:
    return Drawn(project, monkeypatch)


def test_a_changed_value_has_its_own_item_laid_out(drawn: Drawn) -> None:
    drawn.project.change("stalls.yaml", "price: 2", "price: 7")
    assert drawn.again() == drawn.changed == {"tea"}


def test_a_line_above_and_another_order_lay_nothing_out(drawn: Drawn) -> None:
    drawn.project.write("stalls.yaml", "# three\n\n" + STALLS)
    assert drawn.again() == drawn.changed == set()
    first, *others = STALLS.splitlines(keepends=True)
    drawn.project.write("stalls.yaml", "".join([*others, first]))
    assert drawn.again() == drawn.changed == set()


def test_a_mistake_moves_with_its_item(drawn: Drawn) -> None:
    long = STALLS.replace("Pie,", "Pie " + "with apples " * 30 + ",")
    drawn.project.write("stalls.yaml", long)
    assert drawn.again() == {"pie"}
    drawn.project.write("stalls.yaml", "# one\n" + long)
    assert drawn.again() == set()
    assert {problem.line for problem in drawn.workspace.snapshots["fair"].problems} == {2}


def test_a_changed_picture_has_the_faces_laid_out_that_show_it(drawn: Drawn) -> None:
    drawn.project.write("templates/fair/art/tea.svg", SQUARE.replace("M1", "M2"))
    assert drawn.again() == drawn.changed == {"tea", "nut"}


def test_what_a_picture_shows_counts_as_the_picture(drawn: Drawn) -> None:
    drawn.project.write("templates/fair/kit/leaf.svg", SQUARE)
    shown = SQUARE.replace("</svg>", '<use href="../kit/leaf.svg" x="0" y="0" width="3" height="3"/></svg>')
    drawn.project.write("templates/fair/art/pie.svg", shown)
    drawn.again()
    drawn.project.write("templates/fair/kit/leaf.svg", SQUARE.replace("M1", "M3"))
    assert drawn.again() == {"pie"}
    drawn.project.write("templates/fair/kit/leaf.svg", "<svg")
    assert drawn.again() == {"pie"}


def test_a_rule_lays_nothing_out_and_a_template_all(drawn: Drawn) -> None:
    rule = "- {rule: number-range, kind: stalls, fields: price, max: 1, source: x, why: y, pass: {price: 1}, fail: {price: 2}}\n"
    drawn.project.write("balance.yaml", rule)
    drawn.again()
    drawn.project.write(
        "balance.yaml", rule.replace("max: 1", "max: 2").replace("fail: {price: 2}", "fail: {price: 3}")
    )
    assert drawn.again() == set()
    drawn.project.change("templates/fair/stall.svg", "0.5", "0.6")
    assert drawn.again() == {"pie", "tea", "nut"}


def test_a_change_that_is_taken_back_costs_nothing(drawn: Drawn) -> None:
    drawn.project.change("stalls.yaml", "price: 2", "price: 7")
    drawn.again()
    drawn.project.change("stalls.yaml", "price: 7", "price: 2")
    assert drawn.again() == set()


def test_who_looks_at_another_item_rests_on_all_of_its_kind(drawn: Drawn) -> None:
    asked = "(items('stalls')|selectattr('id', 'equalto', 'pie')|list)[0].price > 5"
    slow = f'<g data-if="{asked}"><path d="M1 1H8V8H1Z" stroke="#000"/></g></svg>'
    drawn.project.change("templates/fair/stall.svg", "</svg>", slow)
    drawn.again()
    drawn.project.change("stalls.yaml", "price: 2", "price: 7")
    assert drawn.again() == {"pie", "tea", "nut"}
    drawn.project.write("stalls.yaml", "# a line\n" + drawn.project.path("stalls.yaml").read_text(encoding="utf-8"))
    assert drawn.again() == set()


def test_a_line_that_a_message_names_moves_with_its_item(drawn: Drawn) -> None:
    rule = "- {rule: once, check: unique, kind: stalls, field: price, source: x, why: y, pass: {price: 9}, fail: [{price: 9}, {price: 9}]}\n"
    drawn.project.write("balance.yaml", rule)
    drawn.project.change("stalls.yaml", "price: 2", "price: 3")
    drawn.again()
    drawn.project.write("stalls.yaml", "# a line\n" + STALLS.replace("price: 2", "price: 3"))
    drawn.again()
    assert "(line 2)" in " ".join(problem.message for problem in drawn.workspace.snapshots["fair"].problems)
