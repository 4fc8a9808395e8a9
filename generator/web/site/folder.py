"""A folder of files that a run makes: what is the same stays untouched, what is gone is removed, other files stay."""

import json
from contextlib import suppress
from pathlib import Path

from generator.core.atomic import replacing
from generator.core.problem import Infeasible

KNOWN = ".pnp-site.json"  # the files that the last run made, with what each rested on


class SiteFolder:
    """The folder while a site is made."""

    def __init__(self, path: Path) -> None:
        """Look what the run before made there.

        Raises:
            Infeasible: somebody else's files are there.
        """
        self.path = path
        self._before: dict[str, str] = {}
        self._now: dict[str, str] = {}
        self.changed = 0  # files that were written
        with suppress(OSError, ValueError):
            told = json.loads((path / KNOWN).read_text(encoding="utf-8"))
            self._before = {str(name): str(stand) for name, stand in told.items() if _is_within(str(name))}
        if not self._before and path.is_dir() and any(path.iterdir()):
            raise Infeasible(f"{path.as_posix()} holds files that no pnp site made; name an empty folder with --out")

    def has(self, file: str, stand: str) -> bool:
        """Whether a file is there that was made of just this; it is kept then."""
        if not stand or self._before.get(file) != stand or not (self.path / file).is_file():
            return False
        self._now[file] = stand
        return True

    def had(self, stand: str) -> bool:
        """Whether the run before made files of just this, and all of them are there; they are kept then."""
        found = [file for file, known in self._before.items() if known == stand]
        if not found or not all((self.path / file).is_file() for file in found):
            return False
        self._now |= dict.fromkeys(found, stand)
        return True

    def put(self, file: str, content: bytes, stand: str = "") -> None:
        """Write a file, where it is not there already with this very content."""
        self._now[file] = stand
        path = self.path / file
        with suppress(OSError):
            if path.stat().st_size == len(content) and path.read_bytes() == content:
                return
        with replacing(path) as part:
            part.write_bytes(content)
        self.changed += 1

    def close(self) -> list[str]:
        """Remove what the run before made and this one did not; what the site holds now, in order."""
        for file in sorted(self._before.keys() - self._now.keys()):
            (self.path / file).unlink(missing_ok=True)
            for above in (self.path / file).relative_to(self.path).parents:
                with suppress(OSError):  # something is in it
                    (self.path / above).rmdir() if above.name else None
        self._before = {}
        self.remember()
        return sorted(self._now)

    def remember(self) -> None:
        """Note what is there, for the next run, wherever this one ends."""
        told = json.dumps(dict(sorted({**self._before, **self._now}.items())), indent=0, ensure_ascii=False)
        with replacing(self.path / KNOWN) as part:
            part.write_text(told + "\n", encoding="utf-8")


def _is_within(name: str) -> bool:
    parts = name.split("/")
    return bool(name) and not set(parts) & {"", ".", ".."} and "\\" not in name and ":" not in name
