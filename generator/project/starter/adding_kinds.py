"""New kinds for a game that is there: new files, and entries in ``game.yaml``, all of it or nothing."""

from collections.abc import Collection, Sequence
from contextlib import ExitStack
from pathlib import Path

from generator.core.atomic import new_files, replacing
from generator.core.folders import Project
from generator.core.refusal import WrongUse, require_sound
from generator.model.load import languages_of
from generator.project.starter.files import GameFiles, Made, faces_of, text_of, texts_in, write
from generator.project.starter.names import taken_names
from generator.project.starter.sorts import NewKind, add_kind, named_kinds
from generator.read.reader import read_file
from generator.read.tree import Mapping


def add_kinds(project: Project, name: str, kinds: Sequence[str]) -> Made:
    """Add kinds to a game that is there.

    Raises:
        WrongUse: a name is taken, a file cannot be added to, or the game's templates are not the project's own.
        Faulty: ``game.yaml`` or ``style.yaml`` cannot be read.
    """
    data = project.game_folder(name)
    root, problems = read_file(data / "game.yaml", within=data.resolve().parent)
    require_sound(problems, "nothing was added")
    faces = faces_of(root, name)
    templates = project.templates / faces
    if project.templates_for(faces) != project.templates:
        raise WrongUse(
            f"the templates of {name} ship with the tool; pnp new my-{name} --from {name} makes a game to change"
        )
    style = templates / "style.yaml"
    if style.exists():
        _, problems = read_file(style)
        require_sound(problems, "nothing was added")
    before = GameFiles(
        {"game.yaml": text_of(data / "game.yaml")}, {"style.yaml": text_of(style)} if style.exists() else {}
    )
    files = GameFiles(dict(before.data), dict(before.templates or texts_in("bare", "templates")))
    described = root.values.get("kinds") if isinstance(root, Mapping) else None
    there = taken_names(data, templates, described.values if isinstance(described, Mapping) else ())
    added = named_kinds(kinds, there)
    for kind in added:
        add_kind(files, kind, languages_of(data), whole=False)
    pairs = ((data, files.data, before.data), (templates, files.templates, before.templates))
    texts = {folder / path: text for folder, own, old in pairs for path, text in own.items() if old.get(path) != text}
    _put(texts, {data / "game.yaml", *([style] if style.exists() else [])})
    return Made(data, templates, {kind.name: data / _file_of(kind, files) for kind in added})


def _put(texts: dict[Path, str], changed: Collection[Path]) -> None:
    """Write new files, and new texts of files that are there: all of them, or none."""
    with ExitStack() as stack:
        stack.enter_context(new_files([path for path in texts if path not in changed]))
        for path, text in texts.items():
            write(stack.enter_context(replacing(path)) if path in changed else path, text)


def _file_of(kind: NewKind, files: GameFiles) -> str:
    return next(
        path for path in (f"{kind.name}.yaml", *files.data) if path in files.data and path.startswith(kind.name)
    )
