"""Printer profiles: what a printer does to a back, kept by name in ``printers.yaml``.

The file belongs to its user: a profile is stored by changing its own numbers, or at the end, and nothing else.
"""

from pathlib import Path

from msgspec import Struct

from generator.core.choices import Edge
from generator.core.problem import Infeasible, NotFound, Problem, WrongUse
from generator.core.rewriting import bytes_of, rewrite
from generator.core.textfile import LINE_BREAK
from generator.model.fields import ChoiceField, Field, NumberField, StringField
from generator.model.named_list import read_named, refuse_first
from generator.model.values import ProblemLog, Record, nearest
from generator.read.reader import read_bytes, read_file
from generator.read.tree import Mapping, Node, Scalar, Sequence
from generator.sheet.calibration import Error

FIELDS: dict[str, Field] = {
    "printer": StringField(required=True, says="what `--printer` calls it", example="attic"),
    "edge": ChoiceField(of=tuple(Edge), default=Edge.long, says="the edge about which it turns paper", example="short"),
    "x": NumberField(
        whole=False, default=0, says="how far backs are off along the width, in mm, seen from the front", example="0.4"
    ),
    "y": NumberField(whole=False, default=0, says="how far backs are off along the height, in mm", example="-1.2"),
    "turn": NumberField(whole=False, default=0, says="how far backs are turned, in degrees clockwise", example="0.1"),
    "scale": NumberField(whole=False, default=1, says="the size of backs, relative to the true size", example="0.998"),
    "front_x": NumberField(whole=False, default=0, says="mm that fronts are too far right", example="1.5"),
    "front_y": NumberField(whole=False, default=0, says="mm that fronts are too low", example="-0.8"),
}
LIMITS = dict.fromkeys(("x", "y", "front_x", "front_y"), (-20, 20)) | {"turn": (-5, 5), "scale": (0.9, 1.1)}
DIGITS = {"x": 3, "y": 3, "turn": 4, "scale": 5}
HEAD = (
    "# What printers do to the second side (pnp calibrate measured it): mm, degrees clockwise, seen from the front.\n"
)
BOM = "\ufeff"  # some editors begin a file with it; lines and columns are counted without


class Profile(Struct, frozen=True):
    """A printer by name, the edge it turns paper about, and its error."""

    printer: str
    edge: Edge
    error: Error
    front: tuple[float, float] = (0.0, 0.0)  # mm that fronts lie too far to the right and too low
    line: int = 0  # where it is in the file, from 1; 0 where it does not yet


def read_profiles(file: Path) -> tuple[dict[str, Profile], list[Problem]]:
    """The profiles in a file, by name; none where there is no file."""
    if not file.exists():
        return {}, []
    return _profiles(file.as_posix(), *read_file(file))


def _profiles(name: str, root: Node | None, problems: list[Problem]) -> tuple[dict[str, Profile], list[Problem]]:
    entries, problems = read_named(name, (root, problems), FIELDS, _within_limits)
    return {printer: _profile(entry) for printer, entry in entries.items()}, problems


def _within_limits(entry: Record, report: ProblemLog) -> None:
    for name, (low, high) in LIMITS.items():
        if entry[name] is not None and not low <= entry[name] <= high:
            message = f"{name} is {entry[name]}; {low} to {high} are possible"
            report.add(entry["node"].values[name], "number-range", message)


def _profile(entry: Record) -> Profile:
    error = Error(*(float(entry[name]) for name in DIGITS))
    front = float(entry["front_x"]), float(entry["front_y"])
    return Profile(entry["printer"], Edge(entry["edge"]), error, front, entry["node"].line)


def known_profiles(file: Path) -> dict[str, Profile]:
    """The profiles in a file, by name.

    Raises:
        WrongUse: the file has errors; the first of them is reported.
    """
    profiles, problems = read_profiles(file)
    refuse_first(problems)
    return profiles


def find_profile(file: Path, printer: str, edge: Edge) -> Profile:
    """The profile of a printer, for paper turned about this edge.

    Raises:
        NotFound: there is none of this name.
        WrongUse: it was measured for the other edge, or the file has errors.
    """
    profiles = known_profiles(file)
    if printer not in profiles:
        hint = nearest(printer, profiles) or f"pnp calibrate --printer {printer} measures one"
        raise NotFound(f"there is no profile of a printer {printer!r} in {file}; {hint}")
    profile = profiles[printer]
    if profile.edge != edge:
        # The second side goes another way through the printer, so that no number can be turned into the other's.
        raise WrongUse(
            f"{file}:{profile.line}: the profile of {printer!r} was measured with paper turned about its {profile.edge}"
            f" edge and says nothing about the {edge} one; print with --backs {profile.edge}, or measure that too:"
            f" pnp calibrate --printer '{printer}-{edge}' --edge {edge}"
        )
    return profile


def moves_fronts(file: Path, printer: str) -> bool:
    """Whether there is a profile of a printer that moves fronts too."""
    profile = read_profiles(file)[0].get(printer)
    return profile is not None and any(profile.front)


def profile_to_measure(file: Path, printer: str, edge: Edge) -> Profile | None:
    """What is known so far of a printer that is to be measured; None where it is new.

    Raises:
        WrongUse: the name is that of a profile for the other edge, which would be lost; or the file has errors.
    """
    profile = known_profiles(file).get(printer)
    if profile is not None and profile.edge != edge:
        raise WrongUse(
            f"{file}:{profile.line}: {printer!r} is the profile for paper turned about its {profile.edge} edge;"
            f" take another name, such as '{printer}-{edge}', or delete that profile"
        )
    return profile


def store_profile(file: Path, profile: Profile) -> None:
    """Keep a profile, in place of an older one of the same name. The file is written whole or not at all.

    Raises:
        WrongUse: the file has errors, or has this name for the other edge.
        Infeasible: it is written in a way that can't be added to.
    """
    old, profiles = bytes_of(file), known_profiles(file)
    numbers = _numbers(profile)
    is_new = profile_to_measure(file, profile.printer, profile.edge) is None
    text = old.decode("utf-8") if old else HEAD
    mark, text = (BOM, text[1:]) if text.startswith(BOM) else ("", text)
    root = read_bytes(old, str(file))[0] if old else None
    entries = root.items if isinstance(root, Sequence) else []
    if is_new:
        text = _appended(text, " " * (root.column - 1 if root else 0), profile)
    else:
        text = _changed(text, entries[list(profiles).index(profile.printer)], numbers)
    expected = {name: (a_profile.edge, a_profile.error) for name, a_profile in profiles.items()}
    expected[profile.printer] = (profile.edge, Error(**{name: float(number) for name, number in numbers.items()}))
    new = (mark + text).encode("utf-8")
    stored, problems = _profiles(str(file), *read_bytes(new, str(file)))
    if problems or {name: (a_profile.edge, a_profile.error) for name, a_profile in stored.items()} != expected:
        lines = ", ".join(f"{name}: {number}" for name, number in numbers.items())
        raise Infeasible(
            f"{file} is not written as a plain list, and was left as it is; write into it yourself:"
            f' {{printer: "{profile.printer}", edge: {profile.edge}, {lines}}}'
        )
    rewrite(file, old, new)


def _numbers(profile: Profile) -> dict[str, str]:
    """A printer's error as it is written."""
    return {name: f"{getattr(profile.error, name):.{digits}f}" for name, digits in DIGITS.items()}


def profile_lines(profile: Profile) -> list[str]:
    """A profile as it is written."""
    lines = [f'- printer: "{profile.printer}"', f"  edge: {profile.edge}"]
    return lines + [f"  {name}: {number}" for name, number in _numbers(profile).items()]


def _appended(text: str, indent: str, profile: Profile) -> str:
    """The file's text with a profile at its end."""
    lines = profile_lines(profile)
    newline = "\r\n" if "\r\n" in text else "\n"
    ended = text if not text or text.endswith(("\n", "\r")) else text + newline
    return ended + newline + "".join(indent + line + newline for line in lines)


def _changed(text: str, node: Node, numbers: dict[str, str]) -> str:
    """The file's text with other numbers in one profile; what it did not say stands before its first key."""
    assert isinstance(node, Mapping)
    starts = [0, *(match.end() for match in LINE_BREAK.finditer(text))]

    def place(scalar: Node) -> int:
        return starts[scalar.line - 1] + scalar.column - 1

    first = min(node.keys.values(), key=place)
    newline = "\r\n" if "\r\n" in text else "\n"
    between = ", " if text[place(node)] == "{" else newline + " " * (first.column - 1)
    edits = []
    for name, number in numbers.items():
        old = node.values.get(name)
        if isinstance(old, Scalar):
            edits.append((place(old), len(old.text), number if old.text else f" {number}"))
        else:
            edits.append((place(first), 0, f"{name}: {number}{between}"))
    for start, length, new in sorted(edits, key=lambda edit: edit[0], reverse=True):
        text = text[:start] + new + text[start + length :]
    return text
