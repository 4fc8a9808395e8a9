"""A game looked at in parts by several processes: the same is found as by one."""

import subprocess
import sys
from pathlib import Path

import pytest
from projects import PEOPLE, STALL, Project
from tries import slow_but

from generator.check import drawn_tasks, runner, tasks
from generator.check.build import check_game, open_check
from generator.check.file_states import FileLooker
from generator.check.memo import Memo
from generator.core.folders import Project as Folders

SCRIPT = """
import sys
from msgspec.structs import astuple
from pathlib import Path
from generator.core.folders import Project
from generator.check import build
from generator.check import runner as check_together
from generator.check import drawn_tasks, tasks
from generator.check.scope import Scope

check_together.WORTH_PROCESSES, drawn_tasks.CHUNK = 0, 3
tasks.STEPS, tasks.STEPS_AN_ITEM = int(sys.argv[1]), 0
options = {"keep": "*", "kinds": ("tents",)}, {}, {"scope": Scope(whole=False)}, {"keep": "fr"}
for given in options:
    found = [build.check_game(Project(Path("data"), Path("templates")), "fair", jobs=jobs, **given) for jobs in (1, 3)]
    one, other = ([*map(astuple, checked.problems), sorted(checked.faces)] for checked in found)
    drawn = [{key: sorted(faces) for key, faces in checked.faces.items()} for checked in found]
    waived = [checked.waived for checked in found]
    same = one == other and waived[0] == waived[1]
    rules = sorted({problem.rule for checked in found for problem in checked.problems})
    unfit = sum("for items of another form" in problem.message for checked in found for problem in checked.problems)
    print(same, drawn[0] == drawn[1], len(waived[0]), unfit, *rules)
"""
RULE = (
    "- {rule: fair-price, kind: stalls, source: our own rules here, why: Cheap is fair., check: number-range, "
    "field: price, max: 6, pass: {price: 6}, fail: {price: 7}}\n"
)
WORDY = "a long word that nobody can read any more because it goes on and on "


@pytest.fixture
def faulty(project: Project) -> Project:
    """A game of three kinds, with faults of many sorts, in both languages and both inks."""
    project.change("game.yaml", "  people:\n", "  tents:\n    title: {en: Tents, fr: Tentes}\n    size: [50, 40]\n"
                   "    template: tent.svg\n    back: missing.svg\n    fields: {name: {type: text}}\n  people:\n")  # fmt: skip
    tent = '<rect data-field="name" data-font="text" data-size="12" x="3" y="3" width="44" height="12"/>'
    picture = '<image href="art/flag" x="1" y="20" width="9" height="9"/>'
    project.write("templates/fair/tent.svg", STALL.splitlines()[0] + f"\n{tent}\n{picture}\n</svg>\n")
    flag = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M 0 0 L 9 9" stroke="#000"{}/></svg>'
    project.write("templates/fair/art/flag.svg", flag.format(""))
    project.write("templates/fair/art/flag.low.svg", flag.format(' filter="url(#x)"'))
    project.write("tents.yaml", f"- {{id: red, name: {{en: {WORDY * 9}, fr: {WORDY * 8}}}}}\n- {{id: x, name: 日}}\n")
    stalls = [f"- {{id: s{n}, name: {{en: Stall {n}, fr: '{WORDY * (n % 5)}'}}, price: {n}}}\n" for n in range(8)]
    slow = "".join(
        f"- {{id: d{n}, name: Slow, price: 9{n}, waive: {{fair-price: It is gold {n}.}}}}\n" for n in range(3)
    )
    project.write("stalls.yaml", "".join([*stalls, slow, "- {id: s8, price: x}\n"]))
    project.write("balance.yaml", RULE)
    project.write("people.yaml", PEOPLE * 2)
    return project


def ask(project: Project, title: str, wanted: str) -> None:
    """Let the kind of this title ask for something."""
    described = project.path("game.yaml").read_text(encoding="utf-8")
    line = next(line for line in described.splitlines() if f"title: {{en: {title}" in line)
    project.change("game.yaml", line + "\n", line + "\n" + wanted)


UNFIT = "    derived: {plan: board-plan}\n"  # of items that are not boards


@pytest.mark.slow
@pytest.mark.parametrize(
    ("steps", "asking"), slow_but(1, [("3000000", ()), ("50", ()), ("3000000", ("Tents",)), ("3000000", ("Stalls",))])
)
def test_several_processes_find_what_one_does(faulty: Project, steps: str, asking: tuple[str, ...]) -> None:
    for title in asking:  # one kind is drawn by one process, the other by several
        ask(faulty, title, UNFIT)
    done = subprocess.run([sys.executable, "-c", SCRIPT, steps], capture_output=True, text=True, timeout=60, check=True)
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [line[:2] for line in lines] == [["True", "True"]] * 4
    if steps != "50":
        wanted = {"duplicate-id", "fair-price", "missing-glyph", "template-syntax", "text-overflow", "wrong-type"}
        assert wanted <= set(lines[0])
        assert [line[3] for line in lines] == (["2"] if asking else ["0"]) * 4  # once by each
        assert [line[2] for line in lines] == ["3"] * 4  # waivers
    else:
        assert all("too-costly" in line for line in lines)


FOLDERS = Folders(Path("data"), Path("templates"))


def test_any_process_may_carry_out_any_task_and_the_same_comes_of_it(
    faulty: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each task is carried out by a check that did no other before, and by one that did all that come behind it."""
    monkeypatch.setattr(drawn_tasks, "CHUNK", 3)
    ask(faulty, "Stalls", UNFIT)
    here = open_check(FOLDERS, "fair")
    found = [here.run_task(number) for number in range(len(here.tasks))]
    assert [open_check(FOLDERS, "fair").run_task(number) for number in range(len(found))] == found
    backwards = open_check(FOLDERS, "fair")
    assert [backwards.run_task(number) for number in reversed(range(len(found)))][::-1] == found
    assert sum(one.steps for one in found) > 500


@pytest.mark.parametrize("remembers", [False, True])
def test_a_game_that_asks_for_too_much_is_refused_at_the_same_place_whatever_is_remembered(
    faulty: Project, remembers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is remembered takes the steps that it took."""
    check = open_check(FOLDERS, "fair")
    steps = [check.run_task(number).steps for number in range(len(check.tasks))]
    monkeypatch.setattr(tasks, "STEPS_AN_ITEM", 0)
    memo, looker = Memo(), FileLooker(FOLDERS, Path("output"))
    for allowed in (sum(steps), sum(steps) - 1, sum(steps[: len(steps) // 2]), sum(steps[:-2])):
        monkeypatch.setattr(tasks, "STEPS", allowed)
        fresh = check_game(FOLDERS, "fair").problems
        assert ("too-costly" in {problem.rule for problem in fresh}) == (allowed < sum(steps))
        if remembers:
            memo.begin(looker.states("fair", {}), FOLDERS.data / "fair")
            assert check_game(FOLDERS, "fair", memo=memo).problems == fresh


def test_a_fault_of_the_tool_is_reported_as_such(faulty: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks.GameTasks, "_rules", lambda _: [][0])
    with pytest.raises(IndexError):
        runner.check_together([open_check(FOLDERS, "fair")], 1)
    monkeypatch.setattr(runner, "WORTH_PROCESSES", 0)
    with pytest.raises(IndexError):
        runner.check_together([open_check(FOLDERS, "fair")], 2)
