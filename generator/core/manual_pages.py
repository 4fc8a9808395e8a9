"""The manual that ships with the tool: its pages by name, in the order of their parts, and their pictures."""

import re
from functools import cache
from pathlib import Path

from msgspec import Struct

from generator.core.folders import shipped

PARTS = {  # folders of docs/, with the words for their headings; pages to look things up in lie in docs/ itself
    "learn": "help-learn",
    "do": "help-do",
    "": "help-look-up",
    "understand": "help-understand",
}
_FIRST = (
    *("first-deck", "draw-a-card", "keep-it-fair", "box-on-the-table"),
    *("install", "print-a-game", "print", "blank-forms", "calibrate"),
    *("pictures", "cookbook", "troubleshooting"),
    *("cli", "game", "rules", "templates", "settings", "forge", "lab", "messages", "glossary"),
)
_LEFT = ("architecture", "releasing", "index")  # for those who work on the tool itself, and for hosts of documents


class ManualPage(Struct, frozen=True):
    """A page: its part, and its text in Markdown."""

    part: str
    text: str

    @property
    def title(self) -> str:
        """Its heading, without marks."""
        return self.text.partition("\n")[0].lstrip("# ").replace("`", "")


@cache
def manual() -> dict[str, ManualPage]:
    """The pages by name, part after part, those that a designer reads first before others."""
    pages = {}
    for part in PARTS:
        files = {path.stem: path for path in (shipped() / "docs" / part).glob("*.md") if path.stem not in _LEFT}
        for name in sorted(files, key=lambda name: (_FIRST.index(name) if name in _FIRST else len(_FIRST), name)):
            pages[name] = ManualPage(part, files[name].read_text(encoding="utf-8"))
    return pages


MOST_PAGES = 8


def pages_about(words: str) -> dict[str, list[str]]:
    """The pages about words, in any case, number and spelling of colour: those that have them in headings that are no
    code, with these; behind them those that have them most often in their texts, with their titles."""
    pattern = re.compile(rf"\b{re.escape(_plain(words).removesuffix('s'))}s?\b")
    about: dict[str, list[str]] = {}
    counts: dict[str, int] = {}
    for name, page in manual().items():
        headings = re.findall(r"^#+ ([^`\n].*)", re.sub(r"^```.*?^```", "", page.text, flags=re.S | re.M), re.MULTILINE)
        if matches := [heading for heading in headings if pattern.search(_plain(heading))]:
            about[name] = matches
        counts[name] = len(pattern.findall(_plain(page.text)))
    others = sorted((name for name in counts if counts[name] and name not in about), key=lambda name: -counts[name])
    return about | {name: [manual()[name].title] for name in others[: max(0, MOST_PAGES - len(about))]}


def _plain(text: str) -> str:
    return text.lower().replace("color", "colour").replace("-", " ")


@cache
def pictures() -> dict[str, Path]:
    """The pictures that pages of the manual show, by their paths below ``docs/pictures``."""
    named = {
        name for page in manual().values() for name in re.findall(r"\]\((?:\.\./)?pictures/([\w/-]+\.png)\)", page.text)
    }
    return {name: shipped() / "docs/pictures" / name for name in sorted(named)}
