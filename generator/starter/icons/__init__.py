"""Icons to begin with: a choice from game-icons.net, copied into a game with the credit that their licence asks for.

``game-icons.json`` maps a name to the paths of its drawing, in a square of 512, black. It was taken from
``@iconify-json/game-icons`` 1.2.4 of the npm registry; its licence is CC BY 3.0.
"""

import json
import re
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

from generator.core.folders import Project
from generator.core.problem import Mismatch, NotFound, WrongUse, require_sound
from generator.core.rewriting import Replacement, bytes_of
from generator.model.at_a_glance import outline_of
from generator.read.adding import compose, with_entry
from generator.read.reader import read_file
from generator.read.tree import excerpt
from generator.starter.files import put_texts, read_changeable, text_of
from generator.starter.icons.icon_sets import IconSet

FOLDER = "icons"  # of a game's templates
CREDIT = "game-icons.net: Lorc, Delapouite & co., CC BY 3.0"  # in any language
PHRASE = "front-icons"  # of `words.yaml`: what the covers of boxes say
_TOLD = """## Icons

By Lorc, Delapouite and others, from [game-icons.net](https://game-icons.net), under
[CC BY 3.0](https://creativecommons.org/licenses/by/3.0/):

"""


@cache
def _library() -> dict[str, list[str]]:
    library: dict[str, list[str]] = json.loads((Path(__file__).parent / "game-icons.json").read_text("utf-8"))
    return library


def shipped_icons() -> IconSet:
    """The icons that come with the tool."""
    return IconSet("game-icons.net", {name: partial(_drawn, name) for name in _library()}, _TOLD, CREDIT)


def _drawn(name: str) -> str:
    drawn = "".join(f'<path d="{path}"/>\n' for path in _library()[name])
    title = name.replace("-", " ").capitalize()
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="24mm" height="24mm" viewBox="0 0 512 512">\n'
        f"<title>{title}</title>\n{drawn}</svg>\n"
    )


def icons_like(words: Sequence[str], icon_set: IconSet | None = None) -> list[str]:
    """The names that hold all of these words, or any where none holds all; in alphabetical order, all without words."""
    names = (icon_set or shipped_icons()).icons
    matches = [name for name in names if all(word.lower() in name for word in words)]
    return matches or [name for name in names if any(word.lower() in name for word in words)]


def icon_svg(name: str, icon_set: IconSet | None = None) -> str:
    """An icon as a picture file.

    Raises:
        NotFound: there is none by that name.
    """
    icon_set = icon_set or shipped_icons()
    draw = icon_set.icons.get(name)
    if draw is None:
        near = icons_like(name.split("-")[-1:], icon_set)[:8]
        hint = f"; there are {', '.join(near)}" if near else "; pnp icons lists all"
        raise NotFound(f"there is no icon {excerpt(name)}{hint}")
    return draw()


def take_icons(
    project: Project, game: str, names: Sequence[str], folder: str = FOLDER, icon_set: IconSet | None = None
) -> list[Replacement]:
    """Copy icons into a game, name them in ``style.yaml``, and credit them in ``CREDITS.md`` and on covers.

    Args:
        project: the folders.
        game: its name.
        names: those of the icons.
        folder: where they are to lie among the game's templates.
        icon_set: where they are from; those of the tool if None.

    Returns:
        The files that were written or changed.

    Raises:
        NotFound: there is no such game or icon.
        WrongUse: the game's templates ship with the tool, or a file has a form that nothing can be added to.
        Mismatch: there is another picture of such a name.
        Faulty: ``game.yaml``, ``style.yaml`` or ``words.yaml`` cannot be read.
    """
    data, _, templates = read_changeable(project, game, "no icon was taken")
    texts = {templates / folder / f"{name}.svg": icon_svg(name, icon_set) for name in dict.fromkeys(names)}
    for path, text in texts.items() if icon_set is not None else ():
        if path.exists() and text_of(bytes_of(path)) != text:
            raise Mismatch(f"{path.as_posix()} is there already, and another picture; rename or delete it first")
    icon_set = icon_set or shipped_icons()
    texts = {path: text for path, text in texts.items() if not path.exists()}
    style, words, credits_ = templates / "style.yaml", templates / "words.yaml", data / "CREDITS.md"
    old = {path: bytes_of(path) for path in (style, words, credits_) if path.exists()}
    current = {path: text_of(old.get(path, b"")) for path in (style, words, credits_)}
    for path in (style, words):
        if path in old:
            require_sound(read_file(path)[1], "no icon was taken")
    for name in dict.fromkeys(names):
        sign = f"{{{name}}}"
        if f'"{sign}"' not in current[style]:
            current[style] = _with(style, current[style], ("icons",), f'"{sign}": {folder}/{name}.svg')
    credit = icon_set.credit.replace("\\", "/").replace('"', "'")
    if f"{PHRASE}:" not in current[words]:
        phrases = ", ".join(f'{language}: "{credit}"' for language in outline_of(data).languages)
        current[words] = _with(words, current[words], (), f"{PHRASE}: {{{phrases}}}")
    elif icon_set.title not in current[words]:
        line = re.search(rf'(?m)^{PHRASE}: \{{\w[^\n]*"}}$', current[words])
        if line is not None:
            more = re.sub(r'"(?=[,}])', lambda _: f'; {credit}"', line[0])
            current[words] = current[words].replace(line[0], more)
        elif icon_set.credit != CREDIT:
            message = f"{PHRASE} has a form that nothing can be added to"
            raise WrongUse(f"{words.as_posix()}: {message}; write it in yourself: {credit}")
    current[credits_] = _credited(current[credits_], names, icon_set.heading)
    return put_texts(texts | current, old)


def _with(path: Path, text: str, place: tuple[str, ...], entry: str) -> str:
    if compose(text) is None and not place:
        return f"{text}{entry}\n"
    changed = with_entry(text, place, entry)
    if changed is None:
        raise WrongUse(f"{path.as_posix()} has a form that nothing can be added to; write it in yourself: {entry}")
    return changed


def _credited(text: str, names: Sequence[str], heading: str) -> str:
    """The credits of a game with these icons among them."""
    text = text if text.strip() else "# Credits\n"
    if heading not in text:
        text = f"{text.rstrip()}\n\n{heading}"
    lines = "".join(f"- {name}\n" for name in dict.fromkeys(names) if f"- {name}\n" not in text)
    return text.replace(heading, heading + lines, 1)
