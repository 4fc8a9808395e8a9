"""What ``--help`` says beyond the options themselves: under which heading they stand, and examples.

An option means the same in every command, so its heading is the same too.
"""

from pathlib import Path

WHAT, PAPER, OUTPUT, PROJECT, REST = "What", "Paper", "Output", "Project", "Options"
HEADINGS = ("Arguments", WHAT, PAPER, OUTPUT, PROJECT, REST)

SECTIONS = {
    **dict.fromkeys(
        (
            *("--game", "--kind", "--item", "--lang", "--ink", "--players", "--mode", "--count", "--seed", "--style"),
            *("--art", "--effects", "--only", "--without", "--repeats", "--swing", "--mean", "--like", "--hand"),
            *("--drawn-by-surprise", "--checks", "--changed-since", "--copies", "--pages", "--games", "--policy"),
            *(
                "--vary",
                "--settings",
                "--enough",
                "--verify",
                "--with-play",
                "--strict",
                "--from",
                "--languages",
                "--sheet",
                "--map",
                "--update",
                "--decimal",
                "--blanks",
                "--for",
            ),
        ),
        WHAT,
    ),
    **dict.fromkeys(
        (
            *("--paper", "--backs", "--printer", "--printers", "--marks", "--bleed", "--gutter", "--skip"),
            *("--start-at", "--per-sheet", "--trim", "--cut", "--cutter", "--edge", "--reading"),
        ),
        PAPER,
    ),
    **dict.fromkeys(
        (
            *("--out", "--format", "--quiet", "--open", "--picture", "--render", "--sheets", "--to", "--dpi", "--url"),
            *("--ink-report", "--no-preflight", "--mark-printed", "--dry-run", "--plots", "--plots-as"),
            *("--whole", "--jobs", "--cache", "--no-cache", "--host", "--port", "--proxy", "--no-open"),
            *("--read-only", "--public"),
        ),
        OUTPUT,
    ),
    **dict.fromkeys(("--data", "--templates"), PROJECT),
}


def examples(command: str) -> str:
    """The examples of a command as they stand in its help; empty where it has none. They are a file, as games are
    data and no code names one."""
    blocks = Path(__file__).with_name("examples.txt").read_text(encoding="utf-8").split("\n\n")
    return next((text.rstrip() for name, _, text in (block.partition("\n") for block in blocks) if name == command), "")


def heading(options: list[str]) -> str:
    """The heading under which an option stands, by its names."""
    return next((SECTIONS[name] for name in options if name in SECTIONS), REST)
