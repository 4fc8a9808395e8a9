"""The print manifest: which face each component had when it was last printed.

Kept beside a game's data, as ``printed.json``, when the user says so. A reprint can then leave out what is as it was.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from generator.atomic import replacing
from generator.marks.marks import Face
from generator.marks.naming import content_name
from generator.refusal import NotFound, WrongUse
from generator.textfile import read_text_file

NAME = "printed.json"
MAX_BYTES = 8 * 1024 * 1024

Faces = dict[str, str]  # item -> its face's hash
Manifest = dict[str, dict[str, Faces]]  # kind -> language -> faces


def face_hash(*sides: Face) -> str:
    """A short name for what a component shows on its sides; equal for equal drawings."""
    parts = [f"{side.width:.3f}x{side.height:.3f} {content_name(side.marks)} {side.outline}" for side in sides]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def read_manifest(file: Path) -> Manifest:
    """What a print manifest holds.

    Raises:
        NotFound: it is not there.
        WrongUse: it is no print manifest.
    """
    if not file.exists():
        raise NotFound(f"there is no print manifest {file}; pnp render --mark-printed makes one beside the data")
    text, problems = read_text_file(file, str(file), MAX_BYTES, "wrong-type")
    if text is None:
        raise WrongUse(f"{file} is no print manifest: {problems[0].message}")
    try:
        held = json.loads(text)
    except (ValueError, RecursionError):
        raise WrongUse(f"{file} is no print manifest: it is not JSON") from None
    if not _is_manifest(held):
        raise WrongUse(f"{file} is no print manifest: kinds, languages and items with their hashes are wanted")
    return held  # type: ignore[no-any-return]


def _is_manifest(held: Any) -> bool:
    return isinstance(held, dict) and all(
        isinstance(languages, dict)
        and all(
            isinstance(faces, dict) and all(isinstance(value, str) for value in faces.values())
            for faces in languages.values()
        )
        for languages in held.values()
    )


def write_manifest(file: Path, printed: Manifest) -> None:
    """Note what was printed; what the print manifest says of other components stays.

    Raises:
        WrongUse: there is a file that is no print manifest.
    """
    held = read_manifest(file) if file.exists() else {}
    for kind, languages in printed.items():
        for language, faces in languages.items():
            held.setdefault(kind, {}).setdefault(language, {}).update(faces)
    with replacing(file) as part:
        part.write_text(json.dumps(held, indent=1, sort_keys=True) + "\n", encoding="utf-8", newline="\n")
