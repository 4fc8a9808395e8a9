"""Files of strangers are read in a process of its own: whatever they hold, that process ends, and nothing else does."""

import gc
import json
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest
from foreign import form, raw, raw_pdf, sheet, stream, text
from pypdf.generic import StreamObject

from generator.core import search_path as module
from generator.pdf.preflight.apart import Apart
from generator.pdf.preflight.examine import examine
from generator.pdf.preflight.facts import InkUse, PdfPage
from generator.pdf.preflight.worker import MEMORY

LINUX = pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at processes as Linux shows them")
TIMED = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers of processor time here")
T = TypeVar("T")
SHORT = 1.0  # s of processor time, of which starting takes a fifth, on a busy machine two

PICTURE = b"<</XObject<</I 5 0 R>>>>"
GROUP = b"/BBox[0 0 600 900]/Group<</S/Transparency/I true>>"


def zeros(megabytes: int) -> bytes:
    """So many times 2²⁰ bytes of nothing, packed: the same block over and over, its sum reckoned (RFC 1950, 1951)."""
    packer = zlib.compressobj(9, wbits=-15)
    block = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    check = ((megabytes << 20) % 65521 << 16) | 1
    return b"\x78\xda" + block * megabytes + b"\x03\x00" + check.to_bytes(4, "big")


def test_the_bytes_of_nothing_are_well_packed() -> None:
    assert zlib.decompress(zeros(3)) == bytes(3 << 20)


def picture(width: int, height: int, entries: bytes, megabytes: int) -> bytes:
    packed = zeros(megabytes)
    head = b"/Type/XObject/Subtype/Image/Width %d/Height %d%s/Filter/FlateDecode/Length %d" % (
        width, height, entries, len(packed),
    )  # fmt: skip
    return b"<<" + head + b">>stream\n" + packed + b"\nendstream"


@cache
def slow() -> bytes:
    """A small file that takes a minute to look through."""
    return raw(b"0 0 m 500 500 l S " * 3_000_000)


BOMBS: dict[str, Callable[[], bytes]] = {
    "operators without end": slow,
    "a drawing that is placed on page after page": lambda: raw_pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 900/Kids[%s]>>" % b" ".join([b"3 0 R"] * 900),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</F 5 0 R>>>>/Contents 4 0 R>>",
        stream(b"/F Do"),
        form(b"0 0 m 500 800 l S " * 400),
    ),
    "a page tree that doubles at each step": lambda: raw_pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        *[b"<</Type/Pages/Kids[%d 0 R %d 0 R]/Count 2>>" % (at, at) for at in range(3, 33)],
        b"<</Type/Page/MediaBox[0 0 9 9]>>",
    ),
    "a picture that takes long to draw": lambda: raw(
        b"q 500 0 0 500 0 0 cm /I Do Q " * 300,
        PICTURE,
        picture(3000, 3000, b"/ColorSpace/DeviceRGB/BitsPerComponent 8", 27),
    ),
    "layers of glass on a thousand pages": lambda: raw_pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1000/Kids[" + b" 4 0 R" * 1000 + b"]>>",
        stream(b"/A Do " * 100),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 3 0 R/Resources<</XObject<</A 5 0 R>>>>>>",
        form(b"0 0 600 900 re f", GROUP),
    ),
}


@pytest.mark.slow
@TIMED
@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_one_problem_and_soon(tmp_path: Path, bomb: str) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(BOMBS[bomb]())
    with Apart(seconds=SHORT) as apart:
        (problem,) = apart.examine(path).problems
    assert (problem.rule, problem.level, problem.file, problem.line) == ("too-costly", "error", str(path), 1)


@pytest.mark.slow
@LINUX
def test_more_memory_than_it_may_take_is_a_problem_too(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    side = 66_000
    gray = b"/ColorSpace/DeviceGray/BitsPerComponent 1"
    path.write_bytes(
        raw(b"500 0 0 500 0 0 cm /I Do", PICTURE, picture(side, side, gray, side * side // 8 // (1 << 20) + 1))
    )
    with Apart() as apart:
        (problem,) = apart.examine(path).problems
    assert problem.rule == "too-costly"
    assert f"{MEMORY // 1_000_000} MB of memory" in problem.message or "breaks down" in problem.message


@TIMED
@pytest.mark.slow
def test_the_file_after_a_bomb_is_read_as_it_is_without_one(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.pdf"
    bomb.write_bytes(slow())
    plain = sheet(tmp_path / "plain.pdf", text, trim=None)
    told: list[int] = []
    with Apart(seconds=SHORT) as apart:
        before = apart.examine(plain, tell=told.append)
        assert [problem.rule for problem in apart.examine(bomb).problems] == ["too-costly"]
        assert apart.examine(plain, tell=told.append) == before == examine(plain)
    assert told == [1, 1]
    assert [problem.rule for problem in before.problems] == ["boxes"]


@pytest.mark.rare
def test_where_the_system_has_no_limits_a_timer_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without = "import signal, sys; del signal.setitimer; sys.modules['resource'] = None; "
    monkeypatch.setattr(module, "_START", without + module._START)
    path, plain = tmp_path / "file.pdf", sheet(tmp_path / "plain.pdf", text)
    path.write_bytes(slow())
    with Apart(silent=1.0) as apart:
        assert [problem.rule for problem in apart.examine(path).problems] == ["too-costly"]
    with Apart() as apart:
        assert apart.examine(plain).problems == ()


def test_what_cannot_be_opened_is_told_to_who_asked(tmp_path: Path) -> None:
    with Apart() as apart, pytest.raises(FileNotFoundError) as caught:
        apart.examine(tmp_path / "none.pdf")
    assert caught.value.filename == str(tmp_path / "none.pdf")


def test_a_fault_of_ours_is_not_said_to_be_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = "import generator.pdf.preflight.examine as there; there.open_pdf = None; "
    monkeypatch.setattr(module, "_START", module._START.replace("from {}", wrong + "from {}"))
    with Apart() as apart, pytest.raises(RuntimeError, match="TypeError"):
        apart.examine(sheet(tmp_path / "plain.pdf", text))


@pytest.mark.slow
def test_a_folder_with_modules_of_a_strangers_gives_none_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("json.py", "queue.py", "pypdf.py", "generator.py", "sitecustomize.py"):
        (tmp_path / name).write_text("raise SystemExit(5)", encoding="utf-8")
    plain = sheet(tmp_path / "plain.pdf", text)
    monkeypatch.chdir(tmp_path)
    with Apart() as apart:
        assert apart.examine(plain).problems == ()


@pytest.mark.slow
@LINUX
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_it_ends_with_the_process_that_started_it(tmp_path: Path, ending: signal.Signals) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(BOMBS["a picture that takes long to draw"]())
    code = "import sys; from generator.cli.app import main; sys.argv = ['pnp', 'preflight', sys.argv[1]]; main()"
    parent = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        children = _until(lambda: _children(parent.pid))
        parent.send_signal(ending)
        parent.communicate(timeout=60)
        assert _until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))
    finally:
        parent.kill()
    assert [entry.name for entry in tmp_path.iterdir()] == ["file.pdf"]


def _until(look: Callable[[], T]) -> T:
    """What a look finds, as soon as it finds something."""
    for _ in range(1_200):
        if found := look():
            return found
        time.sleep(0.05)
    raise AssertionError("it never came")


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.slow
@TIMED
def test_the_command_ends_with_one_and_goes_on_to_the_next_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from typer.testing import CliRunner

    from generator.cli.commands import app

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("generator.pdf.preflight.apart.SECONDS", SHORT)
    Path("bomb.pdf").write_bytes(slow())
    sheet(Path("plain.pdf"), text, trim=None)
    result = CliRunner().invoke(app, ["preflight", "bomb.pdf", "plain.pdf", "--format", "json"])
    assert result.exit_code == 1
    assert [(p["file"], p["rule"]) for p in json.loads(result.stdout)] == [
        ("bomb.pdf", "too-costly"), ("plain.pdf", "boxes"),
    ]  # fmt: skip


def test_memory_does_not_grow_with_pages(tmp_path: Path) -> None:
    """Of pages, their pictures and their streams, as many are kept at the end as in the midst of the file."""
    count = 48
    contents = [stream(b"%d 0 m 9 9 l S" % number) for number in range(count)]
    path = tmp_path / "file.pdf"
    path.write_bytes(
        raw_pdf(
            b"<</Type/Catalog/Pages 2 0 R/ViewerPreferences<</Duplex/DuplexFlipLongEdge>>>>",
            b"<</Type/Pages/Count %d/Kids[%s]>>"
            % (count, b" ".join(b"%d 0 R" % (3 + number) for number in range(count))),
            *[
                b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 90 90]/Contents %d 0 R/Resources<<>>>>" % (3 + count + number)
                for number in range(count)
            ],
            *contents,
        )
    )
    kept: dict[int, tuple[int, int, int]] = {}

    def look(number: int) -> None:
        gc.collect()
        alive = gc.get_objects()
        sorts = PdfPage, InkUse, StreamObject
        kept[number] = tuple(sum(isinstance(each, sort) for each in alive) for sort in sorts)  # type: ignore[assignment]

    gc.freeze()  # what other tests have left is not looked at
    try:
        assert examine(path, tell=lambda number: look(number) if number % 15 == 0 else None).pages == count
    finally:
        gc.unfreeze()
    assert kept.keys() == {15, 30, 45}
    assert max(pages for pages, _, _ in kept.values()) <= 3
    assert max(inks for _, inks, _ in kept.values()) <= 2
    assert max(streams for _, _, streams in kept.values()) <= 17


@LINUX
def test_a_reader_that_falls_is_a_problem_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    falls = "import os, generator.pdf.preflight.examine as there; there.open_pdf = lambda *_: os.abort(); "
    monkeypatch.setattr(module, "_START", module._START.replace("from {}", falls + "from {}"))
    monkeypatch.chdir(tmp_path)
    with Apart() as apart:
        (problem,) = apart.examine(sheet(tmp_path / "plain.pdf", text)).problems
    assert (problem.rule, "cannot be read: it needs too much" in problem.message) == ("too-costly", True)
    assert [entry.name for entry in tmp_path.iterdir()] == ["plain.pdf"]  # and no picture of its memory
