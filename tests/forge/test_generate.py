"""``pnp generate``, as it is typed."""

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import Result
from projects import typed
from tries import slow_but

from generator.model.load import load_game

ROOT = Path(__file__).parents[2]
DATA = ["--data", str(ROOT / "data"), "--templates", str(ROOT / "templates")]


def pnp(*arguments: str, cwd: Path) -> Result:
    return typed(cwd, "generate", *arguments)


def in_a_process(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "generator", "generate", *arguments], cwd=cwd, capture_output=True, encoding="utf-8",
        timeout=120, env={**os.environ, **environment},
    )  # fmt: skip


def test_new_cards_come_out_as_yaml_and_the_seed_beside(tmp_path: Path) -> None:
    made = pnp("surprise-cards", "--count", "3", "--seed", "7", *DATA, cwd=tmp_path)
    assert (made.exit_code, made.stderr) == (0, "seed 7\n")
    first, *lines = made.stdout.splitlines()
    assert re.fullmatch(r"# pnp generate surprise-cards --count 3 --seed 7 \(data [0-9a-f]{7}\)", first)
    assert sum(line.startswith("- id: ") for line in lines) == 3
    assert lines[0].startswith("- id: ")
    words = ["surprise-cards", "--count", "3", "--seed", "7", *DATA]
    again = in_a_process(*words, cwd=tmp_path, PYTHONHASHSEED="3")
    assert again.stdout == made.stdout


@pytest.mark.slow
def test_without_a_seed_one_is_found_and_reported(tmp_path: Path) -> None:
    made = pnp("surprise-cards", "--count", "5", *DATA, cwd=tmp_path)  # two seeds may well make one card alike
    seed = re.fullmatch(r"seed (\d+)\n", made.stderr)
    assert seed is not None
    again = pnp("surprise-cards", "--count", "5", "--seed", seed[1], *DATA, cwd=tmp_path)
    assert again.stdout == made.stdout
    assert pnp("surprise-cards", "--count", "5", *DATA, cwd=tmp_path).stdout != made.stdout


@pytest.mark.slow
def test_yaml_is_utf_8_whatever_the_terminal(tmp_path: Path) -> None:
    plain = pnp("surprise-cards", "--count", "9", "--seed", "1", *DATA, cwd=tmp_path)
    words = ["surprise-cards", "--count", "9", "--seed", "1", *DATA]
    ascii_only = in_a_process(*words, cwd=tmp_path, PYTHONIOENCODING="ascii")
    assert "’" in plain.stdout
    assert ascii_only.stdout == plain.stdout


@pytest.fixture
def project(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "data" / "tricks-or-treats", tmp_path / "data" / "tricks-or-treats")
    return tmp_path


@pytest.mark.slow
def test_appending_leaves_the_file_as_it_was(project: Path) -> None:
    file = project / "data" / "tricks-or-treats" / "surprise-cards.yaml"
    file.write_bytes(file.read_bytes() + b"\n# the end   \n")
    file.chmod(0o640)
    before = file.read_bytes()
    made = pnp("surprise-cards", "--count", "20", "--seed", "7", "--out", str(file), cwd=project)
    assert (made.exit_code, made.stdout) == (0, "")
    assert made.stderr == f"seed 7\n20 new items in {file}\n"
    assert file.read_bytes().startswith(before + b"\n# pnp generate surprise-cards --count 20 --seed 7 (data ")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    game, problems = load_game(project / "data" / "tricks-or-treats", "x")
    assert [problem for problem in problems if problem.level == "error"] == []
    items = game.kinds["surprise-cards"].items
    assert len(items) == 98
    assert len({str(item.fields["title"]) for item in items}) == 98
    assert sorted(file.parent.glob(".*")) == []


@pytest.mark.slow
def test_a_second_run_repeats_nothing_of_the_first(project: Path) -> None:
    for seed in ("1", "2"):
        made = pnp("surprise-cards", "--count", "40", "--seed", seed, "--out", "new.yaml", cwd=project)
        assert made.exit_code == 0
    game, problems = load_game(
        project / "data" / "tricks-or-treats", "x", {"surprise-cards": (project / "new.yaml", "new.yaml")}
    )
    assert [problem for problem in problems if problem.file == "new.yaml"] == []
    items = game.kinds["surprise-cards"].items
    assert len(items) == 80
    assert len({tuple(sorted((e.key, e.value) for e in item.fields["effects"])) for item in items}) == 80
    assert len({item.fields["title"].in_language("fr", "") for item in items}) == 80


@pytest.mark.slow
def test_a_link_stays_a_link(project: Path) -> None:
    (project / "real.yaml").write_text("# mine\n")
    (project / "link.yaml").symlink_to(project / "real.yaml")
    assert pnp("surprise-cards", "--out", "link.yaml", cwd=project).exit_code == 0
    assert (project / "link.yaml").is_symlink()
    assert (project / "real.yaml").read_text().startswith("# mine\n\n# pnp generate")


@pytest.mark.slow
def test_new_cards_go_straight_to_a_sheet(tmp_path: Path) -> None:
    import pypdfium2

    made = pnp("surprise-cards", "--count", "10", "--seed", "7", "--render", "--lang", "fr", *DATA, cwd=tmp_path)
    assert made.exit_code == 0
    assert made.stdout.count("- id: ") == 10
    file = tmp_path / "output" / "tricks-or-treats" / "surprise-cards-forged.fr.pdf"
    assert f"2 sheets in {file.relative_to(tmp_path)}" in made.stderr
    with pypdfium2.PdfDocument(file) as document:
        assert len(document) == 2
        text = document[0].get_textpage().get_text_range().replace("\r\n", " ")
    title = re.search(r"title: \{fr: \"?(.*?)\"?\}", made.stdout)
    assert title is not None
    assert title[1].split()[0] in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    slow_but(
        5,
        [
            (["surprise-card"], "no game has a kind 'surprise-card'; did you mean surprise-cards?"),
            (["characters"], "collectors, star-road each have a kind 'characters'; say which with --game"),
            (
                ["pawns", "--game", "tricks-or-treats"],
                "tricks-or-treats has no recipe for pawns; kinds with one in forge.yaml: surprise-cards",
            ),
            (["surprise-cards", "--game", "chess"], "there is no game 'chess' in"),
            (["surprise-cards", "--game", "collectors"], "collectors has no kind 'surprise-cards'"),
            (["surprise-cards", "--count", "0"], "--count is 0; 1 or more can be made"),
            (["surprise-cards", "--count", "59430"], "59,430 were asked for, but the rules and options leave 59,429"),
            (["surprise-cards", "--effects", "4"], "4 effects cannot be had; the rules allow 1 to 3"),
            (
                ["surprise-cards", "--effects", "few"],
                "--effects is 'few'; a number or two, such as 2 or 1-3, are wanted",
            ),
            (["surprise-cards", "--effects", "2", "--only", "surprises"], "no item has 2 effects of surprises"),
            (["surprise-cards", "--without", "sweets"], "'sweets' is not a type here; known: costumes"),
            (["surprise-cards", "--swing", "mad"], "--swing is 'mad'; calm, lively, wild are known"),
            (["surprise-cards", "--mean", "lots"], "--mean is 'lots'; a number such as 1.5 is wanted"),
            (["surprise-cards", "--lang", "de"], "tricks-or-treats is not written in 'de'; its languages: en, fr"),
            (["surprise-cards", "--like", "none.yaml"], "there is no file none.yaml to go by"),
            (["surprise-cards", "--out", "."], "cannot append to .: it is not a file"),
            (["surprise-cards", "--out", "file/new.yaml"], "cannot write"),
            (["surprise-cards", "--out", "no-list.yaml"], "cannot append to no-list.yaml"),
            (["surprise-cards", "--out", "other.yaml"], "cannot append to other.yaml: line 1"),
            (["surprise-cards", "--data", "nowhere"], "there is no folder nowhere"),
        ],
    ),
)
def test_what_cannot_be_done_is_said_in_a_line(arguments: list[str], message: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "no-list.yaml").write_text("name: x\n")
    (tmp_path / "other.yaml").write_text("- {id: a, difficulty: 3}\n")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    made = pnp(*(arguments if "--data" in arguments else [*arguments, *DATA]), cwd=tmp_path)
    assert (made.exit_code, made.stdout) == (2, "")
    complaint = made.stderr.splitlines()[-1]
    assert complaint.startswith("pnp: ")
    assert message in complaint
    assert len(made.stderr.splitlines()) <= 2  # the seed may have been reported before
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_data_with_errors_makes_nothing(project: Path) -> None:
    file = project / "data" / "tricks-or-treats" / "balance.yaml"
    text = file.read_text()
    line = text[: text.index("check: key-range")].count("\n") + 1
    file.write_text(text.replace("check: key-range", "check: key-rage"))
    made = pnp("surprise-cards", cwd=project)
    assert (made.exit_code, made.stdout) == (1, "")
    assert f"balance.yaml:{line}:10: error not-one-of: 'key-rage' is not a check type" in made.stderr
    assert made.stderr.endswith("nothing was made\n")


@pytest.mark.rare
def test_a_thousand_cards_are_there_and_no_two_alike(tmp_path: Path) -> None:
    made = in_a_process("surprise-cards", "--count", "1000", "--seed", "1", *DATA, cwd=tmp_path)
    ids = re.findall(r"^- id: (.+)$", made.stdout, re.MULTILINE)
    assert (len(ids), len(set(ids))) == (1000, 1000)
