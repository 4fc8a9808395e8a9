"""`pnp render` and `pnp blank`: which files they write, what is on them, and that a refusal leaves all as it was."""

import os
import re
from pathlib import Path

import pypdf
import pytest
from each import each
from projects import STALLS, Project


def written(project: Project, out: str = "output") -> list[str]:
    """All files below the folder for what is printed."""
    folder = project.folder / out
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def text(project: Project, name: str = "output/fair/stalls.pdf") -> str:
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(project.folder / name).pages)


def labels(project: Project, name: str = "output/fair/stalls.pdf") -> list[str]:
    return list(pypdf.PdfReader(project.folder / name).page_labels)


def add_kind(project: Project, kind: str) -> None:
    """Describe one more kind at the end of the game's description."""
    project.write("game.yaml", project.path("game.yaml").read_text(encoding="utf-8") + f"  {kind}\n")


def test_a_kind_is_printed_into_a_file_of_its_name_and_told_in_a_table(project: Project) -> None:
    result = project.pnp("render")
    assert result.exit_code == 0
    assert written(project) == ["fair/stalls.pdf"]
    head, line = result.stdout.splitlines()
    assert head.split() == ["kind", "components", "sheets", "file", "seconds"]
    assert line.split()[:4] == ["fair/stalls", "3", "1", "output/fair/stalls.pdf"]
    assert float(line.split()[4]) < 60


def test_what_is_on_the_cards_can_be_read_back(project: Project) -> None:
    project.pnp("render")
    read = text(project)
    assert (read.count("Cake stall"), read.count("Darts")) == (2, 1)


def test_pages_are_labelled_as_the_game_says(project: Project) -> None:
    project.pnp("render", "--copies", "40")
    assert labels(project) == ["Page [1]", "Page [2]", "Page [3]", "Page [4]"]


def test_copies_are_as_many_of_each_item_and_none_of_one_that_has_none(project: Project) -> None:
    project.change("stalls.yaml", "copies: 2", "copies: 0")
    assert project.pnp("render").stdout.splitlines()[1].split()[1] == "1"
    assert project.pnp("render", "--copies", "3").stdout.splitlines()[1].split()[1] == "6"


def test_copies_follow_each_other_or_lie_apart(project: Project) -> None:
    for line, names in (
        ("", ["Cake stall", "Cake stall", "Darts"]),
        ("mixed: true", ["Cake stall", "Darts", "Cake stall"]),
    ):
        project.change("game.yaml", "    template", f"    {line}\n    template")
        project.pnp("render")
        assert re.findall("Cake stall|Darts", text(project)) == names


def test_another_language_has_a_file_of_its_own(project: Project) -> None:
    project.pnp("render", "--lang", "en")
    project.pnp("render", "--lang", "fr")
    assert written(project) == ["fair/stalls.fr.pdf", "fair/stalls.pdf"]
    assert "Fléchettes" in text(project, "output/fair/stalls.fr.pdf")
    assert "Darts" in text(project, "output/fair/stalls.pdf")


def test_chosen_items_are_printed_alone(project: Project) -> None:
    assert project.pnp("render", "--item", "darts").exit_code == 0
    assert "Cake" not in text(project)
    assert project.pnp("render", "--item", "darts", "--item", "cake").stdout.splitlines()[1].split()[1] == "3"


def test_a_chosen_kind_is_printed_alone(project: Project) -> None:
    fields = "{name: {type: text}, price: {type: whole}, note: {type: text}}"
    add_kind(project, f"tents: {{title: Tents, size: [50, 40], template: stall.svg, fields: {fields}}}")
    project.write("tents.yaml", "- {id: big, name: Big, price: 1}\n")
    project.pnp("render", "--kind", "tents")
    assert written(project) == ["fair/tents.pdf"]
    project.pnp("render", "fair", "--kind", "tents", "--kind", "stalls")
    assert written(project) == ["fair/stalls.pdf", "fair/tents.pdf"]


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_the_paper_is_as_large_as_its_name_says(project: Project, paper: str, size: tuple[float, float]) -> None:
    project.pnp("render", "--paper", paper)
    box = pypdf.PdfReader(project.folder / "output/fair/stalls.pdf").pages[0].mediabox
    assert (float(box.width), float(box.height)) == pytest.approx([side / 25.4 * 72 for side in size], abs=0.01)


def test_a_blank_form_is_a_file_of_its_own_with_its_label_and_none_of_the_texts(project: Project) -> None:
    result = project.pnp("blank")
    assert result.exit_code == 0
    assert written(project) == ["fair/stalls-blank.pdf"]
    assert labels(project, "output/fair/stalls-blank.pdf") == ["Page [blank]"]
    assert "Darts" not in text(project, "output/fair/stalls-blank.pdf")
    project.pnp("blank", "--pages", "3", "--lang", "fr")
    assert len(labels(project, "output/fair/stalls-blank.fr.pdf")) == 3


def test_warnings_are_said_and_stop_nothing(project: Project) -> None:
    project.write("people.yaml", "- {id: ann, name: {en: Ann}}\n")
    for language, is_said in (("fr", True), ("en", False)):
        result = project.pnp("render", "--lang", language)
        assert result.exit_code == 0
        assert ("warning missing-translation" in result.stderr) is is_said


LACKING = {
    "item": ("people.yaml", "- {id: ann, name: {LANG: Ann}}\n"),
    "kind": ("game.yaml", "title: {en: Stalls, fr: Étals}", "title: {LANG: Stalls}"),
    "label": ("game.yaml", 'page_label: "Page [{number}]"', "page_label: {LANG: P}"),
}


@pytest.mark.parametrize("place", LACKING)
@pytest.mark.parametrize("there, lacking", [("en", "fr"), ("fr", "en")])
@pytest.mark.parametrize("command", ["render", "export fair --to png", "blank"])
def test_a_print_is_warned_of_the_language_that_it_prints(
    command: str, there: str, lacking: str, place: str, project: Project
) -> None:
    file, *change = LACKING[place]
    new = change[-1].replace("LANG", there)
    project.write(file, new) if place == "item" else project.change(file, change[0], new)
    for language in (there, lacking):
        result = project.pnp(*command.split(), "--lang", language)
        assert result.exit_code == 0, result.stderr
        assert ("missing-translation" in result.stderr) is (language == lacking), result.stderr


def test_a_print_is_warned_of_running_text_in_its_language(project: Project) -> None:
    project.change(
        "game.yaml", "kinds:\n", "kinds:\n  rules: {title: R, prose: rules, size: A5, template: rules.svg}\n"
    )
    project.write("rules.en.md", "# Rules\n\nPlay.\n")
    stderr = {language: project.pnp("render", "--lang", language).stderr for language in ("en", "fr")}
    assert "rules.fr.md" in stderr["fr"]
    assert "rules.fr.md" not in stderr["en"]


@pytest.mark.parametrize("command", ["render", "blank"])
def test_errors_in_the_data_leave_what_was_printed_as_it_was(project: Project, command: str) -> None:
    project.pnp("render")
    project.pnp("blank")
    project.write("output/fair/notes.txt", "mine")
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in (project.folder / "output").rglob("*.*")}
    project.change("people.yaml", "id: ann", "id: Ann")
    result = project.pnp(command)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.endswith("1 error in 1 file; nothing was printed\n")
    after = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in (project.folder / "output").rglob("*.*")}
    assert after == before


def test_errors_in_the_data_make_no_folder(project: Project) -> None:
    project.change("stalls.yaml", "price: 3", "price: x")
    assert project.pnp("render").exit_code == 1
    assert not (project.folder / "output").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nope"], "there is no game 'nope' in data; known: fair"),
        (["fair", "nope"], "there is no game 'nope' in data; known: fair"),
        (["--kind", "nope"], "fair prints no kind 'nope'; known: stalls"),
        (["--kind", "people"], "fair prints no kind 'people' (no template: a table of data); known: stalls"),
        (["--item", "nope"], "fair has no item 'nope' in stalls"),
        (["--item", "cake", "--item", "nope"], "fair has no item 'nope' in stalls"),
        (["--lang", "de"], "fair is not written in 'de'; its languages: en, fr"),
        (["--data", "nope"], "there is no folder nope; begin with: pnp new my-game --data nope"),
    ],
)
def test_what_is_not_there_cannot_be_printed(project: Project, arguments: list[str], says: str) -> None:
    result = project.pnp("render", *arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"pnp: {says}\n")
    assert not (project.folder / "output").exists()


@pytest.mark.parametrize(
    "arguments", [["--paper", "a9"], ["--copies", "0"], ["--copies", "-1"], ["--copies", "x"], ["--nope"], ["--kind"]]
)
def test_an_option_of_another_form_is_wrong_use(project: Project, arguments: list[str]) -> None:
    result = project.pnp("render", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Error: " in result.stderr


def test_nothing_to_print_is_said(project: Project) -> None:
    project.write("stalls.yaml", "- {id: a, name: A, price: 1, copies: 0}\n")
    result = project.pnp("render")
    assert (result.exit_code, result.stderr) == (
        2,
        "pnp: there is nothing to print (stalls: copies: 0; people: no template: a table of data)\n",
    )


def test_a_component_that_no_sheet_can_hold_is_said_before_anything_is_written(project: Project) -> None:
    add_kind(project, "giants: {title: Giants, size: [300, 400], template: giant.svg, fields: {n: {type: whole}}}")
    project.write("giants.yaml", "- id: big\n")
    project.write(
        "templates/fair/giant.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" width="300mm" height="400mm" viewBox="0 0 300 400"/>\n',
    )
    result = project.pnp("render")
    assert result.exit_code == 1
    assert "300 x 400 mm" in result.stderr
    assert not (project.folder / "output").exists()


def test_a_template_that_is_not_there_is_an_error_before_anything_is_written(project: Project) -> None:
    project.change("game.yaml", "stall.svg", "stal.svg")
    assert project.pnp("render").exit_code == 1
    assert not (project.folder / "output").exists()


@pytest.mark.parametrize("command", ["render", "blank"])
def test_a_file_in_place_of_the_folder_is_said_in_a_line(project: Project, command: str) -> None:
    project.write("taken/x", "")
    result = project.pnp(command, "--out", "taken/x")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("pnp: cannot write taken/x")
    assert len(result.stderr.splitlines()) == 1


def test_a_folder_in_place_of_the_file_is_said_by_its_own_name_and_nothing_is_left(project: Project) -> None:
    (project.folder / "output" / "fair" / "stalls.pdf").mkdir(parents=True)
    result = project.pnp("render")
    assert (result.exit_code, result.stderr) == (
        2,
        "pnp: cannot write output/fair/stalls.pdf: it is not a file but a folder\n",
    )
    assert written(project) == []


def test_a_folder_that_cannot_be_written_is_said_in_a_line(project: Project, not_root: None) -> None:
    out = project.folder / "output"
    out.mkdir()
    out.chmod(0o555)
    result = project.pnp("render")
    assert (result.exit_code, result.stderr) == (2, "pnp: cannot write output/fair: permission denied\n")


@pytest.mark.skipif(not Path("/proc/version").exists(), reason="tried with a folder of Linux that nobody can write")
def test_a_folder_that_nobody_can_write_is_said_in_a_line(project: Project) -> None:
    result = project.pnp("render", "--out", "/proc/sheets")
    assert result.exit_code == 2
    assert result.stderr.startswith("pnp: cannot write /proc/sheets")


def test_the_same_data_gives_the_same_bytes(project: Project) -> None:
    files = []
    for out in ("one", "two"):
        project.pnp("render", "--out", out)
        files.append((project.folder / out / "fair" / "stalls.pdf").read_bytes())
        os.utime(project.path("stalls.yaml"), (1, 1))
    assert files[0] == files[1]


def test_a_folder_of_any_name_can_be_printed_into(project: Project) -> None:
    result = project.pnp("render", "--out", "mes fiches/Fête #1 100%")
    assert result.exit_code == 0
    assert "mes fiches/Fête #1 100%/fair/stalls.pdf" in result.stdout
    assert (project.folder / "mes fiches/Fête #1 100%/fair/stalls.pdf").is_file()


def test_items_of_a_group_start_a_sheet_of_their_own_with_its_label(project: Project) -> None:
    project.change(
        "game.yaml",
        "    template",
        "    group: side\n    fresh_sheets: true\n    group_page_label: {left: 'Left {number}'}\n    template",
    )
    project.write("stalls.yaml", STALLS.replace("price: 3", "price: 3\n  side: left"))
    assert project.pnp("render").stdout.splitlines()[1].split()[1:3] == ["3", "2"]
    assert labels(project) == ["Left 1", "Page [2]"]


@pytest.mark.parametrize(("key", "gap"), [("", True), ("    without_gaps: true\n", False)])
def test_between_groups_a_slot_stays_free_unless_that_is_switched_off(project: Project, key: str, gap: bool) -> None:
    project.change(
        "game.yaml",
        "    template",
        f"    group: side\n{key}    group_page_label: {{left: 'Left {{number}}'}}\n    template",
    )
    project.write("stalls.yaml", STALLS.replace("price: 5", "price: 5\n  side: left"))
    assert project.pnp("render").stdout.splitlines()[1].split()[1:3] == ["3", "1"]
    assert ("Left" in text(project).splitlines()) == gap


@pytest.mark.slow
def test_a_thousand_cards_are_printed_in_seconds(project: Project) -> None:
    project.write("stalls.yaml", "".join(f"- {{id: s{n}, name: Stall {n}, price: {n}}}\n" for n in range(1_000)))
    line = project.pnp("render").stdout.splitlines()[1].split()
    assert line[1:3] == ["1000", "40"]
    assert float(line[4]) < 20


@each(
    "command, answer",
    [
        ("render --bleed-backs 2", "--bleed-backs is about backs on a side of their own: give --backs long, short"),
        ("render --kind stalls --booklet", "--booklet: it is for running text, such as rules, not for stalls"),
        ("blank --count 3 --pages 2", "--count says how many forms are printed"),
        ("plan --open", "--open: it is about what is printed: give --render too"),
        ("render stalls", "'stalls' is a kind of fair: name that, and --kind stalls"),
    ],
)
def test_what_would_do_nothing_is_refused(project: Project, command: str, answer: str) -> None:
    refused = project.pnp(*command.split())
    assert (refused.exit_code, answer in refused.stderr) == (2, True), refused.stderr


def test_forms_are_not_refused_for_kinds_that_have_none(project: Project) -> None:
    size, game = 'width="150mm" height="200mm" viewBox="0 0 150 200"', project.path("game.yaml").read_text()
    maps = "  maps: {title: {en: Map, fr: Carte}, size: [150, 200], template: map.svg, blank: false, fields: {}}\n"
    project.write("game.yaml", game.replace("kinds:\n", f"kinds:\n{maps}"))
    project.write("maps.yaml", "- id: town\n")
    project.write("templates/fair/map.svg", f'<svg xmlns="http://www.w3.org/2000/svg" {size}/>\n')
    refused = "maps: no slot of the first sheet is left to print on (it has 1)"
    assert refused in project.pnp("render", "--skip", "1").stderr
    assert project.pnp("blank", "--skip", "1").exit_code == 0
