"""What tells the items of a game, and single values of them, from all that they might be: by content."""

from generator.core.notes import NotedThing, parts_of_cell
from generator.model.game import Item, Kind
from generator.project.digests import digest_of
from generator.project.noting_items import node_of
from generator.read.tree import Mapping, Node, Scalar, Sequence, told_apart

KnownDigests = dict[int, tuple[Node, str]]  # digests of trees that are held, by their identity


class ItemDigests:
    """What notes about items stand for now."""

    def __init__(self) -> None:
        """Begin without any kind."""
        self._kinds: dict[str, list[Item]] = {}
        self._by_id: dict[str, dict[str, list[Item]]] = {}
        self._forms: dict[str, str] = {}  # of kinds, what is no item's own
        self._trees: KnownDigests = {}

    def know(self, kind: Kind, items: list[Item], trees: KnownDigests) -> None:
        """Take note of a kind's items as they were read; ``trees`` are those of before, and more are added."""
        self._kinds[kind.name], self._trees = items, trees
        self._by_id.pop(kind.name, None)
        self._forms[kind.name] = repr((kind.partial, kind.path is None, [item.id for item in kind.beside]))

    def digest(self, noted: NotedThing) -> str:
        """What tells what was noted from all else that it might be."""
        sort, name = noted
        if sort in ("cell", "column"):
            return self._values(*parts_of_cell(name))
        items = self._kinds.get(name)
        if items is None:
            return ""
        if sort == "broken":
            return str(any(item.broken for item in items))
        if sort == "keys":
            return digest_of(*(key for item in items for key in (*node_of(item).values, "")))
        if sort == "places":
            return digest_of(*(told_apart(node_of(item)) for item in items))
        if sort == "rows":
            return digest_of(*(part for item in items for part in (item.id, _form(item))), self._forms[name])
        return digest_of(*(item_digest(item, self._trees) for item in items), self._forms[name])

    def _values(self, kind: str, field: str, identifier: str | None) -> str:
        items = self._kinds.get(kind, [])
        if identifier is not None:
            by_id = self._by_id.get(kind)
            if by_id is None:
                by_id = self._by_id[kind] = {}
                for item in items:
                    by_id.setdefault(item.id, []).append(item)
            items = by_id.get(identifier, [])
        nodes = (node_of(item).values.get(field) for item in items)
        return digest_of(*("" if node is None else _tree_digest(node, self._trees) for node in nodes))


def item_digest(item: Item, trees: KnownDigests) -> str:
    """What tells an item's values from all others, wherever it stands."""
    return _tree_digest(node_of(item), trees) + _form(item)


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
