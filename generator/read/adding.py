"""Something added to a YAML file that a person wrote, or taken out of it: every other character stays."""

import json
from textwrap import indent

import yaml
from yaml.nodes import CollectionNode, MappingNode, Node, ScalarNode, SequenceNode

MOST = 1_000_000  # characters
_Plain = str | list["_Plain"] | dict[str, "_Plain"] | None


def with_entry(text: str, path: tuple[str, ...], entry: str, *, apart: bool = False) -> str | None:
    """The text with ``entry`` at the end of the mapping or list at ``path``.

    Args:
        text: of a file that has been read without a problem.
        path: keys from the root; what the last one names is made if it is not there.
        entry: YAML in block form, not indented: members of a list, or keys with their values.
        apart: whether an empty line comes before it.

    Returns:
        None where the file has a form that nothing can be added to.
    """
    root = compose(text)
    entry_nodes = _find(root, path)
    if entry_nodes is None:
        if not path or _find(root, path[:-1]) is None:
            return None
        nested = f"{path[-1]}:\n{indent(entry, '  ')}"
        return with_entry(text, path[:-1], nested, apart=True)
    key, node = entry_nodes
    changed = _added(text, key, node, entry.rstrip("\n") + "\n", apart=apart)
    expected = _expected(_plain(root), path, _plain(compose(entry)))
    return changed if changed and expected and _plain(compose(changed)) == expected else None


def without_key(text: str, key: str) -> str | None:
    """The text without a key of its root and the one line that it is in; None where it has another form."""
    root = compose(text)
    entry_nodes = _find(root, (key,))
    if entry_nodes is None or entry_nodes[0] is None:
        return text
    lines = text.splitlines(keepends=True)
    del lines[entry_nodes[0].start_mark.line]
    changed, whole = "".join(lines), _plain(root)
    assert isinstance(whole, dict)
    del whole[key]
    return changed if _plain(compose(changed)) == whole else None


def with_text(text: str, key: str, new_text: str) -> str | None:
    """The text with another value for a key of its root, whatever it was; None where the file has another form."""
    entry_nodes = _find(root := compose(text), (key,))
    if entry_nodes is None or entry_nodes[1] is None or not isinstance(whole := _plain(root), dict):
        return None
    start, end = entry_nodes[1].start_mark.index, entry_nodes[1].end_mark.index
    changed = text[:start] + as_scalar(new_text) + text[len(text[:end].rstrip()) :]
    return changed if _plain(compose(changed)) == {**whole, key: new_text} else None


def as_scalar(text: str) -> str:
    """A text as a value in YAML: within quotes where it would be read as something else."""
    is_plain = "\n" not in text and _plain(compose(f"key: {text}")) == {"key": text}
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def compose(text: str) -> Node | None:
    """The nodes of a YAML text, with the places where each begins and ends; None where it is empty or has a mistake."""
    if len(text) > MOST:
        return None
    try:
        return yaml.compose(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError:
        return None


def _find(root: Node | None, path: tuple[str, ...]) -> tuple[ScalarNode | None, Node | None] | None:
    key: ScalarNode | None = None
    node = root
    for step in path:
        members = node.value if isinstance(node, MappingNode) else []
        member = next(((own, value) for own, value in members if own.value == step), None)
        if member is None:
            return None
        key, node = member
    return key, node


def _absent(node: Node) -> bool:
    return isinstance(node, ScalarNode) and not node.style and node.value in ("", "~", "null")


def _added(text: str, key: ScalarNode | None, node: Node | None, entry: str, *, apart: bool) -> str | None:
    gap = "\n" if apart else ""
    if node is None:
        above = text.rstrip()
        return f"{above}\n\n{entry}" if above else entry
    if _absent(node) and key is not None:
        bare = text[: node.start_mark.index].rstrip(" ") + text[node.end_mark.index :]
        return _after_line(bare, key.end_mark.index, indent(entry, " " * (key.start_mark.column + 2)))
    if not isinstance(node, CollectionNode):
        return None
    if node.flow_style:
        end = node.end_mark.index - 1
        inside = yaml.serialize(_flowing(compose(entry)), allow_unicode=True, width=10**9)
        return f"{text[:end].rstrip(' ')}{', ' if node.value else ''}{inside.strip()[1:-1]}{text[end:]}"
    column = node.start_mark.column
    return _after_line(text, _last(node), gap + indent(entry, " " * column), deeper=column)


def _flowing(node: Node | None) -> Node | None:
    """The same in flow form, scalars as they were written."""
    if isinstance(node, CollectionNode):
        node.flow_style = True
        for member in node.value:
            _flowing(member[1] if isinstance(node, MappingNode) else member)
    return node


def _after_line(text: str, index: int, block: str, deeper: int | None = None) -> str:
    """``block`` put below the line of ``index``, and below the comments under it that are indented deeper."""
    place = len(text[:index].rstrip())
    end = _line_end(text, place)
    while deeper is not None:
        line = text[end : _line_end(text, end)]
        if not line.lstrip(" ").startswith("#") or len(line) - len(line.lstrip(" ")) <= deeper:
            break
        end += len(line)
    above = text[:end] if text[:end].endswith("\n") else text[:end] + "\n"
    written = block.replace("\n", "\r\n") if "\r\n" in text else block
    return above + written + text[end:]


def _line_end(text: str, index: int) -> int:
    newline = text.find("\n", index)
    return len(text) if newline < 0 else newline + 1


def _last(node: Node) -> int:
    """Where the last value in a node ends."""
    if isinstance(node, CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _last(last[1] if isinstance(node, MappingNode) else last)
    return int(node.end_mark.index)


def _plain(node: Node | None) -> _Plain:
    if isinstance(node, SequenceNode):
        return [_plain(member) for member in node.value]
    if isinstance(node, MappingNode):
        return {str(key.value): _plain(value) for key, value in node.value}
    return None if node is None or _absent(node) else str(node.value)


def _expected(whole: _Plain, path: tuple[str, ...], entry: _Plain) -> _Plain:
    """What the root is to be with ``entry`` at the end of what ``path`` names."""
    if path:
        assert isinstance(whole, dict)
        return {**whole, path[0]: _expected(whole[path[0]], path[1:], entry)}
    if isinstance(whole, list) and isinstance(entry, list):
        return whole + entry
    if isinstance(whole, dict) and isinstance(entry, dict):
        return {**whole, **entry}
    return entry if whole is None else None
