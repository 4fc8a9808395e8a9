"""``pnp generate`` for tiles, blueprints and characters, as it is typed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from projects import typed
from tries import part, slow_but

ROOT = Path(__file__).parents[2]
DATA = ["--data", str(ROOT / "data"), "--templates", str(ROOT / "templates")]
KINDS = [("blueprints", "star-road"), ("housing-tiles", "tricks-or-treats"), ("characters", "collectors")]


def in_another_process(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "generator", *arguments], cwd=cwd, capture_output=True, encoding="utf-8", timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("kind, game", KINDS)
def test_the_same_seed_gives_the_same_bytes_in_every_run(kind: str, game: str, tmp_path: Path) -> None:
    """The order of sets differs between processes; in this one too it is one by chance."""
    words = ["generate", kind, "--game", game, "--count", "12", "--seed", "7", *DATA]
    made = typed(tmp_path, *words)
    assert made.exit_code == 0
    assert made.stderr.startswith("seed 7\n")
    named = f" --game {game}" if kind == "characters" else ""  # only where another game has the kind too
    assert made.stdout.startswith(f"# pnp generate {kind}{named} --count 12 --seed 7 (data ")
    assert sum(line.startswith("- id: ") for line in made.stdout.splitlines()) == 12
    assert in_another_process(*words, cwd=tmp_path, PYTHONHASHSEED="2").stdout == made.stdout


@pytest.mark.slow
@pytest.mark.tried
@pytest.mark.parametrize("kind, game", part(KINDS, 3))
def test_what_is_made_passes_the_check_as_a_file_of_its_own(kind: str, game: str, tmp_path: Path) -> None:
    file = tmp_path / game / f"{kind}.yaml"
    file.parent.mkdir()
    for seed in ("1", "2"):
        words = ["generate", kind, "--game", game, "--count", "20", "--seed", seed, "--out", str(file), *DATA]
        assert typed(tmp_path, *words).exit_code == 0
    checked = typed(tmp_path, "check", str(file), "--strict", *DATA)
    assert (checked.exit_code, checked.stdout) == (0, f"checked {file}: no problem found\n")


@pytest.mark.slow
@pytest.mark.tried
@pytest.mark.parametrize("kind, game", part(KINDS, 3))
def test_what_is_made_can_be_printed_at_once(kind: str, game: str, tmp_path: Path) -> None:
    words = ["generate", kind, "--game", game, "--count", "4", "--seed", "1", "--render", "--sheets", "out", *DATA]
    made = typed(tmp_path, *words)
    assert made.exit_code == 0, made.stderr
    assert (tmp_path / "out" / game / f"{kind}-forged.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.slow
@pytest.mark.parametrize(
    "words, message",
    slow_but(
        2,
        [
            (
                "pawns --game star-road",
                "star-road has no recipe for pawns; kinds with one in forge.yaml: blueprints, characters",
            ),
            (
                "characters --game collectors --count 90",
                "90 were asked for, but types of forge.yaml has 48 left for a new item_type",
            ),
            ("blueprints --count 500", "500 were asked for, and 183 can be made: the numbers 73 to 255 are free"),
            ("housing-tiles --effects 2", "--effects does not apply to housing-tiles"),
            ("blueprints --mean 2", "--mean does not apply to blueprints"),
        ],
    ),
)
def test_what_cannot_be_made_is_one_line(words: str, message: str, tmp_path: Path) -> None:
    made = typed(tmp_path, "generate", *words.split(), "--out", "new.yaml", *DATA)
    assert (made.exit_code, made.stdout, made.stderr) == (2, "", f"pnp: {message}\n")
    assert list(tmp_path.iterdir()) == []
