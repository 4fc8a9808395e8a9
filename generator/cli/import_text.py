"""``pnp import`` of running text: an ordinary Markdown file becomes the text of a kind such as rules."""

import re
from pathlib import Path, PurePosixPath

from generator.cli.data_options import ImportOptions
from generator.cli.import_sheet import show_difference, signs_of
from generator.cli.reporting import as_lines, counted, one_line, say, tally, tell
from generator.core.file_names import fits_every_system
from generator.core.folders import Project
from generator.core.problem import Faulty, NotFound, WrongUse, require_sound
from generator.core.rewriting import Replacement, content_of, replacing_all
from generator.core.textfile import decoded, read_bytes_of
from generator.draw.svg.drawing import SORTS
from generator.draw.svg.rasters import MAX_BYTES as LARGEST_PICTURE
from generator.forge.make_items import game_with
from generator.model.load import load_game
from generator.model.values import nearest
from generator.read.figure_lines import FIGURE, source_of
from generator.read.markdown import MAX_BYTES, parse_markdown
from generator.starter.files import rules_file, texts_in
from generator.tables.cells import OUTCOME
from generator.tables.opening import pattern_of
from generator.tables.rulebook import Change, house_form

_ALERT = re.compile(r"^( {0,3}>[ \t]?)\[!(note|tip|important|warning|caution)\](?=[ \t\r]*$)", re.I | re.M)  # of GitHub


def run(options: ImportOptions, project: Project) -> int:
    """Write the text in the form that is read here, and say what was changed; the exit status."""
    source = Path(options.file or "")
    try:
        name = options.game or game_with(project, options.kind or "")
    except NotFound as error:
        raise NotFound(f"{error}; pnp new GAME --kind rules adds running text to a game") from None
    of_sheets = (options.sheet, options.map, options.key, options.header, options.prune, options.decimal)
    if any((*of_sheets, options.encoding, options.markup, options.where)):
        fitting = "--game, --kind, --update, --replace and --dry-run"
        raise WrongUse(f"{source.as_posix()} is a text: of the options only {fitting} fit")
    game, _ = load_game(project.game_folder(name), f"{project.data.as_posix()}/{name}")
    require_sound(game.faults, OUTCOME)
    kind = game.kinds.get(options.kind or "")
    if kind is None or not kind.prose:
        texts = [other.name for other in game.kinds.values() if other.prose]
        hint = f": {nearest(options.kind or '', texts)}" if texts else f"; pnp new {name} --kind rules makes one"
        raise WrongUse(f"{options.kind} is no running text of {name}{hint}")
    if not source.is_file():
        raise NotFound(f"there is no file {source.as_posix()}")
    data, problems = read_bytes_of(source, source.as_posix(), MAX_BYTES, "prose-syntax")
    text, more = decoded(data, source.as_posix(), "prose-syntax") if data is not None else (None, [])
    if text is None:
        raise Faulty([*problems, *more], OUTCOME)
    language = next((word for word in source.stem.split(".")[1:] if word in game.languages), game.language)
    path = game.folder / f"{kind.prose}.{language}.md"
    shown, old = f"{project.data.as_posix()}/{name}/{path.name}", content_of(path)
    usual = rules_file(texts_in("sorts", "rules"), "prose", language).encode()
    if old not in (None, usual, data) and not options.update:
        raise WrongUse(f"{shown} is there already; --update replaces it, --dry-run shows how")
    titles = [text.count("\n", 0, alert.start()) + 1 for alert in _ALERT.finditer(text)]
    text = _ALERT.sub(lambda alert: f"{alert[1]}**{alert[2].capitalize()}:**", text)
    new, changes = house_form(text, str(kind.title.in_language(language, game.language)))
    changes += [Change("titles of boxes, such as [!NOTE]: bold words", tuple(titles))] if titles else []
    signs = signs_of(options.replace)
    new = pattern_of(signs).sub(lambda sign: signs[sign[0]], new)
    if options.dry_run:
        show_difference(shown, old or b"", new.encode())
    pictures = _pictures(new, source, project.templates_for(game.templates), game.folder)
    with replacing_all([] if options.dry_run else [Replacement(path, old, new.encode()), *pictures]):
        pass
    if pictures:
        done = f"{'to be ' * options.dry_run}copied beside the text"
        tell(one_line(f"{source.as_posix()}: {done}: {counted(len(pictures), 'picture')}"))
    for change in changes:
        tell(one_line(f"{source.as_posix()}: {change}"))
    say(one_line(f"{shown}: {counted(len(changes), 'sort')} of changes{'; nothing was written' * options.dry_run}"))
    open_problems = parse_markdown(new, shown)[1]
    for line in as_lines(open_problems):
        tell(line)
    if open_problems:
        tell(f"{tally(open_problems)} that a person has to decide")
    return 1 if open_problems else 0


def _pictures(text: str, source: Path, *folders: Path) -> list[Replacement]:
    """The pictures of a text that lie beside its file, and in none of the folders yet; they go into the last."""
    found: dict[str, Replacement] = {}
    for figure in filter(None, map(FIGURE.fullmatch, text.split("\n"))):
        name = PurePosixPath(source_of(figure))
        file = source.parent / name
        is_ours = name.suffix.lower() in SORTS and all(map(fits_every_system, name.parts))
        if not is_ours or ".." in name.parts or any((folder / name).exists() for folder in folders):
            continue
        is_beside = file.is_file() and file.resolve().is_relative_to(source.parent.resolve())
        if is_beside and file.stat().st_size <= LARGEST_PICTURE:
            found[name.as_posix()] = Replacement(folders[-1] / name, None, file.read_bytes())
    return list(found.values())
