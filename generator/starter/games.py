"""New games: the starter, games of kinds of common sorts, copies. All of one is written, or nothing."""

import re
from collections.abc import Mapping, Sequence
from os.path import lexists
from pathlib import Path
from shutil import copyfile
from textwrap import dedent
from typing import NamedTuple

from msgspec.structs import replace

from generator.core.atomic import new_folders
from generator.core.folders import Project, shipped
from generator.core.problem import NotFound, WrongUse, require_sound
from generator.core.rewriting import Replacement, bytes_of, replacing_all
from generator.model.at_a_glance import MAX_LANGUAGES, outline_of
from generator.model.defaults import carried_defaults
from generator.model.load import load_game
from generator.model.values import TAG
from generator.read.adding import with_text, without_key
from generator.read.reader import read_file
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import excerpt
from generator.starter.files import (
    FILES,
    GameFiles,
    NewFolders,
    faces_of,
    game_files,
    in_languages,
    put_texts,
    read_changeable,
    rules_file,
    text_of,
    texts_in,
    write,
)
from generator.starter.packs import opened_source
from generator.starter.sorts import (
    NewKind,
    add_described,
    add_kind,
    check_game_name,
    kind_name,
    named_kinds,
    taken_names,
)

SAMPLE = "snail-mail"  # the starter's own name, which stands for that of the new game


def make_game(
    project: Project,
    name: str,
    languages: Sequence[str],
    kinds: Sequence[str],
    *,
    title: str = "",
    with_play: bool = False,
) -> NewFolders:
    """Make a game: the starter, or one with the kinds that are wanted.

    Args:
        project: where.
        name: its folder's.
        languages: the game's, its first one first.
        kinds: ``SORT`` or ``SORT:NAME`` each; the starter's own where there are none.
        title: what it is called; the starter's own title, or one like its folder, if there is none.
        with_play: whether the starter brings along how it plays, as code.

    Raises:
        WrongUse: there is something by that name, or one of the words will not do.
    """
    check_free(project, name)
    check_languages(languages)
    files = _bare(name, languages, kinds) if kinds else _starter(name, languages)
    if title:
        files.data["game.yaml"] = with_text(files.data["game.yaml"], "name", title) or files.data["game.yaml"]
        _head_rules(files.data, "" if kinds else title)
    if with_play:
        files.data["play.py"] = texts_in("play")[f"{SAMPLE}.txt"].replace(SAMPLE, name)
    with new_folders(project.data / name, project.templates / name) as folders:
        for folder, texts in zip(folders, (files.data, files.templates), strict=True):
            for path, text in texts.items():
                write(folder / path, text)
    return _made(project, name)


def copy_game(project: Project, name: str, source: str, title: str = "") -> NewFolders:
    """Make a game that is a copy of one of the project, of one that ships with the tool, or of one elsewhere.

    Args:
        project: where.
        name: the copy's folder.
        source: a game's name, or the path of an archive that `pnp pack` wrote, of a project or of a game's folder.
        title: what the copy is called; as the original if there is none.

    Raises:
        WrongUse: there is something by that name.
        NotFound: there is no such game to copy.
    """
    check_free(project, name)
    games = _known(project)
    if source in games:
        return _copied(project, name, games[source], source, title)
    if not lexists(source):
        message = f"there is no game {excerpt(source)} to copy, and no such file or folder"
        raise NotFound(f"{message}; known: {', '.join(sorted(games))}")
    with opened_source(Path(source)) as (origin, game):
        return _copied(project, name, origin, game, title)


def _copied(project: Project, name: str, origin: Project, source: str, title: str) -> NewFolders:
    root, problems = read_file(origin.data / source / "game.yaml")
    require_sound(problems, "nothing was copied")
    faces = faces_of(root, source)
    common = origin.templates / "common"
    shared = [project.templates / "common"] if common.is_dir() and not (project.templates / "common").exists() else []
    if origin.data == shipped() / "data":
        shared = []
    source_defaults, own_defaults = carried_defaults(origin.defaults), carried_defaults(project.defaults)
    begins = source_defaults and not lexists(project.defaults)
    own = [Replacement(project.defaults, None, source_defaults.encode())] if begins else []
    folders = new_folders(*shared, project.data / name, project.templates / name)
    with replacing_all(own), folders as (*shares, data, templates):
        for folder in shares:
            _copy(common, folder)
        _copy(origin.data / source, data)
        _copy(origin.templates_for(faces) / faces, templates)
        if faces != source or title:
            text = text_of((data / "game.yaml").read_bytes())
            described = text if faces == source else without_key(text, "templates")  # the copy has its own
            described = with_text(described, "name", title) if described is not None and title else described
            if described is None:
                raise WrongUse(f"name and templates of {source}/game.yaml cannot be changed; write each in one line")
            write(data / "game.yaml", described)
        if (data / "SOURCES.md").exists():  # what it says of names and pictures is true of the original
            text = (FILES / "copied.md").read_text(encoding="utf-8")
            write(data / "SOURCES.md", text.replace("GAME", source))
    differs = [line for line in source_defaults.splitlines() if line not in own_defaults.splitlines() and not begins]
    return _made(project, name, ", ".join(differs))


def check_languages(languages: Sequence[str]) -> None:
    """Go on only where these can be a game's languages.

    Raises:
        WrongUse: they cannot; the message says why.
    """
    for language in languages:
        if not TAG.fullmatch(language):
            raise WrongUse(f"{excerpt(language)} is not a language code, such as en, de or pt-BR")
    if len(set(languages)) < len(languages):
        raise WrongUse(f"--languages {','.join(languages)} names a language twice")
    if not 1 <= len(languages) <= MAX_LANGUAGES:
        raise WrongUse(f"a game has 1 to {MAX_LANGUAGES} languages")


def put_game(project: Project, name: str, data: Mapping[str, bytes], templates: Mapping[str, bytes]) -> NewFolders:
    """Make a game of files, by their place in its folder of data and in that of its templates.

    Raises:
        WrongUse: there is something by that name.
    """
    check_free(project, name)
    with new_folders(project.data / name, project.templates / name) as folders:
        for folder, files in zip(folders, (data, templates), strict=True):
            for place, content in files.items():
                (folder / place).parent.mkdir(parents=True, exist_ok=True)
                (folder / place).write_bytes(content)
    return _made(project, name)


def check_free(project: Project, name: str) -> None:
    """Go on only where a game can be made of this name.

    Raises:
        WrongUse: there is something by that name, or it is none.
    """
    there = [path.name for path in project.data.glob("*")] + [path.name for path in project.templates.glob("*")]
    check_game_name(name, there)
    if (project.data / name / "game.yaml").is_file():
        raise WrongUse(f"there is a game {name} already: --kind adds a kind to it, another name makes another game")
    for folder in (project.data / name, project.templates / name):
        if lexists(folder):
            raise WrongUse(
                f"{folder.as_posix()} is there already, and nothing is written over; take another name, or move it away"
            )
    if (project.data / name).resolve() == (project.templates / name).resolve():
        raise WrongUse(f"data and templates would both be {project.data / name}; give --templates another folder")


def _starter(name: str, languages: Sequence[str]) -> GameFiles:
    data, templates = (
        {
            path: text.replace(SAMPLE, name).replace("rules.en.md", f"rules.{languages[0]}.md")
            for path, text in own.items()
        }
        for own in (texts_in("data", SAMPLE), texts_in("templates", SAMPLE))
    )
    files = GameFiles({path: in_languages(text, languages) for path, text in data.items() if path.endswith(".yaml")})
    for language in languages:
        files.data[f"rules.{language}.md"] = rules_file(data, "rules", language)
    files.templates = {
        path: in_languages(text, languages) if path.endswith(".yaml") else text for path, text in templates.items()
    }
    return files


def _bare(name: str, languages: Sequence[str], kinds: Sequence[str]) -> GameFiles:
    title = name.replace("-", " ").capitalize()
    data = {
        path: in_languages(text.replace("GAME", name).replace("TITLE", title), languages)
        for path, text in texts_in("bare", "data").items()
    }
    files = GameFiles(dict(data), texts_in("bare", "templates"))
    for kind in named_kinds(kinds, ()):
        add_kind(files, kind, languages, whole=True)
    for path in ("balance.yaml", "forge.yaml"):
        if files.data[path] == data[path]:  # none of the kinds has anything to say in it
            del files.data[path]
    return files


def _head_rules(data: dict[str, str], title: str) -> None:
    """Put a title over the starter's rules, without the signs that mean something in a running text."""
    for path in [path for path in data if title and path.startswith("rules.")]:
        data[path] = re.sub(r"\A# .*", lambda _: f"# {re.sub(r'[][*_{}<>`|]', '', title)}", data[path])


def _known(project: Project) -> dict[str, Project]:
    """The games that can be copied by their name, and where each lies."""
    own = Project(shipped() / "data", shipped() / "templates")
    places = [place for place in (own, project) if place.data.is_dir()]
    return {path.parent.name: place for place in places for path in place.data.glob("[!.]*/game.yaml")}


def _copy(source: Path, target: Path) -> None:
    for place, path in game_files(source):
        (target / place).parent.mkdir(parents=True, exist_ok=True)
        copyfile(path, target / place)


def _made(project: Project, name: str, differs: str = "") -> NewFolders:
    """What was made, with the file of each kind."""
    data = project.data / name
    game, _ = load_game(data, name)
    kinds = {kind.name: data / Path(kind.files[0]).name for kind in game.kinds.values()}
    fewest, most = (game.players[0], game.players[-1]) if game.players and game.plan else (0, 0)
    return NewFolders(data, project.templates / name, kinds, max(fewest, min(most, 4)), differs)


def add_kinds(project: Project, name: str, kinds: Sequence[str], title: str = "") -> NewFolders:
    """Add kinds to a game that is there; ``title``: what players call the first of them, if not like its name.

    Raises:
        WrongUse: a name is taken, a file cannot be added to, or the game's templates are not the project's own.
        Faulty: ``game.yaml`` or ``style.yaml`` cannot be read.
    """
    data, templates, files, old, kinds_there = _to_add_to(project, name)
    added = named_kinds(kinds, taken_names(data, templates, kinds_there))
    added[0] = replace(added[0], title=title)
    for kind in added:
        add_kind(files, kind, outline_of(data).languages, whole=False)
    texts_by_folder = ((data, files.data), (templates, files.templates))
    changes = put_texts({folder / path: text for folder, own in texts_by_folder for path, text in own.items()}, old)
    return NewFolders(data, templates, {kind.name: data / _file_of(kind, files) for kind in added}, changes=changes)


def add_sheet_kind(
    project: Project, name: str, kind: str, made: Mapping[str, bytes], faces: Mapping[str, bytes]
) -> tuple[NewFolders, list[str]]:
    """Add the kind of a game that was made from a sheet to a game that is there; pictures there that differ stay.

    Args:
        project: where.
        name: the game that is there.
        kind: the kind's name.
        made: the files of the made game's data.
        faces: those of its templates.

    Returns:
        What was added, and the pictures that were there.

    Raises:
        WrongUse: the name is taken, or a file is there already and holds something else.
        Faulty: ``game.yaml`` or ``style.yaml`` cannot be read.
    """
    data, templates, files, old, kinds_there = _to_add_to(project, name)
    kind_name("cards", kind, kinds_there)
    described = dedent(text_of(made["game.yaml"]).partition("\nkinds:\n")[2])
    drawn = {place: text_of(faces[place]) for place in (f"{kind}.svg", f"{kind}-back.svg")}
    add_described(files, described, drawn)
    texts = ((data, files.data), (templates, files.templates))
    new = {folder / place: text.encode() for folder, own in texts for place, text in own.items()}
    new |= {data / place: content for place, content in made.items() if place != "game.yaml"}
    pictures = {templates / place: content for place, content in faces.items() if place.startswith("art/")}
    there = {path: bytes_of(path) for path in (*new, *pictures) if path not in old and lexists(path)}
    stay = [path.name for path, content in pictures.items() if there.get(path, content) != content]
    for path in new:
        if there.get(path, new[path]) != new[path]:
            raise WrongUse(f"{path.as_posix()} is there already, and nothing is written over; rename it, or the kind")
    wanted = {**pictures, **new}
    changes = [Replacement(path, old.get(path), wanted[path]) for path in wanted if path not in there]
    with replacing_all(changes):
        return NewFolders(data, templates, {kind: data / f"{kind}.yaml"}, changes=changes), stay


class _GameThere(NamedTuple):
    """A game that is there, to add to."""

    data: Path
    templates: Path
    files: GameFiles  # ``game.yaml`` and ``style.yaml``, as they will be
    old: dict[Path, bytes]  # what they hold, where they are there
    kinds: Sequence[str]


def _to_add_to(project: Project, name: str) -> _GameThere:
    data, root, templates = read_changeable(project, name, "nothing was added")
    file, style = data / "game.yaml", templates / "style.yaml"
    if style.exists():
        require_sound(read_file(style)[1], "nothing was added")
    old = {path: bytes_of(path) for path in (file, style) if path.exists()}
    faces = {style.name: text_of(old[style])} if style in old else texts_in("bare", "templates")
    described = root.values.get("kinds") if isinstance(root, MappingNode) else None
    kinds = list(described.values) if isinstance(described, MappingNode) else []
    return _GameThere(data, templates, GameFiles({file.name: text_of(old[file])}, faces), old, kinds)


def _file_of(kind: NewKind, files: GameFiles) -> str:
    return next(
        path for path in (f"{kind.name}.yaml", *files.data) if path in files.data and path.startswith(kind.name)
    )
