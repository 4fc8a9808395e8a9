"""Printer profiles: what a printer does to a back, kept by name in ``printers.yaml`` beside the project's folders."""

from dataclasses import dataclass
from pathlib import Path

from generator.atomic import replacing
from generator.catalog.fields import ChoiceField, Context, Field, NumberField, StringField, read_fields
from generator.catalog.report import Report, nearest
from generator.problem import Problem
from generator.project import NotFound
from generator.sheet.backs import Edge
from generator.sheet.register import Error
from generator.source.reader import read_file
from generator.source.tree import Mapping, Sequence

FIELDS: dict[str, Field] = {
    "printer": StringField(required=True),
    "edge": ChoiceField(of=("long", "short"), default="long"),
    "x": NumberField(whole=False, default=0),  # mm, seen from the front
    "y": NumberField(whole=False, default=0),
    "turn": NumberField(whole=False, default=0),  # degrees clockwise
    "scale": NumberField(whole=False, default=1),
}
LIMITS = {"x": (-20, 20), "y": (-20, 20), "turn": (-5, 5), "scale": (0.9, 1.1)}
HEAD = (
    "# What printers do to the second side (pnp calibrate measured it): mm, degrees clockwise, seen from the front.\n"
)


@dataclass(frozen=True, slots=True)
class Profile:
    """A printer by name, the edge it turns paper about, and its error."""

    printer: str
    edge: Edge
    error: Error


def read_profiles(file: Path) -> tuple[dict[str, Profile], list[Problem]]:
    """The profiles in a file, by name; none where there is no file."""
    if not file.exists():
        return {}, []
    root, problems = read_file(file)
    report = Report(str(file))
    report.problems = problems
    if root is not None and not isinstance(root, Sequence):
        report.add(root, "wrong-type", "a list of printers is wanted here")
    profiles: dict[str, Profile] = {}
    for node in root.items if isinstance(root, Sequence) else []:
        if not isinstance(node, Mapping):
            report.add(node, "wrong-type", "a printer is wanted here", "start each with - printer: …")
            continue
        before = len(problems)
        values = read_fields(node, FIELDS, Context(report))
        for name, (low, high) in LIMITS.items():
            if values[name] is not None and not low <= values[name] <= high:
                report.add(node.values[name], "number-range", f"{name} is {values[name]}; {low} to {high} are possible")
        if len(problems) == before:
            error = Error(*(float(values[name]) for name in ("x", "y", "turn", "scale")))
            profiles[values["printer"]] = Profile(values["printer"], values["edge"], error)
    return profiles, problems


def find_profile(file: Path, printer: str) -> Profile:
    """The profile of a printer.

    Raises:
        NotFound: there is none of this name, or the file has errors.
    """
    profiles, problems = read_profiles(file)
    if problems:
        first = problems[0]
        raise NotFound(f"{first.file}:{first.line}:{first.column}: {first.message}")
    if printer not in profiles:
        hint = nearest(printer, profiles) or f"pnp calibrate --printer {printer} measures one"
        raise NotFound(f"there is no profile of a printer {printer!r} in {file}; {hint}")
    return profiles[printer]


def store_profile(file: Path, profile: Profile) -> None:
    """Keep a profile, in place of an older one of the same name. The file is written whole or not at all.

    Raises:
        NotFound: the file has errors, and would lose what it holds.
    """
    profiles, problems = read_profiles(file)
    if problems:
        first = problems[0]
        raise NotFound(f"{first.file}:{first.line}:{first.column}: {first.message}; nothing was stored")
    profiles[profile.printer] = profile
    entries = [
        f'\n- printer: "{known.printer}"\n  edge: {known.edge}\n  x: {known.error.x:.3f}\n  y: {known.error.y:.3f}\n'
        f"  turn: {known.error.turn:.4f}\n  scale: {known.error.scale:.5f}\n"
        for known in sorted(profiles.values(), key=lambda known: known.printer)
    ]
    with replacing(file) as part:
        part.write_text(HEAD + "".join(entries), encoding="utf-8", newline="\n")
