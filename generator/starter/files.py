"""What ships for new games: texts, by their place in ``files/``, in the languages of a new game.

They are written in four languages; English stands in place of others.
"""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Mapping as MappingType
from pathlib import Path

from msgspec import Struct
from yaml.nodes import CollectionNode, MappingNode, ScalarNode
from yaml.nodes import Node as YamlNode

from generator.core.folders import Project
from generator.core.problem import WrongUse, require_sound
from generator.core.rewriting import Replacement, replacing_all
from generator.model.values import wider_tags
from generator.read.adding import compose
from generator.read.reader import read_file
from generator.read.tree import Mapping, Node, Scalar

FILES = Path(__file__).parent / "files"


class GameFiles(Struct):
    """Texts of a game, by their place in its folder of data and in its folder of templates."""

    data: dict[str, str] = {}
    templates: dict[str, str] = {}


class NewFolders(Struct, frozen=True):
    """What was made: the folders, and the kinds, with the file of each that people will want to change."""

    data: Path
    templates: Path
    kinds: dict[str, Path] = {}
    players: int = 0  # of the box to print first: up to four, as many as the game is for; 0 where it plans none
    differs: str = ""  # what the pnp.yaml of a game that was copied says otherwise than the project's
    changes: Sequence[Replacement] = ()  # of kinds that were added: files that are new or have another text


def faces_of(root: Node | None, game: str) -> str:
    """The folder under ``templates`` that ``game.yaml`` names, else the game's own name."""
    named = root.values.get("templates") if isinstance(root, Mapping) else None
    if not isinstance(named, Scalar) or named.absent or re.search(r"[/\\:]|^\.\.?$", named.text):
        return game  # a name that leads elsewhere is a mistake, which `pnp check` reports
    return named.text


def game_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """What a game is made of, by its place: no hidden files, no notes of what was printed, no tests of its code,
    nothing behind a link that leads away."""
    for path in sorted(folder.rglob("*")):
        place = path.relative_to(folder)
        if any(part.startswith(".") or part == "__pycache__" for part in place.parts) or place == Path("printed.json"):
            continue
        if place.parts[0] == "tests" and place.suffix == ".py":
            continue
        if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
            yield place.as_posix(), path


def text_of(content: bytes) -> str:
    """A file's text, its line ends as they are."""
    return content.decode("utf-8-sig")


def write(path: Path, text: str) -> None:
    """Write a text with its line ends as they are, into a folder that is made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")


def texts_in(*folder: str) -> dict[str, str]:
    """The texts of a folder of ``files/``, by their path in it; none where there is no such folder."""
    root = FILES.joinpath(*folder)
    paths = sorted(path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def put_texts(texts: MappingType[Path, str], old: MappingType[Path, bytes]) -> list[Replacement]:
    """Write new files, and new texts of files that are there, which held ``old``: all of them, or none.

    Returns:
        The files whose text is another one now.
    """
    changes = [
        Replacement(path, old.get(path), text.encode())
        for path, text in texts.items()
        if text != text_of(old.get(path, b""))
    ]
    with replacing_all(changes):
        return changes


SPOKEN = ("en", "fr", "de", "es")
WIDEST = 120  # characters of a line
_SLOT = re.compile(r"\{[^{}|]*\bnoun\b[^{}|]*\}")  # where English stands in, no article does: see `forge.grammar`


def unspoken(languages: Sequence[str]) -> list[str]:
    """Those in which the starter has no texts."""
    return [language for language in languages if not set(wider_tags(language)) & set(SPOKEN)]


def _nearest(language: str) -> str:
    """The language in which the starter says what is wanted in another: that which it is a sort of, or English."""
    return next((wide for wide in reversed(wider_tags(language)) if wide in SPOKEN), "en")


def in_languages(text: str, languages: Sequence[str]) -> str:
    """A YAML text of the starter with its texts in these languages, in this order.

    A text in one language only stands by itself where it is the value of a key: ``name: The Well``.
    """
    parts, end = [], 0
    for node, alone in _localized(compose(text), alone=False):
        start = node.start_mark.index
        column = start - text.rfind("\n", 0, start)
        line_end = text[node.end_mark.index :].partition("\n")[0]
        parts += [text[end:start], _written(text, node, languages, column, len(line_end), alone=alone)]
        end = node.end_mark.index
    spoken, listed = (f"languages: [{', '.join(each)}]" for each in (SPOKEN, languages))
    whole = "".join([*parts, text[end:]]).replace(spoken, listed)
    foreign = unspoken(languages)
    mark = (
        f"# Not translated yet: {', '.join(foreign)}. English is printed in its place.\n" if foreign and parts else ""
    )
    return mark + whole


def rules_file(files: dict[str, str], stem: str, language: str) -> str:
    """The running text of ``STEM.LANG.md`` in a language: the starter's own, or English that says so."""
    if not unspoken([language]):
        return files[f"{stem}.{_nearest(language)}.md"]
    title, _, body = files[f"{stem}.en.md"].partition("\n\n")
    return f"{title}\n\n> Not translated yet: {language}.\n\n{body}"


def _localized(node: YamlNode | None, *, alone: bool) -> Iterator[tuple[MappingNode, bool]]:
    """The mappings of languages to texts, in order, each with whether its text could stand by itself."""
    if not isinstance(node, CollectionNode):
        return
    if isinstance(node, MappingNode):
        keys = [key.value for key, _ in node.value if isinstance(key, ScalarNode)]
        if set(SPOKEN) <= set(keys):
            yield node, alone and len(keys) == len(SPOKEN)
            return
    for member in node.value:
        value = member[1] if isinstance(node, MappingNode) else member
        yield from _localized(value, alone=isinstance(node, MappingNode))


def _said(values: dict[str, str], language: str) -> str:
    """What stands for a text that is not written in this very language."""
    text = values[_nearest(language)]
    return _SLOT.sub("{noun}", text) if unspoken([language]) else text


def _written(text: str, node: MappingNode, languages: Sequence[str], column: int, behind: int, *, alone: bool) -> str:
    values = {key.value: text[value.start_mark.index : value.end_mark.index] for key, value in node.value}
    text_by_language = {language: values.get(language) or _said(values, language) for language in languages}
    if alone and len(languages) == 1:
        return text_by_language[languages[0]]
    texts = [f"{language}: {text}" for language, text in text_by_language.items()]
    entries = [f"{key}: {value}" for key, value in values.items() if key not in SPOKEN]
    line = f"{{{', '.join(texts + entries)}}}"
    if column + len(line) + behind <= WIDEST:
        return line
    between = ",\n" + " " * column
    return f"{{{between.join([*texts, ', '.join(entries)] if entries else texts)}}}"


def read_changeable(project: Project, name: str, outcome: str) -> tuple[Path, Node | None, Path]:
    """A game of the project whose templates are its own too: its folder of data, its description, its templates.

    Args:
        project: the folders.
        name: the game.
        outcome: what became of the work, where the game cannot be read.

    Raises:
        NotFound: there is no such game.
        WrongUse: its templates ship with the tool.
        Faulty: ``game.yaml`` cannot be read.
    """
    data = project.game_folder(name)
    root, problems = read_file(data / "game.yaml", within=data.resolve().parent)
    require_sound(problems, outcome)
    faces = faces_of(root, name)
    if project.templates_for(faces) != project.templates:
        raise WrongUse(
            f"the templates of {name} ship with the tool; pnp new my-{name} --from {name} makes a game to change"
        )
    return data, root, project.templates / faces
