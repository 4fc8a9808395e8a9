"""What a watch prints after each change: the same as a fresh run would, and not more than differs."""

import errno
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from projects import BEGIN, STALL, STALLS, Project
from proofs import FONTS
from tries import slow_but

from generator.check.build import check_game
from generator.check.scope import Scope
from generator.check.workspace import forget_kept_files
from generator.cli.watch import Watch, WatchJob
from generator.core.choices import Backs, InkName
from generator.core.folders import Project as Folders
from generator.core.problem import has_errors
from generator.printing.order import Choice, RenderOrder, SheetLayout
from generator.printing.render import render

FOLDERS = Folders(Path("data"), Path("templates"))
PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9"><path d="M0 0H9V{}z"/></svg>'
)
PIGS = """  pigs:
    title: {en: Pigs, fr: Cochons}
    size: [30, 30]
    template: pig.svg
    back: pig-back.svg
    fields: {name: {type: text, required: true}}
"""
PIG = """<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="30mm" viewBox="0 0 30 30">
  <rect data-field="name" data-font="text" data-size="9" data-min="6" x="3" y="3" width="24" height="8"/>
</svg>
"""
BACK = PIG.replace('<rect data-field="name"', "<rect data-text=\"{{ items('stalls') | length }}\"")


def watched(*games: str, **choice: object) -> WatchJob:
    layout = SheetLayout(backs=Backs.long)
    return WatchJob(games, FOLDERS, RenderOrder(Choice(**choice), layout, Path("output")))  # type: ignore[arg-type]


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("fair/*.pdf"))}


def fresh(order: WatchJob) -> dict[str, bytes] | None:
    """What a run that has read nothing yet prints; None where there are errors."""
    forget_kept_files()
    if has_errors(check_game(FOLDERS, "fair").problems):
        return None
    checked = check_game(FOLDERS, "fair", keep="*", ink=order.order.choice.ink, scope=Scope(whole=False))
    shutil.rmtree("fresh", ignore_errors=True)
    list(render(checked, RenderOrder(order.order.choice, order.order.layout, Path("fresh"))))
    forget_kept_files()
    return files(Path("fresh"))


@pytest.fixture
def rich(project: Project) -> Iterator[Project]:
    """Two printed kinds with pictures and backs."""
    project.write("game.yaml", project.path("game.yaml").read_text().replace("  people:\n", PIGS + "  people:\n"))
    project.write("pigs.yaml", "- {id: rosa, name: Rosa}\n- {id: otto, name: Otto, copies: 3}\n")
    project.write("templates/fair/pig-back.svg", BACK)
    project.write("templates/fair/stall.svg", STALL.replace("</svg>", '<use href="art.svg" x="38" y="2"/></svg>'))
    mend(project)
    yield project
    forget_kept_files()  # fonts of the same name that are other ones


def mend(project: Project) -> None:
    """Write those files again that an edit may have broken."""
    project.write("stalls.yaml", STALLS)
    project.write("templates/fair/pig.svg", PIG)
    project.write("templates/fair/art.svg", PICTURE.format(9))


def edits(project: Project, dice: Random) -> list[Callable[[], object]]:
    """Changes of all sorts, each of which may come again."""
    number = dice.randrange(1, 9)
    font = dice.choice(["share-tech-mono/ShareTechMono_400Regular.ttf", "andika/Andika_400Regular.ttf"])
    common = project.folder / "templates" / "common" / "fonts"
    return [
        lambda: project.write("stalls.yaml", STALLS.replace("price: 3", f"price: {number}")),
        lambda: project.write("stalls.yaml", STALLS.replace("copies: 2", f"copies: {number}")),
        lambda: project.write("stalls.yaml", STALLS + f"- {{id: more-{number}, name: More, price: {number}}}\n"),
        lambda: project.write("stalls.yaml", STALLS + "- [\n"),
        lambda: project.write("people.yaml", f"- {{id: ann, name: Ann {number}}}\n"),
        lambda: project.write("pigs.yaml", f"- {{id: rosa, name: Rosa {number}}}\n"),
        lambda: project.write("templates/fair/art.svg", PICTURE.format(number)),
        lambda: project.write("templates/fair/pig.svg", PIG.replace('x="3"', f'x="{number / 4}"')),
        lambda: project.write("templates/fair/pig.svg", PIG.replace("</svg>", "")),
        lambda: project.change("game.yaml", "Village fair", f"Village fair {number}"),
        lambda: shutil.copy(FONTS / font, common / "ShareTechMono_400Regular.ttf"),  # another one of the same name
        lambda: project.path("templates/fair/art.svg").unlink(missing_ok=True),
        lambda: project.write("stalls.yaml", STALLS),
    ]


@pytest.mark.rare
@pytest.mark.parametrize("ink", slow_but(1, [InkName.full, InkName.low]))
def test_after_each_edit_the_sheets_are_those_of_a_fresh_run(rich: Project, ink: InkName) -> None:
    dice, order = Random(ink), watched(ink=ink)
    watch = Watch(order)
    watch.begin()
    expected = fresh(order)
    assert files(Path("output")) == expected
    printed = kept = 0
    for _ in range(12 if ink == InkName.full else 5):
        before = files(Path("output"))
        if expected is None:
            mend(rich)
        else:
            dice.choice(edits(rich, dice))()
        watch.go_on()
        expected = fresh(order)
        now = files(Path("output"))
        assert now == (before if expected is None else expected)
        printed += expected is not None and now != before
        kept += expected is None
    assert printed > 1
    assert kept or ink != InkName.full


def lines(capsys: pytest.CaptureFixture[str], watch: Watch) -> list[str]:
    """What is told of a change, without times."""
    capsys.readouterr()
    watch.go_on()
    said = capsys.readouterr()
    return [line.rpartition(" (")[0] or line for line in (said.out + said.err).splitlines()]


def test_what_changed_is_reported_and_only_its_sheets_are_printed(
    rich: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    watch = Watch(watched())
    watch.begin()
    pigs = Path("output/fair/pigs.pdf").stat().st_ino
    rich.change("stalls.yaml", "price: 3", "price: 4")
    assert lines(capsys, watch) == [
        "changed data/fair/stalls.yaml: no problem found",
        "printed output/fair/stalls.pdf: 3 components on 1 sheet; changed: cake",
    ]
    rich.change("people.yaml", "Ann", "Anna")
    assert lines(capsys, watch) == ["changed data/fair/people.yaml: no problem found"]
    assert Path("output/fair/pigs.pdf").stat().st_ino == pigs
    rich.write("stalls.yaml", rich.path("stalls.yaml").read_text() + "- {id: zoo, name: Zoo, price: 1}\n")
    assert lines(capsys, watch) == [
        "changed data/fair/stalls.yaml: no problem found",
        # the backs of pigs count stalls
        "printed output/fair/stalls.pdf: 4 components on 1 sheet; changed: zoo",
        "printed output/fair/pigs.pdf: 4 components on 1 sheet; changed: rosa, otto",
    ]
    assert lines(capsys, watch) == []


def test_errors_are_reported_as_check_does_and_the_last_good_sheets_stay(
    rich: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    watch = Watch(watched())
    watch.begin()
    before = files(Path("output"))
    rich.change("stalls.yaml", "price: 3", "price: much")
    told = lines(capsys, watch)
    problems = rich.pnp("check").stdout.splitlines()
    assert told[: len(problems) - 1] == problems[:-1]
    assert told[len(problems) - 1 :] == ["changed data/fair/stalls.yaml: 1 error in 1 file; the last good sheets stay"]
    assert files(Path("output")) == before
    rich.change("stalls.yaml", "price: much", "price: 3")
    assert lines(capsys, watch) == ["changed data/fair/stalls.yaml: no problem found"]


def test_cuts_without_marks_are_reported_once_for_as_long_as_they_are(
    rich: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    watch = Watch(watched())
    watch.begin()
    assert capsys.readouterr().err.count("no-room-for-marks: stalls: ") == 1
    told = []
    for old, new in [("[50, 40]", "[50, 40]\n    marks: guides"), ("    marks: guides\n", "")]:
        rich.change("stalls.yaml", "price: 3", "price: 33")
        told.append(sum("no-room-for-marks" in line for line in lines(capsys, watch)))
        rich.change("game.yaml", old, new)
        told.append(sum("no-room-for-marks" in line for line in lines(capsys, watch)))
    assert told == [0, 0, 0, 1]


def test_a_sheet_that_somebody_removed_is_printed_with_the_next_change(rich: Project) -> None:
    watch = Watch(watched())
    watch.begin()
    Path("output/fair/pigs.pdf").unlink()
    rich.change("people.yaml", "Ann", "Anna")
    watch.go_on()
    assert Path("output/fair/pigs.pdf").exists()


def test_a_full_disk_is_reported_and_what_could_not_be_written_is_tried_again(
    rich: Project, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(watched())
    watch.begin()
    before = files(Path("output"))

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    rich.change("stalls.yaml", "price: 3", "price: 4")
    with monkeypatch.context() as patch:
        patch.setattr("generator.printing.sheets.write_proved", full)
        told = lines(capsys, watch)
    assert told[-1] == "pnp: cannot write output: no space left on device"
    assert files(Path("output")) == before
    assert [line.partition(":")[0] for line in lines(capsys, watch)] == [
        "checked fair",
        "printed output/fair/stalls.pdf",
    ]


def test_a_game_and_a_folder_that_go_end_nothing(rich: Project, capsys: pytest.CaptureFixture[str]) -> None:
    watch = Watch(watched("fair"))
    watch.begin()
    rich.write("data/other/game.yaml", "name: Other\n")
    Path("data/fair").rename("data/.fair")
    assert lines(capsys, watch) == ["fair is gone; the last good sheets stay"]
    shutil.rmtree("data/other")
    assert lines(capsys, watch) == [f"pnp: data holds no game: no folder in it has a game.yaml; {BEGIN}"]
    assert lines(capsys, watch) == []
    Path("data/.fair").rename("data/fair")
    assert lines(capsys, watch) == ["checked fair: no problem found"]


def test_one_kind_of_one_game(rich: Project, capsys: pytest.CaptureFixture[str]) -> None:
    watch = Watch(watched("fair", kinds=("pigs",)))
    watch.begin()
    assert list(files(Path("output"))) == ["pigs.pdf"]
    rich.change("stalls.yaml", "price: 3", "price: 4")
    assert lines(capsys, watch) == ["changed data/fair/stalls.yaml: no problem found"]


@pytest.mark.parametrize("name", ["fonts/other.ttf", "style.yaml"])
def test_what_may_change_letters_and_not_their_places_has_all_sheets_printed(rich: Project, name: str) -> None:
    watch = Watch(watched())
    watch.begin()
    before = Path("output/fair/pigs.pdf").stat().st_mtime_ns
    file = rich.path(f"templates/fair/{name}")
    rich.write(f"templates/fair/{name}", (file.read_bytes() if file.exists() else b"") + b"\n")
    watch.go_on()
    assert Path("output/fair/pigs.pdf").stat().st_mtime_ns != before


def test_a_warning_is_reported_once_for_as_long_as_it_stands(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    project.change("stalls.yaml", "name: {en: Darts, fr: Fléchettes}", "name: {en: Darts}")
    watch = Watch(watched("fair"))
    watch.begin()
    assert capsys.readouterr().out.count("missing-translation") == 1
    project.write("stalls.yaml", "# a line more\n" + project.path("stalls.yaml").read_text(encoding="utf-8"))
    watch.go_on()
    assert "missing-translation" not in capsys.readouterr().out
    project.change("stalls.yaml", "name: {en: Darts}", "name: Darts")
    watch.go_on()
    project.change("stalls.yaml", "name: Darts", "name: {en: Darts}")
    watch.go_on()
    assert capsys.readouterr().out.count("missing-translation") == 1
