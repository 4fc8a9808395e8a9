"""Begins a game with the pnp that is installed, checks, prints and serves it: for systems that `.ci/run` is not for.

Takes the command to try, where that is not the `pnp` of this Python: `try_installed.py dist/pnp`.
"""

import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

PNP = [str(Path(part).resolve()) for part in sys.argv[1:]] or [sys.executable, "-m", "generator"]


def main() -> None:
    """Do so in an empty folder; any failure ends it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for verb in (
            "--version",
            "new my-game",
            "check --strict",
            "render",
            "render",
            "preflight output/my-game/letters.pdf",
        ):
            subprocess.run([*PNP, *verb.split()], cwd=folder, check=True, timeout=600)
        sheets = (Path(folder) / "output/my-game/letters.pdf").read_bytes()
        served = subprocess.Popen(
            [*PNP, "serve", "--no-open", "--port", "0"], cwd=folder, stdout=subprocess.PIPE, text=True
        )
        try:
            assert served.stdout is not None
            found = re.search(r"http://\S+/", served.stdout.readline())
            assert found, "pnp serve did not say where it is"
            assert b"<img" in urllib.request.urlopen(f"{found[0]}my-game/letters/", timeout=120).read()
            assert urllib.request.urlopen(f"{found[0]}my-game/letters.pdf", timeout=120).read() == sheets
        finally:
            served.terminate()  # not kill: a single file has started another process, and passes this on to it
            served.wait()


if __name__ == "__main__":
    main()
