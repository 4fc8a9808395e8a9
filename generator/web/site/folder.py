"""A folder of files that a run makes: what is the same stays untouched, what is gone is removed, other files stay.

Its record has a line for each file, which is written before the file is: so however a run ends, the next one knows
every file that may be there, and by the digest whether it is what the line says. A game's pages are
known as a set by a line of their own, once all of them are there.
"""

import json
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from generator.core.atomic import replacing
from generator.core.leftovers import sweep
from generator.core.problem import Infeasible

KNOWN = ".pnp-site.json"  # JSON lines: [file, stand, digest of its content], or [stand] where all of it is there
_Record = dict[str, tuple[str, str]]  # by file: what it rested on, and its digest


class SiteFolder:
    """The folder while a site is made."""

    def __init__(self, path: Path) -> None:
        """Look what the runs before made there.

        Raises:
            Infeasible: somebody else's files are there.
        """
        self.path = path
        self.changed = 0  # files that were written
        self._now: _Record = {}
        self._whole: set[str] = set()  # stands of which all files are there
        self._is_noting = False
        self._before, self._whole_before = _read_record(path / KNOWN)
        if path.is_dir():
            sweep(path.absolute())
            if not (path / KNOWN).is_file() and any(path.iterdir()):
                raise Infeasible(
                    f"{path.as_posix()} holds files that no pnp site made; name an empty folder with --out"
                )

    def has(self, file: str, stand: str) -> bool:
        """Whether a file is there that was made of just this; it is kept then."""
        record = self._before.get(file, ("", ""))
        with suppress(OSError):
            if stand and record == (stand, _digest((self.path / file).read_bytes())):
                self._now[file] = record
                return True
        return False

    def had(self, stand: str) -> bool:
        """Whether a run before made all files of just this, and all of them are there; they are kept then."""
        files = [file for file, (previous, _) in self._before.items() if previous == stand]
        if stand not in self._whole_before or not all(self.has(file, stand) for file in files):
            return False
        self._whole.add(stand)
        return True

    def put(self, file: str, content: bytes, stand: str = "") -> None:
        """Write a file, where it is not there already with this very content."""
        self._now[file] = stand, _digest(content)
        path = self.path / file
        if self._before.get(file) != self._now[file]:
            self._note(file, *self._now[file])
        with suppress(OSError):
            if path.stat().st_size == len(content) and path.read_bytes() == content:
                return
        with replacing(path) as part:
            part.write_bytes(content)
        self.changed += 1

    def end_set(self, stand: str) -> None:
        """Note that all files of a stand are there."""
        self._whole.add(stand)
        self._note(stand)

    def close(self) -> list[str]:
        """Remove what runs before made and this one did not; what the site holds now, in order."""
        for folder in {(self.path / file).parent for file in (*self._before, *self._now)}:
            sweep(folder.absolute())
        for file in sorted(self._before.keys() - self._now.keys()):
            (self.path / file).unlink(missing_ok=True)
            for above in (self.path / file).relative_to(self.path).parents:
                with suppress(OSError):  # something is in it
                    (self.path / above).rmdir() if above.name else None
        self._write_record(self._now, self._whole)
        return sorted(self._now)

    def _note(self, *line: str) -> None:
        """Add a line to the record, before what it is about is done."""
        if not self._is_noting:  # whatever the last line of a run that was ended looks like
            self._write_record(self._before, self._whole_before)
            self._is_noting = True
        with (self.path / KNOWN).open("a", encoding="utf-8", newline="\n") as record:
            record.write(_line(*line))

    def _write_record(self, files: _Record, whole: set[str]) -> None:
        with replacing(self.path / KNOWN) as part:
            lines = [*(_line(file, *record) for file, record in sorted(files.items())), *map(_line, sorted(whole))]
            part.write_text("".join(lines), encoding="utf-8", newline="\n")


def _line(*values: str) -> str:
    return json.dumps(values) + "\n"


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=16).hexdigest()


def _read_record(file: Path) -> tuple[_Record, set[str]]:
    """The files that a record names, and the stands of which all files are there; what is no record names none."""
    files: _Record = {}
    whole = set[str]()
    with suppress(OSError, UnicodeError):
        for line in file.read_text(encoding="utf-8").splitlines():
            with suppress(ValueError):  # the last one, of a run that was ended; a record of an older version
                match json.loads(line):
                    case [str(name), str(stand), str(digest)] if _is_within(name):
                        whole -= {stand, files.get(name, ("", ""))[0]}  # a set that has begun to be another one
                        files[name] = stand, digest
                    case [str(stand)]:
                        whole.add(stand)
    return files, whole


def _is_within(name: str) -> bool:
    parts = name.split("/")
    return bool(name) and not set(parts) & {"", ".", ".."} and "\\" not in name and ":" not in name
