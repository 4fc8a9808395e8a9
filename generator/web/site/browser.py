"""The tool in a visitor's browser: answers for the pages of a site, worked out by the workshop itself."""

import json
import os
import random
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from msgspec import Struct
from msgspec.json import decode

from generator.check.build import check_game
from generator.core.folders import Project
from generator.core.prepared import take_prepared
from generator.core.problem import as_json
from generator.core.project_code import code_of, trust
from generator.read.reader import read_beforehand
from generator.read.tree import as_tree
from generator.web.app import make_app
from generator.web.errands import HereAndNow
from generator.web.site.addresses import Linker
from generator.web.site.askable import Answers
from generator.web.terms import Terms
from generator.web.workshop import Workshop

TREES, PICTURES, ABOUT = "trees.json", "pictures.bin", "site.json"
MOST_ADDRESS = 30_000  # characters; links come from strangers


class BrowserAnswer(Struct):
    """An answer, as a browser takes it."""

    status: int
    form: str  # what it is, as HTTP says it
    name: str  # of a file to save; empty where it is shown
    content: bytes


class ImportProbe(MetaPathFinder):
    """Stands where there is only a memory of what was imported: whether more was asked for."""

    def __init__(self) -> None:
        self.asked = False
        sys.meta_path.insert(0, self)

    def find_spec(self, name: str, *_: object) -> None:
        """Note that a module is wanted.

        Raises:
            ModuleNotFoundError: always.
        """
        self.asked = True
        raise ModuleNotFoundError(name=name)

    def end(self) -> None:
        """All modules are there now."""
        sys.meta_path.remove(self)


class Tool:
    """One for each page that asks."""

    def __init__(self, folder: str) -> None:
        """``folder`` holds a project's data and templates, and what was made ready of them."""
        os.chdir(folder)
        random.seed()  # a memory that is taken up again has the chance of all who took it up
        self._linker = decode(Path(ABOUT).read_bytes(), type=Linker)
        for trees in sorted(Path().glob(f"*.{TREES}")):
            stored = json.loads(trees.read_text(encoding="utf-8"))
            read_beforehand({key: (as_tree(tree), []) for key, tree in stored.items()})
        for pictures in sorted(Path().glob(f"*.{PICTURES}")):
            take_prepared(pictures.read_bytes())
        for game in Path("data").iterdir():
            code = code_of(game)
            if code is not None:
                trust(code)  # what was trusted when the site was made: nothing else is carried
        self._project = Project(Path("data"), Path("templates"))
        workshop = Workshop(self._project, Terms(site=True, checked=True))
        self._answers = Answers(make_app(workshop, errands=HereAndNow()))

    def ask(self, address: str, language: str, accept: str = "text/html") -> BrowserAnswer:
        """The answer to an address of the workshop, asked from a page in a language; a refusal is one too."""
        if len(address) > MOST_ADDRESS:
            return BrowserAnswer(414, "text/plain", "", f"a link has {MOST_ADDRESS:,} characters at most\n".encode())
        parts = urlsplit(address)
        path, options = unquote(parts.path), parse_qsl(parts.query, keep_blank_values=True)
        if path.endswith("/problems.json"):
            checked = check_game(self._project, path.split("/")[1])
            return BrowserAnswer(200, "application/json", "", f"{as_json(checked.problems)}\n".encode())
        site, usual = self._linker.about(path, language, self._language_of(path, language))
        present = {name for name, _ in options}
        if "." not in path.rpartition("/")[2]:  # a page: of a file all is said
            options += [(name, value) for name, value in usual.items() if name not in present]
        answer = self._answers.ask(path, tuple(options), site, accept)
        content, kind = bytes(answer.body), answer.headers.get("content-type", "")
        if kind.startswith("text/html"):
            content = self._linker.page(content.decode(), address, language).encode()
        _, _, name = answer.headers.get("content-disposition", "").partition('filename="')
        return BrowserAnswer(answer.status_code, kind, name.rstrip('"'), content)

    def _language_of(self, path: str, language: str) -> Sequence[str]:
        own = self._linker.addresses.own.get(path.split("/")[1])
        return (own, language) if own else ()
