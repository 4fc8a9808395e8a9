"""Files of a game, changed by chance as people change them by mistake, and what the commands make of them.

Each mutant is a game with one file changed. What is promised: no command ends with a fault of the tool (3), and where
``check`` finds no error, every other command carries the game out (0).
"""

import os
import random
import re
import resource
import shutil
import signal
import sys
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner
from typer.main import get_command

from generator.cli.commands import app
from generator.draw.svg.drawing import forget_drawings

ALL = slice(None)
LONGEST = 60  # seconds of processor time for one mutant's commands
FORMS = [
    *("", "[]", "{}", '""', "null", "~", "0", "-1", "3", "2.5", "999999", "1e999", ".nan", "010", "true", "no"),
    *("x", "[x]", "[1, 2]", "{a: b}", "{en: a}", "[[]]", "[{}]", '"🎃 日"', "'*'", "&a b", "- x", "../x", "a/b", "{{ x }}"),
    *('"{{ item }}"', '"{coin}"', '"**"', '"\\x1b"', '"' + "long " * 60 + '"', "Donaudampfschifffahrtsgesellschaftskapitänsmütze"),
]  # fmt: skip
ATTRIBUTE_FORMS = [
    "", "0", "-5", "1e300", "nan", "x", "{{ x }}", "{{ item.id }}", "{{ 1/0 }}", "#", "url(#a)", "50%", "mix",
]  # fmt: skip
_VALUE = re.compile(r"^(\s*(?:- )?[\w-]+: )(\S.*)$")
_KEY = re.compile(r"([\w-]+)(?=:(?: |$))")
_ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')


@dataclass(frozen=True)
class Mutant:
    """A file's new text, and what was done to it."""

    file: Path  # below the project's folder
    text: str
    told: str


def files_of(project: Path) -> list[Path]:
    """The files of a project that people write, below its folder."""
    found = [path for folder in ("data", "templates") for path in (project / folder).rglob("*")]
    return sorted(
        path.relative_to(project)
        for path in found
        if path.suffix in (".yaml", ".md", ".svg") and path.name != "SOURCES.md"
    )


def mutants(project: Path, count: int, seed: int) -> Iterator[Mutant]:
    """So many changed files. Files of data are changed oftener than pictures."""
    rng = random.Random(f"{project.name} {seed}")
    files = files_of(project)
    weights = [_weight(file) for file in files]
    while count:
        file = rng.choices(files, weights)[0]
        text = (project / file).read_text(encoding="utf-8")
        changed, told = (_svg if file.suffix == ".svg" else _lines)(text, rng)
        if changed != text:
            count -= 1
            yield Mutant(file, changed, told)


def _weight(file: Path) -> float:
    """What says how a game works is changed oftener than one card or picture of many."""
    if file.suffix == ".svg":
        return 6 if len(file.parts) == 3 else 0.3
    return {"game": 60, "balance": 60, "forge": 60, "style": 30, "words": 20}.get(file.stem, 12)


def _lines(text: str, rng: random.Random) -> tuple[str, str]:
    lines = text.splitlines(keepends=True)
    at = rng.randrange(len(lines))
    line = lines[at]
    match rng.choice(("value", "value", "value", "flow", "drop", "double", "key", "key", "block", "swap", "indent")):
        case "value" if found := _VALUE.match(line.rstrip("\n")):
            lines[at] = found[1] + rng.choice(FORMS) + "\n"
        case "flow" if numbers := list(re.finditer(r"(?<=[:,\[{] )[^,\[\]{}\s]+", line)):
            one = rng.choice(numbers)
            lines[at] = line[: one.start()] + rng.choice(FORMS) + line[one.end() :]
        case "drop":
            del lines[at]
        case "double":
            lines.insert(at, line)
        case "key" if keys := list(_KEY.finditer(line)):
            one = rng.choice(keys)
            lines[at] = line[: one.start()] + _misspelt(one[1], rng) + line[one.end() :]
        case "block":
            del lines[at : at + rng.randint(2, 12)]
        case "swap" if at:
            lines[at - 1 : at + 1] = lines[at], lines[at - 1]
        case "indent":
            lines[at] = "  " + line if rng.random() < 0.5 else line.removeprefix("  ")
    new = "".join(lines)
    return new, f"line {at + 1}: {line.strip()[:90]!r} -> {''.join(lines[at : at + 1]).strip()[:90]!r}"


def _misspelt(word: str, rng: random.Random) -> str:
    at = rng.randrange(len(word))
    return rng.choice(
        (word[:at] + word[at + 1 :], word[: at + 1] + word[at:], word[:at] + "z" + word[at:], word.title())
    )


def _svg(text: str, rng: random.Random) -> tuple[str, str]:
    attributes = list(_ATTRIBUTE.finditer(text))
    if rng.random() < 0.3 or not attributes:
        return _lines(text, rng)
    one = rng.choice(attributes)
    if rng.random() < 0.2:
        new, place = _misspelt(one[1], rng), (one.start(1), one.end(1))
    else:
        new, place = rng.choice(ATTRIBUTE_FORMS), (one.start(2), one.end(2))
    return text[: place[0]] + new + text[place[1] :], f"{one[0][:90]} -> {new!r}"


@dataclass
class Verdict:
    """What became of one mutant, or of several at once."""

    fault: str = ""  # what broke the promise, with what was printed
    wrong: frozenset[str] = frozenset()  # files in which check found errors


def commands(project: Path, game: str) -> list[list[str]]:
    """What is to be carried out where check finds no error."""
    from generator.forge.spec import read_forge
    from generator.model.load import load_game

    read = load_game(project / "data" / game, f"data/{game}")[0]
    made = [
        ["generate", kind, "--game", game, "--count", "3", "--seed", "5", "--render"]
        for kind in read_forge(read)[0].entries
    ]
    plans = [["plan", game, "--players", str(n), "--render"] for n in read.players or () if n == max(read.players)]
    return [
        *[["render", game, "--lang", language, "--backs", "long"] for language in read.languages],
        ["blank", game], ["render", game, "--ink", "low"], *plans,
        ["export", game, "--to", "tts", "--dpi", "36"], *made,
    ]  # fmt: skip


def run(project: Path, game: str, changes: Sequence[Mutant], some: slice = ALL) -> Verdict:
    """Carry the promise out on a project with these changes, in a process of its own; the project is put back.

    ``some`` says which of the commands are carried out after the check.
    """
    originals = {one.file: (project / one.file).read_bytes() for one in changes}
    try:
        for one in changes:
            (project / one.file).write_text(one.text, encoding="utf-8")
        return _in_child(project, game, any(one.file.suffix == ".svg" for one in changes), some)
    finally:
        for file, data in originals.items():
            (project / file).write_bytes(data)
        shutil.rmtree(project / "output", ignore_errors=True)


def _in_child(project: Path, game: str, art: bool, some: slice) -> Verdict:
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        try:
            verdict = _promise(project, game, art, some)
        except BaseException:  # noqa: BLE001 - told to the parent
            verdict = Verdict("the harness: " + traceback.format_exc())
        with os.fdopen(writing, "w", encoding="utf-8", errors="backslashreplace") as pipe:
            pipe.write("\0".join([verdict.fault, *sorted(verdict.wrong)]))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        fault, *wrong = pipe.read().split("\0")
    status = os.waitpid(child, 0)[1]
    if status:
        fault = (
            f"ended by signal {os.WTERMSIG(status)} (time or memory)" if os.WIFSIGNALED(status) else f"status {status}"
        )
    return Verdict(fault, frozenset(wrong))


def _promise(project: Path, game: str, art: bool, some: slice) -> Verdict:
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST + 1))
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    os.chdir(project)
    if art:
        forget_drawings()
    told = _ended(["check", f"data/{game}", "--format", "github"], (0, 1))
    if isinstance(told, Verdict):
        return told
    status, printed = told
    if status:
        return Verdict(wrong=frozenset(re.findall(r"::error file=([^,]+),", printed)))
    for command in commands(project, game)[some]:
        told = _ended(command, (0, 2) if command[0] == "generate" else (0,))
        if not isinstance(told, Verdict) and told[0]:
            # A full deck takes no more, and offers others in place of its own.
            told = _ended([*command, "--replace"], (0,)) if "; --replace offers" in told[1] else Verdict(told[1])
        if isinstance(told, Verdict):
            return told
    return Verdict()


def _ended(command: list[str], allowed: tuple[int, ...]) -> tuple[int, str] | Verdict:
    result = CliRunner().invoke(get_command(app), command)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        lines = traceback.format_exception(*result.exc_info) if result.exc_info else []
        return Verdict(f"{' '.join(command)}: a fault: {''.join(lines)[-1500:]}")
    if result.exit_code not in allowed:
        return Verdict(f"{' '.join(command)} ended with {result.exit_code}: {result.output[-600:]}")
    return result.exit_code, result.output


def batches(project: Path, count: int, seed: int, size: int) -> Iterator[list[Mutant]]:
    """The mutants of a seed in groups: one change a file, and changes of game.yaml alone, since they hide others'."""
    waiting: list[Mutant] = []
    for one in mutants(project, count, seed):
        if one.file.name == "game.yaml":
            yield [one]
        elif len(waiting) == size or any(one.file == other.file for other in waiting):
            yield waiting
            waiting = [one]
        else:
            waiting.append(one)
    if waiting:
        yield waiting


def broken_promises(project: Path, game: str, count: int, seed: int, size: int = 8, each: int = 1) -> Iterator[str]:
    """What breaks the promise among so many mutants: the change and what happened.

    Mutants go through ``check`` in groups; those in whose files nothing is wrong then go through all commands together.
    A group that breaks the promise is tried one by one. Of the commands one in ``each`` is carried out, others after each
    group.
    """
    for turn, group in enumerate(batches(project, count, seed, size)):
        some = slice(turn % each, None, each)
        verdict = run(project, game, group, some)
        if not verdict.fault and verdict.wrong:
            sound = [one for one in group if str(one.file) not in verdict.wrong]
            verdict = run(project, game, sound, some) if sound and len(sound) < len(group) else verdict
            group = sound
        if verdict.fault:
            for one in group:
                alone = run(project, game, [one], some)
                if alone.fault:
                    yield f"{one.file} {one.told}\n    {alone.fault}"


def copied(root: Path, game: str, folder: Path) -> Path:
    """A project of one shipped game."""
    project = folder / game
    shutil.copytree(root / "data" / game, project / "data" / game)
    shutil.copytree(root / "templates" / game, project / "templates" / game)
    (project / "templates" / "common").mkdir()
    for path in (root / "templates" / "common").iterdir():
        if path.is_dir():  # fonts and words are the tool's
            (project / "templates" / "common" / path.name).symlink_to(path)
        else:
            shutil.copy(path, project / "templates" / "common")
    return project


if __name__ == "__main__":
    # python tests/support/mutations.py GAME COUNT SEED: all that breaks the promise, for whoever mends it
    import tempfile

    name, number, first = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    with tempfile.TemporaryDirectory() as made:
        for wrong in broken_promises(copied(Path(__file__).parents[2], name, Path(made)), name, number, first):
            print(wrong, flush=True)
