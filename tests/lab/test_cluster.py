"""A Dask cluster plays the same games: a real scheduler and two workers on the loopback, one of them killed."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest
from projects import ROOT
from typer.testing import CliRunner

from generator.cli.commands import app

GAMES = 300
DATA = ["--data", str(ROOT / "data")]
COMMAND = [
    "simulate",
    "tricks-or-treats",
    "--players",
    "2",
    "--games",
    str(GAMES),
    "--seed",
    "4",
    "--format",
    "json",
    *DATA,
]
# A result that was on the killed worker is asked for there until this time is over: 30 s by default.
QUICK = {**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s", "PYTHONPATH": str(ROOT)}


@contextmanager
def started(*arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """A process of Dask's command line, gone at the end with all that it started."""
    command = [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=QUICK, cwd=ROOT, start_new_session=True)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def said(process: "subprocess.Popen[str]", pattern: str) -> str:
    """What a process says on its standard error that fits a pattern."""
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(pattern, line):
            return found[0]
    raise AssertionError(f"it ended without saying {pattern}")


@pytest.mark.rare
@pytest.mark.skipif(not Path("/proc").exists(), reason="ends processes by their group")
def test_a_cluster_that_loses_a_worker_comes_to_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    scratch = ["--no-dashboard", "--local-directory", str(tmp_path), "--no-nanny", "--nthreads", "1"]
    monkeypatch.setattr("generator.lab.simulation.cluster.PART", 25)
    told: list[int] = []
    with started("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard") as scheduler:
        address = said(scheduler, r"tcp://127\.0\.0\.1:\d+")
        with started("dask_worker", address, *scratch) as first, started("dask_worker", address, *scratch) as other:
            for worker in (first, other):
                said(worker, "Registered to")

            def tell(what: str, done: int, total: int) -> None:
                if not told:  # both are at work
                    os.killpg(first.pid, signal.SIGKILL)
                told.append(done)

            monkeypatch.setattr("generator.cli.simulate.progress_bar", lambda: nullcontext(tell))
            result = CliRunner().invoke(app, [*COMMAND, "--dask", address], catch_exceptions=False)
            assert first.wait(60) == -signal.SIGKILL
    monkeypatch.undo()
    alone = CliRunner().invoke(app, [*COMMAND, "--workers", "1"], catch_exceptions=False)
    assert (result.exit_code, result.stderr) == (0, "")
    assert len(told) > 2
    assert result.stdout == alone.stdout
    assert json.loads(result.stdout)["games"] == GAMES


def refused(*arguments: str) -> Any:
    result = CliRunner().invoke(app, [*COMMAND, *arguments], catch_exceptions=False)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pnp-generator[cluster]" in refused("--dask", "tcp://127.0.0.1:1")


@pytest.mark.slow
def test_an_address_where_nobody_answers_is_refused_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("generator.lab.simulation.cluster.PATIENCE", 0.5)
    assert "no Dask scheduler at 'tcp://127.0.0.1:1'" in refused("--dask", "tcp://127.0.0.1:1")
    assert "no Dask scheduler at 'nonsense://x'" in refused("--dask", "nonsense://x")
