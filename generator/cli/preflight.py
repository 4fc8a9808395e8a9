"""``pnp preflight``."""

from pathlib import Path

from generator.cli.ending import progress_bar, tell_problems
from generator.cli.reporting import counted, note_missing_limits, one_line, stop, tally
from generator.core.choices import paper_size
from generator.core.problem import reason_of
from generator.pdf.preflight.apart import Apart
from generator.pdf.preflight.examine import Examination


def run(files: list[Path], form: str, paper: str | None, *, strict: bool) -> int:
    """Look at the files and print what is wrong with them; the exit status."""
    reports: dict[Path, Examination] = {}
    refused: list[str] = []
    fault: RuntimeError | None = None
    note_missing_limits()
    try:
        size = paper_size(paper) if paper is not None else None
    except ValueError as error:
        return stop(f"--paper: {error}")
    with progress_bar() as progress, Apart() as apart:
        for done, file in enumerate(dict.fromkeys(files), start=1):
            name = file.as_posix()
            if file.is_dir():
                refused.append(f"{name} is a folder; name the PDF files in it, such as {name}/*.pdf")
            elif file.exists() and not file.is_file():
                refused.append(f"{name} is a pipe or a device; save what comes from it as a file, and name that")
            else:
                try:
                    reports[file] = apart.examine(file, paper=size)
                except OSError as error:
                    refused.append(f"cannot read {name}: {reason_of(error)}")
                except RuntimeError as error:  # what is known of the others is told first
                    fault = error
            if progress is not None:
                progress("looking at files", done, len(files))
    status = _report(reports, form, strict=strict) if reports or not (refused or fault) else 0
    if fault is not None:
        raise fault
    return max([status, *map(stop, refused)])


def _report(reports: dict[Path, Examination], form: str, *, strict: bool) -> int:
    problems = sorted({problem for report in reports.values() for problem in report.problems})
    closing = tally(problems) or _closing(reports)
    return tell_problems(problems, form, [closing], strict=strict)


def _closing(reports: dict[Path, Examination]) -> str:
    seen = [
        f"{file.as_posix()} ({counted(report.pages, 'page')}, {report.ink or 0:.0%} ink)"
        for file, report in reports.items()
    ]
    return f"checked {one_line(', '.join(seen))}: no problem found"
