"""``pnp generate``."""

import sys
from io import TextIOWrapper
from pathlib import Path

from msgspec.structs import replace

from generator.cli.ending import open_made, progress_bar
from generator.cli.reporting import counted, note, one_line
from generator.core.folders import Project
from generator.core.problem import Infeasible, Refusal
from generator.core.rewriting import rewrite
from generator.forge.make_items import GeneratedItems, make_items
from generator.forge.request import GenerateOptions
from generator.forge.yaml_writer import appended_to, read_to_append, replaced_in
from generator.printing.order import RenderOrder
from generator.printing.print_cache import PrintedFile


def run(options: GenerateOptions, order: RenderOrder | None, project: Project, *, opened: bool) -> None:
    """Make the items and write them."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # YAML is, wherever it is written
    old = read_to_append(options.out) if options.out else b""
    batch = _made(options, project, appended=bool(old) and not options.replace)
    if options.out or order is not None:
        from generator.printing.forged import refuse_unfit

        refuse_unfit(project, batch.game, batch.kind, batch.items)
    note(f"seed {batch.seed}")
    new = _written(options.out, old, batch) if options.out else b""
    printed = _print_sheets(order, project, batch) if order is not None else []
    if options.out:
        rewrite(options.out, old, new)
        note(f"{counted(len(batch.items), 'new item')} in {one_line(options.out.as_posix())}")
    else:
        sys.stdout.write(batch.text)
        sys.stdout.flush()
    for remark in batch.notes:
        note(one_line(remark))
    if opened:
        open_made([file.file for file in printed])


def _made(options: GenerateOptions, project: Project, *, appended: bool) -> GeneratedItems:
    """The items; where a deck has no room for more, the refusal says whether others could take the place of some."""
    try:
        return make_items(options, project, appended=appended)
    except Infeasible as error:
        if options.replace:
            raise
        try:
            make_items(replace(options, replace=True, out=None), project)
        except Refusal:
            raise error from None
        raise Infeasible(f"{error}; --replace offers {options.count:,} in place of as many existing ones") from None


def _written(path: Path, old: bytes, batch: GeneratedItems) -> bytes:
    """What a file holds with the new items: at its end, or in the place of others."""
    if batch.gone:
        return replaced_in(path, old, batch.kind, batch.gone, [item.as_yaml() for item in batch.items])
    return appended_to(path, old, batch.text)


def _print_sheets(order: RenderOrder, project: Project, batch: GeneratedItems) -> list[PrintedFile]:
    from generator.cli.render import tell_warnings
    from generator.printing.forged import print_forged

    order = replace(order, choice=replace(order.choice, items=tuple(item.id for item in batch.items)))
    with progress_bar() as progress:
        printed = print_forged(project, batch.game, order, batch.text, [item.id for item in batch.gone], progress)
    tell_warnings(printed)
    for file in printed:
        note(f"{counted(file.sheets, 'sheet')} in {one_line(file.file.as_posix())}")
    return printed
