"""modules.py FILE: write which modules and pages forges and own cards of the games here need, as JSON."""

# ruff: noqa: E402 what is imported before is not counted

import json
import sys
from pathlib import Path

import yaml

before = set(sys.modules)

from generator.core.folders import Project
from generator.core.project_code import ROOM
from generator.web.answering import page_templates
from generator.web.app import make_app
from generator.web.errands import HereAndNow
from generator.web.site import browser  # noqa: F401 it is what runs there
from generator.web.site.askable import Answers
from generator.web.terms import Terms
from generator.web.workshop import Workshop

answers = Answers(make_app(Workshop(Project(Path("data"), Path("templates")), Terms(site=True)), errands=HereAndNow()))
for game in sorted(Path("data").iterdir()):
    kind = next(iter(yaml.safe_load((game / "forge.yaml").read_text(encoding="utf-8"))["kinds"]))
    for path in ("/forge", "/forge.yaml", "/own", "/own/look.json", "-blank.pdf"):
        options = (("own", "{}"),) if "own" in path else (("count", "3"), ("seed", "7")) if "forge" in path else ()
        assert answers.ask(f"/{game.name}/{kind}{path}", options).status_code == 200, path
lazy = ("anyascii._data", "pyphen", "pyuca.collator", "uniseg.linebreak")  # which texts of these games may not need
pages = page_templates().cache
assert pages is not None
told = {
    # The code of games comes with their files.
    "modules": [*lazy, *(name for name in sys.modules if name not in before and not name.startswith(ROOM))],
    "pages": sorted(name for _, name in pages),
}
Path(sys.argv[1]).write_text(json.dumps(told))
