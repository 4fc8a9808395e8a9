"""A project that is edited by chance, in a workspace and, as its slow twin, read again after each edit."""

import random
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mutations import _lines, _svg, files_of

from generator.check.build import check_game
from generator.check.file_states import FileLooker
from generator.check.memo import AnswerFile, Memo
from generator.check.result import CheckResult
from generator.check.scope import place_of
from generator.check.workspace import Snapshot, Workspace
from generator.core.choices import InkName
from generator.core.folders import Project
from generator.core.problem import NotFound, Problem
from generator.core.textfile import unsaved
from generator.draw.file_use import forget_folders
from generator.draw.renderer import Side
from generator.draw.svg import drawing

FACES, PAGES_EVERY, KEPT_EVERY = 5, 40, 4
NUMBER = re.compile(r"(?<=: )[+-]?\d+(?=\s*$)", re.MULTILINE)
WORDS = re.compile(r"(?<=: )[A-Z][a-zé' ]+(?=[\n,}])")
ENTRY = re.compile(r"^- ", re.MULTILINE)


@dataclass
class Twin:
    """A copy of a game's project, and both ways to know what it is like."""

    root: Path
    game: str
    seed: int
    originals: dict[Path, bytes] = field(default_factory=dict)
    texts: dict[Path, str] = field(default_factory=dict)  # unsaved ones
    kept: bytes | None = None  # answers of the run before, as the cache holds them

    def __post_init__(self) -> None:
        self.rng = random.Random(f"{self.game} {self.seed}")
        self.project = Project(self.root / "data", self.root / "templates")
        self.workspace = Workspace(self.project, self.root / "output")
        self.workspace.update()

    def differences(self, steps: int) -> Iterator[str]:
        """Edit so many times; what differed then."""
        for step in range(steps):
            told, changes = self._edit()
            self.workspace.take(changes)
            front: list[Problem] = []
            for name, found in self.workspace.look(self._games(), in_steps=True):
                if name == self.game and found is not None and not found.is_whole:
                    front = [problem for problem in found.problems if problem not in found.behind]
            snapshot = self.workspace.snapshots.get(self.game)
            places = {place_of(problem) for problem in snapshot.problems} if snapshot is not None else set()
            if early := [problem for problem in front if place_of(problem) not in places]:
                yield f"seed {self.seed}, step {step}: {told}: in front alone: {early[:3]}"
            runs = step % KEPT_EVERY == KEPT_EVERY - 1
            for wrong in self._compared(snapshot, pages=step % PAGES_EVERY == PAGES_EVERY - 1, runs=runs):
                yield f"seed {self.seed}, step {step}: {told}: {wrong}"

    def _compared(self, snapshot: Snapshot | None, *, pages: bool, runs: bool) -> Iterator[str]:
        kept, shown = dict(drawing._cache), dict(drawing._shown)
        drawing.forget_drawings()
        forget_folders()  # fonts stay: none is changed
        try:
            with unsaved({str(path.resolve()): text.encode() for path, text in self.texts.items()}):
                fresh = self._fresh()
                if runs and fresh is not None:
                    yield from self._of_kept(fresh)
            if snapshot is None or fresh is None:
                if (snapshot is None) != (fresh is None):
                    yield "the game is there for one alone"
                return
            if snapshot.problems != fresh.problems:
                ours, theirs = set(snapshot.problems), set(fresh.problems)
                yield f"lacking {sorted(theirs - ours)[:3]}, too many {sorted(ours - theirs)[:3]}"
            if snapshot.checked.waived != fresh.waived:
                yield "other waivers"
            other = Snapshot(self.game, fresh, texts=snapshot.texts)
            questions = list(self._faces(snapshot))
            drawn = [other.face(*question) for question in questions]
            texts = {key: other.pages(*key) for key in self._prose(snapshot)} if pages else {}
        finally:
            drawing._cache.clear()
            drawing._shown.clear()
            drawing._cache.update(kept)
            drawing._shown.update(shown)
        for question, face in zip(questions, drawn, strict=True):
            if snapshot.face(*question) != face:
                yield f"another face of {question}"
        for key, laid in texts.items():
            if snapshot.pages(*key).faces != laid.faces:
                yield f"other pages of {key}"

    def _of_kept(self, fresh: CheckResult) -> Iterator[str]:
        """What a run finds that knows the answers of the run before, and draws nothing that these tell."""
        memo = Memo(AnswerFile.read(self.kept))
        texts = {str(path.resolve()): text.encode() for path, text in self.texts.items()}
        states = FileLooker(self.project, self.root / "output").states(self.game, texts)
        memo.begin(states, self.project.data / self.game)
        checked = check_game(self.project, self.game, memo=memo)
        self.kept = memo.packed() or self.kept
        if checked.problems != fresh.problems or checked.waived != fresh.waived:
            ours, theirs = set(checked.problems), set(fresh.problems)
            yield f"of what was kept: lacking {sorted(theirs - ours)[:3]}, too many {sorted(ours - theirs)[:3]}"

    def _games(self) -> list[str]:
        try:
            return self.project.games()
        except NotFound:
            return []

    def _fresh(self) -> CheckResult | None:
        try:
            return check_game(self.project, self.game)
        except NotFound:
            return None

    def _faces(self, snapshot: Snapshot) -> Iterator[tuple[str, int, str, InkName, Side]]:
        game, rng = snapshot.game, self.rng
        kinds = [kind for kind in game.kinds.values() if kind.printed and kind.items and not kind.prose]
        inks = [InkName.full, InkName.full, InkName.low]
        inks += [InkName.colour] if snapshot.checked.renderer.theme.palette else []
        changed = [
            (kind, position)
            for kind in kinds
            for position, item in enumerate(kind.items)
            if item.id in snapshot.changed.get(kind.name, ())[:20]
        ]
        chosen = [(kind, rng.randrange(len(kind.items))) for kind in rng.choices(kinds, k=FACES)] if kinds else []
        chosen += rng.sample(changed, min(2, len(changed)))
        for kind, position in chosen:
            side: Side = "back" if kind.back and rng.random() < 0.5 else "front"
            yield kind.name, position, rng.choice(game.languages), rng.choice(inks), side

    def _prose(self, snapshot: Snapshot) -> list[tuple[str, str]]:
        kinds = [kind.name for kind in snapshot.game.kinds.values() if kind.prose and kind.printed]
        return [(kind, language) for kind in kinds for language in snapshot.game.languages]

    def _edit(self) -> tuple[str, dict[Path, str | None]]:
        """Change something: what it was, and the unsaved texts that it changed."""
        rng = self.rng
        if self.originals and rng.random() < (0.45 if len(self.originals) < 4 else 0.8):
            return self._put_back(rng.choice(sorted(self.originals)))
        match rng.choice(("text", "text", "text", "value", "value", "entry", "entry", "art", "file", "words")):
            case "text":
                file = self._pick(lambda path: path.suffix != ".svg" or rng.random() < 0.1)
                text = self._text(file)
                new, told = (_svg if file.suffix == ".svg" else _lines)(text, rng)
                return self._write(file, new, told)
            case "value":
                return self._exchange(NUMBER, lambda _: str(rng.randint(-2, 12)))
            case "words":
                return self._exchange(WORDS, lambda old: old * rng.randint(1, 6))
            case "entry":
                return self._entry()
            case "art":
                return self._art()
        return self._come_and_go()

    def _text(self, file: Path) -> str:
        return self.texts.get(file) or file.read_text(encoding="utf-8", errors="replace")

    def _pick(self, fit: Callable[[Path], bool] | None = None) -> Path:
        files = [self.root / file for file in files_of(self.root) if "/common/words/" not in str(file)]
        files = [file for file in files if file.exists() and (fit is None or fit(file))] or files
        return self.rng.choice(files)

    def _items(self) -> Path:
        return self._pick(lambda path: path.suffix == ".yaml" and "data" in path.parts)

    def _exchange(self, pattern: re.Pattern[str], new: Callable[[str], str]) -> tuple[str, dict[Path, str | None]]:
        file = self._items()
        text = self._text(file)
        found = list(pattern.finditer(text))
        if not found:
            return self._entry()
        one = self.rng.choice(found)
        return self._write(file, text[: one.start()] + new(one[0]) + text[one.end() :], f"{one[0]!r} exchanged")

    def _entry(self) -> tuple[str, dict[Path, str | None]]:
        file = self._items()
        text = self._text(file)
        starts = [*(one.start() for one in ENTRY.finditer(text)), len(text)]
        if len(starts) < 3:
            return self._write(file, "# a line\n" + text, "a line above")
        number = self.rng.randrange(len(starts) - 1)
        entry = text[starts[number] : starts[number + 1]]
        before, behind = text[: starts[number]], text[starts[number + 1] :]
        match self.rng.randrange(5):
            case 0:
                return self._write(file, before + behind, f"entry {number} deleted")
            case 1:
                return self._write(file, before + entry + entry + behind, f"entry {number} doubled")
            case 2:
                new = entry.replace("- id: ", "- id: new-", 1)
                return self._write(file, before + new + entry + behind, f"entry {number} inserted")
            case 3:
                return self._write(file, before + behind.rstrip("\n") + "\n" + entry, f"entry {number} moved")
        return self._write(file, before + "# a line\n\n" + entry + behind, f"a line above entry {number}")

    def _art(self) -> tuple[str, dict[Path, str | None]]:
        pictures = [
            path for path in sorted((self.root / "templates" / self.game).rglob("*.svg")) if "art" in path.parts
        ]
        pictures = pictures or sorted((self.root / "templates" / self.game).rglob("*.svg"))
        one, other = self.rng.choice(pictures), self.rng.choice(pictures)
        return self._save(one, other.read_bytes(), f"{one.name} is now {other.name}")

    def _come_and_go(self) -> tuple[str, dict[Path, str | None]]:
        file = self._pick(lambda path: path.name not in ("game.yaml", "style.yaml"))
        if self.rng.random() < 0.5:
            self.originals.setdefault(file, file.read_bytes())
            self.texts.pop(file, None)
            file.unlink()
            return f"{file.name} removed", {file: None}
        new = file.with_name(self.rng.choice((f"{file.stem}-2{file.suffix}", f"{file.stem}.low{file.suffix}")))
        if new.exists():
            return self._entry()
        return self._save(new, file.read_bytes(), f"{new.name} made")

    def _write(self, file: Path, text: str, told: str) -> tuple[str, dict[Path, str | None]]:
        """Save a text, or let it stand unsaved."""
        self.originals.setdefault(file, file.read_bytes())
        told = f"{file.relative_to(self.root)}: {told}"
        if self.rng.random() < 0.5:
            self.texts[file] = text
            return told, {file: text}
        return self._save(file, text.encode(), told)

    def _save(self, file: Path, data: bytes, told: str) -> tuple[str, dict[Path, str | None]]:
        self.originals.setdefault(file, file.read_bytes() if file.exists() else b"")
        if not file.exists():
            self.originals[file] = b""
        file.write_bytes(data)
        self.texts.pop(file, None)
        return told, {file: None}

    def _put_back(self, file: Path) -> tuple[str, dict[Path, str | None]]:
        data = self.originals.pop(file)
        self.texts.pop(file, None)
        if data:
            file.write_bytes(data)
        else:
            file.unlink(missing_ok=True)
        return f"{file.relative_to(self.root)} put back", {file: None}


def copied_game(root: Path, game: str, to: Path) -> Path:
    """A project with one of the shipped games, in a folder of its own; fonts are shared."""
    project = to / "project"
    shutil.copytree(root / "data" / game, project / "data" / game)
    shutil.copytree(root / "templates" / game, project / "templates" / game)
    shutil.copytree(
        root / "templates" / "common", project / "templates" / "common", ignore=shutil.ignore_patterns("fonts")
    )
    (project / "templates" / "common" / "fonts").symlink_to(root / "templates" / "common" / "fonts")
    return project.resolve()
