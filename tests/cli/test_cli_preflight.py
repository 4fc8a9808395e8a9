"""`pnp preflight`, and what `pnp render` does with it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from projects import ROOT, Project
from reportlab.pdfgen.canvas import Canvas

from generator.pdf import press

OURS = "output/fair/stalls.pdf"


@pytest.fixture
def foreign(project: Project) -> Path:
    """A file that somebody made with a standard font."""
    path = project.folder / "theirs.pdf"
    canvas = Canvas(str(path), pagesize=(595.2756, 841.8898))
    canvas.drawString(200, 400, "Cards")
    canvas.save()
    return path


@pytest.mark.slow
def test_our_own_sheets_pass_with_their_pages_and_ink(project: Project) -> None:
    project.pnp("render", "--copies", "20")
    result = project.pnp("preflight", OURS)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"checked {OURS} (2 pages, ")
    assert result.stdout.endswith("% ink): no problem found\n")


@pytest.mark.slow
def test_problems_stand_as_those_of_check_do(project: Project, foreign: Path) -> None:
    result = project.pnp("preflight", foreign.name)
    assert result.exit_code == 1
    first, hint, *_, last = result.stdout.splitlines()
    assert first.startswith("theirs.pdf:1:1: error font-embedded: the font Helvetica is not in the file")
    assert hint.startswith("    hint: ")
    assert last == "1 error, 2 warnings in 1 file"


@pytest.mark.slow
def test_problems_are_written_as_json_and_as_annotations(project: Project, foreign: Path) -> None:
    found = json.loads(project.pnp("preflight", foreign.name, "--format", "json").stdout)
    assert [problem["rule"] for problem in found] == ["font-embedded", "boxes", "print-scaling"]
    assert {(problem["file"], problem["line"], problem["column"]) for problem in found} == {("theirs.pdf", 1, 1)}
    lines = project.pnp("preflight", foreign.name, "--format", "github").stdout.splitlines()
    assert lines[0].startswith("::error file=theirs.pdf,line=1,col=1,title=font-embedded::")
    project.pnp("render")
    assert project.pnp("preflight", OURS, "--format", "json").stdout == "[]\n"
    assert project.pnp("preflight", OURS, "--format", "github").stdout == ""


@pytest.mark.slow
def test_warnings_fail_only_where_they_are_to(project: Project) -> None:
    path = project.folder / "theirs.pdf"
    canvas = Canvas(str(path), pagesize=(595.2756, 841.8898))
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.rect(200, 300, 50, 50)
    canvas.save()
    assert project.pnp("preflight", "theirs.pdf").exit_code == 0
    assert project.pnp("preflight", "theirs.pdf", "--strict").exit_code == 1


@pytest.mark.slow
def test_a_size_can_be_asked_for(project: Project) -> None:
    project.pnp("render", "--paper", "200x280")
    assert "page-size" in project.pnp("preflight", OURS).stdout
    assert project.pnp("preflight", OURS, "--paper", "200x280").exit_code == 0
    assert project.pnp("preflight", OURS, "--paper", "a4").exit_code == 1
    assert project.pnp("preflight", OURS, "--paper", "a17").exit_code == 2


@pytest.mark.slow
def test_several_files_are_reported_together_and_each_once(project: Project, foreign: Path) -> None:
    project.write("notes/readme.txt", "not a pdf")
    result = project.pnp("preflight", foreign.name, "notes/readme.txt", foreign.name)
    assert "notes/readme.txt:1:1: error not-a-pdf" in result.stdout
    assert result.stdout.splitlines()[-1] == "2 errors, 2 warnings in 2 files"


@pytest.mark.parametrize(
    ("arguments", "said"), [(["nope.pdf"], "nope.pdf"), (["data"], "is a folder"), ([], "Missing argument")]
)
def test_wrong_use_ends_with_two(project: Project, arguments: list[str], said: str) -> None:
    result = project.pnp("preflight", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_pipes_and_devices_are_refused_in_one_line(project: Project) -> None:
    os.mkfifo(project.folder / "pipe.pdf")
    for name in ("pipe.pdf", os.devnull):
        result = project.pnp("preflight", name)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"{name} is a pipe or a device" in result.stderr
        assert len(result.stderr.strip().splitlines()) == 1


def test_a_breach_leaves_the_file_of_before_and_says_why(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.pnp("render")
    before = (project.folder / OURS).read_bytes()
    monkeypatch.setattr(press, "within", lambda place, clip, code: code)
    result = project.pnp("render", "--copies", "3")
    assert result.exit_code == 1
    assert f"{OURS}:1:1: error registration: 0 components, where 6 were placed" in result.stderr
    assert result.stderr.endswith("1 error in 1 file; the file was not put in place\n")
    assert (project.folder / OURS).read_bytes() == before
    assert [path.name for path in (project.folder / "output/fair").iterdir()] == ["stalls.pdf"]
    assert project.pnp("render", "--copies", "3", "--no-preflight").exit_code == 0
    assert (project.folder / OURS).read_bytes() != before


def test_the_table_tells_of_ink_where_it_is_asked_for(project: Project) -> None:
    head, line = project.pnp("render", "--copies", "20", "--ink-report").stdout.splitlines()
    assert head.split() == ["kind", "components", "sheets", "file", "seconds", "ink", "%", "most", "on", "a", "sheet"]
    mean, most = map(float, line.split()[-2:])
    assert 0 < mean < most < 30
    assert "ink" not in project.pnp("render").stdout


@pytest.mark.slow
def test_neither_reader_is_loaded_before_a_file_is_read() -> None:
    code = "import sys, generator.cli.preflight, generator.cli.render; print({'pypdf', 'pypdfium2'} & {*sys.modules})"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"


def test_the_manual_names_every_rule_and_every_limit() -> None:
    from generator.pdf.preflight import document
    from generator.pdf.preflight.rules import FILE_RULES, PAGE_RULES

    manual = (ROOT / "docs" / "printing.md").read_text(encoding="utf-8")
    rules = {*PAGE_RULES, *FILE_RULES, "not-a-pdf", "encrypted", "damaged", "too-large", "too-costly"}
    first = "".join(line.split("|")[1] for line in manual.splitlines() if line.startswith("|"))
    assert [rule for rule in rules if f"`{rule}`" not in first] == []
    limits = [f"{document.MOST_BYTES // 1_000_000} MB", f"{document.MOST_PAGES:,} pages"]
    assert [limit for limit in limits if limit not in manual] == []
