"""Kinds that are no list of items: running text, one Markdown file a language, and boxes of paper. What is not
translated."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from generator.core.problem import Problem
from generator.model.containers import FORMS, THICKNESS, Container
from generator.model.game import Game, Item, Kind, boxed
from generator.model.items import short_hash
from generator.model.kind_fields import NOT_OF_BOXES, OF_BOXES, OF_ITEMS
from generator.model.values import LocalizedText, ProblemLog, Record, nearest
from generator.read.markdown import read_markdown
from generator.read.tree import Mapping, Scalar, error_at, excerpt, locate


def check_description(record: Record, node: Mapping, report: ProblemLog) -> bool:
    """What a kind in ``game.yaml`` needs and may have, by whether it is running text or a list of items.

    Returns:
        Whether it can be determined what its items are to be like.
    """
    if record.prose:
        for key in OF_ITEMS:
            if key in node.keys:
                report.add(node.keys[key], "unknown-field", f"running text has no {key}", "delete it, or prose")
        return True
    fields = node.values.get("fields")
    if fields is None or (isinstance(fields, Scalar) and fields.absent):
        hint = "write what fields is" if fields is not None else "add a line fields: …, or prose: … for running text"
        if "prose" not in record.wrong:
            report.add(node, "missing-field", "fields is missing", hint)
        return False
    return record.fields is not None


def read_prose(game: Game, kind: Kind, shown: str) -> list[Problem]:
    """Read ``data/GAME/PROSE.LANG.md`` for each of the game's languages into ``kind.documents``.

    The kind then has one item, by the name of the text: what is printed, in copies, is the whole of it.

    Args:
        game: the game; its folder is where the files lie.
        kind: a kind with ``prose``.
        shown: the folder's name in messages.
    """
    problems: list[Problem] = []
    absent: list[str] = []
    for language in game.languages:
        name = f"{kind.prose}.{language}.md"
        path = game.folder / name
        if path.exists():
            document, text_problems = read_markdown(path, f"{shown}/{name}", game.folder.resolve().parent)
            kind.documents[language] = document
            problems += text_problems
        else:
            absent.append(name)
    broken = any(document.broken for document in kind.documents.values())
    item = Item(kind.name, kind.prose or "", {"art": None}, 1, {}, game.file, kind.node, broken)
    kind.items = [item] if kind.documents else []
    kind.data_hash = short_hash(*(game.folder / Path(file).name for file in kind.files), begin=game.description)
    where = kind.node.values["prose"]
    for name in absent if "languages" not in game.wrong else ():
        message, hint = f"there is no file {name}", _meant(game.folder, kind.prose or "", name)
        if kind.documents:
            first = Path(next(iter(kind.documents.values())).file).name
            message, hint = f"{message}: {first} is printed in its place", "translate it"
        rule = "missing-translation" if kind.documents else "missing-file"
        problems.append(Problem(game.file, where.line, where.column, "warning", rule, message, hint))
    read = [f"{kind.prose}.{language}.md" for language in game.languages]
    for path in sorted(game.folder.glob("*.md")) if "languages" not in game.wrong else ():
        if path.name.startswith(f"{kind.prose}.") and path.name not in read:
            message, hint = "no kind of this game reads this file", "its languages: " + ", ".join(game.languages)
            problems.append(Problem(f"{shown}/{path.name}", 1, 1, "warning", "unknown-file", message, hint))
    return problems


def _meant(folder: Path, prose: str, name: str) -> str:
    """What to do about a file of running text that is not there."""
    if prose.endswith(".md"):
        return f"write prose: {prose.split('.')[0]}; language and ending are added"
    others = (path.name for path in folder.glob("*.md") if not path.name.startswith(f"{prose}."))
    return nearest(name, sorted(others), "write it")


MOST = 20.0  # mm that one component can be thick
LARGEST = 2_000.0  # mm: no paper is larger


def container_of(record: Record, node: Mapping, report: ProblemLog) -> Container | None:
    """What a kind's description says of the box that it is; None where it is none."""
    if not record.holds:
        for key in OF_BOXES:
            if key in node.keys and getattr(record, key) is not None:
                report.add(node.keys[key], "missing-field", f"{key} without holds", f"add holds, or delete {key}")
        return None
    for key in NOT_OF_BOXES:
        if key in node.keys and getattr(record, key) is not None:
            why = "its size is worked out of what it holds" if key == "size" else f"a box of paper has no {key}"
            report.add(node.keys[key], "unknown-field", why, f"delete {key}, or holds")
    lengths = {"thickness": THICKNESS, "sleeve": 0.0}
    for key in lengths:
        length = getattr(record, key)
        if length is not None and not 0 < length <= MOST:
            report.add(node.values[key], "number-range", f"{key} is {length:g}; more than 0, at most {MOST:g}")
        elif length is not None:
            lengths[key] = float(length)
    return Container(record.form or FORMS[0], tuple(record.holds), **lengths)


def size_boxes(game: Game) -> list[Problem]:
    """Work out the size of each box for all copies of what it holds; what is wrong with what it holds."""
    problems: list[Problem] = []
    boxes = [kind for kind in game.kinds.values() if kind.container is not None]
    counts = {name: sum(item.copies for item in part.items) for name, part in game.kinds.items()} if boxes else {}
    for kind in boxes:
        wrong = list(_unfit(game, kind))
        problems += wrong
        if wrong:
            kind.wrong |= {"size"}
            continue
        sized = boxed(game, kind, counts)
        if sized.size is not None and max(sized.size) > LARGEST:
            place = locate(kind.node, ("holds",))
            unfolded = f"{sized.size[0]:,.0f} x {sized.size[1]:,.0f} mm"
            message = f"the box is {unfolded} unfolded; no paper is larger than {LARGEST:,.0f} mm"
            problems.append(error_at(game.file, place, "number-range", message, "make two of it"))
            continue
        kind.net, kind.size, kind.held, kind.times = sized.net, sized.size, sized.held, sized.times
    return problems


def _unfit(game: Game, kind: Kind) -> Iterator[Problem]:
    """What is said to lie in a box, and cannot."""
    assert kind.container is not None
    for number, name in enumerate(kind.container.holds):
        held, place = game.kinds.get(name), locate(kind.node, ("holds", number))
        if held is None and name not in game.unread:
            message, hint = f"{excerpt(name)} is not a kind", nearest(name, game.kinds)
            yield error_at(game.file, place, "unknown-reference", message, hint)
        elif held is not None and (held.container or held.prose or (held.size is None and "size" not in held.wrong)):
            message, hint = f"{name} cannot lie in a box", "name kinds that are printed, and have a size"
            yield error_at(game.file, place, "unknown-reference", message, hint)


RULE = "missing-translation"
_MANY = 8  # texts: fewer may well be names
_FEW = 2  # kinds that are reported one by one; of more, it is the language that is new


def untranslated(game: Game) -> Iterator[Problem]:
    """For each file of items whose texts all are bare, its first one; the second language where there are many.

    A bare text is right for what is the same in all languages, such as a name. Where a file has nothing else, its
    translation was forgotten, and the other languages print the first one.
    """
    if len(game.languages) < 2 or "languages" in game.wrong:
        return
    bare = {kind.name: _bare(kind) for kind in game.kinds.values() if not kind.is_broken}
    first = {kind: texts[0] for kind, texts in bare.items() if len(texts) >= _MANY}
    others = ", ".join(game.languages[1:])
    places = {f"these {kind}": (item.file, item.where(name), name) for kind, (item, name) in first.items()}
    if len(first) > _FEW and game.root is not None:
        name = next(iter(first.values()))[1]
        places = {", ".join(first): (game.file, locate(game.root, ("languages", 1)), name)}
    for those, (file, node, name) in places.items():
        message = f"no text of {those} is translated: {others} will print as {game.language}"
        hint = f"write {game.language} and {others} of each: {name}: {{{_example(game.languages)}}}"
        yield Problem(file, node.line, node.column, "warning", RULE, message, hint)


def _bare(kind: Kind) -> list[tuple[Item, str]]:
    """The items with a bare text that holds letters, each with its field; none where another text is translated."""
    names = [
        name for name, field in kind.fields.items() if name != "waive" and any(part.is_text for part in field.walk())
    ]
    texts: list[tuple[Item, str]] = []
    for item in kind.all_items if names and not kind.prose else ():
        for name in names:
            for text in texts_in(item.fields.get(name)):
                if "" not in text.translations:
                    return []
                if RULE not in item.waive and any(map(str.isalpha, str(text))):
                    texts.append((item, name))
    return texts


def texts_in(value: Any) -> Iterator[LocalizedText]:
    """The texts in a value, however deep."""
    if isinstance(value, LocalizedText):
        yield value
    elif isinstance(value, list | Record):
        parts: Iterable[Any] = value if isinstance(value, list) else [part for _, part in value]
        for part in parts:
            yield from texts_in(part)


def _example(languages: Iterable[str]) -> str:
    return ", ".join(f"{language}: …" for language in languages)
