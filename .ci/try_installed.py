"""Begins a game with the pnp that is installed, and runs every command on it: for systems that `.ci/run` is not for.

Takes the command to try, where that is not the `pnp` of this Python: `try_installed.py dist/pnp`.
"""

import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

PNP = [str(Path(part).resolve()) for part in sys.argv[1:]] or [sys.executable, "-m", "generator"]

COMMANDS = """
--version
new my-game --languages en,fr
new my-game --kind hexes
check --strict
check --strict --format json
rules my-game
list my-game
schema
render
render
render my-game --kind letters --backs long --cut svg --mark-printed
preflight output/my-game/letters.pdf
blank my-game
plan my-game --players 3 --render
generate letters --game my-game --seed 7 --count 2 --out data/my-game/letters.yaml
generate letters --game my-game --seed 7 --render --sheets forged
export my-game --to png --kind letters --dpi 100 --out shop
export my-game --to svg --kind places --out shop
export my-game --to mpc --kind letters --out shop
export my-game --to dtc --kind places --out shop
export my-game --to tts --dpi 36 --out table
export my-game --to pcio --kind letters --out table
export my-game --to screentop --kind letters --out table
export my-game --to csv --kind letters --out sheets
import sheets/my-game/csv/letters.csv --game my-game --kind letters --update
impose shop/my-game/png/letters --size poker --cut dxf --out imposed
calibrate
calibrate --printer den --reading sheet=plain --reading mid=3,0 --reading tl=-4,0 \
--reading tr=-4,0 --reading bl=-4,0 --reading br=-4,0
render my-game --kind letters --backs long --printer den
stats my-game --out stats.html --format html --plots plots
odds draw --game my-game kind=letters draws=2 where=weight>1
new collectors --from collectors
odds collectors/checks --plots plots
simulate collectors --players 2 --games 2 --workers 2 --out games.json --format json
tune collectors --players 2 --games 2 --trials 2 --workers 1 --goal turns.mean<=40 --vary escapades=4..5 --format json
icons --take --game my-game broadsword
pack my-game --out my-game.zip
new small --kind tokens:coins
site small --out site --jobs 1
"""


def main() -> None:
    """Do so in an empty folder; any failure ends it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for command in COMMANDS.strip().splitlines():
            subprocess.run([*PNP, *command.split()], cwd=folder, check=True, timeout=600)
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
