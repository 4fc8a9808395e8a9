"""Kinds of common sorts, each a folder of ``files/sorts/``. In its files ``KIND`` stands for the name of the kind.

kind.yaml   its entry under ``kinds`` of game.yaml    plan.yaml     its entry under ``plan``
items.yaml  its items; or prose.LANG.md, its text     balance.yaml  rules about it
faces/      its templates and pictures                forge.yaml    its entry under ``kinds`` of forge.yaml
                                                      prose.yaml    how running text is set
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from generator.core.file_names import DEVICES, GAME_PAGES
from generator.core.problem import WrongUse
from generator.model.values import Ids, id_from, nearest
from generator.read.adding import as_scalar, compose, with_entry
from generator.read.tree import excerpt
from generator.starter.files import FILES, GameFiles, in_languages, rules_file, texts_in

RESERVED_GAMES = {*DEVICES, "common", "events"}  # what shares a folder or a page with games
# Files of every game, and the pages that a game has beside its kinds.
RESERVED_KINDS = {*DEVICES, *GAME_PAGES, "game", "forge", "words", "printed", "fonts"}


def check_game_name(name: str, used_names: Iterable[str]) -> None:
    """Go on only where a folder can be called so.

    Raises:
        WrongUse: it cannot; the message says what can.
    """
    if name and id_from(name, "") == name and name not in RESERVED_GAMES:
        return
    better = Ids({*used_names, *RESERVED_GAMES}, "my-game").new(name)
    reason = "is kept for something else" if name in RESERVED_GAMES else "is not a name for a game's folder"
    raise WrongUse(f"{excerpt(name)} {reason}: small Latin letters, figures and single hyphens will do; try {better}")


def kind_name(sort: str, name: str | None, used_names: Collection[str]) -> str:
    """What a new kind is called: as it is wanted, else like its sort, with a number behind that where need be.

    Raises:
        WrongUse: the name that is wanted is taken, or is none.
    """
    ids = Ids({*used_names, *RESERVED_KINDS}, sort)
    if name is None:
        return ids.new(sort)
    free = ids.new(name)
    if free == name:
        return name
    reason = "is taken" if name in used_names else "cannot be the name of a kind"
    raise WrongUse(f"{excerpt(name)} {reason}; try --kind {sort}:{free}")


def taken_names(data: Path, templates: Path, kinds: Iterable[str]) -> set[str]:
    """Kinds of a game, and the names of its files: a new kind is called like none of them."""
    files = [*data.glob("*"), *templates.glob("*")]
    names = {path.name.partition(".")[0] for path in files}
    return {*kinds, *names, *(name.removesuffix("-back") for name in names)}


WANTED_ROLES = ("display", "text", "bold", "italic", "number")  # what the faces of all sorts ask for


class NewKind(Struct, frozen=True):
    """A kind to be added: what sort it is, its name, and its title where that is not like its name."""

    sort: str
    name: str
    title: str = ""


def sorts() -> list[str]:
    """The sorts there are."""
    return sorted(path.name for path in (FILES / "sorts").iterdir() if path.is_dir())


def read_sort(option: str) -> tuple[str, str | None]:
    """``SORT`` or ``SORT:NAME`` as a sort, and the name if there is one.

    Raises:
        WrongUse: there is no such sort.
    """
    sort, colon, name = option.partition(":")
    if sort not in sorts():
        hint = nearest(sort, sorts())
        meant = f"; {hint}" if hint.startswith("did you") else ""
        raise WrongUse(f"there is no preset {excerpt(sort)}: {', '.join(sorts())}{meant}")
    return sort, name if colon else None


def named_kinds(kinds: Sequence[str], used_names: Collection[str]) -> list[NewKind]:
    """The kinds that are asked for by ``SORT`` or ``SORT:NAME``, with names unlike each other and those taken.

    Raises:
        WrongUse: there is no such sort, or a name that is asked for is taken.
    """
    read = [read_sort(option) for option in kinds]
    named: list[NewKind] = []
    for place, (sort, name) in enumerate(read):
        later = {later_name for _, later_name in read[place + 1 :] if later_name} if name is None else set()
        named.append(NewKind(sort, kind_name(sort, name, {*used_names, *later, *(kind.name for kind in named)})))
    return named


def add_kind(files: GameFiles, kind: NewKind, languages: Sequence[str], *, whole: bool) -> None:
    """Add a kind to the texts of a game.

    Args:
        files: with ``game.yaml`` and ``style.yaml`` at least; its items, faces and entries are added.
        kind: its name is free.
        languages: the game's.
        whole: whether rules and a recipe are added as well, beside what prints it.

    Raises:
        WrongUse: a file is written in a form that nothing can be added to.
    """
    own = {path: text.replace("KIND", kind.name) for path, text in texts_in("sorts", kind.sort).items()}
    spoken = {path: in_languages(text, languages) for path, text in own.items() if path.endswith(".yaml")}
    described = spoken["kind.yaml"]
    if kind.name != kind.sort or kind.title:  # in the game's language; in others it is called like its sort
        scalar = as_scalar(kind.title or kind.name.replace("-", " ").capitalize())
        scalar = scalar if scalar[0] == '"' or not set(",[]{}") & {*scalar} else json.dumps(scalar, ensure_ascii=False)
        pattern = rf"^  title: (?:(\{{.*?\b{re.escape(languages[0])}: )[^,}}]*|.*$)"
        described = re.sub(pattern, lambda at: f"  title: {at[1] or ''}{scalar}", described, count=1, flags=re.M)
    described = _unmarked(described).replace(f"{kind.name}.en.md", f"{kind.name}.{languages[0]}.md")
    faces = {place.removeprefix("faces/"): text for place, text in own.items() if place.startswith("faces/")}
    add_described(files, described, {place.replace("KIND", kind.name): text for place, text in faces.items()})
    if whole or _members(files.data["game.yaml"], "plan"):
        _add(files.data, "game.yaml", ("plan",), _unmarked(spoken["plan.yaml"]))
    if "items.yaml" in spoken:
        files.data[f"{kind.name}.yaml"] = spoken["items.yaml"]
    else:
        for language in languages:
            files.data[f"{kind.name}.{language}.md"] = rules_file(own, "prose", language)
    if whole and "balance.yaml" in spoken:
        _add(files.data, "balance.yaml", (), spoken["balance.yaml"], apart=True)
    if whole and "forge.yaml" in spoken:
        _add(files.data, "forge.yaml", ("kinds",), _unmarked(spoken["forge.yaml"]))
    roles = _members(files.templates["style.yaml"], "fonts")
    if "prose.yaml" in own and not _members(files.templates["style.yaml"], "prose"):
        prose = _with_roles(own["prose.yaml"], roles)
        entry = "prose:\n" + "".join(f"  {line}" for line in prose.splitlines(keepends=True))
        _add(files.templates, "style.yaml", (), entry, apart=True)


def add_described(files: GameFiles, described: str, faces: Mapping[str, str]) -> None:
    """Add a kind to ``game.yaml`` as it is described, and its faces, in the game's fonts.

    Raises:
        WrongUse: ``game.yaml`` is written in a form that nothing can be added to.
    """
    _add(files.data, "game.yaml", ("kinds",), described, apart=bool(_members(files.data["game.yaml"], "kinds")))
    roles = _members(files.templates["style.yaml"], "fonts")
    files.templates |= {place: _with_roles(text, roles) for place, text in faces.items()}


def _add(texts: dict[str, str], file: str, path: tuple[str, ...], entry: str, *, apart: bool = False) -> None:
    changed = with_entry(texts[file], path, entry, apart=apart)
    if changed is None:
        where = f"{path[0]} of {file}" if path else file
        raise WrongUse(
            f"{where} is written in a form that nothing can be added to; write it as a block, one line per key"
        )
    texts[file] = changed


def _members(text: str, key: str) -> list[str]:
    """The keys of a mapping of a file's root, or its members' count in words; empty where it is not there."""
    root = compose(text)
    for own, value in root.value if root is not None else ():
        if own.value == key and isinstance(value.value, list):
            return [member[0].value if isinstance(member, tuple) else "" for member in value.value]
    return []


def _unmarked(text: str) -> str:
    """Without the line at the head that says what is not translated: the file that it goes into says so."""
    return re.sub(r"\A# Not translated yet: .*\n", "", text)


def _with_roles(text: str, roles: Sequence[str]) -> str:
    """With the fonts of a game that knows not all roles: its own for texts in place of others."""
    spare = "text" if "text" in roles else roles[0] if roles else "text"
    for role in WANTED_ROLES:
        if role not in roles:
            text = text.replace(f'data-font="{role}"', f'data-font="{spare}"').replace(
                f"font: {role},", f"font: {spare},"
            )
            text = re.sub(rf"(\b(?:head|bold|italic): ){role}\b", rf"\g<1>{spare}", text)
    return text
