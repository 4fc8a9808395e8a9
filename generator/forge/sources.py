"""The files that new items come from: a game, its rules and its ``forge.yaml``; other items of the kind."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from generator.core.folders import Project
from generator.core.problem import NotFound, WrongUse, require_sound
from generator.forge.examination import examine_forge
from generator.forge.forge import UNMADE
from generator.forge.spec import FILE, ForgeSpec
from generator.model.at_a_glance import forged_kinds, outline_of
from generator.model.game import Game, Item, missing
from generator.model.load import load_game
from generator.model.values import nearest
from generator.rules.apply import check_rules
from generator.rules.rule import Rule


def game_with(project: Project, kind: str, *, makes: bool = False) -> str:
    """The one game that has the kind.

    Args:
        project: the games.
        kind: what a user calls it.
        makes: whether new items are made, so that only a kind with a recipe will do instead.

    Raises:
        NotFound: none has it.
        WrongUse: several have.
    """
    games = games_with(project, kind)
    if not games:
        kinds_of = forged_kinds if makes else lambda folder: outline_of(folder).files
        candidates = sorted({usable for name in project.games() for usable in kinds_of(project.data / name)})
        there = (
            nearest(kind, candidates)
            if candidates or not makes
            else "and no game has recipes for new items in its forge.yaml"
        )
        there = there.replace("known:", "kinds with a recipe:") if makes else there
        read = [load_game(project.data / name, f"{project.data.as_posix()}/{name}")[0] for name in project.games()]
        raise missing(read, f"no game has a kind {kind!r}; {there}")
    if len(games) > 1:
        raise WrongUse(f"{', '.join(games)} each have a kind {kind!r}; say which with --game")
    return games[0]


def games_with(project: Project, kind: str) -> list[str]:
    """The games that have a kind."""
    return [name for name in project.games() if kind in outline_of(project.data / name).files]


def open_forge(project: Project, name: str, kind: str) -> tuple[Game, ForgeSpec, list[Rule]]:
    """The game, how its items are made, and its rules: all without errors, as far as the kind goes.

    Raises:
        NotFound: there is no such game, or it has no such kind.
        Faulty: one of the files that the kind's items come from has errors, or what they say leaves nothing to make.
    """
    game, problems = load_game(project.game_folder(name), f"{project.data.as_posix()}/{name}")
    rules, wrong_rules = check_rules(game)
    spec, wrong_forge = examine_forge(game, rules, wrong_rules, kind)
    files = {f"{project.data.as_posix()}/{name}/{file}" for file in ("game.yaml", "balance.yaml", FILE)}
    files |= {game.kinds[kind].file} if kind in game.kinds else set()
    errors = [p for p in [*problems, *wrong_rules, *wrong_forge] if p.level == "error" and p.file in files]
    require_sound(sorted(errors), UNMADE)
    if kind not in game.kinds:
        raise NotFound(f"{name} has no kind {kind!r}; {nearest(kind, game.kinds)}")
    return game, spec, rules


def items_in(project: Project, game: str, kind: str, path: Path, verb: str) -> list[Item]:
    """The items of a file of the kind. ``verb`` says in messages what they are read for.

    Raises:
        NotFound: there is no such file.
        WrongUse: it has errors; the first of them is reported.
    """
    if not path.is_file():
        raise NotFound(f"there is no file {path.as_posix()} to {verb}")
    loaded, problems = load_game(project.data / game, game, {kind: (path, path.as_posix())})
    wrong = sorted(problem for problem in problems if problem.file == path.as_posix() and problem.level == "error")
    if wrong:
        raise WrongUse(f"cannot {verb} {path.as_posix()}: line {wrong[0].line}: {wrong[0].message}")
    return loaded.kinds[kind].items


def data_hash(folder: Path, items: str, extra_paths: Iterable[Path]) -> str:
    """A short hash of the bytes of every file that new items depend on: the game's own, and ``others``."""
    digest = hashlib.sha256()
    own = [folder / name for name in ("game.yaml", "balance.yaml", FILE, Path(items).name)]
    for path in [*own, *extra_paths]:
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:7]
