"""``pnp generate``."""

import sys
from io import TextIOWrapper
from pathlib import Path
from random import Random
from secrets import randbelow

from generator.catalog.game import Game
from generator.cli.ending import carried_out
from generator.cli.generate_options import GenerateOptions, command_line, read_request
from generator.cli.progress import progress_bar
from generator.cli.reporting import counted, note, one_line
from generator.forge.append import appended_to, read_to_append, write_appended
from generator.forge.forge import forge
from generator.forge.lever import SEEDS
from generator.forge.sources import data_hash, game_with, items_in, open_forge
from generator.project import Project


def run(options: GenerateOptions, project: Project) -> int:
    """Make the items and write them; the exit status."""

    def command() -> int:
        _run(options, project)
        return 0

    return carried_out(command, options.out or options.sheets)


def _run(options: GenerateOptions, project: Project) -> None:
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # YAML is, wherever it is written
    name = options.game or game_with(project, options.kind)
    game, spec, rules = open_forge(project, name, options.kind)
    kind = game.kinds[options.kind]
    old = read_to_append(options.out) if options.out else b""
    own = game.folder / Path(kind.file).name
    taken = items_in(project, name, options.kind, options.out, "append to") if options.out and old else []
    if options.out and own.exists() and options.out.resolve() == own.resolve():
        taken = []  # the kind has them
    like = items_in(project, name, options.kind, options.like, "go by") if options.like else None
    seed = randbelow(SEEDS) if options.seed is None else options.seed
    notes: list[str] = []
    request = read_request(options, game, like)
    made = forge(game, kind, spec, request, Random(seed), rules=rules, taken=taken, notes=notes)
    if options.out or options.sheets:
        from generator.printing.forged import refuse_unfit

        refuse_unfit(project, game, kind, made)
    others = [path for path in (options.out, options.like) if path]
    head = f"# {command_line(options, seed)} (data {data_hash(game.folder, kind.file, others)})\n"
    text = head + "\n".join(item.as_yaml() for item in made)
    note(f"seed {seed}")
    _keep(options, project, game, old, text, tuple(item.id for item in made))
    for remark in notes:
        note(one_line(remark))


def _keep(options: GenerateOptions, project: Project, game: Game, old: bytes, text: str, ids: tuple[str, ...]) -> None:
    """Print new items on sheets, where that is wanted; then append them, or write them to standard output."""
    new = appended_to(options.out, old, text) if options.out else b""
    if options.sheets is not None:
        _print_sheets(options, options.sheets, project, game, text, ids)
    if options.out:
        write_appended(options.out, new)
        note(f"{counted(len(ids), 'new item')} in {one_line(str(options.out))}")
    else:
        sys.stdout.write(text)
        sys.stdout.flush()


def _print_sheets(
    options: GenerateOptions, sheets: Path, project: Project, game: Game, text: str, ids: tuple[str, ...]
) -> None:
    from generator.printing.forged import print_forged
    from generator.printing.order import Choice

    choice = Choice((options.kind,), ids, options.language, preferred=options.preferred)
    with progress_bar() as progress:
        printed = print_forged(project, game, choice, text, paper=options.paper, out=sheets, progress=progress)
    for one in printed:
        note(f"{counted(one.sheets, 'sheet')} in {one_line(str(one.file))}")
