"""Icons to begin with: a choice from game-icons.net, copied into a game with the credit that their licence asks for.

``game-icons.json`` maps a name to the paths of its drawing, in a square of 512, black. It was taken from
``@iconify-json/game-icons`` 1.2.4 of the npm registry; its licence is CC BY 3.0.
"""

import gzip
import json
import re
import tarfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from html import escape
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile

from generator.core.folders import Project
from generator.core.problem import Infeasible, Mismatch, NotFound, WrongUse, reason_of, require_sound
from generator.core.rewriting import Replacement, bytes_of
from generator.model.at_a_glance import outline_of
from generator.read.adding import compose, with_entry
from generator.read.reader import read_file
from generator.read.tree import excerpt
from generator.starter.files import put_texts, read_changeable, text_of

MAX_FILE = 32 * 1024**2  # bytes of one file
MAX_BYTES = 256 * 1024**2  # of all
MAX_FILES = 50_000
_DAMAGE = (BadZipFile, tarfile.TarError, zlib.error, EOFError, RuntimeError, NotImplementedError, ValueError)
_ABOUT_FILES = ("icons.json", "info.json", "package.json")
_SIDE = 24.0  # mm that an icon is high in its file; texts and templates say how large it is drawn


class IconSet(NamedTuple):
    """Icons by name, and whom they are by."""

    title: str
    icons: Mapping[str, Callable[[], str]]  # what each name is drawn by: the text of an SVG file
    heading: str  # of its part of CREDITS.md
    credit: str  # in a line, for covers


def read_icon_set(path: Path, licence: str = "", credit: str = "") -> IconSet:
    """Read a set of icons.

    Args:
        path: a folder of SVG files or with an ``icons.json``, such a file, or a .zip, .tgz or .tar.gz of either.
        licence: that of the icons, where the set does not say it or says it wrongly.
        credit: whom they are by, likewise.

    Raises:
        NotFound: there is no such file or folder, or no icon in it.
        WrongUse: nothing says what the licence is, or by whom they are.
        Infeasible: it cannot be read, or is too large.
    """
    icons: dict[str, Callable[[], str]] = {}
    about: dict[str, Any] = {}
    try:
        for name, data in _files(path):
            if name.suffix.lower() == ".svg":
                key = _name(name.stem)
                if key:
                    icons.setdefault(key if key not in icons else _name(f"{name.stem}-{name.parent.name}"), _text(data))
            else:
                content = _read_json(data)
                told = _about(name.name, content)
                about = {**told, **about} if name.name == "package.json" else {**about, **told}
                if name.name == "icons.json" or isinstance(content.get("icons"), dict):
                    icons |= _iconify(content)
    except OSError as error:
        raise Infeasible(f"cannot read {path.as_posix()}: {reason_of(error)}") from None
    except _DAMAGE:
        raise Infeasible(f"{path.as_posix()} cannot be read: it is damaged, or locked with a password") from None
    if not icons:
        raise NotFound(f"there is no icon in {path.as_posix()}: SVG files or an icons.json of Iconify are wanted")
    licence, credit = licence or about.get("licence", ""), credit or about.get("credit", "")
    if not licence or not credit:
        lacking = " and ".join([name for name, text in (("--licence", licence), ("--credit", credit)) if not text])
        raise WrongUse(f"{path.name} does not say under which licence its icons are, or by whom; say it: {lacking}")
    title = about.get("title") or path.name
    line = f"{title}: {credit}, {licence}" if title.lower() not in credit.lower() else f"{credit}, {licence}"
    link = about.get("link", "")
    by = f"From {title} by {credit}" + (f", {link}" if link else "")
    return IconSet(title, dict(sorted(icons.items())), f"## Icons of {title}\n\n{by}, under {licence}:\n\n", line)


def _files(path: Path) -> Iterator[tuple[PurePosixPath, bytes]]:
    """The files of a set that count, within the limits; of an archive without a folder that holds all."""
    total = 0
    for number, (name, data) in enumerate(_all_files(path)):
        total += len(data)
        if number >= MAX_FILES or len(data) > MAX_FILE or total > MAX_BYTES:
            most = f"{MAX_FILES:,} files and {MAX_BYTES // 1024**2} MiB, {MAX_FILE // 1024**2} a file, are the most"
            raise Infeasible(f"{path.as_posix()} is too large for a set of icons: {most}")
        yield name, data


def _all_files(path: Path) -> Iterator[tuple[PurePosixPath, bytes]]:
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if _counts(PurePosixPath(file.relative_to(path).as_posix())) and file.is_file():
                with file.open("rb") as opened:
                    yield PurePosixPath(file.as_posix()), opened.read(MAX_FILE + 1)
    elif not path.is_file():
        raise NotFound(f"there is no file or folder {path.as_posix()}")
    elif path.suffix.lower() in (".svg", ".json"):
        with path.open("rb") as opened:
            yield PurePosixPath(path.name), opened.read(MAX_FILE + 1)
    elif path.suffix.lower() == ".zip":
        with ZipFile(path) as archive:
            for info in archive.infolist():
                if _counts(PurePosixPath(info.filename)) and not info.is_dir():
                    with archive.open(info) as member:
                        yield PurePosixPath(info.filename), member.read(MAX_FILE + 1)
    elif path.name.lower().endswith((".tgz", ".tar.gz")):
        with gzip.open(path) as unpacked, _tar_of(unpacked) as tar:
            for entry in tar:
                held = tar.extractfile(entry) if entry.isreg() and _counts(PurePosixPath(entry.name)) else None
                if held is not None:
                    yield PurePosixPath(entry.name), held.read(MAX_FILE + 1)
    else:
        raise WrongUse(f"{path.name}: a folder, an SVG or JSON file, a .zip or a .tgz is wanted")


def _tar_of(stream: gzip.GzipFile) -> tarfile.TarFile:
    return tarfile.open(None, "r|", _ByteBudget(stream))  # type: ignore[call-overload,no-any-return]  # only read is called


class _ByteBudget:
    """A stream that ends in a refusal where more comes out of it than may be."""

    def __init__(self, stream: gzip.GzipFile) -> None:
        self._stream, self._left = stream, MAX_BYTES

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(min(size, self._left + 1) if size >= 0 else self._left + 1)
        self._left -= len(data)
        if self._left < 0:
            raise Infeasible(f"the archive unpacks to more than {MAX_BYTES // 1024**2} MiB")
        return data


def _counts(name: PurePosixPath) -> bool:
    hidden = any(part.startswith((".", "__MACOSX")) for part in name.parts)
    return not hidden and (name.suffix.lower() == ".svg" or name.name in _ABOUT_FILES)


def _name(stem: str) -> str:
    return re.sub("[^a-z0-9]+", "-", stem.lower()).strip("-")[:60]


def _text(data: bytes) -> Callable[[], str]:
    return lambda: data.decode("utf-8-sig", errors="replace")


def _read_json(data: bytes) -> dict[str, Any]:
    try:
        content = json.loads(data)
    except RecursionError:
        raise ValueError from None
    return content if isinstance(content, dict) else {}


def _about(name: str, content: Mapping[str, Any]) -> dict[str, str]:
    """Title, licence and authors that a file tells; those of an npm package are weaker than the set's own."""
    info = content if name != "icons.json" else content.get("info")
    if not isinstance(info, dict) or not ("license" in info or "author" in info):
        return {}
    author, licence = info.get("author", ""), info.get("license", "")
    author = author if isinstance(author, dict) else {"name": re.sub(r"\s*[<(].*", "", str(author))}
    licence = licence if isinstance(licence, dict) else {"title": str(licence)}
    told = {
        "title": info.get("name", ""), "licence": licence.get("title") or licence.get("spdx", ""),
        "credit": author.get("name", ""), "link": author.get("url") or info.get("homepage", ""),
    }  # fmt: skip
    return {key: " ".join(str(text).split())[:200] for key, text in told.items() if text}


def _iconify(content: Mapping[str, Any]) -> dict[str, Callable[[], str]]:
    """The icons of an Iconify set (its JSON of sort IconifyJSON), those that are other names for one among them."""
    held = {_name(str(key)): icon for key, icon in content.get("icons", {}).items() if isinstance(icon, dict)}
    icons = {name: _icon_drawn(name, {**content, **icon}) for name, icon in held.items() if not icon.get("hidden")}
    aliases = content.get("aliases")
    for key, alias in aliases.items() if isinstance(aliases, dict) else ():
        parent = held.get(_name(str(alias.get("parent")))) if isinstance(alias, dict) else None
        if parent is not None and not alias.keys() & {"rotate", "hFlip", "vFlip", "hidden"}:
            icons.setdefault(_name(str(key)), _icon_drawn(_name(str(key)), {**content, **parent, **alias}))
    return icons


def _icon_drawn(name: str, icon: Mapping[str, Any]) -> Callable[[], str]:
    def draw() -> str:
        try:
            left, top = (float(icon.get(key, 0)) for key in ("left", "top"))
            wide, high = (float(icon.get(key, 16)) for key in ("width", "height"))
            size = (
                f'width="{_SIDE * wide / high:g}mm" height="{_SIDE:g}mm" viewBox="{left:g} {top:g} {wide:g} {high:g}"'
            )
        except (TypeError, ValueError, ArithmeticError):
            raise Infeasible(f"the icon {name} has a size that makes no sense") from None
        title = escape(name.replace("-", " ").capitalize())
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n<title>{title}</title>\n{icon.get("body", "")}\n</svg>\n'
        )

    return draw


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
