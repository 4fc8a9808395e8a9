"""From a game's folder to a `Game`: as much as could be read, and every problem found on the way."""

from contextlib import suppress
from os.path import lexists
from pathlib import Path
from typing import Any

from generator.core.choices import Marks
from generator.core.folders import OWN_FILES
from generator.core.problem import Problem
from generator.model.at_a_glance import LONGEST, MAX_LANGUAGES, is_bare
from generator.model.fields import Field, ReadContext, read_fields
from generator.model.fields.word_fields import BOARD, KIND_NAME
from generator.model.game import Game, Kind
from generator.model.items import ID, Reference, read_items, unresolved
from generator.model.kind_fields import tag_meant
from generator.model.running_text import check_description, container_of, read_prose, size_boxes, untranslated
from generator.model.schema import COMMON, GAME, OWN
from generator.model.sheet_source import source_of
from generator.model.values import TAG, LocalizedText, ProblemLog, Record, id_from, nearest
from generator.read.blocks import tables_of
from generator.read.reader import read_file
from generator.read.tree import Mapping, Scalar, Sequence, describe, excerpt, locate


def load_game(
    folder: Path, shown: str, replace: dict[str, tuple[Path, str]] | None = None
) -> tuple[Game, list[Problem]]:
    """Read a game's description and all its items.

    Args:
        folder: ``data/GAME``.
        shown: the folder's name in messages.
        replace: for a kind, another file of items (its path, and its name in messages) read in place of its own. If
            it is named otherwise, the kind's own items are still there to be referred to.
    """
    game, problems = _read_description(folder, shown)
    game.faults = tuple(problem for problem in problems if problem.level == "error")
    references: list[Reference] = []
    for kind in game.kinds.values():
        if kind.name in game.unread:
            kind.partial = True  # what its items are to be like, nobody can say
            continue
        if kind.prose:
            problems += read_prose(game, kind, shown)
            continue
        path: Path = folder / Path(kind.file).name
        if not lexists(path) and path.name == f"{kind.name}.yaml" and lexists(path.with_suffix(".json")):
            path, kind.file = path.with_suffix(".json"), f"{shown}/{kind.name}.json"  # which is YAML too
        within: Path | None = folder.resolve().parent
        if replace and kind.name in replace:
            if replace[kind.name][0].name != path.name and lexists(path):
                read_items(game, kind, path, within, [])
                kind.beside, kind.items = kind.items, []
            (path, kind.file), within = replace[kind.name], None
        if lexists(path):
            kind.path = path
            own = read_items(game, kind, path, within, references)
            if kind.template and not kind.items and not own:
                message = f"no item is written here, so nothing of {kind.name} is printed"
                own = [Problem(kind.file, 1, 1, "note", "no-items", message, "write one, or delete the kind")]
            problems += own
        elif ID.fullmatch(kind.name):  # else the name is reported, and the file may have the right one
            problems.append(_without_file(game, kind, path.name))
    problems += unresolved(game, references)
    problems += untranslated(game)
    problems += size_boxes(game)
    if game.kinds:
        problems += _unclaimed(game, shown)
    return game, problems


def _read_description(folder: Path, shown: str) -> tuple[Game, list[Problem]]:
    file = f"{shown}/game.yaml"
    root, problems = read_file(folder / "game.yaml", file, folder.resolve().parent)
    report = ProblemLog(file, problems)
    game = Game(folder.name, LocalizedText({"": folder.name}), ("en",), folder, file, folder.name, root=root)
    with suppress(OSError):
        game.description = b"" if root is None else (folder / "game.yaml").read_bytes()
    if root is None and not problems:
        problems.append(Problem(file, 1, 1, "error", "missing-field", "the file is empty", "describe the game's kinds"))
    root = report.rooted(root, Mapping, "a mapping with name, languages and kinds")
    if root is None:
        return game, problems
    wrong: set[str] = set()
    game.languages = _languages(root, report)
    if report.problems:
        wrong.add("languages")
    context = ReadContext(report, game.languages, any_language="languages" in wrong)
    values = read_fields(root, GAME, context, wrong)
    game.wrong = frozenset(wrong)
    game.title = values["name"] or game.title
    if values["templates"] and _plain(values["templates"], "templates", root, report):
        game.templates = values["templates"]
    for name, record in (values["kinds"] or {}).items():
        game.kinds[name] = _kind(name, record, root, shown, report)
        _lay_out(game.kinds[name], record, values)
    kinds = root.values.get("kinds")
    broken = {name for name, kind in game.kinds.items() if "fields" in kind.wrong}
    game.unread = frozenset(broken | (set(kinds.values) - set(game.kinds) if isinstance(kinds, Mapping) else set()))
    game.players, game.modes = tuple(values["players"] or ()), tuple(values["modes"] or ())
    game.ages, game.minutes = tuple(values["ages"] or ()), tuple(values["minutes"] or ())
    game.plan = values["plan"] or []
    game.players_by_mode = {mode: tuple(limits) for mode, limits in (values["players_by_mode"] or {}).items()}
    game.mode_names = values["mode_names"] or {}
    named = {"players_by_mode": game.players_by_mode, "mode_names": game.mode_names}
    for at, mode in enumerate(game.modes):
        if mode in game.modes[:at]:
            report.add(locate(root, ("modes", at)), "not-one-of", f"{excerpt(mode)} is repeated here", "delete it")
    for key, mode in [(key, mode) for key, modes in named.items() for mode in modes]:
        if mode not in game.modes and "modes" not in wrong:
            node = locate(root, (key, mode))
            report.add(node, "unknown-reference", f"{excerpt(mode)} is not a mode", nearest(mode, game.modes))
    described = root.values.get("kinds")
    if isinstance(described, Mapping) and not described.values:
        report.add(described, "missing-field", "no kind is described", "add a kind: its title, its fields")
    _look_up_kinds(game, context)
    return game, problems


def _look_up_kinds(game: Game, context: ReadContext) -> None:
    """Report the kinds that fields refer to and that are not there, or are no boards where they have to be."""
    for to, value in context.references:
        if to not in (KIND_NAME, BOARD) or value.text in game.unread:
            continue
        if value.text not in game.kinds:
            message, hint = f"{excerpt(value.text)} is not a kind", nearest(value.text, game.kinds)
            context.report.add(value, "unknown-reference", message, hint)
        elif to == BOARD and not game.kinds[value.text].fields.keys() & {"columns", "side"}:
            message = f"{value.text} has no fields columns and rows, so nobody knows which places there are"
            context.report.add(value, "unknown-field", message, "add them, each {type: whole, required: true}")


def _languages(root: Mapping, report: ProblemLog) -> tuple[str, ...]:
    """The game's languages; other fields can't be read without them."""
    node = root.values.get("languages")
    words: list[str] = []
    if node is not None and not isinstance(node, Sequence) and not (isinstance(node, Scalar) and node.absent):
        report.add(
            node, "wrong-type", f"a list of languages is wanted here, not {describe(node)}", "such as [en] or [en, fr]"
        )
    for member in node.items if isinstance(node, Sequence) else []:
        if not isinstance(member, Scalar) or not TAG.fullmatch(member.text):
            hint = tag_meant(member.text if isinstance(member, Scalar) else "")
            report.add(member, "wrong-type", f"{describe(member)} is not a language code", hint)
        elif member.text in words:
            report.add(member, "not-one-of", f"{member.text} is repeated here", "delete it")
        elif len(words) == MAX_LANGUAGES:
            report.add(member, "number-range", f"a game has at most {MAX_LANGUAGES} languages")
            break
        else:
            words.append(member.text)
    return tuple(words) or ("en",)


def _lay_out(kind: Kind, record: Record, values: dict[str, Any]) -> None:
    """What a kind says of its sheets, else the game; pages to be read have the bleed that they ask for themselves."""

    def setting(key: str) -> Any:
        own = record[key]
        return own if own is not None or (key == "bleed" and kind.prose) else values[key]

    kind.bleed, kind.gutter = float(setting("bleed") or 0.0), float(setting("gutter") or 0.0)
    kind.marks, kind.join = Marks(setting("marks") or Marks.crop), setting("join")


_SETS = ("-blank", "-changed", "-forged")  # how names of files end that are not a kind's own
SHEETS_OF_A_KIND = ("-backs", *_SETS, *(f"{end}-backs" for end in _SETS))


def _plain(name: str, key: str, node: Mapping, report: ProblemLog) -> bool:
    """Whether ``name`` names something in the folder at hand, and nothing beyond."""
    if len(name.encode()) > LONGEST:
        message = f"{key} is a name of {len(name):,} characters, too long for a file"
        report.add(node.values[key], "unknown-reference", message, "take a shorter name")
        return False
    if is_bare(name):
        return True
    report.add(node.values[key], "unknown-reference", f"{key} is a name without a folder, not {excerpt(name)}")
    return False


# Keys of a kind that it has as they are described; those that are not there are as by default.
AS_DESCRIBED = (
    *("size", "template", "back", "procedure", "derived", "shaped", "shaped_back", "fresh_sheets", "page_label"),
    *("mixed", "without_gaps", "group_page_label", "blank_guide", "blank_page_label"),
)


def _kind(name: str, record: Record, root: Mapping, shown: str, report: ProblemLog) -> Kind:
    kinds = root.values["kinds"]
    assert isinstance(kinds, Mapping)
    node = kinds.values[name]
    assert isinstance(node, Mapping)
    whole = check_description(record, node, report)
    own = record.fields or {}
    for key in OWN:
        if key in own:
            where = locate(node, ("fields", key))
            report.add(where, "unknown-field", f"{key} exists for every kind and cannot be redefined", "delete it")
    kind = Kind(
        name,
        record.title or LocalizedText({"": name}),
        {**own, **COMMON, **{key: field for key, field in own.items() if key not in OWN}},
        f"{shown}/{name}.yaml",
        node,
        container=container_of(record, node, report),
        shaped_gutter=None if record.shaped_gutter is None else float(record.shaped_gutter),
        blank=record.blank is not False,
        blank_styles=tuple(record.blank_styles or ()),
        **{key: record[key] for key in AS_DESCRIBED if record[key]},
    )
    # One field with a mistake takes anything; without any, nobody can say what an item is to be like.
    kind.wrong = record.wrong - {"fields"} if whole else record.wrong | {"fields"}
    for key, needed in (("shaped", "template"), ("shaped_back", "back"), ("shaped_gutter", "shaped")):
        if node.keys.get(key) and getattr(record, key) is not None and not getattr(record, needed):
            report.add(node.keys[key], "missing-field", f"{key} without {needed}", f"add {needed}, or delete {key}")
    if not ID.fullmatch(name):
        message = f"the kind {excerpt(name)} is not made of lower-case letters, digits and hyphens"
        plain = id_from(name[:LONGEST], "")
        report.add(kinds.keys[name], "bad-id", message, f"write {plain}" if plain else "")
    if record.file and _plain(record.file, "file", node, report):
        kind.file = f"{shown}/{record.file}"
    if record.prose and _plain(record.prose, "prose", node, report):
        kind.prose = record.prose
    size = node.values.get("size")
    if kind.template and not kind.container and (size is None or (isinstance(size, Scalar) and size.absent)):
        report.add(node, "missing-field", "size is missing", "add size: poker, or size: [width, height] in mm")
        kind.wrong |= {"size"}
    if record.group and "fields" not in kind.wrong and _groups(record.group, own, node, report):
        kind.group = record.group
    if "fields" not in kind.wrong and not record.prose:
        kind.source = source_of(record, kind.fields, node, report)
    if record.share and _names_a_file(record.share, kinds, node, report):
        kind.share = record.share
    return kind


def _names_a_file(share: str, kinds: Mapping, node: Mapping, report: ProblemLog) -> bool:
    """Whether the sheets that kinds share can have this name: no other sheets are called so."""
    place = node.values["share"]
    if not ID.fullmatch(share) or share == "box" or share.startswith("box-"):
        hint = "take lower-case letters, digits and hyphens; box-… are the boxes' names"
        report.add(place, "file-name", f"{excerpt(share)} cannot name a file of sheets", hint)
        return False
    others = [kind.values.get("share") for kind in kinds.values.values() if isinstance(kind, Mapping)]
    names = [*kinds.values, *(member.text for member in others if isinstance(member, Scalar) and member.text != share)]
    taken = next((name for name in names if _share_a_name(name, share)), None)
    if taken is not None:
        message = f"{share} is too near to {excerpt(taken)}: both name files of sheets"
        if taken == share:
            message = f"{share} is the name of a kind, whose own sheets are called so"
        hint = "take a name that is no kind's" if taken in kinds.values else "take another name"
        report.add(place, "file-name", message, hint)
    return taken is None


def _share_a_name(first: str, second: str) -> bool:
    """Whether a file of the one's sheets can have the name of a file of the other's."""
    return first == second or any(f"{first}{end}" == second or first == f"{second}{end}" for end in SHEETS_OF_A_KIND)


def _groups(name: str, fields: dict[str, Field], node: Mapping, report: ProblemLog) -> bool:
    """Whether items can be grouped by the field ``name``: it is there, and its values can be told apart."""
    if name not in fields:
        report.add(node.values["group"], "unknown-field", f"{excerpt(name)} is not a field", nearest(name, fields))
    elif fields[name].is_nested or fields[name].is_text:
        report.add(
            node.values["group"], "wrong-type", f"{name} holds more than one word", "group by a choice, string or flag"
        )
    else:
        return True
    return False


def _without_file(game: Game, kind: Kind, file: str) -> Problem:
    kinds = locate(game.root, ("kinds",)) if game.root else None
    node = kinds.keys[kind.name] if isinstance(kinds, Mapping) else kind.node
    near = next((path for path in _unread(game) if _is_near(kind.name, path.stem)), None)
    if near is not None:
        message = f"there is no file {file}, and no kind reads {near.name}"
        hint = f"did you mean {near.stem}?" if near.suffix == ".yaml" else f"rename it to {file}"
    else:
        message, hint = f"there is no file {file}: {kind.name} have no items", "create it, even if it is empty"
    return Problem(game.file, node.line, node.column, "warning", "missing-file", message, hint)


def _unclaimed(game: Game, shown: str) -> list[Problem]:
    """Files beside the kinds' own that nothing reads: a misspelt name would go unnoticed."""
    lacking = [kind.name for kind in game.kinds.values() if kind.path is None and not kind.prose]
    claimed = sorted([*(Path(kind.file).name for kind in game.kinds.values()), *OWN_FILES])
    problems = []
    for path in _unread(game):
        if not any(_is_near(name, path.stem) for name in lacking):  # else it was reported at the kind
            message = "no kind of this game reads this file"
            hint = nearest(path.name, claimed, "rename it as a kind is called in game.yaml, or delete it")
            problems.append(Problem(f"{shown}/{path.name}", 1, 1, "warning", "unknown-file", message, hint))
    return problems


def _is_near(name: str, stem: str) -> bool:
    return bool(nearest(name, [stem], ""))


def _unread(game: Game) -> list[Path]:
    """The YAML files in a game's folder that nothing reads."""
    claimed = {Path(kind.file).name for kind in game.kinds.values()} | set(OWN_FILES)
    claimed |= {f"{name}.yaml" for name in game.unread}
    claimed |= {name for kind in game.kinds.values() for text in kind.documents.values() for name in tables_of(text)}
    claimed |= {f"{id_from(name[:LONGEST], '')}.yaml" for name in game.kinds if not ID.fullmatch(name)}
    paths = sorted(game.folder.glob("*.y*ml"))
    return [path for path in paths if path.name not in claimed and path.suffix in (".yaml", ".yml")]
