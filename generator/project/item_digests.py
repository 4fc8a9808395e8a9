"""What tells the items of a game from all that they might be: by content."""

from generator.core.notes import NotedThing
from generator.model.game import Item, Kind
from generator.project.digests import digest_of
from generator.read.tree import Mapping, Node, Scalar, Sequence, told_apart

KnownDigests = dict[int, tuple[Node, str]]  # digests of trees that are held, by their identity


class ItemDigests:
    """What notes about items stand for now."""

    def __init__(self) -> None:
        """Begin without any kind."""
        self._kinds: dict[str, list[Item]] = {}
        self._forms: dict[str, str] = {}  # of kinds, what is no item's own
        self._trees: KnownDigests = {}

    def know(self, kind: Kind, items: list[Item], trees: KnownDigests) -> None:
        """Take note of a kind's items as they were read; ``trees`` are those of before, and more are added."""
        self._kinds[kind.name], self._trees = items, trees
        self._forms[kind.name] = repr((kind.partial, kind.path is None, [item.id for item in kind.beside]))

    def digest(self, noted: NotedThing) -> str:
        """What tells what was noted from all else that it might be."""
        sort, name = noted
        items = self._kinds.get(name)
        if items is None:
            return ""
        if sort == "broken":
            return f"{any(item.broken for item in items)} {self._forms[name]}"
        if sort == "places":
            return digest_of(*(told_apart(item.node) for item in items))
        return digest_of(*(item_digest(item, self._trees) for item in items), self._forms[name])


def item_digest(item: Item, trees: KnownDigests) -> str:
    """What tells an item's values from all others, wherever it stands."""
    return _tree_digest(item.node, trees) + _form(item)


def _form(item: Item) -> str:
    if not (item.broken or item.waived or item.wrong):
        return ""
    return repr((item.broken, item.waived, sorted(item.wrong)))


def _tree_digest(node: Node, trees: KnownDigests) -> str:
    if isinstance(node, Scalar):
        return ("=" if node.plain else '"') + node.text
    held = trees.get(id(node))
    if held is None or held[0] is not node:
        parts: list[str] = []
        _write(node, parts)
        held = trees[id(node)] = node, digest_of(*parts)
    return held[1]


def _write(node: Node, parts: list[str]) -> None:
    if isinstance(node, Scalar):
        parts += ("=" if node.plain else '"', node.text)
    elif isinstance(node, Sequence):
        parts.append("[")
        for child in node.items:
            _write(child, parts)
        parts.append("]")
    else:
        assert isinstance(node, Mapping)
        parts.append("{")
        for key, child in node.values.items():
            parts += (":" if node.keys[key].plain else ";", key)
            _write(child, parts)
        parts.append("}")
